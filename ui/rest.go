package ui

import (
	"sync"
	"sync/atomic"
	"time"

	"memoir/ui/kit"
)

// Fyne's loop wakes up 60 times a second, which takes more than 1 % of a processor although nothing is to be done. A
// rest makes it wait for input instead: it is a function in Fyne's queue that returns when there is some.
const (
	nap   = 250 * time.Millisecond // what fyne queues by itself waits that long at most
	awake = time.Second            // from the last thing that happened to the next nap
)

// rest knows when the loop may wait. do, wait and wake belong to the window system: do queues for the UI goroutine,
// wait returns there after d or at the first input, and wake makes it return at once, from any goroutine.
type rest struct {
	do   func(func())
	wait func(d time.Duration)
	wake func()

	queued atomic.Int64 // functions given to Do that have not begun
	last   time.Time    // of what happened; belongs to the UI goroutine

	mu      sync.Mutex // guards what follows
	napping bool
	over    bool
}

// Do runs f on the UI goroutine, soon and in the order of the calls. It may be called from any goroutine.
func (r *rest) Do(f func()) {
	r.queued.Add(1)
	r.do(func() {
		r.queued.Add(-1)
		r.last = time.Now()
		f()
	})
	// Either the nap sees what is queued, or this sees the nap.
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.napping {
		r.wake()
	}
}

// End allows no more naps; the window system may be gone when it returned.
func (r *rest) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
}

// run lets the loop rest until done is closed.
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
			case <-done: // the loop has ended and runs no more
				return
			}
		}
	}
}

// nap waits for input, unless something is or was going on; it reports whether nothing came.
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

// lie begins a nap, or ends it; it reports whether naps are allowed.
func (r *rest) lie(down bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.napping = down && !r.over
	return !r.over
}
