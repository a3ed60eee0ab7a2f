package messagelist

import (
	"math"

	"fyne.io/fyne/v2"
)

// scrollAnchor remembers the text at the upper edge after the last scroll by the user, so that a
// width that changes and changes back ends on the same line. It is renewed when the user scrolls,
// not when the text is wrapped again. It belongs to the UI goroutine.
type scrollAnchor struct {
	rows     *rowList
	heights  *rowHeights
	views    *viewPool
	viewport *viewport
	saved    savedAnchor
}

// savedAnchor is the text at the upper edge after a scroll; no text for the zero value.
type savedAnchor struct {
	rowID           int64
	columnWidth     float32
	offset          float64
	rowHeight       int // of the row at that time
	textPosition    int // position in the row's text, if its view is a LineAnchor
	hasTextPosition bool
}

// saveTopEdgePosition renews the anchor after a scroll.
func (a *scrollAnchor) saveTopEdgePosition() {
	a.saved = savedAnchor{}
	if a.viewport.anchorRow >= a.rows.Len() {
		return
	}
	a.saved = savedAnchor{
		rowID: a.rows.rowIDAt(a.viewport.anchorRow), columnWidth: a.heights.columnWidth,
		offset: a.viewport.anchorOffset, rowHeight: a.viewport.heights.heightOfRow(a.viewport.anchorRow),
	}
}

// saveTextPositionOfAnchor looks up the text position of the anchor while the view still has the
// anchor's width. It is deferred until the width changes, because the lookup costs more than a
// wheel step.
func (a *scrollAnchor) saveTextPositionOfAnchor() {
	s := a.views.boundSlots[a.saved.rowID]
	if a.saved.hasTextPosition || s == nil || s.width != a.saved.columnWidth || a.saved.offset <= 0 {
		return
	}
	if anchorView, ok := s.view.(LineAnchor); ok {
		a.saved.textPosition, a.saved.hasTextPosition = anchorView.TextPositionAtY(float32(a.saved.offset))
	}
}

// restoreViewportFromAnchor scrolls back to the anchored line at the current width.
func (a *scrollAnchor) restoreViewportFromAnchor() {
	i, ok := a.rows.index[a.saved.rowID]
	if !ok || a.viewport.followEnd {
		return
	}
	width := a.heights.columnWidth
	a.viewport.anchorRow = i
	h := a.viewport.measureAndStoreRowHeight(i)
	switch {
	case a.saved.offset <= 0 || a.saved.columnWidth == width:
		a.viewport.anchorOffset = a.saved.offset
	case a.saved.hasTextPosition:
		s := a.views.bindSlotToRow(a.rows.RowAt(i))
		s.view.Resize(fyne.NewSize(width, s.heightAtWidth(width)))
		a.viewport.anchorOffset = float64(s.view.(LineAnchor).LineTopOfPosition(a.saved.textPosition))
	default:
		a.viewport.anchorOffset = math.Round(a.saved.offset * float64(h) / float64(max(a.saved.rowHeight, 1)))
	}
	a.viewport.anchorOffset = min(a.viewport.anchorOffset, float64(h-1))
}
