package formula

// nullDelimiter is the space of an empty delimiter and beside fractions, as in plain TeX.
const nullDelimiter = 0.12

// Sizes of the delimiters of \binom and the like, as in Computer Modern (σ20 and σ21).
const (
	displayFractionDelimiter = 2.39
	textFractionDelimiter    = 1.01
)

// set lays out a fraction (rule 15).
func (n *fraction) set(t *setter, s style) box {
	if n.forced >= 0 {
		s.level = n.forced
	}
	above, below := s.forNumerator(), s.forDenominator()
	if n.isContinued {
		above, below = style{0, s.isCramped}, style{0, true}
	}
	num, den := n.numerator.set(t, above), n.denominator.set(t, below)
	width := max(num.width+num.italic, den.width+den.italic)
	body := box{width: width}
	var up, down float64
	if n.hasRule {
		up, down = t.fractionShifts(num, den, s)
		rule := t.constant(fractionRuleThickness, s)
		body.putRule(0, t.constant(axisHeight, s)-rule/2, width, rule)
	} else {
		up, down = t.stackShifts(num, den, s)
	}
	body.put(num, (width-num.width)/2, up)
	body.include(num, up)
	body.put(den, (width-den.width)/2, -down)
	body.include(den, -down)
	if n.left == 0 && n.right == 0 {
		out := box{width: nullDelimiter * t.scale(s)}
		out.add(body)
		out.width += nullDelimiter * t.scale(s)
		out.accentX = out.width / 2
		return out
	}
	size := textFractionDelimiter
	if s.isDisplay() {
		size = displayFractionDelimiter
	}
	var out box
	out.add(t.delimiter(n.left, size*t.scale(s), s))
	out.add(body)
	out.add(t.delimiter(n.right, size*t.scale(s), s))
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
	axis, half := t.constant(axisHeight, s), t.constant(fractionRuleThickness, s)/2
	up = max(t.constant(upC, s), axis+half+t.constant(gapUp, s)+num.depth)
	down = max(t.constant(downC, s), den.height+t.constant(gapDown, s)+half-axis)
	return up, down
}

// stackShifts is fractionShifts without a rule.
func (t *setter) stackShifts(num, den box, s style) (up, down float64) {
	upC, downC, gapC := stackTopShiftUp, stackBottomShiftDown, stackGapMin
	if s.isDisplay() {
		upC, downC, gapC = stackTopDisplayShiftUp, stackBottomDisplayShiftDown, stackDisplayGapMin
	}
	up, down = t.constant(upC, s), t.constant(downC, s)
	if lack := t.constant(gapC, s) - ((up - num.depth) - (den.height - down)); lack > 0 {
		up, down = up+lack/2, down+lack/2
	}
	return up, down
}

// set lays out a root (rule 11).
func (n *radical) set(t *setter, s style) box {
	in := n.radicand.set(t, s.cramped())
	rule := t.constant(radicalRuleThickness, s)
	gapC := radicalVerticalGap
	if s.isDisplay() {
		gapC = radicalDisplayVerticalGap
	}
	gap := t.constant(gapC, s)
	sign, ok := t.grownVertically('√', in.height+in.depth+gap+rule, t.scale(s))
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
		degree := n.degree.set(t, style{3, true})
		out.width = t.constant(radicalKernBeforeDegree, s)
		y := top - size + t.degreeRaise*size
		out.put(degree, out.width, y)
		out.include(degree, y)
		out.width = max(out.width+degree.width+t.constant(radicalKernAfterDegree, s), 0)
	}
	y := top - sign.height
	out.put(sign, out.width, y)
	out.include(sign, y)
	out.width += sign.width
	out.putRule(out.width, top-rule, in.width+in.italic, rule)
	out.put(in, out.width, 0)
	out.include(in, 0)
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

func (n *barred) set(t *setter, s style) box {
	b := n.base.set(t, s.cramped())
	out := b
	out.isGlyph = false
	width := b.width + b.italic
	switch n.kind {
	case overline:
		y := b.height + t.constant(overbarVerticalGap, s)
		rule := t.constant(overbarRuleThickness, s)
		out.putRule(0, y, width, rule)
		out.height = y + 2*rule
	case underline:
		y := b.depth + t.constant(underbarVerticalGap, s)
		rule := t.constant(underbarRuleThickness, s)
		out.putRule(0, -y-rule, width, rule)
		out.depth = y + 2*rule
	case strike:
		out.putRule(0, (b.height-b.depth)/2, width, frameRule)
	case slash:
		out.ops = append(out.ops, t.slashThrough(b)...)
	case frame:
		return t.setFrame(b)
	}
	return out
}

func (t *setter) setFrame(b box) box {
	out := box{width: b.width + b.italic + 2*framePadding, height: b.height + framePadding, depth: b.depth + framePadding}
	out.put(b, framePadding, 0)
	h := out.height + out.depth
	out.putRule(0, -out.depth, out.width, frameRule)
	out.putRule(0, out.height-frameRule, out.width, frameRule)
	out.putRule(0, -out.depth, frameRule, h)
	out.putRule(out.width-frameRule, -out.depth, frameRule, h)
	out.accentX = out.width / 2
	return out
}

// slashThrough returns the ops of a slash as high as b.
func (t *setter) slashThrough(b box) []op {
	sign, ok := t.grownVertically('/', b.height+b.depth, 1)
	if !ok {
		return nil
	}
	var out box
	out.put(sign, b.width/2-sign.width/2, (b.height-b.depth)/2-(sign.height-sign.depth)/2)
	return out.ops
}
