package messagelist

import (
	"fyne.io/fyne/v2"
)

const (
	autoScrollEdge     = 8  // distance from an edge at which auto-scroll starts
	autoScrollGain     = 14 // pixels per second for every pixel beyond the edge
	minAutoScrollSpeed = 120
	maxAutoScrollSpeed = 3000
	autoScrollMargin   = 24 // at most this much is shown beyond the text that is dragged through
)

// autoScroll scrolls the list while a selection is dragged beyond its edge and held there.
type autoScroll struct {
	selectedText    fyne.CanvasObject // the text that contains the selection
	pointer         fyne.Position     // pointer position in the window
	extendSelection func()            // moves the end of the selection to the pointer
}

// selectionDragged is the OnSelectionDrag of the Host.
func (l *List) selectionDragged(o fyne.CanvasObject, at fyne.Position, again func()) {
	l.autoScroll = autoScroll{o, at, again}
	if l.autoScrollSpeed() != 0 {
		l.smoothScroll.stopMotion()
		l.startFrames()
	}
}

// selectionDragEnded is the OnSelectionDragEnd of the Host.
func (l *List) selectionDragEnded() { l.autoScroll = autoScroll{} }

// autoScrollRoom returns how far the selected text extends beyond the upper and the lower edge, and
// how far the pointer does.
func (l *List) autoScrollRoom() (above, below, over, under float32) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(l).Y
	height := l.Size().Height
	text := driver.AbsolutePositionForObject(l.autoScroll.selectedText).Y - top
	above = autoScrollMargin - text
	below = text + l.autoScroll.selectedText.Size().Height + autoScrollMargin - height
	y := l.autoScroll.pointer.Y - top
	return max(0, above), max(0, below), max(0, autoScrollEdge-y), max(0, y-height+autoScrollEdge)
}

// autoScrollSpeed returns the speed in pixels per second, down for positive values; 0 while the
// pointer is inside or the end of the text is reached.
func (l *List) autoScrollSpeed() float64 {
	if l.autoScroll.selectedText == nil {
		return 0
	}
	speed := func(beyond float32) float64 {
		return min(max(autoScrollGain*float64(beyond), minAutoScrollSpeed), maxAutoScrollSpeed)
	}
	above, below, over, under := l.autoScrollRoom()
	switch {
	case over > 0 && above > 0 && l.viewport.scrollOffset() > l.viewport.minOffset():
		return -speed(over)
	case under > 0 && below > 0 && !l.viewport.isAtEnd():
		return speed(under)
	}
	return 0
}

// autoScrollBy scrolls by at most d pixels and extends the selection.
func (l *List) autoScrollBy(d float64) {
	above, below, _, _ := l.autoScrollRoom()
	l.applyScroll(min(max(d, -float64(above)), float64(below)))
	l.autoScroll.extendSelection()
}
