package messagelist

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/widgets"
)

// visibleRows measures the rows near the viewport and places their views. It is the only part that
// moves views. It belongs to the UI goroutine.
type visibleRows struct {
	allRows  *rowList
	heights  *rowHeights
	views    *viewPool
	viewport *viewport

	visibleSlots  []*viewSlot // rows with a placed widget, in order
	inLayout      bool        // inside a layout pass
	needsLayout   bool        // a view changed its height during the layout pass
	tooltipOffset float64     // scroll position when tooltips were last hidden
}

// measureAndPlaceRows measures and places the visible rows of a list of a size.
func (r *visibleRows) measureAndPlaceRows(size fyne.Size) {
	r.inLayout = true
	for range 3 { // a view may change its height while it is resized
		r.needsLayout = false
		r.views.layoutPass++
		r.bindAndPlaceRows(r.viewport.followEndAndMeasureVisibleRows(overscan), size)
		if !r.needsLayout {
			break
		}
	}
	r.inLayout = false
}

// bindAndPlaceRows puts the rows of s at their positions, on whole pixels so that text stays sharp.
func (r *visibleRows) bindAndPlaceRows(s rowSpan, size fyne.Size) {
	width := r.heights.columnWidth
	x := float32(math.Floor(float64((size.Width - width) / 2)))
	y := math.Round(s.y)
	r.visibleSlots = r.visibleSlots[:0]
	for i := s.first; i < s.last; i++ {
		slot := r.views.bindSlotToRow(r.allRows.RowAt(i))
		h := slot.heightAtWidth(width)
		slot.view.Resize(fyne.NewSize(width, h))
		slot.view.Move(fyne.NewPos(x, float32(y)))
		if part, ok := slot.view.(VisibleRangeView); ok {
			part.SetVisibleRange(float32(-y), float32(-y)+size.Height)
		}
		r.visibleSlots = append(r.visibleSlots, slot)
		y += float64(r.viewport.heights.heightOfRow(i))
	}
}

// hideTooltipsIfScrolled hides the tooltips in list once the text has moved under the pointer.
func (r *visibleRows) hideTooltipsIfScrolled(list fyne.CanvasObject) {
	at := r.viewport.scrollOffset()
	if at == r.tooltipOffset {
		return
	}
	r.tooltipOffset = at
	widgets.HideWindowTooltip(list)
	for _, s := range r.visibleSlots {
		if v, ok := s.view.(TooltipView); ok {
			v.HideTooltip()
		}
	}
}

// isRowPartlyInsideHeight reports whether any part of a message is inside a list of a height.
func (r *visibleRows) isRowPartlyInsideHeight(id int64, height float32) bool {
	for _, s := range r.visibleSlots {
		if s.rowID == id {
			y, h := s.view.Position().Y, s.view.Size().Height
			return y < height && y+h > 0
		}
	}
	return false
}

// MouseIn ends the hover state of the visible rows: the pointer is between them.
func (r *visibleRows) MouseIn(*desktop.MouseEvent) {
	for _, s := range r.visibleSlots {
		if p, ok := s.view.(HoverView); ok {
			p.EndHover()
		}
	}
}

// MouseMoved does nothing; desktop.Hoverable needs it.
func (r *visibleRows) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing; desktop.Hoverable needs it.
func (r *visibleRows) MouseOut() {}
