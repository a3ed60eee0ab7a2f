//go:build !linux || ci

package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// newIdler returns an idler that never waits: what it would save on other systems has not been
// measured.
func newRest() *rest { return &rest{do: fyne.Do, wait: func(time.Duration) {}, wake: func() {}} }
