package messagelist

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// dragHarness drags a selection through a row of a list in a window; frames are a sixtieth of a
// second apart.
type hand struct {
	*world
	view  View
	moved int
	clock time.Time
}

func newHand(t *testing.T, id int64) *hand {
	h := &hand{world: newWorld(t, 40), clock: time.Unix(1_800_000_000, 0)}
	h.list.now = func() time.Time { return h.clock }
	window := test.NewTempWindow(t, h.list)
	window.SetPadded(false)
	window.Resize(fyne.NewSize(748, 600))
	h.list.ScrollTo(id)
	h.view = h.list.View(id)
	return h
}

// holdPointer holds the pointer at y in the window for n frames.
func (h *hand) hold(y float32, n int) {
	h.list.views.host.Drag(h.view, fyne.NewPos(300, y), func() { h.moved++ })
	for range n {
		h.clock = h.clock.Add(time.Second / 60)
		h.list.frame(0)
	}
}

func TestASelectionHeldBeyondAnEdgeScrollsTheList(t *testing.T) {
	h := newHand(t, 12)
	long := textRow{id: 12, revision: 9, words: 3_000}
	h.list.Update(long)
	start := h.y(12)
	h.hold(300, 30)
	h.expect("inside nothing moves", h.y(12), start)
	h.hold(640, 30)
	down := h.y(12)
	if down >= start-100 || h.moved != 30 {
		t.Errorf("below the edge the text went from %v to %v and the selection moved %d times", start, down, h.moved)
	}
	h.hold(700, 30)
	if far := h.y(12); down-far <= start-down {
		t.Errorf("farther out it went %v, nearer %v", down-far, start-down)
	}
	at := h.y(12)
	h.hold(300, 30)
	h.expect("inside again nothing moves", h.y(12), at)
	h.hold(-40, 10)
	if up := h.y(12); up <= at {
		t.Errorf("above the edge the text went from %v to %v", at, up)
	}
}

func TestASelectionDoesNotScrollBeyondItsMessage(t *testing.T) {
	h := newHand(t, 12)
	h.list.Update(textRow{id: 12, revision: 9, words: 900})
	h.hold(2_000, 300)
	end := h.y(12) + float64(h.view.Size().Height)
	if end > 600 || end < 600-pullRest-1 {
		t.Errorf("the message ends at %v of a list of 600", end)
	}
	h.hold(-2_000, 300)
	if top := h.y(12); top < 0 || top > pullRest+1 {
		t.Errorf("the message begins at %v", top)
	}
}

func TestLettingGoEndsTheScrolling(t *testing.T) {
	h := newHand(t, 12)
	h.list.Update(textRow{id: 12, revision: 9, words: 3_000})
	h.hold(640, 5)
	h.list.views.host.DragEnd()
	at := h.y(12)
	for range 10 {
		h.clock = h.clock.Add(time.Second / 60)
		h.list.frame(0)
	}
	h.expect("the text", h.y(12), at)
	if h.list.frames != nil {
		t.Error("frames are still asked for")
	}
}
