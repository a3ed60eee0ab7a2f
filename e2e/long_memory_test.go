//go:build e2e && checked

package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"memoir/llm/llmtest"
)

// longMemoryRules answer the calls that sum up and distil from what their prompts say, so that a text can
// hold nothing that Memoir did not send.
const longMemoryRules = `
models:
  - {id: small-window, context: 1600}
rules:
  - name: summary
    when:
      system: "(?s)You keep the memory of one chat.*boat is called (\\w+)"
    reply: {text: "- The user said that their boat is called $1."}
  - name: base-with-ferret
    when:
      system: "(?s)You keep one short text about a user.*(The user has a ferret[^\\n<]*)"
    reply: {text: "## User Profile\n- The user sails.\n- $1"}
  - name: base
    when: {system_contains: "You keep one short text about a user"}
    reply: {text: "## User Profile\n- The user sails."}
  - name: question-about-the-first-turn
    when:
      user: "^What is the name of the boat"
      system: "(?s)## Earlier in this chat.*their boat is called (\\w+)"
    reply: {text: "You told me in the beginning: it is called $1."}
  - name: turn
    when: {user: "^Turn (\\d+)"}
    reply:
      chunk: 400
      text: "Noted, that was turn $1. The sea was calm and the wind came from the west, so we went on along the coast."
`

// startLongMemoryWindow has a model with a small window and no pauses in memory work.
func startLongMemoryWindow(t *testing.T) *harness {
	t.Helper()
	script, err := llmtest.ParseScript([]byte(longMemoryRules))
	if err != nil {
		t.Fatal(err)
	}
	demo, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	script.Rules = append(script.Rules, demo.Rules...)
	h := &harness{T: t, dir: t.TempDir(), output: &lockedBuffer{}, server: llmtest.StartServerForTest(t, script)}
	h.baseURL = h.server.URL + "/v1"
	t.Cleanup(func() { _ = os.RemoveAll(h.runtimeDir()) })
	t.Cleanup(h.stopAndCheckOutput)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), "MEMOIR_WINDOW_RESERVE=200", "MEMOIR_LEARN_LOCAL_IDLE=50ms",
		"MEMOIR_CHATS_TITLES=false")
	return h
}

// requestBodyAsking returns the body of the chat request whose newest message is the text.
func (h *harness) requestBodyAsking(text string) string {
	h.Helper()
	for _, r := range h.server.ChatRequests() {
		if strings.HasSuffix(r.Body[:max(strings.LastIndex(r.Body, text), 0)], `"content":"`) &&
			!strings.Contains(r.Body, "You keep the long-term memory of an assistant") {
			return r.Body
		}
	}
	h.Fatalf("no request asks %q", text)
	return ""
}

// openAboutYou opens the page of the text about the user by the palette.
func (h *harness) openAboutYou() {
	h.Helper()
	h.doAndWaitForDimmedWindow("the palette", func() { h.pressKeys("ctrl+k") })
	h.typeText("About you")
	h.pressKeys("Return") // messages may say that, too; the command comes first
	h.waitForDialogClosed()
	h.waitForText("This text comes first in everything sent to the model")
}

// filesContaining returns the files of the data folder that hold the text, but for what tests put there.
func (h *harness) filesContaining(text string) []string {
	h.Helper()
	var out []string
	err := filepath.WalkDir(h.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == h.elementsFile() || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return out
}

// A talk of 40 turns whose first ones the model no longer sees, a summary that is read and edited, a second
// chat, the text about the user, a fact that is erased and one that is forgotten.
func TestLongMemoryFromFortyTurnsToWhatIsForgotten(t *testing.T) {
	h := startLongMemoryWindow(t)
	h.printStep("Forty turns; the window loses the first ones.")
	const first = "Turn 1: our boat is called Zephyr."
	h.sendAndWait(first)
	for i := 2; i <= 40; i++ { // each is sent, or queued while the one before is answered
		h.typeText(fmt.Sprintf("Turn %d.", i))
		h.waitFor("the message to be sent", func() bool {
			h.pressKeys("Return") // ignored while the one before is being stored
			time.Sleep(2 * pollInterval)
			return h.queryText("SELECT count(*) FROM messages WHERE role='user'") == strconv.Itoa(i)
		})
	}
	h.waitForQuery("40", "SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'")
	h.waitFor("a summary", func() bool {
		return h.queryText("SELECT count(*) FROM summaries WHERE content LIKE '%Zephyr%'") != "0"
	})
	const question = "What is the name of the boat?"
	h.sendAndWait(question)
	h.waitForText("You told me in the beginning: it is called Zephyr.") // the rule has the name from the prompt
	body := h.requestBodyAsking(question)
	if strings.Contains(body, `"content":"`+first) {
		t.Error("the model still sees the first turn word for word")
	}
	if !strings.Contains(body, "## Earlier in this chat") || !strings.Contains(body, "their boat is called Zephyr.") {
		t.Errorf("the question was sent without the summary: %s", body)
	}
	h.editSummaryAndAssertNextRequest()
	h.writeLineAboutUserAndAssertSent()
	h.learnAndEraseFactFromAllFiles()
	h.forgetFactAndAssertBaseTextRewritten()
	h.stopAndCheckLogs()
}

// editSummaryAndAssertNextRequest opens the summary from the line in the chat, edits it, and checks the next request.
func (h *harness) editSummaryAndAssertNextRequest() {
	h.printStep("A line in the chat shows the summary; it is edited under Memory tiers.")
	const line = "Show the summary of the messages above"
	h.waitFor("the line where the summary takes over", func() bool {
		if h.isElementShown(line) {
			return true
		}
		h.scrollDownOrUpAtX(-4, 720)
		return false
	})
	h.pressControlWithPrefix(line)
	h.waitForControl("Read and edit summaries")
	h.saveScreenshot("long-memory-1-line")
	h.pressControlWithPrefix("Read and edit summaries")
	h.waitForText("Summaries of this chat")
	h.saveScreenshot("long-memory-2-tiers")
	h.pressControlWithPrefix("Edit the summary of")
	h.waitForControl("Save the summary")
	h.pressKeys("ctrl+a")
	const edited = "The boat Zephyr was painted green in May."
	h.typeText(edited)
	h.saveScreenshot("long-memory-3-edit")
	h.pressKeys("ctrl+Return")
	h.waitForQuery(edited, "SELECT content FROM summaries WHERE state='current' ORDER BY id DESC LIMIT 1")
	h.waitForText("edited by you")
	h.clickAt(composerX, composerY)
	const question = "Which colour does it have?"
	h.sendAndWait(question)
	if body := h.requestBodyAsking(question); !strings.Contains(body, "Zephyr was painted green in May.") {
		h.Errorf("the edited summary was not sent: %s", body)
	}
}

// writeLineAboutUserAndAssertSent writes a line about the user in a second chat; it opens the next request.
func (h *harness) writeLineAboutUserAndAssertSent() {
	h.printStep("A second chat; a line under About you stands word for word in the next request.")
	h.pressKeys("ctrl+n")
	const line = "I mend sails in Gent & I hum."
	h.openAboutYou()
	h.typeText(line)
	h.waitFor("the line to be saved", func() bool {
		h.pressKeys("ctrl+Return") // ignored until the stored text is loaded
		return h.becomesTrueWithinTwoSeconds(func() bool {
			return h.queryText("SELECT content FROM base_memory ORDER BY id DESC LIMIT 1") == line
		})
	})
	h.clickAt(composerX, composerY)
	const question = "What do I need for the winter?"
	h.sendAndWait(question)
	body := h.requestBodyAsking(question)
	sent := strings.ReplaceAll(line, "&", `\u0026`)
	if !strings.Contains(body, `## Long-term memory\n`) || !strings.Contains(body, line) && !strings.Contains(body, sent) {
		h.Errorf("the line is not in the request: %s", body)
	}
}

// learnAndEraseFactFromAllFiles has a fact learned, deletes it forever by mouse, and looks for its bytes in every file.
func (h *harness) learnAndEraseFactFromAllFiles() {
	h.printStep("A fact is learned and deleted forever: its bytes are in no file.")
	const fact = "The user is allergic to peanuts."
	h.sendAndWait("I am allergic to peanuts")
	h.waitForQuery("1", "SELECT count(*) FROM memory WHERE content=?", fact)
	h.sendAndWait("Tell me something for dinner") // its receipt has the fact
	h.pressKeys("ctrl+m")
	h.pressControlWithPrefix("Memory: " + fact)
	h.pressControlWithPrefix("More options for this memory")
	h.pressControlWithPrefix("Delete forever")
	h.waitForText("Delete this memory forever?")
	h.saveScreenshot("long-memory-4-erase")
	h.pressControlWithPrefix("Delete forever")
	h.waitForQuery("0", "SELECT count(*) FROM memory WHERE content=?", fact)
	h.pressControlWithPrefix("Close")
	h.waitFor("no file with the fact", func() bool { return len(h.filesContaining(fact)) == 0 })
	h.stopAndCheckLogs()
	if found := h.filesContaining(fact); len(found) > 0 {
		h.Errorf("the fact is still in %v", found)
	}
	h.output = &lockedBuffer{}
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), "MEMOIR_WINDOW_RESERVE=200", "MEMOIR_LEARN_LOCAL_IDLE=50ms",
		"MEMOIR_CHATS_TITLES=false")
}

// forgetFactAndAssertBaseTextRewritten has the text about the user written with a fact, forgets that, and has it
// written again.
func (h *harness) forgetFactAndAssertBaseTextRewritten() {
	h.printStep("A fact is in the text about the user; it is forgotten, and the next text no longer has it.")
	const newest = "SELECT count(*) FROM base_memory WHERE content LIKE '%ferret%' " +
		"AND id=(SELECT max(id) FROM base_memory)"
	h.pressKeys("ctrl+n")
	h.sendAndWait("I have a ferret named Rolf")
	h.waitForQuery("1", "SELECT count(*) FROM memory WHERE content='The user has a ferret named Rolf.'")
	h.openAboutYou()
	h.pressControlWithPrefix("Rewrite the text from your chats")
	h.waitForQuery("1", newest)
	h.pressKeys("ctrl+m")
	h.pressControlWithPrefix("Memory: The user has a ferret named Rolf.")
	h.pressControlWithPrefix("Forget")
	h.waitForQuery("forgotten",
		"SELECT status FROM memory_links JOIN memory ON id=memory_id WHERE content LIKE '%ferret%'")
	h.waitForQuery("0", newest)
	versions := h.queryText("SELECT count(*) FROM base_memory")
	h.openAboutYou()
	h.scrollUntilShownAtX("What changed: Memoir removed", 1260)
	h.pressControlWithPrefix("What changed: Memoir removed")
	h.waitForText("− The user has a ferret named Rolf.")
	h.saveScreenshot("long-memory-6-diff")
	h.pressControlWithPrefix("Rewrite the text from your chats")
	h.waitFor("the next text", func() bool { return h.queryText("SELECT count(*) FROM base_memory") != versions })
	h.saveScreenshot("long-memory-5-forgotten")
	if h.queryText(newest) != "0" {
		h.Errorf("the next text is %q", h.queryText("SELECT content FROM base_memory ORDER BY id DESC LIMIT 1"))
	}
	h.pressKeys("ctrl+n")
	const question = "What else is there to do?"
	h.clickAt(composerX, composerY)
	h.sendAndWait(question)
	if body := h.requestBodyAsking(question); strings.Contains(body, "ferret") ||
		!strings.Contains(body, "The user sails.") {
		h.Errorf("the next request has %s", body)
	}
}
