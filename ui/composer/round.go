package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// round is the button that sends and stops.
type round struct {
	widget.BaseWidget
	tap    func()
	tip    string
	on     bool
	hover  bool
	focus  bool
	hint   parts.Hint
	shape  theme.Icon
	circle *canvas.Rectangle
	ring   *canvas.Rectangle
	icon   *kit.Icon
}

const roundIcon = 17

func newRound(tap func()) *round {
	r := &round{tap: tap, circle: canvas.NewRectangle(nil), ring: canvas.NewRectangle(nil), shape: theme.IconUp}
	r.icon = kit.NewIcon(theme.IconUp, roundIcon, theme.OnAccent)
	r.ExtendBaseWidget(r)
	return r
}

func (r *round) set(icon theme.Icon, tip string, on bool) {
	if r.tip != tip {
		r.hint.Hide()
	}
	r.tip = tip
	if r.shape != icon || r.on != on {
		r.shape, r.on = icon, on
		r.Refresh()
	}
}

// Tip is what the button does, or why it does nothing.
func (r *round) Tip() string { return r.tip }

// Tapped implements fyne.Tappable.
func (r *round) Tapped(*fyne.PointEvent) {
	if r.on {
		r.tap()
	}
}

// Cursor implements desktop.Cursorable.
func (r *round) Cursor() desktop.Cursor {
	if !r.on {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn implements desktop.Hoverable.
func (r *round) MouseIn(*desktop.MouseEvent) {
	r.hint.Soon(r, r.tip)
	r.hover = true
	r.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (r *round) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *round) MouseOut() {
	r.hint.Hide()
	r.hover = false
	r.Refresh()
}

// FocusGained implements fyne.Focusable.
func (r *round) FocusGained() { r.focus = true; r.Refresh() }

// FocusLost implements fyne.Focusable.
func (r *round) FocusLost() { r.focus = false; r.Refresh() }

// TypedRune implements fyne.Focusable.
func (r *round) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (r *round) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		r.Tapped(nil)
	}
}

func (r *round) paint() {
	look := theme.Current()
	fill, ink := theme.Accent, theme.OnAccent
	switch {
	case !r.on:
		fill, ink = theme.Selected, theme.Disabled
	case r.hover:
		fill = theme.AccentHover
	}
	r.circle.FillColor = look.Tone(fill)
	r.icon.Set(r.shape, ink)
	c := look.Tone(theme.Focus)
	r.ring.StrokeColor, r.ring.StrokeWidth, r.ring.FillColor = c, 3, kit.Fill(look.Tone(theme.None), c)
	r.ring.Hidden = !r.focus
}

func (r *round) layout(s fyne.Size) {
	d := min(s.Width, s.Height)
	r.circle.CornerRadius, r.ring.CornerRadius = d/2, d/2+3
	put(r.circle, 0, 0, d, d)
	put(r.ring, -3, -3, d+6, d+6)
	put(r.icon, 0, 0, d, d)
}

// CreateRenderer implements fyne.Widget.
func (r *round) CreateRenderer() fyne.WidgetRenderer {
	r.paint()
	return &group{
		objects: fixed(r.ring, r.circle, r.icon),
		min:     func() fyne.Size { return fyne.NewSquareSize(theme.Current().Scaled(roundSize)) },
		layout:  r.layout,
		refresh: func() {
			r.paint()
			r.layout(r.Size())
			r.icon.Refresh()
			canvas.Refresh(r.circle)
			canvas.Refresh(r.ring)
		},
	}
}
