package sidebar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// busySpinner shows in which chats an answer is being written. UI goroutine only.
type busySpinner struct {
	env           *app.Env
	busy          map[memory.ID]bool
	spinnerArcs   map[memory.ID]*canvas.Arc
	spinnerFrames *draw.Frames // runs while any chat is busy
	spinnerStep   int          // the step of the turn that the arcs show
}

// spinnerStepsPerTurn is the number of steps in a turn of the arcs, which takes one second; it is
// small because every frame redraws the window.
const spinnerStepsPerTurn = 10

// The angles between which the arcs are drawn at the beginning of a turn, in degrees.
const spinnerStart, spinnerEnd = 20, 290

// newBusyIndicator shows that an answer is being written in a chat: a rotating arc or, with reduced
// motion, a static ring.
func (b *busySpinner) newBusyIndicator(id memory.ID) fyne.CanvasObject {
	if b.env.HasReducedMotion() {
		return widgets.FixedSize(10, 10, draw.NewBox(theme.None, theme.Accent, 5))
	}
	a := canvas.NewArc(spinnerStart, spinnerEnd, 0.72, theme.Current().TokenColor(theme.Accent))
	b.spinnerArcs[id] = a
	return wrapInFixedSquare(12, a)
}

// startOrStopSpinner rotates the arcs while any chat is busy.
func (b *busySpinner) startOrStopSpinner() {
	if len(b.busy) == 0 || b.env.HasReducedMotion() {
		if b.spinnerFrames != nil {
			b.spinnerFrames.Stop()
			b.spinnerFrames = nil
		}
		clear(b.spinnerArcs)
		return
	}
	if b.spinnerFrames != nil {
		return
	}
	b.spinnerStep = 0
	b.spinnerFrames = draw.StartFrameCallbacks(b.rotateSpinnerArcs)
}

// rotateSpinnerArcs turns the arcs to the step of a second, a fraction of 1.
func (b *busySpinner) rotateSpinnerArcs(second float32) {
	step := int(second * spinnerStepsPerTurn)
	if step == b.spinnerStep {
		return
	}
	b.spinnerStep = step
	angle := float32(step) * 360 / spinnerStepsPerTurn
	for id, a := range b.spinnerArcs {
		if b.busy[id] {
			a.StartAngle, a.EndAngle = spinnerStart+angle, spinnerEnd+angle
			a.FillColor = theme.Current().TokenColor(theme.Accent)
			a.Refresh()
		}
	}
}
