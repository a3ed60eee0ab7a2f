package message

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// reasoningBlock shows the reasoning of a model: a header button that expands it, and below it the
// text beside a bar.
type reasoningBlock struct {
	widget.BaseWidget
	head    *parts.Button
	bar     *kit.Box
	text    *body
	raw     string
	open    bool
	running bool
	changed func()
}

const (
	reasoningBar    = 2
	reasoningIndent = 14
)

func newReasoning(s *shared, changed func()) *reasoningBlock {
	r := &reasoningBlock{changed: changed, text: newBody(s, nil)}
	r.bar = kit.NewBox(theme.Border, theme.None, reasoningBar/2)
	r.head = parts.NewSmall(parts.ButtonOptions{
		Icon: theme.IconThink, Label: "Thought", Tail: theme.IconRight, Kind: parts.Quiet,
		Name: "Show what the model thought", Height: reasoningHead,
	}, r.toggle)
	r.text.resized = changed
	r.ExtendBaseWidget(r)
	r.text.Hide()
	r.bar.Hide()
	return r
}

// setReasoning shows the reasoning; thinking is set while no answer text has arrived.
func (r *reasoningBlock) set(text string, took time.Duration, running bool) {
	r.raw, r.running = text, running
	label := "Thought"
	switch {
	case running:
		label = "Thinking"
	case took > 0:
		label = "Thought for " + seconds(took)
	}
	r.head.Set(func(o *parts.ButtonOptions) { o.Label = label })
	if r.open {
		r.text.set(text, running)
	}
}

// formatDuration formats a duration in minutes and seconds.
func seconds(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s < 60 {
		return fmt.Sprintf("%d s", max(1, s))
	}
	return fmt.Sprintf("%d min %d s", s/60, s%60)
}

func (r *reasoningBlock) toggle() {
	r.open = !r.open
	r.apply()
	r.changed()
}

// collapseText collapses the block when the view is bound to another row.
func (r *reasoningBlock) close() {
	r.open = false
	r.apply()
}

func (r *reasoningBlock) apply() {
	tail := theme.IconRight
	if r.open {
		tail = theme.IconDown
		r.text.set(r.raw, r.running)
	}
	r.head.Set(func(o *parts.ButtonOptions) { o.Tail = tail })
	show(r.text, r.open)
	show(r.bar, r.open)
}

func (r *reasoningBlock) flow(width float32, dry bool) float32 {
	c := &column{width: width, dry: dry}
	head := theme.Current().Scaled(reasoningHead)
	c.at(r.head, -pull, r.head.MinSize().Width, head)
	c.y = head
	if !r.open {
		return c.y
	}
	c.y += theme.Space4
	inner := max(1, width-reasoningIndent)
	h := r.text.HeightFor(inner)
	c.at(r.bar, 0, reasoningBar, h)
	c.at(r.text, reasoningIndent, inner, h)
	return c.y + h + theme.Space8
}

// setVisibleRange sets which part of the row is visible; the block is at its top.
func (r *reasoningBlock) setWindow(top, bottom float32) {
	if r.open {
		y := r.text.Position().Y
		r.text.SetWindow(top-y, bottom-y)
	}
}

// HeightFor returns the height at a width.
func (r *reasoningBlock) HeightFor(width float32) float32 { return r.flow(width, true) }

func (r *reasoningBlock) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{r.head, r.bar, r.text.View}
	return &group{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(0, 0) },
		layout:  func(s fyne.Size) { r.flow(s.Width, false) },
		refresh: func() {
			for _, o := range objects {
				o.Refresh()
			}
			r.flow(r.Size().Width, false)
		},
	}
}
