//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Points in the window at 1440x900 and scale 1; see the screenshots.
const (
	attachX, attachY     = 350, 838  // paper clip
	composerX, composerY = 720, 795  // the text of the composer
	cardX, cardY         = 1260, 205 // first memory card
	saveX, saveY         = 1388, 878 // Save of the editor
	tabX, tabY           = 1143, 55  // line under the first tab of the panel, which the editor does not have
	offerX, offerY       = 720, 480  // "Use the key in …" of the first run
	startX, startY       = 720, 515  // "Start chatting" of the demo's first run
)

// The whole story in one window: first run, a chat that is learned from, a chat that uses the
// memory, an edit, a file, a second start.
func TestAPersonChatsEditsAMemoryAttachesAFileAndComesBack(t *testing.T) {
	h := newHarness(t)
	h.startWindow("OPENAI_BASE_URL="+h.baseURL, "OPENAI_API_KEY="+os.Getenv("MEMOIR_E2E_KEY"))
	h.printStep("First run: a model is offered, one click begins.")
	h.saveScreenshot("story-0-first-run")
	h.waitFor("the first run to be left", func() bool {
		if h.demo {
			h.clickAt(startX, startY)
			return h.queryText("SELECT value FROM settings WHERE key='ui.first_run_done'") == "true"
		}
		h.clickAt(offerX, offerY)
		b, err := os.ReadFile(filepath.Join(h.dir, "models.yaml"))
		return err == nil && strings.Contains(string(b), h.baseURL)
	})
	h.waitForQuery("true", "SELECT value FROM settings WHERE key='ui.first_run_done'")

	h.printStep("A first chat: “I moved to Lisbon and I am allergic to peanuts”.")
	h.sendAndWait("I moved to Lisbon and I am allergic to peanuts")
	h.saveScreenshot("story-1-first-answer")
	h.waitForQuery("1", "SELECT count(*) FROM memory JOIN memory_links ON memory_id=memory.id "+
		"WHERE status='active' AND content LIKE '%peanut%'")
	h.printStep("Learned: " + h.queryText("SELECT content FROM memory ORDER BY id DESC LIMIT 1"))
	h.saveScreenshot("story-2-learned")
	h.printStep("A second chat asks what not to cook; the memory goes with the question.")

	h.pressKeys("ctrl+n")
	h.sendAndWait("What should I not cook tonight?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "peanut") {
		t.Errorf("the second chat was asked without the memory: %s", p)
	}
	if n := h.queryText("SELECT count(*) FROM threads"); n != "2" {
		t.Errorf("there are %s chats, not 2", n)
	}
	h.saveScreenshot("story-3-used")
	h.printStep("The memory is edited: hazelnuts instead of peanuts; the next answer is given the new text.")

	tab := h.pixelAt(tabX, tabY)
	h.waitFor("the editor to save", func() bool {
		h.clickAt(cardX, cardY) // opens the editor, or puts the cursor into its text if it is open still
		if !h.becomesTrueWithinTwoSeconds(func() bool { return h.pixelAt(tabX, tabY) != tab }) {
			return false
		}
		h.pressKeys("ctrl+a")
		h.typeText("The user is allergic to hazelnuts.")
		h.clickAt(saveX, saveY)
		return h.becomesTrueWithinTwoSeconds(func() bool {
			return h.queryText("SELECT count(*) FROM memory WHERE content='The user is allergic to hazelnuts.'") == "1"
		})
	})
	h.saveScreenshot("story-4-edited")
	h.pressKeys("ctrl+n")
	h.sendAndWait("And what should I not bake?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "hazelnut") || strings.Contains(p, "peanut") {
		t.Errorf("the edit did not reach the model: %s", p)
	}

	file := filepath.Join(t.TempDir(), "pantry.csv")
	if err := os.WriteFile(file, []byte("item,amount\nI love cardamom,3 bags\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.printStep("A file is attached. It is sent with the question, and nothing is learned from it.")
	h.doAndWaitForDimmedWindow("the file dialog", func() { h.clickAt(attachX, attachY) })
	h.typeText(file)
	h.pressKeys("Return")
	h.waitForQuery("1", "SELECT count(*) FROM thread_contexts")
	h.waitForDialogClosed()
	h.sendAndWait("What is in the file?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "cardamom") && !strings.Contains(p, "pantry.csv") {
		t.Errorf("the file did not reach the model: %s", p)
	}
	h.saveScreenshot("story-5-file")
	h.waitForQuery("0", "SELECT count(*) FROM jobs WHERE state IN ('queued','running')")
	if n := h.queryText("SELECT count(*) FROM memory WHERE content LIKE '%cardamom%'"); n != "0" {
		t.Error("the file was learned from")
	}

	h.printStep("A draft is typed and the program is ended, then started again: everything is still there.")
	draft := strings.Repeat("A draft that was never sent.", 16) // wraps at a space
	h.typeText(draft)
	h.waitForQuery(draft, "SELECT draft FROM threads ORDER BY id DESC LIMIT 1")
	messages := h.queryText("SELECT count(*) FROM messages")
	h.stopProgram()
	h.startWindow()
	h.doAndWaitForDimmedWindow("the search", func() { h.pressKeys("ctrl+k") })
	h.saveScreenshot("story-6-back")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	if n := h.queryText("SELECT count(*) FROM messages"); n != messages {
		t.Errorf("%s messages before, %s after", messages, n)
	}
	if d := h.queryText("SELECT draft FROM threads ORDER BY id DESC LIMIT 1"); d != draft {
		t.Errorf("the draft is %q", d)
	}
	h.assertSecondStartExitsCleanly()
	h.stopAndCheckLogs()
}

// assertSecondStartExitsCleanly starts the program again: the first window is raised and the second process
// exits without error.
func (h *harness) assertSecondStartExitsCleanly() {
	h.Helper()
	cmd := exec.CommandContext(timeoutContext(h.T), programPath(h.T), h.windowArgs()...)
	cmd.Env = h.programEnv()
	if out, err := cmd.CombinedOutput(); err != nil {
		h.Errorf("the second start ended with %v: %s", err, out)
	}
}
