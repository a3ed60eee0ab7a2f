//go:build e2e

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

// The composer has the focus most of the time; from there everything must be in reach of the keyboard.
func TestKeyboardLeavesTheComposerRenamesAndZooms(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow()
	h.sendAndWait("My sister lives in Porto")

	h.printStep("F2 renames the open chat although the composer has the focus.")
	h.doAndWaitForDimmedWindow("the rename dialog", func() { h.pressKeys("F2") })
	h.pressKeys("ctrl+a")
	h.typeText("Family")
	h.pressKeys("Return")
	h.waitForQuery("Family", "SELECT title FROM threads ORDER BY id DESC LIMIT 1")
	h.waitForDialogClosed()

	h.printStep("Tab and Shift+Tab move the focus and write nothing.")
	h.clickAt(composerX, composerY)
	h.typeText("half a draft")
	h.pressKeys("Tab", "Tab", "shift+Tab", "shift+Tab")
	h.typeText(" and its end")
	h.waitForQuery("half a draft and its end", "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")

	h.printStep("Ctrl with =, - and 0 changes the size of the text.")
	for _, c := range []struct{ key, want string }{
		{"ctrl+equal", "1.1"}, {"ctrl+plus", "1.2"}, {"ctrl+minus", "1.1"}, {"ctrl+0", "1"},
	} {
		h.pressKeys(c.key)
		h.waitForQuery(c.want, "SELECT rtrim(rtrim(printf('%.1f', json_extract(value, '$.zoom')), '0'), '.') "+
			"FROM settings WHERE key='ui.look'")
	}
}

// While an answer is written Enter queues; Up edits what waits, Esc stops the answer, and a stopped
// answer is continued in place. What waits outlives a crash and is sent in order.
func TestEnterWhileAnsweringQueuesAndContinueGoesOnInPlace(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	if err := h.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultHangMid, After: 3}); err != nil {
		t.Fatal(err)
	}
	h.typeText("Tell me a story")
	h.pressKeys("Return")
	h.waitForQuery("streaming", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	h.waitFor("a part of the answer", func() bool {
		return h.queryText("SELECT length(content) FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1") != "0"
	})
	h.printStep("Two messages are queued; the second is changed.")
	h.typeText("and the next question")
	h.pressReturnAndWaitForQueue(`{"1":[{"text":"and the next question"}]}`)
	h.typeText("and another")
	h.pressReturnAndWaitForQueue(`{"1":[{"text":"and the next question"},{"text":"and another"}]}`)
	h.saveScreenshot("queue-1")
	h.pressKeys("Up")
	h.typeText(" one")
	h.saveScreenshot("queue-2-edited")
	h.pressReturnAndWaitForQueue(`{"1":[{"text":"and the next question"},{"text":"and another one"}]}`)
	h.pressKeys("Escape")
	h.waitForQuery("stopped", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	if n := h.queryText("SELECT count(*) FROM messages"); n != "2" {
		t.Errorf("%s messages while two wait, want 2", n)
	}
	part := h.queryText("SELECT content FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")

	h.printStep("A crash loses nothing; nothing is sent by itself.")
	h.killProgram()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.searchAndOpenFirstHit("story")
	h.waitForStillScreen()
	h.saveScreenshot("queue-3-after-a-crash")
	if namesControls {
		h.pressControlWithPrefix("Continue")
		h.waitForAndAssertContinuedAnswer(part)
	}
	h.printStep("The rest ends, and what waits is sent in order.")
	h.clickAt(composerX, composerY)
	h.waitFor("both to be sent", func() bool {
		if !namesControls {
			h.pressKeys("Return")
		}
		return h.queryText("SELECT group_concat(content, '|') FROM (SELECT content FROM messages WHERE role='user' "+
			"ORDER BY id)") == "Tell me a story|and the next question|and another one"
	})
	h.waitForQuery("", "SELECT value FROM settings WHERE key='ui.queue'")
}

// pressReturnAndWaitForQueue presses Return once and waits until the queue is saved as given.
func (h *harness) pressReturnAndWaitForQueue(want string) {
	h.Helper()
	h.pressKeys("Return")
	h.waitForQuery(want, "SELECT value FROM settings WHERE key='ui.queue'")
}

// waitForAndAssertContinuedAnswer waits for the rest of the first answer, and compares the answer and its request with
// the part that was there before.
func (h *harness) waitForAndAssertContinuedAnswer(part string) {
	h.Helper()
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant' ORDER BY id LIMIT 1")
	whole := h.queryText("SELECT content FROM messages WHERE role='assistant' ORDER BY id LIMIT 1")
	if !strings.HasPrefix(whole, part) || len(whole) <= len(part) {
		h.Errorf("%q was continued to %q", part, whole)
	}
	for _, r := range h.server.ChatRequests() {
		var request struct {
			Messages []struct{ Role, Content string }
		}
		if err := json.Unmarshal([]byte(r.Body), &request); err != nil {
			h.Fatal(err)
		}
		m := request.Messages
		if n := len(m); n > 2 && m[n-2].Role == "assistant" && m[n-2].Content == part && m[n-1].Role == "user" {
			return
		}
	}
	h.Error("no request asked for the rest of the answer")
}
