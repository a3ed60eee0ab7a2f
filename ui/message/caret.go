package message

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// blinkInterval is the time between two changes of the caret: two frames a second cost nothing, a
// fade would draw sixty.
const blink = 500 * time.Millisecond

// blinkingCaret marks where more text is expected, optionally with a status next to it.
type caret struct {
	widget.BaseWidget
	actions *Actions
	rect    *canvas.Rectangle
	status  *kit.Label
	cancel  func()
}

func newCaret(a *Actions) *caret {
	c := &caret{actions: a, rect: canvas.NewRectangle(nil)}
	c.status = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	c.rect.CornerRadius = 1
	c.ExtendBaseWidget(c)
	return c
}

// startWithStatus starts blinking, unless it does already, and shows a status that may be empty.
func (c *caret) set(status string) {
	c.status.SetText(status)
	if c.cancel == nil && !c.still() && c.actions.After != nil {
		c.cancel = c.actions.After(blink, c.tick)
	}
}

func (c *caret) still() bool { return c.actions.ReducedMotion != nil && c.actions.ReducedMotion() }

func (c *caret) tick() {
	c.cancel = nil
	if !c.Visible() {
		return
	}
	if c.still() {
		c.rect.Show()
		return
	}
	show(c.rect, !c.rect.Visible())
	c.cancel = c.actions.After(blink, c.tick)
}

// stopBlinking cancels the timer and leaves the caret shown.
func (c *caret) stop() {
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	c.rect.Show()
}

func (c *caret) CreateRenderer() fyne.WidgetRenderer {
	paint := func() { c.rect.FillColor = theme.Current().Tone(theme.Accent) }
	paint()
	layout := func(s fyne.Size) {
		h := min(s.Height, theme.Current().Scaled(caretHeight))
		c.rect.Move(fyne.NewPos(0, theme.Round((s.Height-h)/2)))
		c.rect.Resize(fyne.NewSize(theme.Current().Scaled(caretWidth), h))
		c.status.Move(fyne.NewPos(theme.Space10, 0))
		c.status.Resize(fyne.NewSize(max(0, s.Width-theme.Space10), s.Height))
	}
	return &group{
		objects: []fyne.CanvasObject{c.rect, c.status},
		min:     func() fyne.Size { return fyne.NewSize(0, 0) },
		layout:  layout,
		refresh: func() {
			paint()
			c.rect.Refresh()
			c.status.Refresh()
			layout(c.Size())
		},
	}
}
