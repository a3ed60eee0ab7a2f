package messagelist

import (
	"fyne.io/fyne/v2"

	"memoir/ui/translate"
	"memoir/ui/widgets"
)

const (
	lineStep      = 48   // per arrow key
	pageFraction  = 0.88 // of the viewport, so that a page keeps two lines of the previous one
	jumpTopMargin = 24   // above a message that was scrolled to
	wheelNotch    = 25   // what the driver reports for one wheel notch
	wheelGain     = 2.4  // makes a notch 60 px, two and a half lines
)

// ScrollPosition is a scroll position, to be restored later and to be reported to tests.
type ScrollPosition struct {
	RowID      int64   `json:"row"`    // row at the upper edge
	Offset     float64 `json:"offset"` // pixels of the row above the edge
	AtEnd      bool    `json:"at_end"`
	Following  bool    `json:"following"`
	HasNewText bool    `json:"new_text"` // the pill is shown
}

// ScrollPosition returns the current scroll position.
func (l *List) ScrollPosition() ScrollPosition {
	return ScrollPosition{
		l.rowIDAt(l.viewport.anchorRow), l.viewport.anchorOffset, l.viewport.isAtEnd(),
		l.viewport.followEnd, l.overlays.hasNewText,
	}
}

// RestoreScrollPosition returns to a position in the same chat. Unknown rows are ignored.
func (l *List) RestoreScrollPosition(p ScrollPosition) {
	i, ok := l.index[p.RowID]
	if !ok {
		return
	}
	l.motion.stopAllScrolling()
	l.viewport.followEnd = p.Following
	l.viewport.anchorRow, l.viewport.anchorOffset = i, p.Offset
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

// ScrollByPixels scrolls by d pixels, down for positive values, without animation.
func (l *List) ScrollByPixels(d float64) {
	l.motion.stopAllScrolling()
	l.scrollAndUpdateFollowEnd(d)
}

// scrollAndUpdateFollowEnd scrolls and updates followEnd: it is set when the user scrolls down to
// the end, and cleared when the user scrolls up.
func (l *List) scrollAndUpdateFollowEnd(d float64) {
	l.viewport.followEnd = false
	l.viewport.scrollBy(d)
	l.viewport.followEnd = d > 0 && l.viewport.pinSpacerHeight() == 0 && l.viewport.isAtEnd()
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

// ScrollToTop scrolls to the first row.
func (l *List) ScrollToTop() {
	l.motion.stopAllScrolling()
	l.viewport.followEnd = false
	l.viewport.jumpToScrollOffset(l.viewport.minScrollOffset())
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

// ScrollToEndAndFollow scrolls to the end and follows it.
func (l *List) ScrollToEndAndFollow() {
	l.motion.stopAllScrolling()
	l.viewport.followEnd = true
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

// ScrollToRowAndHighlight shows a message near the upper edge and highlights it for a moment. It
// reports whether the message is in the list.
func (l *List) ScrollToRowAndHighlight(id int64) bool { return l.ScrollToRowOffsetAndHighlight(id, 0) }

// ScrollToRowOffsetAndHighlight is ScrollToRowAndHighlight for a place y pixels below the top of
// the message.
func (l *List) ScrollToRowOffsetAndHighlight(id int64, y float32) bool {
	i, ok := l.index[id]
	if !ok {
		return false
	}
	l.motion.stopAllScrolling()
	l.viewport.moveRowToTopDistanceAndUnfollow(i, jumpTopMargin-float64(y))
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
	l.overlays.highlight.highlightRowBriefly(id, l.visibleSlots, l.isMotionReduced())
	return true
}

// PinQuestionToTop scrolls a question that was just sent to the upper edge, and keeps room below it for
// the answer, so that the answer can be read from its first line without anything moving.
func (l *List) PinQuestionToTop(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	l.motion.stopAllScrolling()
	before := l.viewport.scrollOffset()
	l.viewport.pinnedRow, l.viewport.followEnd = i, false
	l.viewport.moveRowToTopDistanceAndUnfollow(i, padTop)
	distance := l.viewport.scrollOffset() - before
	l.overlays.hasNewText = false
	if l.isMotionReduced() || distance <= 0 || distance > 2*float64(l.viewport.height) {
		l.layoutRowsOverlaysAndNotify()
		l.anchor.saveTopEdgePosition()
		return
	}
	l.viewport.scrollBy(-distance)
	l.motion.scrollSmoothly(distance)
}

// Scrolled scrolls by a wheel event: smoothly by notches, at once by touchpads.
func (l *List) Scrolled(ev *fyne.ScrollEvent) {
	d := -float64(ev.Scrolled.DY)
	if d == 0 {
		return
	}
	notch := d >= wheelNotch || d <= -wheelNotch
	if notch {
		d *= wheelGain
	}
	if l.isMotionReduced() || !notch { // touchpads send smooth events already
		l.ScrollByPixels(d)
		return
	}
	l.motion.scrollSmoothly(d)
}

// Name is the accessible name of the list.
func (l *List) Name() string { return translate.Text("Messages") }

// ListName names the list for screen readers.
func (l *List) ListName() string { return l.Name() }

// IsRow is false: a message is read by its parts.
func (l *List) IsRow(fyne.CanvasObject) bool { return false }

// ScrollByKey scrolls by PageUp, PageDown, Space, Home, End, Up and Down and reports whether it
// handled the key. The window calls it for keys that nothing else handled.
func (l *List) ScrollByKey(key fyne.KeyName) bool {
	page := pageFraction * float64(l.viewport.height)
	switch key {
	case fyne.KeyPageUp:
		l.ScrollByPixels(-page)
	case fyne.KeyPageDown, fyne.KeySpace:
		l.ScrollByPixels(page)
	case fyne.KeyUp:
		l.ScrollByPixels(-lineStep)
	case fyne.KeyDown:
		l.ScrollByPixels(lineStep)
	case fyne.KeyHome:
		l.ScrollToTop()
	case fyne.KeyEnd:
		l.ScrollToEndAndFollow()
	default:
		return false
	}
	return true
}

// TypedKey scrolls by ScrollByKey and passes other keys to the window.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if !l.ScrollByKey(ev.Name) {
		widgets.PassKeyToWindow(l, ev)
	}
}

// TypedRune passes what is typed to the window, which begins a message with it.
func (l *List) TypedRune(r rune) { widgets.PassRuneToWindow(l, r) }

// FocusGained shows the focus ring.
func (l *List) FocusGained() { l.overlays.showOrHideFocusRing(true, l.Size()) }

// FocusLost hides the focus ring.
func (l *List) FocusLost() { l.overlays.showOrHideFocusRing(false, l.Size()) }

// scrollToFraction follows the scrollbar's thumb; at goes from 0 to 1.
func (l *List) scrollToFraction(at float64) {
	l.motion.stopAllScrolling()
	l.viewport.followEnd = false
	l.viewport.jumpToScrollOffset(
		l.viewport.minScrollOffset() + at*(l.viewport.maxScrollOffset()-l.viewport.minScrollOffset()),
	)
	l.viewport.followEnd = at >= 1 && l.viewport.pinSpacerHeight() == 0
	l.layoutRowsOverlaysAndNotify()
	l.anchor.saveTopEdgePosition()
}

func (l *List) isMotionReduced() bool { return l.ReducedMotion != nil && l.ReducedMotion() }
