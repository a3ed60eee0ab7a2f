package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// Button is a small ghost button: an icon, a text, or both, on a fill that appears under the pointer.
type Button struct {
	widget.BaseWidget
	// OnTapped is called after a click and after Enter or Space.
	OnTapped func()
	// Name is what the button does, for tooltips and screen readers.
	Name string

	icon     *Icon
	label    *Label
	back     *Box
	ring     *canvas.Rectangle
	height   float32
	width    float32 // least width
	disabled bool
	hovered  bool
	focused  bool
}

const buttonPad = theme.Space6

// NewIconButton returns a square button of the size box with an icon of the given size.
func NewIconButton(icon theme.Icon, name string, box, size float32, tapped func()) *Button {
	b := newButton(name, box, tapped)
	b.width = box
	b.icon = NewIcon(icon, size, theme.Text2)
	return b
}

// NewTextButton returns a button of height 26 with a text and, unless icon is empty, an icon before it.
func NewTextButton(icon theme.Icon, text string, tapped func()) *Button {
	b := newButton(text, 26, tapped)
	if icon != "" {
		b.icon = NewIcon(icon, 14, theme.Text2)
	}
	b.label = NewLabel(text, theme.RoleLabel, theme.Text2)
	return b
}

func newButton(name string, height float32, tapped func()) *Button {
	b := &Button{Name: name, height: height, OnTapped: tapped, ring: canvas.NewRectangle(nil)}
	b.back = NewBox(theme.None, theme.None, theme.RadiusRow)
	b.ring.CornerRadius = theme.RadiusRow
	b.ring.Hide()
	b.ExtendBaseWidget(b)
	return b
}

// Set changes icon and text; the parts a button was made without stay away.
func (b *Button) Set(icon theme.Icon, text string) {
	if b.Name == text && (b.icon == nil || b.icon.icon == icon) {
		return
	}
	b.Name = text
	if b.icon != nil {
		b.icon.Set(icon, b.icon.tone)
	}
	if b.label != nil {
		b.label.SetText(text)
	}
	b.Refresh()
}

// SetEnabled greys the button out, or back.
func (b *Button) SetEnabled(on bool) {
	if b.disabled == on {
		b.disabled = !on
		b.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	if !b.disabled && b.OnTapped != nil {
		b.OnTapped()
	}
}

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(*desktop.MouseEvent) { b.hovered = true; b.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() { b.hovered = false; b.Refresh() }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() { b.focused = true; b.Refresh() }

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.focused = false; b.Refresh() }

// TypedRune implements fyne.Focusable.
func (b *Button) TypedRune(r rune) {
	if r == ' ' {
		b.Tapped(nil)
	}
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
	}
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer { return &buttonRenderer{b} }

type buttonRenderer struct{ b *Button }

func (r *buttonRenderer) Destroy() {}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	o := []fyne.CanvasObject{r.b.back, r.b.ring}
	if r.b.icon != nil {
		o = append(o, r.b.icon)
	}
	if r.b.label != nil {
		o = append(o, r.b.label)
	}
	return o
}

func (r *buttonRenderer) MinSize() fyne.Size {
	if r.b.label == nil {
		return fyne.NewSquareSize(r.b.height)
	}
	w := 2*buttonPad + r.b.label.MinSize().Width
	if r.b.icon != nil {
		w += r.b.icon.size + theme.Space6
	}
	return fyne.NewSize(max(w, r.b.width), theme.Current().Scaled(r.b.height))
}

func (r *buttonRenderer) Layout(s fyne.Size) {
	r.b.back.Resize(s)
	r.b.ring.Resize(s)
	if r.b.label == nil {
		r.b.icon.Resize(s)
		return
	}
	x := float32(buttonPad)
	if r.b.icon != nil {
		r.b.icon.Move(fyne.NewPos(x, 0))
		r.b.icon.Resize(fyne.NewSize(r.b.icon.size, s.Height))
		x += r.b.icon.size + theme.Space6
	}
	r.b.label.Move(fyne.NewPos(x, 0))
	r.b.label.Resize(fyne.NewSize(max(0, s.Width-x-buttonPad), s.Height))
}

func (r *buttonRenderer) Refresh() {
	b, tone, fill := r.b, theme.Text2, theme.None
	switch {
	case b.disabled:
		tone = theme.Disabled
	case b.hovered:
		tone, fill = theme.Text, theme.Hover
	}
	b.back.SetTones(fill, theme.None)
	b.back.Refresh()
	accent := theme.Current().Tone(theme.Accent)
	b.ring.StrokeColor, b.ring.StrokeWidth, b.ring.FillColor = accent, 1.5, Fill(theme.Current().Tone(theme.None), accent)
	b.ring.Hidden = !b.focused
	b.ring.Refresh()
	if b.icon != nil {
		b.icon.Set(b.icon.icon, tone)
		b.icon.Refresh()
	}
	if b.label != nil {
		b.label.SetStyle(theme.RoleLabel, tone)
		b.label.Refresh()
	}
	r.Layout(b.Size())
}
