package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
)

// Root is the content of a window: a body, sheets above it, and the tooltip layer on top.
type Root struct {
	widget.BaseWidget
	Tooltips *TooltipLayer
	// OnResize is called before the body is laid out in a new size.
	OnResize func(fyne.Size)
	body     fyne.CanvasObject
	cover    fyne.CanvasObject
}

// NewWindowRoot returns a root.
func NewWindowRoot(body fyne.CanvasObject, tips *TooltipLayer) *Root {
	r := &Root{Tooltips: tips, body: body}
	r.ExtendBaseWidget(r)
	return r
}

// ShowCoverInsteadOfBody shows o instead of the body; nil shows the body again.
func (r *Root) ShowCoverInsteadOfBody(o fyne.CanvasObject) {
	r.cover = o
	if o != nil {
		r.body.Hide()
		o.Resize(r.Size())
	} else {
		r.body.Show()
	}
	r.BaseWidget.Refresh()
}

// Resize calls OnResize first.
func (r *Root) Resize(s fyne.Size) {
	if r.OnResize != nil && s != r.Size() {
		r.OnResize(s)
	}
	r.BaseWidget.Resize(s)
}

// CreateRenderer returns the renderer of the widget.
func (r *Root) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(r, draw.RenderFuncs{Objects: r.visibleLayers, MinSize: r.body.MinSize, Layout: r.resizeLayers})
}

func (r *Root) visibleLayers() []fyne.CanvasObject {
	if r.cover != nil {
		return []fyne.CanvasObject{r.cover, r.Tooltips.Container}
	}
	return []fyne.CanvasObject{r.body, r.Tooltips.Container}
}

func (r *Root) resizeLayers(s fyne.Size) {
	r.body.Resize(s)
	if r.cover != nil {
		r.cover.Resize(s)
	}
	r.Tooltips.Container.Resize(s)
}
