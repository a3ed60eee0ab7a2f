package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/theme"
)

// measureText counts the lines of the text and calls OnHeightChanged when the height changed.
func (c *Composer) measure() {
	rows := c.countRows(c.textWidth())
	before := c.MinSize().Height
	c.rows = rows
	c.view.flow(c.Size().Width, false)
	if c.MinSize().Height != before || c.Size().Height < before {
		call(c.OnResize)
	}
}

func (c *Composer) textWidth() float32 { return max(1, c.Size().Width-2*(boxPad+textInset)) }

// countRows returns the number of wrapped lines, 1 to maxLines.
func (c *Composer) countRows(width float32) int {
	text := c.editor.Text
	breaks := strings.Count(text, "\n")
	if breaks >= maxLines-1 || len(text) > probeLimit {
		return maxLines
	}
	ty := theme.Current().Type(theme.RoleBody)
	if breaks == 0 && ty.Width(text) <= width {
		return 1
	}
	seg, _ := c.view.probe.Segments[0].(*widget.TextSegment)
	seg.Text = text
	c.view.probe.Resize(fyne.NewSize(width, 10))
	c.view.probe.Refresh()
	rows := int(theme.Round(c.view.probe.MinSize().Height / c.view.lineHeight()))
	return min(max(rows, 1), maxLines)
}

// MinSize returns the height needed at the current width.
func (c *Composer) MinSize() fyne.Size {
	return fyne.NewSize(minWidth, c.view.flow(max(c.Size().Width, minWidth), true))
}

const minWidth = 240

// Resize measures the text again when the width changed.
func (c *Composer) Resize(size fyne.Size) {
	same := c.Size().Width == size.Width
	c.BaseWidget.Resize(size)
	if same {
		return
	}
	c.measure()
}

// Refresh applies a changed theme.
func (c *Composer) Refresh() {
	c.view.dress()
	c.view.field.Refresh()
	for _, o := range c.view.objects {
		o.Refresh()
	}
	c.view.show()
	c.measure()
}

// Tapped focuses the text from anywhere on the composer.
func (c *Composer) Tapped(*fyne.PointEvent) {
	if on := fyne.CurrentApp().Driver().CanvasForObject(c); on != nil {
		on.Focus(c.editor)
	}
}

// CreateRenderer draws the composer.
func (c *Composer) CreateRenderer() fyne.WidgetRenderer {
	return &group{
		objects: func() []fyne.CanvasObject { return c.view.objects },
		min:     c.MinSize,
		layout:  func(s fyne.Size) { c.view.flow(s.Width, false) },
		refresh: func() {},
	}
}
