package messagelist

import "fyne.io/fyne/v2"

// overlays are what is drawn around the rows, and the order of it all: the tint behind a row, the
// focus ring, the scrollbar and the "New text" pill. It belongs to the UI goroutine.
type overlays struct {
	scrollbar  *scrollbar
	pill       *newTextPill
	highlight  *rowHighlight
	focusRing  *focusRing
	hasFocus   bool
	hasNewText bool // text arrived below the viewport since the end was last visible
	objects    []fyne.CanvasObject
}

// placeAndCollectObjects places the overlays in a list of a size, and rebuilds the object list if
// the visible rows changed.
func (o *overlays) placeAndCollectObjects(size fyne.Size, v *viewport, slots []*viewSlot) {
	o.scrollbar.placeForPositionOrHide(size, v.scrollOffset()-v.minScrollOffset(), v.maxScrollOffset()-v.minScrollOffset())
	o.pill.showOrHideAtBottom(size, o.hasNewText)
	o.focusRing.showOrHideInsideList(size, o.hasFocus)
	o.highlight.placeBehindRow(slots)
	same := len(o.objects) == len(slots)+4
	for i := 0; same && i < len(slots); i++ {
		same = o.objects[i+1] == fyne.CanvasObject(slots[i].view)
	}
	if same {
		return
	}
	o.objects = append(o.objects[:0:0], o.highlight)
	for _, s := range slots {
		o.objects = append(o.objects, s.view)
	}
	o.objects = append(o.objects, o.focusRing, o.scrollbar, o.pill)
}

// showOrHideFocusRing shows or hides the focus ring of a list of a size.
func (o *overlays) showOrHideFocusRing(on bool, size fyne.Size) {
	o.hasFocus = on
	o.focusRing.showOrHideInsideList(size, on)
}

// refreshOverlays applies the current theme.
func (o *overlays) refreshOverlays() {
	o.scrollbar.Refresh()
	o.pill.Refresh()
	o.highlight.Refresh()
	o.focusRing.Refresh()
}
