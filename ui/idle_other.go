//go:build !linux || ci

package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// newEventLoopIdleWaiter returns an idler that never waits: what it would save on other systems has
// not been measured.
func newEventLoopIdleWaiter() *idler {
	return &idler{enqueue: fyne.Do, waitEvents: func(time.Duration) {}, wakeLoop: func() {}}
}
