//go:build e2e && checked

package e2e

import "testing"

// Ctrl+K marks what was typed and shows a message without its Markdown.
func TestPaletteMarksTheQueryAndShowsNoMarkdown(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "The user has a rabbit called Momo.")
	h.runMemoir("chat", "Tell me of the rabbit")
	h.execSQL(`INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.look', '{"mode":"light","zoom":1}')`)
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.doAndWaitForDimmedWindow("the palette", func() { h.pressKeys("ctrl+k") })
	h.typeText("rabbit")
	h.waitForText("The user has a rabbit called Momo.")
	h.saveScreenshot("palette-marks")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	h.saveScreenshot("light-new-chat")
	h.doAndWaitForDimmedWindow("Settings", func() { h.pressKeys("ctrl+comma") })
	h.saveScreenshot("light-settings")
}
