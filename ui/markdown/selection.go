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
	goal         float32 // x that Up and Down keep
	goalSet      bool
}

func (s *selection) span() (a, b int) { return min(s.anchor, s.head), max(s.anchor, s.head) }

func (s *selection) clamp(end int) {
	s.anchor, s.head = min(s.anchor, end), min(s.head, end)
}

// endPosition returns the position after the last character.
func (v *View) end() int {
	if len(v.items) == 0 {
		return 0
	}
	last := v.items[len(v.items)-1]
	return last.base + last.length
}

// HasSelection reports whether anything is selected.
func (v *View) Selected() bool { return v.sel.anchor != v.sel.head }

// SelectedRange returns the selected positions, a <= b.
func (v *View) Selection() (a, b int) { return v.sel.span() }

// SelectAll selects the whole text.
func (v *View) SelectAll() { v.choose(0, v.end()) }

// ClearSelection clears the selection.
func (v *View) ClearSelection() { v.choose(v.sel.head, v.sel.head) }

// SelectRange selects from anchor to head; Shift and the arrow keys continue from head.
func (v *View) Select(anchor, head int) {
	v.choose(min(max(anchor, 0), v.end()), min(max(head, 0), v.end()))
}

func (v *View) choose(anchor, head int) {
	a0, b0 := v.sel.span()
	began := !v.Selected() && anchor != head
	v.sel.anchor, v.sel.head = anchor, head
	a1, b1 := v.sel.span()
	if began && v.OnSelect != nil {
		v.OnSelect()
	}
	if a0 == a1 && b0 == b1 {
		return
	}
	v.remark(min(a0, a1), max(b0, b1))
}

// redrawMarks updates the selection and matches of the blocks between two positions.
func (v *View) remark(a, b int) {
	for _, it := range v.drawn {
		if it.base <= b && it.base+it.length >= a {
			v.markItem(it)
			it.w.remarked()
		}
	}
}

// updateMarks computes the marks of a block.
func (v *View) markItem(it *item) {
	var areas []rect
	var tones []theme.Token
	add := func(a, b int, tone theme.Token) {
		a, b = max(a-it.base, 0), min(b-it.base, it.length)
		if a >= b {
			return
		}
		for _, r := range it.lay.areas(a, b) {
			areas, tones = append(areas, r), append(tones, tone)
		}
	}
	v.find.each(it.base, it.base+it.length, func(i int, m span) {
		tone := theme.Match
		if i == v.find.now {
			tone = theme.MatchNow
		}
		add(m.a, m.b, tone)
	})
	if v.Selected() {
		a, b := v.sel.span()
		add(a, b, theme.Focus)
	}
	it.w.mark(areas, tones)
}

// positionAt returns the position nearest to a point of the view.
func (v *View) posAt(p fyne.Position) int {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemAt(p.Y)]
	return it.base + it.lay.offsetAt(p.X-it.indent, p.Y-it.y)
}

// wordAt returns the word around a position; in code as in prose it ends at spaces and punctuation.
func (v *View) wordAt(pos int) (a, b int) {
	if len(v.items) == 0 {
		return 0, 0
	}
	it := v.items[v.itemOf(pos)]
	off, at, state := min(pos-it.base, it.length), 0, -1
	// Words never cross a newline, so the search begins after the last one.
	if i := strings.LastIndexByte(it.plain[:off], '\n'); i >= 0 {
		at = i + 1
	}
	for rest := it.plain[at:]; rest != ""; {
		var w string
		w, rest, state = uniseg.FirstWordInString(rest, state)
		if off < at+len(w) || rest == "" {
			return it.base + at, it.base + at + len(w)
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
	it := v.items[v.itemOf(pos)]
	if it.block.Kind != Code && it.block.Kind != Table {
		return it.base, it.base + it.length
	}
	off := min(pos-it.base, it.length)
	a = strings.LastIndexByte(it.plain[:off], '\n') + 1
	b = it.length
	if i := strings.IndexByte(it.plain[off:], '\n'); i >= 0 {
		b = off + i
	}
	return it.base + a, it.base + b
}

// stepPosition returns the position one character, or one word, before or after pos.
func (v *View) step(pos int, forward, word bool) int {
	if len(v.items) == 0 {
		return 0
	}
	it := v.items[v.itemOf(pos)]
	off := min(pos-it.base, it.length)
	if forward {
		if off >= it.length {
			return min(it.base+it.length+1, v.end())
		}
		if word {
			return it.base + off + nextWord(it.plain[off:])
		}
		g, _, _, _ := uniseg.FirstGraphemeClusterInString(it.plain[off:], -1)
		return it.base + off + len(g)
	}
	if off == 0 {
		return max(it.base-1, 0)
	}
	if word {
		return it.base + lastWord(it.plain[:off])
	}
	// A cluster is short; begin a little before.
	from := max(0, off-64)
	for from > 0 && !utf8.RuneStart(it.plain[from]) {
		from--
	}
	last := from
	for n := range clusters(it.plain[from:off]) {
		if from+n < off {
			last = from + n
		}
	}
	return it.base + last
}

func nextWord(s string) int {
	i := strings.IndexFunc(s, wordRune)
	if i < 0 {
		return len(s)
	}
	j := strings.IndexFunc(s[i:], func(r rune) bool { return !wordRune(r) })
	if j < 0 {
		return len(s)
	}
	return i + j
}

func lastWord(s string) int {
	end := strings.LastIndexFunc(s, wordRune)
	if end < 0 {
		return 0
	}
	start := strings.LastIndexFunc(s[:end], func(r rune) bool { return !wordRune(r) })
	if start < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[start:])
	return start + n
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '_'
}

// lineBoundsAt returns the x of a position and the top and height of its line.
func (v *View) xOf(pos int) (x, y, h float32) {
	it := v.items[v.itemOf(pos)]
	off := min(max(pos-it.base, 0), it.length)
	top, h := it.lay.lineTop(off)
	x = it.indent
	if a := it.lay.areas(off, min(off+1, it.length)); len(a) > 0 {
		x += a[0].x
	} else if off > 0 {
		if a := it.lay.areas(max(off-1, 0), off); len(a) > 0 {
			x += a[len(a)-1].x + a[len(a)-1].w
		}
	}
	return x, it.y + top, h
}

// positionAboveOrBelow returns the position one line above or below pos, keeping the x of the first
// such step.
func (v *View) vertical(pos int, down bool) int {
	if len(v.items) == 0 {
		return 0
	}
	x, y, h := v.xOf(pos)
	if !v.sel.goalSet {
		v.sel.goal, v.sel.goalSet = x, true
	}
	i := v.itemOf(pos)
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
		target = min(target, prev.y+prev.h-1)
	} else if target >= it.y+it.h {
		if i == len(v.items)-1 {
			return v.end()
		}
		target = max(target, v.items[i+1].y+1)
	}
	return v.posAt(fyne.NewPos(v.sel.goal, target))
}
