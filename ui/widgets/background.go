package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// Background is a rectangle in one color of the theme.
type Background struct {
	widget.BaseWidget
	token theme.Token
	rect  *canvas.Rectangle
}

// NewBackground returns a background.
func NewBackground(token theme.Token) *Background {
	f := &Background{token: token, rect: canvas.NewRectangle(theme.Current().TokenColor(token))}
	f.ExtendBaseWidget(f)
	return f
}

// Refresh applies the color of the current theme.
func (f *Background) Refresh() {
	f.rect.FillColor = theme.Current().TokenColor(f.token)
	f.rect.Refresh()
}

// CreateRenderer returns the renderer of the widget.
func (f *Background) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.rect) }
