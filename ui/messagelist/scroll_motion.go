package messagelist

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/draw"
)

// scrollMotion scrolls frame by frame: after the wheel, and while a selection is dragged beyond an
// edge. It runs only while there is something left to scroll. It belongs to the UI goroutine.
type scrollMotion struct {
	scroll    func(d float64) // scrolls by d pixels
	now       func() time.Time
	smooth    smoothScroll
	auto      autoScroll
	frames    *draw.Frames // running while smooth or auto is active
	lastFrame time.Time
}

// scrollSmoothly scrolls by d pixels over the next frames.
func (m *scrollMotion) scrollSmoothly(d float64) {
	m.smooth.addDistanceDroppingOpposite(d)
	m.startFrameLoop()
}

// scrollForSelectionDrag is the OnSelectionDrag of the Host.
func (m *scrollMotion) scrollForSelectionDrag(o fyne.CanvasObject, at fyne.Position, again func()) {
	m.auto.drag = selectionDrag{o, at, again}
	if m.auto.scrollSpeed() != 0 {
		m.smooth.dropRemainingDistance()
		m.startFrameLoop()
	}
}

// stopSelectionDragScroll is the OnSelectionDragEnd of the Host.
func (m *scrollMotion) stopSelectionDragScroll() { m.auto.drag = selectionDrag{} }

// startFrameLoop runs the animation frame by frame until it is done.
func (m *scrollMotion) startFrameLoop() {
	if m.frames != nil {
		return
	}
	m.lastFrame = m.now()
	m.frames = draw.StartFrameCallbacks(m.scrollAndExtendSelectionForFrame)
}

func (m *scrollMotion) scrollAndExtendSelectionForFrame(float32) {
	if m.frames == nil {
		return
	}
	t := m.now()
	dt := t.Sub(m.lastFrame).Seconds()
	m.lastFrame = t
	d := m.smooth.takeNextStep(dt)
	speed := m.auto.scrollSpeed()
	if !m.smooth.hasDistanceLeft() && speed == 0 {
		m.frames.Stop()
		m.frames = nil
	}
	if d != 0 {
		m.scroll(d)
	}
	if speed != 0 && dt > 0 {
		m.scroll(m.auto.limitStepToSelectedText(speed * dt))
		m.auto.drag.extendSelection()
	}
}

// stopAllScrolling ends all motion at the current position.
func (m *scrollMotion) stopAllScrolling() {
	m.smooth.dropRemainingDistance()
	m.auto.drag = selectionDrag{}
	if m.frames != nil {
		m.frames.Stop()
		m.frames = nil
	}
}
