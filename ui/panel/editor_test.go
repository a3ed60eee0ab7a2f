package panel

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// typed writes into what has the cursor.
func (d *desk) typed(text string) {
	d.Helper()
	test.Type(d.Win.Canvas().Focused(), text)
}

func (d *desk) ctrlEnter() {
	d.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault,
	})
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
