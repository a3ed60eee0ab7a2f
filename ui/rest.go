package ui

import (
	"sync"
	"sync/atomic"
	"time"

	"memoir/ui/kit"
)

// Fyne's event loop polls 60 times a second, which costs more than 1 % of a processor core even
// when nothing happens. The idler makes it block until there is input: it queues a function in
// Fyne's loop that returns as soon as an event arrives.
const (
	nap   = 250 * time.Millisecond // calls that Fyne queues itself wait this long at most
	awake = time.Second            // time without activity before the loop may wait
)

// idler decides when the event loop may wait for input. The window system supplies enqueue,
// waitEvents and wakeLoop: enqueue queues a function for the UI goroutine, waitEvents blocks there
// until input arrives or d has passed, and wakeLoop makes it return at once, from any goroutine.
type rest struct {
	do   func(func())
	wait func(d time.Duration)
	wake func()

	queued atomic.Int64 // functions given to RunOnUI that have not started
	last   time.Time    // UI goroutine only

	mu      sync.Mutex // guards the fields below
	napping bool
	over    bool
}

// RunOnUI queues f for the UI goroutine and returns. Functions run in the order of the calls. It
// may be called from any goroutine.
func (r *rest) Do(f func()) {
	r.queued.Add(1)
	r.do(func() {
		r.queued.Add(-1)
		r.last = time.Now()
		f()
	})
	// Either waitForInput sees the queued call, or the check below sees that the loop waits.
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.napping {
		r.wake()
	}
}

// StopIdling forbids further waiting. The window system may be gone once it returns.
func (r *rest) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
}

// runIdleLoop queues waitForInput again and again until done is closed.
func (r *rest) run(done <-chan struct{}) {
	over := make(chan struct{}, 1)
	for {
		select {
		case <-done:
			return
		case <-time.After(awake / 4):
		}
		for again := true; again; {
			r.do(func() {
				again = r.nap()
				over <- struct{}{}
			})
			select {
			case <-over:
			case <-done: // the event loop has ended and will not run the function
				return
			}
		}
	}
}

// waitForInput blocks until there is input, unless an animation runs, calls are queued or something
// happened less than idleAfter ago. It reports whether it waited the full time without input.
func (r *rest) nap() bool {
	if kit.Moving() || time.Since(r.last) < awake {
		return false
	}
	defer r.lie(false)
	if !r.lie(true) || r.queued.Load() > 0 {
		return false
	}
	began := time.Now()
	r.wait(nap)
	if time.Since(began) < nap {
		r.last = time.Now()
		return false
	}
	return true
}

// setWaiting records that the loop starts or stops waiting; it reports whether waiting is still
// allowed.
func (r *rest) lie(down bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.napping = down && !r.over
	return !r.over
}
