package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
)

// Composer is the widget in which messages are written. Create it with New; the zero value does not
// work.
type Composer struct {
	widget.BaseWidget

	// OnSend is called on Enter, also while Busy or Waiting, with a text that is not blank, or a blank
	// one while messages wait or with pictures. The text stays until ClearText is called.
	OnSend            func(text string)
	OnEditQueued      func(id int64)          // a click on the chip of a message that waits
	OnShowNextMessage func()                  // a click on the meter
	OnRemoveQueued    func(id int64)          // its close button
	OnStop            func()                  // the send button while Busy
	OnChanged         func(text string)       // after every edit, including SetText
	OnEditLast        func()                  // Up in an empty composer
	OnCancelEdit      func()                  // Esc or the chip's close button while editing
	OnAttach          func()                  // the paper clip button
	OnToggleTemporary func(on bool)           // the temporary chat button
	OnLongPaste       func(text string)       // a paste too long for a message, to be attached as a file
	OnEmptyPaste      func()                  // a paste without text, for example of a picture
	OnRemoveFile      func(id int64)          // the close button of a file chip
	OnOpenFile        func(id int64)          // a click on a file chip
	OnRemovePicture   func(id int64)          // the close button of a picture
	OnOpenPicture     func(id int64)          // a click on a picture
	OnUnhandledKey    func(fyne.KeyName) bool // unused: Esc, F1, F2, PageUp, PageDown; if empty Home, End, Down
	OnHeightChanged   func()                  // MinSize changed; the parent must lay out again

	editor         *editor
	view           *composerView
	files          []File
	queue          []Queued
	pictures       []Picture
	notice         Notice
	meter          Meter
	destination    Destination
	phase          Phase
	disabledReason string // tooltip while Disabled
	temporary      bool
	dropping       bool
	editing        string  // what is being edited, "" = nothing
	maxTextHeight  float32 // 0 = eight lines
	rowCount       int     // visible lines of text
}

// New returns an empty composer with a placeholder such as "Message Memoir".
func New(placeholder string) *Composer {
	c := &Composer{editor: newEditor(), rowCount: 1}
	c.editor.OnChanged = c.updateAndReportChangedText
	c.editor.onSend = c.callOnSendIfAllowed
	c.editor.onEmptyPaste = func() { callIfSet(c.OnEmptyPaste) }
	c.editor.onEditLast = func() { callIfSet(c.OnEditLast) }
	c.editor.onOtherKey = c.cancelEditOrPassKeyOn
	c.editor.onLongPaste = c.offerLongPasteAsFile
	c.editor.onFocusChanged = func(bool) { c.view.styleBorderAndDropRing() }
	c.view = newComposerView(c)
	c.SetPlaceholder(placeholder)
	c.ExtendBaseWidget(c)
	c.view.updateFromComposerState()
	return c
}

// Text returns the text.
func (c *Composer) Text() string { return c.editor.Text }

// SetText replaces the text and moves the caret to its end.
func (c *Composer) SetText(text string) {
	c.editor.SetText(text)
	c.moveCaretToEnd()
}

// TypeTextAtCaret types text at the caret, as for dictation and for text dropped on the composer.
func (c *Composer) TypeTextAtCaret(text string) {
	for _, r := range text {
		c.editor.TypedRune(r)
	}
}

// ClearText empties the text after it was sent.
func (c *Composer) ClearText() { c.editor.SetText("") }

// FocusTarget returns the object that takes the keyboard focus.
func (c *Composer) FocusTarget() fyne.Focusable { return c.editor }

// SetPlaceholder sets the placeholder, which is also the accessible name.
func (c *Composer) SetPlaceholder(text string) {
	c.editor.name = text
	c.view.placeholder.SetText(text)
}

// SetSendOnCtrlEnter makes Ctrl+Enter send and Enter break the line, which users of an input method
// need.
func (c *Composer) SetSendOnCtrlEnter(on bool) { c.editor.sendOnCtrlEnter = on }

// SetSendButtonPhase sets what the send button does; reason is its tooltip while it is Disabled
// or Waiting.
func (c *Composer) SetSendButtonPhase(p Phase, reason string) {
	c.phase, c.disabledReason = p, reason
	c.view.updateFromComposerState()
}

// SetFileChips sets the file chips.
func (c *Composer) SetFileChips(files []File) {
	c.files = append(c.files[:0:0], files...)
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// SetQueuedChips sets the chips of the messages that wait.
func (c *Composer) SetQueuedChips(queue []Queued) {
	c.queue = append(c.queue[:0:0], queue...)
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// SetContextMeter sets how full the context window will be.
func (c *Composer) SetContextMeter(m Meter) {
	c.meter = m
	c.view.updateFromComposerState()
}

// SetDestinationLine sets the line beneath the composer that says where the text goes.
func (c *Composer) SetDestinationLine(p Destination) {
	before := c.MinSize().Height
	c.destination = p
	c.view.updateFromComposerState()
	if c.MinSize().Height != before {
		callIfSet(c.OnHeightChanged)
	}
}

// SetTemporaryButtonPressed draws the temporary chat button as pressed.
func (c *Composer) SetTemporaryButtonPressed(on bool) {
	c.temporary = on
	c.view.updateFromComposerState()
}

// SetFileDropTargetShown shows that a file dragged over the window can be dropped here.
func (c *Composer) SetFileDropTargetShown(on bool) {
	c.dropping = on
	c.view.updateFromComposerState()
}

// ShowOrHideEditingChip shows, in a chip with a close button, what is being edited; "" means
// nothing is.
func (c *Composer) ShowOrHideEditingChip(what string) {
	c.editing = what
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// SetMaxTextHeight limits the height of the text; 0 leaves eight lines.
func (c *Composer) SetMaxTextHeight(h float32) {
	if c.maxTextHeight == h {
		return
	}
	c.maxTextHeight = h
	c.updateRowCountAndReportHeight()
}

// ContainsWindowPosition reports whether a position in the window is inside the composer, for a
// file dropped there.
func (c *Composer) ContainsWindowPosition(at fyne.Position) bool {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
	s := c.Size()
	return at.X >= p.X && at.Y >= p.Y && at.X < p.X+s.Width && at.Y < p.Y+s.Height
}

// CanSend reports whether Enter would send: the phase is Ready, and the text is not blank or
// messages wait or pictures go with it.
func (c *Composer) CanSend() bool {
	return c.phase == Ready && (strings.TrimSpace(c.editor.Text) != "" || len(c.queue)+len(c.pictures) > 0)
}

// callOnSendIfAllowed calls OnSend, unless the phase is Disabled or there is nothing to send or
// queue.
func (c *Composer) callOnSendIfAllowed() {
	text := strings.TrimSpace(c.editor.Text)
	if c.phase != Disabled && (text != "" || len(c.queue)+len(c.pictures) > 0) && c.OnSend != nil {
		c.OnSend(text)
	}
}

func (c *Composer) callOnStopIfBusyElseOnSend() {
	if c.phase == Busy {
		callIfSet(c.OnStop)
		return
	}
	c.callOnSendIfAllowed()
}

func (c *Composer) updateAndReportChangedText(text string) {
	c.view.updateSendButtonForPhase()
	draw.SetVisible(c.view.placeholder, text == "")
	c.updateRowCountAndReportHeight()
	if c.OnChanged != nil {
		c.OnChanged(text)
	}
}

func (c *Composer) cancelEditOrPassKeyOn(key fyne.KeyName) bool {
	if key == fyne.KeyEscape && c.editing != "" {
		callIfSet(c.OnCancelEdit)
		return true
	}
	return c.OnUnhandledKey != nil && c.OnUnhandledKey(key)
}

func (c *Composer) offerLongPasteAsFile(text string) bool {
	if c.OnLongPaste == nil {
		return false
	}
	c.OnLongPaste(text)
	return true
}

// moveCaretToEnd moves the caret behind the last character. It sends PageDown to the Entry itself,
// because the editor would forward it to scroll the chat.
func (c *Composer) moveCaretToEnd() { c.editor.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }

func callIfSet(f func()) {
	if f != nil {
		f()
	}
}
