package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Widths of the focus indicator in pixels.
const (
	FocusLine = 1.5 // border along the edge of the focused object
	FocusRing = 3   // ring outside the edge
)

// FocusOutline marks the focused object: a line along its edge and a ring outside. It has the size
// of that object.
type Ring struct {
	widget.BaseWidget
	radius float32
	line   *canvas.Rectangle
	ring   *canvas.Rectangle
}

// NewFocusOutline returns a hidden outline with the given corner radius.
func NewRing(radius float32) *Ring {
	r := &Ring{radius: radius, line: canvas.NewRectangle(nil), ring: canvas.NewRectangle(nil)}
	r.style()
	r.ExtendBaseWidget(r)
	r.Hide()
	return r
}

func (r *Ring) style() {
	look := theme.Current()
	draw := func(c *canvas.Rectangle, tone theme.Token, width, radius float32) {
		c.StrokeColor, c.StrokeWidth, c.CornerRadius = look.Tone(tone), width, radius
		c.FillColor = Fill(look.Tone(theme.None), look.Tone(tone))
	}
	radius := look.Scaled(r.radius)
	draw(r.line, theme.Accent, FocusLine, radius)
	draw(r.ring, theme.Focus, FocusRing, radius+FocusRing)
}

// Refresh applies the colors of the current theme.
func (r *Ring) Refresh() {
	r.style()
	r.line.Refresh()
	r.ring.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (r *Ring) CreateRenderer() fyne.WidgetRenderer { return &ringRenderer{r} }

type ringRenderer struct{ r *Ring }

func (n *ringRenderer) Destroy()                     {}
func (n *ringRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (n *ringRenderer) Refresh()                     { n.r.Refresh() }
func (n *ringRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{n.r.ring, n.r.line} }

func (n *ringRenderer) Layout(s fyne.Size) {
	n.r.line.Resize(s)
	n.r.ring.Move(fyne.NewSquareOffsetPos(-FocusRing))
	n.r.ring.Resize(s.AddWidthHeight(2*FocusRing, 2*FocusRing))
}
