package lang

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// factLengthCountingWideTwice counts characters for the length filter: a wide rune counts as two.
func factLengthCountingWideTwice(s string) int {
	n := 0
	for _, r := range s {
		n++
		if isWideRune(r) {
			n++
		}
	}
	return n
}

// HasAnyPrefix reports whether a text begins with one of several prefixes.
func HasAnyPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// HasAnySuffix reports whether s ends with one of the given endings.
func HasAnySuffix(s string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

// LowerKeepingByteLength returns a text in lower case, but for letters whose small form has another length
// in bytes, so that offsets stay valid. A text that is not valid UTF-8 is returned as it is.
func LowerKeepingByteLength(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	if !utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return rune(lowerASCIIByte(byte(r)))
		}
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, s)
}

// StartOfRune returns the offset of the rune that a byte of s belongs to; len(s) is its own.
func StartOfRune(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

// OffsetsOf yields where a part that is not empty occurs in s, in bytes; occurrences do not overlap.
func OffsetsOf(s, part string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.Index(s[from:], part)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + len(part)
		}
	}
}

// RunsOfBytes yields where each longest run of bytes of a kind starts and ends in a text.
func RunsOfBytes(s string, isOfKind func(byte) bool) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for end := 0; end < len(s); {
			start := end
			for start < len(s) && !isOfKind(s[start]) {
				start++
			}
			end = start
			for end < len(s) && isOfKind(s[end]) {
				end++
			}
			if start < end && !yield(start, end) {
				return
			}
		}
	}
}

// UnpackText returns a text of the program that was packed by gzip, as by tools/packtexts. It panics
// when that cannot be read, because the text is part of the program.
func UnpackText(packed string) string {
	zip, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		panic(err)
	}
	return string(text)
}
