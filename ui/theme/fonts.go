package theme

import (
	"encoding/binary"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"memoir/assets/fonts"
	"memoir/assets/pages"
)

// MetricLift is the fraction of the text size by which ascent and descent of the fonts are raised,
// each. With it the ascent is at least that of Noto CJK, so a line that falls back to it keeps its
// baseline, and a Fyne entry, which has no line height of its own, gets a readable one. Layouts
// subtract it again: see draw.NaturalLineSize.
const MetricLift = 0.2

// Natural ascents and line heights as fractions of the text size, from the fonts' own hhea tables.
const (
	SansAscent     = 1984.0 / 2048
	MonoAscent     = 1020.0 / 1000
	SansLineHeight = (1984.0 + 494) / 2048
	MonoLineHeight = (1020.0 + 300) / 1000
)

// Units per em of the two font families.
const (
	interUPM = 2048
	monoUPM  = 1000
)

type fontFaces struct {
	regular, medium, semibold, italic, semiboldItalic, mono, monoBold fyne.Resource
}

// loadedFaces loads the fonts once per process: Fyne keys its glyph caches by resource.
var loadedFaces = sync.OnceValue(func() *fontFaces {
	replaceFyneEmojiFont()
	return &fontFaces{
		regular:        fontWithRaisedLineMetrics("memoir-regular.ttf", fonts.InterRegular, interUPM),
		medium:         fontWithRaisedLineMetrics("memoir-medium.ttf", fonts.InterMedium, interUPM),
		semibold:       fontWithRaisedLineMetrics("memoir-semibold.ttf", fonts.InterSemiBold, interUPM),
		italic:         fontWithRaisedLineMetrics("memoir-italic.ttf", fonts.InterItalic, interUPM),
		semiboldItalic: fontWithRaisedLineMetrics("memoir-semibolditalic.ttf", fonts.InterSemiBoldItalic, interUPM),
		mono:           fontWithRaisedLineMetrics("memoir-mono.ttf", fonts.MonoRegular, monoUPM),
		monoBold:       fontWithRaisedLineMetrics("memoir-mono-bold.ttf", fonts.MonoBold, monoUPM),
	}
})

// ColorGlyphOffset is added to a rune of the basic multilingual plane to name its glyph in the
// emoji font, even if other fonts have that rune; see tools/emojifont.py.
const ColorGlyphOffset = 0x100000

// replaceFyneEmojiFont replaces Fyne's emoji font by ours. Fyne's lacks the emoji added since 2018
// and draws many of the others too small. Fyne has no setting for it, but reads this resource only
// when it first draws with a theme.
func replaceFyneEmojiFont() {
	if r, ok := fynetheme.DefaultEmojiFont().(*fyne.StaticResource); ok && r != nil {
		r.StaticName, r.StaticContent = "memoir-emoji.ttf", fonts.Emoji
	}
}

// fontWithRaisedLineMetrics returns a copy of an OpenType file with the vertical metrics of its
// hhea and OS/2 tables raised. Offsets are those of the OpenType specification.
func fontWithRaisedLineMetrics(name string, file []byte, upm float64) fyne.Resource {
	b := append([]byte(nil), file...)
	delta := int16(MetricLift * upm)
	add := func(at int, d int16) {
		v := int16(binary.BigEndian.Uint16(b[at:])) //nolint:gosec // The table holds a signed 16-bit number.
		binary.BigEndian.PutUint16(b[at:], uint16(v+d))
	}
	tables := int(binary.BigEndian.Uint16(b[4:]))
	for i := range tables {
		entry := b[12+16*i:]
		at := int(binary.BigEndian.Uint32(entry[8:]))
		switch string(entry[:4]) {
		case "hhea":
			add(at+4, delta)
			add(at+6, -delta)
		case "OS/2":
			add(at+68, delta)
			add(at+70, -delta)
			add(at+74, delta)
			add(at+76, delta)
		}
	}
	return fyne.NewStaticResource(name, b)
}

// FontCoveringText returns the style and the font source to draw or measure s with. For text that
// every font covers they name one font: a source, or, for the regular style, the style with Symbol,
// for which Font returns the regular font and to which Fyne adds only a small font of symbols. All
// other text gets its style and no source, so that Fyne adds its fallback fonts and searches those
// of the system: about 15 MB and 50 ms when it is first done in a process, and 10 MB more for each
// further style.
func FontCoveringText(s string, style fyne.TextStyle) (fyne.TextStyle, fyne.Resource) {
	style.Symbol = false
	switch {
	case !isTextKnownInAllFonts(s):
		return style, nil
	case style == (fyne.TextStyle{}):
		return fyne.TextStyle{Symbol: true}, nil
	}
	return style, loadedFaces().fontForStyle(style)
}

// MeasureText returns the size of s drawn in one line with its FontCoveringText, in pixels.
func MeasureText(s string, size float32, style fyne.TextStyle) fyne.Size {
	style, source := FontCoveringText(s, style)
	m, _ := fyne.CurrentApp().Driver().RenderedTextSize(s, size, style, source)
	return m
}

// PreloadFonts loads the fonts that every window needs at once. It may be called on any goroutine
// while no other measures or draws text.
func PreloadFonts() {
	for _, style := range []fyne.TextStyle{{}, WithMediumWeight(fyne.TextStyle{}), {Bold: true}} {
		MeasureText("x", 1, style)
	}
}

// ReleaseFontFileMemoryOnLinux returns the memory of the embedded font files, of which the parsed
// fonts are copies, to the system. It may be called on any goroutine.
func ReleaseFontFileMemoryOnLinux() {
	for _, file := range [][]byte{
		fonts.InterRegular, fonts.InterMedium, fonts.InterSemiBold, fonts.InterItalic, fonts.InterSemiBoldItalic,
		fonts.MonoRegular, fonts.MonoBold, fonts.Math, fonts.Emoji, fynetheme.DefaultTextFont().Content(),
		fynetheme.DefaultTextBoldFont().Content(),
	} {
		pages.ReleaseEmbeddedPagesOnLinux(file)
	}
}

// isTextKnownInAllFonts reports whether each font has all glyphs of s.
func isTextKnownInAllFonts(s string) bool {
	for _, r := range s {
		if !IsRuneKnownInAllFonts(r) {
			return false
		}
	}
	return true
}

// IsRuneKnownInAllFonts reports whether each font has a glyph for r. It knows Latin, Greek,
// Cyrillic and common punctuation; a rune it does not know is still drawn, only more slowly.
func IsRuneKnownInAllFonts(r rune) bool {
	switch {
	case r == 0xAD, r == 0x132, r == 0x133, r == 0x149, r == 0x3A2, r == 0x40D, r == 0x450:
		return false
	case r >= ' ' && r <= '~', r >= 0xA1 && r <= 0x17F, r >= 0x391 && r <= 0x3CE, r >= 0x401 && r <= 0x45C:
		return true
	}
	return strings.ContainsRune("–—‘’“”„•…‹›€™−×→←↑↓", r)
}

func (f *fontFaces) fontForStyle(s fyne.TextStyle) fyne.Resource {
	switch {
	case s.Monospace && s.Bold:
		return f.monoBold
	case s.Monospace:
		return f.mono
	case s.Bold && s.Italic:
		return f.semiboldItalic
	case s.Bold:
		return f.semibold
	case s.Italic:
		return f.italic
	case s.TabWidth == mediumTabWidth:
		return f.medium
	}
	return f.regular
}
