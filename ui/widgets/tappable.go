package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Tappable is a surface that can be tapped: its background shows hover, focus and selection, and
// its content may show more while it is hovered.
type Tappable struct {
	widget.BaseWidget
	scrollParent
	OnTapped       func()
	OnSecondaryTap func(at fyne.Position)
	OnDoubleTap    func()
	// OnHoverChange is called when hover or focus begins or ends.
	OnHoverChange func(on bool)
	// OnKey gets keys other than Enter and Space and reports whether it handled them.
	OnKey func(fyne.KeyName) bool

	self           fyne.Widget // it, or the widget that embeds it
	name           string
	box            *draw.Box
	ring           *draw.FocusOutline
	content        fyne.CanvasObject
	fill           theme.Token
	hoverFill      theme.Token
	stroke         theme.Token
	selected       bool
	chosen         bool // as selected, but drawn by the content
	hovered        bool
	focused        bool
	hoveredButtons int // buttons in the content that are hovered or focused
}

// NewTappable returns a surface; name describes what tapping does.
func NewTappable(name string, fill, hover, stroke theme.Token, radius float32, inner fyne.CanvasObject) *Tappable {
	t := &Tappable{name: name, fill: fill, hoverFill: hover, stroke: stroke, content: inner}
	t.buildParts(t, radius)
	return t
}

// buildParts makes the parts of a surface that is self or embedded in it.
func (t *Tappable) buildParts(self fyne.Widget, radius float32) {
	t.self = self
	t.box = draw.NewBox(t.fill, t.stroke, radius)
	t.ring = draw.NewFocusOutline(radius)
	t.ExtendBaseWidget(self)
}

// Name describes what tapping does.
func (t *Tappable) Name() string { return t.name }

// BackgroundBox returns the box behind the content.
func (t *Tappable) BackgroundBox() *draw.Box { return t.box }

// SetName changes what tapping does.
func (t *Tappable) SetName(name string) { t.name = name }

// SetSelected draws the surface as selected.
func (t *Tappable) SetSelected(on bool) {
	t.selected = on
	t.Refresh()
}

// SetChosenForScreenReaders tells screen readers that the surface is the chosen one of several, or
// one of those chosen; the content shows it.
func (t *Tappable) SetChosenForScreenReaders(on bool) { t.chosen = on }

// IsSelected reports whether the surface is selected or chosen.
func (t *Tappable) IsSelected() bool { return t.selected || t.chosen }

// SetFillAndBorder changes the background.
func (t *Tappable) SetFillAndBorder(fill, stroke theme.Token) {
	t.fill, t.stroke = fill, stroke
	t.Refresh()
}

func (t *Tappable) updateColorsAndFocusRing() {
	fill, stroke := t.fill, t.stroke
	switch {
	case t.selected && t.stroke != theme.None:
		stroke = theme.Accent
	case t.selected:
		fill = theme.Selected
	case t.hovered:
		fill = t.hoverFill
	}
	t.box.SetColors(fill, stroke)
	t.ring.Hidden = !t.focused
}

// Refresh redraws the current state.
func (t *Tappable) Refresh() {
	t.updateColorsAndFocusRing()
	t.BaseWidget.Refresh()
}

// SetWidth tells the content its width.
func (t *Tappable) SetWidth(w float32) { PropagateWidth(t.content, w) }

// CountButtonHoverAsOwn counts hovering a button of the content as hovering the surface: content
// shown only on hover would otherwise disappear as soon as the pointer reaches the button.
func (t *Tappable) CountButtonHoverAsOwn(buttons ...*Button) {
	for _, b := range buttons {
		was := false
		b.OnHoverChange = func(on bool) {
			if on == was {
				return
			}
			if was = on; on {
				t.hoveredButtons++
			} else {
				t.hoveredButtons--
			}
			t.notifyHoverAndRefresh()
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
	if t.OnSecondaryTap != nil {
		t.OnSecondaryTap(ev.AbsolutePosition)
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
func (t *Tappable) MouseIn(*desktop.MouseEvent) { t.hovered = true; t.notifyHoverAndRefresh() }

// MouseMoved does nothing: entering and leaving are enough.
func (t *Tappable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends the hover state.
func (t *Tappable) MouseOut() { t.hovered = false; t.notifyHoverAndRefresh() }

// FocusGained draws the focus ring and scrolls the widget into view.
func (t *Tappable) FocusGained() {
	t.focused = true
	t.scrollIntoViewUnlessHalfVisible(t.self)
	t.notifyHoverAndRefresh()
}

// FocusLost removes the focus ring.
func (t *Tappable) FocusLost() { t.focused = false; t.notifyHoverAndRefresh() }

func (t *Tappable) notifyHoverAndRefresh() {
	if t.OnHoverChange != nil {
		t.OnHoverChange(t.hovered || t.focused || t.hoveredButtons > 0)
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
			PassKeyToWindow(t.self, ev)
		}
	}
}

// CreateRenderer returns the renderer of the widget.
func (t *Tappable) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(t.self, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(t.box, t.content, t.ring),
		MinSize: t.content.MinSize,
		Layout: func(s fyne.Size) {
			t.box.Resize(s)
			t.content.Resize(s)
			t.ring.Resize(s)
		},
		Refresh: func() { // not the content, which does not depend on the state
			t.box.Refresh()
			t.ring.Refresh()
		},
	})
}
