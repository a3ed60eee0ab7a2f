package formula

import (
	"math"

	otfont "github.com/go-text/typesetting/font"
)

// op draws one glyph or one rule.
type op struct {
	x, y  float64 // of the glyph's origin, or of the lower left corner of the rule
	scale float64 // of the glyph
	glyph otfont.GID
	w, h  float64 // of a rule; h = 0 for a glyph
}

// box is something that was set. Its origin is the left end of its baseline.
type box struct {
	width, height, depth float64
	italic               float64 // how far the top of a slanted last glyph leans out
	accentX              float64 // where an accent is centered above a single glyph
	isGlyph              bool    // a single glyph, whose scripts need not stay clear of its top (rule 18a)
	isSlanted            bool
	ops                  []op
}

// drawBoxAtKeepingSize draws c with its origin at x, y; the size of b stays.
func (b *box) drawBoxAtKeepingSize(c box, x, y float64) {
	for _, o := range c.ops {
		o.x, o.y = o.x+x, o.y+y
		b.ops = append(b.ops, o)
	}
}

// growVerticallyToInclude makes b as high and deep as c at y.
func (b *box) growVerticallyToInclude(c box, y float64) {
	b.height, b.depth = max(b.height, c.height+y), max(b.depth, c.depth-y)
}

// appendAtRight puts c at the right end of b.
func (b *box) appendAtRight(c box) {
	b.drawBoxAtKeepingSize(c, b.width, 0)
	b.growVerticallyToInclude(c, 0)
	b.width += c.width
}

// drawRuleAt draws a rule with its lower left corner at x, y.
func (b *box) drawRuleAt(x, y, w, h float64) {
	if w > 0 && h > 0 {
		b.ops = append(b.ops, op{x: x, y: y, w: w, h: h})
	}
}

// style is one of TeX's eight styles.
type style struct {
	level     int // 0 display, 1 text, 2 script, 3 scriptscript
	isCramped bool
}

func (s style) isDisplay() bool         { return s.level == 0 }
func (s style) isScriptOrSmaller() bool { return s.level >= 2 }

// forSuperscript, forSubscript, forNumerator and forDenominator return the style of a part (The
// TeXbook, page 441); cramped returns the style itself, cramped.
func (s style) forSuperscript() style { return style{min(max(s.level, 1)+1, 3), s.isCramped} }
func (s style) forSubscript() style   { return style{s.forSuperscript().level, true} }
func (s style) forNumerator() style   { return style{min(s.level+1, 3), s.isCramped} }
func (s style) forDenominator() style { return style{min(s.level+1, 3), true} }
func (s style) crampedStyle() style   { return style{s.level, true} }

// glyphScaleOfStyle returns the size of glyphs in a style.
func (f *mathFont) glyphScaleOfStyle(s style) float64 {
	switch s.level {
	case 2:
		return f.scriptScale
	case 3:
		return f.scriptScriptScale
	}
	return 1
}

// scaledConstant returns a constant of the font at the size of a style.
func (f *mathFont) scaledConstant(c constant, s style) float64 {
	return f.constants[c] * f.glyphScaleOfStyle(s)
}

// glyphBox returns the box of one glyph.
func (f *mathFont) glyphBox(id otfont.GID, scale float64) box {
	g := f.glyphByID(id)
	b := box{
		width: g.advance * scale, height: g.yMax * scale, depth: -g.yMin * scale, italic: f.italics[id] * scale,
		isGlyph: true, ops: []op{{scale: scale, glyph: id}},
	}
	b.accentX = b.width / 2
	if x, ok := f.accents[id]; ok {
		b.accentX = x * scale
	}
	return b
}

// boxCenteredOnAxis returns b moved up or down so that its middle is on the axis.
func (f *mathFont) boxCenteredOnAxis(b box, s style) box {
	y := f.scaledConstant(axisHeight, s) - (b.height-b.depth)/2
	out := box{width: b.width, italic: b.italic, accentX: b.accentX, height: b.height + y, depth: b.depth - y}
	out.drawBoxAtKeepingSize(b, 0, y)
	return out
}

// boxOfGlyphAtLeastHighOrTallest returns a glyph that is at least size high if the font has one,
// from its larger variants or put together of parts; the largest one if not. Its baseline is where
// the font has it.
func (f *mathFont) boxOfGlyphAtLeastHighOrTallest(r rune, size, scale float64) (box, bool) {
	id, ok := f.glyphIDOfRune(r)
	if !ok {
		return box{}, false
	}
	c := f.vertical[id]
	for _, v := range c.variants {
		if g := f.glyphByID(v.glyph); (g.yMax-g.yMin)*scale >= size-1e-6 {
			return f.glyphBox(v.glyph, scale), true
		}
	}
	if len(c.parts) > 0 {
		return f.assembleGlyphParts(c.parts, size, scale, true), true
	}
	if k := len(c.variants); k > 0 {
		id = c.variants[k-1].glyph
	}
	return f.glyphBox(id, scale), true
}

// boxOfWidestGlyphUpToOrAssembly returns the widest variant of a glyph that is at most size wide,
// and one put together of parts when there are any and that is what it takes to be size wide.
func (f *mathFont) boxOfWidestGlyphUpToOrAssembly(r rune, size, scale float64) (box, bool) {
	id, ok := f.glyphIDOfRune(r)
	if !ok {
		return box{}, false
	}
	c := f.horizontal[id]
	best := id
	for _, v := range c.variants {
		if v.advance*scale > size {
			break
		}
		best = v.glyph
	}
	if k := len(c.variants); len(c.parts) > 0 && (k == 0 || c.variants[k-1].advance*scale < size) {
		return f.assembleGlyphParts(c.parts, size, scale, false), true
	}
	return f.glyphBox(best, scale), true
}

// maxParts is how many times an extender is repeated at most.
const maxParts = 200

// assembleGlyphParts puts the parts of a glyph together so that they are size long (OpenType 1.9,
// "MATH", glyph assembly): extenders are repeated as often as it takes with the least overlap, and
// then all connectors overlap by the same amount.
func (f *mathFont) assembleGlyphParts(parts []part, size, scale float64, isVertical bool) box {
	repeats := 0
	for repeats < maxParts && f.longestAssemblyLength(parts, repeats)*scale < size {
		repeats++
	}
	list := partsWithExtendersRepeated(parts, repeats)
	full := f.longestAssemblyLength(parts, repeats)
	overlap := f.connectorOverlap
	if n := len(list) - 1; n > 0 && full*scale > size {
		overlap += (full - size/scale) / float64(n)
	}
	var b box
	at := 0.0
	for i, p := range list {
		if i > 0 {
			most := min(list[i-1].end, p.start)
			at -= min(overlap, max(most, f.connectorOverlap))
		}
		g := f.glyphByID(p.glyph)
		o := op{scale: scale, glyph: p.glyph, y: (at - g.yMin) * scale}
		if isVertical {
			b.width = max(b.width, g.advance*scale)
		} else {
			o.x, o.y = (at-g.xMin)*scale, 0
			b.height, b.depth = max(b.height, g.yMax*scale), max(b.depth, -g.yMin*scale)
		}
		b.ops = append(b.ops, o)
		at += p.fullAdvance
	}
	if isVertical {
		b.height = at * scale
	} else {
		b.width = at * scale
	}
	b.accentX = b.width / 2
	return b
}

// longestAssemblyLength returns the length of an assembly with the least overlap.
func (f *mathFont) longestAssemblyLength(parts []part, repeats int) float64 {
	sum, n := 0.0, 0
	for _, p := range parts {
		k := 1
		if p.isExtender {
			k = repeats
		}
		sum += float64(k) * p.fullAdvance
		n += k
	}
	return sum - float64(max(n-1, 0))*f.connectorOverlap
}

func partsWithExtendersRepeated(parts []part, repeats int) []part {
	var out []part
	for _, p := range parts {
		k := 1
		if p.isExtender {
			k = repeats
		}
		for range k {
			out = append(out, p)
		}
	}
	return out
}

// inkBounds returns the bounds of all that ops draw.
func (f *mathFont) inkBounds(ops []op) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, o := range ops {
		l, b, r, t := o.x, o.y, o.x+o.w, o.y+o.h
		if o.h == 0 {
			g := f.glyphByID(o.glyph)
			if g.xMax <= g.xMin {
				continue
			}
			l, r = o.x+g.xMin*o.scale, o.x+g.xMax*o.scale
			b, t = o.y+g.yMin*o.scale, o.y+g.yMax*o.scale
		}
		x0, y0, x1, y1 = min(x0, l), min(y0, b), max(x1, r), max(y1, t)
	}
	if x0 > x1 {
		return 0, 0, 0, 0
	}
	return x0, y0, x1, y1
}
