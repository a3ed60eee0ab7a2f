package widgets

import "fyne.io/fyne/v2"

// widthSetter is an object whose height depends on its width; SetWidth is called before MinSize.
type widthSetter interface{ SetWidth(w float32) }

// widthLayout is a layout of such objects: PassWidthToObjects passes on what they will get of the
// width w of their container.
type widthLayout interface {
	fyne.Layout
	PassWidthToObjects(o []fyne.CanvasObject, w float32)
}

// PropagateWidth tells the texts inside o how wide they will be, so that the height asked for next
// fits. A widget takes part by a method SetWidth, a container by a layout with a method
// PassWidthToObjects.
func PropagateWidth(o fyne.CanvasObject, w float32) {
	switch x := o.(type) {
	case widthSetter:
		x.SetWidth(w)
	case *fyne.Container:
		if l, ok := x.Layout.(widthLayout); ok {
			l.PassWidthToObjects(x.Objects, w)
		}
	}
}
