package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Composer is the widget in which messages are written. Create it with New; the zero value does not
// work.
type Composer struct {
	widget.BaseWidget

	OnSend       func(text string)       // the text stays until Clear is called
	OnStop       func()                  // the send button while Busy
	OnChanged    func(text string)       // after every edit, including SetText
	OnEditLast   func()                  // Up in an empty composer
	OnCancelEdit func()                  // Esc or the chip's close button while editing
	OnAttach     func()                  // the paper clip button
	OnTemporary  func(on bool)           // the temporary chat button
	OnPaste      func(text string)       // a paste too long for a message, to be attached as a file
	OnRemoveFile func(id int64)          // the close button of a file chip
	OnOpenFile   func(id int64)          // a click on a file chip
	OnKey        func(fyne.KeyName) bool // unused: Esc, F1, PageUp, PageDown; if empty Home, End, Down
	OnResize     func()                  // MinSize changed; the parent must lay out again

	editor    *editor
	view      *view
	files     []File
	meter     Meter
	place     Place
	phase     Phase
	reason    string // tooltip while Disabled
	temporary bool
	dropping  bool
	editing   bool
	limit     float32 // 0 = eight lines
	rows      int     // visible lines of text
}

// New returns an empty composer with a placeholder such as "Message Memoir".
func New(placeholder string) *Composer {
	c := &Composer{editor: newEditor(), rows: 1}
	c.editor.OnChanged = c.changed
	c.editor.send = c.submit
	c.editor.editLast = func() { call(c.OnEditLast) }
	c.editor.other = c.otherKey
	c.editor.paste = c.pasted
	c.editor.focus = func(bool) { c.view.style() }
	c.view = newView(c)
	c.SetPlaceHolder(placeholder)
	c.ExtendBaseWidget(c)
	c.view.show()
	return c
}

// Text returns the text.
func (c *Composer) Text() string { return c.editor.Text }

// SetText replaces the text and moves the caret to its end.
func (c *Composer) SetText(text string) {
	c.editor.SetText(text)
	c.toEnd()
}

// InsertText types text at the caret, as for dictation and for text dropped on the composer.
func (c *Composer) Insert(text string) {
	for _, r := range text {
		c.editor.TypedRune(r)
	}
}

// Clear empties the text after it was sent.
func (c *Composer) Clear() { c.editor.SetText("") }

// FocusTarget returns the object that takes the keyboard focus.
func (c *Composer) Focusable() fyne.Focusable { return c.editor }

// SetPlaceholder sets the placeholder, which is also the accessible name.
func (c *Composer) SetPlaceHolder(text string) {
	c.editor.name = text
	c.view.hint.SetText(text)
}

// SetSendOnCtrlEnter makes Ctrl+Enter send and Enter break the line, which users of an input method
// need.
func (c *Composer) SetCtrlEnter(on bool) { c.editor.ctrlEnter = on }

// SetPhase sets what the send button does; reason is its tooltip while it is Disabled.
func (c *Composer) SetPhase(p Phase, reason string) {
	c.phase, c.reason = p, reason
	c.view.show()
}

// SetFiles sets the file chips.
func (c *Composer) SetFiles(files []File) {
	c.files = append(c.files[:0:0], files...)
	c.view.show()
	c.measure()
}

// SetMeter sets how full the context window will be.
func (c *Composer) SetMeter(m Meter) {
	c.meter = m
	c.view.show()
}

// SetDestination sets the line beneath the composer that says where the text goes.
func (c *Composer) SetPlace(p Place) {
	c.place = p
	c.view.show()
}

// Destination returns what SetDestination set.
func (c *Composer) Place() Place { return c.place }

// SetTemporary draws the temporary chat button as pressed.
func (c *Composer) SetTemporary(on bool) {
	c.temporary = on
	c.view.show()
}

// SetDropping shows that a file dragged over the window can be dropped here.
func (c *Composer) SetDropping(on bool) {
	c.dropping = on
	c.view.show()
}

// SetEditing shows that an earlier message is being edited.
func (c *Composer) SetEditing(on bool) {
	c.editing = on
	c.view.show()
	c.measure()
}

// SetMaxHeight limits the height of the text; 0 leaves eight lines.
func (c *Composer) SetMaxHeight(h float32) {
	if c.limit == h {
		return
	}
	c.limit = h
	c.measure()
}

// ContainsPosition reports whether a position in the window is inside the composer, for a file
// dropped there.
func (c *Composer) Drop(at fyne.Position) bool {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
	s := c.Size()
	return at.X >= p.X && at.Y >= p.Y && at.X < p.X+s.Width && at.Y < p.Y+s.Height
}

// CanSend reports whether Enter would send: the phase is Ready and the text is not blank.
func (c *Composer) CanSend() bool {
	return c.phase == Ready && strings.TrimSpace(c.editor.Text) != ""
}

func (c *Composer) submit() {
	if c.CanSend() && c.OnSend != nil {
		c.OnSend(strings.TrimSpace(c.editor.Text))
	}
}

func (c *Composer) pressRound() {
	if c.phase == Busy {
		call(c.OnStop)
		return
	}
	c.submit()
}

func (c *Composer) changed(text string) {
	c.view.styleRound()
	visible(c.view.hint, text == "")
	c.measure()
	if c.OnChanged != nil {
		c.OnChanged(text)
	}
}

func (c *Composer) otherKey(key fyne.KeyName) bool {
	if key == fyne.KeyEscape && c.editing {
		call(c.OnCancelEdit)
		return true
	}
	return c.OnKey != nil && c.OnKey(key)
}

func (c *Composer) pasted(text string) bool {
	if c.OnPaste == nil {
		return false
	}
	c.OnPaste(text)
	return true
}

// moveCaretToEnd moves the caret behind the last character. It sends PageDown to the Entry itself,
// because the editor would forward it to scroll the chat.
func (c *Composer) toEnd() { c.editor.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

func call(f func()) {
	if f != nil {
		f()
	}
}
