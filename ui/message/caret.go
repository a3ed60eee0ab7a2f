package message

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

// blinkInterval is the time between two changes of the caret: two frames a second cost nothing, a
// fade would draw sixty.
const blinkInterval = 500 * time.Millisecond

// blinkingCaret marks where more text is expected, optionally with a status next to it.
type blinkingCaret struct {
	widget.BaseWidget
	options *Options
	rect    *canvas.Rectangle
	status  *draw.Label
	blink   *timing.Debounce
}

func newBlinkingCaret(o *Options) *blinkingCaret {
	c := &blinkingCaret{options: o, rect: canvas.NewRectangle(nil)}
	c.status = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	c.rect.CornerRadius = 1
	c.blink = timing.NewDebounce(o.After, blinkInterval, c.blinkAndScheduleNext)
	c.ExtendBaseWidget(c)
	return c
}

// startBlinkingWithStatus starts blinking, unless it does already, and shows a status that may be
// empty.
func (c *blinkingCaret) startBlinkingWithStatus(status string) {
	c.status.SetText(status)
	if !c.isMotionReduced() {
		c.blink.StartUnlessPending()
	}
}

func (c *blinkingCaret) isMotionReduced() bool {
	return c.options.ReducedMotion != nil && c.options.ReducedMotion()
}

func (c *blinkingCaret) blinkAndScheduleNext() {
	if !c.Visible() {
		return
	}
	if c.isMotionReduced() {
		c.rect.Show()
		return
	}
	draw.SetVisible(c.rect, !c.rect.Visible())
	c.blink.StartUnlessPending()
}

// stopBlinkingLeavingShown cancels the timer and leaves the caret shown.
func (c *blinkingCaret) stopBlinkingLeavingShown() {
	c.blink.Cancel()
	c.rect.Show()
}

func (c *blinkingCaret) CreateRenderer() fyne.WidgetRenderer {
	c.applyTheme()
	return draw.NewRenderer(
		c, draw.RenderFuncs{Objects: draw.FixedObjectsFunc(c.rect, c.status), Layout: c.layoutCaretAndStatusText},
	)
}

// Refresh applies the color of the current theme.
func (c *blinkingCaret) Refresh() {
	c.applyTheme()
	c.BaseWidget.Refresh()
}

func (c *blinkingCaret) applyTheme() { c.rect.FillColor = theme.Current().TokenColor(theme.Accent) }

func (c *blinkingCaret) layoutCaretAndStatusText(s fyne.Size) {
	h := min(s.Height, theme.Current().ScaleUpWithTextZoom(caretHeight))
	draw.MoveAndResize(c.rect, 0, theme.Round((s.Height-h)/2), theme.Current().ScaleUpWithTextZoom(caretWidth), h)
	draw.MoveAndResize(c.status, theme.Space10, 0, max(0, s.Width-theme.Space10), s.Height)
}
