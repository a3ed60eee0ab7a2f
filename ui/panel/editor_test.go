package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
)

// typeText types into the focused field.
func (d *desk) typed(text string) {
	d.Helper()
	test.Type(d.Win.Canvas().Focused(), text)
}

func (d *desk) ctrlEnter() {
	d.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault,
	})
}

// reopenPanel creates the panel again, as the next start of the program does after an exit or a
// crash.
func (d *desk) again() {
	d.Helper()
	d.panel = New(d.Env, Actions{
		Close: func() {}, PickFile: func() {}, CopyText: func(string) {}, Settled: d.Settled,
		Message: func(memory.ID, memory.ID) {},
	})
	d.Show(d.panel, 348, 900)
	d.restored()
}

func (d *desk) restored() {
	d.Helper()
	d.panel.Reload()
	d.Until("the drafts", func() bool { return d.panel.drafts.kept.Known() })
}

// newEditorHarness returns a harness in which the editor of a memory is open.
func newEditing(t *testing.T) (*desk, memory.Memory) {
	t.Helper()
	d := newDesk(t)
	d.restored()
	m := d.Learn(d.Fact("The user has a cat."), memory.Decision{})
	d.panel.OpenMemory(m.ID)
	d.Until("the editor", func() bool { return d.panel.editor != nil })
	return d, m
}

func (d *desk) kept() {
	d.Helper()
	d.Until("the draft to be kept", func() bool { return d.panel.drafts.off == nil })
}

func TestWhatIsWrittenIntoAnEditorComesBackAfterACrash(t *testing.T) {
	d, m := newEditing(t)
	d.typed("The user has two cats and")
	d.panel.editor.tag.Focus()
	d.typed("pets")
	d.kept()
	d.again()
	d.Until("the editor", func() bool { return d.panel.editor != nil })
	e := d.panel.editor
	if !strings.Contains(e.text.Text(), "The user has two cats and") || e.tag.Text() != "pets" || !e.again.Visible() {
		t.Errorf("the editor holds %q and the tag %q", e.text.Text(), e.tag.Text())
	}
	if got := d.Stored(m.ID).Content; got != "The user has a cat." {
		t.Errorf("stored without Save: %q", got)
	}
	d.Tap("Cancel", nil)
	d.again()
	d.panel.OpenMemory(m.ID)
	d.Until("the editor", func() bool { return d.panel.editor != nil })
	if e := d.panel.editor; e.text.Text() != "The user has a cat." || e.again.Visible() {
		t.Errorf("after Cancel the editor holds %q", e.text.Text())
	}
}

func TestWhatIsWrittenStaysWhenTheEditorIsLeftAndGoesWithSave(t *testing.T) {
	d := newDesk(t)
	d.restored()
	d.panel.Add()
	d.typed("The user plays chess.")
	d.panel.Turn(Files)
	d.again()
	if d.panel.editor != nil {
		t.Error("an editor that was left is open again")
	}
	d.panel.Add()
	if got := d.panel.editor.text.Text(); got != "The user plays chess." {
		t.Errorf("the editor holds %q", got)
	}
	d.ctrlEnter()
	d.Until("the editor to close", func() bool { return d.panel.editor == nil })
	if m := d.Stored(1); m.Content != "The user plays chess." {
		t.Errorf("stored: %+v", m)
	}
	d.again()
	d.panel.Add()
	if got := d.panel.editor.text.Text(); got != "" || len(d.panel.drafts.Texts) != 0 {
		t.Errorf("after Save the editor of a new memory holds %q", got)
	}
}

func TestADraftGoesWithItsMemory(t *testing.T) {
	d, m := newEditing(t)
	d.typed("secret words")
	d.panel.Escape()
	if _, err := d.Service.EraseMemory(t.Context(), 1, memory.ActorUser, m.ID); err != nil {
		t.Fatal(err)
	}
	d.kept()
	d.again()
	if n := len(d.panel.drafts.Texts); n != 0 || d.panel.editor != nil {
		t.Errorf("%d drafts of a memory that is erased", n)
	}
	d.Env.Tasks.Close()
	if v, err := d.Env.Host.Setting(t.Context(), draftsKey); err != nil || strings.Contains(v, "secret") {
		t.Errorf("kept is %s, %v", v, err)
	}
}

func TestCtrlEnterSavesAMemoryAndEnterDoesInAFieldOfOneLine(t *testing.T) {
	d := newDesk(t)
	d.panel.Add()
	d.ctrlEnter()
	if d.panel.editor == nil {
		t.Fatal("an empty memory was saved")
	}
	d.typed("The user has a cat.")
	d.panel.editor.tag.Focus()
	d.typed("pets")
	d.ctrlEnter()
	d.Until("the editor to close", func() bool { return d.panel.editor == nil })
	if m := d.Stored(1); m.Content != "The user has a cat." || len(m.Tags) != 1 || m.Tags[0] != "pets" {
		t.Errorf("stored: %+v", m)
	}
	d.panel.OpenMemory(1)
	d.Until("the memory", func() bool { return d.panel.editor != nil && d.panel.editor.text.Text() != "" })
	d.panel.editor.key.Focus()
	d.typed("pet")
	d.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.Until("the editor to close again", func() bool { return d.panel.editor == nil })
	if m := d.Stored(1); m.Key != "pet" {
		t.Errorf("the key is %q", m.Key)
	}
}
