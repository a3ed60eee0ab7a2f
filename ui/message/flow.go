package message

import (
	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

// column stacks the parts of a row from top to bottom. With dry set nothing is moved, only the height is counted.
type column struct {
	width float32
	y     float32
	dry   bool
}

// gap leaves empty space, but not above the first part.
func (c *column) gap(h float32) {
	if c.y > 0 {
		c.y += h
	}
}

// put places one object over the whole width.
func (c *column) put(o fyne.CanvasObject, height float32) {
	c.at(o, 0, c.width, height)
	c.y += height
}

// at places an object in the present line.
func (c *column) at(o fyne.CanvasObject, x, width, height float32) {
	if c.dry {
		return
	}
	o.Move(fyne.NewPos(theme.Round(x), theme.Round(c.y)))
	o.Resize(fyne.NewSize(width, height))
}

// wrap places objects from left to right in lines of a height, each in its own width but no wider than the column.
func (c *column) wrap(height, gap, lineGap float32, objects ...fyne.CanvasObject) {
	var x float32
	lines := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		w := min(o.MinSize().Width, c.width)
		if x > 0 && x+w > c.width {
			x = 0
			c.y += height + lineGap
		}
		c.at(o, x, w, height)
		x += w + gap
		lines = 1
	}
	c.y += height * float32(lines)
}

// show makes an object visible or not; it reports which.
func show(o fyne.CanvasObject, on bool) bool {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
	return on
}

// group is a widget's renderer: its objects are placed by the widget itself.
type group struct {
	objects []fyne.CanvasObject
	min     func() fyne.Size
	layout  func(fyne.Size)
	refresh func()
}

func (g *group) Objects() []fyne.CanvasObject { return g.objects }
func (g *group) MinSize() fyne.Size           { return g.min() }
func (g *group) Layout(s fyne.Size)           { g.layout(s) }
func (g *group) Refresh()                     { g.refresh() }
func (g *group) Destroy()                     {}
