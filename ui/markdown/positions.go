package markdown

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"
)

// itemIndexAtY returns the index of the item at or above y.
func (bs *blockList) itemIndexAtY(y float32) int {
	i := sort.Search(len(bs.items), func(i int) bool { return bs.items[i].y > y })
	return max(i-1, 0)
}

// itemIndexOfPosition returns the index of the item that contains a position.
func (bs *blockList) itemIndexOfPosition(pos int) int {
	i := sort.Search(len(bs.items), func(i int) bool { return bs.items[i].textStart > pos })
	return max(i-1, 0)
}

// textEndPosition returns the position after the last character.
func (bs *blockList) textEndPosition() int {
	if len(bs.items) == 0 {
		return 0
	}
	last := bs.items[len(bs.items)-1]
	return last.textStart + last.textLength
}

// textPositionAtPoint returns the position nearest to a point of the view.
func (bs *blockList) textPositionAtPoint(p fyne.Position) int {
	if len(bs.items) == 0 {
		return 0
	}
	it := bs.items[bs.itemIndexAtY(p.Y)]
	return it.textStart + it.layout.textOffsetAtPoint(p.X-it.indent, p.Y-it.y)
}

// spanAtPoint returns the span drawn at a point.
func (bs *blockList) spanAtPoint(p fyne.Position) (Span, bool) {
	if len(bs.items) == 0 {
		return Span{}, false
	}
	it := bs.items[bs.itemIndexAtY(p.Y)]
	x, y := p.X-it.indent, p.Y-it.y
	switch l := it.layout.(type) {
	case *textLayout:
		return l.spanAtPoint(x, y)
	case *tableLayout:
		if y >= it.height {
			return Span{}, false
		}
		r := &l.rows[l.rowIndexAtY(y)]
		for c, cell := range r.cells {
			if s, ok := cell.spanAtPoint(x-l.cellTextLeft(c), y-r.cellTextTop(cell)); ok {
				return s, true
			}
		}
	}
	return Span{}, false
}

// spanAtPoint returns the span of the piece at a point.
func (t *textLayout) spanAtPoint(x, y float32) (Span, bool) {
	if y < 0 || y >= t.wrapped.heightOfAllLines() {
		return Span{}, false
	}
	l := &t.wrapped.lines[t.lineIndexAtY(y)]
	x -= t.lineLeftEdge(l)
	for _, p := range l.pieces {
		if x >= p.x && x < p.x+p.width {
			return t.wrapped.spans[p.span], true
		}
	}
	return Span{}, false
}

// lineStartOrEnd returns the start or the end of the line of pos.
func (bs *blockList) lineStartOrEnd(pos int, end bool) int {
	if len(bs.items) == 0 {
		return 0
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	top, h := it.layout.lineTopAndHeight(pos - it.textStart)
	x := float32(-1e6)
	if end {
		x = 1e6
	}
	return it.textStart + it.layout.textOffsetAtPoint(x, top+h/2)
}

// positionXAndLineBounds returns the x of a position and the top and height of its line.
func (bs *blockList) positionXAndLineBounds(pos int) (x, y, h float32) {
	it := bs.items[bs.itemIndexOfPosition(pos)]
	off := min(max(pos-it.textStart, 0), it.textLength)
	top, h := it.layout.lineTopAndHeight(off)
	x = it.indent
	if a := it.layout.rectsOfTextRange(off, min(off+1, it.textLength)); len(a) > 0 {
		x += a[0].x
	} else if off > 0 {
		if a := it.layout.rectsOfTextRange(max(off-1, 0), off); len(a) > 0 {
			x += a[len(a)-1].x + a[len(a)-1].w
		}
	}
	return x, it.y + top, h
}

// formulaRangeAround returns the range of the formula that a position is inside of, or pos, pos.
func (bs *blockList) formulaRangeAround(pos int) (start, end int) {
	if len(bs.items) == 0 {
		return pos, pos
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	if it.layout == nil || it.height < 0 || pos >= it.textStart+it.textLength {
		return pos, pos
	}
	start, end = it.layout.formulaRangeAround(pos - it.textStart)
	return it.textStart + start, it.textStart + end
}

// wordOrFormulaAround returns the word around a position; in code as in prose it ends at spaces and
// punctuation. A formula is one word.
func (bs *blockList) wordOrFormulaAround(pos int) (a, b int) {
	if len(bs.items) == 0 {
		return 0, 0
	}
	for _, inside := range []int{pos + 1, pos - 1} {
		if start, end := bs.formulaRangeAround(inside); start < end {
			return start, end
		}
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	off, at, state := min(pos-it.textStart, it.textLength), 0, -1
	// Words never cross a newline, so the search begins after the last one.
	if i := strings.LastIndexByte(it.text[:off], '\n'); i >= 0 {
		at = i + 1
	}
	for rest := it.text[at:]; rest != ""; {
		var w string
		w, rest, state = uniseg.FirstWordInString(rest, state)
		if off < at+len(w) || rest == "" {
			return it.textStart + at, it.textStart + at + len(w)
		}
		at += len(w)
	}
	return pos, pos
}

// paragraphCodeLineOrTableRowAround returns the paragraph, or the line of code, around a position.
func (bs *blockList) paragraphCodeLineOrTableRowAround(pos int) (a, b int) {
	if len(bs.items) == 0 {
		return 0, 0
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	if it.block.Kind != Code && it.block.Kind != Table {
		return it.textStart, it.textStart + it.textLength
	}
	off := min(pos-it.textStart, it.textLength)
	a = strings.LastIndexByte(it.text[:off], '\n') + 1
	b = it.textLength
	if i := strings.IndexByte(it.text[off:], '\n'); i >= 0 {
		b = off + i
	}
	return it.textStart + a, it.textStart + b
}

// positionOneStepAway returns the position one character, or one word, before or after pos; a
// formula is one step.
func (bs *blockList) positionOneStepAway(pos int, forward, word bool) int {
	to := bs.characterOrWordAway(pos, forward, word)
	start, end := bs.formulaRangeAround(to)
	if forward {
		return end
	}
	return start
}

func (bs *blockList) characterOrWordAway(pos int, forward, word bool) int {
	if len(bs.items) == 0 {
		return 0
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	off := min(pos-it.textStart, it.textLength)
	if forward {
		if off >= it.textLength {
			return min(it.textStart+it.textLength+1, bs.textEndPosition())
		}
		if word {
			return it.textStart + off + nextWordEnd(it.text[off:])
		}
		g, _, _, _ := uniseg.FirstGraphemeClusterInString(it.text[off:], -1)
		return it.textStart + off + len(g)
	}
	if off == 0 {
		return max(it.textStart-1, 0)
	}
	if word {
		return it.textStart + lastWordStart(it.text[:off])
	}
	// A cluster is short; begin a little before.
	from := max(0, off-64)
	for from > 0 && !utf8.RuneStart(it.text[from]) {
		from--
	}
	last := from
	for n := range graphemeClusterBoundaries(it.text[from:off]) {
		if from+n < off {
			last = from + n
		}
	}
	return it.textStart + last
}

func nextWordEnd(s string) int {
	i := strings.IndexFunc(s, isWordRune)
	if i < 0 {
		return len(s)
	}
	j := strings.IndexFunc(s[i:], func(r rune) bool { return !isWordRune(r) })
	if j < 0 {
		return len(s)
	}
	return i + j
}

func lastWordStart(s string) int {
	end := strings.LastIndexFunc(s, isWordRune)
	if end < 0 {
		return 0
	}
	start := strings.LastIndexFunc(s[:end], func(r rune) bool { return !isWordRune(r) })
	if start < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[start:])
	return start + n
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '_'
}

// textPositionOfLineAtY returns the text position of the line at y, which is stable across widths;
// ok is false outside the text.
func (bs *blockList) textPositionOfLineAtY(y float32) (pos int, ok bool) {
	if len(bs.items) == 0 || y < 0 || y >= bs.totalHeight {
		return 0, false
	}
	it := bs.items[bs.itemIndexAtY(y)]
	return it.textStart + it.layout.textOffsetAtPoint(0, min(y-it.y, it.height-1)), true
}

// lineTopOfPosition returns the top of the line that contains a position, at the current width.
func (bs *blockList) lineTopOfPosition(pos int) float32 {
	if len(bs.items) == 0 {
		return 0
	}
	it := bs.items[bs.itemIndexOfPosition(pos)]
	top, _ := it.layout.lineTopAndHeight(min(max(pos-it.textStart, 0), it.textLength))
	return it.y + top
}

// textEndPoint returns where the text ends at the width of the last layout, in pixels of the view:
// x after the last word, y and height of its line. ok is false when the last block is not
// left-to-right text.
func (bs *blockList) textEndPoint() (x, y, height float32, ok bool) {
	if len(bs.items) == 0 {
		return 0, 0, 0, false
	}
	it := bs.items[len(bs.items)-1]
	t, ok := it.layout.(*textLayout)
	if !ok || t.wrapped.isRTL || len(t.wrapped.lines) == 0 {
		return 0, 0, 0, false
	}
	l := &t.wrapped.lines[len(t.wrapped.lines)-1]
	return it.indent + t.lineLeftEdge(l) + l.width, it.y + l.top, l.height, true
}

// quoteOrBlockAround returns the range [from, to] of the blocks around index i that are copied
// together: a whole quote, or the block alone.
func (bs *blockList) quoteOrBlockAround(i int) (from, to int, isQuote bool) {
	b := &bs.items[i].block
	if len(b.Containers) == 0 || !b.Containers[0].IsQuote {
		return i, i, false
	}
	for from = i; from > 0 && !bs.items[from].block.Containers[0].IsFirst; {
		from--
	}
	for to = i; to+1 < len(bs.items); to++ {
		next := bs.items[to+1].block.Containers
		if len(next) == 0 || next[0].IsFirst {
			break
		}
	}
	return from, to, true
}

// textRangeOfBlockIndexes returns the positions of the blocks with the indices from to to.
func (bs *blockList) textRangeOfBlockIndexes(from, to int) (a, b int) {
	last := bs.items[to]
	return bs.items[from].textStart, last.textStart + last.textLength
}
