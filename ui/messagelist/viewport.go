package messagelist

// viewport is the arithmetic of scrolling, without widgets. Positions are pixels from the top of
// the first row.
//
// The scroll position is an anchor: the upper edge cuts row anchorRow, and anchorOffset of its
// pixels are above the edge (negative only above the first row, by at most padTop). Heights of
// other rows may be corrected at any time without moving what is on screen.
type viewport struct {
	rows      heights
	measure   func(i int) int // exact height at the current width; must be cheap when repeated
	height    int
	padTop    int
	padBottom int
	anchor    int
	dy        float64
	follow    bool // keep the end visible as it grows
	pin       int  // kept at the upper edge even if too little follows; -1 for none
}

// correctHeight replaces the estimate of row i by its measured height.
func (v *viewport) fix(i int) int {
	h := v.measure(i)
	v.rows.set(i, h)
	return h
}

// pinSpacerHeight is the empty space after the last row that lets the pinned row stay at the upper
// edge.
func (v *viewport) room() int {
	if v.pin < 0 || v.pin >= v.rows.len() {
		return 0
	}
	below := v.rows.total() - v.rows.top(v.pin)
	return max(0, v.height-v.padTop-v.padBottom-int(min(below, int64(v.height))))
}

// scrollOffset is the position of the upper edge.
func (v *viewport) offset() float64 { return float64(v.rows.top(v.anchor)) + v.dy }

// minOffset is the position of the upper edge at the very top.
func (v *viewport) minOffset() float64 { return float64(-v.padTop) }

// maxOffset is the position of the upper edge at the very end, as far as heights are known.
func (v *viewport) maxOffset() float64 {
	return max(v.minOffset(), float64(v.rows.total()+int64(v.padBottom+v.room()-v.height)))
}

// isAtEnd reports whether the end of the last row is visible; the pin spacer after it need not be.
func (v *viewport) atEnd() bool {
	return v.offset() >= max(v.minOffset(), v.maxOffset()-float64(v.room()))-1
}

// jumpToOffset moves the upper edge to a position found by estimated heights.
func (v *viewport) jump(to float64) {
	if v.rows.len() == 0 {
		return
	}
	to = min(max(to, v.minOffset()), v.maxOffset())
	v.anchor = v.rows.find(int64(max(to, 0)))
	v.dy = to - float64(v.rows.top(v.anchor))
	v.clamp()
}

// moveToRow puts the top of row i dist pixels below the upper edge.
func (v *viewport) toRow(i int, dist float64) {
	v.follow = false
	v.anchor, v.dy = i, 0
	v.walk(-dist)
	v.clamp()
}

// moveToEnd puts the end of the last row, with the padding and pin spacer after it, at the lower
// edge.
func (v *viewport) toEnd() {
	n := v.rows.len()
	if n == 0 {
		v.anchor, v.dy = 0, v.minOffset()
		return
	}
	if v.pin >= 0 {
		for i := n - 1; i >= v.pin && v.rows.total()-v.rows.top(i) < int64(v.height); i-- {
			v.fix(i)
		}
	}
	need := v.height - v.padBottom - v.room()
	have := 0
	for i := n - 1; i >= 0; i-- {
		have += v.fix(i)
		if have >= need {
			v.anchor, v.dy = i, float64(have-need)
			return
		}
	}
	v.anchor, v.dy = 0, max(v.minOffset(), float64(have-need))
}

// scrollBy moves the upper edge by d pixels over measured rows, so that the text moves by exactly d
// unless an end is reached. Jumps of several viewport heights use estimates.
func (v *viewport) scroll(d float64) {
	if v.rows.len() == 0 {
		return
	}
	if far := 6 * float64(max(v.height, 1)); d > far || d < -far {
		v.jump(v.offset() + d)
		return
	}
	v.walk(d)
	v.clamp()
}

// moveAnchor moves the anchor by d pixels, row by row.
func (v *viewport) walk(d float64) {
	v.dy += d
	for v.dy < 0 && v.anchor > 0 {
		v.anchor--
		v.dy += float64(v.fix(v.anchor))
	}
	for v.dy > 0 && v.anchor < v.rows.len()-1 {
		h := float64(v.fix(v.anchor))
		if v.dy < h {
			break
		}
		v.dy -= h
		v.anchor++
	}
}

// clampAnchor measures the visible rows and keeps the upper edge between the two ends.
func (v *viewport) clamp() {
	if v.anchor == 0 && v.dy < v.minOffset() {
		v.dy = v.minOffset()
	}
	y := -v.dy
	i := v.anchor
	for ; i < v.rows.len() && y < float64(v.height); i++ {
		y += float64(v.fix(i))
	}
	if i < v.rows.len() {
		return
	}
	if missing := float64(v.height-v.padBottom-v.room()) - y; missing > 0 {
		v.walk(-missing)
		if v.anchor == 0 && v.dy < v.minOffset() {
			v.dy = v.minOffset()
		}
	}
}

// rowSpan is a run of rows [first, last) with the position of the first one relative to the upper
// edge.
type span struct {
	first, last int
	y           float64
}

// measureVisible measures the visible rows and those up to extra pixels around them, applies
// followEnd, and returns them.
func (v *viewport) settle(extra int) span {
	n := v.rows.len()
	if n == 0 {
		return span{}
	}
	v.anchor = min(v.anchor, n-1)
	if v.follow {
		v.toEnd()
	} else {
		v.walk(0)
		v.clamp()
	}
	s := span{first: v.anchor, y: -v.dy}
	y := s.y
	for s.last = v.anchor; s.last < n && y < float64(v.height+extra); s.last++ {
		y += float64(v.fix(s.last))
	}
	for s.first > 0 && s.y > float64(-extra) {
		s.first--
		s.y -= float64(v.fix(s.first))
	}
	return s
}
