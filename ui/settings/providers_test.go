package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/theme"
)

func newReachableProvider(name, title string) memory.ProviderInfo {
	return memory.ProviderInfo{
		Name: name, Title: title, BaseURL: "http://127.0.0.1:11434/v1", Local: true, Reachable: true, Models: 2,
	}
}

func newLocalChatModel(provider, name string) memory.ModelInfo {
	return memory.ModelInfo{
		ID: provider + "/" + name, Provider: provider, Name: name, Available: true, CanChat: true, Local: true,
	}
}

// newHarnessWithOllama opens the page with one provider and two models that can chat.
func newHarnessWithOllama(t *testing.T) *harness {
	t.Helper()
	h := newClosedHarness(t)
	h.Catalog.SetProvidersAndModels([]memory.ProviderInfo{newReachableProvider("ollama", "Ollama")}, []memory.ModelInfo{
		newLocalChatModel("ollama", "llama3.2"), newLocalChatModel("ollama", "qwen3"),
		{ID: "ollama/embed", Provider: "ollama", Name: "embed", Available: true, Local: true},
	})
	h.dialog.OpenModelsPage(h.Win.Canvas(), "")
	h.WaitForText("127.0.0.1:11434 · 2 models")
	return h
}

func TestStateOfAProviderIsShownInWords(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*memory.ProviderInfo)
		want   providerState
	}{
		"reachable without a key": {
			func(*memory.ProviderInfo) {}, providerState{theme.Success, theme.Text3, "127.0.0.1:11434 · 2 models"},
		},
		"a key in the keychain": {
			func(p *memory.ProviderInfo) { p.HasKey, p.KeySource = true, "keychain" },
			providerState{theme.Success, theme.Text3, "127.0.0.1:11434 · Key saved in the system keychain · 2 models"},
		},
		"a key in a file": {
			func(p *memory.ProviderInfo) { p.HasKey, p.KeySource, p.Models = true, "file", 1 },
			providerState{theme.Success, theme.Text3, "127.0.0.1:11434 · Key saved in a file only you can read · 1 model"},
		},
		"a key in the environment": {
			func(p *memory.ProviderInfo) { p.HasKey, p.KeySource = true, "env:OPENAI_API_KEY" },
			providerState{theme.Success, theme.Text3, "127.0.0.1:11434 · Key read from OPENAI_API_KEY · 2 models"},
		},
		"a key elsewhere": {
			func(p *memory.ProviderInfo) { p.HasKey, p.KeySource = true, "none" },
			providerState{theme.Success, theme.Text3, "127.0.0.1:11434 · No key · 2 models"},
		},
		"a local server that is off": {
			func(p *memory.ProviderInfo) { p.Reachable = false },
			providerState{
				theme.Disabled, theme.Text3, "Ollama isn't running at 127.0.0.1:11434. Start it, then refresh.",
			},
		},
		"a service that is off": {
			func(p *memory.ProviderInfo) { p.Reachable, p.Local, p.Title = false, false, "" },
			providerState{theme.Disabled, theme.Text3, "ollama can't be reached."},
		},
		"a refused key": {
			func(p *memory.ProviderInfo) {
				p.Reachable, p.Fault = false, &memory.Fault{Code: "unauthorized", Title: "Refused.", Hint: "Enter a new key."}
			},
			providerState{theme.Error, theme.Error, "Refused. Enter a new key."},
		},
		"another fault": {
			func(p *memory.ProviderInfo) {
				p.Reachable, p.Fault = false, &memory.Fault{Code: "quota", Title: "No credit.", Hint: "Add some."}
			},
			providerState{theme.Disabled, theme.Text3, "No credit. Add some."},
		},
	} {
		p := newReachableProvider("ollama", "Ollama")
		c.change(&p)
		if got := providerStateTextAndColors(p); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAddressesAreShortened(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.openai.com/v1": "api.openai.com", "http://box:8000/v1": "box:8000", "http://box/api": "box/api",
	} {
		if got := trimSchemeAndV1Suffix(in); got != want {
			t.Errorf("%s is shown as %q, want %q", in, got, want)
		}
	}
}

func TestWithoutProvidersThePageSaysWhatToDo(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	if !h.ShowsText("No providers yet") {
		t.Fatalf("shown:\n%s", h.VisibleText())
	}
	h.Catalog.SetProvidersAndModels([]memory.ProviderInfo{newReachableProvider("ollama", "Ollama")}, nil)
	h.TapControlNamed("Refresh", nil)
	h.WaitForText("127.0.0.1:11434 · 2 models")
	if got := h.host.takeRequests(); got != "invalidate" {
		t.Errorf("asked for %q", got)
	}
}

func TestFailureToLoadIsReported(t *testing.T) {
	h := newClosedHarness(t)
	h.Catalog.SetListingError(errDiskFull)
	h.dialog.OpenModelsPage(h.Win.Canvas(), "")
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
	if h.ShowsText("No providers yet") {
		t.Error("a failure is shown as an empty list")
	}
}

func TestProviderIsAddedWithItsKey(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.TapControlNamed("Add provider", nil)
	field := h.dialog.models.form.keyField
	field.RequestFocus()
	h.TypeText(" sk-1 ")
	h.TapControlNamed("Test", nil)
	if !h.ShowsText("Testing…") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.WaitForText("Connected: 3 models.")
	if got := h.waitForHostRequest("test"); got != "test https://api.openai.com/v1 sk-1" {
		t.Errorf("asked for %q", got)
	}
	field.RequestFocus()
	h.PressKeys(fyne.KeyReturn)
	if got := h.waitForHostRequest("add"); got != "add openai OpenAI https://api.openai.com/v1 sk-1" {
		t.Errorf("asked for %q", got)
	}
	h.RunUICallsUntil("the form to close", func() bool { return !h.ShowsText("Add a provider") })
	if h.providerChanges != 1 {
		t.Errorf("the window was told %d times", h.providerChanges)
	}
}

func TestOwnServiceIsNamedAfterItsHost(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.TapControlNamed("Add provider", nil)
	h.TapControlNamed("Provider", nil)
	h.TapControlNamed("Other compatible provider", nil)
	address := h.dialog.models.form.addressField
	if address.Text() != "" {
		t.Errorf("the address is %q", address.Text())
	}
	address.RequestFocus()
	h.TypeText("http://box:8000/v1 ")
	h.dialog.models.form.nameField.RequestFocus()
	h.TypeText("Work ")
	h.TapControlNamed("Save", nil)
	if got := h.waitForHostRequest("add"); got != "add box-8000 Work http://box:8000/v1 " {
		t.Errorf("asked for %q", got)
	}
}

func TestFormShowsItsFailures(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.host.setError(memory.ErrUnauthorized)
	h.TapControlNamed("Add provider", nil)
	title, _ := memory.ErrorTitleAndHintForUser(memory.ErrUnauthorized)
	for _, button := range []string{"Test", "Save"} {
		h.TapControlNamed(button, nil)
		h.waitForHostRequest(map[string]string{"Test": "test", "Save": "add"}[button])
		h.RunUICallsUntil("the failure", func() bool { return strings.HasPrefix(h.dialog.models.form.status.Text(), title) })
		h.dialog.models.form.showStatus("", theme.Text3)
	}
	if h.providerChanges != 0 || !h.ShowsText("Add a provider") {
		t.Errorf("the window was told %d times, shown:\n%s", h.providerChanges, h.VisibleText())
	}
	h.TapControlNamed("Cancel", nil)
	if h.ShowsText("Add a provider") {
		t.Error("Cancel leaves the form open")
	}
}

func TestKeyOfAProviderIsChanged(t *testing.T) {
	h := newHarnessWithOllama(t)
	h.TapControlNamed("Manage Ollama", nil)
	h.TapControlNamed("Enter API key", nil)
	if !h.ShowsText("API key for Ollama") || h.FocusedControlName() != "API key" || h.ShowsText("Add a provider") {
		t.Errorf("the keyboard is at %q, shown:\n%s", h.FocusedControlName(), h.VisibleText())
	}
	h.TypeText("sk-2")
	h.TapControlNamed("Test", nil)
	if got := h.waitForHostRequest("test"); got != "test http://127.0.0.1:11434/v1 sk-2" {
		t.Errorf("asked for %q", got)
	}
	h.TapControlNamed("Save", nil)
	if got := h.waitForHostRequest("key"); got != "key ollama sk-2" {
		t.Errorf("asked for %q", got)
	}
}

func TestNameAndAddressOfAProviderAreShownAndChanged(t *testing.T) {
	h := newHarnessWithOllama(t)
	h.TapControlNamed("Manage Ollama", nil)
	h.TapControlNamed("Edit name and address", nil)
	form := h.dialog.models.form
	if form.nameField.Text() != "Ollama" || form.addressField.Text() != "http://127.0.0.1:11434/v1" ||
		!form.nameField.HasFocus() {
		t.Errorf("shown: %q at %q", form.nameField.Text(), form.addressField.Text())
	}
	form.nameField.SetText(" The box ")
	form.addressField.SetText("http://box:11434")
	form.addressField.RequestFocus()
	h.PressKeys(fyne.KeyReturn)
	if got := h.waitForHostRequest("update"); got != "update ollama The box http://box:11434" {
		t.Errorf("asked for %q", got)
	}
	h.RunUICallsUntil("the form to close", func() bool { return h.dialog.models.form == nil })
	if h.providerChanges != 1 {
		t.Errorf("the window was told %d times", h.providerChanges)
	}
}

// Every choice rebuilds the page; Tab must go on from where the user was.
func TestFocusStaysOnASelectAfterChoosingByMouse(t *testing.T) {
	h := newHarnessWithOllama(t)
	h.TapControlNamed("Learning model", nil)
	h.TapControlNamed("qwen3 · Ollama", nil)
	h.waitForHostRequest("extractor")
	h.RunUICallsUntil("the new state", func() bool { return h.dialog.models.state.extractor.Name == "qwen3" })
	if got := h.FocusedControlName(); got != "Learning model" {
		t.Errorf("the keyboard is at %q", got)
	}
	h.Win.Canvas().FocusNext()
	if got := h.FocusedControlName(); got != "Don't ask" {
		t.Errorf("Tab goes to %q", got)
	}
}

func TestDialogOpensAtTheKeyOfAProvider(t *testing.T) {
	h := newClosedHarness(t)
	h.Catalog.SetProvidersAndModels(
		[]memory.ProviderInfo{newReachableProvider("jan", "Jan"), newReachableProvider("ollama", "Ollama")}, nil,
	)
	h.dialog.OpenModelsPage(h.Win.Canvas(), "ollama")
	h.WaitForText("API key for Ollama")
	h.TapControlNamed("Cancel", nil)
	h.dialog.OpenModelsPage(h.Win.Canvas(), "gone")
	h.RunUICallsUntil("the page", func() bool { return h.dialog.keyProvider == "" })
	if h.ShowsText("API key for") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
}

func TestProviderIsRemovedAfterAQuestion(t *testing.T) {
	h := newHarnessWithOllama(t)
	ask := func() {
		h.TapControlNamed("Manage Ollama", nil)
		h.TapControlNamed("Remove", nil)
	}
	ask()
	if !h.ShowsText("Remove Ollama?") {
		t.Fatalf("shown:\n%s", h.VisibleText())
	}
	h.TapControlNamed("Cancel", nil)
	ask()
	h.TapControlNamed("Remove provider", nil)
	if got := h.waitForHostRequest("remove"); got != "remove ollama" {
		t.Errorf("asked for %q", got)
	}
	h.RunUICallsUntil("the window to know", func() bool { return h.providerChanges == 1 })

	h.host.setError(errDiskFull)
	ask()
	h.TapControlNamed("Remove provider", nil)
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
	h.TapControlNamed("Manage Ollama", nil)
	h.TapControlNamed("Refresh", nil)
	h.waitForHostRequest("invalidate")
}
