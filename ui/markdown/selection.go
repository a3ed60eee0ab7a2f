package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"
	"memoir/ui/theme"
)

// selection is a range of positions: anchor is where it began, head where it ends.
type selection struct {
	anchor, head int
	goalX        float32 // x that Up and Down keep
	hasGoalX     bool
}

func (s *selection) orderedRange() (a, b int) { return min(s.anchor, s.head), max(s.anchor, s.head) }

func (s *selection) clampTo(end int) {
	s.anchor, s.head = min(s.anchor, end), min(s.head, end)
}

// endPosition returns the position after the last character.
func (v *View) endPosition() int {
	if len(v.items) == 0 {
		return 0
	}
	last := v.items[len(v.items)-1]
	return last.textStart + last.textLength
}

// HasSelection reports whether anything is selected.
func (v *View) HasSelection() bool { return v.selection.anchor != v.selection.head }

// SelectedRange returns the selected positions, a <= b.
func (v *View) SelectedRange() (a, b int) { return v.selection.orderedRange() }

// SelectAll selects the whole text.
func (v *View) SelectAll() { v.setSelection(0, v.endPosition()) }

// ClearSelection clears the selection.
func (v *View) ClearSelection() { v.setSelection(v.selection.head, v.selection.head) }

// SelectRange selects from anchor to head; Shift and the arrow keys continue from head.
func (v *View) SelectRange(anchor, head int) {
	v.setSelection(min(max(anchor, 0), v.endPosition()), min(max(head, 0), v.endPosition()))
}

func (v *View) setSelection(anchor, head int) {
	a0, b0 := v.selection.orderedRange()
	began := !v.HasSelection() && anchor != head
	v.selection.anchor, v.selection.head = anchor, head
	a1, b1 := v.selection.orderedRange()
	if began && v.OnSelectionStart != nil {
		v.OnSelectionStart()
	}
	if a0 == a1 && b0 == b1 {
		return
	}
	v.redrawMarks(min(a0, a1), max(b0, b1))
}

// redrawMarks updates the selection and matches of the blocks between two positions.
func (v *View) redrawMarks(a, b int) {
	for _, it := range v.drawnItems {
		if it.textStart <= b && it.textStart+it.textLength >= a {
			v.updateMarks(it)
			it.widget.redrawMarks()
		}
	}
}

// updateMarks computes the marks of a block.
func (v *View) updateMarks(it *blockItem) {
	var areas []rect
	var tones []theme.Token
	add := func(a, b int, tone theme.Token) {
		a, b = max(a-it.textStart, 0), min(b-it.textStart, it.textLength)
		if a >= b {
			return
		}
		for _, r := range it.layout.rangeRects(a, b) {
			areas, tones = append(areas, r), append(tones, tone)
		}
	}
	v.search.eachMatchIn(it.textStart, it.textStart+it.textLength, func(i int, m positionRange) {
		tone := theme.Match
		if i == v.search.current {
			tone = theme.CurrentMatch
		}
		add(m.start, m.end, tone)
	})
	if v.HasSelection() {
		a, b := v.selection.orderedRange()
		add(a, b, theme.Focus)
	}
	it.widget.setMarks(areas, tones)
}

// positionAt returns the position nearest to a point of the view.
func (v *View) positionAt(p fyne.Position) int {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemIndexAt(p.Y)]
	return it.textStart + it.layout.offsetAt(p.X-it.indent, p.Y-it.y)
}

// wordAt returns the word around a position; in code as in prose it ends at spaces and punctuation.
func (v *View) wordAt(pos int) (a, b int) {
	if len(v.items) == 0 {
		return 0, 0
	}
	it := v.items[v.itemIndexOf(pos)]
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

// paragraphAt returns the paragraph, or the line of code, around a position.
func (v *View) paragraphAt(pos int) (a, b int) {
	if len(v.items) == 0 {
		return 0, 0
	}
	it := v.items[v.itemIndexOf(pos)]
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

// stepPosition returns the position one character, or one word, before or after pos.
func (v *View) stepPosition(pos int, forward, word bool) int {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemIndexOf(pos)]
	off := min(pos-it.textStart, it.textLength)
	if forward {
		if off >= it.textLength {
			return min(it.textStart+it.textLength+1, v.endPosition())
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
	for n := range clusterEnds(it.text[from:off]) {
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

// lineBoundsAt returns the x of a position and the top and height of its line.
func (v *View) lineBoundsAt(pos int) (x, y, h float32) {
	it := v.items[v.itemIndexOf(pos)]
	off := min(max(pos-it.textStart, 0), it.textLength)
	top, h := it.layout.lineTop(off)
	x = it.indent
	if a := it.layout.rangeRects(off, min(off+1, it.textLength)); len(a) > 0 {
		x += a[0].x
	} else if off > 0 {
		if a := it.layout.rangeRects(max(off-1, 0), off); len(a) > 0 {
			x += a[len(a)-1].x + a[len(a)-1].w
		}
	}
	return x, it.y + top, h
}

// positionAboveOrBelow returns the position one line above or below pos, keeping the x of the first
// such step.
func (v *View) positionAboveOrBelow(pos int, down bool) int {
	if len(v.items) == 0 {
		return 0
	}
	x, y, h := v.lineBoundsAt(pos)
	if !v.selection.hasGoalX {
		v.selection.goalX, v.selection.hasGoalX = x, true
	}
	i := v.itemIndexOf(pos)
	it := v.items[i]
	target := y - 1
	if down {
		target = y + h + 1
	}
	if target < it.y {
		if i == 0 {
			return 0
		}
		prev := v.items[i-1]
		target = min(target, prev.y+prev.height-1)
	} else if target >= it.y+it.height {
		if i == len(v.items)-1 {
			return v.endPosition()
		}
		target = max(target, v.items[i+1].y+1)
	}
	return v.positionAt(fyne.NewPos(v.selection.goalX, target))
}
