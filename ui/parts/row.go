package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Tappable is a surface that is clicked: it has a ground that follows pointer, focus and choice, and content that may
// show more while the pointer is on it.
type Tappable struct {
	widget.BaseWidget
	inScroll
	OnTapped    func()
	OnSecondary func(at fyne.Position)
	OnDouble    func()
	// OnHover is told when the pointer or the focus comes and goes.
	OnHover func(on bool)
	// OnKey gets keys but Enter and Space.
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
	pointed  int // buttons on it under the pointer or with the focus
}

// NewTappable returns a surface; name says what a click does.
func NewTappable(name string, fill, hover, stroke theme.Token, radius float32, inner fyne.CanvasObject) *Tappable {
	t := &Tappable{name: name, fill: fill, hoverTo: hover, stroke: stroke, inner: inner}
	t.box = kit.NewBox(fill, stroke, radius)
	t.ring = kit.NewRing(radius)
	t.ExtendBaseWidget(t)
	return t
}

// Name says what a click does.
func (t *Tappable) Name() string { return t.name }

// Box is the ground.
func (t *Tappable) Box() *kit.Box { return t.box }

// SetSelected draws it as chosen.
func (t *Tappable) SetSelected(on bool) {
	t.selected = on
	t.Refresh()
}

// SetFill changes the ground.
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

// Refresh draws the state.
func (t *Tappable) Refresh() {
	t.style()
	t.BaseWidget.Refresh()
}

// SetWidth tells the content its width.
func (t *Tappable) SetWidth(w float32) { Widen(t.inner, w) }

// Hold makes the pointer on a button of the content count as on the surface: what is shown only there would else go the
// moment the pointer reaches it.
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

// Tapped implements fyne.Tappable.
func (t *Tappable) Tapped(*fyne.PointEvent) {
	if t.OnTapped != nil {
		t.OnTapped()
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (t *Tappable) TappedSecondary(ev *fyne.PointEvent) {
	if t.OnSecondary != nil {
		t.OnSecondary(ev.AbsolutePosition)
	}
}

// Cursor implements desktop.Cursorable.
func (t *Tappable) Cursor() desktop.Cursor {
	if t.OnTapped == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// MouseIn implements desktop.Hoverable.
func (t *Tappable) MouseIn(*desktop.MouseEvent) { t.hover = true; t.tell() }

// MouseMoved implements desktop.Hoverable.
func (t *Tappable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *Tappable) MouseOut() { t.hover = false; t.tell() }

// FocusGained implements fyne.Focusable.
func (t *Tappable) FocusGained() { t.focus = true; t.reveal(t); t.tell() }

// FocusLost implements fyne.Focusable.
func (t *Tappable) FocusLost() { t.focus = false; t.tell() }

func (t *Tappable) tell() {
	if t.OnHover != nil {
		t.OnHover(t.hover || t.focus || t.pointed > 0)
	}
	t.Refresh()
}

// TypedRune implements fyne.Focusable.
func (t *Tappable) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
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

// CreateRenderer implements fyne.Widget.
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
