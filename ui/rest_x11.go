//go:build linux && !ci

package ui

import (
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// newRest returns the rest of the loop that Fyne runs with GLFW.
func newRest() *rest {
	return &rest{do: onMain, wait: wait, wake: glfw.PostEmptyEvent}
}

// burst is how long input is collected after a nap: what comes together, such as a pointer that arrives and clicks, is
// then drawn as one frame.
const burst = 5 * time.Millisecond

func wait(d time.Duration) {
	began := time.Now()
	glfw.WaitEventsTimeout(d.Seconds())
	if time.Since(began) < d {
		time.Sleep(burst)
		glfw.PollEvents()
	}
}

// onMain is fyne.Do without what it does once its loop has ended, as after a signal that it heard itself: it then calls
// f on the goroutine of the caller, where the window is gone and a call of GLFW panics. The UI goroutine is the only one
// on the first thread of the process, which has the number of the process.
func onMain(f func()) {
	fyne.Do(func() {
		if syscall.Gettid() == syscall.Getpid() {
			f()
		}
	})
}
