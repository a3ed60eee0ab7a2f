package llm

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"memoir/memory"
)

// Names of a Client's files in the data folder.
const (
	ConfigFileName   = "models.yaml"
	lastGoodFileName = "models.last-good.yaml"
	keysFileName     = "keys.json"
)

// Limits bounds one model call. Zero values select the default of the field.
type Limits struct {
	Reply time.Duration // the whole reply including the wait for its first delta; 10 minutes
	Idle  time.Duration // longest silence after the first delta; 2 minutes
}

// Options configures a Client. Only Dir is required.
type Options struct {
	Dir    string              // data folder with models.yaml
	Getenv func(string) string // nil = empty environment
	// UseEnv offers OPENAI_BASE_URL and OPENAI_API_KEY of the environment as the provider "openai"
	// while there is no models.yaml. The command line sets it; a window asks first.
	UseEnv bool
	// Replaces models.yaml, which is then neither read nor written.
	FixedProviders []Provider
	// Servers to look for while there is no models.yaml; nil = LocalPresets.
	LocalProviders []Provider
	Keyring        Keyring          // nil = the system's keychain
	Limits         func() Limits    // called at the start of every call; nil = defaults
	Log            *slog.Logger     // nil = no logging
	Now            func() time.Time // nil = time.Now
	// Backoff is the pause before the n-th retry, counted from 1; nil = 0.5 s and 1 s, each up to a
	// quarter shorter.
	Backoff func(n int) time.Duration
}

// Client gives access to all model servers. It must be closed after use.
type Client struct {
	options    Options
	httpClient *http.Client
	configFile *configFile
	keys       *keyStore

	mu         sync.Mutex
	modelLists map[string]*cachedModelList // by provider name
	quirks     map[string]quirks           // by provider/model: parameters that the server refused
}

var (
	_ memory.Model   = (*Client)(nil)
	_ memory.Catalog = (*Client)(nil)
)

// Open creates a Client for a data folder. A broken models.yaml is no error here: see ConfigError.
func Open(o Options) (*Client, error) {
	if o.Dir == "" && o.FixedProviders == nil {
		return nil, errors.New("open models: no data folder given")
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.LocalProviders == nil {
		o.LocalProviders = LocalPresets()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Backoff == nil {
		o.Backoff = defaultBackoff
	}
	for i, p := range o.FixedProviders {
		if err := p.fillAndValidate(); err != nil {
			return nil, err
		}
		o.FixedProviders[i] = p
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &Client{
		options: o, httpClient: &http.Client{Transport: transport},
		configFile: &configFile{path: filepath.Join(o.Dir, ConfigFileName),
			lastGoodPath: filepath.Join(o.Dir, lastGoodFileName), log: o.Log},
		keys:       newKeyStore(o.Keyring, filepath.Join(o.Dir, keysFileName), o.Getenv, o.Log),
		modelLists: map[string]*cachedModelList{},
		quirks:     map[string]quirks{},
	}, nil
}

// Close closes idle connections and waits for running keychain calls until ctx ends.
func (c *Client) Close(ctx context.Context) error {
	c.httpClient.CloseIdleConnections()
	return c.keys.waitForCalls(ctx)
}

func (c *Client) callLimits() Limits {
	var l Limits
	if c.options.Limits != nil {
		l = c.options.Limits()
	}
	if l.Reply <= 0 {
		l.Reply = 10 * time.Minute
	}
	if l.Idle <= 0 {
		l.Idle = 2 * time.Minute
	}
	return l
}

// defaultBackoff is the backoff of OpenAI's own clients: it doubles from half a second and is
// shortened at random by up to a quarter.
func defaultBackoff(n int) time.Duration {
	d := 500 * time.Millisecond << (n - 1)
	return d - rand.N(d/4)
}
