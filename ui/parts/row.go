package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Tappable is a surface that can be tapped: its background shows hover, focus and selection, and
// its content may show more while it is hovered.
type Tappable struct {
	widget.BaseWidget
	inScroll
	OnTapped    func()
	OnSecondary func(at fyne.Position)
	OnDouble    func()
	// OnHoverChange is called when hover or focus begins or ends.
	OnHover func(on bool)
	// OnKey gets keys other than Enter and Space and reports whether it handled them.
	OnKey func(fyne.KeyName) bool

	name     string
	box      *kit.Box
	ring     *kit.Ring
	inner    fyne.CanvasObject
	fill     theme.Token
	hoverTo  theme.Token
	stroke   theme.Token
	selected bool
	hover    bool
	focus    bool
	pointed  int // buttons in the content that are hovered or focused
}

// NewTappable returns a surface; name describes what tapping does.
func NewTappable(name string, fill, hover, stroke theme.Token, radius float32, inner fyne.CanvasObject) *Tappable {
	t := &Tappable{name: name, fill: fill, hoverTo: hover, stroke: stroke, inner: inner}
	t.box = kit.NewBox(fill, stroke, radius)
	t.ring = kit.NewRing(radius)
	t.ExtendBaseWidget(t)
	return t
}

// Name describes what tapping does.
func (t *Tappable) Name() string { return t.name }

// BackgroundBox returns the box behind the content.
func (t *Tappable) Box() *kit.Box { return t.box }

// SetSelected draws the surface as selected.
func (t *Tappable) SetSelected(on bool) {
	t.selected = on
	t.Refresh()
}

// SetFill changes the background.
func (t *Tappable) SetFill(fill, stroke theme.Token) {
	t.fill, t.stroke = fill, stroke
	t.Refresh()
}

func (t *Tappable) style() {
	fill, stroke := t.fill, t.stroke
	switch {
	case t.selected && t.stroke != theme.None:
		stroke = theme.Accent
	case t.selected:
		fill = theme.Selected
	case t.hover:
		fill = t.hoverTo
	}
	t.box.SetTones(fill, stroke)
	t.ring.Hidden = !t.focus
}

// Refresh redraws the current state.
func (t *Tappable) Refresh() {
	t.style()
	t.BaseWidget.Refresh()
}

// SetWidth tells the content its width.
func (t *Tappable) SetWidth(w float32) { Widen(t.inner, w) }

// ExtendHoverTo counts hovering a button of the content as hovering the surface: content shown only
// on hover would otherwise disappear as soon as the pointer reaches the button.
func (t *Tappable) Hold(buttons ...*Button) {
	for _, b := range buttons {
		was := false
		b.OnHover = func(on bool) {
			if on == was {
				return
			}
			if was = on; on {
				t.pointed++
			} else {
				t.pointed--
			}
			t.tell()
		}
	}
}

// Tapped calls OnTapped.
func (t *Tappable) Tapped(*fyne.PointEvent) {
	if t.OnTapped != nil {
		t.OnTapped()
	}
}

// TappedSecondary calls OnSecondaryTap.
func (t *Tappable) TappedSecondary(ev *fyne.PointEvent) {
	if t.OnSecondary != nil {
		t.OnSecondary(ev.AbsolutePosition)
	}
}

// Cursor is a pointing hand if the surface can be tapped.
func (t *Tappable) Cursor() desktop.Cursor {
	if t.OnTapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn begins the hover state.
func (t *Tappable) MouseIn(*desktop.MouseEvent) { t.hover = true; t.tell() }

// MouseMoved does nothing: entering and leaving are enough.
func (t *Tappable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends the hover state.
func (t *Tappable) MouseOut() { t.hover = false; t.tell() }

// FocusGained draws the focus ring.
func (t *Tappable) FocusGained() { t.focus = true; t.reveal(t); t.tell() }

// FocusLost removes the focus ring.
func (t *Tappable) FocusLost() { t.focus = false; t.tell() }

func (t *Tappable) tell() {
	if t.OnHover != nil {
		t.OnHover(t.hover || t.focus || t.pointed > 0)
	}
	t.Refresh()
}

// TypedRune ignores typed characters.
func (t *Tappable) TypedRune(rune) {}

// TypedKey taps on Enter and Space, and passes keys that OnKey does not handle to the window.
func (t *Tappable) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		t.Tapped(nil)
	default:
		if t.OnKey == nil || !t.OnKey(ev.Name) {
			PassKey(t, ev)
		}
	}
}

// CreateRenderer returns the renderer of the widget.
func (t *Tappable) CreateRenderer() fyne.WidgetRenderer { return &tappableRenderer{t} }

type tappableRenderer struct{ t *Tappable }

func (r *tappableRenderer) Destroy() {}
func (r *tappableRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.box, r.t.inner, r.t.ring}
}
func (r *tappableRenderer) MinSize() fyne.Size { return r.t.inner.MinSize() }
func (r *tappableRenderer) Refresh() {
	r.t.box.Refresh()
	r.t.ring.Refresh()
}

func (r *tappableRenderer) Layout(s fyne.Size) {
	r.t.box.Resize(s)
	r.t.inner.Resize(s)
	r.t.ring.Resize(s)
}
