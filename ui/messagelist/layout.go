package messagelist

import (
	"math"

	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/widgets"
)

// scrollAnchor remembers the text at the upper edge after the last scroll by the user, so that a
// width that changes and changes back ends on the same line. It is renewed when the user scrolls,
// not when the text is wrapped again.
type scrollAnchor struct {
	rowID           int64
	columnWidth     float32
	offset          float64
	rowHeight       int // of the row at that time
	textPosition    int // position in the row's text, if its view is a LineAnchor
	hasTextPosition bool
}

// saveAnchor renews the anchor after a scroll.
func (l *List) saveAnchor() {
	l.anchor = scrollAnchor{}
	if l.viewport.anchorRow >= len(l.rows) {
		return
	}
	row := l.rows[l.viewport.anchorRow]
	l.anchor = scrollAnchor{
		rowID: row.RowID(), columnWidth: l.columnWidth, offset: l.viewport.anchorOffset,
		rowHeight: l.viewport.heights.heightAt(l.viewport.anchorRow),
	}
}

// resolveAnchorText looks up the text position of the anchor while the view still has the anchor's
// width. It is deferred until the width changes, because the lookup costs more than a wheel step.
func (l *List) resolveAnchorText() {
	s := l.views.boundSlots[l.anchor.rowID]
	if l.anchor.hasTextPosition || s == nil || s.width != l.anchor.columnWidth || l.anchor.offset <= 0 {
		return
	}
	if anchorView, ok := s.view.(LineAnchor); ok {
		l.anchor.textPosition, l.anchor.hasTextPosition = anchorView.TextPositionAt(float32(l.anchor.offset))
	}
}

// restoreAnchor scrolls back to the anchored line at the current width.
func (l *List) restoreAnchor() {
	i, ok := l.index[l.anchor.rowID]
	if !ok || l.viewport.followEnd || l.Size().Height <= 0 {
		return
	}
	l.viewport.anchorRow = i
	h := l.viewport.correctHeight(i)
	switch {
	case l.anchor.offset <= 0 || l.anchor.columnWidth == l.columnWidth:
		l.viewport.anchorOffset = l.anchor.offset
	case l.anchor.hasTextPosition:
		s := l.views.slotFor(l.rows[i])
		s.view.Resize(fyne.NewSize(l.columnWidth, s.heightAt(l.columnWidth)))
		l.viewport.anchorOffset = float64(s.view.(LineAnchor).LineTopOf(l.anchor.textPosition))
	default:
		l.viewport.anchorOffset = math.Round(l.anchor.offset * float64(h) / float64(max(l.anchor.rowHeight, 1)))
	}
	l.viewport.anchorOffset = min(l.viewport.anchorOffset, float64(h-1))
}

// layoutVisibleRows measures and places the visible rows. It is the only place that moves widgets.
func (l *List) layoutVisibleRows() {
	size := l.Size()
	if size.Height <= 0 || size.Width <= 0 || l.inLayout {
		return
	}
	l.inLayout = true
	for range 3 { // a view may change its height while it is resized
		l.needsLayout = false
		l.views.layoutPass++
		l.placeRows(l.viewport.measureVisible(overscan))
		if !l.needsLayout {
			break
		}
	}
	l.inLayout = false
	l.views.releaseUnused(l.hasRow)
	if l.viewport.isAtEnd() {
		l.hasNewText = false
	}
	l.placeOverlays(size)
	l.hideTooltips()
	l.notifyTopReached()
	if l.OnViewportChange != nil {
		l.OnViewportChange()
	}
}

// placeRows puts the rows of s at their positions, on whole pixels so that text stays sharp.
func (l *List) placeRows(s rowSpan) {
	x := float32(math.Floor(float64((l.Size().Width - l.columnWidth) / 2)))
	y := math.Round(s.y)
	l.visibleSlots = l.visibleSlots[:0]
	for i := s.first; i < s.last; i++ {
		slot := l.views.slotFor(l.rows[i])
		h := slot.heightAt(l.columnWidth)
		slot.view.Resize(fyne.NewSize(l.columnWidth, h))
		slot.view.Move(fyne.NewPos(x, float32(y)))
		if part, ok := slot.view.(VisibleRangeView); ok {
			part.SetVisibleRange(float32(-y), float32(-y)+l.Size().Height)
		}
		l.visibleSlots = append(l.visibleSlots, slot)
		y += float64(l.viewport.heights.heightAt(i))
	}
}

// placeOverlays places the scrollbar, the pill and the highlight, and rebuilds the object list if
// the visible rows changed.
func (l *List) placeOverlays(size fyne.Size) {
	l.scrollbar.showPosition(size, l.viewport.scrollOffset()-l.viewport.minOffset(),
		l.viewport.maxOffset()-l.viewport.minOffset())
	l.pill.showInWindow(size, l.hasNewText)
	l.focusRing.showInside(size, l.hasFocus)
	l.highlight.placeBehindRow(l)
	same := len(l.objects) == len(l.visibleSlots)+4
	for i := 0; same && i < len(l.visibleSlots); i++ {
		same = l.objects[i+1] == fyne.CanvasObject(l.visibleSlots[i].view)
	}
	if !same {
		l.objects = append(l.objects[:0:0], l.highlight)
		for _, s := range l.visibleSlots {
			l.objects = append(l.objects, s.view)
		}
		l.objects = append(l.objects, l.focusRing, l.scrollbar, l.pill)
	}
	l.requestFrame()
}

// hideTooltips hides tooltips once the text has moved under the pointer.
func (l *List) hideTooltips() {
	at := l.viewport.scrollOffset()
	if at == l.tooltipOffset {
		return
	}
	l.tooltipOffset = at
	widgets.HideTooltip(l)
	for _, s := range l.visibleSlots {
		if v, ok := s.view.(TooltipView); ok {
			v.HideTooltip()
		}
	}
}

// requestFrame requests a repaint without dropping the textures of the rows, as a refresh would.
func (l *List) requestFrame() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		if d, ok := c.(interface{ SetDirty() }); ok {
			d.SetDirty()
		}
	}
}

// notifyTopReached calls OnReachTop when less than one viewport height is above.
func (l *List) notifyTopReached() {
	if l.OnReachTop == nil || len(l.rows) == 0 || l.viewport.scrollOffset() > float64(l.viewport.height) {
		return
	}
	if first := l.rows[0].RowID(); l.reachedTopRow != first {
		l.reachedTopRow = first
		l.OnReachTop()
	}
}

func (l *List) hasRow(id int64) bool {
	_, ok := l.index[id]
	return ok
}

// CreateRenderer lays out the rows and returns the renderer.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.ExtendBaseWidget(l)
	l.layoutVisibleRows()
	return draw.NewRenderer(l, draw.RenderFuncs{ // List.Resize does the layout
		Objects: func() []fyne.CanvasObject { return l.objects },
		MinSize: l.MinSize,
		Refresh: func() {}, // done by List.Refresh
		Destroy: l.stopMotion,
	})
}
