package markdown

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/kit"
	"memoir/ui/theme"
)

// linkTooltip shows the address of a link next to the pointer.
type tip struct {
	widget.BaseWidget
	back *canvas.Rectangle
	text *canvas.Text
}

func newTip() *tip {
	t := &tip{back: canvas.NewRectangle(nil), text: kit.NewText("", theme.RoleMeta, theme.OnToast)}
	t.ExtendBaseWidget(t)
	t.Hide()
	return t
}

const (
	tipHeight = 26
	tipPad    = 10
	tipDrop   = 14 // below the pointer
)

// showAddress places the tooltip within the width and above the bottom of the view; an empty
// address hides it.
func (t *tip) show(address string, at fyne.Position, width, height float32) {
	if address == "" {
		t.Hide()
		return
	}
	t.Refresh()
	t.text.Text = kit.Ellipsis(address, theme.RoleMeta, max(width-2*tipPad, 0))
	w := t.text.MinSize().Width + 2*tipPad
	h := theme.Current().Scaled(tipHeight)
	y := at.Y + tipDrop
	if y+h > height && at.Y > h+tipDrop/2 {
		y = at.Y - h - tipDrop/2
	}
	t.Move(fyne.NewPos(theme.Round(max(0, min(at.X-tipPad, width-w))), theme.Round(y)))
	t.Resize(fyne.NewSize(w, h))
	t.back.Resize(fyne.NewSize(w, h))
	kit.PlaceText(t.text, tipPad, 0, w-tipPad, h)
	t.Show()
	t.Refresh()
}

// Refresh applies the current theme.
func (t *tip) Refresh() {
	t.back.FillColor, t.back.CornerRadius = theme.Current().Tone(theme.Toast), theme.RadiusRow
	kit.StyleText(t.text, theme.RoleMeta, theme.OnToast)
	canvas.Refresh(t)
}

func (t *tip) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{t.back, t.text}})
}
