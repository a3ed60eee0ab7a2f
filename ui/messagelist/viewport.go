package messagelist

// viewport is the arithmetic of scrolling, without widgets. Positions are pixels from the top of
// the first row.
//
// The scroll position is an anchor: the upper edge cuts row anchorRow, and anchorOffset of its
// pixels are above the edge (negative only above the first row, by at most padTop). Heights of
// other rows may be corrected at any time without moving what is on screen.
type viewport struct {
	heights      heightTree
	measureRow   func(i int) int // exact height at the current width; must be cheap when repeated
	height       int
	padTop       int
	padBottom    int
	anchorRow    int
	anchorOffset float64
	followEnd    bool // keep the end visible as it grows
	pinnedRow    int  // kept at the upper edge even if too little follows; -1 for none
}

// measureAndStoreRowHeight replaces the estimate of row i by its measured height.
func (v *viewport) measureAndStoreRowHeight(i int) int {
	h := v.measureRow(i)
	v.heights.setRowHeight(i, h)
	return h
}

// pinSpacerHeight is the empty space after the last row that lets the pinned row stay at the upper
// edge.
func (v *viewport) pinSpacerHeight() int {
	if v.pinnedRow < 0 || v.pinnedRow >= v.heights.rowCount() {
		return 0
	}
	below := v.heights.totalHeight() - v.heights.rowTop(v.pinnedRow)
	return max(0, v.height-v.padTop-v.padBottom-int(min(below, int64(v.height))))
}

// scrollOffset is the position of the upper edge.
func (v *viewport) scrollOffset() float64 {
	return float64(v.heights.rowTop(v.anchorRow)) + v.anchorOffset
}

// minScrollOffset is the position of the upper edge at the very top.
func (v *viewport) minScrollOffset() float64 { return float64(-v.padTop) }

// maxScrollOffset is the position of the upper edge at the very end, as far as heights are known.
func (v *viewport) maxScrollOffset() float64 {
	return max(v.minScrollOffset(), float64(v.heights.totalHeight()+int64(v.padBottom+v.pinSpacerHeight()-v.height)))
}

// isAtEnd reports whether the end of the last row is visible; the pin spacer after it need not be.
func (v *viewport) isAtEnd() bool {
	return v.scrollOffset() >= max(v.minScrollOffset(), v.maxScrollOffset()-float64(v.pinSpacerHeight()))-1
}

// jumpToScrollOffset moves the upper edge to a position found by estimated heights.
func (v *viewport) jumpToScrollOffset(to float64) {
	if v.heights.rowCount() == 0 {
		return
	}
	to = min(max(to, v.minScrollOffset()), v.maxScrollOffset())
	v.anchorRow = v.heights.rowAtPosition(int64(max(to, 0)))
	v.anchorOffset = to - float64(v.heights.rowTop(v.anchorRow))
	v.measureVisibleRowsAndClampAnchor()
}

// moveRowToTopDistanceAndUnfollow puts the top of row i dist pixels below the upper edge.
func (v *viewport) moveRowToTopDistanceAndUnfollow(i int, dist float64) {
	v.followEnd = false
	v.anchorRow, v.anchorOffset = i, 0
	v.moveAnchorByPixels(-dist)
	v.measureVisibleRowsAndClampAnchor()
}

// moveToEnd puts the end of the last row, with the padding and pin spacer after it, at the lower
// edge.
func (v *viewport) moveToEnd() {
	n := v.heights.rowCount()
	if n == 0 {
		v.anchorRow, v.anchorOffset = 0, v.minScrollOffset()
		return
	}
	if v.pinnedRow >= 0 {
		for i := n - 1; i >= v.pinnedRow && v.heights.totalHeight()-v.heights.rowTop(i) < int64(v.height); i-- {
			v.measureAndStoreRowHeight(i)
		}
	}
	need := v.height - v.padBottom - v.pinSpacerHeight()
	have := 0
	for i := n - 1; i >= 0; i-- {
		have += v.measureAndStoreRowHeight(i)
		if have >= need {
			v.anchorRow, v.anchorOffset = i, float64(have-need)
			return
		}
	}
	v.anchorRow, v.anchorOffset = 0, max(v.minScrollOffset(), float64(have-need))
}

// scrollBy moves the upper edge by d pixels over measured rows, so that the text moves by exactly d
// unless an end is reached. Jumps of several viewport heights use estimates.
func (v *viewport) scrollBy(d float64) {
	if v.heights.rowCount() == 0 {
		return
	}
	if far := 6 * float64(max(v.height, 1)); d > far || d < -far {
		v.jumpToScrollOffset(v.scrollOffset() + d)
		return
	}
	v.moveAnchorByPixels(d)
	v.measureVisibleRowsAndClampAnchor()
}

// moveAnchorByPixels moves the anchor by d pixels, row by row.
func (v *viewport) moveAnchorByPixels(d float64) {
	v.anchorOffset += d
	for v.anchorOffset < 0 && v.anchorRow > 0 {
		v.anchorRow--
		v.anchorOffset += float64(v.measureAndStoreRowHeight(v.anchorRow))
	}
	for v.anchorOffset > 0 && v.anchorRow < v.heights.rowCount()-1 {
		h := float64(v.measureAndStoreRowHeight(v.anchorRow))
		if v.anchorOffset < h {
			break
		}
		v.anchorOffset -= h
		v.anchorRow++
	}
}

// measureVisibleRowsAndClampAnchor measures the visible rows and keeps the upper edge between the
// two ends.
func (v *viewport) measureVisibleRowsAndClampAnchor() {
	if v.anchorRow == 0 && v.anchorOffset < v.minScrollOffset() {
		v.anchorOffset = v.minScrollOffset()
	}
	y := -v.anchorOffset
	i := v.anchorRow
	for ; i < v.heights.rowCount() && y < float64(v.height); i++ {
		y += float64(v.measureAndStoreRowHeight(i))
	}
	if i < v.heights.rowCount() {
		return
	}
	if missing := float64(v.height-v.padBottom-v.pinSpacerHeight()) - y; missing > 0 {
		v.moveAnchorByPixels(-missing)
		if v.anchorRow == 0 && v.anchorOffset < v.minScrollOffset() {
			v.anchorOffset = v.minScrollOffset()
		}
	}
}

// rowSpan is a run of rows [first, last) with the position of the first one relative to the upper
// edge.
type rowSpan struct {
	first, last int
	y           float64
}

// followEndAndMeasureVisibleRows measures the visible rows and those up to extra pixels around
// them, applies followEnd, and returns them.
func (v *viewport) followEndAndMeasureVisibleRows(extra int) rowSpan {
	n := v.heights.rowCount()
	if n == 0 {
		return rowSpan{}
	}
	v.anchorRow = min(v.anchorRow, n-1)
	if v.followEnd {
		v.moveToEnd()
	} else {
		v.moveAnchorByPixels(0)
		v.measureVisibleRowsAndClampAnchor()
	}
	s := rowSpan{first: v.anchorRow, y: -v.anchorOffset}
	y := s.y
	for s.last = v.anchorRow; s.last < n && y < float64(v.height+extra); s.last++ {
		y += float64(v.measureAndStoreRowHeight(s.last))
	}
	for s.first > 0 && s.y > float64(-extra) {
		s.first--
		s.y -= float64(v.measureAndStoreRowHeight(s.first))
	}
	return s
}
