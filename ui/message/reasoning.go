package message

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// reasoningBlock shows the reasoning of a model: a header button that expands it, and below it the
// text beside a bar.
type reasoningBlock struct {
	widget.BaseWidget
	headerButton   *widgets.Button
	sideBar        *draw.Box
	text           *messageText
	source         string
	expanded       bool
	thinking       bool
	onHeightChange func()
}

const (
	reasoningBar    = 2
	reasoningIndent = 14
)

func newReasoningBlock(s *sharedState, changed func()) *reasoningBlock {
	r := &reasoningBlock{onHeightChange: changed, text: newMessageText(s, nil)}
	r.sideBar = draw.NewBox(theme.Border, theme.None, reasoningBar/2)
	r.headerButton = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconThink, Label: translate.Text("Reasoning"), TrailingIcon: theme.IconRight, Kind: widgets.Quiet,
		Name: translate.Text("Show reasoning"), Height: reasoningHeaderHeight,
	}, r.toggleReasoningAndNotifyHeight)
	r.text.onHeightChange = changed
	r.ExtendBaseWidget(r)
	r.text.Hide()
	r.sideBar.Hide()
	return r
}

// setReasoningAndUpdateHeader shows the reasoning; thinking is set while no answer text has
// arrived.
func (r *reasoningBlock) setReasoningAndUpdateHeader(text string, duration time.Duration, thinking bool) {
	r.source, r.thinking = text, thinking
	label := translate.Text("Reasoning")
	switch {
	case thinking:
		label = translate.Text("Thinking")
	case duration > 0:
		label = translate.Text("Thought for {{.Duration}}", "Duration", formatMinutesAndSeconds(duration))
	}
	r.headerButton.UpdateOptions(func(o *widgets.ButtonOptions) { o.Label = label })
	if r.expanded {
		r.text.showMarkdown(text, thinking)
	}
}

// formatMinutesAndSeconds formats a duration in minutes and seconds.
func formatMinutesAndSeconds(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s < 60 {
		return translate.Text("{{.Seconds}} s", "Seconds", max(1, s))
	}
	return translate.Text("{{.Minutes}} min {{.Seconds}} s", "Minutes", s/60, "Seconds", s%60)
}

func (r *reasoningBlock) toggleReasoningAndNotifyHeight() {
	r.expanded = !r.expanded
	r.updateForExpandedState()
	r.onHeightChange()
}

// collapseText collapses the block when the view is bound to another row.
func (r *reasoningBlock) collapseText() {
	r.expanded = false
	r.updateForExpandedState()
}

func (r *reasoningBlock) updateForExpandedState() {
	tail := theme.IconRight
	if r.expanded {
		tail = theme.IconDown
		r.text.showMarkdown(r.source, r.thinking)
	}
	r.headerButton.UpdateOptions(func(o *widgets.ButtonOptions) { o.TrailingIcon = tail })
	draw.SetVisible(r.text, r.expanded)
	draw.SetVisible(r.sideBar, r.expanded)
}

func (r *reasoningBlock) layoutOrMeasureParts(width float32, measureOnly bool) float32 {
	c := &columnLayout{width: width, measureOnly: measureOnly}
	head := theme.Current().ScaleUpWithTextZoom(reasoningHeaderHeight)
	c.placeAtCurrentYWithoutAdvance(r.headerButton, -buttonOverhang, r.headerButton.MinSize().Width, head)
	c.y = head
	if !r.expanded {
		return c.y
	}
	c.y += theme.Space4
	inner := max(1, width-reasoningIndent)
	h := r.text.HeightFor(inner)
	c.placeAtCurrentYWithoutAdvance(r.sideBar, 0, reasoningBar, h)
	c.placeAtCurrentYWithoutAdvance(r.text, reasoningIndent, inner, h)
	return c.y + h + theme.Space8
}

// setVisibleRange sets which part of the row is visible; the block is at its top.
func (r *reasoningBlock) setVisibleRange(top, bottom float32) {
	if r.expanded {
		y := r.text.Position().Y
		r.text.SetVisibleRange(top-y, bottom-y)
	}
}

// HeightFor returns the height at a width.
func (r *reasoningBlock) HeightFor(width float32) float32 { return r.layoutOrMeasureParts(width, true) }

func (r *reasoningBlock) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(r, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(r.headerButton, r.sideBar, r.text.View),
		Layout:  func(s fyne.Size) { r.layoutOrMeasureParts(s.Width, false) },
	})
}
