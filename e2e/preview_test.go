//go:build e2e && checked

package e2e

import (
	"strings"
	"testing"
)

// The meter opens what will be sent; it follows what is typed, and what is left out there is not sent.
func TestPreviewFollowsTypingAndLeavesAMemoryOut(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "The user is allergic to peanuts.")
	h.runMemoir("memory", "add", "The user lives in Lisbon.")
	h.execSQL(`INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.look', '{"mode":"light","zoom":1}')`)
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressControlWithPrefix("What will be sent")
	h.waitForText("As you type a message, everything that will be sent")
	h.clickAt(composerX, composerY)
	h.typeText("What should I cook")
	h.waitForControl("Leave out: The user is allergic to peanuts.")
	h.typeText(" tonight?")
	h.scrollUntilShownAtX("History", 1260)
	h.waitFor("the words that are typed", func() bool {
		h.pressControlWithPrefix("History")
		return h.becomesTrueWithinTwoSeconds(func() bool { return h.isTextShown("What should I cook tonight?") })
	})
	h.waitFor("the meter to count what the page counts", func() bool {
		for _, s := range h.screenElements() {
			if n, ok := strings.CutSuffix(s.Name, " tokens"); ok && s.Kind == "text" {
				return h.isTextShown(n + " of 32k")
			}
		}
		return false
	})
	h.scrollUntilShownAtX("Leave out: The user is allergic to peanuts.", 1260)
	h.saveScreenshot("preview-1")
	h.pressControlWithPrefix("Leave out: The user is allergic to peanuts.")
	h.waitForText("1 memory left out")
	h.saveScreenshot("preview-2-left-out")
	h.clickAt(composerX, composerY)
	h.pressKeys("Return")
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant'")
	if p := h.lastChatRequestBody(); strings.Contains(p, "peanuts") || !strings.Contains(p, "Lisbon") {
		t.Errorf("sent %s", p)
	}
	h.waitForText("You left out 1 memory.")
	h.saveScreenshot("preview-3-sent")
	h.sendAndWait("And tomorrow?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "peanuts") {
		t.Errorf("the next message was sent without the memory: %s", p)
	}
}
