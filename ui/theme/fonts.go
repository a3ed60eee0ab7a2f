package theme

import (
	"encoding/binary"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"memoir/assets/fonts"
)

// Lift is the part of the text size by which ascent and descent of the fonts are raised, each. With it the ascent is
// at least that of Noto CJK, so a line that falls back to it keeps its baseline, and a fyne Entry, which has no line
// height of its own, gets a readable one. Layouts take it off again: see kit.LineBox.
const Lift = 0.2

// Natural ascents, in parts of the text size, from the fonts' own hhea tables.
const (
	SansAscent = 1984.0 / 2048
	MonoAscent = 1020.0 / 1000
	SansHeight = (1984.0 + 494) / 2048
	MonoHeight = (1020.0 + 300) / 1000
)

// Units per em of the two families.
const (
	interUPM = 2048
	monoUPM  = 1000
)

type faces struct {
	regular, medium, semibold, italic, semiboldItalic, mono, monoBold fyne.Resource
}

// loadedFaces are read once for the program: fyne keys its glyph caches by the resource.
var loadedFaces = sync.OnceValue(func() *faces {
	giveEmoji()
	return &faces{
		regular:        lifted("memoir-regular.ttf", fonts.InterRegular, interUPM),
		medium:         lifted("memoir-medium.ttf", fonts.InterMedium, interUPM),
		semibold:       lifted("memoir-semibold.ttf", fonts.InterSemiBold, interUPM),
		italic:         lifted("memoir-italic.ttf", fonts.InterItalic, interUPM),
		semiboldItalic: lifted("memoir-semibolditalic.ttf", fonts.InterSemiBoldItalic, interUPM),
		mono:           lifted("memoir-mono.ttf", fonts.MonoRegular, monoUPM),
		monoBold:       lifted("memoir-mono-bold.ttf", fonts.MonoBold, monoUPM),
	}
})

// Coloured is added to a sign of the basic plane to name its picture in the emoji font, whatever other fonts have for
// it; see tools/emojifont.py.
const Coloured = 0x100000

// giveEmoji puts our emoji font in the place of fyne's, which has no emoji since 2018 and draws many of those it has
// too small. fyne takes no other font, but it reads this resource only when it first draws with a theme.
func giveEmoji() {
	if r, ok := fynetheme.DefaultEmojiFont().(*fyne.StaticResource); ok && r != nil {
		r.StaticName, r.StaticContent = "memoir-emoji.ttf", fonts.Emoji
	}
}

// lifted copies an OpenType file and raises the vertical metrics of its hhea and OS/2 tables. Offsets are those of the
// OpenType specification.
func lifted(name string, file []byte, upm float64) fyne.Resource {
	b := append([]byte(nil), file...)
	delta := int16(Lift * upm)
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

// Source returns the typeface to draw s with, for canvas.Text.FontSource: one that has all of its letters, or nil where
// fyne is to look for them in the fonts it falls back to. Fyne reads those, with emoji about 10 MB, anew for each style
// that has no source; the regular style is left to it, as its own widgets need that one anyway.
func Source(s string, style fyne.TextStyle) fyne.Resource {
	if style == (fyne.TextStyle{}) || style.Symbol || !covered(s) {
		return nil
	}
	return loadedFaces().of(style, nil)
}

// Measure returns the size of s when it is drawn in one line with its Source, in pixels.
func Measure(s string, size float32, style fyne.TextStyle) fyne.Size {
	m, _ := fyne.CurrentApp().Driver().RenderedTextSize(s, size, style, Source(s, style))
	return m
}

// ReadFonts reads the fonts that every window needs at once. It may be called on any goroutine while no other measures
// or draws texts.
func ReadFonts() {
	for _, style := range []fyne.TextStyle{{}, Medium(fyne.TextStyle{}), {Bold: true}} {
		Measure("x", 1, style)
	}
}

// covered reports that each of the faces has all letters of s.
func covered(s string) bool {
	for _, r := range s {
		if !Has(r) {
			return false
		}
	}
	return true
}

// Has reports that each of the faces has a letter. It knows Latin, Greek, Cyrillic and the common marks; what it does
// not know is drawn as well, only slower.
func Has(r rune) bool {
	switch {
	case r == 0xAD, r == 0x132, r == 0x133, r == 0x149, r == 0x3A2, r == 0x40D, r == 0x450:
		return false
	case r >= ' ' && r <= '~', r >= 0xA1 && r <= 0x17F, r >= 0x391 && r <= 0x3CE, r >= 0x401 && r <= 0x45C:
		return true
	}
	return strings.ContainsRune("–—‘’“”„•…‹›€™−×→←↑↓", r)
}

func (f *faces) of(s fyne.TextStyle, symbol fyne.Resource) fyne.Resource {
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
	case s.Symbol:
		return symbol
	case s.TabWidth == mediumTag:
		return f.medium
	}
	return f.regular
}
