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
	return &rest{do: onMain, wait: func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) }, wake: glfw.PostEmptyEvent}
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
