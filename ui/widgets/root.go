package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
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

// NewRoot returns a root.
func NewRoot(body fyne.CanvasObject, tips *TooltipLayer) *Root {
	r := &Root{Tooltips: tips, body: body}
	r.ExtendBaseWidget(r)
	return r
}

// ShowCover shows o instead of the body; nil shows the body again.
func (r *Root) ShowCover(o fyne.CanvasObject) {
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
func (r *Root) CreateRenderer() fyne.WidgetRenderer { return &rootRenderer{r} }

type rootRenderer struct{ root *Root }

func (r *rootRenderer) Destroy() {}
func (r *rootRenderer) Objects() []fyne.CanvasObject {
	if r.root.cover != nil {
		return []fyne.CanvasObject{r.root.cover, r.root.Tooltips.Container}
	}
	return []fyne.CanvasObject{r.root.body, r.root.Tooltips.Container}
}
func (r *rootRenderer) MinSize() fyne.Size { return r.root.body.MinSize() }
func (r *rootRenderer) Refresh() {
	r.Layout(r.root.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
	canvas.Refresh(r.root)
}

func (r *rootRenderer) Layout(s fyne.Size) {
	r.root.body.Resize(s)
	if r.root.cover != nil {
		r.root.cover.Resize(s)
	}
	r.root.Tooltips.Container.Resize(s)
}
