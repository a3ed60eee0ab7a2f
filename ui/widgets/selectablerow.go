package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/theme"
)

// SelectableRow is a Tappable of a list whose rows can be selected together and dragged: it tells which
// modifiers were held, and passes on where it is dragged.
type SelectableRow struct {
	Tappable
	// OnTappedWith is called instead of OnTapped with the modifiers that were held.
	OnTappedWith func(fyne.KeyModifier)
	// OnShortcut gets shortcuts before the window and reports whether it handled them.
	OnShortcut func(fyne.Shortcut) bool
	// OnDragged is called while the row is dragged, with the place of the pointer in the window, OnDragEnd
	// when it is let go.
	OnDragged func(at fyne.Position)
	OnDragEnd func()

	held     fyne.KeyModifier // when the mouse button went down
	dragged  fyne.Delta       // how far the pointer went since then
	dragging bool
}

// dragThreshold is how far the pointer goes before a press becomes a drag, in pixels; less is a tap by an
// unsteady hand.
const dragThreshold = 6

// NewSelectableRow returns a row; name describes what tapping does.
func NewSelectableRow(name string, fill, hover theme.Token, radius float32, inner fyne.CanvasObject) *SelectableRow {
	r := &SelectableRow{Tappable: Tappable{
		name: name, fill: fill, hoverFill: hover, stroke: theme.None, content: inner,
	}}
	r.buildParts(r, radius)
	return r
}

// MouseDown remembers the modifiers of the tap that may follow.
func (r *SelectableRow) MouseDown(ev *desktop.MouseEvent) { r.held = ev.Modifier }

// MouseUp does nothing: the tap comes after it.
func (r *SelectableRow) MouseUp(*desktop.MouseEvent) {}

// Tapped calls OnTappedWith, by keyboard without modifiers.
func (r *SelectableRow) Tapped(*fyne.PointEvent) {
	held := r.held
	r.held = 0
	r.OnTappedWith(held)
}

// TypedKey taps on Enter and Space, and passes keys that OnKey does not handle to the window.
func (r *SelectableRow) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		r.OnTappedWith(0)
	default:
		r.Tappable.TypedKey(ev)
	}
}

// TypedShortcut passes shortcuts that OnShortcut does not handle to the window.
func (r *SelectableRow) TypedShortcut(s fyne.Shortcut) {
	if r.OnShortcut != nil && r.OnShortcut(s) {
		return
	}
	if c, ok := canvasOf(r).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// Dragged calls OnDragged once the pointer is far enough from where it was pressed.
func (r *SelectableRow) Dragged(ev *fyne.DragEvent) {
	r.dragged.DX += ev.Dragged.DX
	r.dragged.DY += ev.Dragged.DY
	r.dragging = r.dragging || max(r.dragged.DX, -r.dragged.DX, r.dragged.DY, -r.dragged.DY) >= dragThreshold
	if r.dragging && r.OnDragged != nil {
		r.OnDragged(ev.AbsolutePosition)
	}
}

// DragEnd calls OnDragEnd, or taps when the pointer hardly moved or the row cannot be dragged.
func (r *SelectableRow) DragEnd() {
	dragging := r.dragging
	r.dragging, r.dragged = false, fyne.Delta{}
	switch {
	case !dragging || r.OnDragged == nil:
		r.Tapped(nil)
	case r.OnDragEnd != nil:
		r.OnDragEnd()
	}
}

// HeldKeyModifiers returns the modifier keys that are held now; none where the driver does not know.
func HeldKeyModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}
