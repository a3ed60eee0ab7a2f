package formula

// set lays out an operator: larger in displays, and centered on the axis (rule 13).
func (n *bigOperator) set(t *setter, s style) box {
	if n.char == 0 {
		b := n.name.set(t, s)
		b.isGlyph = false
		return b
	}
	size := 0.0
	if s.isDisplay() {
		size = t.displayOperatorHeight
	}
	b, ok := t.grownVertically(n.char, size, t.scale(s))
	if !ok {
		t.missing = n.char
		return box{}
	}
	return t.shiftToAxis(b, s)
}

// limitsOf reports whether the scripts of a node are set above and below it.
func limitsOf(n node, s style) bool {
	switch n := n.(type) {
	case *bigOperator:
		return n.limits == limitsAlways || n.limits == limitsInDisplay && s.isDisplay()
	case *braced:
		return true
	}
	return false
}

func (n *scripts) set(t *setter, s style) box {
	base := box{}
	if n.base != nil {
		base = n.base.set(t, s)
	}
	if limitsOf(n.base, s) && n.primes == 0 {
		return t.setLimits(base, n, s)
	}
	subX, supX := base.width, base.width+base.italic
	if o, ok := n.base.(*bigOperator); ok && o.char != 0 {
		// The advance of an operator includes how far its top leans out.
		subX, supX = base.width-base.italic, base.width
	}
	out := base
	out.isGlyph, out.isSlanted, out.italic, out.width = false, false, 0, supX
	if n.primes > 0 {
		supX += t.putPrimes(&out, n.primes, supX, base.height, s)
		out.width = supX
	}
	if n.sup != nil || n.sub != nil {
		t.putScripts(&out, base, n, subX, supX, s)
	}
	out.accentX = out.width / 2
	return out
}

// putPrimes draws primes, which the font has raised, at x and returns their width.
func (t *setter) putPrimes(out *box, n int, x, height float64, s style) float64 {
	// A prime on something tall is as high as its superscript would be.
	lift := max(0, height-0.75*t.scale(s))
	width := 0.0
	for n > 0 {
		b := t.char([...]rune{'′', '″', '‴', '⁗'}[min(n, 4)-1], s)
		n -= 4
		out.put(b, x+width, lift)
		out.include(b, lift)
		width += b.width
	}
	return width
}

// putScripts puts a superscript at supX and a subscript at subX (rule 18).
func (t *setter) putScripts(out *box, base box, n *scripts, subX, supX float64, s style) {
	up, down := t.scriptShifts(base, s)
	var sup, sub box
	if n.sup != nil {
		sup = n.sup.set(t, s.forSuperscript())
		shift := superscriptShiftUp
		if s.isCramped {
			shift = superscriptShiftUpCramped
		}
		up = max(up, t.constant(shift, s), sup.depth+t.constant(superscriptBottomMin, s))
	}
	if n.sub != nil {
		sub = n.sub.set(t, s.forSubscript())
		down = max(down, t.constant(subscriptShiftDown, s))
		if n.sup == nil {
			down = max(down, sub.height-t.constant(subscriptTopMax, s))
		}
	}
	if n.sup != nil && n.sub != nil {
		up, down = t.separateScripts(up, down, sup, sub, s)
	}
	width := out.width
	if n.sup != nil {
		out.put(sup, supX, up)
		out.include(sup, up)
		width = max(width, supX+sup.width)
	}
	if n.sub != nil {
		out.put(sub, subX, -down)
		out.include(sub, -down)
		width = max(width, subX+sub.width)
	}
	out.width = width + t.constant(spaceAfterScript, s)
}

// scriptShifts returns how far scripts are moved at least, up and down (rule 18a).
func (t *setter) scriptShifts(base box, s style) (up, down float64) {
	if base.isGlyph {
		return 0, 0
	}
	return base.height - t.constant(superscriptBaselineDropMax, s.forSuperscript()),
		base.depth + t.constant(subscriptBaselineDropMin, s.forSubscript())
}

// separateScripts keeps a superscript and a subscript apart (rule 18e).
func (t *setter) separateScripts(up, down float64, sup, sub box, s style) (newUp, newDown float64) {
	gap := t.constant(subSuperscriptGapMin, s)
	between := (up - sup.depth) - (sub.height - down)
	if between >= gap {
		return up, down
	}
	down += gap - between
	if lift := t.constant(superscriptBottomMaxWithSubscript, s) - (up - sup.depth); lift > 0 {
		up, down = up+lift, down-lift
	}
	return up, down
}

// setLimits puts scripts above and below an operator (rule 13a).
func (t *setter) setLimits(base box, n *scripts, s style) box {
	var over, under box
	if n.sup != nil {
		over = n.sup.set(t, s.forSuperscript())
	}
	if n.sub != nil {
		under = n.sub.set(t, s.forSubscript())
	}
	_, isBrace := n.base.(*braced)
	return t.stack(base, over, under, n.sup != nil, n.sub != nil, stackGaps{
		above: t.constant(upperLimitGapMin, s), aboveBaseline: t.constant(upperLimitBaselineRiseMin, s),
		below: t.constant(lowerLimitGapMin, s), belowBaseline: t.constant(lowerLimitBaselineDropMin, s),
		isTight: isBrace,
	})
}

// stackGaps are the least distances of what is above and below a base, between the boxes and from
// the box to the baseline of what is there.
type stackGaps struct {
	above, aboveBaseline, below, belowBaseline float64
	isTight                                    bool // only the gaps count
}

// stack centers boxes above and below a base.
func (t *setter) stack(base, over, under box, hasOver, hasUnder bool, g stackGaps) box {
	if g.isTight {
		g.aboveBaseline, g.belowBaseline = 0, 0
		g.above, g.below = g.above/2, g.below/2
	}
	out := box{width: max(base.width, over.width, under.width), height: base.height, depth: base.depth}
	out.put(base, (out.width-base.width)/2, 0)
	if hasOver {
		y := base.height + max(g.above+over.depth, g.aboveBaseline)
		out.put(over, max((out.width-over.width)/2+base.italic/2, 0), y)
		out.include(over, y)
	}
	if hasUnder {
		y := base.depth + max(g.below+under.height, g.belowBaseline)
		out.put(under, max((out.width-under.width)/2-base.italic/2, 0), -y)
		out.include(under, -y)
	}
	out.accentX = out.width / 2
	return out
}

func (n *stacked) set(t *setter, s style) box {
	base := n.base.set(t, s)
	base.italic = 0
	var over, under box
	if n.over != nil {
		over = n.over.set(t, s.forSuperscript())
	}
	if n.under != nil {
		under = n.under.set(t, s.forSubscript())
	}
	return t.stack(base, over, under, n.over != nil, n.under != nil, stackGaps{
		above: t.constant(upperLimitGapMin, s) / 2, below: t.constant(lowerLimitGapMin, s) / 2,
	})
}

// arrowPadding is the space around the labels of an arrow.
const arrowPadding = 0.3

func (n *longArrow) set(t *setter, s style) box {
	var over, under box
	if n.over != nil {
		over = n.over.set(t, s.forSuperscript())
	}
	if n.under != nil {
		under = n.under.set(t, s.forSubscript())
	}
	width := max(over.width, under.width, 0.8*t.scale(s)) + 2*arrowPadding*t.scale(s)
	arrow, ok := t.grownHorizontally(n.char, width, t.scale(s))
	if !ok {
		t.missing = n.char
	}
	return t.stack(arrow, over, under, n.over != nil, n.under != nil, stackGaps{
		above: t.constant(upperLimitGapMin, s) / 2, below: t.constant(lowerLimitGapMin, s) / 2,
	})
}
