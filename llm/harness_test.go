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
	secret      = "sk-test-abcdefghijklmnop-a1b2"
	testTimeout = 2 * time.Minute // the longest wait for an expected event
)

// fakeKeyring is an in-memory keychain.
type fakeKeyring struct {
	mu       sync.Mutex
	keys     map[string]string
	err      error         // returned by every call
	block    chan struct{} // if set, calls wait until it is closed
	getCalls int
}

var _ llm.Keyring = (*fakeKeyring)(nil)

func (r *fakeKeyring) waitIfBlocked() error {
	if r.block != nil {
		<-r.block
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *fakeKeyring) Get(_, account string) (string, error) {
	err := r.waitIfBlocked()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.getCalls++
	if err != nil {
		return "", err
	}
	if k, ok := r.keys[account]; ok {
		return k, nil
	}
	return "", keyring.ErrNotFound
}

func (r *fakeKeyring) Set(_, account, key string) error {
	err := r.waitIfBlocked()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.keys[account] = key
	}
	return err
}

func (r *fakeKeyring) Delete(_, account string) error {
	err := r.waitIfBlocked()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.keys, account)
	return err
}

// logBuffer collects log output.
type logBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logBuffer) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func openClient(t *testing.T, o llm.Options) *llm.Client {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Keyring == nil {
		o.Keyring = &fakeKeyring{keys: map[string]string{}}
	}
	if o.LocalProviders == nil {
		o.LocalProviders = []llm.Provider{} // never the servers of this computer
	}
	if o.Backoff == nil {
		o.Backoff = func(int) time.Duration { return 0 }
	}
	c, err := llm.OpenClient(o)
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
func newScriptedClient(t *testing.T, script string, change ...func(*llm.Options)) (*llmtest.Server, *llm.Client) {
	t.Helper()
	s, err := llmtest.ParseScript([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, s)
	o := llm.Options{
		FixedProviders: []llm.Provider{{Name: "test", BaseURL: srv.URL, Key: llm.KeyKeychain}},
		Keyring:        &fakeKeyring{keys: map[string]string{"test": secret}},
	}
	for _, c := range change {
		c(&o)
	}
	return srv, openClient(t, o)
}

type streamResult struct {
	text, reasoning string
	last            memory.ReplyDelta
	deltas          int
	err             error
}

func collectStream(ctx context.Context, c *llm.Client, r memory.ModelRequest) streamResult {
	var g streamResult
	for d, err := range c.StreamReply(ctx, r) {
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

func helloRequest(model string) memory.ModelRequest {
	return memory.ModelRequest{Model: model, Messages: []memory.PromptMessage{
		{Role: memory.RoleSystem, Content: "Be kind."}, {Role: memory.RoleUser, Content: "Hello <there> & welcome"},
	}}
}

func timeoutContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	return ctx
}

func asProviderError(t *testing.T, err error) *memory.ProviderError {
	t.Helper()
	var p *memory.ProviderError
	if !errors.As(err, &p) {
		t.Fatalf("error is %v, want a provider error", err)
	}
	return p
}

func writeTestFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readTestFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
