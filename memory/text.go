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

// FoldText is the form in which two texts are compared for equality: NFKC, case folded, runs of white space one space,
// none at the ends. Texts with the same fold say the same words.
func FoldText(s string) string {
	return strings.Join(strings.Fields(cases.Fold().String(norm.NFKC.String(s))), " ")
}

// ContentHash names a text: the first 32 hexadecimal digits of its SHA-256.
func ContentHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// EstimateTokens guesses how many tokens a model counts for s: four bytes of ASCII to a token, and one token for every
// rune of a wide script, three quarters of one for other letters. Servers report the true number afterwards; where the
// guess decides (what fits the window) it errs on the high side for mixed text.
func EstimateTokens(s string) int {
	var ascii, wide, other int
	for _, r := range s {
		switch {
		case r < 0x80:
			ascii++
		case isWide(r):
			wide++
		default:
			other++
		}
	}
	return (ascii+3)/4 + wide + (other*3+3)/4
}

// isWide reports whether r takes two columns (Unicode East Asian Width W or F): scripts written without spaces, where a
// rune carries a word or syllable, and emoji.
func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// factLength counts characters the way the length filter does: a wide rune says as much as two letters.
func factLength(s string) int {
	n := 0
	for _, r := range s {
		n++
		if isWide(r) {
			n++
		}
	}
	return n
}

// oneLine makes stored text safe to stand as one bullet of a prompt: line breaks and control characters become
// spaces, and what could open a heading or a fence is disarmed. Ordinary sentences come back unchanged.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimLeft(disarmFences(s), "#> ")
}

// disarmFences replaces code fences, which could end the block that encloses a text.
func disarmFences(s string) string {
	return strings.NewReplacer("```", "'''", "~~~", "'''").Replace(s)
}

// firstWords returns the beginning of a message for use as a title: at most limit runes of its first line with text,
// cut at a word, without Markdown marks.
func firstWords(s string, limit int) string {
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
