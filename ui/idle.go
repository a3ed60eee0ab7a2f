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

// idler decides when the event loop may wait for input. The window system supplies enqueue,
// waitEvents and wakeLoop: enqueue queues a function for the UI goroutine, waitEvents blocks there
// until input arrives or d has passed, and wakeLoop makes it return at once, from any goroutine.
type idler struct {
	enqueue    func(func())
	waitEvents func(d time.Duration)
	wakeLoop   func()

	queuedCalls  atomic.Int64 // functions given to RunOnUI that have not started
	lastActivity time.Time    // UI goroutine only

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
		r.lastActivity = time.Now()
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
		r.lastActivity = time.Now()
		return false
	}
	return true
}

// recordWaitingIfAllowed records that the loop starts or stops waiting; it reports whether waiting
// is still allowed.
func (r *idler) recordWaitingIfAllowed(down bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = down && !r.stopped
	return !r.stopped
}
