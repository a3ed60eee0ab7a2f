package formula

// nullDelimiter is the space of an empty delimiter and beside fractions, as in plain TeX.
const nullDelimiter = 0.12

// Sizes of the delimiters of \binom and the like, as in Computer Modern (σ20 and σ21).
const (
	displayFractionDelimiter = 2.39
	textFractionDelimiter    = 1.01
)

// layoutBox lays out a fraction (rule 15).
func (n *fraction) layoutBox(t *setter, s style) box {
	if n.forced >= 0 {
		s.level = n.forced
	}
	above, below := s.forNumerator(), s.forDenominator()
	if n.isContinued {
		above, below = style{0, s.isCramped}, style{0, true}
	}
	num, den := n.numerator.layoutBox(t, above), n.denominator.layoutBox(t, below)
	width := max(num.width+num.italic, den.width+den.italic)
	body := box{width: width}
	var up, down float64
	if n.hasRule {
		up, down = t.fractionShifts(num, den, s)
		rule := t.scaledConstant(fractionRuleThickness, s)
		body.drawRuleAt(0, t.scaledConstant(axisHeight, s)-rule/2, width, rule)
	} else {
		up, down = t.fractionShiftsWithoutRule(num, den, s)
	}
	body.drawBoxAtKeepingSize(num, (width-num.width)/2, up)
	body.growVerticallyToInclude(num, up)
	body.drawBoxAtKeepingSize(den, (width-den.width)/2, -down)
	body.growVerticallyToInclude(den, -down)
	if n.left == 0 && n.right == 0 {
		out := box{width: nullDelimiter * t.glyphScaleOfStyle(s)}
		out.appendAtRight(body)
		out.width += nullDelimiter * t.glyphScaleOfStyle(s)
		out.accentX = out.width / 2
		return out
	}
	size := textFractionDelimiter
	if s.isDisplay() {
		size = displayFractionDelimiter
	}
	var out box
	out.appendAtRight(t.delimiterBox(n.left, size*t.glyphScaleOfStyle(s), s))
	out.appendAtRight(body)
	out.appendAtRight(t.delimiterBox(n.right, size*t.glyphScaleOfStyle(s), s))
	out.accentX = out.width / 2
	return out
}

// fractionShifts returns how far numerator and denominator are moved up and down.
func (t *setter) fractionShifts(num, den box, s style) (up, down float64) {
	upC, downC, gapUp, gapDown := fractionNumeratorShiftUp, fractionDenominatorShiftDown,
		fractionNumeratorGapMin, fractionDenominatorGapMin
	if s.isDisplay() {
		upC, downC, gapUp, gapDown = fractionNumeratorDisplayShiftUp, fractionDenominatorDisplayDown,
			fractionNumeratorDisplayGapMin, fractionDenominatorDisplayGapMin
	}
	axis, half := t.scaledConstant(axisHeight, s), t.scaledConstant(fractionRuleThickness, s)/2
	up = max(t.scaledConstant(upC, s), axis+half+t.scaledConstant(gapUp, s)+num.depth)
	down = max(t.scaledConstant(downC, s), den.height+t.scaledConstant(gapDown, s)+half-axis)
	return up, down
}

// fractionShiftsWithoutRule is fractionShifts without a rule.
func (t *setter) fractionShiftsWithoutRule(num, den box, s style) (up, down float64) {
	upC, downC, gapC := stackTopShiftUp, stackBottomShiftDown, stackGapMin
	if s.isDisplay() {
		upC, downC, gapC = stackTopDisplayShiftUp, stackBottomDisplayShiftDown, stackDisplayGapMin
	}
	up, down = t.scaledConstant(upC, s), t.scaledConstant(downC, s)
	if lack := t.scaledConstant(gapC, s) - ((up - num.depth) - (den.height - down)); lack > 0 {
		up, down = up+lack/2, down+lack/2
	}
	return up, down
}

// layoutBox lays out a root (rule 11).
func (n *radical) layoutBox(t *setter, s style) box {
	in := n.radicand.layoutBox(t, s.crampedStyle())
	rule := t.scaledConstant(radicalRuleThickness, s)
	gapC := radicalVerticalGap
	if s.isDisplay() {
		gapC = radicalDisplayVerticalGap
	}
	gap := t.scaledConstant(gapC, s)
	sign, ok := t.boxOfGlyphAtLeastHighOrTallest('√', in.height+in.depth+gap+rule, t.glyphScaleOfStyle(s))
	if !ok {
		t.missing = '√'
		return in
	}
	size := sign.height + sign.depth
	// What the sign is too large goes half above and half below.
	if extra := size - (in.height + in.depth + gap + rule); extra > 0 {
		gap += extra / 2
	}
	top := in.height + gap + rule
	var out box
	if n.degree != nil {
		degree := n.degree.layoutBox(t, style{3, true})
		out.width = t.scaledConstant(radicalKernBeforeDegree, s)
		y := top - size + t.degreeRaise*size
		out.drawBoxAtKeepingSize(degree, out.width, y)
		out.growVerticallyToInclude(degree, y)
		out.width = max(out.width+degree.width+t.scaledConstant(radicalKernAfterDegree, s), 0)
	}
	y := top - sign.height
	out.drawBoxAtKeepingSize(sign, out.width, y)
	out.growVerticallyToInclude(sign, y)
	out.width += sign.width
	out.drawRuleAt(out.width, top-rule, in.width+in.italic, rule)
	out.drawBoxAtKeepingSize(in, out.width, 0)
	out.growVerticallyToInclude(in, 0)
	out.width += in.width + in.italic
	out.height += rule
	out.accentX = out.width / 2
	return out
}

// bar thicknesses and distances of frames.
const (
	framePadding = 0.3
	frameRule    = 0.04
)

func (n *barred) layoutBox(t *setter, s style) box {
	b := n.base.layoutBox(t, s.crampedStyle())
	out := b
	out.isGlyph = false
	width := b.width + b.italic
	switch n.kind {
	case overline:
		y := b.height + t.scaledConstant(overbarVerticalGap, s)
		rule := t.scaledConstant(overbarRuleThickness, s)
		out.drawRuleAt(0, y, width, rule)
		out.height = y + 2*rule
	case underline:
		y := b.depth + t.scaledConstant(underbarVerticalGap, s)
		rule := t.scaledConstant(underbarRuleThickness, s)
		out.drawRuleAt(0, -y-rule, width, rule)
		out.depth = y + 2*rule
	case strike:
		out.drawRuleAt(0, (b.height-b.depth)/2, width, frameRule)
	case slash:
		out.ops = append(out.ops, t.slashOps(b)...)
	case frame:
		return t.frameBox(b)
	}
	return out
}

func (t *setter) frameBox(b box) box {
	out := box{width: b.width + b.italic + 2*framePadding, height: b.height + framePadding, depth: b.depth + framePadding}
	out.drawBoxAtKeepingSize(b, framePadding, 0)
	h := out.height + out.depth
	out.drawRuleAt(0, -out.depth, out.width, frameRule)
	out.drawRuleAt(0, out.height-frameRule, out.width, frameRule)
	out.drawRuleAt(0, -out.depth, frameRule, h)
	out.drawRuleAt(out.width-frameRule, -out.depth, frameRule, h)
	out.accentX = out.width / 2
	return out
}

// slashOps returns the ops of a slash as high as b.
func (t *setter) slashOps(b box) []op {
	sign, ok := t.boxOfGlyphAtLeastHighOrTallest('/', b.height+b.depth, 1)
	if !ok {
		return nil
	}
	var out box
	out.drawBoxAtKeepingSize(sign, b.width/2-sign.width/2, (b.height-b.depth)/2-(sign.height-sign.depth)/2)
	return out.ops
}
