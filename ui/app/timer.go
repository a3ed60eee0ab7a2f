package app

import (
	"time"

	"memoir/ui/timing"
)

// NewAfterFuncOnUI returns the After of an Env: it calls f on the UI goroutine after d, unless the
// timer was stopped or the tasks were closed by then.
func NewAfterFuncOnUI(t *Tasks) timing.After {
	return func(d time.Duration, f func()) func() {
		stopped := false // accessed on the UI goroutine only
		timer := time.AfterFunc(d, func() {
			t.PostToUI(func() {
				if !stopped {
					f()
				}
			})
		})
		return func() {
			stopped = true
			timer.Stop()
		}
	}
}
