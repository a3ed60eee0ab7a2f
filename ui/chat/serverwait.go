package chat

import (
	"time"

	"memoir/ui/timing"
)

// Delays between looks for a server on this computer that is not running: the first, doubled after
// each look up to the last.
const (
	minServerLookDelay = 5 * time.Second
	maxServerLookDelay = time.Minute
)

// serverWait looks for a server that is not running, less and less often, so that a window nobody
// uses comes to rest. UI goroutine only.
type serverWait struct {
	after timing.After
	now   func() time.Time
	look  func()

	delay    time.Duration // before the next look
	stop     func()        // nil while no look is scheduled
	lastLook time.Time
}

// scheduleOrStopLooking schedules the next look unless one is scheduled; with false it schedules
// none and forgets how often it looked in vain.
func (w *serverWait) scheduleOrStopLooking(on bool) {
	if !on {
		w.cancelScheduledLook()
		w.delay = 0
		return
	}
	if w.stop != nil {
		return
	}
	if w.delay = min(2*w.delay, maxServerLookDelay); w.delay == 0 {
		w.delay = minServerLookDelay
		w.lastLook = w.now() // what just found that the server is not running
	}
	w.scheduleLook(w.delay)
}

// lookSoonIfAwaiting looks at once, because the user is there to see it, and begins with the
// shortest delay again. It does nothing while no server is awaited, and no more than a look every
// minServerLookDelay.
func (w *serverWait) lookSoonIfAwaiting() {
	if w.stop == nil {
		return
	}
	w.delay = 0
	since := w.now().Sub(w.lastLook)
	w.cancelScheduledLook()
	if since < minServerLookDelay {
		w.scheduleLook(minServerLookDelay - since)
		return
	}
	w.lookNow()
}

func (w *serverWait) lookNow() {
	w.lastLook = w.now()
	w.look()
}

func (w *serverWait) scheduleLook(d time.Duration) {
	if w.after == nil {
		return
	}
	w.stop = w.after(d, func() {
		w.stop = nil
		w.lookNow()
	})
}

// cancelScheduledLook drops the scheduled look, if any.
func (w *serverWait) cancelScheduledLook() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

func (w *serverWait) isLookScheduled() bool { return w.stop != nil }
