package chat

import (
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
)

// newPaneWithTwoPrompts shows a pane with two prompts and the focus in its composer.
func newPaneWithTwoPrompts(t *testing.T) (*uitest.Harness, *Pane) {
	t.Helper()
	h := uitest.NewHarness(t)
	h.Env.Prompts.LoadPromptsOnce()
	h.RunUICallsUntil("the prompts", h.Env.Prompts.IsLoaded)
	h.Env.Prompts.InsertOrReplacePrompt(app.Prompt{Name: "Translate", Text: "Translate into {{language}}: {{text}}"})
	h.Env.Prompts.InsertOrReplacePrompt(app.Prompt{Name: "Summarize", Text: "Sum this up."})
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 1000, 700)
	p.FocusComposer()
	return h, p
}

func TestSlashInsertsAPromptAfterAskingForItsVariables(t *testing.T) {
	h, p := newPaneWithTwoPrompts(t)
	h.TypeText("/trans")
	if h.ShowsText("Summarize") {
		t.Error("the filter has no effect")
	}
	h.PressKeys(fyne.KeyReturn)
	h.TypeText("German")
	h.PressKeys(fyne.KeyReturn)
	h.TypeText("good night")
	h.PressKeys(fyne.KeyReturn)
	if got := p.composer.Text(); got != "Translate into German: good night" {
		t.Errorf("the composer has %q", got)
	}
	if got := h.FocusedControlName(); got != "Message Memoir" {
		t.Errorf("the focus is on %q", got)
	}
}

func TestSlashThatIsNoPromptStaysText(t *testing.T) {
	h, p := newPaneWithTwoPrompts(t)
	h.TypeText("/etc")
	if got := p.composer.Text(); got != "/et" && got != "/etc" {
		t.Errorf("the composer has %q", got)
	}
	h.TypeText("/hosts")
	if got := p.composer.Text(); got != "/etc/hosts" {
		t.Errorf("the composer has %q", got)
	}
	p.composer.SetText("")
	h.TypeText("a/")
	if h.ShowsText("Translate") {
		t.Error("a slash within a text opens the prompts")
	}
	p.composer.SetText("")
	h.TypeText("/")
	h.PressKeys(fyne.KeyEscape)
	if got := p.composer.Text(); got != "/" || h.FocusedControlName() != "Message Memoir" {
		t.Errorf("after Esc: %q, focus on %q", got, h.FocusedControlName())
	}
}

func TestSlashOpensThePromptsAgainAfterSending(t *testing.T) {
	h, p := newPaneWithTwoPrompts(t)
	h.TypeText("Hello")
	p.composer.replaceTextWithoutCallback("")
	h.TypeText("/")
	if !h.ShowsText("Summarize") {
		t.Error("no prompts are shown")
	}
}

func TestPromptGoesBehindWhatIsTyped(t *testing.T) {
	h, p := newPaneWithTwoPrompts(t)
	h.TypeText("Dear all")
	p.OpenPromptPicker()
	h.TypeText("sum")
	h.PressKeys(fyne.KeyReturn)
	if got := p.composer.Text(); got != "Dear all\n\nSum this up." {
		t.Errorf("the composer has %q", got)
	}
}
