package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// faultBox shows an error and the buttons that help with it.
type faultBox struct {
	widget.BaseWidget
	onButton func(id string)
	fault    Fault
	box      *draw.Box
	icon     *draw.Icon
	title    *widgets.WrappedText
	hint     *widgets.WrappedText
	buttons  []*widgets.Button
	objects  []fyne.CanvasObject
}

func newFaultBox(tap func(id string)) *faultBox {
	f := &faultBox{
		onButton: tap,
		box:      draw.NewBox(theme.ErrorTint, theme.None, theme.RadiusCard),
		icon:     draw.NewIcon(theme.IconWarn, 16, theme.Error),
		title:    widgets.NewWrappedText("", theme.RoleStrong, theme.Error, 0),
		hint:     widgets.NewWrappedText("", theme.RoleControl, theme.Text, 0),
	}
	f.ExtendBaseWidget(f)
	return f
}

func (f *faultBox) showFaultAndButtons(fault Fault) {
	f.fault = fault
	f.title.SetText(fault.Title)
	f.hint.SetText(fault.Hint)
	f.buttons = f.buttons[:0]
	f.objects = []fyne.CanvasObject{f.box, f.icon, f.title, f.hint}
	for i, b := range fault.Buttons {
		kind := widgets.Outline
		if i == 0 {
			kind = widgets.Primary
		}
		button := widgets.NewSmallButton(widgets.ButtonOptions{Kind: kind, Label: b.Label, Height: 28, Padding: chipPad},
			func() { f.onButton(b.ID) })
		f.buttons = append(f.buttons, button)
		f.objects = append(f.objects, button)
	}
	f.Refresh()
}

// layoutOrMeasureParts places the parts, unless measureOnly is set, and returns the height.
func (f *faultBox) layoutOrMeasureParts(width float32, measureOnly bool) float32 {
	side := f.icon.MinSize().Width
	indent := faultPad + side + theme.Space8
	c := &columnLayout{width: width, y: theme.Space10, measureOnly: measureOnly}
	inner := max(1, width-indent-faultPad)
	if !measureOnly {
		draw.MoveAndResize(f.icon, faultPad, theme.Space12, side, side)
	}
	for _, l := range []*widgets.WrappedText{f.title, f.hint} {
		if l.Text() == "" {
			continue
		}
		h := l.SetWidthAndReturnHeight(inner)
		c.placeAtCurrentYWithoutAdvance(l, indent, inner, h)
		c.y += h + theme.Space2
	}
	if len(f.buttons) > 0 {
		c.y += theme.Space8
		x, h := indent, theme.Current().ScaleUpWithTextZoom(28)
		for _, b := range f.buttons {
			w := min(b.MinSize().Width, inner)
			if x > indent && x+w > width-faultPad {
				x = indent
				c.y += h + theme.Space6
			}
			c.placeAtCurrentYWithoutAdvance(b, x, w, h)
			x += w + theme.Space8
		}
		c.y += h
	}
	c.y += theme.Space12
	if !measureOnly {
		f.box.Resize(fyne.NewSize(width, c.y))
	}
	return c.y
}

// HeightFor returns the height at a width.
func (f *faultBox) HeightFor(width float32) float32 { return f.layoutOrMeasureParts(width, true) }

func (f *faultBox) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(f, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return f.objects },
		Layout:  func(s fyne.Size) { f.layoutOrMeasureParts(s.Width, false) },
	})
}
