package theme

import (
	"encoding/binary"
	"sync"

	"fyne.io/fyne/v2"
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
