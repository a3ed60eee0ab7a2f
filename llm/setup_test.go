package llm_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	secret  = "sk-test-abcdefghijklmnop-a1b2"
	hearing = 20 * time.Second // the longest wait for an expected event
)

// fakeKeyring is an in-memory keychain.
type ring struct {
	mu   sync.Mutex
	held map[string]string
	fail error         // returned by every call
	hang chan struct{} // if set, calls wait until it is closed
	gets int
}

var _ llm.Keyring = (*ring)(nil)

func (r *ring) enter() error {
	if r.hang != nil {
		<-r.hang
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fail
}

func (r *ring) Get(_, account string) (string, error) {
	err := r.enter()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gets++
	if err != nil {
		return "", err
	}
	if k, ok := r.held[account]; ok {
		return k, nil
	}
	return "", keyring.ErrNotFound
}

func (r *ring) Set(_, account, key string) error {
	err := r.enter()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.held[account] = key
	}
	return err
}

func (r *ring) Delete(_, account string) error {
	err := r.enter()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.held, account)
	return err
}

// logBuffer collects log output.
type logs struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logs) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logs) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func open(t *testing.T, o llm.Options) *llm.Client {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Keyring == nil {
		o.Keyring = &ring{held: map[string]string{}}
	}
	if o.Backoff == nil {
		o.Backoff = func(int) time.Duration { return 0 }
	}
	c, err := llm.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return c
}

// newScriptedClient starts a scripted server and a client that knows it as the provider "test",
// with a key.
func scripted(t *testing.T, script string, change ...func(*llm.Options)) (*llmtest.Server, *llm.Client) {
	t.Helper()
	s, err := llmtest.Parse([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.New(t, s)
	o := llm.Options{
		Fixed:   []llm.Provider{{Name: "test", BaseURL: srv.URL, Key: llm.KeyKeychain}},
		Keyring: &ring{held: map[string]string{"test": secret}},
	}
	for _, c := range change {
		c(&o)
	}
	return srv, open(t, o)
}

type got struct {
	text, reasoning string
	last            memory.Delta
	deltas          int
	err             error
}

func ask(ctx context.Context, c *llm.Client, r memory.Request) got {
	var g got
	for d, err := range c.Stream(ctx, r) {
		if err != nil {
			g.err = err
			break
		}
		g.text += d.Text
		g.reasoning += d.Reasoning
		g.last = d
		g.deltas++
	}
	return g
}

func hello(model string) memory.Request {
	return memory.Request{Model: model, Messages: []memory.ChatMessage{
		{Role: memory.RoleSystem, Content: "Be kind."}, {Role: memory.RoleUser, Content: "Hello <there> & welcome"},
	}}
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hearing)
	t.Cleanup(cancel)
	return ctx
}

func providerError(t *testing.T, err error) *memory.ProviderError {
	t.Helper()
	var p *memory.ProviderError
	if !errors.As(err, &p) {
		t.Fatalf("error is %v, want a provider error", err)
	}
	return p
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
