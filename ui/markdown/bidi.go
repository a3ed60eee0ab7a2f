package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// isRightToLeftRune reports whether r is in a block of right-to-left scripts (Hebrew to Arabic
// Extended, and the presentation forms).
func isRightToLeftRune(r rune) bool {
	return r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC ||
		r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

func hasRightToLeftRune(s string) bool {
	for _, r := range s {
		if isRightToLeftRune(r) {
			return true
		}
	}
	return false
}

// startsRightToLeft reports whether the first strong character of s is right-to-left (UAX #9, rules
// P2 and P3).
func startsRightToLeft(s string) bool {
	for i, r := range s {
		if r < 0x80 {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return false
			}
			continue
		}
		p, _ := bidi.LookupString(s[i:])
		switch p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
	}
	return false
}

// reorderLineVisually splits the pieces of a line into runs of one direction and puts them in
// visual order.
func (w *lineWrapper) reorderLineVisually(l *line) {
	if len(l.pieces) == 0 {
		return
	}
	text := w.wrapped.text[l.start:l.end]
	var p bidi.Paragraph
	dir := bidi.LeftToRight
	if w.wrapped.isRTL {
		dir = bidi.RightToLeft
	}
	if _, err := p.SetString(text, bidi.DefaultDirection(dir)); err != nil {
		return
	}
	order, err := p.Order()
	if err != nil {
		return
	}
	var out []piece
	for i := range order.NumRuns() {
		// Runs are in logical order; a right-to-left line shows the last one first.
		k := i
		if w.wrapped.isRTL {
			k = order.NumRuns() - 1 - i
		}
		run := order.Run(k)
		from, to := run.Pos()
		rtl := run.Direction() == bidi.RightToLeft
		out = append(out, w.splitRunByScript(l, l.start+byteOffsetOfRune(text, from), l.start+byteOffsetOfRune(text, to+1),
			rtl)...)
	}
	x := float32(0)
	for i := range out {
		out[i].x = x
		x += out[i].width
	}
	l.pieces, l.width = out, x
}

// splitRunByScript returns the pieces of text[a:b], a run of one direction, in visual order. The
// painter shapes a text in the order of its scripts, so a right-to-left run is split where letters
// and other characters meet.
func (w *lineWrapper) splitRunByScript(l *line, a, b int, rtl bool) []piece {
	if !rtl {
		return w.cutPiecesToRange(l.pieces, a, b, false)
	}
	var out []piece
	for a < b {
		first, n := utf8.DecodeRuneInString(w.wrapped.text[a:b])
		strong := isRightToLeftRune(first)
		end := a + n
		for end < b {
			r, n := utf8.DecodeRuneInString(w.wrapped.text[end:b])
			if isRightToLeftRune(r) != strong && !unicode.IsMark(r) {
				break
			}
			end += n
		}
		out = append(out, w.cutPiecesToRange(l.pieces, a, end, true)...)
		a = end
	}
	slices.Reverse(out)
	return out
}

// mirrorBracketsWithoutLetters swaps the brackets of a right-to-left run (UAX #9, rule L4); letters
// are left to the shaper.
func mirrorBracketsWithoutLetters(s string) string {
	if hasRightToLeftRune(s) {
		return s
	}
	return strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<",
		"«", "»", "»", "«").Replace(s)
}

// byteOffsetOfRune returns the byte offset of rune n; the bidi package counts runes in strings.
func byteOffsetOfRune(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// cutPiecesToRange returns the parts of pieces within [a, b).
func (w *lineWrapper) cutPiecesToRange(pieces []piece, a, b int, rtl bool) []piece {
	var out []piece
	for _, p := range pieces {
		s, e := max(p.start, a), min(p.end, b)
		if s >= e {
			continue
		}
		q := p
		q.start, q.end, q.isRTL = s, e, rtl
		if s != p.start || e != p.end {
			q.width = w.metrics.textWidth(w.wrapped.text[s:e], p.face) + w.spanPaddingInRange(p.span, s, e)
			if s != p.start {
				q.pad = 0
			}
		}
		out = append(out, q)
	}
	return out
}
