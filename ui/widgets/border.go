package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/draw"
)

// borderLayout holds the objects of a Border in this order: top, bottom, left, right, center.
// Absent ones are nil.
type borderLayout [5]fyne.CanvasObject

// Border puts objects at the edges of another one, without gaps; nil leaves an edge empty.
func Border(top, bottom, left, right, middle fyne.CanvasObject) *fyne.Container {
	e := &borderLayout{top, bottom, left, right, middle}
	c := container.New(e)
	for _, o := range e {
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}

func (e *borderLayout) slotMinSize(i int) fyne.Size {
	if e[i] == nil || !e[i].Visible() {
		return fyne.Size{}
	}
	return e[i].MinSize()
}

func (e *borderLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	m := e.slotMinSize(4)
	m.Height = max(
		m.Height,
		e.slotMinSize(2).Height,
		e.slotMinSize(3).Height,
	) + e.slotMinSize(
		0,
	).Height + e.slotMinSize(
		1,
	).Height
	m.Width += e.slotMinSize(2).Width + e.slotMinSize(3).Width
	m.Width = max(m.Width, e.slotMinSize(0).Width, e.slotMinSize(1).Width)
	return m
}

func (e *borderLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	e.PassWidthToObjects(nil, s.Width) // wrapped texts know their height only after that
	top, bottom, left, right := e.slotMinSize(0).Height, e.slotMinSize(1).Height, e.slotMinSize(2).Width,
		e.slotMinSize(3).Width
	put := func(i int, x, y, w, h float32) {
		if e[i] != nil {
			draw.MoveAndResize(e[i], x, y, max(0, w), max(0, h))
		}
	}
	high := s.Height - top - bottom
	put(0, 0, 0, s.Width, top)
	put(1, 0, s.Height-bottom, s.Width, bottom)
	put(2, 0, top, left, high)
	put(3, s.Width-right, top, right, high)
	put(4, left, top, s.Width-left-right, high)
}

// PassWidthToObjects passes the whole width to top and bottom, and to the center what left and
// right leave of it.
func (e *borderLayout) PassWidthToObjects(_ []fyne.CanvasObject, w float32) {
	for i, o := range e {
		switch {
		case o == nil:
		case i < 2:
			PropagateWidth(o, w)
		case i == 4:
			PropagateWidth(o, w-e.slotMinSize(2).Width-e.slotMinSize(3).Width)
		}
	}
}
