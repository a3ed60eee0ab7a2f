//go:build !linux || ci

package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// newRest returns one that does not wait: on other systems nobody has measured what it saves.
func newRest() *rest { return &rest{do: fyne.Do, wait: func(time.Duration) {}, wake: func() {}} }
