package markdown

import (
	"image"
	"image/color"
	"strings"

	"memoir/assets/fonts"
	"memoir/ui/formula"
	"memoir/ui/theme"
)

// formulaScale makes the small letters of formulas, which are lower in their font, as high as those
// of the text around them.
const formulaScale = 1.2

// minFormulaShrink is how much a formula is made smaller at most to fit into its line; one that is
// still too wide is shown as source there.
const minFormulaShrink = 0.6

// formulaCache sets formulas and keeps them, and their images, as long as there is room. It belongs
// to the UI goroutine.
type formulaCache struct {
	typesetter *formula.Typesetter // nil until the first formula
	byKey      map[formulaKey]*formula.Formula
	keyBytes   int
	images     map[formulaImageKey]*image.NRGBA
	pixels     int
	// setCount counts the formulas that were set, for tests of linear work.
	setCount int
}

type formulaKey struct {
	source    string
	isDisplay bool
}

type formulaImageKey struct {
	formula       *formula.Formula
	size          float32
	width, height int
	color         color.NRGBA
}

// Limits of what is kept.
const (
	maxFormulaKeyBytes = 1 << 20
	maxFormulaPixels   = 4 << 20
)

// cachedOrTypesetFormula returns the formula of a source with its delimiters, or nil when it cannot
// be set.
func (c *formulaCache) cachedOrTypesetFormula(source string, isDisplay bool) *formula.Formula {
	k := formulaKey{source, isDisplay}
	if f, ok := c.byKey[k]; ok {
		return f
	}
	if c.typesetter == nil {
		t, err := formula.NewTypesetter(fonts.Math)
		if err != nil {
			return nil
		}
		c.typesetter = t
	}
	if c.keyBytes > maxFormulaKeyBytes || c.byKey == nil {
		c.byKey, c.keyBytes = map[formulaKey]*formula.Formula{}, 0
	}
	f, err := c.typesetter.Typeset(formulaWithoutDelimiters(source), isDisplay)
	if err != nil {
		f = nil
	}
	c.setCount++
	k.source = strings.Clone(source)
	c.byKey[k] = f
	c.keyBytes += len(source) + 64
	return f
}

// cachedOrDrawnFormulaImage returns the image of a formula in device pixels.
func (c *formulaCache) cachedOrDrawnFormulaImage(
	f *formula.Formula, size float32, w, h int, tone color.NRGBA,
) image.Image {
	k := formulaImageKey{f, size, w, h, tone}
	if img := c.images[k]; img != nil {
		return img
	}
	if c.pixels > maxFormulaPixels || c.images == nil {
		c.images, c.pixels = map[formulaImageKey]*image.NRGBA{}, 0
	}
	img := f.DrawImage(size, w, h, tone)
	c.images[k] = img
	c.pixels += w * h
	return img
}

// formulaTextSize returns the size of formulas in a text of type ty.
func formulaTextSize(ty theme.TypeStyle) float32 { return theme.Round(ty.Size * formulaScale) }

// formulaWithoutDelimiters returns a source without its delimiters.
func formulaWithoutDelimiters(source string) string {
	for _, d := range [][2]string{{"$$", "$$"}, {`\[`, `\]`}, {`\(`, `\)`}, {"$", "$"}} {
		if len(source) >= len(d[0])+len(d[1]) && strings.HasPrefix(source, d[0]) && strings.HasSuffix(source, d[1]) {
			return source[len(d[0]) : len(source)-len(d[1])]
		}
	}
	return source
}
