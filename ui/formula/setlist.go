package formula

// setter lays out one formula. A character that the font has not is noted in missing.
type setter struct {
	*mathFont
	missing rune
	work    int // glyphs and rules that were placed, in all groups they are in
}

// maxWork bounds the work on one formula.
const maxWork = 1 << 20

// layoutBox lays out a list: atoms with the spaces between them (The TeXbook, appendix G, rules 5,
// 6 and 20).
func (l list) layoutBox(t *setter, s style) box {
	var out box
	classes := l.effectiveClasses()
	last, hasLast := ord, false
	pending := 0.0 // the italic correction of the last atom
	for i, n := range l {
		if t.work > maxWork {
			return box{}
		}
		if change, ok := n.(*styleChange); ok {
			s.level = change.level
			continue
		}
		b := n.layoutBox(t, s)
		if classes[i] != glue {
			if hasLast {
				if !b.isSlanted {
					out.width += pending
				}
				out.width += t.spaceBetweenAtoms(last, classes[i], s)
			}
			last, hasLast = classes[i], true
			pending = b.italic
		}
		t.work += len(b.ops) + 1
		if len(l) == 1 {
			return b
		}
		out.appendAtRight(b)
	}
	out.italic = pending
	out.accentX = out.width / 2
	return out
}

// effectiveClasses returns the classes of the nodes, where a binary operator with nothing to
// operate on is an ordinary symbol.
func (l list) effectiveClasses() []class {
	out := make([]class, len(l))
	last := -1 // the last atom
	for i, n := range l {
		out[i] = n.atomClass()
		if out[i] == glue {
			continue
		}
		if out[i] == bin && (last < 0 || cannotBeLeftOperandOfBin(out[last])) {
			out[i] = ord
		}
		if last >= 0 && out[last] == bin && (out[i] == rel || out[i] == closing || out[i] == punct) {
			out[last] = ord
		}
		last = i
	}
	if last >= 0 && out[last] == bin {
		out[last] = ord
	}
	return out
}

// cannotBeLeftOperandOfBin reports whether an operator after an atom of class c has no left
// operand.
func cannotBeLeftOperandOfBin(c class) bool {
	return c == bin || c == operator || c == rel || c == opening || c == punct
}

// characterBox returns the box of a character.
func (t *setter) characterBox(r rune, s style) box {
	id, ok := t.glyphIDOfRune(r)
	if plain := italicForSmallScript(r); !ok && plain != 0 {
		r = plain
		id, ok = t.glyphIDOfRune(r)
	}
	if !ok {
		t.missing = r
		return box{}
	}
	b := t.glyphBox(id, t.glyphScaleOfStyle(s))
	b.isSlanted = isSlantedRune(r)
	return b
}

func (c *charNode) layoutBox(t *setter, s style) box { return t.characterBox(c.char, s) }

func (n *classed) layoutBox(t *setter, s style) box { return n.base.layoutBox(t, s) }

func (n *space) layoutBox(t *setter, s style) box {
	if n.isMu {
		return box{width: n.width * t.glyphScaleOfStyle(s)}
	}
	return box{width: n.width}
}

func (*styleChange) layoutBox(*setter, style) box { return box{} }

// wordSpace is the space between words, as in Computer Modern.
const wordSpace = 1.0 / 3

func (n *textNode) layoutBox(t *setter, s style) box {
	var out box
	for _, r := range n.text {
		if r == ' ' || r == '~' || r == '\u00a0' {
			out.width += wordSpace * t.glyphScaleOfStyle(s)
			continue
		}
		out.appendAtRight(t.characterBox(letterInAlphabet(r, n.alphabet), s))
	}
	out.accentX = out.width / 2
	return out
}

func (n *phantom) layoutBox(t *setter, s style) box {
	b := n.base.layoutBox(t, s)
	if !n.isDrawn {
		b.ops = nil
	}
	if !n.keepsWidth {
		b.width = 0
	}
	if !n.keepsHeight {
		b.height, b.depth = 0, 0
	}
	return b
}

func (n *overlaid) layoutBox(t *setter, s style) box {
	b := n.base.layoutBox(t, s)
	mark := t.characterBox('\u0338', s)
	g := box{}
	g.drawBoxAtKeepingSize(mark, 0, 0)
	x0, y0, x1, y1 := t.inkBounds(g.ops)
	middle := (b.height - b.depth) / 2
	b.drawBoxAtKeepingSize(g, b.width/2-(x0+x1)/2, middle-(y0+y1)/2)
	half := (y1 - y0) / 2
	b.height, b.depth = max(b.height, middle+half), max(b.depth, half-middle)
	return b
}
