package draw

import "memoir/ui/theme"

// Fyne draws text on the baseline of the tallest font in it. Where every glyph comes from a
// fallback font, that is not the baseline of our font. The strut, three runes that draw nothing,
// brings our font in: Inter has the middle one, and the direction marks around it keep it in a run
// of its own, next to letters of either direction.
const strut = "\u200e\u200b\u200f"

// WithBaselineStrutIfNeeded returns s as it is to be drawn, with the same width: with a strut in
// front unless some of it is certainly drawn with our own fonts. Without the strut, emoji and text
// in other scripts may sit above or below the baseline.
func WithBaselineStrutIfNeeded(s string) string {
	for _, r := range s {
		if r > ' ' && (r < 0x0590 || theme.IsRuneKnownInAllFonts(r)) {
			return s
		}
	}
	if s == "" {
		return s
	}
	return strut + s
}
