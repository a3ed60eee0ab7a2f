package markdown

import (
	"image"
	"sort"

	"memoir/ui/theme"
)

// rect is a rectangle in a block, in pixels.
type rect struct{ x, y, w, h float32 }

// layout is a block laid out at a width; it is immutable. Offsets are bytes in the block's plain
// text.
type layout interface {
	size() (w, h float32)
	// offsetAt returns the offset nearest to a point.
	offsetAt(x, y float32) int
	// rangeRects returns the rectangles that text[a:b] covers, for selections and matches.
	areas(a, b int) []rect
	// lineTop returns the top and height of the line that contains off.
	lineTop(off int) (top, height float32)
}

// Gutters of containers in pixels.
const (
	bulletGutter = 18
	numberGutter = 24
	quoteGutter  = 14
	quoteBar     = 3
)

// gutterWidth returns the width of a container's gutter.
func (f Frame) gutter(zoom float32) float32 {
	switch {
	case f.Quote:
		return quoteGutter
	case len(f.Marker) > 3 && f.Marker[0] < 0x80:
		return theme.Round((numberGutter + 9*float32(len(f.Marker)-3)) * max(1, zoom))
	case f.Marker != "•":
		return theme.Round(numberGutter * max(1, zoom))
	}
	return theme.Round(bulletGutter * max(1, zoom))
}

// indentWidth returns the width of all gutters of b.
func (b *Block) indent(zoom float32) float32 {
	var x float32
	for _, f := range b.Frames {
		x += f.gutter(zoom)
	}
	return x
}

// textTypeOf returns the font size, style and line height of a block's text.
func typeFor(look *theme.Theme, b *Block) theme.Type {
	if b.Kind != Heading {
		return look.Type(theme.RoleBody)
	}
	switch b.Level {
	case 1:
		return look.Type(theme.RoleH1)
	case 2:
		return look.Type(theme.RoleH2)
	}
	return look.Type(theme.RoleH3)
}

// textLayout is one wrapped text.
type textLayout struct {
	m     *Metrics
	f     *flow
	ty    theme.Type
	width float32
	align Align
	// images are shown below the lines.
	pictures []shownPicture
}

func (t *textLayout) size() (w, h float32) {
	if k := len(t.pictures); k > 0 {
		return t.width, t.pictures[k-1].area.y + t.pictures[k-1].area.h
	}
	return t.width, float32(len(t.f.lines)) * t.ty.Line
}

// lineStartX returns the x of the start of a line.
func (t *textLayout) shift(l *line) float32 {
	free := max(0, t.width-l.width)
	switch {
	case t.align == Center:
		return theme.Round(free / 2)
	case t.align == End, t.f.right:
		return theme.Round(free)
	}
	return 0
}

func (t *textLayout) lineAt(y float32) int {
	return min(max(int(y/t.ty.Line), 0), len(t.f.lines)-1)
}

// lineIndexOf returns the index of the line that contains off.
func (t *textLayout) lineOf(off int) int {
	i := sort.Search(len(t.f.lines), func(i int) bool { return t.f.lines[i].start > off })
	return max(i-1, 0)
}

func (t *textLayout) lineTop(off int) (top, height float32) {
	return float32(t.lineOf(off)) * t.ty.Line, t.ty.Line
}

func (t *textLayout) offsetAt(x, y float32) int {
	if y < 0 {
		return 0
	}
	if y >= float32(len(t.f.lines))*t.ty.Line {
		return len(t.f.text)
	}
	l := &t.f.lines[t.lineAt(y)]
	x -= t.shift(l)
	if len(l.pieces) == 0 {
		return l.start
	}
	for _, p := range l.pieces {
		if x < p.x+p.width {
			return t.within(p, x-p.x)
		}
	}
	last := l.pieces[len(l.pieces)-1]
	if last.rtl {
		return last.start
	}
	return last.end
}

// offsetInPiece returns the offset nearest to x pixels into a piece.
func (t *textLayout) within(p piece, x float32) int {
	if t.f.spans[p.span].Style&Image != 0 {
		if x > p.width/2 {
			return p.end
		}
		return p.start
	}
	best, gap := p.start, float32(1e9)
	for at := range clusters(t.f.text[p.start:p.end]) {
		d := t.xIn(p, p.start+at) - x
		if d < 0 {
			d = -d
		}
		if d <= gap {
			best, gap = p.start+at, d
		}
	}
	return best
}

// xInPiece returns the x of off within a piece.
func (t *textLayout) xIn(p piece, off int) float32 {
	if off <= p.start && !p.rtl || off >= p.end && p.rtl {
		return 0
	}
	if off >= p.end && !p.rtl || off <= p.start && p.rtl {
		return p.width
	}
	if t.f.spans[p.span].Style&Image != 0 {
		return p.width
	}
	w := t.m.width(t.f.text[p.start:off], p.face) + p.pad
	if p.rtl {
		return p.width - w
	}
	return w
}

func (t *textLayout) areas(a, b int) []rect {
	var out []rect
	for i := t.lineOf(a); i < len(t.f.lines); i++ {
		l := &t.f.lines[i]
		if l.start >= b && i > t.lineOf(a) {
			break
		}
		dx, y := t.shift(l), float32(i)*t.ty.Line
		before := len(out)
		for _, p := range l.pieces {
			s, e := max(a, p.start), min(b, p.end)
			if s >= e {
				continue
			}
			x0, x1 := t.xIn(p, s), t.xIn(p, e)
			out = joined(out, rect{dx + p.x + min(x0, x1), y, max(x0, x1) - min(x0, x1), t.ty.Line}, before)
		}
		if len(l.pieces) == 0 && a <= l.start && b > l.start {
			out = append(out, rect{dx, y, theme.Space4, t.ty.Line})
		}
	}
	return out
}

// appendOrWidenRect appends r, or widens the last rectangle of the same line if they touch.
func joined(out []rect, r rect, from int) []rect {
	if k := len(out); k > from && out[k-1].x+out[k-1].w >= r.x-1 && out[k-1].x <= r.x {
		out[k-1].w = r.x + r.w - out[k-1].x
		return out
	}
	return append(out, r)
}

// ruleLayout is a thematic break.
type ruleLayout struct{ width float32 }

const ruleHeight = 13

func (r ruleLayout) size() (w, h float32)            { return r.width, ruleHeight }
func (ruleLayout) offsetAt(float32, float32) int     { return 0 }
func (ruleLayout) areas(int, int) []rect             { return nil }
func (ruleLayout) lineTop(int) (top, height float32) { return 0, ruleHeight }

// newLayout lays a block out within width, not counting its containers.
func newLayout(m *Metrics, look *theme.Theme, b *Block, width float32, st *state, old layout) layout {
	switch b.Kind {
	case Rule:
		return ruleLayout{width}
	case Code, Math:
		return newCode(m, look, b, width, st, old)
	case Table:
		return newTable(m, look, b, width, st, old)
	}
	ty := typeFor(look, b)
	t := &textLayout{m: m, ty: ty, width: width}
	if o, ok := old.(*textLayout); ok && o.ty == ty && o.width == width {
		t.f = m.rewrap(b.Spans, ty, width, o.f)
	} else {
		t.f = m.wrap(b.Spans, ty, width)
	}
	return t.withPictures(st.pictures)
}

// blockState is what the user changed about a block.
type state struct {
	wrap bool // long lines of code are wrapped
	all  bool // all lines of long code are shown
	dx   float32
	// images are the loaded images of the view.
	pictures map[string]image.Image
}
