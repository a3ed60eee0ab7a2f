//go:build linux && !ci

package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// newRest returns the rest of the loop that Fyne runs with GLFW.
func newRest() *rest {
	return &rest{do: fyne.Do, wait: func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) }, wake: glfw.PostEmptyEvent}
}
