package message

import (
	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// columnLayout stacks the parts of a row from top to bottom. With measureOnly set nothing is moved,
// only the height is computed.
type columnLayout struct {
	width       float32
	y           float32
	measureOnly bool
}

// addGapUnlessFirst adds empty space, but not above the first part.
func (c *columnLayout) addGapUnlessFirst(h float32) {
	if c.y > 0 {
		c.y += h
	}
}

// placeFullWidthAndAdvance places one object over the whole width.
func (c *columnLayout) placeFullWidthAndAdvance(o fyne.CanvasObject, height float32) {
	c.placeAtCurrentYWithoutAdvance(o, 0, c.width, height)
	c.y += height
}

// placeAtCurrentYWithoutAdvance places an object at the current y.
func (c *columnLayout) placeAtCurrentYWithoutAdvance(o fyne.CanvasObject, x, width, height float32) {
	if c.measureOnly {
		return
	}
	draw.MoveAndResize(o, theme.Round(x), theme.Round(c.y), width, height)
}

// narrowable is an object that may be narrower than its MinSize, where its text is then cut.
type narrowable interface{ narrowestWidth() float32 }

// placeInWrappedLines places objects from left to right in lines of a fixed height, each at its own
// width but no wider than the column. A narrowable one gets what is left of its line if that is
// enough.
func (c *columnLayout) placeInWrappedLines(height, gap, lineGap float32, objects ...fyne.CanvasObject) {
	var x float32
	lines := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		w := min(o.MinSize().Width, c.width)
		if n, ok := o.(narrowable); ok && x > 0 && n.narrowestWidth() <= c.width-x {
			w = min(w, c.width-x)
		}
		if x > 0 && x+w > c.width {
			x = 0
			c.y += height + lineGap
		}
		c.placeAtCurrentYWithoutAdvance(o, x, w, height)
		x += w + gap
		lines = 1
	}
	c.y += height * float32(lines)
}
