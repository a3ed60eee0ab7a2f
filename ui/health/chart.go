package health

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// Sizes of the chart in pixels at scale 1.
const (
	chartHeight = 56
	chartGap    = 4
	leastBar    = 2 // minimum height, also of an empty day
)

// chart is a bar chart; the tallest bar fills the height, the last one is today.
type chart struct {
	widget.BaseWidget
	values []int
	bars   []fyne.CanvasObject
}

func newChart(values []int) *chart {
	c := &chart{values: values}
	for i, v := range values {
		tone := theme.AccentLine
		switch {
		case v == 0:
			tone = theme.Track
		case i == len(values)-1:
			tone = theme.Accent
		}
		c.bars = append(c.bars, kit.NewBox(tone, theme.None, 2))
	}
	c.ExtendBaseWidget(c)
	return c
}

func largest(values []int) int {
	most := 0
	for _, v := range values {
		most = max(most, v)
	}
	return most
}

func (c *chart) MinSize() fyne.Size { return fyne.NewSize(120, theme.Current().Scaled(chartHeight)) }

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
	most := float32(max(1, largest(l.c.values)))
	for i, b := range o {
		h := max(leastBar, theme.Round(s.Height*float32(l.c.values[i])/most))
		x := theme.Round(float32(i) * (w + chartGap))
		b.Move(fyne.NewPos(x, s.Height-h))
		b.Resize(fyne.NewSize(max(1, theme.Round(w)), h))
	}
}
