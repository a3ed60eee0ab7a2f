package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// faultBox shows an error and the buttons that help with it.
type faultBox struct {
	widget.BaseWidget
	press   func(id string)
	fault   Fault
	box     *kit.Box
	icon    *kit.Icon
	title   *lines
	hint    *lines
	buttons []*parts.Button
	objects []fyne.CanvasObject
}

func newFaultBox(tap func(id string)) *faultBox {
	f := &faultBox{
		press: tap,
		box:   kit.NewBox(theme.ErrorTint, theme.None, theme.RadiusCard),
		icon:  kit.NewIcon(theme.IconWarn, 16, theme.Error),
		title: newLines(theme.RoleStrong, theme.Error),
		hint:  newLines(theme.RoleControl, theme.Text),
	}
	f.ExtendBaseWidget(f)
	return f
}

func (f *faultBox) set(fault Fault) {
	f.fault = fault
	f.title.set(fault.Title)
	f.hint.set(fault.Hint)
	f.buttons = f.buttons[:0]
	f.objects = []fyne.CanvasObject{f.box, f.icon, f.title, f.hint}
	for i, b := range fault.Buttons {
		kind := parts.Outline
		if i == 0 {
			kind = parts.Primary
		}
		button := parts.NewSmall(parts.ButtonOptions{Kind: kind, Label: b.Label, Height: 28, Pad: chipPad},
			func() { f.press(b.ID) })
		f.buttons = append(f.buttons, button)
		f.objects = append(f.objects, button)
	}
	f.Refresh()
}

// layoutParts places the parts, unless measureOnly is set, and returns the height.
func (f *faultBox) flow(width float32, dry bool) float32 {
	side := f.icon.MinSize().Width
	indent := faultPad + side + theme.Space8
	c := &column{width: width, y: theme.Space10, dry: dry}
	inner := max(1, width-indent-faultPad)
	if !dry {
		f.icon.Move(fyne.NewPos(faultPad, theme.Space12))
		f.icon.Resize(fyne.NewSquareSize(side))
	}
	for _, l := range []*lines{f.title, f.hint} {
		if l.text == "" {
			continue
		}
		h := l.HeightFor(inner)
		c.at(l, indent, inner, h)
		c.y += h + theme.Space2
	}
	if len(f.buttons) > 0 {
		c.y += theme.Space8
		x, h := indent, theme.Current().Scaled(28)
		for _, b := range f.buttons {
			w := min(b.MinSize().Width, inner)
			if x > indent && x+w > width-faultPad {
				x = indent
				c.y += h + theme.Space6
			}
			c.at(b, x, w, h)
			x += w + theme.Space8
		}
		c.y += h
	}
	c.y += theme.Space12
	if !dry {
		f.box.Resize(fyne.NewSize(width, c.y))
	}
	return c.y
}

// HeightFor returns the height at a width.
func (f *faultBox) HeightFor(width float32) float32 { return f.flow(width, true) }

func (f *faultBox) CreateRenderer() fyne.WidgetRenderer { return &faultRenderer{f} }

type faultRenderer struct{ f *faultBox }

func (r *faultRenderer) Objects() []fyne.CanvasObject { return r.f.objects }
func (r *faultRenderer) MinSize() fyne.Size           { return fyne.NewSize(0, 0) }
func (r *faultRenderer) Layout(s fyne.Size)           { r.f.flow(s.Width, false) }
func (r *faultRenderer) Destroy()                     {}
func (r *faultRenderer) Refresh() {
	for _, o := range r.f.objects {
		o.Refresh()
	}
	r.Layout(r.f.Size())
}
