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

// Names of the files that a Client keeps in the data folder.
const (
	FileName     = "models.yaml"
	lastGoodName = "models.last-good.yaml"
	keysName     = "keys.json"
)

// Limits bound one call of a model. A zero value takes the default of the field.
type Limits struct {
	Reply time.Duration // of a whole reply, waiting for its first piece included; 10 minutes
	Idle  time.Duration // longest silence after the first piece; 2 minutes
}

// Options say how a Client works. Only Dir is needed.
type Options struct {
	Dir    string              // data folder with models.yaml
	Getenv func(string) string // nil = no environment
	// UseEnv offers OPENAI_BASE_URL and OPENAI_API_KEY of the environment as the provider "openai" while there is no
	// models.yaml. The command line switches it on; a window asks first.
	UseEnv  bool
	Fixed   []Provider       // used instead of models.yaml, which is then neither read nor written
	Locals  []Provider       // servers looked for while there is no models.yaml; nil = LocalPresets
	Keyring Keyring          // nil = the system's
	Limits  func() Limits    // asked at the start of every call; nil = defaults
	Log     *slog.Logger     // nil = none
	Now     func() time.Time // nil = time.Now
	// Backoff is the pause before the n-th repetition, counted from 1; nil = 0.5 s and 1 s, up to a quarter less.
	Backoff func(n int) time.Duration
}

// Client is the way to every model server. Close it when it is not used any more.
type Client struct {
	o    Options
	http *http.Client
	file *modelsFile
	keys *keyStore

	mu     sync.Mutex
	lists  map[string]*listing // by provider name
	quirks map[string]quirks   // by provider/model: parameters that the server refused
}

var (
	_ memory.Model   = (*Client)(nil)
	_ memory.Catalog = (*Client)(nil)
)

// Open makes a Client on a data folder. A broken models.yaml is no error here: see Problem.
func Open(o Options) (*Client, error) {
	if o.Dir == "" && o.Fixed == nil {
		return nil, errors.New("open models: no data folder given")
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.Locals == nil {
		o.Locals = LocalPresets()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Backoff == nil {
		o.Backoff = backoff
	}
	for i, p := range o.Fixed {
		if err := p.complete(); err != nil {
			return nil, err
		}
		o.Fixed[i] = p
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &Client{
		o: o, http: &http.Client{Transport: transport},
		file:   &modelsFile{path: filepath.Join(o.Dir, FileName), good: filepath.Join(o.Dir, lastGoodName), log: o.Log},
		keys:   newKeyStore(o.Keyring, filepath.Join(o.Dir, keysName), o.Getenv, o.Log),
		lists:  map[string]*listing{},
		quirks: map[string]quirks{},
	}, nil
}

// Close closes idle connections and waits for calls of the keychain that are still under way, until ctx ends.
func (c *Client) Close(ctx context.Context) error {
	c.http.CloseIdleConnections()
	return c.keys.wait(ctx)
}

func (c *Client) limits() Limits {
	var l Limits
	if c.o.Limits != nil {
		l = c.o.Limits()
	}
	if l.Reply <= 0 {
		l.Reply = 10 * time.Minute
	}
	if l.Idle <= 0 {
		l.Idle = 2 * time.Minute
	}
	return l
}

// backoff is the pause that OpenAI's own clients make: doubling from half a second, up to a quarter less by chance.
func backoff(n int) time.Duration {
	d := 500 * time.Millisecond << (n - 1)
	return d - rand.N(d/4)
}
