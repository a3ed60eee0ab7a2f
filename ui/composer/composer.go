package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Composer is the writing area. Create it with New; its zero value does not work.
type Composer struct {
	widget.BaseWidget

	OnSend       func(text string)       // the text is kept until Clear is called
	OnStop       func()                  // the round button while Busy
	OnChanged    func(text string)       // after every edit by the user or by SetText
	OnEditLast   func()                  // Up in an empty composer
	OnCancelEdit func()                  // Esc, or the chip's cross, while Editing
	OnAttach     func()                  // the paper clip
	OnTemporary  func(on bool)           // the ghost
	OnPaste      func(text string)       // a paste too long for a message: make it a file
	OnRemoveFile func(id int64)          // the cross of a file chip
	OnOpenFile   func(id int64)          // the name of a file chip
	OnKey        func(fyne.KeyName) bool // keys the text has no use for: Esc, PageUp, PageDown, Home and End when empty
	OnResize     func()                  // MinSize changed; lay the parent out again

	editor    *editor
	view      *view
	files     []File
	meter     Meter
	place     Place
	phase     Phase
	reason    string // why phase is Off
	temporary bool
	dropping  bool
	editing   bool
	limit     float32 // most height of the text, 0 = eight lines
	rows      int     // lines of text shown
}

// New returns an empty composer with a place-holder such as "Message Memoir".
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

// Text returns what is typed.
func (c *Composer) Text() string { return c.editor.Text }

// SetText replaces what is typed and puts the cursor behind it.
func (c *Composer) SetText(text string) {
	c.editor.SetText(text)
	c.toEnd()
}

// Insert types text at the cursor; it is for dictation and for text dropped on the composer.
func (c *Composer) Insert(text string) {
	for _, r := range text {
		c.editor.TypedRune(r)
	}
}

// Clear empties the text, after it was sent.
func (c *Composer) Clear() { c.editor.SetText("") }

// Focusable is what to give the keyboard focus to.
func (c *Composer) Focusable() fyne.Focusable { return c.editor }

// SetPlaceHolder changes the text of the empty composer, which names it, too.
func (c *Composer) SetPlaceHolder(text string) {
	c.editor.name = text
	c.view.hint.SetText(text)
}

// SetCtrlEnter makes Ctrl+Enter send and Enter break the line, as people who write with an input method need it.
func (c *Composer) SetCtrlEnter(on bool) { c.editor.ctrlEnter = on }

// SetPhase says what the round button does; reason is shown as its tooltip while it is Off.
func (c *Composer) SetPhase(p Phase, reason string) {
	c.phase, c.reason = p, reason
	c.view.show()
}

// SetFiles shows the chips.
func (c *Composer) SetFiles(files []File) {
	c.files = append(c.files[:0:0], files...)
	c.view.show()
	c.measure()
}

// SetMeter shows how full the context will be.
func (c *Composer) SetMeter(m Meter) {
	c.meter = m
	c.view.show()
}

// SetPlace says beneath the composer where the text goes.
func (c *Composer) SetPlace(p Place) {
	c.place = p
	c.view.show()
}

// Place returns what is said beneath the composer.
func (c *Composer) Place() Place { return c.place }

// SetTemporary draws the ghost as pressed.
func (c *Composer) SetTemporary(on bool) {
	c.temporary = on
	c.view.show()
}

// SetDropping shows that a file held over the window can be let go here.
func (c *Composer) SetDropping(on bool) {
	c.dropping = on
	c.view.show()
}

// SetEditing shows that an earlier message is being changed, not a new one written.
func (c *Composer) SetEditing(on bool) {
	c.editing = on
	c.view.show()
	c.measure()
}

// SetMaxHeight bounds the height of the text to a share of the window; 0 leaves eight lines.
func (c *Composer) SetMaxHeight(h float32) {
	if c.limit == h {
		return
	}
	c.limit = h
	c.measure()
}

// Drop tells whether a position of the window lies on the composer, for a file that was let go there.
func (c *Composer) Drop(at fyne.Position) bool {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
	s := c.Size()
	return at.X >= p.X && at.Y >= p.Y && at.X < p.X+s.Width && at.Y < p.Y+s.Height
}

// CanSend reports whether Enter would send: there is text or a file, no file failed and nothing forbids it.
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

// toEnd puts the cursor behind the last character. The key goes to the entry alone: the editor hands it on, to page
// through the chat.
func (c *Composer) toEnd() { c.editor.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

func call(f func()) {
	if f != nil {
		f()
	}
}
