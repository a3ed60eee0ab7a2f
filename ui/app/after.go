package app

import "time"

// Timer makes the After of an Env: f runs on the UI goroutine after d unless it was stopped or the tasks are closed.
func Timer(t *Tasks) func(d time.Duration, f func()) (stop func()) {
	return func(d time.Duration, f func()) func() {
		stopped := false // belongs to the UI goroutine
		timer := time.AfterFunc(d, func() {
			t.Post(func() {
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
