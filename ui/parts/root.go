package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Root is the content of a window: a body, sheets above it, and the tooltip layer on top.
type Root struct {
	widget.BaseWidget
	Tips *Tips
	// OnResize is called before the body is laid out in a new size.
	OnResize func(fyne.Size)
	body     fyne.CanvasObject
	cover    fyne.CanvasObject
}

// NewRoot returns a root.
func NewRoot(body fyne.CanvasObject, tips *Tips) *Root {
	r := &Root{Tips: tips, body: body}
	r.ExtendBaseWidget(r)
	return r
}

// ShowCover shows o instead of the body; nil shows the body again.
func (r *Root) Cover(o fyne.CanvasObject) {
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

type rootRenderer struct{ r *Root }

func (r *rootRenderer) Destroy() {}
func (r *rootRenderer) Objects() []fyne.CanvasObject {
	if r.r.cover != nil {
		return []fyne.CanvasObject{r.r.cover, r.r.Tips.Container}
	}
	return []fyne.CanvasObject{r.r.body, r.r.Tips.Container}
}
func (r *rootRenderer) MinSize() fyne.Size { return r.r.body.MinSize() }
func (r *rootRenderer) Refresh() {
	r.Layout(r.r.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
	canvas.Refresh(r.r)
}

func (r *rootRenderer) Layout(s fyne.Size) {
	r.r.body.Resize(s)
	if r.r.cover != nil {
		r.r.cover.Resize(s)
	}
	r.r.Tips.Container.Resize(s)
}
