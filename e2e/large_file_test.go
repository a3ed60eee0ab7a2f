//go:build e2e && checked

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

// A file that no model can read is refused in a sentence, one that this model cannot is asked about, and a long paste
// becomes a file whose text is sent.
func TestLargeFilesAreRefusedOrAskedAboutAndALongPasteBecomesAFile(t *testing.T) {
	h := newHarness(t)
	h.startServerWithChangedScript(func(s *llmtest.Script) { s.Models[0].Context = 5120 })
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("chat", "Tell me of the tides")
	tides := strings.Repeat("The tide comes in twice a day. ", 300)
	h.execSQL("UPDATE messages SET content=? WHERE role='assistant'", tides)
	huge, large := filepath.Join(h.homeDir(), "huge.txt"), filepath.Join(h.homeDir(), "large.txt")
	for path, size := range map[string]int{huge: 17 << 20, large: 24 << 10} {
		if err := os.WriteFile(path, bytes.Repeat([]byte("Waves are high. "), size/16), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.attachFileThroughDialog(huge)
	h.waitForText("huge.txt is 17 MB; the limit is 16 MB.")
	h.saveScreenshot("large-1-refused")
	h.waitForQuery("0", "SELECT count(*) FROM contexts")
	h.attachFileThroughDialog(large)
	h.waitForText("This file doesn't fit")
	h.waitForText("but scripted-demo can handle only")
	h.saveScreenshot("large-2-asked")
	h.pressControlWithPrefix("Don't attach")
	h.waitUntilElementGone("Don't attach")
	h.waitForQuery("1 0 0", "SELECT (SELECT count(*) FROM threads) || ' ' || (SELECT count(*) FROM thread_contexts) || "+
		"' ' || (SELECT count(*) FROM contexts)")
	h.attachFileThroughDialog(large)
	h.waitForText("This file doesn't fit")
	h.pressKeys("Escape") // is an answer too
	h.waitUntilElementGone("Don't attach")
	h.waitForQuery("0", "SELECT count(*) FROM contexts")
	h.attachFileThroughDialog(large)
	h.pressControlWithPrefix("Send the most relevant parts")
	h.waitForQuery("large.txt", "SELECT name FROM contexts JOIN thread_contexts ON context_id = id WHERE thread_id=2")

	h.printStep("The answer of another chat is copied and pasted.")
	h.searchAndOpenFirstHit("Tell me of the tides") // its row moves when the new chat is listed
	h.waitForText("The tide comes in twice a day.")
	h.pressControlNamedExactly("Copy") // at the end of the answer; the question is far above
	h.clickAt(composerX, composerY)
	h.pressKeys("ctrl+v")
	h.waitForQuery(strings.TrimSpace(tides), "SELECT trim(content) FROM contexts WHERE name LIKE 'Pasted text%.txt'")
	h.waitForText("Pasted text")
	h.saveScreenshot("large-3-pasted")
	h.sendAndWait("How often does it come in?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "Pasted text") ||
		!strings.Contains(p, "The tide comes in twice a day.") {
		t.Errorf("the pasted text is not in %.9000s", p)
	}
}
