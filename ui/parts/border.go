package parts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// borderLayout holds the objects of a Border in this order: top, bottom, left, right, center.
// Absent ones are nil.
type edges [5]fyne.CanvasObject

// Border puts objects at the edges of another one, without gaps; nil leaves an edge empty.
func Border(top, bottom, left, right, middle fyne.CanvasObject) *fyne.Container {
	e := &edges{top, bottom, left, right, middle}
	c := container.New(e)
	for _, o := range e {
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}

func (e *edges) min(i int) fyne.Size {
	if e[i] == nil || !e[i].Visible() {
		return fyne.Size{}
	}
	return e[i].MinSize()
}

func (e *edges) MinSize([]fyne.CanvasObject) fyne.Size {
	m := e.min(4)
	m.Height = max(m.Height, e.min(2).Height, e.min(3).Height) + e.min(0).Height + e.min(1).Height
	m.Width += e.min(2).Width + e.min(3).Width
	m.Width = max(m.Width, e.min(0).Width, e.min(1).Width)
	return m
}

func (e *edges) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	e.widen(s.Width) // wrapped texts know their height only after that
	top, bottom, left, right := e.min(0).Height, e.min(1).Height, e.min(2).Width, e.min(3).Width
	put := func(i int, x, y, w, h float32) {
		if e[i] != nil {
			e[i].Move(fyne.NewPos(x, y))
			e[i].Resize(fyne.NewSize(max(0, w), max(0, h)))
		}
	}
	high := s.Height - top - bottom
	put(0, 0, 0, s.Width, top)
	put(1, 0, s.Height-bottom, s.Width, bottom)
	put(2, 0, top, left, high)
	put(3, s.Width-right, top, right, high)
	put(4, left, top, s.Width-left-right, high)
}

// applyWidth passes the whole width to top and bottom, and to the center what left and right leave
// of it.
func (e *edges) widen(w float32) {
	for i, o := range e {
		switch {
		case o == nil:
		case i < 2:
			Widen(o, w)
		case i == 4:
			Widen(o, w-e.min(2).Width-e.min(3).Width)
		}
	}
}
