package message

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// body is the text of a message.
type body struct {
	widget.BaseWidget
	actions *Actions
	resized func() // the text changed its own height
	lines   *lines
}

func newBody(a *Actions) *body {
	b := &body{actions: a, lines: newLines(theme.RoleBody, theme.Text)}
	b.ExtendBaseWidget(b)
	return b
}

// set shows Markdown; growing is while more of it is expected.
func (b *body) set(text string, _ bool) { b.lines.set(text) }

// setPlain shows a text as it was typed.
func (b *body) setPlain(text string) { b.lines.set(text) }

// HeightFor returns the height at a width.
func (b *body) HeightFor(width float32) float32 { return b.lines.HeightFor(width) }

// naturalWidth is the width of the longest line, at most limit.
func (b *body) naturalWidth(limit float32) float32 {
	b.lines.wrap(limit)
	ty := theme.Current().Type(theme.RoleBody)
	var w float32
	for _, l := range b.lines.wrapped {
		w = max(w, theme.Ceil(fyne.MeasureText(l, ty.Size, ty.Style).Width))
	}
	return min(w, limit)
}

// held reports whether something is selected.
func (b *body) held() bool { return false }

// CreateRenderer implements fyne.Widget.
func (b *body) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.lines) }
