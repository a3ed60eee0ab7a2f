package draw

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// Box is a rounded rectangle with a fill and, unless stroke is theme.None, a border.
type Box struct {
	widget.BaseWidget
	fill, stroke theme.Token
	radius       float32
	lineWidth    float32
	shadowBlur   float32 // blur in pixels, 0 = none
	tailCorner   bool
	rect         *canvas.Rectangle
}

// NewBox returns a box with a border of one pixel in the color stroke.
func NewBox(fill, stroke theme.Token, radius float32) *Box {
	b := &Box{fill: fill, stroke: stroke, radius: radius, lineWidth: theme.Hairline, rect: canvas.NewRectangle(nil)}
	b.applyTheme()
	b.ExtendBaseWidget(b)
	return b
}

// SetColors changes fill and stroke.
func (b *Box) SetColors(fill, stroke theme.Token) {
	if b.fill != fill || b.stroke != stroke {
		b.fill, b.stroke = fill, stroke
		b.Refresh()
	}
}

// SetLineWidth sets the width of the border in pixels.
func (b *Box) SetLineWidth(width float32) {
	if b.lineWidth != width {
		b.lineWidth = width
		b.Refresh()
	}
}

// SetShadowBlur draws a drop shadow; blur is in pixels, 0 removes it.
func (b *Box) SetShadowBlur(blur float32) { b.shadowBlur = blur; b.Refresh() }

// SetSmallBottomRightCorner gives the lower right corner the small radius of a user message.
func (b *Box) SetSmallBottomRightCorner(on bool) { b.tailCorner = on; b.Refresh() }

func (b *Box) applyTheme() {
	current := theme.Current()
	b.rect.CornerRadius = current.ScaleUpWithTextZoom(b.radius)
	b.rect.FillColor, b.rect.StrokeColor, b.rect.StrokeWidth = FillOrFaintStrokeColor(current.TokenColor(b.fill),
		current.TokenColor(b.stroke)), nil, 0
	if b.stroke != theme.None {
		b.rect.StrokeColor, b.rect.StrokeWidth = current.TokenColor(b.stroke), b.lineWidth
	}
	b.rect.BottomRightCornerRadius = 0
	if b.tailCorner {
		b.rect.BottomRightCornerRadius = current.ScaleUpWithTextZoom(theme.RadiusInline)
	}
	b.rect.Shadow = canvas.Shadow{}
	if b.shadowBlur > 0 {
		b.rect.Shadow = canvas.Shadow{
			Color: current.TokenColor(theme.Shadow), BlurRadius: b.shadowBlur,
			Offset: fyne.NewPos(0, theme.CeilWithTolerance(b.shadowBlur/4)),
		}
	}
}

// FillOrFaintStrokeColor returns the fill color for a shape with a stroke. A fully transparent fill
// would make Fyne draw the stroke grey, so it is replaced by the stroke color with alpha 1.
func FillOrFaintStrokeColor(fill, stroke color.NRGBA) color.NRGBA {
	if fill.A == 0 && stroke.A > 0 {
		stroke.A = 1
		return stroke
	}
	return fill
}

// Refresh applies the colors of the current theme.
func (b *Box) Refresh() {
	b.applyTheme()
	b.rect.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (b *Box) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.rect) }

// Hairline is a line of one pixel that fills its space in the other direction.
type Hairline struct {
	widget.BaseWidget
	rect *canvas.Rectangle
}

// NewHairline returns a hairline for either direction.
func NewHairline() *Hairline {
	h := &Hairline{rect: canvas.NewRectangle(theme.Current().TokenColor(theme.Border))}
	h.rect.SetMinSize(fyne.NewSize(theme.Hairline, theme.Hairline))
	h.ExtendBaseWidget(h)
	return h
}

// Refresh applies the color of the current theme.
func (h *Hairline) Refresh() {
	h.rect.FillColor = theme.Current().TokenColor(theme.Border)
	h.rect.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (h *Hairline) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.rect) }
