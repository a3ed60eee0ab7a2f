package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"

	"memoir/ui/theme"
)

// Runes that join or modify emoji (UTS #51).
const (
	zeroWidthJoiner = '\u200d'
	emojiSelector   = '\ufe0f'
	firstSkinTone   = '\U0001f3fb' // first of the five skin tones
	lastSkinTone    = '\U0001f3ff'
)

// missingEmoji replaces an emoji that no font has.
const missingEmoji = "○"

// WithDrawableEmoji returns s with emoji the available fonts can draw: an emoji with the emoji selector
// becomes its color glyph, and a sequence that would fall apart is shortened, dropping the skin
// tone or the joined parts. Copying must use s itself. UI goroutine only.
func WithDrawableEmoji(s string) string {
	if !strings.ContainsFunc(s, isEmojiOnlyRune) {
		return s
	}
	var out strings.Builder
	state := -1
	for s != "" {
		var c string
		c, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		if strings.ContainsFunc(c, isEmojiOnlyRune) {
			c = fullestSingleGlyphEmoji(c)
		}
		out.WriteString(c)
	}
	return out.String()
}

// isEmojiOnlyRune reports runes that occur only in emoji. Joiners do not count: text in some scripts
// uses them too.
func isEmojiOnlyRune(r rune) bool { return r == emojiSelector || r >= 0x1f000 && r < 0x20000 }

// fullestSingleGlyphEmoji returns the fullest version of an emoji that is drawn as one glyph.
func fullestSingleGlyphEmoji(c string) string {
	first, _ := utf8.DecodeRuneInString(c)
	if first < 0x80 { // a keycap, or a lone skin tone after a space
		return c
	}
	parts := strings.Split(c, string(zeroWidthJoiner))
	for n := len(parts); n > 0; n-- {
		whole := strings.Join(parts[:n], string(zeroWidthJoiner))
		for _, try := range []string{
			replaceFirstRuneByColorGlyph(whole), whole, replaceFirstRuneByColorGlyph(withoutSkinTone(whole)),
		} {
			if isDrawnAsSingleGlyph(try) {
				return try
			}
		}
	}
	// The first part is unknown to the fonts, or is a pair of letters that is no flag.
	for _, part := range parts[1:] {
		if isDrawnAsSingleGlyph(replaceFirstRuneByColorGlyph(part)) {
			return replaceFirstRuneByColorGlyph(part)
		}
	}
	if first >= 0x10000 && !anyFontHasGlyph(first) {
		return missingEmoji
	}
	return c
}

// isDrawnAsSingleGlyph reports whether s is drawn, and no wider than its first rune alone.
func isDrawnAsSingleGlyph(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && anyFontHasGlyph(first) && textWidthAtSize64(s) == textWidthAtSize64(string(first))
}

// anyFontHasGlyph reports whether some font has r. A rune that none has is as wide as the last code
// point of Unicode, a noncharacter that no font draws.
func anyFontHasGlyph(r rune) bool {
	return textWidthAtSize64(string(r)) != textWidthAtSize64(string(unicode.MaxRune))
}

// textWidthAtSize64 returns the width of s in pixels at a size large enough to tell glyphs apart; Fyne
// caches it.
func textWidthAtSize64(s string) float32 { return theme.MeasureText(s, 64, fyne.TextStyle{}).Width }

// replaceFirstRuneByColorGlyph replaces the first rune of an emoji, which text fonts may have too,
// by its color glyph in the emoji font. After another rune the shaper would take it for the start
// of another script and not join the two.
func replaceFirstRuneByColorGlyph(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if first < 0x80 || first >= 0x10000 || !strings.ContainsRune(s, emojiSelector) {
		return s
	}
	return string(first+theme.ColorGlyphOffset) + s[n:]
}

func withoutSkinTone(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= firstSkinTone && r <= lastSkinTone {
			return -1
		}
		return r
	}, s)
}
