package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
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
// visual order (UAX #9, rule L2).
func (w *lineWrapper) reorderLineVisually(l *line) {
	if len(l.pieces) == 0 {
		return
	}
	var out []piece
	text := w.wrapped.withFormulasAsLetters(w.wrapped.text[l.start:l.end], l.start)
	for _, r := range visualRuns(text, w.wrapped.isRTL) {
		out = append(out, w.splitRunByScript(l, l.start+r.start, l.start+r.end, r.level%2 == 1)...)
	}
	x := float32(0)
	for i := range out {
		out[i].x = x
		x += out[i].width
	}
	l.pieces, l.width = out, x
}

// bidiRun is a part of a line with one embedding level; those of odd levels are right-to-left.
type bidiRun struct{ start, end, level int }

// visualRuns returns the runs of a line from left to right. The base direction is that of the
// paragraph, whatever the line begins with.
func visualRuns(text string, isRTL bool) []bidiRun {
	mark, base := "\u200e", 0
	if isRTL {
		mark, base = "\u200f", 1
	}
	var p bidi.Paragraph
	if _, err := p.SetString(mark + text); err != nil {
		return []bidiRun{{0, len(text), base}}
	}
	order, err := p.Order()
	if err != nil {
		return []bidiRun{{0, len(text), base}}
	}
	var runs []bidiRun
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, to := run.Pos()
		r := bidiRun{start: byteOffsetOfRune(text, max(0, from-1)), end: byteOffsetOfRune(text, to)}
		switch {
		case run.Direction() == bidi.RightToLeft:
			r.level = 1
		case isRTL:
			r.level = 2
		case len(runs) > 0 && runs[len(runs)-1].level == 1:
			if n := leadingNumberLen(text[r.start:r.end]); n > 0 {
				runs = append(runs, bidiRun{r.start, r.start + n, 2})
				r.start += n
			}
		}
		if r.start < r.end {
			runs = append(runs, r)
		}
	}
	reverseRunsFromLevel(runs, 1)
	return runs
}

// leadingNumberLen returns the length of the number at the start of s. After a right-to-left word, a
// number belongs to that word (UAX #9, rule I1), although the bidi package reports it together with
// the words that follow it.
func leadingNumberLen(s string) int {
	end := 0
	for i, r := range s {
		p, size := bidi.LookupString(s[i:])
		switch p.Class() {
		case bidi.EN, bidi.AN:
			end = i + size
		case bidi.ES, bidi.CS, bidi.ET, bidi.NSM:
			if r == utf8.RuneError {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// reverseRunsFromLevel reverses each sequence of runs whose level is at least the given one.
func reverseRunsFromLevel(runs []bidiRun, level int) {
	for i := 0; i < len(runs); i++ {
		end := i
		for end < len(runs) && runs[end].level >= level {
			end++
		}
		if end > i {
			slices.Reverse(runs[i:end])
			i = end
		}
	}
}

// splitRunByScript returns the pieces of text[a:b], a run of one direction, in visual order. The
// painter places what has no direction of its own, such as spaces and punctuation, as in text from
// left to right, so a right-to-left run is split where letters and other characters meet.
func (w *lineWrapper) splitRunByScript(l *line, a, b int, rtl bool) []piece {
	if !rtl {
		return w.cutPiecesToRange(l.pieces, a, b, false)
	}
	var out []piece
	for a < b {
		first, n := utf8.DecodeRuneInString(w.wrapped.text[a:b])
		strong := isRightToLeftLetter(first)
		end := a + n
		for end < b {
			r, n := utf8.DecodeRuneInString(w.wrapped.text[end:b])
			if isRightToLeftLetter(r) != strong && !unicode.IsMark(r) {
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

// isRightToLeftLetter reports whether r is a letter of a right-to-left script, or a character that
// keeps its place among them.
func isRightToLeftLetter(r rune) bool {
	if !isRightToLeftRune(r) {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.NSM
}

// rtlRunToVisualOrder returns a piece of a right-to-left run as it is drawn from left to right.
// Letters are left to the shaper; of other characters the last comes first, and brackets are
// swapped (UAX
// #9, rules L2 and L4).
func rtlRunToVisualOrder(s string) string {
	for _, r := range s {
		if isRightToLeftLetter(r) {
			return s
		}
	}
	var clusters []string
	for s != "" {
		c, rest, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
		clusters, s = append(clusters, c), rest
	}
	slices.Reverse(clusters)
	return strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<",
		"«", "»", "»", "«").Replace(strings.Join(clusters, ""))
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
