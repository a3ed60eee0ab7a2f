package formula

import (
	"encoding/binary"
	"errors"
	"fmt"

	otfont "github.com/go-text/typesetting/font"
)

// constant is the index of a value in the MathConstants table, counted from its MathLeading, the
// first one. Only those that are used have a name.
type constant int

// Values of MathConstants (OpenType 1.9, "MATH").
const (
	axisHeight                        constant = 1
	accentBaseHeight                  constant = 2
	subscriptShiftDown                constant = 4
	subscriptTopMax                   constant = 5
	subscriptBaselineDropMin          constant = 6
	superscriptShiftUp                constant = 7
	superscriptShiftUpCramped         constant = 8
	superscriptBottomMin              constant = 9
	superscriptBaselineDropMax        constant = 10
	subSuperscriptGapMin              constant = 11
	superscriptBottomMaxWithSubscript constant = 12
	spaceAfterScript                  constant = 13
	upperLimitGapMin                  constant = 14
	upperLimitBaselineRiseMin         constant = 15
	lowerLimitGapMin                  constant = 16
	lowerLimitBaselineDropMin         constant = 17
	stackTopShiftUp                   constant = 18
	stackTopDisplayShiftUp            constant = 19
	stackBottomShiftDown              constant = 20
	stackBottomDisplayShiftDown       constant = 21
	stackGapMin                       constant = 22
	stackDisplayGapMin                constant = 23
	stretchStackGapAboveMin           constant = 26
	stretchStackGapBelowMin           constant = 27
	fractionNumeratorShiftUp          constant = 28
	fractionNumeratorDisplayShiftUp   constant = 29
	fractionDenominatorShiftDown      constant = 30
	fractionDenominatorDisplayDown    constant = 31
	fractionNumeratorGapMin           constant = 32
	fractionNumeratorDisplayGapMin    constant = 33
	fractionRuleThickness             constant = 34
	fractionDenominatorGapMin         constant = 35
	fractionDenominatorDisplayGapMin  constant = 36
	overbarVerticalGap                constant = 39
	overbarRuleThickness              constant = 40
	underbarVerticalGap               constant = 42
	underbarRuleThickness             constant = 43
	radicalVerticalGap                constant = 45
	radicalDisplayVerticalGap         constant = 46
	radicalRuleThickness              constant = 47
	radicalKernBeforeDegree           constant = 49
	radicalKernAfterDegree            constant = 50
	constantCount                              = 51
)

// mathTable is what a font says about setting mathematics, in em.
type mathTable struct {
	scriptScale, scriptScriptScale float64
	displayOperatorHeight          float64
	degreeRaise                    float64 // share of the height of a radical
	constants                      [constantCount]float64
	italics, accents               map[otfont.GID]float64
	vertical, horizontal           map[otfont.GID]construction
	connectorOverlap               float64
}

// construction says how a glyph grows: into larger glyphs, smallest first, and beyond them by parts.
type construction struct {
	variants []variant
	parts    []part
}

type variant struct {
	glyph   otfont.GID
	advance float64 // in the direction of growth
}

type part struct {
	glyph                   otfont.GID
	start, end, fullAdvance float64 // connectors and advance in the direction of growth
	isExtender              bool
}

var errTornTable = errors.New("the MATH table is torn")

// tableReader reads big-endian numbers; after a read beyond the end failed is set and zeros follow.
type tableReader struct {
	data   []byte
	failed bool
}

func (r *tableReader) uint16At(at int) int {
	if at < 0 || at+2 > len(r.data) {
		r.failed = true
		return 0
	}
	return int(binary.BigEndian.Uint16(r.data[at:]))
}

func (r *tableReader) int16At(at int) float64 { return float64(int16(r.uint16At(at))) }

// readMathTable reads the MATH table of a font with upem units to the em.
func readMathTable(data []byte, upem float64) (*mathTable, error) {
	r := &tableReader{data: data}
	constants, info, variants := r.uint16At(4), r.uint16At(6), r.uint16At(8)
	m := &mathTable{
		scriptScale: r.int16At(constants) / 100, scriptScriptScale: r.int16At(constants+2) / 100,
		displayOperatorHeight: float64(r.uint16At(constants+6)) / upem,
		degreeRaise:           r.int16At(constants+8+4*constantCount) / 100,
	}
	for i := range m.constants {
		m.constants[i] = r.int16At(constants+8+4*i) / upem
	}
	m.italics = r.readValuesByGlyph(info+r.uint16At(info), upem)
	m.accents = r.readValuesByGlyph(info+r.uint16At(info+2), upem)
	m.connectorOverlap = float64(r.uint16At(variants)) / upem
	down, across := r.uint16At(variants+6), r.uint16At(variants+8)
	m.vertical = r.readGlyphConstructions(variants, r.uint16At(variants+2), 10, down, upem)
	m.horizontal = r.readGlyphConstructions(variants, r.uint16At(variants+4), 10+2*down, across, upem)
	if r.failed {
		return nil, fmt.Errorf("read font: %w", errTornTable)
	}
	return m, nil
}

// readCoverageTable reads a Coverage table: the glyphs in the order of the records that belong to
// them.
func (r *tableReader) readCoverageTable(at int) []otfont.GID {
	var out []otfont.GID
	n := r.uint16At(at + 2)
	for i := range n {
		if r.uint16At(at) == 1 {
			out = append(out, otfont.GID(r.uint16At(at+4+2*i)))
			continue
		}
		first, last := r.uint16At(at+4+6*i), r.uint16At(at+6+6*i)
		for g := first; g <= last && !r.failed; g++ {
			out = append(out, otfont.GID(g))
		}
	}
	return out
}

// readValuesByGlyph reads a table of a Coverage and one MathValueRecord for each of its glyphs.
func (r *tableReader) readValuesByGlyph(at int, upem float64) map[otfont.GID]float64 {
	out := map[otfont.GID]float64{}
	for i, g := range r.readCoverageTable(at + r.uint16At(at)) {
		out[g] = r.int16At(at+4+4*i) / upem
	}
	return out
}

// readGlyphConstructions reads the MathGlyphConstructions of one direction; list is the offset of
// theirs in MathVariants.
func (r *tableReader) readGlyphConstructions(
	variants, coverage, list, n int, upem float64,
) map[otfont.GID]construction {
	out := map[otfont.GID]construction{}
	for i, g := range r.readCoverageTable(variants + coverage) {
		if i >= n {
			break
		}
		at := variants + r.uint16At(variants+list+2*i)
		var c construction
		for k := range r.uint16At(at + 2) {
			v := at + 4 + 4*k
			c.variants = append(c.variants, variant{otfont.GID(r.uint16At(v)), float64(r.uint16At(v+2)) / upem})
		}
		if assembly := r.uint16At(at); assembly > 0 {
			c.parts = r.readAssemblyParts(at+assembly, upem)
		}
		out[g] = c
	}
	return out
}

func (r *tableReader) readAssemblyParts(at int, upem float64) []part {
	var out []part
	for i := range r.uint16At(at + 4) {
		p := at + 6 + 10*i
		out = append(out, part{
			glyph: otfont.GID(r.uint16At(p)), start: float64(r.uint16At(p+2)) / upem, end: float64(r.uint16At(p+4)) / upem,
			fullAdvance: float64(r.uint16At(p+6)) / upem, isExtender: r.uint16At(p+8)&1 != 0,
		})
	}
	return out
}
