package timing

import "time"

// After calls f on the UI goroutine after d; stop cancels the call. Both are used on the UI
// goroutine only. In the program it is app.NewAfterFuncOnUI's.
type After func(d time.Duration, f func()) (stop func())

// Debounce runs a function once, a fixed delay after the last of several triggers. It must be used
// on the UI goroutine, where it also runs the function.
type Debounce struct {
	after After
	delay time.Duration
	run   func()
	stop  func() // nil when no run is pending
}

// NewDebounce returns a Debounce that runs run after delay. While after is nil, nothing is ever
// scheduled.
func NewDebounce(after After, delay time.Duration, run func()) *Debounce {
	return &Debounce{after: after, delay: delay, run: run}
}

// Restart schedules a run after the delay and replaces the pending one, if any.
func (b *Debounce) Restart() {
	b.Cancel()
	if b.after == nil {
		return
	}
	b.stop = b.after(b.delay, func() {
		b.stop = nil // before run, which may restart
		b.run()
	})
}

// StartUnlessPending schedules a run after the delay unless one is pending, which keeps its time.
func (b *Debounce) StartUnlessPending() {
	if b.stop == nil {
		b.Restart()
	}
}

// IsPending reports whether a run is scheduled.
func (b *Debounce) IsPending() bool { return b.stop != nil }

// Cancel drops the pending run, if any.
func (b *Debounce) Cancel() {
	if b.stop != nil {
		b.stop()
		b.stop = nil
	}
}

// Flush runs the pending run, if any, now instead of later.
func (b *Debounce) Flush() {
	if b.stop != nil {
		b.Cancel()
		b.run()
	}
}
