package kit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/rivo/uniseg"

	"memoir/ui/theme"
)

// Signs that join or change emoji (UTS #51).
const (
	joiner   = '\u200d'
	asEmoji  = '\ufe0f'
	lightest = '\U0001f3fb' // the first of the five tones
	darkest  = '\U0001f3ff'
)

// lost stands for an emoji that no font has.
const lost = "○"

// Drawable returns s with emoji as the fonts at hand can draw them: one that is asked for in colour in its colours, and
// one that would fall apart as less of itself, without its tone or without what is joined to it. What is copied must be
// s itself. It belongs to the UI goroutine.
func Drawable(s string) string {
	if !strings.ContainsFunc(s, pictured) {
		return s
	}
	var out strings.Builder
	state := -1
	for s != "" {
		var c string
		c, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		if strings.ContainsFunc(c, pictured) {
			c = drawable(c)
		}
		out.WriteString(c)
	}
	return out.String()
}

// pictured reports signs that only emoji are made of. Words of some scripts hold joiners too.
func pictured(r rune) bool { return r == asEmoji || r >= 0x1f000 && r < 0x20000 }

// drawable returns the fullest version of an emoji that is drawn as one picture.
func drawable(c string) string {
	first, _ := utf8.DecodeRuneInString(c)
	if first < 0x80 { // a key, or a lone tone behind a space
		return c
	}
	parts := strings.Split(c, string(joiner))
	for n := len(parts); n > 0; n-- {
		whole := strings.Join(parts[:n], string(joiner))
		for _, try := range []string{coloured(whole), whole, coloured(toneless(whole))} {
			if isOne(try) {
				return try
			}
		}
	}
	// The first part is unknown here, or is a pair of letters that is no flag.
	for _, part := range parts[1:] {
		if isOne(coloured(part)) {
			return coloured(part)
		}
	}
	if first >= 0x10000 && !has(first) {
		return lost
	}
	return c
}

// isOne reports whether s is drawn, and no wider than its first sign alone.
func isOne(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && has(first) && measured(s) == measured(string(first))
}

// has reports whether some font has a sign. One that none has is as wide as the last sign of Unicode, which is reserved
// for no one to draw.
func has(r rune) bool { return measured(string(r)) != measured(string(unicode.MaxRune)) }

// measured is the width of s in pixels at a size where a sign's width says what it is; fyne remembers it.
func measured(s string) float32 { return theme.Measure(s, 64, fyne.TextStyle{}).Width }

// coloured returns an emoji with its first sign, which text fonts may have too, as the picture in ours. Behind another
// sign the shaper would take it for the beginning of another script, and not join the two.
func coloured(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if first < 0x80 || first >= 0x10000 || !strings.ContainsRune(s, asEmoji) {
		return s
	}
	return string(first+theme.Coloured) + s[n:]
}

func toneless(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= lightest && r <= darkest {
			return -1
		}
		return r
	}, s)
}
