package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/primary"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// Field is a text field in a rounded box.
type Field struct {
	widget.BaseWidget
	scrollParent
	// OnChanged is called after every edit, including SetText; OnEnter when Enter is pressed in a
	// single-line field.
	OnChanged func(text string)
	OnEnter   func(text string)
	// OnSubmit is called when Ctrl+Enter is pressed.
	OnSubmit func()
	// OnKey gets keys first and reports whether it handled them.
	OnKey func(fyne.KeyName) bool
	// OnShortcut gets shortcuts with Ctrl first and reports whether it handled them.
	OnShortcut func(*desktop.CustomShortcut) bool

	entry       *entry
	box         *draw.Box
	ring        *draw.FocusOutline
	content     fyne.CanvasObject
	minHeight   float32
	borderless  bool
	clearButton *Button
}

// FieldOptions configure a field.
type FieldOptions struct {
	Icon        theme.Icon
	Placeholder string // shown while it is empty
	KeyHint     string // a keyboard shortcut, shown at the right
	Height      float32
	Lines       int // more than 1 makes it multi-line
	Secret      bool
	Borderless  bool // without box and border
	ClearButton bool // a button empties it
}

// minLineWidth keeps a field of one line usable where a row has no room for its whole text.
const minLineWidth = 20

// entry is Fyne's entry without its own box.
type entry struct {
	widget.Entry
	field      *Field
	textScroll *container.Scroll // of several lines
}

// MoveCaret puts the caret before the rune at an offset.
func (e *entry) MoveCaret(offset int) { draw.MoveCursorToOffset(&e.Entry, offset) }

// NewTextField returns a field.
func NewTextField(o FieldOptions) *Field {
	f := &Field{entry: &entry{}, minHeight: o.Height, borderless: o.Borderless}
	f.entry.field = f
	e := f.entry
	e.MultiLine = o.Lines > 1
	e.Password = o.Secret
	if o.Secret {
		e.ActionItem = canvas.NewRectangle(nil) // otherwise Fyne adds its own reveal button
	}
	e.Scroll = container.ScrollNone
	if e.MultiLine {
		e.Wrapping = fyne.TextWrapWord
		e.Scroll = container.ScrollVerticalOnly
	}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(o.Placeholder)
	e.OnChanged = func(s string) {
		f.clearButton.Hidden = !o.ClearButton || s == ""
		f.clearButton.Refresh()
		if f.OnChanged != nil {
			f.OnChanged(s)
		}
	}
	if o.Lines > 1 {
		e.SetMinRowsVisible(o.Lines)
	}
	if f.minHeight == 0 {
		f.minHeight = 34
	}
	f.box = draw.NewBox(theme.Surface, theme.StrongBorder, theme.RadiusControl)
	if o.Borderless {
		f.box.SetColors(theme.None, theme.None)
	}
	f.ring = draw.NewFocusOutline(theme.RadiusControl)
	f.clearButton = NewButton(ButtonOptions{
		Kind: Quiet, Icon: theme.IconClose, Name: translate.Text("Clear"),
		Height: 24, IconSize: 13,
	},
		func() {
			f.SetText("")
			f.RequestFocus()
		})
	f.clearButton.Hide()
	objects := []fyne.CanvasObject{}
	if o.Icon != "" {
		objects = append(objects, draw.NewIcon(o.Icon, 15, theme.Text3))
	}
	if e.MultiLine {
		f.content = Pad(theme.Space8, theme.Space4, theme.Space8, theme.Space10, // the bar is at the right
			container.NewStack(e, newWheelRelay(f)))
	} else {
		objects = append(objects, Flex(newClippedSingleLineEntry(e)), f.clearButton)
		if o.Secret {
			objects = append(objects, newSecretRevealButton(e))
		}
		if o.KeyHint != "" {
			objects = append(objects, draw.NewLabel(o.KeyHint, theme.RoleHint, theme.Text3))
		}
		f.content = PadVerticalAndSides(0, theme.Space10, Row(theme.Space8, objects...))
	}
	f.ExtendBaseWidget(f)
	return f
}

// newSecretRevealButton returns the button that shows or hides a secret.
func newSecretRevealButton(e *entry) *Button {
	eye := NewButton(ButtonOptions{Kind: Quiet, Icon: theme.IconEye, Name: translate.Text("Show text"), Height: 24}, nil)
	eye.OnTapped = func() {
		e.Password = !e.Password
		e.Refresh()
		eye.UpdateOptions(func(o *ButtonOptions) {
			o.Icon, o.Name = theme.IconEyeOff, translate.Text("Hide text")
			if e.Password {
				o.Icon, o.Name = theme.IconEye, translate.Text("Show text")
			}
		})
	}
	return eye
}

// Text returns the text.
func (f *Field) Text() string { return f.entry.Text }

// SetText replaces the text.
func (f *Field) SetText(s string) { f.entry.SetText(s) }

// RequestFocus gives the field the keyboard focus.
func (f *Field) RequestFocus() {
	if c := canvasOrFirstWindowCanvas(f.entry); c != nil {
		c.Focus(f.entry)
	}
}

// SelectAll selects the text.
func (f *Field) SelectAll() { f.entry.TypedShortcut(&fyne.ShortcutSelectAll{}) }

// HasFocus reports whether the field has the keyboard focus.
func (f *Field) HasFocus() bool {
	c := canvasOf(f.entry)
	return c != nil && c.Focused() == fyne.Focusable(f.entry)
}

// CreateRenderer hides the box that Fyne draws around an entry: the field draws its own.
func (e *entry) CreateRenderer() fyne.WidgetRenderer {
	r := draw.NewBorderlessEntryRenderer(&e.Entry, e.Entry.CreateRenderer)
	for _, o := range r.Objects() {
		if s, ok := o.(*container.Scroll); ok && e.MultiLine {
			e.textScroll = s
		}
	}
	return r
}

// AcceptsTab lets Tab and Shift+Tab move the focus also in a multi-line field, where an Entry would
// keep both and trap it.
func (e *entry) AcceptsTab() bool { return false }

// TypedKey offers the key to OnKey, calls OnEnter and passes Esc, F1 and F2 to the window.
func (e *entry) TypedKey(ev *fyne.KeyEvent) {
	if e.field.OnKey != nil && e.field.OnKey(ev.Name) {
		return
	}
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !e.MultiLine {
			if e.field.OnEnter != nil {
				e.field.OnEnter(e.Text)
			}
			return
		}
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF2:
		PassKeyToWindow(e, ev)
		return
	case fyne.KeyBackspace:
		draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedKey(ev) })
		return
	}
	e.Entry.TypedKey(ev)
}

// MouseDown places the cursor, and pastes the primary selection there when it is the middle button.
func (e *entry) MouseDown(ev *desktop.MouseEvent) {
	e.Entry.MouseDown(ev)
	primary.PasteOnMiddleClick(e, ev)
}

// MouseUp ends a selection.
func (e *entry) MouseUp(ev *desktop.MouseEvent) {
	e.Entry.MouseUp(ev)
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// DoubleTapped selects a word, which Fyne does after the button was released.
func (e *entry) DoubleTapped(ev *fyne.PointEvent) {
	e.Entry.DoubleTapped(ev)
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// DragEnd ends a selection that was dragged.
func (e *entry) DragEnd() {
	e.Entry.DragEnd()
	primary.CopyEntrySelectionUnlessPassword(&e.Entry)
}

// TypedRune inserts a character.
func (e *entry) TypedRune(r rune) {
	draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedRune(r) })
}

// TypedShortcut calls OnSubmit on Ctrl+Enter and passes the window's shortcuts on.
func (e *entry) TypedShortcut(s fyne.Shortcut) {
	custom, ok := s.(*desktop.CustomShortcut)
	if ok && e.field.OnSubmit != nil && custom.Modifier == fyne.KeyModifierShortcutDefault &&
		(custom.KeyName == fyne.KeyReturn || custom.KeyName == fyne.KeyEnter) {
		e.field.OnSubmit()
		return
	}
	if ok && e.field.OnShortcut != nil && e.field.OnShortcut(custom) {
		return
	}
	if PassNonTextShortcutToWindow(e, s) || ok && e.moveCursorOnCtrlHomeOrEnd(custom) {
		return
	}
	if _, paste := s.(*fyne.ShortcutPaste); paste {
		draw.EditKeepingCursorAfterChange(&e.Entry, func() { e.Entry.TypedShortcut(s) })
		return
	}
	e.Entry.TypedShortcut(s)
}

// moveCursorOnCtrlHomeOrEnd moves the cursor to the start or the end of the text on Ctrl+Home or
// Ctrl+End, which Fyne's entry does only for Page Up and Page Down; with Shift it selects. It
// reports whether it did.
func (e *entry) moveCursorOnCtrlHomeOrEnd(s *desktop.CustomShortcut) bool {
	key := map[fyne.KeyName]fyne.KeyName{fyne.KeyHome: fyne.KeyPageUp, fyne.KeyEnd: fyne.KeyPageDown}[s.KeyName]
	if key == "" || s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierShortcutDefault {
		return false
	}
	e.Entry.TypedKey(&fyne.KeyEvent{Name: key})
	return true
}

// FocusGained draws the focus ring and scrolls the widget into view.
func (e *entry) FocusGained() {
	e.Entry.FocusGained()
	e.field.scrollIntoViewUnlessHalfVisible(e.field)
	if !e.field.borderless { // in a dialog of its own, whose edge it would touch
		e.field.ring.Show()
		e.field.ring.Refresh()
	}
}

// FocusLost removes it.
func (e *entry) FocusLost() {
	e.Entry.FocusLost()
	e.field.ring.Hide()
}

// Tapped focuses the entry wherever the box is tapped.
func (f *Field) Tapped(*fyne.PointEvent) { f.RequestFocus() }

// CreateRenderer returns the renderer of the widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(f.box, f.content, f.ring))
}

// MinSize is at least the configured height, scaled with the text zoom.
func (f *Field) MinSize() fyne.Size {
	m := f.BaseWidget.MinSize()
	return fyne.NewSize(m.Width, max(m.Height, theme.Current().ScaleUpWithTextZoom(f.minHeight)))
}

// In pixels: how much of a text longer than its field is shown beside the cursor, and the room for
// the cursor behind the text.
const (
	shownAroundCursor = 16
	roomForCursor     = 4
)

// newClippedSingleLineEntry returns an entry of one line that is centered vertically and shows what
// fits, with the cursor. Fyne's own scrolling would draw a bar over the text.
func newClippedSingleLineEntry(e *entry) *fyne.Container {
	l := &lineOfEntryLayout{entry: e}
	line := container.New(l, e)
	e.OnCursorChanged = func() { l.placeEntryShowingCursor(line.Size()) }
	clip := container.NewClip(line)
	clip.ExtendBaseWidget(clip) // else it drops its first size
	return container.New(entryHeightLayout{e}, clip)
}

// entryHeightLayout gives its object the whole space, and asks for the height of an entry.
type entryHeightLayout struct{ entry *entry }

func (l entryHeightLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minLineWidth, l.entry.MinSize().Height)
}

func (entryHeightLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	draw.MoveAndResize(o[0], 0, 0, s.Width, s.Height)
}

// lineOfEntryLayout makes an entry as wide as its text, or as the space, and moves it so that its
// cursor is in sight.
type lineOfEntryLayout struct {
	entry   *entry
	left    float32 // how much of the entry is out of sight on the left
	placing bool
}

func (*lineOfEntryLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l *lineOfEntryLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) { l.placeEntryShowingCursor(s) }

func (l *lineOfEntryLayout) placeEntryShowingCursor(space fyne.Size) {
	if l.placing || space.Width <= 0 { // Fyne reports the cursor whenever it draws
		return
	}
	l.placing = true
	defer func() { l.placing = false }()
	m, cursor := l.entry.MinSize(), l.entry.CursorPosition().X
	width := max(space.Width, m.Width+roomForCursor)
	l.left = max(l.left, cursor+shownAroundCursor-space.Width)
	l.left = max(0, min(l.left, cursor-shownAroundCursor, width-space.Width))
	y := max(0, theme.Round((space.Height-m.Height)/2))
	draw.MoveAndResize(l.entry, -theme.Round(l.left), y, width, m.Height)
}
