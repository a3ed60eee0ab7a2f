package messagelist

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// dragHarness drags a selection through a row of a list in a window; frames are a sixtieth of a
// second apart.
type dragHarness struct {
	*harness
	view           View
	selectionMoves int
	clock          time.Time
}

func newDragHarness(t *testing.T, id int64) *dragHarness {
	h := &dragHarness{harness: newHarness(t, 40), clock: time.Unix(1_800_000_000, 0)}
	h.list.motion.now = func() time.Time { return h.clock }
	window := test.NewTempWindow(t, h.list)
	window.SetPadded(false)
	window.Resize(fyne.NewSize(748, 600))
	h.list.ScrollToRowAndHighlight(id)
	h.view = h.list.ViewNearViewportByID(id)
	return h
}

// dragSelectionForFrames holds the pointer at y in the window for n frames.
func (h *dragHarness) dragSelectionForFrames(y float32, n int) {
	h.list.views.host.OnSelectionDrag(h.view, fyne.NewPos(300, y), func() { h.selectionMoves++ })
	for range n {
		h.clock = h.clock.Add(time.Second / 60)
		h.list.motion.scrollAndExtendSelectionForFrame(0)
	}
}

func TestSelectionDraggedBeyondAnEdgeScrollsTheList(t *testing.T) {
	h := newDragHarness(t, 12)
	long := textRow{id: 12, revision: 9, words: 3_000}
	h.list.UpdateRow(long)
	start := h.rowYOrNaN(12)
	h.dragSelectionForFrames(300, 30)
	h.expectEqual("inside nothing moves", h.rowYOrNaN(12), start)
	h.dragSelectionForFrames(640, 30)
	down := h.rowYOrNaN(12)
	if down >= start-100 || h.selectionMoves != 30 {
		t.Errorf("below the edge the text went from %v to %v and the selection moved %d times", start, down, h.selectionMoves)
	}
	h.dragSelectionForFrames(700, 30)
	if far := h.rowYOrNaN(12); down-far <= start-down {
		t.Errorf("farther out it went %v, nearer %v", down-far, start-down)
	}
	at := h.rowYOrNaN(12)
	h.dragSelectionForFrames(300, 30)
	h.expectEqual("inside again nothing moves", h.rowYOrNaN(12), at)
	h.dragSelectionForFrames(-40, 10)
	if up := h.rowYOrNaN(12); up <= at {
		t.Errorf("above the edge the text went from %v to %v", at, up)
	}
}

func TestAutoScrollStopsAtTheEndsOfTheMessage(t *testing.T) {
	h := newDragHarness(t, 12)
	h.list.UpdateRow(textRow{id: 12, revision: 9, words: 900})
	h.dragSelectionForFrames(2_000, 300)
	end := h.rowYOrNaN(12) + float64(h.view.Size().Height)
	if end > 600 || end < 600-autoScrollMargin-1 {
		t.Errorf("the message ends at %v of a list of 600", end)
	}
	h.dragSelectionForFrames(-2_000, 300)
	if top := h.rowYOrNaN(12); top < 0 || top > autoScrollMargin+1 {
		t.Errorf("the message begins at %v", top)
	}
}

func TestDragEndStopsAutoScroll(t *testing.T) {
	h := newDragHarness(t, 12)
	h.list.UpdateRow(textRow{id: 12, revision: 9, words: 3_000})
	h.dragSelectionForFrames(640, 5)
	h.list.views.host.OnSelectionDragEnd()
	at := h.rowYOrNaN(12)
	for range 10 {
		h.clock = h.clock.Add(time.Second / 60)
		h.list.motion.scrollAndExtendSelectionForFrame(0)
	}
	h.expectEqual("the text", h.rowYOrNaN(12), at)
	if h.list.motion.frames != nil {
		t.Error("frames are still asked for")
	}
}
