package llm

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"memoir/memory"
)

// Names of a Client's files in the data folder, beside ConfigFileName.
const (
	lastGoodFileName = "models.last-good.yaml"
	keysFileName     = "keys.json"
)

// Options configures a Client. Only Dir is required.
type Options struct {
	Dir    string              // data folder with models.yaml
	Getenv func(string) string // nil = empty environment
	// UseEnv offers OPENAI_BASE_URL and OPENAI_API_KEY of the environment as the provider "openai"
	// while there is no models.yaml. The command line sets it; a window asks first.
	UseEnv bool
	// Replaces models.yaml, which is then neither read nor written.
	FixedProviders []Provider
	// Servers to look for while there is no models.yaml; nil = LocalServerPresets.
	LocalProviders []Provider
	Keyring        Keyring          // nil = the system's keychain
	Limits         func() Limits    // called at the start of every call; nil = defaults
	Log            *slog.Logger     // nil = no logging
	Now            func() time.Time // nil = time.Now
	// Backoff is the pause before the n-th retry, counted from 1; nil = 0.5 s and 1 s, each up to a
	// quarter shorter.
	Backoff func(n int) time.Duration
}

// Client gives access to all model servers: it lists their models, stores their keys and calls
// them. It must be closed after use.
type Client struct {
	*catalogue
	*caller
}

var (
	_ memory.Model   = (*Client)(nil)
	_ memory.Catalog = (*Client)(nil)

	_ memory.Forwarder = (*Client)(nil)
)

// OpenClient creates a Client for a data folder. A broken models.yaml is no error here: see
// ConfigError.
func OpenClient(o Options) (*Client, error) {
	if o.Dir == "" && o.FixedProviders == nil {
		return nil, errors.New("open models: no data folder given")
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.LocalProviders == nil {
		o.LocalProviders = LocalServerPresets()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Backoff == nil {
		o.Backoff = jitteredExponentialBackoff
	}
	o.FixedProviders = slices.Clone(o.FixedProviders) // the caller's own stays as it is
	for i, p := range o.FixedProviders {
		if err := p.fillPresetNormalizeAndValidate(); err != nil {
			return nil, err
		}
		o.FixedProviders[i] = p
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	calls := connection{httpClient: &http.Client{Transport: transport, CheckRedirect: refuseForeignOrThirdRedirect}}
	known := &catalogue{
		connection: calls, fixedProviders: o.FixedProviders, localProviders: o.LocalProviders, useEnv: o.UseEnv,
		getenv: o.Getenv, log: o.Log, now: o.Now,
		configFile: &configFile{
			path: filepath.Join(o.Dir, ConfigFileName), lastGoodPath: filepath.Join(o.Dir, lastGoodFileName), log: o.Log,
		},
		keys:       newKeyStore(o.Keyring, filepath.Join(o.Dir, keysFileName), o.Getenv, o.Log),
		modelLists: map[string]*cachedModelList{},
	}
	return &Client{catalogue: known, caller: &caller{
		catalogue: known, connection: calls, limits: o.Limits, backoff: o.Backoff, quirks: map[string]quirks{},
	}}, nil
}

// Close closes idle connections and waits for running keychain calls until ctx ends.
func (c *Client) Close(ctx context.Context) error {
	c.caller.connection.httpClient.CloseIdleConnections()
	return c.keys.waitForKeychainCalls(ctx)
}
