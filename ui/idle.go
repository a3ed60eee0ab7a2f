package ui

import (
	"sync"
	"sync/atomic"
	"time"

	"memoir/ui/draw"
)

// Fyne's event loop polls 60 times a second, which costs more than 1 % of a processor core even
// when nothing happens. The idler makes it block until there is input: it queues a function in
// Fyne's loop that returns as soon as an event arrives.
const (
	maxIdleWait = 250 * time.Millisecond // calls that Fyne queues itself wait this long at most
	idleAfter   = time.Second            // time without activity before the loop may wait
)

// When a window gives back what it does not need. Fyne keeps the textures and renderers of what was
// shown for a minute, and frees them only when it draws again; what that frees goes back to the
// system a little later.
const (
	redrawAfter     = 70 * time.Second // without activity
	freeMemoryDelay = 10 * time.Second // from the redraw on
	// busyCalls is how many functions given to QueueOnUIWakingLoop are as good a reason to give back
	// as input: what works in the background, such as learning, uses memory too, and can keep the
	// window from 70 seconds without any activity for as long as it likes.
	busyCalls = 50
)

// idler decides when the event loop may wait for input. The window system supplies enqueue,
// waitEvents and wakeLoop: enqueue queues a function for the UI goroutine, waitEvents blocks there
// until input arrives or d has passed, and wakeLoop makes it return at once, from any goroutine.
type idler struct {
	enqueue    func(func())
	waitEvents func(d time.Duration)
	wakeLoop   func()

	queuedCalls atomic.Int64 // functions given to QueueOnUIWakingLoop that have not started

	// UI goroutine only.
	lastActivity, lastInput time.Time
	lastRedraw              time.Time // to give back
	callsSinceRedraw        int       // functions given to QueueOnUIWakingLoop
	restRedrawn             bool      // since lastActivity
	freeMemoryAt            time.Time // zero when nothing is to be freed

	// redraw draws the window again, and freeMemory returns unused memory to the system. They are
	// called in turns, on the UI goroutine, while the loop waits for input, and must not block. Nil is
	// allowed.
	redraw, freeMemory func()

	mu      sync.Mutex // guards the fields below
	waiting bool
	stopped bool
}

// QueueOnUIWakingLoop queues f for the UI goroutine and returns. Functions run in the order of the
// calls. It may be called from any goroutine.
func (r *idler) QueueOnUIWakingLoop(f func()) {
	r.queuedCalls.Add(1)
	r.enqueue(func() {
		r.queuedCalls.Add(-1)
		r.callsSinceRedraw++
		r.recordActivity()
		f()
	})
	// Either waitForInputOrFreeMemoryIfInactive sees the queued call, or the check below sees that the
	// loop waits.
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting {
		r.wakeLoop()
	}
}

// StopIdling forbids further waiting. The window system may be gone once it returns.
func (r *idler) StopIdling() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
}

// queueInputWaitsUntilDone queues waitForInputOrFreeMemoryIfInactive again and again until done is
// closed.
func (r *idler) queueInputWaitsUntilDone(done <-chan struct{}) {
	returned := make(chan struct{}, 1)
	for {
		select {
		case <-done:
			return
		case <-time.After(idleAfter / 4):
		}
		for again := true; again; {
			r.enqueue(func() {
				again = r.waitForInputOrFreeMemoryIfInactive()
				returned <- struct{}{}
			})
			select {
			case <-returned:
			case <-done: // the event loop has ended and will not run the function
				return
			}
		}
	}
}

// waitForInputOrFreeMemoryIfInactive blocks until there is input, unless an animation runs, calls
// are queued or something happened less than idleAfter ago. It reports whether it waited the full
// time without input.
func (r *idler) waitForInputOrFreeMemoryIfInactive() bool {
	if draw.AnyFrameCallbacksRunning() || time.Since(r.lastActivity) < idleAfter {
		return false
	}
	defer r.recordWaitingIfAllowed(false)
	if !r.recordWaitingIfAllowed(true) || r.queuedCalls.Load() > 0 {
		return false
	}
	began := time.Now()
	r.waitEvents(maxIdleWait)
	if time.Since(began) < maxIdleWait {
		if r.recordActivity(); r.queuedCalls.Load() == 0 {
			r.lastInput = r.lastActivity
		}
		return false
	}
	r.redrawAndFreeMemoryIfDue(time.Now())
	return true
}

// beginFirstRestPeriod begins the first period of rest, when the window opens.
func (r *idler) beginFirstRestPeriod() {
	r.recordActivity()
	r.lastInput, r.lastRedraw = r.lastActivity, r.lastActivity
}

// recordActivity notes now as the last activity, which ends a period of rest.
func (r *idler) recordActivity() { r.lastActivity, r.restRedrawn = time.Now(), false }

// redrawAndFreeMemoryIfDue redraws once in each period of rest that is long enough, and again and
// again while calls without input keep it from being; each time it frees memory a little later. It
// is called while nothing happens.
func (r *idler) redrawAndFreeMemoryIfDue(now time.Time) {
	rested := !r.restRedrawn && now.Sub(r.lastActivity) >= redrawAfter
	busyWithoutInput := r.callsSinceRedraw >= busyCalls && now.Sub(r.lastInput) >= redrawAfter &&
		now.Sub(r.lastRedraw) >= redrawAfter
	if rested || busyWithoutInput {
		r.lastRedraw, r.callsSinceRedraw, r.restRedrawn = now, 0, true
		r.freeMemoryAt = now.Add(freeMemoryDelay)
		if r.redraw != nil {
			r.redraw()
		}
	}
	if !r.freeMemoryAt.IsZero() && !now.Before(r.freeMemoryAt) {
		r.freeMemoryAt = time.Time{}
		if r.freeMemory != nil {
			r.freeMemory()
		}
	}
}

// recordWaitingIfAllowed records that the loop starts or stops waiting; it reports whether waiting
// is still allowed.
func (r *idler) recordWaitingIfAllowed(down bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = down && !r.stopped
	return !r.stopped
}
