//go:build linux && !ci

package ui

import (
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// newEventLoopIdleWaiter returns the idler for Fyne's GLFW event loop.
func newEventLoopIdleWaiter() *idler {
	return &idler{enqueue: runOnUIUnlessLoopEnded, waitEvents: waitForEventsAndCollectBurst, wakeLoop: glfw.PostEmptyEvent}
}

// inputBurst is how long further input is collected after the first event, so that events that
// belong together, such as a pointer move and a click, are drawn as one frame.
const inputBurst = 5 * time.Millisecond

func waitForEventsAndCollectBurst(d time.Duration) {
	began := time.Now()
	glfw.WaitEventsTimeout(d.Seconds())
	if time.Since(began) < d {
		time.Sleep(inputBurst)
		glfw.PollEvents()
	}
}

// runOnUIUnlessLoopEnded is fyne.Do, except that f is dropped once Fyne's loop has ended, for
// example after a signal that Fyne handled itself. fyne.Do would then call f on the caller's
// goroutine, where the window is gone and any GLFW call panics. The UI goroutine is the only one
// locked to the first thread of the process, whose thread id equals the process id.
func runOnUIUnlessLoopEnded(f func()) {
	fyne.Do(func() {
		if syscall.Gettid() == syscall.Getpid() {
			f()
		}
	})
}
