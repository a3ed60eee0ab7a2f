package settings

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// focusFieldAndType focuses the field with a placeholder and types.
func (h *harness) focusFieldAndType(placeholder, text string) {
	h.Helper()
	for range 40 {
		if h.FocusedControlName() == placeholder {
			h.TypeText(text)
			return
		}
		h.Win.Canvas().FocusNext()
	}
	h.Fatalf("no field has the placeholder %q", placeholder)
}

func TestPromptsAreAddedChangedAndDeletedWithUndo(t *testing.T) {
	h := newHarnessWithOpenPage(t, PromptsPage)
	h.RunUICallsUntil("the prompts", h.Env.Prompts.IsLoaded)
	h.TapControlNamed("Add prompt", nil)
	h.TapControlNamed("Save", nil)
	if !h.ShowsText("Enter a name and the prompt text.") {
		t.Error("an empty prompt is accepted")
	}
	h.focusFieldAndType("Translate", "Translate")
	h.focusFieldAndType("Translate this into {{language}}: {{text}}", "In {{language}}")
	h.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault,
	})
	if got := h.Env.Prompts.Prompts(); len(got) != 1 || got[0].Name != "Translate" || got[0].Text != "In {{language}}" {
		t.Fatalf("stored: %+v", got)
	}
	h.TapControlNamed("Edit Translate", nil)
	h.TypeText("X ")
	h.TapControlNamed("Save", nil)
	if got := h.Env.Prompts.Prompts(); len(got) != 1 || got[0].Name != "X Translate" {
		t.Fatalf("after the change: %+v", got)
	}
	h.TapControlNamed("Delete X Translate", nil)
	if got := h.Env.Prompts.Prompts(); len(got) != 0 {
		t.Fatalf("after Delete: %+v", got)
	}
	h.WaitForToastAndClearToasts("Prompt deleted").Action()
	if got := h.Env.Prompts.Prompts(); len(got) != 1 || !h.ShowsText("X Translate") {
		t.Errorf("after Undo: %+v", got)
	}
}

// What is typed is saved after a pause, and at once when the page is left.
func TestInstructionsForAllChatsAreSaved(t *testing.T) {
	h := newHarnessWithOpenPage(t, PromptsPage)
	h.focusFieldAndType("For example: Answer in short sentences. I'm a nurse.", "Be brief.")
	h.RunUICallsUntil("the pause", func() bool { return h.Service.Config().Instructions == "Be brief." })
	h.TypeText(" Always.")
	h.dialog.sheet.Close()
	h.RunUICallsUntil("the rest", func() bool { return h.Service.Config().Instructions == "Be brief. Always." })
}
