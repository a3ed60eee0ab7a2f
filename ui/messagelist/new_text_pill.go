package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
	"memoir/ui/translate"
)

const (
	pillBottom = 12
	pillPad    = 14
	pillLabel  = "New text ↓"
)

// newTextPill shows that text arrived below the viewport; a click scrolls there.
type newTextPill struct {
	widget.BaseWidget
	onTap      func()
	background *canvas.Rectangle
	label      *canvas.Text
	hovered    bool
}

func newNewTextPill(click func()) *newTextPill {
	p := &newTextPill{
		onTap: click, background: canvas.NewRectangle(nil),
		label: canvas.NewText(translate.Text(pillLabel), nil),
	}
	p.background.StrokeWidth = 1
	p.ExtendBaseWidget(p)
	p.Hide()
	return p
}

func (p *newTextPill) showOrHideAtBottom(window fyne.Size, on bool) {
	if !on {
		p.Hide()
		return
	}
	if !p.Visible() {
		p.applyTheme()
	}
	w := p.label.MinSize().Width + 2*pillPad
	p.Resize(fyne.NewSize(w, p.pillHeight()))
	p.Move(fyne.NewPos(theme.Round((window.Width-w)/2), window.Height-p.pillHeight()-pillBottom))
	p.Show()
}

func (p *newTextPill) Tapped(*fyne.PointEvent) { p.onTap() }

func (p *newTextPill) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (p *newTextPill) MouseIn(*desktop.MouseEvent) { p.setHovered(true) }

func (p *newTextPill) MouseMoved(*desktop.MouseEvent) {}

func (p *newTextPill) MouseOut() { p.setHovered(false) }

func (p *newTextPill) setHovered(on bool) {
	p.hovered = on
	p.Refresh()
}

func (p *newTextPill) applyTheme() {
	t := theme.Current()
	label := t.TypeStyle(theme.RoleLabel)
	p.label.TextSize, p.label.Color = label.Size, t.TokenColor(theme.AccentText)
	p.label.TextStyle, p.label.FontSource = theme.FontCoveringText(p.label.Text, label.Style)
	p.background.FillColor, p.background.StrokeColor = t.TokenColor(theme.Surface), t.TokenColor(theme.Border)
	if p.hovered {
		p.background.FillColor = t.TokenColor(theme.Hover)
	}
	p.background.Shadow = canvas.Shadow{Color: t.TokenColor(theme.Shadow), BlurRadius: 12, Offset: fyne.NewPos(0, 3)}
	p.background.CornerRadius = p.pillHeight() / 2
}

func (p *newTextPill) pillHeight() float32 {
	return theme.Current().ScaleUpWithTextZoom(theme.RowHeight)
}

// Refresh applies the current theme.
func (p *newTextPill) Refresh() {
	p.applyTheme()
	p.background.Refresh()
	p.label.Refresh()
}

func (p *newTextPill) Resize(size fyne.Size) {
	p.BaseWidget.Resize(size)
	p.background.Resize(size)
	m := p.label.MinSize()
	p.label.Resize(m)
	p.label.Move(fyne.NewPos(theme.Round((size.Width-m.Width)/2), theme.Round((size.Height-m.Height)/2)))
}

func (p *newTextPill) CreateRenderer() fyne.WidgetRenderer {
	p.applyTheme()
	return widget.NewSimpleRenderer(container.NewWithoutLayout(p.background, p.label))
}
