package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// Icon is a drawing of ui/theme in a square. It grows with the text zoom and is rendered again when
// its size, its color or the scale of the canvas changes.
type Icon struct {
	widget.BaseWidget
	icon  theme.Icon
	size  float32
	tone  theme.Token
	image *canvas.Image
	drawn string
}

// NewIcon returns an icon of size pixels at 100 % text zoom.
func NewIcon(icon theme.Icon, size float32, tone theme.Token) *Icon {
	i := &Icon{icon: icon, size: size, tone: tone, image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	i.draw()
	i.ExtendBaseWidget(i)
	return i
}

// SetIcon changes drawing and color.
func (i *Icon) Set(icon theme.Icon, tone theme.Token) {
	if i.icon != icon || i.tone != tone {
		i.icon, i.tone = icon, tone
		i.Refresh()
	}
}

// updateImage renders the icon again if it differs from the image shown; it reports whether it did.
func (i *Icon) draw() bool {
	res := theme.Draw(i.icon, i.side(), i.scale(), theme.Current().Tone(i.tone))
	if res.Name() == i.drawn {
		return false
	}
	i.drawn, i.image.Resource = res.Name(), res
	return true
}

// sideLength returns the size at the current text zoom, in pixels.
func (i *Icon) side() float32 { return theme.Current().Scaled(i.size) }

func (i *Icon) scale() float32 {
	if app := fyne.CurrentApp(); app != nil {
		if c := app.Driver().CanvasForObject(i); c != nil {
			return c.Scale()
		}
	}
	return 1
}

// Refresh applies the color of the current theme.
func (i *Icon) Refresh() {
	if i.draw() {
		i.image.Refresh()
	}
}

// CreateRenderer returns the renderer of the widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer { return &iconRenderer{i} }

type iconRenderer struct{ i *Icon }

func (r *iconRenderer) Destroy()                     {}
func (r *iconRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.i.image} }
func (r *iconRenderer) MinSize() fyne.Size           { return fyne.NewSquareSize(r.i.side()) }
func (r *iconRenderer) Refresh()                     { r.i.Refresh() }

func (r *iconRenderer) Layout(s fyne.Size) {
	side := r.i.side()
	r.i.image.Move(fyne.NewPos(theme.Round((s.Width-side)/2), theme.Round((s.Height-side)/2)))
	r.i.image.Resize(fyne.NewSquareSize(side))
	r.i.Refresh()
}
