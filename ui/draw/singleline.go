package draw

import "strings"

// ToDrawableSingleLine returns s as it is drawn in one line: tabs and line breaks become spaces,
// emoji are replaced by ones the fonts can draw, and invisible characters that fonts draw as boxes
// are dropped. Joiners stay, because emoji and Persian need them.
func ToDrawableSingleLine(s string) string {
	return WithDrawableEmoji(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\u00A0' || r == '\u2028' || r == '\u2029':
			return ' '
		case r < 0x20, r == 0x7F, r == '\u00AD', r == '\u200B', r == '\u200E', r == '\u200F', r == '\u2060', r == '\uFEFF',
			r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, s))
}
