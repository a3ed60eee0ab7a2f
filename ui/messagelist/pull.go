package messagelist

import (
	"fyne.io/fyne/v2"
)

const (
	pullEdge  = 8  // this near to an edge the pointer already pulls
	pullGain  = 14 // pixels per second for every pixel beyond
	pullLeast = 120
	pullMost  = 3000
	pullRest  = 24 // this much beneath the text it is dragged through comes into sight, and no more
)

// pull scrolls the list while a selection is dragged beyond its edge and the pointer rests there.
type pull struct {
	object fyne.CanvasObject // the text the selection is in
	at     fyne.Position     // of the pointer in the window
	again  func()            // moves the end of the selection to the pointer
}

// drag implements Host.Drag.
func (l *List) drag(o fyne.CanvasObject, at fyne.Position, again func()) {
	l.pull = pull{o, at, again}
	if l.pullSpeed() != 0 {
		l.glide.stop()
		l.roll()
	}
}

// dragEnd implements Host.DragEnd.
func (l *List) dragEnd() { l.pull = pull{} }

// pullRoom is how far the text of the selection goes beyond the upper and the lower edge, and how far the pointer does.
func (l *List) pullRoom() (above, below, over, under float32) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(l).Y
	height := l.Size().Height
	text := driver.AbsolutePositionForObject(l.pull.object).Y - top
	above = pullRest - text
	below = text + l.pull.object.Size().Height + pullRest - height
	y := l.pull.at.Y - top
	return max(0, above), max(0, below), max(0, pullEdge-y), max(0, y-height+pullEdge)
}

// pullSpeed is how fast the list moves, in pixels per second, down for positive values; 0 while the pointer is inside
// or there is no more of the text.
func (l *List) pullSpeed() float64 {
	if l.pull.object == nil {
		return 0
	}
	speed := func(beyond float32) float64 { return min(max(pullGain*float64(beyond), pullLeast), pullMost) }
	above, below, over, under := l.pullRoom()
	switch {
	case over > 0 && above > 0 && l.vp.offset() > l.vp.minOffset():
		return -speed(over)
	case under > 0 && below > 0 && !l.vp.atEnd():
		return speed(under)
	}
	return 0
}

// pullBy moves by at most d pixels, and the end of the selection with it.
func (l *List) pullBy(d float64) {
	above, below, _, _ := l.pullRoom()
	l.shift(min(max(d, -float64(above)), float64(below)))
	l.pull.again()
}
