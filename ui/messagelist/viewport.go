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

// correctHeight replaces the estimate of row i by its measured height.
func (v *viewport) correctHeight(i int) int {
	h := v.measureRow(i)
	v.heights.setHeight(i, h)
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

// minOffset is the position of the upper edge at the very top.
func (v *viewport) minOffset() float64 { return float64(-v.padTop) }

// maxOffset is the position of the upper edge at the very end, as far as heights are known.
func (v *viewport) maxOffset() float64 {
	return max(v.minOffset(), float64(v.heights.totalHeight()+int64(v.padBottom+v.pinSpacerHeight()-v.height)))
}

// isAtEnd reports whether the end of the last row is visible; the pin spacer after it need not be.
func (v *viewport) isAtEnd() bool {
	return v.scrollOffset() >= max(v.minOffset(), v.maxOffset()-float64(v.pinSpacerHeight()))-1
}

// jumpToOffset moves the upper edge to a position found by estimated heights.
func (v *viewport) jumpToOffset(to float64) {
	if v.heights.rowCount() == 0 {
		return
	}
	to = min(max(to, v.minOffset()), v.maxOffset())
	v.anchorRow = v.heights.rowAt(int64(max(to, 0)))
	v.anchorOffset = to - float64(v.heights.rowTop(v.anchorRow))
	v.clampAnchor()
}

// moveToRow puts the top of row i dist pixels below the upper edge.
func (v *viewport) moveToRow(i int, dist float64) {
	v.followEnd = false
	v.anchorRow, v.anchorOffset = i, 0
	v.moveAnchor(-dist)
	v.clampAnchor()
}

// moveToEnd puts the end of the last row, with the padding and pin spacer after it, at the lower
// edge.
func (v *viewport) moveToEnd() {
	n := v.heights.rowCount()
	if n == 0 {
		v.anchorRow, v.anchorOffset = 0, v.minOffset()
		return
	}
	if v.pinnedRow >= 0 {
		for i := n - 1; i >= v.pinnedRow && v.heights.totalHeight()-v.heights.rowTop(i) < int64(v.height); i-- {
			v.correctHeight(i)
		}
	}
	need := v.height - v.padBottom - v.pinSpacerHeight()
	have := 0
	for i := n - 1; i >= 0; i-- {
		have += v.correctHeight(i)
		if have >= need {
			v.anchorRow, v.anchorOffset = i, float64(have-need)
			return
		}
	}
	v.anchorRow, v.anchorOffset = 0, max(v.minOffset(), float64(have-need))
}

// scrollBy moves the upper edge by d pixels over measured rows, so that the text moves by exactly d
// unless an end is reached. Jumps of several viewport heights use estimates.
func (v *viewport) scrollBy(d float64) {
	if v.heights.rowCount() == 0 {
		return
	}
	if far := 6 * float64(max(v.height, 1)); d > far || d < -far {
		v.jumpToOffset(v.scrollOffset() + d)
		return
	}
	v.moveAnchor(d)
	v.clampAnchor()
}

// moveAnchor moves the anchor by d pixels, row by row.
func (v *viewport) moveAnchor(d float64) {
	v.anchorOffset += d
	for v.anchorOffset < 0 && v.anchorRow > 0 {
		v.anchorRow--
		v.anchorOffset += float64(v.correctHeight(v.anchorRow))
	}
	for v.anchorOffset > 0 && v.anchorRow < v.heights.rowCount()-1 {
		h := float64(v.correctHeight(v.anchorRow))
		if v.anchorOffset < h {
			break
		}
		v.anchorOffset -= h
		v.anchorRow++
	}
}

// clampAnchor measures the visible rows and keeps the upper edge between the two ends.
func (v *viewport) clampAnchor() {
	if v.anchorRow == 0 && v.anchorOffset < v.minOffset() {
		v.anchorOffset = v.minOffset()
	}
	y := -v.anchorOffset
	i := v.anchorRow
	for ; i < v.heights.rowCount() && y < float64(v.height); i++ {
		y += float64(v.correctHeight(i))
	}
	if i < v.heights.rowCount() {
		return
	}
	if missing := float64(v.height-v.padBottom-v.pinSpacerHeight()) - y; missing > 0 {
		v.moveAnchor(-missing)
		if v.anchorRow == 0 && v.anchorOffset < v.minOffset() {
			v.anchorOffset = v.minOffset()
		}
	}
}

// rowSpan is a run of rows [first, last) with the position of the first one relative to the upper
// edge.
type rowSpan struct {
	first, last int
	y           float64
}

// measureVisible measures the visible rows and those up to extra pixels around them, applies
// followEnd, and returns them.
func (v *viewport) measureVisible(extra int) rowSpan {
	n := v.heights.rowCount()
	if n == 0 {
		return rowSpan{}
	}
	v.anchorRow = min(v.anchorRow, n-1)
	if v.followEnd {
		v.moveToEnd()
	} else {
		v.moveAnchor(0)
		v.clampAnchor()
	}
	s := rowSpan{first: v.anchorRow, y: -v.anchorOffset}
	y := s.y
	for s.last = v.anchorRow; s.last < n && y < float64(v.height+extra); s.last++ {
		y += float64(v.correctHeight(s.last))
	}
	for s.first > 0 && s.y > float64(-extra) {
		s.first--
		s.y -= float64(v.correctHeight(s.first))
	}
	return s
}
