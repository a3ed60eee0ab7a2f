package formula

import (
	"bytes"
	"fmt"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// mathFont is a font with a MATH table. Glyphs are read when they are first used.
type mathFont struct {
	*mathTable
	face   *otfont.Face
	upem   float64
	glyphs map[otfont.GID]*glyph
}

// glyph is a glyph with its measures in em.
type glyph struct {
	advance                float64
	xMin, xMax, yMin, yMax float64            // bounds of the ink
	outline                []opentype.Segment // in units of the font
}

func newMathFont(data []byte) (*mathFont, error) {
	face, err := otfont.ParseTTF(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	loader, err := opentype.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	raw, err := loader.RawTable(opentype.MustNewTag("MATH"))
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	upem := float64(face.Upem())
	m, err := readMathTable(raw, upem)
	if err != nil {
		return nil, err
	}
	return &mathFont{mathTable: m, face: face, upem: upem, glyphs: map[otfont.GID]*glyph{}}, nil
}

// glyphByID returns the measures and the outline of a glyph.
func (f *mathFont) glyphByID(id otfont.GID) *glyph {
	if g := f.glyphs[id]; g != nil {
		return g
	}
	g := &glyph{advance: float64(f.face.HorizontalAdvance(id)) / f.upem}
	if e, ok := f.face.GlyphExtents(id); ok {
		g.xMin, g.yMax = float64(e.XBearing)/f.upem, float64(e.YBearing)/f.upem
		g.xMax, g.yMin = g.xMin+float64(e.Width)/f.upem, g.yMax+float64(e.Height)/f.upem
	}
	if o, ok := f.face.GlyphData(id).(otfont.GlyphOutline); ok {
		g.outline = o.Segments
	}
	f.glyphs[id] = g
	return g
}

// glyphIDOfRune returns the glyph of a character; ok is false when the font has none.
func (f *mathFont) glyphIDOfRune(r rune) (otfont.GID, bool) {
	return f.face.NominalGlyph(r)
}
