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
	glowTime  = 1600 * time.Millisecond
	glowFade  = 0.7 // fraction of the time before the tint fades
	glowSteps = 8   // frames of the fade; the tint is too pale for more to be visible
	glowPad   = 8   // around the message
)

// rowHighlight tints the message that was scrolled to.
type glow struct {
	widget.BaseWidget
	rect *canvas.Rectangle
	id   int64
	anim *fyne.Animation
	step int
}

func newGlow() *glow {
	g := &glow{rect: canvas.NewRectangle(color.Transparent)}
	g.ExtendBaseWidget(g)
	g.Hide()
	return g
}

// highlightRow tints a message and ends an earlier tint.
func (g *glow) start(l *List, id int64) {
	g.stop()
	g.id, g.step = id, -1
	still := l.still()
	g.rect.FillColor = theme.Current().Tone(theme.AccentTint)
	g.rect.CornerRadius = theme.Current().Scaled(theme.RadiusGroup)
	g.place(l)
	g.Show()
	g.anim = &fyne.Animation{Duration: glowTime, Curve: fyne.AnimationLinear, Tick: func(at float32) {
		if at >= 1 {
			g.stop()
			return
		}
		if !still {
			g.fade(at)
		}
	}}
	g.anim.Start()
}

// fadeTint lowers the tint in steps, so that only a few frames are drawn.
func (g *glow) fade(at float32) {
	step := int(max(0, (at-glowFade)/(1-glowFade)) * glowSteps)
	if step == g.step {
		return
	}
	g.step = step
	tint := theme.Current().Tone(theme.AccentTint)
	tint.A = uint8(int(tint.A) * (glowSteps - step) / glowSteps) //nolint:gosec // At most 255.
	g.rect.FillColor = tint
	canvas.Refresh(g.rect)
}

// hideTint ends the highlight.
func (g *glow) stop() {
	if g.anim != nil {
		g.anim.Stop()
		g.anim = nil
	}
	g.id = 0
	g.Hide()
}

// placeBehindRow puts the tint behind its message at its current position.
func (g *glow) place(l *List) {
	for _, s := range l.shown {
		if s.id != g.id || g.id == 0 {
			continue
		}
		p, size := s.view.Position(), s.view.Size()
		g.Move(p.SubtractXY(glowPad, glowPad))
		g.Resize(size.AddWidthHeight(2*glowPad, 2*glowPad))
		return
	}
	g.Resize(fyne.NewSize(0, 0))
}

func (g *glow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.rect) }

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

func (f *focusRing) show(size fyne.Size, on bool) {
	if !on {
		f.Hide()
		return
	}
	f.paint()
	f.Move(fyne.NewPos(2, 2))
	f.Resize(size.SubtractWidthHeight(4, 4))
	f.Show()
}

// applyTheme fills with an alpha of 1: a stroke around a fully transparent fill turns grey.
func (f *focusRing) paint() {
	c := theme.Current().Tone(theme.Accent)
	f.rect.StrokeColor = c
	c.A = 1
	f.rect.FillColor = c
}

// Refresh applies the current theme.
func (f *focusRing) Refresh() {
	f.paint()
	canvas.Refresh(f.rect)
}

func (f *focusRing) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.rect) }
