package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// FoldText normalizes a text for comparison: NFKC, case-folded, runs of white space replaced by one
// space and trimmed. Texts with the same folded form have the same words.
func FoldText(s string) string {
	return strings.Join(strings.Fields(cases.Fold().String(norm.NFKC.String(s))), " ")
}

// ContentHash returns the first 32 hexadecimal digits of the text's SHA-256.
func ContentHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// EstimateTokens estimates how many tokens a model counts for s: four ASCII bytes to a token, one
// token per rune of a wide script, three quarters of a token per other rune. Servers report the
// true number afterwards; where the estimate decides what fits the context window, it errs on the
// high side for mixed text.
func EstimateTokens(s string) int {
	var ascii, wide, other int
	for _, r := range s {
		switch {
		case r < 0x80:
			ascii++
		case isWideRune(r):
			wide++
		default:
			other++
		}
	}
	return (ascii+3)/4 + wide + (other*3+3)/4
}

// isWideRune reports whether r takes two columns (Unicode East Asian Width W or F): emoji, and
// scripts without spaces, where a rune is a word or syllable.
func isWideRune(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// factLength counts characters for the length filter: a wide rune counts as two.
func factLength(s string) int {
	n := 0
	for _, r := range s {
		n++
		if isWideRune(r) {
			n++
		}
	}
	return n
}

// toSingleLine makes stored text safe as one bullet of a prompt: line breaks and control characters
// become spaces, and what could open a heading or a fence is neutralized. Ordinary sentences are
// returned unchanged.
func toSingleLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimLeft(replaceFences(s), "#> ")
}

// replaceFences replaces code fences, which could close the fence around a text.
func replaceFences(s string) string {
	return strings.NewReplacer("```", "'''", "~~~", "'''").Replace(s)
}

// titleFromMessage returns the beginning of a message as a title: at most limit runes of its first
// line with text, cut at a word, without Markdown marks.
func titleFromMessage(s string, limit int) string {
	line := ""
	for l := range strings.Lines(s) {
		if line = strings.Trim(strings.TrimSpace(l), "#>*`_- \t"); line != "" {
			break
		}
	}
	line = strings.Join(strings.Fields(line), " ")
	r := []rune(line)
	if len(r) <= limit {
		return line
	}
	cut := string(r[:limit])
	if i := strings.LastIndexByte(cut, ' '); i > limit/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
