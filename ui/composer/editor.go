package composer

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/primary"
)

const (
	maxLines = 8
	// maxPasteBytes is the size above which a paste becomes a file: an Entry takes 32 ms per key at 16
	// KB.
	maxPasteBytes = 8 << 10
	// maxMeasuredBytes is the length in bytes above which a text certainly fills maxLines, so that
	// wrapping need not be measured: the widest line of the composer holds under 130 characters of 15
	// px text.
	maxMeasuredBytes = maxLines * 130 * 4
)

// editor is the text field of the composer: an Entry that knows which keys send.
type editor struct {
	widget.Entry
	name            string
	focused         bool
	sendOnCtrlEnter bool // Ctrl+Enter sends and Enter breaks the line, instead of Enter and Shift+Enter
	shiftDown       bool
	onSend          func()
	onEditLast      func()
	onOtherKey      func(fyne.KeyName) bool // for keys the text does not use; reports whether it was handled
	onEmptyPaste    func()                  // a paste without text, for example of a picture
	onLongPaste     func(text string) bool  // takes a long paste; reports whether it did
	onFocusChanged  func(on bool)
	shortcutTarget  func() fyne.Shortcutable // receives unhandled shortcuts; nil outside of a window
}

func newEditor() *editor {
	e := &editor{}
	e.MultiLine = true
	e.Wrapping = fyne.TextWrapWord
	e.ExtendBaseWidget(e)
	e.shortcutTarget = func() fyne.Shortcutable {
		w, _ := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable)
		return w
	}
	e.SetMinRowsVisible(1)
	return e
}

// Name is the accessible name of the field.
func (e *editor) Name() string { return e.name }

// CreateRenderer hides the border that Fyne draws around an entry, because the composer has its
// own, and keeps the text clear of the scroll bar.
func (e *editor) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewBorderlessEntryRenderer(&e.Entry, e.Entry.CreateRenderer)
}

// AcceptsTab lets Tab and Shift+Tab move the focus; a multi-line Entry would keep both and trap it.
func (e *editor) AcceptsTab() bool { return false }

// TypedKey handles the keys that send, break the line or edit, and passes on the rest.
func (e *editor) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !e.sendOnCtrlEnter && !e.shiftDown {
			e.onSend()
			return
		}
		e.TypedRune('\n')
		return
	case fyne.KeyUp:
		if e.Text == "" {
			e.onEditLast()
			return
		}
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF2:
		e.onOtherKey(ev.Name)
		return
	case fyne.KeyPageUp, fyne.KeyPageDown:
		if e.hardLineCount() < maxLines && e.onOtherKey(ev.Name) {
			return
		}
	case fyne.KeyHome, fyne.KeyEnd, fyne.KeyDown:
		if e.Text == "" && e.onOtherKey(ev.Name) {
			return
		}
	}
	if ev.Name == fyne.KeyBackspace {
		draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedKey(ev) })
		return
	}
	e.Entry.TypedKey(ev)
}

// TypedRune inserts a character.
func (e *editor) TypedRune(r rune) {
	draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedRune(r) })
}

// MouseDown places the cursor, and pastes the primary selection there when it is the middle button.
func (e *editor) MouseDown(ev *desktop.MouseEvent) {
	e.Entry.MouseDown(ev)
	primary.PasteOnMiddleClick(e, ev)
}

// MouseUp ends a selection.
func (e *editor) MouseUp(ev *desktop.MouseEvent) {
	e.Entry.MouseUp(ev)
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// DoubleTapped selects a word, which Fyne does after the button was released.
func (e *editor) DoubleTapped(ev *fyne.PointEvent) {
	e.Entry.DoubleTapped(ev)
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// DragEnd ends a selection that was dragged.
func (e *editor) DragEnd() {
	e.Entry.DragEnd()
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// KeyDown tracks Shift, which TypedKey does not report.
func (e *editor) KeyDown(ev *fyne.KeyEvent) {
	if ev.Name == desktop.KeyShiftLeft || ev.Name == desktop.KeyShiftRight {
		e.shiftDown = true
	}
	e.Entry.KeyDown(ev)
}

// KeyUp tracks Shift, whose release ends a selection by the keyboard.
func (e *editor) KeyUp(ev *fyne.KeyEvent) {
	if ev.Name == desktop.KeyShiftLeft || ev.Name == desktop.KeyShiftRight {
		e.shiftDown = false
		primary.CopyEntrySelectionUnlessPassword(&e.Entry)
	}
	e.Entry.KeyUp(ev)
}

// FocusGained makes the composer draw its focus ring.
func (e *editor) FocusGained() {
	e.focused = true
	e.Entry.FocusGained()
	e.onFocusChanged(true)
}

// FocusLost resets the Shift state, because its release goes to whatever has the focus then.
func (e *editor) FocusLost() {
	e.shiftDown, e.focused = false, false
	e.Entry.FocusLost()
	e.onFocusChanged(false)
}

// TypedShortcut sends on Ctrl+Enter and diverts long pastes.
func (e *editor) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *desktop.CustomShortcut:
		enter := s.KeyName == fyne.KeyReturn || s.KeyName == fyne.KeyEnter
		if enter && s.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierShortcutDefault {
			e.onSend()
			return
		}
		if e.forwardUnusedShortcutToWindow(s) {
			return
		}
	case *fyne.ShortcutPaste:
		text := s.Clipboard.Content()
		if text == "" || !utf8.ValidString(text) { // some programs offer the bytes of a picture as text
			e.onEmptyPaste()
			return
		}
		if len(text) > maxPasteBytes && e.onLongPaste(text) {
			return
		}
		draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedShortcut(s) })
		return
	}
	e.Entry.TypedShortcut(s)
}

// forwardUnusedShortcutToWindow passes a shortcut that no text uses, such as Ctrl+N, to the window,
// because the driver delivers all shortcuts to the focused field. It reports whether it did.
func (e *editor) forwardUnusedShortcutToWindow(s *desktop.CustomShortcut) bool {
	switch s.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete:
		if s.Modifier&fyne.KeyModifierAlt == 0 || fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper {
			return false
		}
	}
	window := e.shortcutTarget()
	if window != nil {
		window.TypedShortcut(s)
	}
	return window != nil
}

// hardLineCount counts hard line breaks; wrapped lines are counted by the composer.
func (e *editor) hardLineCount() int { return strings.Count(e.Text, "\n") + 1 }

// MoveCaret puts the caret before the rune at an offset.
func (e *editor) MoveCaret(offset int) { draw.MoveCursorToOffset(&e.Entry, offset) }
