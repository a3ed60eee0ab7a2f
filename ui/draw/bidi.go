package draw

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

// HasRightToLeftRune reports whether s has a character of a right-to-left script.
func HasRightToLeftRune(s string) bool {
	for _, r := range s {
		if isRightToLeftRune(r) {
			return true
		}
	}
	return false
}

// StartsRightToLeft reports whether the first strong character of s is right-to-left (UAX #9, rules
// P2 and P3).
func StartsRightToLeft(s string) bool {
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

// BidiRun is a part of a line with one embedding level; those of odd levels are right-to-left.
type BidiRun struct{ Start, End, Level int }

// VisualRuns returns the runs of a line from left to right. The base direction is that of the
// paragraph, whatever the line begins with.
func VisualRuns(text string, isRTL bool) []BidiRun {
	mark, base := "\u200e", 0
	if isRTL {
		mark, base = "\u200f", 1
	}
	var p bidi.Paragraph
	if _, err := p.SetString(mark + text); err != nil {
		return []BidiRun{{0, len(text), base}}
	}
	order, err := p.Order()
	if err != nil {
		return []BidiRun{{0, len(text), base}}
	}
	var runs []BidiRun
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, to := run.Pos()
		r := BidiRun{Start: byteOffsetOfRune(text, max(0, from-1)), End: byteOffsetOfRune(text, to)}
		switch {
		case run.Direction() == bidi.RightToLeft:
			r.Level = 1
		case isRTL:
			r.Level = 2
		case len(runs) > 0 && runs[len(runs)-1].Level == 1:
			if n := leadingNumberLen(text[r.Start:r.End]); n > 0 {
				runs = append(runs, BidiRun{r.Start, r.Start + n, 2})
				r.Start += n
			}
		}
		if r.Start < r.End {
			runs = append(runs, r)
		}
	}
	reverseRunsFromLevel(runs, 1)
	return runs
}

// leadingNumberLen returns the length of the number at the start of s. After a right-to-left word,
// a number belongs to that word (UAX #9, rule I1), although the bidi package reports it together
// with the words that follow it.
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
func reverseRunsFromLevel(runs []BidiRun, level int) {
	for i := 0; i < len(runs); i++ {
		end := i
		for end < len(runs) && runs[end].Level >= level {
			end++
		}
		if end > i {
			slices.Reverse(runs[i:end])
			i = end
		}
	}
}

// isRightToLeftLetterOrMark reports whether r is a letter of a right-to-left script, or a character
// that keeps its place among them.
func isRightToLeftLetterOrMark(r rune) bool {
	if !isRightToLeftRune(r) {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.NSM
}

// ReverseAndMirrorUnlessRTLLetters returns a piece of a right-to-left run as it is drawn from left
// to right. Letters are left to the shaper; of other characters the last comes first, and brackets
// are swapped (UAX #9, rules L2 and L4).
func ReverseAndMirrorUnlessRTLLetters(s string) string {
	for _, r := range s {
		if isRightToLeftLetterOrMark(r) {
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

// SplitRightToLeftRun returns the pieces of text[start:end], a run from right to left, in visual
// order. The painter places what has no direction of its own, such as spaces and punctuation, as in
// text from left to right, so the run is split where letters and other characters meet.
func SplitRightToLeftRun(text string, start, end int) []BidiRun {
	var out []BidiRun
	for start < end {
		first, n := utf8.DecodeRuneInString(text[start:end])
		strong := isRightToLeftLetterOrMark(first)
		at := start + n
		for at < end {
			r, n := utf8.DecodeRuneInString(text[at:end])
			if isRightToLeftLetterOrMark(r) != strong && !unicode.IsMark(r) {
				break
			}
			at += n
		}
		out = append(out, BidiRun{start, at, 1})
		start = at
	}
	slices.Reverse(out)
	return out
}

// PiecesFromLeftToRight returns a line as it is drawn, from left to right, one text after the
// other. isRTL is the base direction. A line without right-to-left characters is one piece.
func PiecesFromLeftToRight(text string, isRTL bool) []string {
	var out []string
	for _, p := range rangesOfPieces(text, isRTL) {
		out = append(out, p.textAsDrawn(text))
	}
	return out
}

// rangesOfPieces returns where in a line the pieces are that PiecesFromLeftToRight returns.
func rangesOfPieces(text string, isRTL bool) []BidiRun {
	if !HasRightToLeftRune(text) {
		return []BidiRun{{0, len(text), 0}}
	}
	var out []BidiRun
	for _, run := range VisualRuns(text, isRTL) {
		if run.Level%2 == 0 {
			out = append(out, run)
		} else {
			out = append(out, SplitRightToLeftRun(text, run.Start, run.End)...)
		}
	}
	return out
}

// textAsDrawn returns a piece of a line as it is drawn from left to right.
func (r BidiRun) textAsDrawn(line string) string {
	if r.Level%2 == 0 {
		return line[r.Start:r.End]
	}
	return ReverseAndMirrorUnlessRTLLetters(line[r.Start:r.End])
}

// Span is a part of a line as it is drawn: its left edge and its width.
type Span struct{ X, Width float32 }

// SpansOfRange returns where the bytes from start to end of a line are drawn, from left to right.
// They are more than one span where other text is drawn between them. isRTL is the base direction;
// width measures a text.
func SpansOfRange(text string, isRTL bool, start, end int, width func(string) float32) []Span {
	var out []Span
	x := float32(0)
	for _, p := range rangesOfPieces(text, isRTL) {
		whole := width(p.textAsDrawn(text))
		from, to := max(start, p.Start), min(end, p.End)
		if from < to {
			left, right := float32(0), whole // of the range, from where the piece begins to be read
			if from > p.Start {
				left = width(text[p.Start:from])
			}
			if to < p.End {
				right = width(text[p.Start:to])
			}
			if p.Level%2 == 1 {
				left, right = whole-right, whole-left
			}
			if n := len(out); n > 0 && out[n-1].X+out[n-1].Width == x+left {
				out[n-1].Width += right - left
			} else {
				out = append(out, Span{x + left, right - left})
			}
		}
		x += whole
	}
	return out
}
