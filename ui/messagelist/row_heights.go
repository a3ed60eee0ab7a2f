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

// measureRow returns the exact height of row i.
func (h *rowHeights) measureRow(i int) int {
	row := h.rows.RowAt(i)
	id := row.RowID()
	if m, ok := h.known[id]; ok && m.revision == row.RowRevision() {
		return int(m.height)
	}
	height := int32(math.Ceil(float64(h.views.slotFor(row).heightAt(h.columnWidth)))) + int32(rowGap)
	h.known[id] = cachedHeight{row.RowRevision(), height}
	return int(height)
}

// estimateRow returns the cached height of a row, or its estimate, without building it.
func (h *rowHeights) estimateRow(row Row) int32 {
	if m, ok := h.known[row.RowID()]; ok && m.revision == row.RowRevision() {
		return m.height
	}
	return int32(math.Ceil(float64(row.EstimateRowHeight(h.columnWidth)))) + int32(rowGap)
}

// estimateAll returns estimateRow of all rows.
func (h *rowHeights) estimateAll() []int32 {
	out := make([]int32, h.rows.Len())
	for i, row := range h.rows.rows {
		out[i] = h.estimateRow(row)
	}
	return out
}

// setColumnWidth continues with the heights that are known at a width.
func (h *rowHeights) setColumnWidth(width float32) {
	h.columnWidth = width
	h.known = h.cache.heightsAt(width)
}

// dropAll drops all heights, for another chat.
func (h *rowHeights) dropAll() {
	h.cache.dropAll()
	h.setColumnWidth(h.columnWidth)
}
