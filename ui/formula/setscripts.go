package formula

// layoutBox lays out an operator: larger in displays, and centered on the axis (rule 13).
func (n *bigOperator) layoutBox(t *setter, s style) box {
	if n.char == 0 {
		b := n.name.layoutBox(t, s)
		b.isGlyph = false
		return b
	}
	size := 0.0
	if s.isDisplay() {
		size = t.displayOperatorHeight
	}
	b, ok := t.boxOfGlyphAtLeastHighOrTallest(n.char, size, t.glyphScaleOfStyle(s))
	if !ok {
		t.missing = n.char
		return box{}
	}
	return t.boxCenteredOnAxis(b, s)
}

// hasLimitsAboveBelow reports whether the scripts of a node are set above and below it.
func hasLimitsAboveBelow(n node, s style) bool {
	switch n := n.(type) {
	case *bigOperator:
		return n.limits == limitsAlways || n.limits == limitsInDisplay && s.isDisplay()
	case *braced:
		return true
	}
	return false
}

func (n *scripts) layoutBox(t *setter, s style) box {
	base := box{}
	if n.base != nil {
		base = n.base.layoutBox(t, s)
	}
	if hasLimitsAboveBelow(n.base, s) && n.primes == 0 {
		return t.limitsBox(base, n, s)
	}
	subX, supX := base.width, base.width+base.italic
	if o, ok := n.base.(*bigOperator); ok && o.char != 0 {
		// The advance of an operator includes how far its top leans out.
		subX, supX = base.width-base.italic, base.width
	}
	out := base
	out.isGlyph, out.isSlanted, out.italic, out.width = false, false, 0, supX
	if n.primes > 0 {
		supX += t.drawPrimesReturningWidth(&out, n.primes, supX, base.height, s)
		out.width = supX
	}
	if n.sup != nil || n.sub != nil {
		t.drawScripts(&out, base, n, subX, supX, s)
	}
	out.accentX = out.width / 2
	return out
}

// drawPrimesReturningWidth draws primes, which the font has raised, at x and returns their width.
func (t *setter) drawPrimesReturningWidth(out *box, n int, x, height float64, s style) float64 {
	// A prime on something tall is as high as its superscript would be.
	lift := max(0, height-0.75*t.glyphScaleOfStyle(s))
	width := 0.0
	for n > 0 {
		b := t.characterBox([...]rune{'′', '″', '‴', '⁗'}[min(n, 4)-1], s)
		n -= 4
		out.drawBoxAtKeepingSize(b, x+width, lift)
		out.growVerticallyToInclude(b, lift)
		width += b.width
	}
	return width
}

// drawScripts puts a superscript at supX and a subscript at subX (rule 18).
func (t *setter) drawScripts(out *box, base box, n *scripts, subX, supX float64, s style) {
	up, down := t.minScriptShifts(base, s)
	var sup, sub box
	if n.sup != nil {
		sup = n.sup.layoutBox(t, s.forSuperscript())
		shift := superscriptShiftUp
		if s.isCramped {
			shift = superscriptShiftUpCramped
		}
		up = max(up, t.scaledConstant(shift, s), sup.depth+t.scaledConstant(superscriptBottomMin, s))
	}
	if n.sub != nil {
		sub = n.sub.layoutBox(t, s.forSubscript())
		down = max(down, t.scaledConstant(subscriptShiftDown, s))
		if n.sup == nil {
			down = max(down, sub.height-t.scaledConstant(subscriptTopMax, s))
		}
	}
	if n.sup != nil && n.sub != nil {
		up, down = t.shiftsSeparatingScripts(up, down, sup, sub, s)
	}
	width := out.width
	if n.sup != nil {
		out.drawBoxAtKeepingSize(sup, supX, up)
		out.growVerticallyToInclude(sup, up)
		width = max(width, supX+sup.width)
	}
	if n.sub != nil {
		out.drawBoxAtKeepingSize(sub, subX, -down)
		out.growVerticallyToInclude(sub, -down)
		width = max(width, subX+sub.width)
	}
	out.width = width + t.scaledConstant(spaceAfterScript, s)
}

// minScriptShifts returns how far scripts are moved at least, up and down (rule 18a).
func (t *setter) minScriptShifts(base box, s style) (up, down float64) {
	if base.isGlyph {
		return 0, 0
	}
	return base.height - t.scaledConstant(superscriptBaselineDropMax, s.forSuperscript()),
		base.depth + t.scaledConstant(subscriptBaselineDropMin, s.forSubscript())
}

// shiftsSeparatingScripts keeps a superscript and a subscript apart (rule 18e).
func (t *setter) shiftsSeparatingScripts(up, down float64, sup, sub box, s style) (newUp, newDown float64) {
	gap := t.scaledConstant(subSuperscriptGapMin, s)
	between := (up - sup.depth) - (sub.height - down)
	if between >= gap {
		return up, down
	}
	down += gap - between
	if lift := t.scaledConstant(superscriptBottomMaxWithSubscript, s) - (up - sup.depth); lift > 0 {
		up, down = up+lift, down-lift
	}
	return up, down
}

// limitsBox puts scripts above and below an operator (rule 13a).
func (t *setter) limitsBox(base box, n *scripts, s style) box {
	var over, under box
	if n.sup != nil {
		over = n.sup.layoutBox(t, s.forSuperscript())
	}
	if n.sub != nil {
		under = n.sub.layoutBox(t, s.forSubscript())
	}
	_, isBrace := n.base.(*braced)
	return t.stackBoxes(base, over, under, n.sup != nil, n.sub != nil, stackGaps{
		above: t.scaledConstant(upperLimitGapMin, s), aboveBaseline: t.scaledConstant(upperLimitBaselineRiseMin, s),
		below: t.scaledConstant(lowerLimitGapMin, s), belowBaseline: t.scaledConstant(lowerLimitBaselineDropMin, s),
		isTight: isBrace,
	})
}

// stackGaps are the least distances of what is above and below a base, between the boxes and from
// the box to the baseline of what is there.
type stackGaps struct {
	above, aboveBaseline, below, belowBaseline float64
	isTight                                    bool // only the gaps count
}

// stackBoxes centers boxes above and below a base.
func (t *setter) stackBoxes(base, over, under box, hasOver, hasUnder bool, g stackGaps) box {
	if g.isTight {
		g.aboveBaseline, g.belowBaseline = 0, 0
		g.above, g.below = g.above/2, g.below/2
	}
	out := box{width: max(base.width, over.width, under.width), height: base.height, depth: base.depth}
	out.drawBoxAtKeepingSize(base, (out.width-base.width)/2, 0)
	if hasOver {
		y := base.height + max(g.above+over.depth, g.aboveBaseline)
		out.drawBoxAtKeepingSize(over, max((out.width-over.width)/2+base.italic/2, 0), y)
		out.growVerticallyToInclude(over, y)
	}
	if hasUnder {
		y := base.depth + max(g.below+under.height, g.belowBaseline)
		out.drawBoxAtKeepingSize(under, max((out.width-under.width)/2-base.italic/2, 0), -y)
		out.growVerticallyToInclude(under, -y)
	}
	out.accentX = out.width / 2
	return out
}

func (n *stacked) layoutBox(t *setter, s style) box {
	base := n.base.layoutBox(t, s)
	base.italic = 0
	var over, under box
	if n.over != nil {
		over = n.over.layoutBox(t, s.forSuperscript())
	}
	if n.under != nil {
		under = n.under.layoutBox(t, s.forSubscript())
	}
	return t.stackBoxes(base, over, under, n.over != nil, n.under != nil, stackGaps{
		above: t.scaledConstant(upperLimitGapMin, s) / 2, below: t.scaledConstant(lowerLimitGapMin, s) / 2,
	})
}

// arrowPadding is the space around the labels of an arrow.
const arrowPadding = 0.3

func (n *longArrow) layoutBox(t *setter, s style) box {
	var over, under box
	if n.over != nil {
		over = n.over.layoutBox(t, s.forSuperscript())
	}
	if n.under != nil {
		under = n.under.layoutBox(t, s.forSubscript())
	}
	width := max(over.width, under.width, 0.8*t.glyphScaleOfStyle(s)) + 2*arrowPadding*t.glyphScaleOfStyle(s)
	arrow, ok := t.boxOfWidestGlyphUpToOrAssembly(n.char, width, t.glyphScaleOfStyle(s))
	if !ok {
		t.missing = n.char
	}
	return t.stackBoxes(arrow, over, under, n.over != nil, n.under != nil, stackGaps{
		above: t.scaledConstant(upperLimitGapMin, s) / 2, below: t.scaledConstant(lowerLimitGapMin, s) / 2,
	})
}
