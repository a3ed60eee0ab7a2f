//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A selection is dragged over the upper edge of the list, which scrolls, then to another line, and
// released over the header; what is marked can be copied.
func TestSelectionDraggedPastTheEdgeFollowsThePointerAndIsCopied(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("chat", "Hello")
	var lines strings.Builder
	for i := range 120 {
		fmt.Fprintf(&lines, "Line %03d of the reply.\n\n", i)
	}
	h.execSQL("UPDATE messages SET content=? WHERE role='assistant'", lines.String())
	h.startWindow()
	h.searchAndOpenFirstHit("Hello")
	h.waitForStillScreen()
	h.scrollWindow(30)
	h.waitForStillScreen()
	h.saveScreenshot("selection-1-before")

	h.printStep("Held at the upper edge, the list scrolls; then the pointer goes back down.")
	// 200 pixels are dragged and at least 300 scrolled, in lines of 36.
	h.dragUntilLinesAreMarked(10, func(hold time.Duration) {
		for y := 480; y >= 70; y -= 30 {
			h.runXdotool("mousemove", "500", strconv.Itoa(y))
		}
		h.runXdotool("mousemove", "500", "20")
		time.Sleep(hold) // the list scrolls
		for _, y := range []string{"295", "298", "300"} {
			h.runXdotool("mousemove", "500", y)
			h.waitForStillScreen()
		}
	})

	h.printStep("Released over the header, what is marked is copied.")
	h.dragUntilLinesAreMarked(12, func(hold time.Duration) {
		for _, y := range []string{"480", "300", "100", "20"} {
			h.runXdotool("mousemove", "500", y)
			h.waitForStillScreen()
		}
		time.Sleep(hold)
	})
}

// dragUntilLinesAreMarked presses at the middle of the list, drags and releases, and compares how many lines can be
// copied with the fewest that must be. A busy computer scrolls later than the pointer moves: then the drag is repeated
// and held longer.
func (h *harness) dragUntilLinesAreMarked(fewest int, drag func(hold time.Duration)) {
	h.Helper()
	marked := 0
	for hold := 10 * pollInterval; hold < 10*time.Second; hold *= 3 {
		h.runXdotool("mousemove", "500", "500", "mousedown", "1")
		drag(hold)
		h.runXdotool("mouseup", "1")
		h.pressKeys("ctrl+c")
		h.saveScreenshot("selection-" + strconv.Itoa(fewest) + "-dragged")
		if marked = strings.Count(h.pasteIntoComposerAndReadDraft(), "Line"); marked >= fewest {
			return
		}
		h.clickAt(composerX, composerY)
		h.pressKeys("ctrl+a", "BackSpace")
		h.scrollWindow(30)
		h.waitForStillScreen()
	}
	h.Errorf("%d lines were marked, want at least %d", marked, fewest)
}

// pasteIntoComposerAndReadDraft empties the composer, pastes the clipboard and returns the draft that is saved.
func (h *harness) pasteIntoComposerAndReadDraft() string {
	h.Helper()
	h.clickAt(composerX, composerY)
	h.pressKeys("ctrl+a", "BackSpace")
	h.waitForQuery("", "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
	h.pressKeys("ctrl+v")
	h.waitFor("the pasted text", func() bool {
		return h.queryText("SELECT draft FROM threads ORDER BY id DESC LIMIT 1") != ""
	})
	return h.queryText("SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
}
