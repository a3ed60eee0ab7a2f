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

// Times without activity after which a window that rests gives back what it does not need. Fyne keeps
// the textures and renderers of what was shown for a minute, and frees them only when it draws again;
// what that frees goes back to the system a little later.
const (
	redrawAfter     = 70 * time.Second
	freeMemoryAfter = 80 * time.Second
)

// idler decides when the event loop may wait for input. The window system supplies enqueue,
// waitEvents and wakeLoop: enqueue queues a function for the UI goroutine, waitEvents blocks there
// until input arrives or d has passed, and wakeLoop makes it return at once, from any goroutine.
type idler struct {
	enqueue    func(func())
	waitEvents func(d time.Duration)
	wakeLoop   func()

	queuedCalls  atomic.Int64 // functions given to RunOnUI that have not started
	lastActivity time.Time    // UI goroutine only

	// redraw draws the window again, and freeMemory returns unused memory to the system; each is called
	// once in each period of rest, on the UI goroutine, and must not block. Nil is allowed.
	redraw, freeMemory func()
	redrawn, freed     bool // in this period of rest

	mu      sync.Mutex // guards the fields below
	waiting bool
	stopped bool
}

// RunOnUI queues f for the UI goroutine and returns. Functions run in the order of the calls. It
// may be called from any goroutine.
func (r *idler) RunOnUI(f func()) {
	r.queuedCalls.Add(1)
	r.enqueue(func() {
		r.queuedCalls.Add(-1)
		r.noteActivity()
		f()
	})
	// Either waitForInputIfInactive sees the queued call, or the check below sees that the loop waits.
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

// queueInputWaitsUntilDone queues waitForInputIfInactive again and again until done is closed.
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
				again = r.waitForInputIfInactive()
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

// waitForInputIfInactive blocks until there is input, unless an animation runs, calls are queued or
// something happened less than idleAfter ago. It reports whether it waited the full time without
// input.
func (r *idler) waitForInputIfInactive() bool {
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
		r.noteActivity()
		return false
	}
	r.giveBackUnlessDone(time.Since(r.lastActivity))
	return true
}

// noteActivity ends a period of rest.
func (r *idler) noteActivity() {
	r.lastActivity, r.redrawn, r.freed = time.Now(), false, false
}

// giveBackUnlessDone redraws and frees memory once each, when the window has rested long enough.
func (r *idler) giveBackUnlessDone(rested time.Duration) {
	if rested >= redrawAfter && !r.redrawn && r.redraw != nil {
		r.redrawn = true
		r.redraw()
	}
	if rested >= freeMemoryAfter && !r.freed && r.freeMemory != nil {
		r.freed = true
		r.freeMemory()
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
