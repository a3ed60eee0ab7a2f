package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/draw"
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
		l.viewport.followEnd, l.hasNewText,
	}
}

// RestoreScrollPosition returns to a position in the same chat. Unknown rows are ignored.
func (l *List) RestoreScrollPosition(p ScrollPosition) {
	i, ok := l.index[p.RowID]
	if !ok {
		return
	}
	l.stopMotion()
	l.viewport.followEnd = p.Following
	l.viewport.anchorRow, l.viewport.anchorOffset = i, p.Offset
	l.layoutVisibleRows()
	l.saveAnchor()
}

// ScrollBy scrolls by d pixels, down for positive values, without animation.
func (l *List) ScrollBy(d float64) {
	l.stopMotion()
	l.applyScroll(d)
}

// applyScroll scrolls and updates followEnd: it is set when the user scrolls down to the end, and
// cleared when the user scrolls up.
func (l *List) applyScroll(d float64) {
	l.viewport.followEnd = false
	l.viewport.scrollBy(d)
	l.viewport.followEnd = d > 0 && l.viewport.pinSpacerHeight() == 0 && l.viewport.isAtEnd()
	l.layoutVisibleRows()
	l.saveAnchor()
}

// ScrollToTop scrolls to the first row.
func (l *List) ScrollToTop() {
	l.stopMotion()
	l.viewport.followEnd = false
	l.viewport.jumpToOffset(l.viewport.minOffset())
	l.layoutVisibleRows()
	l.saveAnchor()
}

// ScrollToEnd scrolls to the end and follows it.
func (l *List) ScrollToEnd() {
	l.stopMotion()
	l.viewport.followEnd = true
	l.layoutVisibleRows()
	l.saveAnchor()
}

// ScrollToRow shows a message near the upper edge and highlights it for a moment. It reports
// whether the message is in the list.
func (l *List) ScrollToRow(id int64) bool { return l.ScrollToRowPart(id, 0) }

// ScrollToRowPart is ScrollToRow for a place y pixels below the top of the message.
func (l *List) ScrollToRowPart(id int64, y float32) bool {
	i, ok := l.index[id]
	if !ok {
		return false
	}
	l.stopMotion()
	l.viewport.moveToRow(i, jumpTopMargin-float64(y))
	l.layoutVisibleRows()
	l.saveAnchor()
	l.highlight.highlightRow(l, id)
	return true
}

// PinQuestion scrolls a question that was just sent to the upper edge, and keeps room below it for
// the answer, so that the answer can be read from its first line without anything moving.
func (l *List) PinQuestion(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	l.stopMotion()
	before := l.viewport.scrollOffset()
	l.viewport.pinnedRow, l.viewport.followEnd = i, false
	l.viewport.moveToRow(i, padTop)
	distance := l.viewport.scrollOffset() - before
	l.hasNewText = false
	if l.isMotionReduced() || distance <= 0 || distance > 2*float64(l.viewport.height) {
		l.layoutVisibleRows()
		l.saveAnchor()
		return
	}
	l.viewport.scrollBy(-distance)
	l.smoothScroll.addDistance(distance)
	l.startFrames()
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
		l.ScrollBy(d)
		return
	}
	l.smoothScroll.addDistance(d)
	l.startFrames()
}

// Name is the accessible name of the list.
func (l *List) Name() string { return "Messages" }

// HandleKey scrolls by PageUp, PageDown, Space, Home, End, Up and Down and reports whether it
// handled the key. The window calls it for keys that nothing else handled.
func (l *List) HandleKey(key fyne.KeyName) bool {
	page := pageFraction * float64(l.viewport.height)
	switch key {
	case fyne.KeyPageUp:
		l.ScrollBy(-page)
	case fyne.KeyPageDown, fyne.KeySpace:
		l.ScrollBy(page)
	case fyne.KeyUp:
		l.ScrollBy(-lineStep)
	case fyne.KeyDown:
		l.ScrollBy(lineStep)
	case fyne.KeyHome:
		l.ScrollToTop()
	case fyne.KeyEnd:
		l.ScrollToEnd()
	default:
		return false
	}
	return true
}

// TypedKey scrolls by HandleKey.
func (l *List) TypedKey(ev *fyne.KeyEvent) { l.HandleKey(ev.Name) }

// TypedRune ignores text input.
func (l *List) TypedRune(rune) {}

// FocusGained shows the focus ring.
func (l *List) FocusGained() { l.setFocused(true) }

// FocusLost hides the focus ring.
func (l *List) FocusLost() { l.setFocused(false) }

func (l *List) setFocused(on bool) {
	l.hasFocus = on
	l.focusRing.showInside(l.Size(), on)
}

// MouseIn ends the hover state of the visible rows: the pointer is between them.
func (l *List) MouseIn(*desktop.MouseEvent) {
	for _, s := range l.visibleSlots {
		if p, ok := s.view.(HoverView); ok {
			p.PointerLeft()
		}
	}
}

// MouseMoved does nothing; desktop.Hoverable needs it.
func (l *List) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing; desktop.Hoverable needs it.
func (l *List) MouseOut() {}

// scrollToFraction follows the scrollbar's thumb; at goes from 0 to 1.
func (l *List) scrollToFraction(at float64) {
	l.stopMotion()
	l.viewport.followEnd = false
	l.viewport.jumpToOffset(l.viewport.minOffset() + at*(l.viewport.maxOffset()-l.viewport.minOffset()))
	l.viewport.followEnd = at >= 1 && l.viewport.pinSpacerHeight() == 0
	l.layoutVisibleRows()
	l.saveAnchor()
}

func (l *List) isMotionReduced() bool { return l.ReducedMotion != nil && l.ReducedMotion() }

// startFrames runs the animation frame by frame until it is done.
func (l *List) startFrames() {
	if l.frames != nil {
		return
	}
	l.lastFrame = l.now()
	l.frames = draw.StartFrames(l.advanceFrame)
}

func (l *List) advanceFrame(float32) {
	if l.frames == nil {
		return
	}
	t := l.now()
	dt := t.Sub(l.lastFrame).Seconds()
	l.lastFrame = t
	d := l.smoothScroll.nextStep(dt)
	speed := l.autoScrollSpeed()
	if !l.smoothScroll.isActive() && speed == 0 {
		l.frames.Stop()
		l.frames = nil
	}
	if d != 0 {
		l.applyScroll(d)
	}
	if speed != 0 && dt > 0 {
		l.autoScrollBy(speed * dt)
	}
}

// stopMotion ends all animation at the current position.
func (l *List) stopMotion() {
	l.smoothScroll.stopMotion()
	l.autoScroll = autoScroll{}
	if l.frames != nil {
		l.frames.Stop()
		l.frames = nil
	}
}
