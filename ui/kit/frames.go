package kit

import (
	"time"

	"fyne.io/fyne/v2"
)

// Frames calls a function before each frame until it is stopped. Everything here belongs to the UI goroutine.
type Frames struct{ animation *fyne.Animation }

// moving counts the Frames that run.
var moving int //nolint:gochecknoglobals // as there is one loop that draws frames

// Moving reports that something moves by itself, so that frames have to come.
func Moving() bool { return moving > 0 }

// StartFrames calls each from the next frame on, with the part of the present second that is over, from 0 to 1.
func StartFrames(each func(second float32)) *Frames {
	f := &Frames{fyne.NewAnimation(time.Second, each)}
	f.animation.RepeatCount, f.animation.Curve = fyne.AnimationRepeatForever, fyne.AnimationLinear
	moving++
	f.animation.Start()
	return f
}

// Stop ends the calls. A nil Frames, or one that was stopped, stays so.
func (f *Frames) Stop() {
	if f == nil || f.animation == nil {
		return
	}
	f.animation.Stop()
	f.animation = nil
	moving--
}
