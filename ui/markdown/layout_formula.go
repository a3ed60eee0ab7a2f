package markdown

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"github.com/rivo/uniseg"

	"memoir/ui/draw"
	"memoir/ui/formula"
	"memoir/ui/theme"
)

// formulaPadY is the room above and below a display formula, formulaPadX beside one that is
// scrolled sideways, in pixels.
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

// newFormulaLayoutOrNil returns nil when the formula cannot be set.
func newFormulaLayoutOrNil(m *Metrics, th *theme.Theme, b *Block, width float32, st *blockState) *formulaLayout {
	f := m.formulas.cachedOrTypesetFormula(b.Text, true)
	if f == nil {
		return nil
	}
	l := &formulaLayout{
		formula: f, size: formulaTextSize(th.TypeStyle(theme.RoleBody)), width: width, length: len(b.Text), state: st,
	}
	l.area = f.PixelBounds(l.size)
	if fit := width / float32(l.area.Dx()+2); fit < 1 && fit >= minDisplayShrink {
		l.size *= fit
		l.area = f.PixelBounds(l.size)
	}
	return l
}

func (l *formulaLayout) givenWidthAndTotalHeight() (w, h float32) {
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

// drawnLeftEdge returns the left edge of what is drawn.
func (l *formulaLayout) drawnLeftEdge() float32 {
	if l.overflowWidth() > 0 {
		return formulaPadX - l.state.scrollX
	}
	return theme.Round((l.width - float32(l.area.Dx())) / 2)
}

func (l *formulaLayout) textOffsetAtPoint(x, y float32) int {
	_, h := l.givenWidthAndTotalHeight()
	if y < 0 || y < h && x < l.drawnLeftEdge()+float32(l.area.Dx())/2 {
		return 0
	}
	return l.length
}

func (l *formulaLayout) rectsOfTextRange(a, b int) []rect {
	if a >= b {
		return nil
	}
	_, h := l.givenWidthAndTotalHeight()
	x0 := max(l.drawnLeftEdge(), 0)
	return []rect{{x0, 0, min(l.drawnLeftEdge()+float32(l.area.Dx()), l.width) - x0, h}}
}

func (l *formulaLayout) lineTopAndHeight(int) (top, height float32) {
	_, h := l.givenWidthAndTotalHeight()
	return 0, h
}

func (l *formulaLayout) formulaRangeAround(off int) (start, end int) {
	if off > 0 && off < l.length {
		return 0, l.length
	}
	return off, off
}

// drawFormulaBlock draws a display formula.
func (d *drawn) drawFormulaBlock(l *formulaLayout, x float32, tone theme.Token) []fyne.CanvasObject {
	over := l.overflowWidth()
	origin := l.drawnLeftEdge() - float32(l.area.Min.X)
	base := formulaPadY - float32(l.area.Min.Y)
	if over == 0 {
		return []fyne.CanvasObject{d.newFormulaRaster(l.formula, l.size, x+origin, base, tone)}
	}
	_, h := l.givenWidthAndTotalHeight()
	thumb := max(24, theme.Round(l.width*l.width/(l.width+over)))
	at := x + theme.Round((l.width-thumb)*min(l.state.scrollX/over, 1))
	d.foreground = append(d.foreground, d.newColoredRectangle(at, h-scrollBarHeight, thumb, 4, theme.StrongBorder, 2))
	return d.clipWideContent([]fyne.CanvasObject{d.newFormulaRaster(l.formula, l.size, origin, base, tone)}, x, l.width, h)
}

// newFormulaRaster returns the object that draws a formula with its origin at x, base. Its pixels
// are those of the device, whatever its scale.
func (d *drawn) newFormulaRaster(f *formula.Formula, size, x, base float32, tone theme.Token) fyne.CanvasObject {
	area, cache, color := f.PixelBounds(size), &d.owner.blocks.metrics.formulas, d.theme.TokenColor(tone)
	r := canvas.NewRaster(func(w, h int) image.Image { return cache.cachedOrDrawnFormulaImage(f, size, w, h, color) })
	r.Resize(fyne.NewSize(float32(area.Dx()), float32(area.Dy())))
	r.Move(fyne.NewPos(theme.Round(x)+float32(area.Min.X), theme.Round(base)+float32(area.Min.Y)))
	return r
}

// typesetFormulaSpans sets the formulas among the spans. One that cannot be set, or does not fit
// into a line even when it is made smaller, stays source.
func (w *lineWrapper) typesetFormulaSpans() {
	size := formulaTextSize(w.textType)
	for i, s := range w.wrapped.spans {
		if s.Style&TeX == 0 {
			continue
		}
		f := w.metrics.formulas.cachedOrTypesetFormula(s.Text, false)
		if f == nil || float32(f.Width)*size*minFormulaShrink > w.width {
			continue
		}
		if w.wrapped.formulas == nil {
			w.wrapped.formulas = make([]*formula.Formula, len(w.wrapped.spans))
		}
		w.wrapped.formulas[i] = f
	}
}

// hasFormulas reports whether some span is drawn as a formula.
func (f *wrappedText) hasFormulas() bool { return f.formulas != nil }

// formulaOfSpan returns the formula that a span is drawn as, or nil.
func (f *wrappedText) formulaOfSpan(i int) *formula.Formula {
	if i >= len(f.formulas) {
		return nil
	}
	return f.formulas[i]
}

// isUnbreakable reports whether a span is drawn as one thing.
func (f *wrappedText) isUnbreakable(i int) bool {
	return i < len(f.spans) && f.spans[i].Style&Image != 0 || f.formulaOfSpan(i) != nil
}

// heightOfAllLines returns the height of all lines.
func (f *wrappedText) heightOfAllLines() float32 {
	if len(f.lines) == 0 {
		return 0
	}
	last := &f.lines[len(f.lines)-1]
	return last.top + last.height
}

// nextBreakOpportunityAndIfHard returns the end of the segment at pos, including trailing spaces,
// and whether a hard break ends it. No segment ends inside an image or a formula.
func (f *wrappedText) nextBreakOpportunityAndIfHard(pos int) (end int, hard bool) {
	end, hard = nextTextBreakOpportunity(f.text, pos, f.unbreakableSpanEndOrZero(pos))
	if !f.hasFormulas() {
		return end, hard
	}
	for end < len(f.text) {
		i := f.spanIndexOfByte(end)
		if f.formulaOfSpan(i) == nil || end == f.spanStarts[i] {
			break
		}
		if end = f.spanStarts[i+1]; end < len(f.text) {
			end, hard = nextTextBreakOpportunity(f.text, end, f.unbreakableSpanEndOrZero(end))
		} else {
			hard = false
		}
	}
	return end, hard
}

// unbreakableSpanEndOrZero returns the end of an unbreakable span at pos, or 0.
func (f *wrappedText) unbreakableSpanEndOrZero(pos int) int {
	if i := f.spanIndexOfByte(pos); f.isUnbreakable(i) {
		return f.spanStarts[i+1]
	}
	return 0
}

// firstClusterOrFormula returns the formula that begins at a byte of the text, or else the first
// grapheme cluster of rest, which begins there; and what is left of rest.
func (f *wrappedText) firstClusterOrFormula(at int, rest string, state int) (c, left string, newState int) {
	if i := f.spanIndexOfByte(at); f.hasFormulas() && f.formulaOfSpan(i) != nil {
		n := min(f.spanStarts[i+1]-at, len(rest))
		return rest[:n], rest[n:], -1
	}
	c, left, _, newState = uniseg.FirstGraphemeClusterInString(rest, state)
	return c, left, newState
}

// formulaWidthAndSize returns the width of a formula in the line, in whole pixels, and the size it
// is drawn at: that of formulas, or less if it would be wider than a line.
func (w *lineWrapper) formulaWidthAndSize(i int) (width, size float32) {
	size = formulaTextSize(w.textType)
	f := w.wrapped.formulas[i]
	if full := float32(f.Width) * size; full > w.width {
		size *= w.width / full
	}
	return min(theme.CeilWithTolerance(float32(f.Width)*size), w.width), size
}

// setLineTopBaseAndHeight gives a line the height of its text, or more for higher formulas, and
// puts it below the last one.
func (w *lineWrapper) setLineTopBaseAndHeight(l *line) {
	ty := w.textType
	l.top = w.wrapped.heightOfAllLines()
	l.base = draw.BaselineFromLineTop(ty.Size, ty.LineHeight, false)
	below := ty.LineHeight - l.base
	if w.wrapped.hasFormulas() {
		for _, p := range l.pieces {
			if f := w.wrapped.formulaOfSpan(p.span); f != nil {
				l.base = roomGrownToFitHeight(float32(f.Height)*p.face.size, l.base)
				below = roomGrownToFitHeight(float32(f.Depth)*p.face.size, below)
			}
		}
	}
	l.height = l.base + below
}

// formulaLeading is kept free between a formula that is higher than its line and the next line.
const formulaLeading = 2

// roomGrownToFitHeight returns the room on one side of a baseline, at least room, for what is that
// high.
func roomGrownToFitHeight(high, room float32) float32 {
	if high = theme.CeilWithTolerance(high); high <= room {
		return room
	}
	return high + formulaLeading
}

// replaceFormulasByLetters returns text, which begins at byte start, with letters in place of its
// formulas, so that each is one run of one direction. The offsets stay.
func (f *wrappedText) replaceFormulasByLetters(text string, start int) string {
	if !f.hasFormulas() {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		i := f.spanIndexOfByte(start + at)
		end := min(f.spanStarts[i+1]-start, len(text))
		if f.formulaOfSpan(i) != nil {
			b.WriteString(strings.Repeat("a", end-at))
		} else {
			b.WriteString(text[at:end])
		}
		at = end
	}
	return b.String()
}
