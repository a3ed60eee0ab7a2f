package draw

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Widths of the focus indicator in pixels.
const (
	FocusLineWidth = 1.5 // border along the edge of the focused object
	FocusRingWidth = 3   // ring outside the edge
)

// FocusOutline marks the focused object: a line along its edge and a ring outside. It has the size
// of that object.
type FocusOutline struct {
	widget.BaseWidget
	radius float32
	line   *canvas.Rectangle
	ring   *canvas.Rectangle
}

// NewFocusOutline returns a hidden outline with the given corner radius.
func NewFocusOutline(radius float32) *FocusOutline {
	r := &FocusOutline{radius: radius, line: canvas.NewRectangle(nil), ring: canvas.NewRectangle(nil)}
	r.applyTheme()
	r.ExtendBaseWidget(r)
	r.Hide()
	return r
}

func (r *FocusOutline) applyTheme() {
	current := theme.Current()
	draw := func(c *canvas.Rectangle, token theme.Token, width, radius float32) {
		c.StrokeColor, c.StrokeWidth, c.CornerRadius = current.TokenColor(token), width, radius
		c.FillColor = FillOrFaintStrokeColor(current.TokenColor(theme.None), current.TokenColor(token))
	}
	radius := current.ScaleUpWithTextZoom(r.radius)
	draw(r.line, theme.Accent, FocusLineWidth, radius)
	draw(r.ring, theme.Focus, FocusRingWidth, radius+FocusRingWidth)
}

// Refresh applies the colors of the current theme.
func (r *FocusOutline) Refresh() {
	r.applyTheme()
	r.line.Refresh()
	r.ring.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (r *FocusOutline) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(
		r,
		RenderFuncs{Objects: FixedObjectsFunc(r.ring, r.line), Layout: r.layoutLineAndRing, Refresh: r.Refresh},
	)
}

func (r *FocusOutline) layoutLineAndRing(s fyne.Size) {
	r.line.Resize(s)
	MoveAndResize(r.ring, -FocusRingWidth, -FocusRingWidth, s.Width+2*FocusRingWidth, s.Height+2*FocusRingWidth)
}
