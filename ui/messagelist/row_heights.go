package messagelist

import "math"

// rowHeights measures and estimates the heights of rows at the current column width, and keeps what
// was measured. Heights include the gap below a row. It belongs to the UI goroutine.
type rowHeights struct {
	rows        *rowList
	views       *viewPool
	columnWidth float32 // width of a row
	cache       heightCache
	known       map[int64]cachedHeight // exact heights at columnWidth
}

// cachedOrMeasuredHeight returns the exact height of row i.
func (h *rowHeights) cachedOrMeasuredHeight(i int) int {
	row := h.rows.RowAt(i)
	id := row.RowID()
	if m, ok := h.known[id]; ok && m.revision == row.RowRevision() {
		return int(m.height)
	}
	height := int32(math.Ceil(float64(h.views.bindSlotToRow(row).heightAtWidth(h.columnWidth)))) + int32(rowGap)
	h.known[id] = cachedHeight{row.RowRevision(), height}
	return int(height)
}

// cachedOrEstimatedHeight returns the cached height of a row, or its estimate, without building it.
func (h *rowHeights) cachedOrEstimatedHeight(row Row) int32 {
	if m, ok := h.known[row.RowID()]; ok && m.revision == row.RowRevision() {
		return m.height
	}
	return int32(math.Ceil(float64(row.EstimateRowHeight(h.columnWidth)))) + int32(rowGap)
}

// cachedOrEstimatedHeights returns cachedOrEstimatedHeight of all rows.
func (h *rowHeights) cachedOrEstimatedHeights() []int32 {
	out := make([]int32, h.rows.Len())
	for i, row := range h.rows.rows {
		out[i] = h.cachedOrEstimatedHeight(row)
	}
	return out
}

// switchToColumnWidth continues with the heights that are known at a width.
func (h *rowHeights) switchToColumnWidth(width float32) {
	h.columnWidth = width
	h.known = h.cache.heightsAtWidthAsMostRecent(width)
}

// dropAllHeights drops all heights, for another chat.
func (h *rowHeights) dropAllHeights() {
	h.cache.dropAllHeights()
	h.switchToColumnWidth(h.columnWidth)
}
