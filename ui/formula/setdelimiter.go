package formula

// delimiterBox returns a delimiter at least size high, centered on the axis; 0 and '.' are empty.
func (t *setter) delimiterBox(r rune, size float64, s style) box {
	if r == 0 || r == '.' {
		return box{width: nullDelimiter * t.glyphScaleOfStyle(s)}
	}
	b, ok := t.boxOfGlyphAtLeastHighOrTallest(r, size, t.glyphScaleOfStyle(s))
	if !ok {
		t.missing = r
		return box{}
	}
	b.italic = 0
	return t.boxCenteredOnAxis(b, s)
}

// Delimiters cover this share of what they enclose, and lack no more than that length at either end
// (\delimiterfactor and \delimitershortfall of plain TeX).
const (
	delimiterFactor    = 0.901
	delimiterShortfall = 0.5
)

// delimiterSizeAround returns the size of the delimiters around b (rule 19).
func (t *setter) delimiterSizeAround(b box, s style) float64 {
	axis := t.scaledConstant(axisHeight, s)
	half := max(b.height-axis, b.depth+axis)
	return max(2*half*delimiterFactor, 2*half-delimiterShortfall)
}

func (n *fenced) layoutBox(t *setter, s style) box {
	parts := make([]box, len(n.parts))
	var all box
	for i, p := range n.parts {
		parts[i] = p.layoutBox(t, s)
		all.growVerticallyToInclude(parts[i], 0)
	}
	size := t.delimiterSizeAround(all, s)
	var out box
	for i, d := range n.delimiters {
		out.appendAtRight(t.delimiterBox(d, size, s))
		if i < len(parts) {
			out.appendAtRight(parts[i])
			out.width += parts[i].italic
		}
	}
	out.accentX = out.width / 2
	return out
}

func (n *bigDelimiter) layoutBox(t *setter, s style) box {
	return t.delimiterBox(n.char, n.size*t.glyphScaleOfStyle(s), s)
}

// layoutBox puts an accent on its base (rule 12).
func (n *accented) layoutBox(t *setter, s style) box {
	base := n.base.layoutBox(t, s.crampedStyle())
	width := base.width
	if n.isWide {
		width += base.italic
	}
	var mark box
	var ok bool
	if n.isWide {
		mark, ok = t.boxOfWidestGlyphUpToOrAssembly(n.char, width, t.glyphScaleOfStyle(s))
	} else {
		mark, ok = t.boxOfWidestGlyphUpToOrAssembly(n.char, 0, t.glyphScaleOfStyle(s))
	}
	if !ok {
		t.missing = n.char
		return base
	}
	out := base
	out.isGlyph = base.isGlyph
	x0, y0, x1, y1 := t.inkBounds(mark.ops)
	x := base.accentX - mark.accentX
	if n.isWide || !base.isGlyph {
		x = width/2 - (x0+x1)/2
	}
	if n.isBelow {
		y := -base.depth - t.scaledConstant(lowerLimitGapMin, s)/2 - y1
		out.drawBoxAtKeepingSize(mark, x, y)
		out.depth = max(out.depth, -(y + y0))
		return out
	}
	y := base.height - min(base.height, t.scaledConstant(accentBaseHeight, s))
	out.drawBoxAtKeepingSize(mark, x, y)
	out.height = max(out.height, y+y1)
	return out
}

// layoutBox puts a brace over or under its base.
func (n *braced) layoutBox(t *setter, s style) box {
	base := n.base.layoutBox(t, s)
	width := base.width + base.italic
	mark, ok := t.boxOfWidestGlyphUpToOrAssembly(n.char, width, t.glyphScaleOfStyle(s))
	if !ok {
		t.missing = n.char
		return base
	}
	x0, y0, x1, y1 := t.inkBounds(mark.ops)
	out := box{width: max(width, x1-x0), height: base.height, depth: base.depth}
	out.drawBoxAtKeepingSize(base, (out.width-width)/2, 0)
	x := (out.width-(x1-x0))/2 - x0
	if n.isBelow {
		y := -base.depth - t.scaledConstant(stretchStackGapBelowMin, s)/2 - y1
		out.drawBoxAtKeepingSize(mark, x, y)
		out.depth = -(y + y0)
	} else {
		y := base.height + t.scaledConstant(stretchStackGapAboveMin, s)/2 - y0
		out.drawBoxAtKeepingSize(mark, x, y)
		out.height = y + y1
	}
	out.accentX = out.width / 2
	return out
}
