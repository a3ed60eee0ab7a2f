package message

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// versionPicker is "‹ 2/3 ›".
type versions struct {
	prev, next *parts.Button
	label      *kit.Label
}

func newVersions(step func(int)) *versions {
	v := &versions{label: kit.NewLabel("", theme.RoleLabel, theme.Text2)}
	v.prev = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconLeft, Name: "Previous version", Height: 22, IconSize: 15},
		func() { step(-1) })
	v.next = parts.NewSmall(parts.ButtonOptions{Icon: theme.IconRight, Name: "Next version", Height: 22, IconSize: 15},
		func() { step(+1) })
	return v
}

// setVersion shows which version of how many this is; a single version is not shown.
func (v *versions) set(at, of int) {
	on := of > 1
	show(v.prev, on)
	show(v.next, on)
	if show(v.label, on) {
		v.label.SetText(fmt.Sprintf("%d / %d", at, of))
		v.prev.SetEnabled(at > 1)
		v.next.SetEnabled(at < of)
	}
}

// actionBar is the row of small buttons below a message.
type actionBar struct {
	widget.BaseWidget
	left  []fyne.CanvasObject
	meta  *kit.Label
	right bool // right-aligned, below a bubble
}

func newActionBar(right bool, left ...fyne.CanvasObject) *actionBar {
	b := &actionBar{left: left, right: right, meta: kit.NewLabel("", theme.RoleMeta, theme.Text3)}
	b.ExtendBaseWidget(b)
	return b
}

// buttonOverhang aligns the label of the first button with the edge of the column; its hover fill
// extends beyond it.
const pull = 8 - 2

func (b *actionBar) layout(s fyne.Size) {
	x := float32(-pull)
	if b.right {
		x = s.Width + pull
		for _, o := range b.left {
			if o.Visible() {
				x -= o.MinSize().Width + theme.Space2
			}
		}
	}
	for _, o := range b.left {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		o.Move(fyne.NewPos(theme.Round(x), theme.Round((s.Height-m.Height)/2)))
		o.Resize(m)
		x += m.Width + theme.Space2
	}
	m := b.meta.MinSize()
	room := s.Width - x - theme.Space8
	if b.meta.Hidden = b.meta.Text() == "" || m.Width > room || b.right; b.meta.Hidden {
		return
	}
	b.meta.Move(fyne.NewPos(s.Width-m.Width, 0))
	b.meta.Resize(fyne.NewSize(m.Width, s.Height))
}

func (b *actionBar) CreateRenderer() fyne.WidgetRenderer {
	return &group{
		objects: append(append([]fyne.CanvasObject{}, b.left...), b.meta),
		min:     func() fyne.Size { return fyne.NewSize(0, actionRow) },
		layout:  b.layout,
		refresh: func() { b.layout(b.Size()) },
	}
}
