//go:build e2e

package e2e

import "testing"

// What is selected with the mouse is pasted by the middle button; where nothing is, it does nothing.
func TestMiddleButtonPastesTheSelection(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	h.runXdotool("mousemove", "1230", "91", "click", "2")
	h.clickAt(composerX, composerY)
	h.typeText("Lisbon")
	h.waitForQuery(`"Lisbon"`, "SELECT value FROM settings WHERE key='ui.draft'")
	h.waitForStillScreen()
	h.runXdotool("mousemove", "350", "800", "click", "--repeat", "2", "--delay", "60", "1")
	h.waitForStillScreen()
	h.pressKeys("End")
	h.runXdotool("mousemove", "1230", "91", "click", "2") // into the search for memories
	h.waitForStillScreen()
	h.pressKeys("ctrl+a", "ctrl+c")
	h.clickAt(composerX, composerY)
	h.pressKeys("End", "space", "ctrl+v")
	h.waitForQuery(`"Lisbon Lisbon"`, "SELECT value FROM settings WHERE key='ui.draft'")
}
