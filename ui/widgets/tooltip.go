package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/timing"
)

// tooltipDelay is how long the pointer rests on a widget before its tooltip is shown.
const tooltipDelay = 600 * time.Millisecond

// TooltipLayer shows tooltips above everything else. Root puts it on top of the window's content.
type TooltipLayer struct {
	*fyne.Container
	box   *fyne.Container
	label *draw.Label
	owner *tooltip // whose tooltip is shown or about to be
	delay *timing.Debounce
}

// NewTooltipLayer returns an empty layer; after calls a function on the UI goroutine after a delay.
func NewTooltipLayer(after timing.After) *TooltipLayer {
	t := &TooltipLayer{label: draw.NewLabel("", theme.RoleMeta, theme.OnToast)}
	t.delay = timing.NewDebounce(after, tooltipDelay, t.placeAndShowTooltip)
	ground := draw.NewBox(theme.Toast, theme.None, theme.RadiusRow)
	t.box = Stack(ground, PadVerticalAndSides(theme.Space4, theme.Space8, t.label))
	t.box.Hide()
	t.Container = container.NewWithoutLayout(t.box)
	return t
}

// tooltip is the tooltip of one widget.
type tooltip struct {
	layer *TooltipLayer // where it was last due
	of    fyne.CanvasObject
	text  string
}

func (t *tooltip) showAfterDelay(o fyne.CanvasObject, name string) {
	t.hideTooltip()
	t.layer = tooltipLayerOfWindow(o)
	if t.layer == nil {
		return
	}
	t.of, t.text, t.layer.owner = o, name, t
	t.layer.delay.Restart()
}

func (t *tooltip) hideTooltip() {
	if t.layer != nil && t.layer.owner == t {
		t.layer.delay.Cancel()
		t.layer.owner = nil
		t.layer.box.Hide()
		t.layer.Container.Refresh()
	}
}

// tooltipLayerOfWindow returns the tooltip layer of the window of o, nil if there is none.
func tooltipLayerOfWindow(o fyne.CanvasObject) *TooltipLayer {
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

func (t *TooltipLayer) placeAndShowTooltip() {
	o := t.owner.of
	if !o.Visible() {
		return
	}
	t.label.SetText(t.owner.text)
	size := t.box.MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	x := at.X + (o.Size().Width-size.Width)/2
	y := at.Y + o.Size().Height + theme.Space6
	whole := t.Container.Size()
	x = min(max(x, theme.Space4), whole.Width-size.Width-theme.Space4)
	if y+size.Height > whole.Height-theme.Space4 {
		y = at.Y - size.Height - theme.Space6
	}
	draw.MoveAndResize(t.box, theme.Round(x), theme.Round(y), size.Width, size.Height)
	t.box.Show()
	t.box.Refresh()
}

// HideWindowTooltip hides the tooltip shown in the window of o, whose widget may have moved.
func HideWindowTooltip(o fyne.CanvasObject) {
	if t := tooltipLayerOfWindow(o); t != nil && t.owner != nil {
		t.owner.hideTooltip()
	}
}
