package draw

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
	icon      theme.Icon
	size      float32
	token     theme.Token
	image     *canvas.Image
	drawnName string
}

// NewIcon returns an icon of size pixels at 100 % text zoom.
func NewIcon(icon theme.Icon, size float32, token theme.Token) *Icon {
	i := &Icon{icon: icon, size: size, token: token, image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	i.updateImageResourceIfChanged()
	i.ExtendBaseWidget(i)
	return i
}

// SetIcon changes drawing and color.
func (i *Icon) SetIcon(icon theme.Icon, token theme.Token) {
	if i.icon != icon || i.token != token {
		i.icon, i.token = icon, token
		i.Refresh()
	}
}

// updateImageResourceIfChanged renders the icon again if it differs from the image shown; it
// reports whether it did.
func (i *Icon) updateImageResourceIfChanged() bool {
	res := theme.IconAsSVG(i.icon, i.zoomedSideLength(), i.canvasScale(), theme.Current().TokenColor(i.token))
	if res.Name() == i.drawnName {
		return false
	}
	i.drawnName, i.image.Resource = res.Name(), res
	return true
}

// zoomedSideLength returns the size at the current text zoom, in pixels.
func (i *Icon) zoomedSideLength() float32 { return theme.Current().ScaleUpWithTextZoom(i.size) }

func (i *Icon) canvasScale() float32 {
	if app := fyne.CurrentApp(); app != nil {
		if c := app.Driver().CanvasForObject(i); c != nil {
			return c.Scale()
		}
	}
	return 1
}

// Refresh applies the color of the current theme.
func (i *Icon) Refresh() {
	if i.updateImageResourceIfChanged() {
		i.image.Refresh()
	}
}

// CreateRenderer returns the renderer of the widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(i, RenderFuncs{
		Objects: FixedObjectsFunc(i.image),
		MinSize: func() fyne.Size { return fyne.NewSquareSize(i.zoomedSideLength()) },
		Layout:  i.centerImageAndRefresh,
		Refresh: i.Refresh,
	})
}

func (i *Icon) centerImageAndRefresh(s fyne.Size) {
	side := i.zoomedSideLength()
	MoveAndResize(i.image, theme.Round((s.Width-side)/2), theme.Round((s.Height-side)/2), side, side)
	i.Refresh()
}
