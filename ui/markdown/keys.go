package markdown

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func (v *View) requestFocus() {
	if app := fyne.CurrentApp(); app != nil {
		if c := app.Driver().CanvasForObject(v); c != nil {
			c.Focus(v)
		}
	}
}

// FocusGained records the keyboard focus.
func (v *View) FocusGained() { v.pointer.hasFocus = true }

// FocusLost records the loss of the focus. The selection stays, so that a menu can copy it.
func (v *View) FocusLost() { v.pointer.hasFocus, v.pointer.shiftHeld = false, false }

// TypedRune ignores text input.
func (v *View) TypedRune(rune) {}

// KeyDown tracks whether Shift is held.
func (v *View) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		v.pointer.shiftHeld = true
	}
}

// KeyUp tracks whether Shift is held.
func (v *View) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		v.pointer.shiftHeld = false
	}
}

// TypedKey extends the selection on Shift and an arrow key and clears it on Escape; other keys go
// to OnKey.
func (v *View) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && v.HasSelection() {
		v.ClearSelection()
		return
	}
	if v.pointer.shiftHeld {
		if pos, ok := v.selectionHeadAfterKey(e.Name, false); ok {
			v.setSelection(v.selection.anchor, pos)
			return
		}
	}
	if v.OnKey != nil {
		v.OnKey(e)
	}
}

// selectionHeadAfterKey returns where a key moves the selection head to.
func (v *View) selectionHeadAfterKey(key fyne.KeyName, word bool) (int, bool) {
	head := v.selection.head
	if key != fyne.KeyUp && key != fyne.KeyDown {
		v.selection.hasGoalX = false
	}
	switch key {
	case fyne.KeyLeft:
		return v.stepPosition(head, false, word), true
	case fyne.KeyRight:
		return v.stepPosition(head, true, word), true
	case fyne.KeyUp:
		return v.positionAboveOrBelow(head, false), true
	case fyne.KeyDown:
		return v.positionAboveOrBelow(head, true), true
	case fyne.KeyHome:
		return v.lineEdge(head, false), true
	case fyne.KeyEnd:
		return v.lineEdge(head, true), true
	}
	return head, false
}

// lineEdge returns the start or the end of the line of pos.
func (v *View) lineEdge(pos int, end bool) int {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemIndexOf(pos)]
	top, h := it.layout.lineTop(pos - it.textStart)
	x := float32(-1e6)
	if end {
		x = 1e6
	}
	return it.textStart + it.layout.offsetAt(x, top+h/2)
}

// TypedShortcut handles copy, copy as Markdown (with Shift), select all, and extending the
// selection by words (with Ctrl).
func (v *View) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		v.CopySelection(false)
	case *fyne.ShortcutSelectAll:
		v.SelectAll()
	case *desktop.CustomShortcut:
		v.handleCtrlShiftShortcut(s)
	}
}

func (v *View) handleCtrlShiftShortcut(s *desktop.CustomShortcut) {
	ctrl := s.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
	shift := s.Modifier&fyne.KeyModifierShift != 0
	if !ctrl || !shift {
		return
	}
	if s.KeyName == fyne.KeyC {
		v.CopySelection(true)
		return
	}
	switch s.KeyName {
	case fyne.KeyHome:
		v.setSelection(v.selection.anchor, 0)
	case fyne.KeyEnd:
		v.setSelection(v.selection.anchor, v.endPosition())
	default:
		if pos, ok := v.selectionHeadAfterKey(s.KeyName, true); ok {
			v.setSelection(v.selection.anchor, pos)
		}
	}
}
