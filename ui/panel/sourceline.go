package panel

import (
	"strings"

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
	text     string
	label    *draw.Label
	onTapped func()
}

func newTappableSourceLine(text string, onTapped func()) *sourceLine {
	o := &sourceLine{
		text: text, label: draw.NewShrinkingLabel(text, theme.RoleMeta, theme.Text3), onTapped: onTapped,
	}
	o.ExtendBaseWidget(o)
	return o
}

func (o *sourceLine) Tapped(*fyne.PointEvent) { o.onTapped() }

func (o *sourceLine) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer returns the renderer of the widget.
func (o *sourceLine) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(o, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(o.label), MinSize: o.label.MinSize, Refresh: o.label.Refresh,
		Layout: func(s fyne.Size) {
			o.label.Resize(s)
			o.label.SetText(truncateMiddlePartToWidth(o.text, s.Width))
		},
	})
}

// partSeparator is between type, origin and time.
const partSeparator = " · "

// truncateMiddlePartToWidth cuts a source line to a width in pixels: the origin, which may be the
// title of a chat, and not the time after it.
func truncateMiddlePartToWidth(text string, width float32) string {
	first, last := strings.Index(text, partSeparator), strings.LastIndex(text, partSeparator)
	style := theme.Current().TypeStyle(theme.RoleMeta)
	if first == last || style.TextWidth(text) <= width {
		return text
	}
	first += len(partSeparator)
	room := width - style.TextWidth(text[:first]) - style.TextWidth(text[last:])
	return text[:first] + draw.TruncateTextWithEllipsis(text[first:last], theme.RoleMeta, max(0, room)) + text[last:]
}
