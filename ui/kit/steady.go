package kit

import "memoir/ui/theme"

// Fyne draws a text on the baseline of the highest font in it. Where every sign comes from a font that fyne falls back
// to, that is not the baseline of ours. The strut, three marks that draw nothing, brings ours in: Inter has the middle
// one, and the marks of direction around it keep it in a run of its own, beside letters of either direction.
const strut = "\u200e\u200b\u200f"

// Steady returns s as it is to be drawn, as wide as it is: with a strut in front unless some of it is surely of our own
// fonts. Without it emoji and words of other scripts may stand above or below the line.
func Steady(s string) string {
	for _, r := range s {
		if r > ' ' && (r < 0x0590 || theme.Has(r)) {
			return s
		}
	}
	if s == "" {
		return s
	}
	return strut + s
}
