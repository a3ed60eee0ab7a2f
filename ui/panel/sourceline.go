package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// sourceLine is the line beneath a memory. It does not handle hovering, so that the card
// under it stays hovered and keeps its actions visible.
type sourceLine struct {
	widget.BaseWidget
	label    *draw.Label
	onTapped func()
}

func newTappableSourceLine(text string, onTapped func()) *sourceLine {
	o := &sourceLine{label: draw.NewShrinkingLabel(text, theme.RoleMeta, theme.Text3), onTapped: onTapped}
	o.ExtendBaseWidget(o)
	return o
}

func (o *sourceLine) Tapped(*fyne.PointEvent) { o.onTapped() }

func (o *sourceLine) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (o *sourceLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.label) }
