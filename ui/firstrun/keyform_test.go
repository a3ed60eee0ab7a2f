package firstrun

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/llm/llmtest"
	"memoir/ui/app"
)

// openKeyForm opens the form as a click on its card does.
func (h *harness) openKeyForm() {
	h.Helper()
	h.TapControlNamed("Use an API key", nil)
	if got := h.FocusedControlName(); got != "API key" {
		h.Fatalf("the keyboard is at %q", got)
	}
}

// chooseService chooses a service in the open form.
func (h *harness) chooseService(title string) {
	h.Helper()
	h.TapControlNamed("Provider", nil)
	h.TapControlNamed(title, nil)
}

func TestEnteredKeyIsTestedThenSaved(t *testing.T) {
	h := newHarness(t)
	h.openKeyForm()
	h.TypeText(" sk-entered ")
	h.TapControlNamed("Test", nil)
	if !h.ShowsText("Testing 127.0.0.1:") {
		t.Errorf("while it asks:\n%s", h.VisibleText())
	}
	h.WaitForText("Connected: ")
	if len(h.host.added) != 0 {
		t.Fatalf("a test added %+v", h.host.added)
	}
	h.PressKeys(fyne.KeyReturn)
	h.waitUntilDone()
	want := h.host.presets[0]
	want.Key = "sk-entered"
	if p := h.onlyAddedProvider(); p != want || h.done[0] != "" {
		t.Errorf("added %+v, closed with %q", p, h.done[0])
	}
	for _, r := range h.server.Requests() {
		if r.Auth != "Bearer sk-entered" {
			t.Errorf("%s was sent %q", r.Path, r.Auth)
		}
	}
}

func TestRefusedKeyIsNotSaved(t *testing.T) {
	h := newHarness(t)
	if err := h.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultUnauthorized, Path: "/models", Times: 1}); err != nil {
		t.Fatal(err)
	}
	h.openKeyForm()
	h.TypeText("sk-wrong-abcd")
	h.TapControlNamed("Use this key", nil)
	h.WaitForText("rejected the key")
	if len(h.host.added) != 0 || len(h.done) != 0 || h.ShowsText("sk-wrong") {
		t.Errorf("added %+v, closed with %q, shown:\n%s", h.host.added, h.done, h.VisibleText())
	}
	h.host.addErr = errDiskFull
	h.TapControlNamed("Use this key", nil) // which the service accepts now
	h.RunUICallsUntil("the failure to save", func() bool {
		return !h.ShowsText("rejected the key") && !h.ShowsText("Testing ")
	})
	if got := h.pane.keyForm.status.Text(); got == "" || len(h.done) != 0 {
		t.Errorf("it says %q, closed with %q", got, h.done)
	}
}

func TestFormRefusesWhatIsMissing(t *testing.T) {
	h := newHarness(t)
	h.openKeyForm()
	h.PressKeys(fyne.KeyReturn)
	if !h.ShowsText("Enter a key first.") {
		t.Errorf("without a key:\n%s", h.VisibleText())
	}
	h.chooseService("Other compatible provider")
	if h.ShowsText("Enter a key first.") {
		t.Error("the refusal stays when another service is chosen")
	}
	h.PressKeys(fyne.KeyReturn, fyne.KeyReturn) // to the key, then the form
	if !h.ShowsText("Enter the provider's address first.") {
		t.Errorf("without an address:\n%s", h.VisibleText())
	}
	if n := len(h.server.Requests()); n != 0 || len(h.host.added) != 0 {
		t.Errorf("%d requests were sent, added %+v", n, h.host.added)
	}
}

func TestOwnServiceIsNamedAfterItsHost(t *testing.T) {
	h := newHarness(t)
	h.openKeyForm()
	h.chooseService("Other compatible provider")
	if got := h.FocusedControlName(); got != "https://example.com/v1" {
		t.Fatalf("the keyboard is at %q", got)
	}
	h.TypeText(h.server.URL + "/v1")
	h.PressKeys(fyne.KeyReturn)
	if got := h.FocusedControlName(); got != "API key" {
		t.Errorf("Enter moves to %q", got)
	}
	h.PressKeys(fyne.KeyReturn) // a service of one's own may need no key
	h.waitUntilDone()
	want := app.Provider{
		Name:    strings.ReplaceAll(strings.TrimPrefix(h.server.URL, "http://"), ":", "-"),
		BaseURL: h.server.URL + "/v1",
	}
	if p := h.onlyAddedProvider(); p != want {
		t.Errorf("added %+v, want %+v", p, want)
	}
}

func TestLocalServiceNeedsNoKey(t *testing.T) {
	h := newHarness(t)
	h.openKeyForm()
	h.chooseService("Ollama")
	if h.ShowsText("https://example.com/v1") {
		t.Error("a known service is asked for its address")
	}
	h.TapControlNamed("Use this key", nil)
	h.waitUntilDone()
	if p := h.onlyAddedProvider(); p.Name != "ollama" || p.Key != "" {
		t.Errorf("added %+v", p)
	}
}

func TestEscClosesTheFormAndForgetsTheKey(t *testing.T) {
	for name, closeForm := range map[string]func(h *harness){
		"Esc in the field":     func(h *harness) { h.PressKeys(fyne.KeyEscape) },
		"Cancel":               func(h *harness) { h.TapControlNamed("Cancel", nil) },
		"Esc with focus gone":  func(h *harness) { h.Win.Canvas().Unfocus(); h.PressKeys(fyne.KeyEscape) },
		"Esc during the check": func(h *harness) { h.PressKeys(fyne.KeyReturn, fyne.KeyEscape) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
			h.probeForServersAndWait()
			h.openKeyForm()
			h.TypeText("sk-secret")
			closeForm(h)
			if h.ShowsText("Use this key") || h.pane.keyForm.keyField.Text() != "" {
				t.Fatalf("the form holds %q, shown:\n%s", h.pane.keyForm.keyField.Text(), h.VisibleText())
			}
			h.PressKeys(fyne.KeyEscape) // does nothing more
			h.PressKeys(fyne.KeyReturn) // the primary button is the large one again
			h.waitUntilDone()
			if p := h.onlyAddedProvider(); p.Name != "ollama" || h.done[0] != "ollama/llama3.2" {
				t.Errorf("added %+v, closed with %q", p, h.done)
			}
		})
	}
}

func TestEnterOutsideTheFieldsUsesTheKey(t *testing.T) {
	h := newHarness(t)
	h.host.setServers(ollamaServerWithSmallModel("llama3.2"))
	h.probeForServersAndWait()
	h.openKeyForm()
	h.TypeText("sk-entered")
	h.Win.Canvas().Unfocus()
	h.PressKeys(fyne.KeyReturn)
	h.waitUntilDone()
	if p := h.onlyAddedProvider(); p.Name != "demo" {
		t.Errorf("added %+v", p)
	}
}
