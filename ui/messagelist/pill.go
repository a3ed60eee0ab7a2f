package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

const (
	pillBottom = 12
	pillPad    = 14
	pillText   = "New text ↓"
)

// newTextPill shows that text arrived below the viewport; a click scrolls there.
type pill struct {
	widget.BaseWidget
	click func()
	back  *canvas.Rectangle
	label *canvas.Text
	hover bool
}

func newPill(click func()) *pill {
	p := &pill{click: click, back: canvas.NewRectangle(nil), label: canvas.NewText(pillText, nil)}
	p.back.StrokeWidth = 1
	p.ExtendBaseWidget(p)
	p.Hide()
	return p
}

func (p *pill) show(window fyne.Size, on bool) {
	if !on {
		p.Hide()
		return
	}
	if !p.Visible() {
		p.paint()
	}
	w := p.label.MinSize().Width + 2*pillPad
	p.Resize(fyne.NewSize(w, p.height()))
	p.Move(fyne.NewPos(theme.Round((window.Width-w)/2), window.Height-p.height()-pillBottom))
	p.Show()
}

func (p *pill) Tapped(*fyne.PointEvent) { p.click() }

func (p *pill) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (p *pill) MouseIn(*desktop.MouseEvent) { p.setHover(true) }

func (p *pill) MouseMoved(*desktop.MouseEvent) {}

func (p *pill) MouseOut() { p.setHover(false) }

func (p *pill) setHover(on bool) {
	p.hover = on
	p.Refresh()
}

func (p *pill) paint() {
	t := theme.Current()
	label := t.Type(theme.RoleLabel)
	p.label.TextSize, p.label.TextStyle, p.label.Color = label.Size, label.Style, t.Tone(theme.AccentText)
	p.label.FontSource = theme.Source(p.label.Text, label.Style)
	p.back.FillColor, p.back.StrokeColor = t.Tone(theme.Surface), t.Tone(theme.Border)
	if p.hover {
		p.back.FillColor = t.Tone(theme.Hover)
	}
	p.back.Shadow = canvas.Shadow{Color: t.Tone(theme.Shadow), BlurRadius: 12, Offset: fyne.NewPos(0, 3)}
	p.back.CornerRadius = p.height() / 2
}

func (p *pill) height() float32 { return theme.Current().Scaled(theme.RowHeight) }

// Refresh applies the current theme.
func (p *pill) Refresh() {
	p.paint()
	p.back.Refresh()
	p.label.Refresh()
}

func (p *pill) Resize(size fyne.Size) {
	p.BaseWidget.Resize(size)
	p.back.Resize(size)
	m := p.label.MinSize()
	p.label.Resize(m)
	p.label.Move(fyne.NewPos(theme.Round((size.Width-m.Width)/2), theme.Round((size.Height-m.Height)/2)))
}

func (p *pill) CreateRenderer() fyne.WidgetRenderer {
	p.paint()
	return widget.NewSimpleRenderer(container.NewWithoutLayout(p.back, p.label))
}
