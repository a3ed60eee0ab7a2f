package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// textWithControl is the layout of a text with a control at its right, or below it where the text
// would get too narrow.
type textWithControl struct{ gap, minTextWidth, availableWidth float32 }

// TextBesideOrAboveControl puts control at the right of text, or below it where fewer than
// minTextWidth pixels (at 100 % text zoom) would be left for the text. The control is told the
// whole width.
func TextBesideOrAboveControl(gap, minTextWidth float32, text, control fyne.CanvasObject) *fyne.Container {
	return container.New(&textWithControl{gap: gap, minTextWidth: minTextWidth}, text, control)
}

func (b *textWithControl) isStacked(o []fyne.CanvasObject) bool {
	return b.availableWidth > 0 && b.availableWidth-b.gap-o[1].MinSize().Width < theme.Current().ScaleUpWithTextZoom(
		b.minTextWidth)
}

func (b *textWithControl) PassWidthToObjects(o []fyne.CanvasObject, w float32) {
	b.availableWidth = w
	PropagateWidth(o[1], w)
	if !b.isStacked(o) {
		w -= b.gap + o[1].MinSize().Width
	}
	PropagateWidth(o[0], w)
}

func (b *textWithControl) MinSize(o []fyne.CanvasObject) fyne.Size {
	text, control := o[0].MinSize(), o[1].MinSize()
	if b.isStacked(o) {
		return fyne.NewSize(text.Width, text.Height+theme.Space6+control.Height)
	}
	return fyne.NewSize(text.Width+b.gap+control.Width, max(text.Height, control.Height))
}

func (b *textWithControl) Layout(o []fyne.CanvasObject, s fyne.Size) {
	b.PassWidthToObjects(o, s.Width)
	text, control := o[0].MinSize(), o[1].MinSize()
	control.Width = min(control.Width, s.Width)
	if b.isStacked(o) {
		o[0].Move(fyne.Position{})
		o[0].Resize(fyne.NewSize(s.Width, text.Height))
		o[1].Move(fyne.NewPos(0, text.Height+theme.Space6))
		o[1].Resize(control)
		return
	}
	draw.MoveAndResize(o[0], 0, theme.Round((s.Height-text.Height)/2), s.Width-b.gap-control.Width, text.Height)
	o[1].Move(fyne.NewPos(s.Width-control.Width, theme.Round((s.Height-control.Height)/2)))
	o[1].Resize(control)
}
