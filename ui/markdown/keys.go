package markdown

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// keyInput turns the keys and shortcuts of a focused text into changes of its selection and into
// copies. It belongs to the UI goroutine.
type keyInput struct {
	// OnKey receives keys that the text does not handle.
	OnKey func(*fyne.KeyEvent)
	// OnRune receives what is typed, which the text has no use for.
	OnRune func(rune)

	selection *selection
	clipboard *clipboard
	shiftHeld bool
}

// FocusGained does nothing; fyne.Focusable needs it.
func (k *keyInput) FocusGained() {}

// FocusLost forgets a held Shift. The selection stays, so that a menu can copy it.
func (k *keyInput) FocusLost() { k.shiftHeld = false }

// TypedRune calls OnRune.
func (k *keyInput) TypedRune(r rune) {
	if k.OnRune != nil {
		k.OnRune(r)
	}
}

// KeyDown tracks whether Shift is held.
func (k *keyInput) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		k.shiftHeld = true
	}
}

// KeyUp tracks whether Shift is held; its release ends a selection by the keyboard.
func (k *keyInput) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		k.shiftHeld = false
		k.clipboard.makeSelectedTextPrimarySelection()
	}
}

// TypedKey extends the selection on Shift and an arrow key and clears it on Escape; other keys go
// to OnKey.
func (k *keyInput) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && k.selection.HasSelection() {
		k.selection.ClearSelection()
		return
	}
	if k.shiftHeld {
		if pos, ok := k.selection.headAfterKey(e.Name, false); ok {
			k.selection.extendSelectionTo(pos)
			return
		}
	}
	if k.OnKey != nil {
		k.OnKey(e)
	}
}

// TypedShortcut handles copy, copy as Markdown (with Shift), select all, and extending the
// selection by words (with Ctrl).
func (k *keyInput) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		k.clipboard.CopySelection(false)
	case *fyne.ShortcutSelectAll:
		k.selection.SelectAll()
		k.clipboard.makeSelectedTextPrimarySelection()
	case *desktop.CustomShortcut:
		k.copyMarkdownOrExtendSelection(s)
	}
}

func (k *keyInput) copyMarkdownOrExtendSelection(s *desktop.CustomShortcut) {
	ctrl := s.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	shift := s.Modifier&fyne.KeyModifierShift != 0
	if !ctrl || !shift {
		return
	}
	if s.KeyName == fyne.KeyC {
		k.clipboard.CopySelection(true)
		return
	}
	switch s.KeyName {
	case fyne.KeyHome:
		k.selection.extendSelectionTo(0)
	case fyne.KeyEnd:
		k.selection.extendSelectionTo(k.selection.blocks.textEndPosition())
	default:
		if pos, ok := k.selection.headAfterKey(s.KeyName, true); ok {
			k.selection.extendSelectionTo(pos)
		}
	}
}
