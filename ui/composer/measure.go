package composer

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// updateRowCountAndReportHeight counts the lines of the text and calls OnHeightChanged when the
// height changed.
func (c *Composer) updateRowCountAndReportHeight() {
	rows := c.countWrappedRowsUpToMax(c.availableTextWidth())
	before := c.MinSize().Height
	c.rowCount = rows
	c.view.layoutOrMeasureAtWidth(c.Size().Width, false)
	if c.MinSize().Height != before || c.Size().Height < before {
		callIfSet(c.OnHeightChanged)
	}
}

func (c *Composer) availableTextWidth() float32 { return max(1, c.Size().Width-2*(boxPad+textInset)) }

// countWrappedRowsUpToMax returns the number of wrapped lines, 1 to maxLines.
func (c *Composer) countWrappedRowsUpToMax(width float32) int {
	text := c.editor.Text
	breaks := strings.Count(text, "\n")
	if breaks >= maxLines-1 || len(text) > maxMeasuredBytes {
		return maxLines
	}
	ty := theme.Current().TypeStyle(theme.RoleBody)
	if breaks == 0 && ty.TextWidth(text) <= width {
		return 1
	}
	seg, _ := c.view.wrapMeasurer.Segments[0].(*widget.TextSegment)
	seg.Text = text
	c.view.wrapMeasurer.Resize(fyne.NewSize(width, 10))
	c.view.wrapMeasurer.Refresh()
	rows := int(theme.Round(c.view.wrapMeasurer.MinSize().Height / c.view.fieldLineHeight()))
	return min(max(rows, 1), maxLines)
}

// MinSize returns the height needed at the current width.
func (c *Composer) MinSize() fyne.Size {
	return fyne.NewSize(minWidth, c.view.layoutOrMeasureAtWidth(max(c.Size().Width, minWidth), true))
}

const minWidth = 240

// Resize measures the text again when the width changed.
func (c *Composer) Resize(size fyne.Size) {
	same := c.Size().Width == size.Width
	c.BaseWidget.Resize(size)
	if same {
		return
	}
	c.updateRowCountAndReportHeight()
}

// Refresh applies a changed theme.
func (c *Composer) Refresh() {
	c.view.applyMessageTextSizeToField()
	c.view.field.Refresh()
	for _, o := range c.view.objects {
		o.Refresh()
	}
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// Tapped focuses the text from anywhere on the composer.
func (c *Composer) Tapped(*fyne.PointEvent) {
	if on := fyne.CurrentApp().Driver().CanvasForObject(c); on != nil {
		on.Focus(c.editor)
	}
}

// CreateRenderer draws the composer.
func (c *Composer) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(c, draw.RenderFuncs{
		Objects: func() []fyne.CanvasObject { return c.view.objects },
		MinSize: c.MinSize,
		Layout:  func(s fyne.Size) { c.view.layoutOrMeasureAtWidth(s.Width, false) },
		Refresh: func() {}, // done by Composer.Refresh
	})
}
