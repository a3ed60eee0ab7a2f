//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// A line that its user writes about themselves, by keyboard alone, opens the next request to the model,
// word for word.
func TestLineAboutYouOpensTheNextRequest(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	h.doAndWaitForDimmedWindow("the palette", func() { h.pressKeys("ctrl+k") })
	h.typeText("About you")
	h.pressKeys("Return")
	h.waitForDialogClosed()
	const line = "I teach the zither in Gent."
	h.typeText(line)
	h.saveScreenshot("about-you")
	h.pressKeys("ctrl+Return")
	h.waitForQuery(line, "SELECT content FROM base_memory ORDER BY id DESC LIMIT 1")
	h.clickAt(composerX, composerY)
	h.sendAndWait("Which strings should I buy?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, line) || !strings.Contains(p, "## Long-term memory") {
		t.Errorf("the server received %s", p)
	}
}
