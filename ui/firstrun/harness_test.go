package firstrun

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"go.uber.org/goleak"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/ui/app"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// fakeHost is the program behind the screen: its servers and keys are set by the test, and it
// tests connections as the program does.
type fakeHost struct {
	app.Host
	client  *llm.Client
	mu      sync.Mutex
	servers []app.Server
	findErr error
	probes  int
	hang    chan struct{} // when set, a probe ends only when it is cancelled, and closes this
	addErr  error
	added   []app.Provider
	keys    []app.EnvironmentKey
	presets []app.Provider
	isDemo  bool
	demoErr error
	demos   int
}

func (h *fakeHost) FindLocalModelServers(ctx context.Context) ([]app.Server, error) {
	if h.hang != nil {
		<-ctx.Done()
		close(h.hang)
		return nil, ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.probes++
	return h.servers, h.findErr
}

func (h *fakeHost) AddOrReplaceProviderAndStoreKey(_ context.Context, p app.Provider) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.addErr == nil {
		h.added = append(h.added, p)
	}
	return h.addErr
}

func (h *fakeHost) TestConnectionAndCountModels(ctx context.Context, baseURL, key string) (int, error) {
	r, err := h.client.TestProviderByListingModels(ctx, llm.Provider{Name: "service", BaseURL: baseURL}, key)
	return len(r.Models), err
}

func (h *fakeHost) ProvidersFromEnvironment() []app.EnvironmentKey { return h.keys }
func (h *fakeHost) ProviderPresets() []app.Provider                { return h.presets }
func (h *fakeHost) AboutInfo() app.About                           { return app.About{IsDemo: h.isDemo} }

func (h *fakeHost) StartDemoProcess() error {
	h.demos++
	return h.demoErr
}

// setServers sets what the following probes find.
func (h *fakeHost) setServers(servers ...app.Server) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.servers = servers
}

// harness is the screen with a host and a scripted model server.
type harness struct {
	*uitest.Harness
	host      *fakeHost
	server    *llmtest.Server
	pane      *Pane
	openedURL string
	done      []string // models that the screen was closed with
	// timers are the delayed calls that the screen has asked for.
	timers []*timer
}

type timer struct {
	delay     time.Duration
	run       func()
	cancelled bool
}

// newHarness shows the screen over a host that change may alter; probing has not begun.
func newHarness(t *testing.T, change ...func(*fakeHost)) *harness {
	t.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{Harness: uitest.NewHarness(t), server: llmtest.StartServerForTest(t, script)}
	client, err := llm.OpenClient(llm.Options{Dir: t.TempDir(), LocalProviders: []llm.Provider{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	h.host = &fakeHost{client: client, presets: []app.Provider{
		{Name: "demo", Title: "Demo service", BaseURL: h.server.URL + "/v1"},
		{Name: "ollama", Title: "Ollama", BaseURL: h.server.URL + "/v1", Local: true},
	}}
	for _, c := range change {
		c(h.host)
	}
	h.Env.Host = h.host
	h.Env.After = func(d time.Duration, run func()) func() {
		tm := &timer{delay: d, run: run}
		h.timers = append(h.timers, tm)
		return func() { tm.cancelled = true }
	}
	h.Env.OpenURL = func(url string) { h.openedURL = url }
	h.pane = New(h.Env, Actions{
		OnDone: func(model string) { h.done = append(h.done, model) },
	})
	h.ShowPaneInWindow(h.pane, 900, 1100)
	h.Win.Canvas().SetOnTypedKey(
		func(ev *fyne.KeyEvent) { h.pane.PressPrimaryOrCloseFormOnKey(ev.Name) },
	) // as the window does
	return h
}

// probeForServersAndWait makes the screen look for servers and waits for the result.
func (h *harness) probeForServersAndWait() {
	h.Helper()
	before := len(h.timers)
	h.pane.StartProbingForServers()
	h.RunUICallsUntil("the end of the probe", func() bool { return len(h.timers) > before })
}

func (h *harness) waitUntilDone() {
	h.Helper()
	h.RunUICallsUntil("the end of the first run", func() bool { return len(h.done) > 0 })
}

// onlyAddedProvider returns the only provider that was added.
func (h *harness) onlyAddedProvider() app.Provider {
	h.Helper()
	h.host.mu.Lock()
	defer h.host.mu.Unlock()
	if len(h.host.added) != 1 {
		h.Fatalf("added: %+v", h.host.added)
	}
	return h.host.added[0]
}

var errDiskFull = errors.New("no space left on device")

// ollamaServerWithSmallModel is a server with a small model, the name of which is given, after a large one.
func ollamaServerWithSmallModel(small string) app.Server {
	return app.Server{
		Name: "ollama", Title: "Ollama", BaseURL: "http://127.0.0.1:11434/v1",
		Models: []app.ServerModel{{ID: "huge:70b", LikelySlow: true, Bytes: 40e9}, {ID: small, Bytes: 2e9}},
	}
}
