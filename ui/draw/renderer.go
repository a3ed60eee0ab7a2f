package draw

import "fyne.io/fyne/v2"

// RenderFuncs are what a widget that places its objects itself has to say to Fyne. Only Objects is
// required.
type RenderFuncs struct {
	Objects func() []fyne.CanvasObject
	MinSize func() fyne.Size // nil = zero
	Layout  func(s fyne.Size)
	Refresh func() // nil = refresh every object, then lay out at the size of the widget
	Destroy func()
}

// NewRenderer returns a renderer of w made of functions.
func NewRenderer(w fyne.Widget, f RenderFuncs) fyne.WidgetRenderer { return &funcRenderer{w, f} }

// FixedObjectsFunc is the Objects of a widget that always has the same ones.
func FixedObjectsFunc(o ...fyne.CanvasObject) func() []fyne.CanvasObject {
	return func() []fyne.CanvasObject { return o }
}

type funcRenderer struct {
	widget fyne.Widget
	funcs  RenderFuncs
}

func (r *funcRenderer) Objects() []fyne.CanvasObject { return r.funcs.Objects() }

func (r *funcRenderer) MinSize() fyne.Size {
	if r.funcs.MinSize == nil {
		return fyne.Size{}
	}
	return r.funcs.MinSize()
}

func (r *funcRenderer) Layout(s fyne.Size) {
	if r.funcs.Layout != nil {
		r.funcs.Layout(s)
	}
}

func (r *funcRenderer) Refresh() {
	if r.funcs.Refresh != nil {
		r.funcs.Refresh()
		return
	}
	for _, o := range r.funcs.Objects() {
		o.Refresh()
	}
	r.Layout(r.widget.Size())
}

func (r *funcRenderer) Destroy() {
	if r.funcs.Destroy != nil {
		r.funcs.Destroy()
	}
}

// MoveAndResize moves o to x, y and gives it a size.
func MoveAndResize(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

// SetVisible shows or hides o; it returns on.
func SetVisible(o fyne.CanvasObject, on bool) bool {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
	return on
}
