package formula

import (
	"errors"
	"fmt"
	"strings"
)

// Typesetter sets formulas with one font. It belongs to one goroutine.
type Typesetter struct{ font *mathFont }

// NewTypesetter returns a Typesetter for an OpenType font with a MATH table.
func NewTypesetter(font []byte) (*Typesetter, error) {
	f, err := newMathFont(font)
	if err != nil {
		return nil, err
	}
	return &Typesetter{f}, nil
}

// Formula is a formula that was set. It is immutable; lengths are in em of the text around it.
type Formula struct {
	// Width is the room it takes in a line; Height and Depth reach above and below the baseline.
	Width, Height, Depth float64

	font   *mathFont
	ops    []op
	x0, x1 float64 // left and right of all that is drawn
}

// maxOps bounds the glyphs and rules that a formula is made of.
const maxOps = 20000

var errNoGlyph = errors.New("the font has no glyph")

// Typeset sets the source of a formula without its delimiters, as a display or in a line of text. An
// error says what could not be set.
func (t *Typesetter) Typeset(source string, isDisplay bool) (*Formula, error) {
	l, err := parseFormula(strings.TrimSpace(source))
	if err != nil {
		return nil, fmt.Errorf("set formula: %w", err)
	}
	s := style{level: 1}
	if isDisplay {
		s.level = 0
	}
	st := &setter{mathFont: t.font}
	b := l.layoutBox(st, s)
	if st.missing != 0 {
		return nil, fmt.Errorf("set formula: %w for %q", errNoGlyph, st.missing)
	}
	if len(b.ops) > maxOps || st.work > maxWork {
		return nil, fmt.Errorf("set formula: %w", errTooLarge)
	}
	x0, y0, x1, y1 := t.font.inkBounds(b.ops)
	width := b.width + b.italic
	return &Formula{
		Width: max(width, 0), Height: max(b.height, y1), Depth: max(b.depth, -y0),
		font: t.font, ops: b.ops, x0: min(x0, 0), x1: max(x1, width),
	}, nil
}
