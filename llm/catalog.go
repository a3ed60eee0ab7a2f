package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"memoir/memory"
)

// Timeouts for listing a server's models, and how long a list is cached.
const (
	listTTL = time.Minute
	// A local server that is offline may be started at any moment.
	downTTL   = 4 * time.Second
	probeWait = 300 * time.Millisecond // a server that may run on this computer
	localWait = 2 * time.Second        // a local server that models.yaml names
	cloudWait = 6 * time.Second
)

// cachedModelList is the last model list, or error, of one server.
type listing struct {
	mu     sync.Mutex // held during the request, so that concurrent callers make only one
	from   Provider
	key    string
	at     time.Time
	known  bool
	models []memory.ModelInfo
	err    error
}

// activeProviders returns the providers in use: the session's fixed ones, those of models.yaml, or,
// without a models.yaml, those that may run on this computer.
func (c *Client) providers() []Provider {
	if c.o.Fixed != nil {
		return c.o.Fixed
	}
	f, exists, _ := c.file.read()
	if !exists {
		return append(c.fromEnv(), c.o.Locals...)
	}
	if f == nil {
		return nil
	}
	return f.Providers
}

// providersFromEnvironment returns the provider that OPENAI_* variables describe, if Options.UseEnv
// is set.
func (c *Client) fromEnv() []Provider {
	base, key := c.o.Getenv("OPENAI_BASE_URL"), c.o.Getenv("OPENAI_API_KEY")
	if !c.o.UseEnv || (base == "" && key == "") {
		return nil
	}
	p := Provider{Name: "openai", BaseURL: base}
	if key != "" {
		p.Key = KeyEnv + "OPENAI_API_KEY"
	}
	if err := p.complete(); err != nil {
		c.o.Log.Warn("OPENAI_BASE_URL is not the address of a server")
		return nil
	}
	return []Provider{p}
}

// ConfigError returns what is wrong with models.yaml as a *memory.FieldError with the line, or nil.
// Meanwhile the last good configuration stays active.
func (c *Client) Problem() error {
	if c.o.Fixed != nil {
		return nil
	}
	_, _, err := c.file.read()
	return err
}

// HasConfiguredProviders reports whether models.yaml names at least one provider.
func (c *Client) Configured() bool {
	f := c.inForce()
	return f != nil && len(f.Providers) > 0
}

// Extractor returns memory_extractor of models.yaml, empty when it is not set.
func (c *Client) Extractor() string {
	if f := c.inForce(); f != nil {
		return f.Extractor
	}
	return ""
}

// ConfiguredEmbedding returns the embedder that models.yaml names: builtin, provider/model or a
// folder. It is empty when the file names none.
func (c *Client) Embedding() string {
	if f := c.inForce(); f != nil {
		return f.Embedding
	}
	return ""
}

func (c *Client) inForce() *File {
	if c.o.Fixed != nil {
		return nil
	}
	f, _, _ := c.file.read()
	return f
}

// Refresh drops cached model lists and keys, so that the next call asks servers and keychain again.
func (c *Client) Refresh() {
	c.keys.forget()
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.lists)
}

// Models lists the models of all providers, querying servers whose cached list has expired. Without
// a models.yaml, servers that do not respond are left out. A broken models.yaml without a last good
// one returns its ConfigError.
func (c *Client) Models(ctx context.Context) ([]memory.ModelInfo, error) {
	asked, err := c.askAll(ctx)
	if err != nil {
		return nil, err
	}
	out := []memory.ModelInfo{}
	for _, a := range asked {
		out = append(out, a.models()...)
	}
	return out, nil
}

// Providers lists all providers with their state, under the same rules as Models.
func (c *Client) Providers(ctx context.Context) ([]memory.ProviderInfo, error) {
	asked, err := c.askAll(ctx)
	if err != nil {
		return nil, err
	}
	out := []memory.ProviderInfo{}
	for _, a := range asked {
		out = append(out, a.info())
	}
	return out, nil
}

// ProbeResult is a provider with the models it offers.
type Found struct {
	Provider memory.ProviderInfo
	Models   []memory.ModelInfo
}

// ProbeLocalServers looks for model servers on this computer and lists their models. It takes at
// most a second and returns an empty result rather than an error.
func (c *Client) Probe(ctx context.Context) []Found {
	var out []Found
	for _, a := range c.ask(ctx, c.o.Locals, true) {
		if a.err == nil {
			out = append(out, Found{a.info(), a.models()})
		}
	}
	return out
}

// TestProvider queries one provider, bypassing the cache, and returns the error that prevents its
// use. The provider need not be in models.yaml yet. A non-empty key is sent in place of the stored
// one. Nothing is stored.
func (c *Client) Test(ctx context.Context, p Provider, key string) (Found, error) {
	if err := p.complete(); err != nil {
		return Found{}, err
	}
	e := endpoint{provider: p, key: strings.TrimSpace(key)}
	if e.key == "" {
		e.key, _ = c.keys.lookup(ctx, p)
	}
	a := answer{endpoint: e, where: "none"}
	a.found, a.err = c.list(ctx, e, waitFor(p))
	return Found{a.info(), a.models()}, a.err
}

// SetKey stores a provider's key and returns where: keychain, or file if there is no keychain.
// Unknown providers are memory.ErrNotFound. The key appears in no error.
func (c *Client) SetKey(ctx context.Context, provider, key string) (string, error) {
	for _, p := range c.providers() {
		if p.Name != provider {
			continue
		}
		where, err := c.keys.set(ctx, p, key)
		if err != nil {
			return "", err
		}
		if kept := p.keyKept(); kept != KeyKeychain && kept != where && c.o.Fixed == nil {
			p.Key = where
			err = c.ReplaceProvider(provider, p)
		}
		c.mu.Lock()
		delete(c.lists, provider)
		c.mu.Unlock()
		return where, err
	}
	return "", fmt.Errorf("key of %q: %w", provider, memory.ErrNotFound)
}

// RemoveKey deletes a provider's key from keychain and file.
func (c *Client) RemoveKey(ctx context.Context, provider string) error {
	c.mu.Lock()
	delete(c.lists, provider)
	c.mu.Unlock()
	return c.keys.remove(ctx, provider)
}

// queryResult is one provider with its model list or error.
type answer struct {
	endpoint
	where string // of the key: keychain, file, env:NAME or none
	found []memory.ModelInfo
	err   error
}

func (c *Client) askAll(ctx context.Context) ([]answer, error) {
	if c.o.Fixed != nil {
		return c.ask(ctx, c.o.Fixed, false), nil
	}
	f, exists, problem := c.file.read()
	if f == nil && problem != nil {
		return nil, problem
	}
	asked := c.ask(ctx, c.providers(), !exists)
	if exists {
		return asked, nil
	}
	env := len(c.fromEnv())
	kept := asked[:env:env]
	for _, a := range asked[env:] {
		if a.err == nil {
			kept = append(kept, a)
		}
	}
	return kept, nil
}

// queryProviders lists the models of all given providers concurrently, from the cache where it is
// fresh, and returns when all have responded or timed out.
func (c *Client) ask(ctx context.Context, ps []Provider, probe bool) []answer {
	out := make([]answer, len(ps))
	var wg sync.WaitGroup
	for i, p := range ps {
		wg.Go(func() {
			key, where := c.keys.lookup(ctx, p)
			out[i] = answer{endpoint: endpoint{provider: p, key: key}, where: where}
			wait := waitFor(p)
			if probe && p.local() {
				wait = probeWait
			}
			out[i].found, out[i].err = c.cached(ctx, out[i].endpoint, wait)
		})
	}
	wg.Wait()
	return out
}

func waitFor(p Provider) time.Duration {
	if p.local() {
		return localWait
	}
	return cloudWait
}

func (c *Client) cached(ctx context.Context, e endpoint, wait time.Duration) ([]memory.ModelInfo, error) {
	c.mu.Lock()
	l := c.lists[e.provider.Name]
	if l == nil {
		l = &listing{}
		c.lists[e.provider.Name] = l
	}
	c.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	same := l.from.BaseURL == e.provider.BaseURL && l.key == e.key
	ttl := listTTL
	if errors.Is(l.err, memory.ErrOffline) && e.provider.local() {
		ttl = downTTL
	}
	if l.known && same && c.o.Now().Sub(l.at) < ttl {
		return l.models, l.err
	}
	models, err := c.list(ctx, e, wait)
	if ctx.Err() != nil {
		return models, err // the caller gave up, which says nothing about the server
	}
	l.from, l.key, l.at, l.known, l.models, l.err = e.provider, e.key, c.o.Now(), true, models, err
	return models, err
}

// knownContextWindow returns a model's context window in tokens if models.yaml or the cached list
// has it, else 0. It makes no request.
func (c *Client) contextOf(id string) int {
	for _, p := range c.providers() {
		if p.Name != providerOf(id) {
			continue
		}
		for _, m := range p.Models {
			if m.ID == nameOf(id) && m.Context > 0 {
				return m.Context
			}
		}
	}
	c.mu.Lock()
	l := c.lists[providerOf(id)]
	c.mu.Unlock()
	if l == nil || !l.mu.TryLock() {
		return 0
	}
	defer l.mu.Unlock()
	for _, m := range l.models {
		if m.ID == id {
			return m.Context
		}
	}
	return 0
}

// mergedModels merges the models of models.yaml with those the server listed. Models from the file
// come first, and its values win.
func (a answer) models() []memory.ModelInfo {
	local := a.provider.local()
	out := make([]memory.ModelInfo, 0, len(a.found)+len(a.provider.Models))
	taken := map[string]bool{}
	for _, f := range a.provider.Models {
		m := modelNamed(a.provider, f.ID)
		i := slices.IndexFunc(a.found, func(m memory.ModelInfo) bool { return m.Name == f.ID })
		if i >= 0 {
			m = a.found[i]
		}
		if f.Size > 0 {
			m.Size = f.Size
		}
		if f.Context > 0 {
			m.Context = f.Context
		}
		// A cloud service may have models that it does not list; a local server lists all of them.
		m.Available = i >= 0 || (!local && (a.err == nil || errors.Is(a.err, errNoList)))
		taken[f.ID] = true
		out = append(out, m)
	}
	for _, m := range a.found {
		if !taken[m.Name] {
			out = append(out, m)
		}
	}
	return out
}

func (a answer) info() memory.ProviderInfo {
	p := memory.ProviderInfo{
		Name: a.provider.Name, Title: a.provider.title(), BaseURL: a.provider.BaseURL, Local: a.provider.local(),
		HasKey: a.key != "", KeyWhere: a.where, Models: len(a.models()),
		Reachable: !errors.Is(a.err, memory.ErrOffline) && !errors.Is(a.err, memory.ErrTimeout),
	}
	if a.err != nil && !errors.Is(a.err, errNoList) {
		p.Fault = memory.FaultOf(a.err)
	}
	return p
}
