package messagelist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/kit"
)

const (
	lineStep   = 48   // per arrow key
	pageShare  = 0.88 // of the viewport, so that a page keeps two lines of the previous one
	jumpMargin = 24   // above a message that was scrolled to
	wheelNotch = 25   // what the driver reports for one wheel notch
	wheelGain  = 2.4  // makes a notch 60 px, two and a half lines
)

// ScrollPosition is a scroll position, to be restored later and to be reported to tests.
type Place struct {
	Row       int64   `json:"row"`    // row at the upper edge
	Offset    float64 `json:"offset"` // pixels of the row above the edge
	AtEnd     bool    `json:"at_end"`
	Following bool    `json:"following"`
	NewText   bool    `json:"new_text"` // the pill is shown
}

// ScrollPosition returns the current scroll position.
func (l *List) Place() Place {
	return Place{l.rowID(l.vp.anchor), l.vp.dy, l.vp.atEnd(), l.vp.follow, l.fresh}
}

// RestoreScrollPosition returns to a position in the same chat. Unknown rows are ignored.
func (l *List) Restore(p Place) {
	i, ok := l.index[p.Row]
	if !ok {
		return
	}
	l.halt()
	l.vp.follow = p.Following
	l.vp.anchor, l.vp.dy = i, p.Offset
	l.arrange()
	l.keep()
}

// ScrollBy scrolls by d pixels, down for positive values, without animation.
func (l *List) ScrollBy(d float64) {
	l.halt()
	l.shift(d)
}

// applyScroll scrolls and updates followEnd: it is set when the user scrolls down to the end, and
// cleared when the user scrolls up.
func (l *List) shift(d float64) {
	l.vp.follow = false
	l.vp.scroll(d)
	l.vp.follow = d > 0 && l.vp.room() == 0 && l.vp.atEnd()
	l.arrange()
	l.keep()
}

// ScrollToTop scrolls to the first row.
func (l *List) ScrollToTop() {
	l.halt()
	l.vp.follow = false
	l.vp.jump(l.vp.minOffset())
	l.arrange()
	l.keep()
}

// ScrollToEnd scrolls to the end and follows it.
func (l *List) ScrollToEnd() {
	l.halt()
	l.vp.follow = true
	l.arrange()
	l.keep()
}

// ScrollToRow shows a message near the upper edge and highlights it for a moment. It reports
// whether the message is in the list.
func (l *List) ScrollTo(id int64) bool { return l.ScrollToPart(id, 0) }

// ScrollToRowPart is ScrollToRow for a place y pixels below the top of the message.
func (l *List) ScrollToPart(id int64, y float32) bool {
	i, ok := l.index[id]
	if !ok {
		return false
	}
	l.halt()
	l.vp.toRow(i, jumpMargin-float64(y))
	l.arrange()
	l.keep()
	l.glow.start(l, id)
	return true
}

// PinQuestion scrolls a question that was just sent to the upper edge, and keeps room below it for
// the answer, so that the answer can be read from its first line without anything moving.
func (l *List) Ask(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	l.halt()
	before := l.vp.offset()
	l.vp.pin, l.vp.follow = i, false
	l.vp.toRow(i, padTop)
	way := l.vp.offset() - before
	l.fresh = false
	if l.still() || way <= 0 || way > 2*float64(l.vp.height) {
		l.arrange()
		l.keep()
		return
	}
	l.vp.scroll(-way)
	l.glide.push(way)
	l.roll()
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
	if l.still() || !notch { // touchpads send smooth events already
		l.ScrollBy(d)
		return
	}
	l.glide.push(d)
	l.roll()
}

// Name is the accessible name of the list.
func (l *List) Name() string { return "Messages" }

// HandleKey scrolls by PageUp, PageDown, Space, Home, End, Up and Down and reports whether it
// handled the key. The window calls it for keys that nothing else handled.
func (l *List) HandleKey(key fyne.KeyName) bool {
	page := pageShare * float64(l.vp.height)
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
func (l *List) FocusGained() { l.setFocus(true) }

// FocusLost hides the focus ring.
func (l *List) FocusLost() { l.setFocus(false) }

func (l *List) setFocus(on bool) {
	l.focused = on
	l.ring.show(l.Size(), on)
}

// MouseIn ends the hover state of the visible rows: the pointer is between them.
func (l *List) MouseIn(*desktop.MouseEvent) {
	for _, s := range l.shown {
		if p, ok := s.view.(Pointed); ok {
			p.PointerLeft()
		}
	}
}

// MouseMoved does nothing; desktop.Hoverable needs it.
func (l *List) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing; desktop.Hoverable needs it.
func (l *List) MouseOut() {}

// scrollToFraction follows the scrollbar's thumb; at goes from 0 to 1.
func (l *List) dragTo(at float64) {
	l.halt()
	l.vp.follow = false
	l.vp.jump(l.vp.minOffset() + at*(l.vp.maxOffset()-l.vp.minOffset()))
	l.vp.follow = at >= 1 && l.vp.room() == 0
	l.arrange()
	l.keep()
}

func (l *List) still() bool { return l.ReducedMotion != nil && l.ReducedMotion() }

// startFrames runs the animation frame by frame until it is done.
func (l *List) roll() {
	if l.frames != nil {
		return
	}
	l.last = l.now()
	l.frames = kit.StartFrames(l.frame)
}

func (l *List) frame(float32) {
	if l.frames == nil {
		return
	}
	t := l.now()
	dt := t.Sub(l.last).Seconds()
	l.last = t
	d := l.glide.step(dt)
	speed := l.pullSpeed()
	if !l.glide.active() && speed == 0 {
		l.frames.Stop()
		l.frames = nil
	}
	if d != 0 {
		l.shift(d)
	}
	if speed != 0 && dt > 0 {
		l.pullBy(speed * dt)
	}
}

// stopMotion ends all animation at the current position.
func (l *List) halt() {
	l.glide.stop()
	l.pull = pull{}
	if l.frames != nil {
		l.frames.Stop()
		l.frames = nil
	}
}
