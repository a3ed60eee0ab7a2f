package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// tooltipDelay is how long the pointer rests on a widget before its tooltip is shown.
const tooltipDelay = 600 * time.Millisecond

// TooltipLayer shows tooltips above everything else. Root puts it on top of the window's content.
type TooltipLayer struct {
	*fyne.Container
	box   *fyne.Container
	label *draw.Label
	owner *tooltip // whose tooltip is shown or about to be
	after func(d time.Duration, f func()) (stop func())
}

// NewTooltipLayer returns an empty layer; after calls a function on the UI goroutine after a delay.
func NewTooltipLayer(after func(d time.Duration, f func()) (stop func())) *TooltipLayer {
	t := &TooltipLayer{after: after, label: draw.NewLabel("", theme.RoleMeta, theme.OnToast)}
	ground := draw.NewBox(theme.Toast, theme.None, theme.RadiusRow)
	t.box = Stack(ground, Pad(4, 8, 4, 8, t.label))
	t.box.Hide()
	t.Container = container.NewWithoutLayout(t.box)
	return t
}

// tooltip is the tooltip state of one widget.
type tooltip struct {
	layer       *TooltipLayer
	cancelDelay func()
}

func (t *tooltip) showAfterDelay(o fyne.CanvasObject, name string) {
	t.hideTooltip()
	t.layer = tooltipLayerOf(o)
	if t.layer == nil {
		return
	}
	t.layer.owner = t
	t.cancelDelay = t.layer.after(tooltipDelay, func() { t.layer.showTooltip(t, o, name) })
}

func (t *tooltip) hideTooltip() {
	if t.cancelDelay != nil {
		t.cancelDelay()
		t.cancelDelay = nil
	}
	if t.layer != nil && t.layer.owner == t {
		t.layer.owner = nil
		t.layer.box.Hide()
		t.layer.Container.Refresh()
	}
}

// tooltipLayerOf returns the tooltip layer of the window of o, nil if there is none.
func tooltipLayerOf(o fyne.CanvasObject) *TooltipLayer {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	root, ok := c.Content().(*Root)
	if !ok {
		return nil
	}
	return root.Tooltips
}

func (t *TooltipLayer) showTooltip(owner *tooltip, o fyne.CanvasObject, name string) {
	if t.owner != owner || !o.Visible() {
		return
	}
	t.label.SetText(name)
	size := t.box.MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	x := at.X + (o.Size().Width-size.Width)/2
	y := at.Y + o.Size().Height + theme.Space6
	whole := t.Container.Size()
	x = min(max(x, theme.Space4), whole.Width-size.Width-theme.Space4)
	if y+size.Height > whole.Height-theme.Space4 {
		y = at.Y - size.Height - theme.Space6
	}
	t.box.Resize(size)
	t.box.Move(fyne.NewPos(theme.Round(x), theme.Round(y)))
	t.box.Show()
	t.box.Refresh()
}

// HideTooltip hides the tooltip shown in the window of o, whose widget may have moved.
func HideTooltip(o fyne.CanvasObject) {
	if t := tooltipLayerOf(o); t != nil && t.owner != nil {
		t.owner.hideTooltip()
	}
}
