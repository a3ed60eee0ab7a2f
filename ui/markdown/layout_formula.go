package markdown

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"memoir/ui/formula"
	"memoir/ui/theme"
)

// formulaPadY is the room above and below a display formula, formulaPadX beside one that is scrolled
// sideways, in pixels.
const (
	formulaPadY = theme.Space4
	formulaPadX = theme.Space8
)

// minDisplayShrink is how much a display formula is made smaller at most before it is scrolled.
const minDisplayShrink = 0.8

// formulaLayout is a display formula, centered in its block. One that is wider than the block is
// made a little smaller or, if that is not enough, scrolled sideways.
type formulaLayout struct {
	formula *formula.Formula
	size    float32         // of the text around it
	area    image.Rectangle // of all that is drawn, relative to the origin of the formula
	width   float32
	length  int // of the source
	state   *blockState
}

// newFormulaLayout returns nil when the formula cannot be set.
func newFormulaLayout(m *Metrics, th *theme.Theme, b *Block, width float32, st *blockState) *formulaLayout {
	f := m.formulas.formulaOf(b.Text, true)
	if f == nil {
		return nil
	}
	l := &formulaLayout{
		formula: f, size: formulaSize(th.TypeStyle(theme.RoleBody)), width: width, length: len(b.Text), state: st,
	}
	l.area = f.Bounds(l.size)
	if fit := width / float32(l.area.Dx()+2); fit < 1 && fit >= minDisplayShrink {
		l.size *= fit
		l.area = f.Bounds(l.size)
	}
	return l
}

func (l *formulaLayout) contentSize() (w, h float32) {
	h = float32(l.area.Dy()) + 2*formulaPadY
	if l.overflowWidth() > 0 {
		h += scrollBarHeight
	}
	return l.width, h
}

// scrollBarHeight is the room of the thumb below what is scrolled sideways.
const scrollBarHeight = 6

// overflowWidth is how far the formula can be scrolled sideways.
func (l *formulaLayout) overflowWidth() float32 {
	w := float32(l.area.Dx())
	if w <= l.width {
		return 0
	}
	return w + 2*formulaPadX - l.width
}

// left returns the left edge of what is drawn.
func (l *formulaLayout) left() float32 {
	if l.overflowWidth() > 0 {
		return formulaPadX - l.state.scrollX
	}
	return theme.Round((l.width - float32(l.area.Dx())) / 2)
}

func (l *formulaLayout) textOffsetAtPoint(x, y float32) int {
	_, h := l.contentSize()
	if y < 0 || y < h && x < l.left()+float32(l.area.Dx())/2 {
		return 0
	}
	return l.length
}

func (l *formulaLayout) rectsOfTextRange(a, b int) []rect {
	if a >= b {
		return nil
	}
	_, h := l.contentSize()
	x0 := max(l.left(), 0)
	return []rect{{x0, 0, min(l.left()+float32(l.area.Dx()), l.width) - x0, h}}
}

func (l *formulaLayout) lineTopAndHeight(int) (top, height float32) {
	_, h := l.contentSize()
	return 0, h
}

func (l *formulaLayout) unitAround(off int) (start, end int) {
	if off > 0 && off < l.length {
		return 0, l.length
	}
	return off, off
}

// drawFormulaBlock draws a display formula.
func (d *drawn) drawFormulaBlock(l *formulaLayout, x float32, tone theme.Token) []fyne.CanvasObject {
	over := l.overflowWidth()
	origin := l.left() - float32(l.area.Min.X)
	base := formulaPadY - float32(l.area.Min.Y)
	if over == 0 {
		return []fyne.CanvasObject{d.newFormulaRaster(l.formula, l.size, x+origin, base, tone)}
	}
	_, h := l.contentSize()
	thumb := max(24, theme.Round(l.width*l.width/(l.width+over)))
	at := x + theme.Round((l.width-thumb)*min(l.state.scrollX/over, 1))
	d.foreground = append(d.foreground, d.newColoredRectangle(at, h-scrollBarHeight, thumb, 4, theme.StrongBorder, 2))
	return d.clipWideContent([]fyne.CanvasObject{d.newFormulaRaster(l.formula, l.size, origin, base, tone)}, x, l.width, h)
}

// newFormulaRaster returns the object that draws a formula with its origin at x, base. Its pixels are
// those of the device, whatever its scale.
func (d *drawn) newFormulaRaster(f *formula.Formula, size, x, base float32, tone theme.Token) fyne.CanvasObject {
	area, cache, color := f.Bounds(size), &d.owner.blocks.metrics.formulas, d.theme.TokenColor(tone)
	r := canvas.NewRaster(func(w, h int) image.Image { return cache.imageOf(f, size, w, h, color) })
	r.Resize(fyne.NewSize(float32(area.Dx()), float32(area.Dy())))
	r.Move(fyne.NewPos(theme.Round(x)+float32(area.Min.X), theme.Round(base)+float32(area.Min.Y)))
	return r
}
