package draw

import (
	"math"
	"strings"
	"unicode"

	"memoir/ui/theme"
)

// ToDrawableSingleLine returns s as it is drawn in one line: tabs and line breaks become spaces,
// emoji are replaced by ones the fonts can draw, and invisible characters that fonts draw as boxes
// are dropped. Joiners stay, because emoji and Persian need them. A character that no font has
// becomes a replacement character as wide as it is drawn, and marks that no font has are dropped.
// UI goroutine only.
func ToDrawableSingleLine(s string) string {
	return WithDrawableEmoji(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\u00A0' || r == '\u2028' || r == '\u2029':
			return ' '
		case r < 0x20, r == 0x7F, r == '\u00AD', r == '\u200B', r == '\u200E', r == '\u200F', r == '\u2060', r == '\uFEFF',
			r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
			return -1
		case noFontHasRune(r):
			if unicode.IsMark(r) {
				return -1
			}
			return unicode.ReplacementChar
		}
		return r
	}, s))
}

// HasGlyphsFor reports whether the fonts of the program and of the computer have a glyph for every
// character of s. UI goroutine only.
func HasGlyphsFor(s string) bool { return !strings.ContainsFunc(s, noFontHasRune) }

// firstUncertainRune is the first code point of a script that our fonts lack.
const firstUncertainRune = 0x0590

// noFontHasRune reports whether r is missing in all fonts. Fyne draws a replacement character for
// it but advances by the box of another font, so that several overlap. It adds the advance of the
// last missing glyph of a text twice: two of them are half as wide again as one, where two glyphs
// are twice as wide.
func noFontHasRune(r rune) bool {
	if r < firstUncertainRune || r == unicode.ReplacementChar || r == zeroWidthJoiner || r == emojiSelector ||
		theme.IsRuneKnownInAllFonts(r) || isEmojiOnlyRune(r) || r >= theme.ColorGlyphOffset {
		return false
	}
	one, two := textWidthAtSize64(string(r)), textWidthAtSize64(string([]rune{r, r}))
	return one > 0 && math.Abs(float64(two-1.5*one)) < float64(one)/100
}
