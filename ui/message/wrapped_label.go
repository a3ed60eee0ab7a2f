package message

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// wrappedLabel is a short plain text of the interface, such as a hint, wrapped between words. It is
// not made for long texts.
type wrappedLabel struct {
	widget.BaseWidget
	text         string
	role         theme.Role
	tone         theme.Token
	wrappedWidth float32 // width of wrappedLines
	wrappedLines []string
	canvasTexts  []*canvas.Text
}

func newWrappedLabel(role theme.Role, tone theme.Token) *wrappedLabel {
	l := &wrappedLabel{role: role, tone: tone}
	l.ExtendBaseWidget(l)
	return l
}

func (l *wrappedLabel) setText(text string) {
	if l.text != text {
		l.text, l.wrappedWidth = text, 0
		l.Refresh()
	}
}

func (l *wrappedLabel) lineHeight() float32 { return theme.Current().TypeStyle(l.role).LineHeight }

// HeightFor wraps at a width and returns the height.
func (l *wrappedLabel) HeightFor(width float32) float32 {
	l.wrapTo(width)
	return float32(len(l.wrappedLines)) * l.lineHeight()
}

func (l *wrappedLabel) wrapTo(width float32) {
	if l.wrappedWidth == width {
		return
	}
	l.wrappedWidth, l.wrappedLines = width, nil
	ty := theme.Current().TypeStyle(l.role)
	fits := func(s string) bool { return ty.TextWidth(s) <= width }
	for _, para := range strings.Split(l.text, "\n") {
		para = draw.SingleLine(para)
		line := ""
		for _, word := range strings.Fields(para) {
			switch next := strings.TrimSpace(line + " " + word); {
			case fits(next):
				line = next
			case line == "":
				l.wrappedLines = append(l.wrappedLines, draw.TruncateText(word, l.role, width))
			default:
				l.wrappedLines = append(l.wrappedLines, line)
				line = word
			}
		}
		if line != "" {
			l.wrappedLines = append(l.wrappedLines, draw.TruncateText(line, l.role, width))
		}
	}
}

func (l *wrappedLabel) layoutLines(s fyne.Size) {
	l.wrapTo(s.Width)
	l.canvasTexts = l.canvasTexts[:0]
	for i, text := range l.wrappedLines {
		t := draw.NewText(draw.WithStrut(text), l.role, l.tone)
		draw.PlaceText(t, 0, float32(i)*l.lineHeight(), s.Width, l.lineHeight())
		l.canvasTexts = append(l.canvasTexts, t)
	}
}

func (l *wrappedLabel) CreateRenderer() fyne.WidgetRenderer { return &wrappedLabelRenderer{l} }

type wrappedLabelRenderer struct{ label *wrappedLabel }

func (r *wrappedLabelRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *wrappedLabelRenderer) Layout(s fyne.Size) { r.label.layoutLines(s) }
func (r *wrappedLabelRenderer) Destroy()           {}

func (r *wrappedLabelRenderer) Refresh() {
	r.label.wrappedWidth = 0
	r.label.layoutLines(r.label.Size())
	canvas.Refresh(r.label)
}

func (r *wrappedLabelRenderer) Objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(r.label.canvasTexts))
	for i, t := range r.label.canvasTexts {
		out[i] = t
	}
	return out
}
