package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/app"
)

// typeText types into the focused field.
func (d *harness) typeText(text string) {
	d.Helper()
	test.Type(d.Win.Canvas().Focused(), text)
}

func (d *harness) pressCtrlEnter() {
	d.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault,
	})
}

// reopenPanelAndLoadDrafts creates the panel again, as the next start of the program does after an exit or a
// crash.
func (d *harness) reopenPanelAndLoadDrafts() {
	d.Helper()
	d.panel = New(d.Env)
	d.ShowPaneInWindow(d.panel, 348, 900)
	d.loadDraftsAndWait()
}

func (d *harness) loadDraftsAndWait() {
	d.Helper()
	d.panel.ReloadMemoriesFilesRestoreDrafts()
	d.RunUICallsUntil("the drafts", func() bool { return d.panel.drafts.stored.IsLoaded() })
}

// newEditorHarness returns a harness in which the editor of a memory is open.
func newEditorHarness(t *testing.T) (*harness, memory.Memory) {
	t.Helper()
	d := newHarness(t)
	d.loadDraftsAndWait()
	m := d.StoreMemoryWithExtractorDecision(d.NewExtractedFact("The user has a cat."), memory.Decision{})
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
	return d, m
}

func (d *harness) waitForPendingDraftSave() {
	d.Helper()
	d.RunUICallsUntil("the draft to be kept", func() bool { return !d.panel.drafts.save.IsPending() })
}

func TestEditorDraftIsRestoredAfterACrash(t *testing.T) {
	d, m := newEditorHarness(t)
	d.typeText("The user has two cats and")
	d.panel.editor.tagField.RequestFocus()
	d.typeText("pets")
	d.waitForPendingDraftSave()
	d.reopenPanelAndLoadDrafts()
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
	e := d.panel.editor
	if !strings.Contains(e.textField.Text(), "The user has two cats and") || e.tagField.Text() != "pets" ||
		!e.restoredHint.Visible() {
		t.Errorf("the editor holds %q and the tag %q", e.textField.Text(), e.tagField.Text())
	}
	if got := d.LoadMemory(m.ID).Content; got != "The user has a cat." {
		t.Errorf("stored without Save: %q", got)
	}
	d.TapControlNamed("Cancel", nil)
	d.reopenPanelAndLoadDrafts()
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
	if e := d.panel.editor; e.textField.Text() != "The user has a cat." || e.restoredHint.Visible() {
		t.Errorf("after Cancel the editor holds %q", e.textField.Text())
	}
}

func TestEditorDraftSurvivesLeavingAndIsClearedBySave(t *testing.T) {
	d := newHarness(t)
	d.loadDraftsAndWait()
	d.panel.OpenNewMemoryEditor()
	d.typeText("The user plays chess.")
	d.panel.ShowTabClosingEditorAndOverlay(Files)
	d.reopenPanelAndLoadDrafts()
	if d.panel.editor != nil {
		t.Error("an editor that was left is open again")
	}
	d.panel.OpenNewMemoryEditor()
	if got := d.panel.editor.textField.Text(); got != "The user plays chess." {
		t.Errorf("the editor holds %q", got)
	}
	d.pressCtrlEnter()
	d.RunUICallsUntil("the editor to close", func() bool { return d.panel.editor == nil })
	if m := d.LoadMemory(1); m.Content != "The user plays chess." {
		t.Errorf("stored: %+v", m)
	}
	d.reopenPanelAndLoadDrafts()
	d.panel.OpenNewMemoryEditor()
	if got := d.panel.editor.textField.Text(); got != "" || len(d.panel.drafts.Texts) != 0 {
		t.Errorf("after Save the editor of a new memory holds %q", got)
	}
}

func TestErasingAMemoryDropsItsDraft(t *testing.T) {
	d, m := newEditorHarness(t)
	d.typeText("secret words")
	d.panel.CloseEditorOrOverlayOrSelection()
	if _, err := d.Service.Session(1, memory.ActorUser).EraseMemory(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	d.waitForPendingDraftSave()
	d.reopenPanelAndLoadDrafts()
	if n := len(d.panel.drafts.Texts); n != 0 || d.panel.editor != nil {
		t.Errorf("%d drafts of a memory that is erased", n)
	}
	d.Env.Tasks.Close()
	if v, err := d.Env.Host.LoadSettingOrEmpty(t.Context(), draftsKey); err != nil || strings.Contains(v, "secret") {
		t.Errorf("kept is %s, %v", v, err)
	}
}

func TestCtrlEnterSavesAndEnterSavesInSingleLineFields(t *testing.T) {
	d := newHarness(t)
	d.panel.OpenNewMemoryEditor()
	d.pressCtrlEnter()
	if d.panel.editor == nil {
		t.Fatal("an empty memory was saved")
	}
	d.typeText("The user has a cat.")
	d.panel.editor.tagField.RequestFocus()
	d.typeText("pets")
	d.pressCtrlEnter()
	d.RunUICallsUntil("the editor to close", func() bool { return d.panel.editor == nil })
	if m := d.LoadMemory(1); m.Content != "The user has a cat." || len(m.Tags) != 1 || m.Tags[0] != "pets" {
		t.Errorf("stored: %+v", m)
	}
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(1))
	d.RunUICallsUntil("the memory", func() bool { return d.panel.editor != nil && d.panel.editor.textField.Text() != "" })
	d.panel.editor.keyField.RequestFocus()
	d.typeText("pet")
	d.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.RunUICallsUntil("the editor to close again", func() bool { return d.panel.editor == nil })
	if m := d.LoadMemory(1); m.Key != "pet" {
		t.Errorf("the key is %q", m.Key)
	}
}
