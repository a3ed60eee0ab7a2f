package aboutyou

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the page over a real core and store.
type harness struct {
	*uitest.Harness
	page *Page
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t)}
	h.openNewPageAndWait()
	return h
}

// openNewPageAndWait shows a page as at the start of the program.
func (h *harness) openNewPageAndWait() {
	h.page = New(h.Env)
	h.ShowPaneInWindow(h.page.Body(), 348, 1200)
	h.page.Reload()
	h.WaitForLoad("the text", &h.page.loadRequest)
	h.RunUICallsUntil("the draft", func() bool { return h.page.storedDraft.IsLoaded() })
}

func (h *harness) loadStoredBaseMemory() memory.BaseMemory {
	h.Helper()
	b, err := h.Env.Session.LoadCurrentBaseMemory(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	return b
}

func TestTextIsSavedAndUndone(t *testing.T) {
	h := newHarness(t)
	if h.page.saveButton.IsEnabled() || h.page.undoButton.IsEnabled() {
		t.Error("there is something to save or undo at first")
	}
	h.page.field.SetText("- I live in Lisbon.")
	if h.page.anewButton.IsEnabled() {
		t.Error("unsaved text can be written over")
	}
	h.TapControlNamed("Save", nil)
	h.WaitForToastAndClearToasts("Saved")
	if b := h.loadStoredBaseMemory(); b.Content != "- I live in Lisbon." || len(b.OwnLines) != 1 ||
		b.Actor != memory.ActorUser {
		t.Errorf("stored is %+v", b)
	}
	if !strings.Contains(h.VisibleText(), "1 line is yours") {
		t.Errorf("the page says\n%s", h.VisibleText())
	}
	h.TapControlNamed("Undo the latest change", nil)
	h.WaitForToastAndClearToasts("Undone")
	if b := h.loadStoredBaseMemory(); b.Content != "" || h.page.field.Text() != "" {
		t.Errorf("after Undo: %q, the field has %q", b.Content, h.page.field.Text())
	}
}

func TestTooLongTextIsRefusedAndKept(t *testing.T) {
	h := newHarness(t)
	long := strings.Repeat("- I have said a lot about myself here.\n", 600)
	h.page.field.SetText(long)
	h.TapControlNamed("Save", nil)
	h.RunUICallsUntil("the refusal", func() bool { return h.page.problem.Visible() })
	if h.loadStoredBaseMemory().ID != 0 || h.page.field.Text() != long || !strings.Contains(h.VisibleText(), "16 KB") {
		t.Errorf("stored %+v; the page says\n%.300s", h.loadStoredBaseMemory(), h.VisibleText())
	}
}

func TestUnsavedTextIsBackInTheNextRun(t *testing.T) {
	h := newHarness(t)
	h.page.field.SetText("- half a thought")
	h.page.SaveDraftNow()
	h.openNewPageAndWait()
	h.RunUICallsUntil("the draft", func() bool { return h.page.field.Text() == "- half a thought" })
	if h.loadStoredBaseMemory().ID != 0 || !h.page.saveButton.IsEnabled() {
		t.Error("the draft was stored as the text, or cannot be saved")
	}
	h.TapControlNamed("Save", nil)
	h.WaitForToastAndClearToasts("Saved")
	h.openNewPageAndWait()
	if got := h.page.field.Text(); got != "- half a thought" || h.page.model.hasUnsavedText() {
		t.Errorf("after saving: %q, unsaved %t", got, h.page.model.hasUnsavedText())
	}
}

func TestTextWrittenElsewhereIsShownUnlessSomethingIsTyped(t *testing.T) {
	h := newHarness(t)
	if _, err := h.Env.Session.StoreBaseMemoryWrittenByPerson(t.Context(), "- From the shell."); err != nil {
		t.Fatal(err)
	}
	h.page.ReloadOnCoreEvent(memory.Event{Kind: memory.EventMemories})
	h.WaitForLoad("the text", &h.page.loadRequest)
	if got := h.page.field.Text(); got != "- From the shell." {
		t.Errorf("the field has %q", got)
	}
	h.page.field.SetText("- Mine.")
	if _, err := h.Env.Session.StoreBaseMemoryWrittenByPerson(t.Context(), "- Again from the shell."); err != nil {
		t.Fatal(err)
	}
	h.page.ReloadOnCoreEvent(memory.Event{Kind: memory.EventMemories})
	h.WaitForLoad("the text", &h.page.loadRequest)
	if got := h.page.field.Text(); got != "- Mine." {
		t.Errorf("what was typed is now %q", got)
	}
}
