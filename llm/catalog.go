package llm

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"memoir/memory"
)

// Timeouts for listing a server's models, and how long a list is cached.
const (
	modelListTTL = time.Minute
	// A local server that is offline may be started at any moment.
	offlineTTL       = 4 * time.Second
	probeTimeout     = 300 * time.Millisecond // a server that may run on this computer
	localListTimeout = 2 * time.Second        // a local server that models.yaml names
	cloudListTimeout = 6 * time.Second
)

// cachedModelList is the last model list, or error, of one server.
type cachedModelList struct {
	mu        sync.Mutex // held during the request, so that concurrent callers make only one
	provider  Provider
	key       string
	fetchedAt time.Time
	isFetched bool
	models    []memory.ModelInfo
	err       error
}

// catalogue knows the providers in use, their models and their keys.
type catalogue struct {
	connection     connection
	fixedProviders []Provider // Options.FixedProviders
	localProviders []Provider
	useEnv         bool
	getenv         func(string) string
	log            *slog.Logger
	now            func() time.Time
	configFile     *configFile
	keys           *keyStore

	mu         sync.Mutex
	modelLists map[string]*cachedModelList // by provider name
}

// fixedConfiguredOrDefaultProviders returns the providers in use: the session's fixed ones, those
// of models.yaml, or, without a models.yaml, those that may run on this computer.
func (c *catalogue) fixedConfiguredOrDefaultProviders() []Provider {
	if c.fixedProviders != nil {
		return c.fixedProviders
	}
	f, exists, _ := c.configFile.activeConfigReloadedIfChanged()
	if !exists {
		return append(c.openAIProviderFromEnvironment(), c.localProviders...)
	}
	if f == nil {
		return nil
	}
	return f.Providers
}

// openAIProviderFromEnvironment returns the provider that OPENAI_* variables describe, if
// Options.UseEnv is set.
func (c *catalogue) openAIProviderFromEnvironment() []Provider {
	base, key := c.getenv("OPENAI_BASE_URL"), c.getenv("OPENAI_API_KEY")
	if !c.useEnv || (base == "" && key == "") {
		return nil
	}
	p := Provider{Name: "openai", BaseURL: base}
	if key != "" {
		p.Key = KeyEnv + "OPENAI_API_KEY"
	}
	if err := p.fillPresetNormalizeAndValidate(); err != nil {
		c.log.Warn("OPENAI_BASE_URL isn't a server address")
		return nil
	}
	return []Provider{p}
}

// ConfigError returns what is wrong with models.yaml as a *memory.FieldError with the line, or nil.
// Meanwhile the last good configuration stays active.
func (c *catalogue) ConfigError() error {
	if c.fixedProviders != nil {
		return nil
	}
	_, _, err := c.configFile.activeConfigReloadedIfChanged()
	return err
}

// HasConfiguredProviders reports whether models.yaml names at least one provider.
func (c *catalogue) HasConfiguredProviders() bool {
	f := c.activeConfigUnlessFixed()
	return f != nil && len(f.Providers) > 0
}

// ConfiguredExtractorID returns memory_extractor of models.yaml, empty when it is not set.
func (c *catalogue) ConfiguredExtractorID() string {
	if f := c.activeConfigUnlessFixed(); f != nil {
		return f.Extractor
	}
	return ""
}

// ConfiguredEmbedderName returns the embedder that models.yaml names: builtin, provider/model or a
// folder. It is empty when the file names none.
func (c *catalogue) ConfiguredEmbedderName() string {
	if f := c.activeConfigUnlessFixed(); f != nil {
		return f.Embedding
	}
	return ""
}

func (c *catalogue) activeConfigUnlessFixed() *Config {
	if c.fixedProviders != nil {
		return nil
	}
	f, _, _ := c.configFile.activeConfigReloadedIfChanged()
	return f
}

// ClearModelAndKeyCaches drops cached model lists and keys, so that the next call asks servers and
// keychain again.
func (c *catalogue) ClearModelAndKeyCaches() {
	c.keys.resetCacheAndUnavailability()
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.modelLists)
}

// ListModels lists the models of all providers, querying servers whose cached list has expired.
// Without a models.yaml, servers that do not respond are left out. A broken models.yaml without a
// last good one returns its ConfigError.
func (c *catalogue) ListModels(ctx context.Context) ([]memory.ModelInfo, error) {
	asked, err := c.queryModelsOfActiveProviders(ctx)
	if err != nil {
		return nil, err
	}
	out := []memory.ModelInfo{}
	for _, a := range asked {
		out = append(out, a.mergeConfiguredAndListedModels()...)
	}
	return out, nil
}

// ListProviders lists all providers with their state, under the same rules as ListModels.
func (c *catalogue) ListProviders(ctx context.Context) ([]memory.ProviderInfo, error) {
	asked, err := c.queryModelsOfActiveProviders(ctx)
	if err != nil {
		return nil, err
	}
	out := []memory.ProviderInfo{}
	for _, a := range asked {
		out = append(out, a.providerInfo())
	}
	return out, nil
}

// ProbeResult is a provider with the models it offers.
type ProbeResult struct {
	Provider memory.ProviderInfo
	Models   []memory.ModelInfo
}

// ProbeLocalServersAndListModels looks for model servers on this computer and lists their models.
// It takes at most a second and returns an empty result rather than an error.
func (c *catalogue) ProbeLocalServersAndListModels(ctx context.Context) []ProbeResult {
	var out []ProbeResult
	for _, a := range c.queryModelsOfProviders(ctx, c.localProviders, true) {
		if a.err == nil {
			out = append(out, ProbeResult{a.providerInfo(), a.mergeConfiguredAndListedModels()})
		}
	}
	return out
}

// TestProviderByListingModels queries one provider, bypassing the cache, and returns the error that
// prevents its use. The provider need not be in models.yaml yet. A non-empty key is sent in place
// of the stored one. Nothing is stored.
func (c *catalogue) TestProviderByListingModels(ctx context.Context, p Provider, key string) (ProbeResult, error) {
	if err := p.fillPresetNormalizeAndValidate(); err != nil {
		return ProbeResult{}, err
	}
	e := endpoint{provider: p, key: strings.TrimSpace(key)}
	if e.key == "" {
		e.key, _ = c.keys.findKeyAndLocation(ctx, p)
	}
	a := queryResult{endpoint: e, keyLocation: "none"}
	a.listedModels, a.err = c.connection.fetchModelListWithLocalDetails(ctx, e, modelListTimeout(p))
	return ProbeResult{a.providerInfo(), a.mergeConfiguredAndListedModels()}, a.err
}

func (c *catalogue) queryModelsOfActiveProviders(ctx context.Context) ([]queryResult, error) {
	if c.fixedProviders != nil {
		return c.queryModelsOfProviders(ctx, c.fixedProviders, false), nil
	}
	f, exists, problem := c.configFile.activeConfigReloadedIfChanged()
	if f == nil && problem != nil {
		return nil, problem
	}
	asked := c.queryModelsOfProviders(ctx, c.fixedConfiguredOrDefaultProviders(), !exists)
	if exists {
		return asked, nil
	}
	env := len(c.openAIProviderFromEnvironment())
	kept := asked[:env:env]
	for _, a := range asked[env:] {
		if a.err == nil {
			kept = append(kept, a)
		}
	}
	return kept, nil
}

// queryModelsOfProviders lists the models of all given providers concurrently, from the cache where
// it is fresh, and returns when all have responded or timed out.
func (c *catalogue) queryModelsOfProviders(ctx context.Context, ps []Provider, probe bool) []queryResult {
	out := make([]queryResult, len(ps))
	var wg sync.WaitGroup
	for i, p := range ps {
		wg.Go(func() {
			key, where := c.keys.findKeyAndLocation(ctx, p)
			out[i] = queryResult{endpoint: endpoint{provider: p, key: key}, keyLocation: where}
			wait := modelListTimeout(p)
			if probe && p.isOnThisComputer() {
				wait = probeTimeout
			}
			out[i].listedModels, out[i].err = c.cachedOrFetchedModels(ctx, out[i].endpoint, wait)
		})
	}
	wg.Wait()
	return out
}

func modelListTimeout(p Provider) time.Duration {
	if p.isOnThisComputer() {
		return localListTimeout
	}
	return cloudListTimeout
}

func (c *catalogue) cachedOrFetchedModels(
	ctx context.Context,
	e endpoint,
	wait time.Duration,
) ([]memory.ModelInfo, error) {
	c.mu.Lock()
	l := c.modelLists[e.provider.Name]
	if l == nil {
		l = &cachedModelList{}
		c.modelLists[e.provider.Name] = l
	}
	c.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	same := l.provider.BaseURL == e.provider.BaseURL && l.key == e.key
	ttl := modelListTTL
	if errors.Is(l.err, memory.ErrOffline) && e.provider.isOnThisComputer() {
		ttl = offlineTTL
	}
	if l.isFetched && same && c.now().Sub(l.fetchedAt) < ttl {
		return l.models, l.err
	}
	models, err := c.connection.fetchModelListWithLocalDetails(ctx, e, wait)
	if ctx.Err() != nil {
		return models, err // the caller gave up, which says nothing about the server
	}
	l.provider, l.key, l.fetchedAt, l.isFetched, l.models, l.err = e.provider, e.key, c.now(), true, models, err
	return models, err
}

// knownContextWindow returns a model's context window in tokens if models.yaml or the cached list
// has it, else 0. It makes no request.
func (c *catalogue) knownContextWindow(id string) int {
	for _, p := range c.fixedConfiguredOrDefaultProviders() {
		if p.Name != providerNameOfModelID(id) {
			continue
		}
		for _, m := range p.Models {
			if m.ID == modelNameOfID(id) && m.Context > 0 {
				return m.Context
			}
		}
	}
	c.mu.Lock()
	l := c.modelLists[providerNameOfModelID(id)]
	c.mu.Unlock()
	if l == nil || !l.mu.TryLock() {
		return 0
	}
	defer l.mu.Unlock()
	for _, m := range l.models {
		if m.ID == id {
			return m.ContextWindow
		}
	}
	return 0
}

// resolveProviderEndpointWithKey returns a configured provider with its key, or
// memory.ErrModelNotFound.
func (c *catalogue) resolveProviderEndpointWithKey(ctx context.Context, name string) (endpoint, error) {
	for _, p := range c.fixedConfiguredOrDefaultProviders() {
		if p.Name == name {
			if caller, ok := memory.CallerKeyFromContext(ctx); ok {
				if caller.Provider != name {
					caller.Key = ""
				}
				return endpoint{provider: p, key: caller.Key}, nil
			}
			key, _ := c.keys.findKeyAndLocation(ctx, p)
			return endpoint{provider: p, key: key}, nil
		}
	}
	return endpoint{provider: Provider{Name: name}}, memory.ErrModelNotFound
}
