//go:build e2e && checked

package e2e

import (
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

// A server that stops while the window is open is not called reachable, and one that is back is.
func TestTheModelIsUnreachableOnceItsServerHasStopped(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.sendAndWait("I live in Tromsdalen")
	h.waitForText("scripted-demo on this computer")
	address := strings.TrimPrefix(h.server.URL, "http://")
	h.server.Close()
	h.sendAndWait("Is anyone there?")
	h.waitForText("No model")
	h.waitForQuery("failed offline", "SELECT status || ' ' || json_extract(error, '$.code') FROM messages "+
		"WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	h.saveScreenshot("unreachable-1")

	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	back, err := llmtest.StartServer(address, script, "")
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	h.waitForText("scripted-demo on this computer") // it is looked for again and again
	h.pressControlWithPrefix("Retry")
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	h.stopProgram()
}

// What the user typed is not new to them, what was learned is until it was opened; and of an answer that is not
// there nothing is copied.
func TestOnlyWhatWasLearnedIsNew(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce)
	h.pressControlWithPrefix("This answer")
	h.waitForText("Send a message, and everything sent to the model will appear here")
	h.pressControlInPanel("Copy as text")
	h.pressControlInPanel("Earlier answer")
	h.waitForStillScreen()
	if h.isTextShown("Copied") || !h.isTextShown("Send a message, and everything sent") {
		t.Error("an answer that is not there is copied, or an earlier one is shown")
	}
	h.pressControlWithPrefix("Memories")
	h.pressKeys("ctrl+shift+m")
	h.waitForText("New memory")
	h.typeText("I sail a yawl called Ida.")
	h.pressKeys("ctrl+Return")
	h.waitForQuery("1 manual", "SELECT count(*) || ' ' || max(origin) FROM memory")
	h.waitForControl("Memory: ")
	h.waitForStillScreen()
	if h.isExactTextShown("New") {
		t.Error("a memory that was typed is new")
	}
	h.saveScreenshot("new-1-typed")
	h.clickAt(composerX, composerY)
	h.sendAndWait("I live in Tromsdalen")
	h.waitForControl("Memory: The user lives in Tromsdalen")
	h.waitFor("the learned memory to be new", func() bool { return h.isExactTextShown("New") })
	h.saveScreenshot("new-2-learned")
	h.pressControlWithPrefix("Memory: The user lives in Tromsdalen")
	h.waitForControl("More options for this memory")
	h.pressKeys("Escape")
	h.waitFor("it to be seen", func() bool { return !h.isExactTextShown("New") })
	h.pressControlWithPrefix("This answer")
	h.waitForText("Everything sent to the model for this answer")
	h.pressControlInPanel("Copy as text")
	h.waitForText("Copied")
}

// isExactTextShown reports whether a text is exactly this.
func (h *harness) isExactTextShown(text string) bool {
	h.Helper()
	for _, s := range h.screenElements() {
		if s.Kind == "text" && s.Name == text {
			return true
		}
	}
	return false
}

// Who writes with an input method sends with Ctrl+Enter: Enter, which takes over what the method offers, only
// breaks the line.
func TestCtrlEnterSendsWhereEnterBreaksTheLine(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.doAndWaitForDimmedWindow("Settings", func() { h.pressKeys("ctrl+comma") })
	h.pressControlWithPrefix("Appearance")
	h.scrollUntilShown("Send with Ctrl+Enter")
	h.pressControlWithPrefix("Send with Ctrl+Enter")
	h.waitForQuery("1", "SELECT count(*) FROM settings WHERE key='ui.look' AND json_extract(value, '$.ctrl_enter')")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	h.clickAt(composerX, composerY)
	h.typeText("first")
	h.pressKeys("Return")
	h.typeText("second")
	h.waitForStillScreen()
	h.saveScreenshot("ctrl-enter-1-typed")
	h.waitForQuery("0", "SELECT count(*) FROM messages")
	h.pressKeys("ctrl+Return")
	h.waitForQuery("first\nsecond", "SELECT content FROM messages WHERE role='user'")
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant'")
	h.stopProgram()

	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile()) // which keeps it
	h.clickAt(composerX, composerY)
	h.typeText("third")
	h.pressKeys("Return")
	h.typeText("fourth")
	h.waitForStillScreen()
	h.waitForQuery("1", "SELECT count(*) FROM messages WHERE role='user'")
	h.pressKeys("ctrl+Return")
	h.waitForQuery("2", "SELECT count(*) FROM messages WHERE role='user'")
}
