package documents

import (
	"strings"

	"github.com/ledongthuc/pdf"
)

// defaultGlyphWidth stands for the width of a glyph that the font does not give, in thousandths of
// its size.
const defaultGlyphWidth = 500

// pdfFont is a font of a page: what its codes mean and how wide they are.
type pdfFont struct {
	encoding  pdf.TextEncoding
	isTwoByte bool // each code has two bytes
	widths    map[int]float64
	otherwise float64
}

// fontNamedOrNil returns a font of the resources; the same font of several pages is read once.
func (p *pageReader) fontNamedOrNil(name string) *pdfFont {
	v := p.resources.Key("Font").Key(name)
	if v.IsNull() {
		return nil
	}
	key := v.String()
	if f := p.fonts[key]; f != nil {
		return f
	}
	if p.w.err = refuseUnsafeStream(v.Key("ToUnicode")); p.w.err != nil {
		return nil
	}
	f := newPDFFont(v)
	p.fonts[key] = f
	return f
}

func newPDFFont(v pdf.Value) *pdfFont {
	font := pdf.Font{V: v}
	f := &pdfFont{widths: map[int]float64{}, otherwise: defaultGlyphWidth}
	if v.Key("Subtype").Name() == "Type0" {
		f.encoding, f.isTwoByte = font.Encoder(), true
		f.readCompositeWidths(v.Key("DescendantFonts").Index(0))
		return f
	}
	f.encoding = readByteTableOfPDFFont(v)
	first, widths := font.FirstChar(), font.Widths()
	for i, w := range widths {
		f.widths[first+i] = w
	}
	return f
}

// readCompositeWidths reads the widths of a font whose codes have two bytes (PDF 1.7, 9.7.4.3):
// "first [w w w]" or "first last w".
func (f *pdfFont) readCompositeWidths(v pdf.Value) {
	f.otherwise = 1000
	if dw := v.Key("DW"); !dw.IsNull() {
		f.otherwise = dw.Float64()
	}
	w := v.Key("W")
	for i := 0; i+1 < w.Len(); {
		first := int(w.Index(i).Int64())
		if list := w.Index(i + 1); list.Kind() == pdf.Array {
			for k := range list.Len() {
				f.widths[first+k] = list.Index(k).Float64()
			}
			i += 2
			continue
		}
		last := int(w.Index(i + 1).Int64())
		for code := first; code <= min(last, 0xFFFF) && i+2 < w.Len(); code++ {
			f.widths[code] = w.Index(i + 2).Float64()
		}
		i += 3
	}
}

// decodeString returns the text of a string. Control characters, which mean nothing on a page, are
// left out.
func (f *pdfFont) decodeString(raw string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00A0' || r == '\t':
			return ' '
		case r < ' ' || r == '\u00AD':
			return -1
		}
		return r
	}, expandLigatures(f.encoding.Decode(raw)))
}

// expandLigatures writes the ligatures of Latin fonts as the letters they stand for, so that words
// are found.
func expandLigatures(s string) string {
	return strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl").Replace(s)
}

// forEachCode calls a function for each code of a string.
func (f *pdfFont) forEachCode(raw string, do func(code int)) {
	if f.isTwoByte {
		for i := 0; i+1 < len(raw); i += 2 {
			do(int(raw[i])<<8 | int(raw[i+1]))
		}
		return
	}
	for i := range len(raw) {
		do(int(raw[i]))
	}
}

// textWidthInThousandths returns how wide a string is, in thousandths of the size of the font.
func (f *pdfFont) textWidthInThousandths(raw string) float64 {
	sum := 0.0
	f.forEachCode(raw, func(code int) {
		w, ok := f.widths[code]
		if !ok {
			w = f.otherwise
		}
		sum += w
	})
	return sum
}

// countCodesAndWordSpaces counts the codes of a string and, in fonts with codes of one byte, the
// blanks, which alone are widened by the space between words.
func (f *pdfFont) countCodesAndWordSpaces(raw string) (glyphs, blanks int) {
	f.forEachCode(raw, func(int) { glyphs++ })
	if !f.isTwoByte {
		blanks = strings.Count(raw, " ")
	}
	return glyphs, blanks
}
