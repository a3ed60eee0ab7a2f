package formula

// delimiter returns a delimiter at least size high, centered on the axis; 0 and '.' are empty.
func (t *setter) delimiter(r rune, size float64, s style) box {
	if r == 0 || r == '.' {
		return box{width: nullDelimiter * t.scale(s)}
	}
	b, ok := t.grownVertically(r, size, t.scale(s))
	if !ok {
		t.missing = r
		return box{}
	}
	b.italic = 0
	return t.shiftToAxis(b, s)
}

// Delimiters cover this share of what they enclose, and lack no more than that length at either end
// (\delimiterfactor and \delimitershortfall of plain TeX).
const (
	delimiterFactor    = 0.901
	delimiterShortfall = 0.5
)

// delimiterSize returns the size of the delimiters around b (rule 19).
func (t *setter) delimiterSize(b box, s style) float64 {
	axis := t.constant(axisHeight, s)
	half := max(b.height-axis, b.depth+axis)
	return max(2*half*delimiterFactor, 2*half-delimiterShortfall)
}

func (n *fenced) set(t *setter, s style) box {
	parts := make([]box, len(n.parts))
	var all box
	for i, p := range n.parts {
		parts[i] = p.set(t, s)
		all.include(parts[i], 0)
	}
	size := t.delimiterSize(all, s)
	var out box
	for i, d := range n.delimiters {
		out.add(t.delimiter(d, size, s))
		if i < len(parts) {
			out.add(parts[i])
			out.width += parts[i].italic
		}
	}
	out.accentX = out.width / 2
	return out
}

func (n *bigDelimiter) set(t *setter, s style) box { return t.delimiter(n.char, n.size*t.scale(s), s) }

// set puts an accent on its base (rule 12).
func (n *accented) set(t *setter, s style) box {
	base := n.base.set(t, s.cramped())
	width := base.width
	if n.isWide {
		width += base.italic
	}
	var mark box
	var ok bool
	if n.isWide {
		mark, ok = t.grownHorizontally(n.char, width, t.scale(s))
	} else {
		mark, ok = t.grownHorizontally(n.char, 0, t.scale(s))
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
		y := -base.depth - t.constant(lowerLimitGapMin, s)/2 - y1
		out.put(mark, x, y)
		out.depth = max(out.depth, -(y + y0))
		return out
	}
	y := base.height - min(base.height, t.constant(accentBaseHeight, s))
	out.put(mark, x, y)
	out.height = max(out.height, y+y1)
	return out
}

// set puts a brace over or under its base.
func (n *braced) set(t *setter, s style) box {
	base := n.base.set(t, s)
	width := base.width + base.italic
	mark, ok := t.grownHorizontally(n.char, width, t.scale(s))
	if !ok {
		t.missing = n.char
		return base
	}
	x0, y0, x1, y1 := t.inkBounds(mark.ops)
	out := box{width: max(width, x1-x0), height: base.height, depth: base.depth}
	out.put(base, (out.width-width)/2, 0)
	x := (out.width-(x1-x0))/2 - x0
	if n.isBelow {
		y := -base.depth - t.constant(stretchStackGapBelowMin, s)/2 - y1
		out.put(mark, x, y)
		out.depth = -(y + y0)
	} else {
		y := base.height + t.constant(stretchStackGapAboveMin, s)/2 - y0
		out.put(mark, x, y)
		out.height = y + y1
	}
	out.accentX = out.width / 2
	return out
}
