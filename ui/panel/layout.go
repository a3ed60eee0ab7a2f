package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// placeAboveFooter places a scrolling body above a footer.
func placeAboveFooter(content, footer fyne.CanvasObject) fyne.CanvasObject {
	foot := widgets.Border(draw.NewHairline(), nil, nil, nil, footer)
	return widgets.Border(nil, foot, nil, nil, content)
}

// countAndActionFooter is the footer beneath a list: a count and an action.
func countAndActionFooter(count, action fyne.CanvasObject) fyne.CanvasObject {
	return widgets.FixedSize(0, 44, widgets.Pad(0, theme.Space12, 0, theme.Space16,
		widgets.Row(theme.Space8, widgets.Flex(widgets.PadVerticalAndSides(theme.Space12, 0, count)), action)))
}

// twoButtonsLayout places one button at the left and one at the right; where room is short the left
// one is narrower.
type twoButtonsLayout struct{}

func (twoButtonsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (twoButtonsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	left, right := o[0].MinSize(), o[1].MinSize()
	left.Width = max(0, min(left.Width, s.Width-right.Width-theme.Space8))
	o[0].Move(fyne.NewPos(0, theme.Round((s.Height-left.Height)/2)))
	o[0].Resize(left)
	o[1].Move(fyne.NewPos(s.Width-right.Width, theme.Round((s.Height-right.Height)/2)))
	o[1].Resize(right)
}

// emptyListNoticeRow explains, in a list, why it has no rows.
func emptyListNoticeRow(text string, height float32) widgets.ListRow {
	return widgets.ListRow{
		Key: "none", Version: text,
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(height) },
		Build:         func() fyne.CanvasObject { return centeredNoticeText(text) },
	}
}

func centeredNoticeText(text string) fyne.CanvasObject {
	return widgets.Pad(theme.Space20, theme.Space8, 0, theme.Space8, widgets.NewWrappedText(text, theme.RoleControl,
		theme.Text3, 0).MakeCentered())
}

// heightMeasurerByBuilding measures a row by building it at a width.
func heightMeasurerByBuilding(build func() fyne.CanvasObject) func(width float32) float32 {
	return func(width float32) float32 {
		o := build()
		widgets.PropagateWidth(o, width)
		return o.MinSize().Height
	}
}

// halvesLayout splits the width evenly between two objects.
type halvesLayout struct{}

func sideBySideEqualWidth(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.New(halvesLayout{}, left, right)
}

func (halvesLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	l, r := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(l.Width, r.Width)+theme.Space12, max(l.Height, r.Height))
}

func (halvesLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := theme.Round((s.Width - theme.Space12) / 2)
	o[0].Resize(fyne.NewSize(w, s.Height))
	o[1].Move(fyne.NewPos(w+theme.Space12, 0))
	o[1].Resize(fyne.NewSize(s.Width-w-theme.Space12, s.Height))
}

func contentBelowLabel(text string, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Column(theme.Space6, widgets.NewWrappedText(text, theme.RoleLabel, theme.Text2, 0), o)
}

// sunkenCard is a sunken card.
func sunkenCard(top, bottom float32, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Stack(draw.NewBox(theme.Sunken, theme.None, theme.RadiusCard),
		widgets.Pad(top, theme.Space12, bottom, theme.Space12, o))
}
