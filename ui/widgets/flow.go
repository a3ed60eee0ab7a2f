package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Flow is a widget whose objects wrap like words; its height fits the width it was given last.
type Flow struct {
	widget.BaseWidget
	gap, lineGap float32
	width        float32
	content      *fyne.Container
}

// NewWrappingFlow returns a flow.
func NewWrappingFlow(gap, lineGap float32, o ...fyne.CanvasObject) *Flow {
	f := &Flow{gap: gap, lineGap: lineGap}
	f.content = container.New(flowLayout{f}, o...)
	f.ExtendBaseWidget(f)
	return f
}

// SetObjects replaces the objects.
func (f *Flow) SetObjects(o ...fyne.CanvasObject) {
	f.content.Objects = o
	f.content.Refresh()
	f.Refresh()
}

// SetWidth sets the width that the next MinSize is computed for.
func (f *Flow) SetWidth(w float32) { f.width = w }

// CreateRenderer returns the renderer of the widget.
func (f *Flow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.content) }

type flowLayout struct{ flow *Flow }

func (l flowLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.flow.placeOrMeasureWrapped(o, l.flow.width, false))
}

func (l flowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.flow.width = s.Width
	l.flow.placeOrMeasureWrapped(o, s.Width, true)
}

func (f *Flow) placeOrMeasureWrapped(o []fyne.CanvasObject, width float32, move bool) float32 {
	var x, y, rowHeight float32
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		m := c.MinSize()
		m.Width = min(theme.CeilWithTolerance(m.Width), max(width, 1))
		if x > 0 && x+m.Width > width+0.5 {
			x, y, rowHeight = 0, y+rowHeight+f.lineGap, 0
		}
		if move {
			c.Move(fyne.NewPos(x, y))
			c.Resize(m)
		}
		x += m.Width + f.gap
		rowHeight = max(rowHeight, m.Height)
	}
	return y + rowHeight
}
