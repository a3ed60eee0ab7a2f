package message

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/kit"
	"memoir/ui/theme"
)

// wrappedLabel is a short plain text of the interface, such as a hint, wrapped between words. It is
// not made for long texts.
type lines struct {
	widget.BaseWidget
	text    string
	role    theme.Role
	tone    theme.Token
	width   float32 // width of wrappedLines
	wrapped []string
	drawn   []*canvas.Text
}

func newLines(role theme.Role, tone theme.Token) *lines {
	l := &lines{role: role, tone: tone}
	l.ExtendBaseWidget(l)
	return l
}

func (l *lines) set(text string) {
	if l.text != text {
		l.text, l.width = text, 0
		l.Refresh()
	}
}

func (l *lines) line() float32 { return theme.Current().Type(l.role).Line }

// HeightFor wraps at a width and returns the height.
func (l *lines) HeightFor(width float32) float32 {
	l.wrap(width)
	return float32(len(l.wrapped)) * l.line()
}

func (l *lines) wrap(width float32) {
	if l.width == width {
		return
	}
	l.width, l.wrapped = width, nil
	ty := theme.Current().Type(l.role)
	fits := func(s string) bool { return ty.Width(s) <= width }
	for _, para := range strings.Split(l.text, "\n") {
		para = kit.Line(para)
		line := ""
		for _, word := range strings.Fields(para) {
			switch next := strings.TrimSpace(line + " " + word); {
			case fits(next):
				line = next
			case line == "":
				l.wrapped = append(l.wrapped, kit.Ellipsis(word, l.role, width))
			default:
				l.wrapped = append(l.wrapped, line)
				line = word
			}
		}
		if line != "" {
			l.wrapped = append(l.wrapped, kit.Ellipsis(line, l.role, width))
		}
	}
}

func (l *lines) layout(s fyne.Size) {
	l.wrap(s.Width)
	l.drawn = l.drawn[:0]
	for i, text := range l.wrapped {
		t := kit.NewText(kit.Steady(text), l.role, l.tone)
		kit.PlaceText(t, 0, float32(i)*l.line(), s.Width, l.line())
		l.drawn = append(l.drawn, t)
	}
}

func (l *lines) CreateRenderer() fyne.WidgetRenderer { return &linesRenderer{l} }

type linesRenderer struct{ l *lines }

func (r *linesRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *linesRenderer) Layout(s fyne.Size) { r.l.layout(s) }
func (r *linesRenderer) Destroy()           {}

func (r *linesRenderer) Refresh() {
	r.l.width = 0
	r.l.layout(r.l.Size())
	canvas.Refresh(r.l)
}

func (r *linesRenderer) Objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(r.l.drawn))
	for i, t := range r.l.drawn {
		out[i] = t
	}
	return out
}
