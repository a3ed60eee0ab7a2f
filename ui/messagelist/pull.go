package messagelist

import (
	"fyne.io/fyne/v2"
)

const (
	pullEdge  = 8  // distance from an edge at which auto-scroll starts
	pullGain  = 14 // pixels per second for every pixel beyond the edge
	pullLeast = 120
	pullMost  = 3000
	pullRest  = 24 // at most this much is shown beyond the text that is dragged through
)

// autoScroll scrolls the list while a selection is dragged beyond its edge and held there.
type pull struct {
	object fyne.CanvasObject // the text that contains the selection
	at     fyne.Position     // pointer position in the window
	again  func()            // moves the end of the selection to the pointer
}

// selectionDragged is the OnSelectionDrag of the Host.
func (l *List) drag(o fyne.CanvasObject, at fyne.Position, again func()) {
	l.pull = pull{o, at, again}
	if l.pullSpeed() != 0 {
		l.glide.stop()
		l.roll()
	}
}

// selectionDragEnded is the OnSelectionDragEnd of the Host.
func (l *List) dragEnd() { l.pull = pull{} }

// autoScrollRoom returns how far the selected text extends beyond the upper and the lower edge, and
// how far the pointer does.
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

// autoScrollSpeed returns the speed in pixels per second, down for positive values; 0 while the
// pointer is inside or the end of the text is reached.
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

// autoScrollBy scrolls by at most d pixels and extends the selection.
func (l *List) pullBy(d float64) {
	above, below, _, _ := l.pullRoom()
	l.shift(min(max(d, -float64(above)), float64(below)))
	l.pull.again()
}
