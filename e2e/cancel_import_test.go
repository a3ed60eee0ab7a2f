//go:build e2e && checked

package e2e

import (
	"fmt"
	"strconv"
	"testing"
)

// An import by mouse is cancelled, says how far it got, and goes on where it was; learning from what was imported
// is started and stopped. All of it in the dark window.
func TestAnImportIsCancelledAndGoesOn(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.execSQL("INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.look', ?)",
		`{"mode":"dark","zoom":1,"reduced_motion":true}`)
	const chats = 600
	file := h.writeChatGPTConversationsJSON(chats)
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.importThroughDialog(file)
	h.waitForText("conversations.json, from ChatGPT: 600 chats, 12,000 messages.")
	h.saveScreenshot("import-1-found")
	h.pressControlWithPrefix("Import")
	h.waitForText("If you cancel, everything imported so far is kept. To continue later, import the file again.")
	h.waitFor("a chat to be stored", func() bool { return h.queryText("SELECT count(*) FROM threads") != "0" })
	h.pressControlWithPrefix("Cancel")
	h.waitForText("Canceled after")
	h.saveScreenshot("import-2-cancelled")
	stored, err := strconv.Atoi(h.queryText("SELECT count(*) FROM threads"))
	if err != nil || stored == 0 || stored >= chats {
		t.Fatalf("%d chats are stored after the cancel: %v", stored, err)
	}
	h.waitForText(fmt.Sprintf("Canceled after %d of %d chats.", stored, chats))
	h.waitForText(fmt.Sprintf("Learn from %d imported chats?", stored))

	h.importThroughDialog(file)
	h.waitForText("were already in Memoir.")
	h.waitForText(fmt.Sprintf("from ChatGPT: %d chats", chats-stored))
	h.saveScreenshot("import-3-found-again")
	h.pressControlWithPrefix("Import")
	h.waitForImportedChats(chats)
	h.waitForText(fmt.Sprintf("Imported: %d chats", chats-stored))
	h.waitForText(fmt.Sprintf("Learn from %d imported chats?", chats))
	h.saveScreenshot("import-4-imported")
	h.waitForQuery(fmt.Sprintf("%d %d", chats, chats*killedMessages),
		"SELECT (SELECT count(*) FROM threads) || ' ' || count(DISTINCT content) FROM messages")
	h.waitForQuery("0", "SELECT count(*) FROM jobs")

	h.pressControlWithPrefix("Start")
	h.waitForText("Learning from imported chats")
	h.waitFor("something to be learned from", func() bool { return h.queryText("SELECT count(*) FROM jobs") != "0" })
	h.saveScreenshot("import-5-learning")
	h.pressControlWithPrefix("Stop")
	h.waitForText("imported chats?")
	h.waitForQuery("0", "SELECT count(*) FROM imported_chats WHERE learning = 'wanted'")
	h.stopProgram()
}

// waitForImportedChats waits until so many chats are stored. An import gives way to every other program, so it may take
// as long as it likes; the test fails when none is stored for waitTimeout.
func (h *harness) waitForImportedChats(want int) {
	h.Helper()
	count := func() string { return h.queryText("SELECT count(*) FROM threads") }
	for stored := count(); stored != strconv.Itoa(want); stored = count() {
		h.waitFor(fmt.Sprintf("a chat after %s of %d", stored, want), func() bool { return count() != stored })
	}
}
