package draw

import (
	"time"

	"fyne.io/fyne/v2"
)

// Frames calls a function before each frame until it is stopped. UI goroutine only.
type Frames struct{ animation *fyne.Animation }

// runningFrames counts the Frames that are not stopped.
var runningFrames int //nolint:gochecknoglobals // there is one event loop that draws frames

// AnyFrameCallbacksRunning reports whether any Frames run, so that frames have to be drawn.
func AnyFrameCallbacksRunning() bool { return runningFrames > 0 }

// StartFrameCallbacks calls each before every frame, starting with the next one, with the fraction
// of the current second that has passed, from 0 to 1.
func StartFrameCallbacks(each func(second float32)) *Frames {
	f := &Frames{fyne.NewAnimation(time.Second, each)}
	f.animation.RepeatCount, f.animation.Curve = fyne.AnimationRepeatForever, fyne.AnimationLinear
	runningFrames++
	f.animation.Start()
	return f
}

// Stop ends the calls. It does nothing on a nil Frames or one already stopped.
func (f *Frames) Stop() {
	if f == nil || f.animation == nil {
		return
	}
	f.animation.Stop()
	f.animation = nil
	runningFrames--
}
