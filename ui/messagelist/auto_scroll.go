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

// autoScroll decides how fast a list scrolls while a selection is dragged beyond its edge and held
// there. It belongs to the UI goroutine.
type autoScroll struct {
	list     fyne.CanvasObject
	viewport *viewport
	drag     selectionDrag
}

// selectionDrag is the drag of a selection; none for the zero value.
type selectionDrag struct {
	selectedText    fyne.CanvasObject // the text that contains the selection
	pointer         fyne.Position     // pointer position in the window
	extendSelection func()            // moves the end of the selection to the pointer
}

// selectedTextAndPointerOverrun returns how far the selected text extends beyond the upper and the
// lower edge, and how far the pointer does.
func (s *autoScroll) selectedTextAndPointerOverrun() (above, below, over, under float32) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(s.list).Y
	height := s.list.Size().Height
	text := driver.AbsolutePositionForObject(s.drag.selectedText).Y - top
	above = autoScrollMargin - text
	below = text + s.drag.selectedText.Size().Height + autoScrollMargin - height
	y := s.drag.pointer.Y - top
	return max(0, above), max(0, below), max(0, autoScrollEdge-y), max(0, y-height+autoScrollEdge)
}

// scrollSpeed returns the speed in pixels per second, down for positive values; 0 while the pointer is
// inside or the end of the text is reached.
func (s *autoScroll) scrollSpeed() float64 {
	if s.drag.selectedText == nil {
		return 0
	}
	speed := func(beyond float32) float64 {
		return min(max(autoScrollGain*float64(beyond), minAutoScrollSpeed), maxAutoScrollSpeed)
	}
	above, below, over, under := s.selectedTextAndPointerOverrun()
	switch {
	case over > 0 && above > 0 && s.viewport.scrollOffset() > s.viewport.minScrollOffset():
		return -speed(over)
	case under > 0 && below > 0 && !s.viewport.isAtEnd():
		return speed(under)
	}
	return 0
}

// limitStepToSelectedText limits a step of d pixels to what is left of the selected text.
func (s *autoScroll) limitStepToSelectedText(d float64) float64 {
	above, below, _, _ := s.selectedTextAndPointerOverrun()
	return min(max(d, -float64(above)), float64(below))
}
