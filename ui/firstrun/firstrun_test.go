package firstrun

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/app"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestServersAreLookedForUntilOneIsFound(t *testing.T) {
	h := newHarness(t)
	if !h.ShowsText("Looking for a model server") {
		t.Errorf("before the first probe:\n%s", h.VisibleText())
	}
	h.host.findErr = errDiskFull
	h.probeForServersAndWait()
	if !h.ShowsText("Looking for a model server") {
		t.Errorf("after a probe that failed:\n%s", h.VisibleText())
	}
	h.host.findErr = nil
	h.timers[0].run()
	h.WaitForText("No model server is running on this computer")
	h.TapControlNamed("Open ollama.com", nil)
	if h.openedURL != "https://ollama.com/download" {
		t.Errorf("opened %q", h.openedURL)
	}
	h.PressKeys(fyne.KeyReturn) // there is no primary button yet
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.RunUICallsUntil("the second probe", func() bool { return len(h.timers) == 2 })
	if d := h.timers[1].delay; d != probeInterval {
		t.Errorf("the next probe is %v later", d)
	}
	h.timers[1].run()
	h.WaitForText("Found Ollama on this computer")
	if len(h.done) != 0 || h.host.probes != 3 {
		t.Errorf("closed with %q after %d probes", h.done, h.host.probes)
	}
}

func TestStoppedProbingAsksNoMore(t *testing.T) {
	h := newHarness(t)
	h.pane.StopProbingForServers() // before it was started
	h.probeForServersAndWait()
	h.pane.StopProbingForServers()
	if !h.timers[0].cancelled {
		t.Error("the next probe is still planned")
	}
	h.host.hang = make(chan struct{})
	h.pane.StartProbingForServers()
	h.pane.StopProbingForServers()
	select {
	case <-h.host.hang:
	case <-time.After(uitest.WaitLimit):
		t.Fatal("the running probe is not cancelled")
	}
	if len(h.timers) != 1 {
		t.Error("a probe that was stopped plans another one")
	}
}

func TestEnterStartsWithTheRecommendedModel(t *testing.T) {
	h := newHarness(t)
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.probeForServersAndWait()
	for _, want := range []string{
		"2 models", "40.0 GB · may be slow on this computer", "2.0 GB", "Recommended",
	} {
		if !h.ShowsText(want) {
			t.Errorf("%q is not shown:\n%s", want, h.VisibleText())
		}
	}
	h.PressKeys(fyne.KeyReturn)
	h.waitUntilDone()
	if h.done[0] != "ollama/llama3.2" {
		t.Errorf("started with %q", h.done[0])
	}
	if p := h.onlyAddedProvider(); p.Name != "ollama" || p.BaseURL != "http://127.0.0.1:11434/v1" || p.Key != "" ||
		!p.Local {
		t.Errorf("added %+v", p)
	}
}

func TestChosenModelIsKeptWhileItIsOffered(t *testing.T) {
	h := newHarness(t)
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.probeForServersAndWait()
	h.TapControlNamed("huge:70b", nil)
	if h.ShowsText("Recommended") {
		t.Error("a large model is recommended")
	}
	if got := h.FocusedControlName(); got != "Start chatting" {
		t.Errorf("after the choice the keyboard is at %q", got)
	}
	h.host.setServers(
		app.Server{Name: "jan", Title: "Jan", Models: []app.ServerModel{{ID: "gemma"}}},
		ollamaServerWithSmallModel("llama3.2"),
	)
	h.probeForServersAndWait()
	h.PressKeys(fyne.KeyEnter)
	h.waitUntilDone()
	if h.done[0] != "ollama/huge:70b" {
		t.Errorf("started with %q", h.done[0])
	}
}

func TestModelOfAStoppedServerIsReplaced(t *testing.T) {
	h := newHarness(t)
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.probeForServersAndWait()
	h.host.setServers(app.Server{Name: "jan", Title: "Jan"})
	h.probeForServersAndWait()
	start := h.FindControlNamed("Start chatting", nil).(*widgets.Button)
	if !h.ShowsText("This server has no models yet") || start.IsEnabled() {
		t.Errorf("a server without models, start is enabled: %v\n%s", start.IsEnabled(), h.VisibleText())
	}
	h.PressKeys(fyne.KeyReturn)
	test.Tap(start)
	h.host.setServers(app.Server{Name: "jan", Title: "Jan", Models: []app.ServerModel{{ID: "gemma"}}})
	h.probeForServersAndWait()
	if !start.IsEnabled() {
		t.Error("start stays disabled")
	}
	h.TapControlNamed("Start chatting", nil)
	h.waitUntilDone()
	if h.done[0] != "jan/gemma" || h.onlyAddedProvider().Name != "jan" {
		t.Errorf("started with %q, added %+v", h.done, h.host.added)
	}
}

func TestRecommendedModelIsListedAmongMany(t *testing.T) {
	h := newHarness(t)
	var models []app.ServerModel
	for _, id := range strings.Split("abcdefgh", "") {
		models = append(models, app.ServerModel{ID: "model-" + id, LikelySlow: id < "g"})
	}
	h.host.setServers(app.Server{Name: "vllm", Title: "vLLM", Models: models})
	h.probeForServersAndWait()
	text := h.VisibleText()
	if !strings.Contains(text, "model-e") || strings.Contains(text, "model-f") ||
		!strings.Contains(text, "model-g") || strings.Contains(text, "model-h") ||
		strings.Count(text, "model-") != maxListedModels {
		t.Errorf("listed:\n%s", text)
	}
	if !strings.Contains(text, "Recommended") {
		t.Error("the recommended model is not marked")
	}
}

func TestOnlyLargeModelsAreRecommendedForLackOfOthers(t *testing.T) {
	large := func(id string) app.ServerModel { return app.ServerModel{ID: id, LikelySlow: true} }
	for _, c := range []struct {
		want    string
		servers []app.Server
	}{
		{"", nil},
		{"", []app.Server{{Name: "jan"}}},
		{"a/big", []app.Server{{Name: "a", Models: []app.ServerModel{large("big"), large("bigger")}}}},
		{"b/small", []app.Server{
			{Name: "a", Models: []app.ServerModel{large("big")}},
			{Name: "b", Models: []app.ServerModel{{ID: "small"}}},
		}},
	} {
		if got := recommendedModelID(c.servers); got != c.want {
			t.Errorf("of %+v %q is recommended, want %q", c.servers, got, c.want)
		}
	}
}

func TestFailureToSaveIsShownAndKeepsTheScreen(t *testing.T) {
	h := newHarness(t, func(h *fakeHost) { h.addErr = errDiskFull })
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.probeForServersAndWait()
	h.TapControlNamed("Start chatting", nil)
	n := h.WaitForToastAndClearToasts("")
	if !n.IsError || len(h.done) != 0 {
		t.Errorf("said %+v, closed with %q", n, h.done)
	}
	h.pane.ShowToast(n) // as the window does
	if !h.ShowsText(strings.TrimSpace(n.Text)) {
		t.Errorf("the screen does not show %q:\n%s", n.Text, h.VisibleText())
	}
	at, size := h.pane.toast.Position(), h.pane.toast.Size()
	if whole := h.pane.Size(); at.Y+size.Height > whole.Height || at.Y < whole.Height/2 {
		t.Errorf("the toast is at %v, %v high", at, size.Height)
	}
}

func TestEnvironmentKeyIsUsedOnlyWhenChosen(t *testing.T) {
	key := app.EnvironmentKey{
		Provider: app.Provider{Name: "openai", Title: "OpenAI", BaseURL: "https://api.openai.com/v1", Key: "sk-1234"},
		Variable: "OPENAI_API_KEY",
	}
	h := newHarness(t, func(h *fakeHost) { h.keys = []app.EnvironmentKey{key} })
	h.probeForServersAndWait()
	if !h.ShowsText("For OpenAI at api.openai.com") || h.ShowsText("sk-1234") || len(h.host.added) != 0 {
		t.Fatalf("added %+v, shown:\n%s", h.host.added, h.VisibleText())
	}
	h.TapControlNamed("Use the key in OPENAI_API_KEY", nil)
	h.waitUntilDone()
	want := key.Provider
	want.Title = "" // its own
	if p := h.onlyAddedProvider(); p != want || h.done[0] != "" {
		t.Errorf("added %+v, closed with %q", p, h.done[0])
	}
}

func TestFirstRunCanBePostponed(t *testing.T) {
	h := newHarness(t)
	h.TapControlNamed("Set up a model later", nil)
	if len(h.done) != 1 || h.done[0] != "" || len(h.host.added) != 0 {
		t.Errorf("closed with %q, added %+v", h.done, h.host.added)
	}
}

func TestDemoIsStartedBesideTheWindow(t *testing.T) {
	h := newHarness(t)
	h.TapControlNamed("Try the demo", nil)
	if h.host.demos != 1 || len(h.Toasts) != 0 || len(h.done) != 0 {
		t.Errorf("started %d times, said %+v, closed with %q", h.host.demos, h.Toasts, h.done)
	}
	h.host.demoErr = errDiskFull
	h.TapControlNamed("Try the demo", nil)
	if len(h.Toasts) != 1 || !h.Toasts[0].IsError {
		t.Errorf("of the failure it says %+v", h.Toasts)
	}
}

func TestDemoOffersOnlyItsOwnServer(t *testing.T) {
	h := newHarness(t, func(h *fakeHost) { h.isDemo = true })
	h.host.setServers(app.Server{
		Name: "demo", Title: "Demo", Models: []app.ServerModel{{ID: "demo"}},
	})
	h.probeForServersAndWait()
	for _, unwanted := range []string{"Use an API key", "Try the demo", "Set up a model later"} {
		if h.ShowsText(unwanted) {
			t.Errorf("the demo offers %q", unwanted)
		}
	}
	h.PressKeys(fyne.KeyReturn)
	h.waitUntilDone()
	if h.done[0] != "demo/demo" {
		t.Errorf("started with %q", h.done[0])
	}
}
