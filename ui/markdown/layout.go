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
	givenWidthAndTotalHeight() (w, h float32)
	// textOffsetAtPoint returns the offset nearest to a point.
	textOffsetAtPoint(x, y float32) int
	// rectsOfTextRange returns the rectangles that text[a:b] covers, for selections and matches.
	rectsOfTextRange(a, b int) []rect
	// lineTopAndHeight returns the top and height of the line that contains off.
	lineTopAndHeight(off int) (top, height float32)
	// formulaRangeAround returns the range of the formula that off is inside of, which is selected
	// as a whole; off, off if there is none.
	formulaRangeAround(off int) (start, end int)
}

// Gutters of containers in pixels.
const (
	bulletGutter = 18
	numberGutter = 24
	quoteGutter  = 14
	quoteBar     = 3
)

// gutterWidth returns the width of a container's gutter.
func (f Container) gutterWidth(zoom float32) float32 {
	switch {
	case f.IsQuote:
		return quoteGutter
	case len(f.Marker) > 3 && f.Marker[0] < 0x80:
		return theme.Round((numberGutter + 9*float32(len(f.Marker)-3)) * max(1, zoom))
	case f.Marker != "•":
		return theme.Round(numberGutter * max(1, zoom))
	}
	return theme.Round(bulletGutter * max(1, zoom))
}

// containerIndentWidth returns the width of all gutters of b.
func (b *Block) containerIndentWidth(zoom float32) float32 {
	var x float32
	for _, f := range b.Containers {
		x += f.gutterWidth(zoom)
	}
	return x
}

// typeStyleOfParagraphOrHeading returns the font size, style and line height of a block's text.
func typeStyleOfParagraphOrHeading(th *theme.Theme, b *Block) theme.TypeStyle {
	if b.Kind != Heading {
		return th.TypeStyle(theme.RoleBody)
	}
	switch b.Level {
	case 1:
		return th.TypeStyle(theme.RoleH1)
	case 2:
		return th.TypeStyle(theme.RoleH2)
	}
	return th.TypeStyle(theme.RoleH3)
}

// textLayout is one wrapped text.
type textLayout struct {
	metrics  *Metrics
	wrapped  *wrappedText
	textType theme.TypeStyle
	width    float32
	align    Align
	// images are shown below the lines.
	images []placedImage
}

func (t *textLayout) givenWidthAndTotalHeight() (w, h float32) {
	if k := len(t.images); k > 0 {
		return t.width, t.images[k-1].area.y + t.images[k-1].area.h
	}
	return t.width, t.wrapped.heightOfAllLines()
}

// lineLeftEdge returns the x of the start of a line.
func (t *textLayout) lineLeftEdge(l *line) float32 {
	free := max(0, t.width-l.width)
	switch {
	case t.align == Center:
		return theme.Round(free / 2)
	case t.align == End, t.wrapped.isRTL:
		return theme.Round(free)
	}
	return 0
}

func (t *textLayout) lineIndexAtY(y float32) int {
	if !t.wrapped.hasFormulas() {
		return min(max(int(y/t.textType.LineHeight), 0), len(t.wrapped.lines)-1)
	}
	i := sort.Search(len(t.wrapped.lines), func(i int) bool { return t.wrapped.lines[i].top > y })
	return max(i-1, 0)
}

// lineIndexOfOffset returns the index of the line that contains off.
func (t *textLayout) lineIndexOfOffset(off int) int {
	i := sort.Search(len(t.wrapped.lines), func(i int) bool { return t.wrapped.lines[i].start > off })
	return max(i-1, 0)
}

func (t *textLayout) lineTopAndHeight(off int) (top, height float32) {
	l := &t.wrapped.lines[t.lineIndexOfOffset(off)]
	return l.top, l.height
}

func (t *textLayout) formulaRangeAround(off int) (start, end int) {
	i := t.wrapped.spanIndexOfByte(off)
	if t.wrapped.formulaOfSpan(i) != nil && off > t.wrapped.spanStarts[i] && off < t.wrapped.spanStarts[i+1] {
		return t.wrapped.spanStarts[i], t.wrapped.spanStarts[i+1]
	}
	return off, off
}

func (t *textLayout) textOffsetAtPoint(x, y float32) int {
	if y < 0 {
		return 0
	}
	if y >= t.wrapped.heightOfAllLines() {
		return len(t.wrapped.text)
	}
	l := &t.wrapped.lines[t.lineIndexAtY(y)]
	x -= t.lineLeftEdge(l)
	if len(l.pieces) == 0 {
		return l.start
	}
	for _, p := range l.pieces {
		if x < p.x+p.width {
			return t.offsetAtXInPiece(p, x-p.x)
		}
	}
	last := l.pieces[len(l.pieces)-1]
	if last.isRTL {
		return last.start
	}
	return last.end
}

// offsetAtXInPiece returns the offset nearest to x pixels into a piece.
func (t *textLayout) offsetAtXInPiece(p piece, x float32) int {
	if t.wrapped.isUnbreakable(p.span) {
		if x > p.width/2 {
			return p.end
		}
		return p.start
	}
	best, gap := p.start, float32(1e9)
	for at := range graphemeClusterBoundaries(t.wrapped.text[p.start:p.end]) {
		d := t.xOfOffsetInPiece(p, p.start+at) - x
		if d < 0 {
			d = -d
		}
		if d <= gap {
			best, gap = p.start+at, d
		}
	}
	return best
}

// xOfOffsetInPiece returns the x of off within a piece.
func (t *textLayout) xOfOffsetInPiece(p piece, off int) float32 {
	if off <= p.start && !p.isRTL || off >= p.end && p.isRTL {
		return 0
	}
	if off >= p.end && !p.isRTL || off <= p.start && p.isRTL {
		return p.width
	}
	if t.wrapped.isUnbreakable(p.span) {
		return p.width
	}
	w := t.metrics.textWidth(t.wrapped.text[p.start:off], p.face) + p.pad
	if p.isRTL {
		return p.width - w
	}
	return w
}

func (t *textLayout) rectsOfTextRange(a, b int) []rect {
	var out []rect
	for i := t.lineIndexOfOffset(a); i < len(t.wrapped.lines); i++ {
		l := &t.wrapped.lines[i]
		if l.start >= b && i > t.lineIndexOfOffset(a) {
			break
		}
		dx, y := t.lineLeftEdge(l), l.top
		before := len(out)
		for _, p := range l.pieces {
			s, e := max(a, p.start), min(b, p.end)
			if s >= e {
				continue
			}
			if t.wrapped.formulaOfSpan(p.span) != nil {
				s, e = p.start, p.end
			}
			x0, x1 := t.xOfOffsetInPiece(p, s), t.xOfOffsetInPiece(p, e)
			out = appendOrWidenRect(out, rect{dx + p.x + min(x0, x1), y, max(x0, x1) - min(x0, x1), l.height}, before)
		}
		if len(l.pieces) == 0 && a <= l.start && b > l.start {
			out = append(out, rect{dx, y, theme.Space4, l.height})
		}
	}
	return out
}

// appendOrWidenRect appends r, or widens the last rectangle of the same line if they touch.
func appendOrWidenRect(out []rect, r rect, from int) []rect {
	if k := len(out); k > from && out[k-1].x+out[k-1].w >= r.x-1 && out[k-1].x <= r.x {
		out[k-1].w = r.x + r.w - out[k-1].x
		return out
	}
	return append(out, r)
}

// ruleLayout is a thematic break.
type ruleLayout struct{ width float32 }

const ruleHeight = 13

func (r ruleLayout) givenWidthAndTotalHeight() (w, h float32)  { return r.width, ruleHeight }
func (ruleLayout) textOffsetAtPoint(float32, float32) int      { return 0 }
func (ruleLayout) rectsOfTextRange(int, int) []rect            { return nil }
func (ruleLayout) lineTopAndHeight(int) (top, height float32)  { return 0, ruleHeight }
func (ruleLayout) formulaRangeAround(off int) (start, end int) { return off, off }

// layoutBlock lays a block out within width, not counting its containers.
func layoutBlock(m *Metrics, th *theme.Theme, b *Block, width float32, st *blockState, old layout) layout {
	switch b.Kind {
	case Rule:
		return ruleLayout{width}
	case Math:
		if l := newFormulaLayoutOrNil(m, th, b, width, st); l != nil {
			return l
		}
		return newCodeLayout(m, th, b, width, st, old)
	case Code:
		return newCodeLayout(m, th, b, width, st, old)
	case Table:
		return newTableLayout(m, th, b, width, st, old)
	}
	ty := typeStyleOfParagraphOrHeading(th, b)
	t := &textLayout{metrics: m, textType: ty, width: width}
	if o, ok := old.(*textLayout); ok && o.textType == ty && o.width == width {
		t.wrapped = m.rewrapContinuedSpans(b.Spans, ty, width, o.wrapped)
	} else {
		t.wrapped = m.wrapSpans(b.Spans, ty, width)
	}
	return t.placeImagesBelowLines(st.images)
}

// blockState is what the user changed about a block.
type blockState struct {
	wrapLines    bool // long lines of code are wrapped
	showAllLines bool // all lines of long code are shown
	scrollX      float32
	// images are the loaded images of the view.
	images map[string]image.Image
}
