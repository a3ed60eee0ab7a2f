package health

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// Sizes of the chart in pixels at scale 1.
const (
	chartHeight  = 56
	chartGap     = 4
	minBarHeight = 2 // minimum height, also of an empty day
)

// chart is a bar chart; the tallest bar fills the height, the last one is today.
type chart struct {
	widget.BaseWidget
	values []int
	bars   []fyne.CanvasObject
}

func newBarChart(values []int) *chart {
	c := &chart{values: values}
	for i, v := range values {
		tone := theme.AccentBorder
		switch {
		case v == 0:
			tone = theme.Track
		case i == len(values)-1:
			tone = theme.Accent
		}
		c.bars = append(c.bars, draw.NewBox(tone, theme.None, 2))
	}
	c.ExtendBaseWidget(c)
	return c
}

func largestValue(values []int) int {
	maximum := 0
	for _, v := range values {
		maximum = max(maximum, v)
	}
	return maximum
}

func (c *chart) MinSize() fyne.Size {
	return fyne.NewSize(120, theme.Current().ScaleUpWithTextZoom(chartHeight))
}

func (c *chart) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(chartLayout{c}, c.bars...))
}

type chartLayout struct{ c *chart }

func (l chartLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.c.MinSize() }

func (l chartLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if len(o) == 0 {
		return
	}
	w := (s.Width - chartGap*float32(len(o)-1)) / float32(len(o))
	maximum := float32(max(1, largestValue(l.c.values)))
	for i, b := range o {
		h := max(minBarHeight, theme.Round(s.Height*float32(l.c.values[i])/maximum))
		x := theme.Round(float32(i) * (w + chartGap))
		b.Move(fyne.NewPos(x, s.Height-h))
		b.Resize(fyne.NewSize(max(1, theme.Round(w)), h))
	}
}
