package messagelist

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

const (
	highlightDuration  = 1600 * time.Millisecond
	highlightFadeStart = 0.7 // fraction of the time before the tint fades
	highlightFadeSteps = 8   // frames of the fade; the tint is too pale for more to be visible
	highlightPad       = 8   // around the message
)

// rowHighlight tints the message that was scrolled to.
type rowHighlight struct {
	widget.BaseWidget
	rect      *canvas.Rectangle
	rowID     int64
	animation *fyne.Animation
	fadeStep  int
}

func newRowHighlight() *rowHighlight {
	g := &rowHighlight{rect: canvas.NewRectangle(color.Transparent)}
	g.ExtendBaseWidget(g)
	g.Hide()
	return g
}

// highlightRowBriefly tints a message and ends an earlier tint.
func (g *rowHighlight) highlightRowBriefly(id int64, slots []*viewSlot, reducedMotion bool) {
	g.endHighlight()
	g.rowID, g.fadeStep = id, -1
	g.rect.FillColor = theme.Current().TokenColor(theme.AccentTint)
	g.rect.CornerRadius = theme.Current().ScaleUpWithTextZoom(theme.RadiusGroup)
	g.placeBehindRow(slots)
	g.Show()
	g.animation = &fyne.Animation{Duration: highlightDuration, Curve: fyne.AnimationLinear, Tick: func(at float32) {
		if at >= 1 {
			g.endHighlight()
			return
		}
		if !reducedMotion {
			g.setTintStepForFadeProgress(at)
		}
	}}
	g.animation.Start()
}

// setTintStepForFadeProgress lowers the tint in steps, so that only a few frames are drawn.
func (g *rowHighlight) setTintStepForFadeProgress(at float32) {
	step := int(max(0, (at-highlightFadeStart)/(1-highlightFadeStart)) * highlightFadeSteps)
	if step == g.fadeStep {
		return
	}
	g.fadeStep = step
	tint := theme.Current().TokenColor(theme.AccentTint)
	tint.A = uint8(int(tint.A) * (highlightFadeSteps - step) / highlightFadeSteps) //nolint:gosec // At most 255.
	g.rect.FillColor = tint
	canvas.Refresh(g.rect)
}

// endHighlight ends the highlight.
func (g *rowHighlight) endHighlight() {
	if g.animation != nil {
		g.animation.Stop()
		g.animation = nil
	}
	g.rowID = 0
	g.Hide()
}

// placeBehindRow puts the tint behind its message at its current position.
func (g *rowHighlight) placeBehindRow(slots []*viewSlot) {
	for _, s := range slots {
		if s.rowID != g.rowID || g.rowID == 0 {
			continue
		}
		p, size := s.view.Position(), s.view.Size()
		g.Move(p.SubtractXY(highlightPad, highlightPad))
		g.Resize(size.AddWidthHeight(2*highlightPad, 2*highlightPad))
		return
	}
	g.Resize(fyne.NewSize(0, 0))
}

func (g *rowHighlight) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.rect) }

// focusRing is drawn inside the list while it has the keyboard focus.
type focusRing struct {
	widget.BaseWidget
	rect *canvas.Rectangle
}

func newFocusRing() *focusRing {
	f := &focusRing{rect: canvas.NewRectangle(color.Transparent)}
	f.rect.StrokeWidth = 1.5
	f.rect.CornerRadius = theme.RadiusControl
	f.ExtendBaseWidget(f)
	f.Hide()
	return f
}

func (f *focusRing) showOrHideInsideList(size fyne.Size, on bool) {
	if !on {
		f.Hide()
		return
	}
	f.applyTheme()
	f.Move(fyne.NewPos(2, 2))
	f.Resize(size.SubtractWidthHeight(4, 4))
	f.Show()
}

// applyTheme fills with an alpha of 1: a stroke around a fully transparent fill turns grey.
func (f *focusRing) applyTheme() {
	c := theme.Current().TokenColor(theme.Accent)
	f.rect.StrokeColor = c
	c.A = 1
	f.rect.FillColor = c
}

// Refresh applies the current theme.
func (f *focusRing) Refresh() {
	f.applyTheme()
	canvas.Refresh(f.rect)
}

func (f *focusRing) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.rect) }
