package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Measures of the focus in pixels (ui.md).
const (
	FocusLine = 1.5 // along the edge of what has the keyboard
	FocusRing = 3   // outside of it
)

// Ring shows what has the keyboard: a line along the edge of the object it is as large as, and a ring outside.
type Ring struct {
	widget.BaseWidget
	radius float32
	line   *canvas.Rectangle
	ring   *canvas.Rectangle
}

// NewRing returns a hidden ring around corners of a radius.
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

// Refresh takes the colours of the look.
func (r *Ring) Refresh() {
	r.style()
	r.line.Refresh()
	r.ring.Refresh()
}

// CreateRenderer implements fyne.Widget.
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
