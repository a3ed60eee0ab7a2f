package message

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// versionPicker is "‹ 2/3 ›".
type versionPicker struct {
	prev, next *widgets.Button
	label      *draw.Label
}

func newVersionPicker(step func(int)) *versionPicker {
	v := &versionPicker{label: draw.NewLabel("", theme.RoleLabel, theme.Text2)}
	v.prev = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconLeft, Name: translate.Text("Previous version"), Height: 22,
		IconSize: 15,
	},
		func() { step(-1) })
	v.next = widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconRight, Name: translate.Text("Next version"), Height: 22,
		IconSize: 15,
	},
		func() { step(+1) })
	return v
}

// showVersionIfSeveral shows which version of how many this is; a single version is not shown.
func (v *versionPicker) showVersionIfSeveral(at, of int) {
	on := of > 1
	draw.SetVisible(v.prev, on)
	draw.SetVisible(v.next, on)
	if draw.SetVisible(v.label, on) {
		v.label.SetText(fmt.Sprintf("%d / %d", at, of))
		v.prev.SetEnabled(at > 1)
		v.next.SetEnabled(at < of)
	}
}

// actionBar is the row of small buttons below a message.
type actionBar struct {
	widget.BaseWidget
	buttons    []fyne.CanvasObject
	statsLabel *draw.Label
	alignRight bool // right-aligned, below a bubble
}

func newActionBar(right bool, left ...fyne.CanvasObject) *actionBar {
	b := &actionBar{buttons: left, alignRight: right, statsLabel: draw.NewLabel("", theme.RoleMeta, theme.Text3)}
	b.ExtendBaseWidget(b)
	return b
}

// buttonOverhang aligns the label of the first button with the edge of the column; its hover fill
// extends beyond it.
const buttonOverhang = 8 - 2

// visibleButtonsWidth is the width of the visible buttons.
func (b *actionBar) visibleButtonsWidth() float32 {
	var w float32
	for _, o := range b.buttons {
		if o.Visible() {
			w += o.MinSize().Width + theme.Space2
		}
	}
	return w
}

func (b *actionBar) layoutButtonsAndStats(s fyne.Size) {
	x := float32(-buttonOverhang)
	if b.alignRight {
		x = s.Width + buttonOverhang - b.visibleButtonsWidth()
	}
	for _, o := range b.buttons {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		o.Move(fyne.NewPos(theme.Round(x), theme.Round((s.Height-m.Height)/2)))
		o.Resize(m)
		x += m.Width + theme.Space2
	}
	m := b.statsLabel.MinSize()
	room := s.Width - x - theme.Space8
	if b.statsLabel.Hidden = b.statsLabel.Text() == "" || m.Width > room || b.alignRight; b.statsLabel.Hidden {
		return
	}
	draw.MoveAndResize(b.statsLabel, s.Width-m.Width, 0, m.Width, s.Height)
}

func (b *actionBar) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(b, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(append(b.buttons, b.statsLabel)...),
		MinSize: func() fyne.Size { return fyne.NewSize(0, actionRowHeight) },
		Layout:  b.layoutButtonsAndStats,
		Refresh: func() { b.layoutButtonsAndStats(b.Size()) },
	})
}
