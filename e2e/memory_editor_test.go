//go:build e2e && checked

package e2e

import (
	"strings"
	"testing"
)

// A memory is added by hand, given a type and a chat in which it is used, edited, pinned, given to all chats,
// forgotten, brought back and erased.
func TestAMemoryIsAddedPlacedEditedPinnedForgottenAndErased(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("chat", "What is for dinner?")
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.openListedChat("What is for dinner?")

	h.printStep("It is added by hand, for the open chat.")
	h.pressKeys("ctrl+shift+m")
	h.waitForControl("Back (Esc)")
	h.typeText("The user has a canary.")
	h.pressControlNamedExactly("Type")
	h.pressControlNamedExactly("Personal")
	h.pressControlWithPrefix("Used in")
	h.pressControlWithPrefix("Only in this chat")
	h.saveScreenshot("memory-1-new")
	h.pressControlNamedExactly("Save")
	const memory = "SELECT content || ' ' || type || ' ' || scope || ' ' || coalesce(thread_id, 0) || ' ' || pinned || " +
		"' ' || status FROM memory JOIN memory_links ON memory_id = id"
	h.waitForQuery("The user has a canary. personal thread 1 0 active", memory)

	h.printStep("Its text is edited, and it is pinned.")
	h.pressControlWithPrefix("Memory: The user has a canary")
	h.pressControlWithPrefix("Pin")
	h.waitForQuery("The user has a canary. personal thread 1 1 active", memory)
	h.pressControlWithPrefix("For example")
	h.pressKeys("ctrl+a")
	h.typeText("The user has a parrot.")
	h.pressControlNamedExactly("Save")
	h.waitForQuery("The user has a parrot. personal thread 1 1 active", memory)

	h.printStep("It is sent in its chat alone; then in all.")
	h.clickAt(composerX, composerY)
	h.sendAndWait("Which bird do I have?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "parrot") || strings.Contains(p, "canary") {
		t.Errorf("the edit did not reach the model: %s", p)
	}
	h.pressKeys("ctrl+n")
	h.sendAndWait("Which bird do I have?")
	if p := h.lastChatRequestBody(); strings.Contains(p, "parrot") {
		t.Errorf("a memory of one chat was sent in another: %s", p)
	}
	h.pressControlWithPrefix("Memory: The user has a parrot")
	h.pressControlWithPrefix("Used in")
	h.pressControlNamedExactly("Everywhere")
	h.pressControlNamedExactly("Save")
	h.waitForQuery("The user has a parrot. personal global 0 1 active", memory)
	h.clickAt(composerX, composerY)
	h.sendAndWait("And which one now?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "parrot") {
		t.Errorf("a memory of all chats was not sent: %s", p)
	}
	h.pressControlWithPrefix("Memory: The user has a parrot")
	h.waitForText("Used in 2 answers")
	h.saveScreenshot("memory-2-used")

	h.printStep("It is forgotten, brought back, forgotten again and erased.")
	const status = "SELECT status FROM memory_links"
	h.pressControlNamedExactly("Forget")
	h.waitForQuery("forgotten", status)
	h.pressControlWithPrefix("Undo")
	h.waitForQuery("active", status)
	h.pressControlWithPrefix("Memory: The user has a parrot")
	h.pressControlNamedExactly("Forget")
	h.waitForQuery("forgotten", status)
	h.pressControlWithPrefix("Filter, sort and select")
	h.pressControlNamedExactly("Forgotten")
	h.pressControlWithPrefix("Memory: The user has a parrot")
	h.pressControlWithPrefix("More options for this memory")
	h.pressControlNamedExactly("Delete forever")
	h.waitForText("Delete this memory forever?")
	h.pressControlNamedExactly("Delete forever")
	h.waitForQuery("0 0", "SELECT (SELECT count(*) FROM memory) || ' ' || (SELECT count(*) FROM memory_words_docsize)")
	h.waitForText("Memory deleted")
}

// What waits for its user is kept, edited and kept, discarded, or kept beside what it would replace.
func TestWhatWaitsInTheInboxIsDecided(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "The user lives in Rome.")
	h.execSQL(`INSERT INTO memory (content, folded, hash, tags, kind, type, key, scope, origin, quote, created_at,
		updated_at) SELECT 'The user lives in Lisbon.', 'the user lives in lisbon.', 'b', tags, kind, type, key, scope,
		'extracted', '', created_at, updated_at FROM memory`)
	h.execSQL(`INSERT INTO memory_links (profile_id, memory_id, status, pinned, valid_from, valid_to, proposes, use_count)
		VALUES (1, 2, 'inbox', 0, '', '', 1, 0)`)
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce, "MEMOIR_EXTRACTION_ASK_FIRST=always")
	status := func(content string) string {
		return h.queryText("SELECT status FROM memory JOIN memory_links ON memory_id = id WHERE content = ?", content)
	}
	waitForStatus := func(content, want string) {
		t.Helper()
		h.waitFor(content+" to be "+want, func() bool { return status(content) == want })
	}
	h.waitForText("Replace “The user lives in Rome.”?")
	h.saveScreenshot("inbox-1-replaces")
	h.pressControlNamedExactly("Keep both")
	waitForStatus("The user lives in Lisbon.", "active")
	h.waitForQuery("0", "SELECT count(*) FROM memory_links WHERE superseded_by IS NOT NULL OR proposes IS NOT NULL")

	h.clickAt(composerX, composerY)
	h.sendAndWait("I have a canary")
	h.waitForControl("Waiting for your OK: The user has a canary.")
	h.waitForText("Waiting for your OK:")
	h.saveScreenshot("inbox-2-waits")
	h.pressControlInPanel("Keep")
	waitForStatus("The user has a canary.", "active")
	h.waitForText("Learned: The user has a canary.")

	h.clickAt(composerX, composerY)
	h.sendAndWait("I like fennel")
	h.waitForControl("Waiting for your OK: The user likes fennel.")
	h.pressControlInPanel("Edit")
	h.waitForControl("Back (Esc)")
	h.pressKeys("ctrl+a")
	h.typeText("The user likes fennel tea.")
	h.pressControlNamedExactly("Keep")
	waitForStatus("The user likes fennel tea.", "active")

	h.clickAt(composerX, composerY)
	h.sendAndWait("I hate rain")
	h.waitForControl("Waiting for your OK: The user hates rain.")
	h.pressControlInPanel("Discard")
	waitForStatus("The user hates rain.", "forgotten")
	h.clickAt(composerX, composerY)
	h.sendAndWait("What do you know of me?")
	p := h.lastChatRequestBody()
	for _, words := range []string{"Rome", "Lisbon", "canary", "fennel tea"} {
		if !strings.Contains(p, words) {
			t.Errorf("%q was kept and not sent: %s", words, p)
		}
	}
	if _, system, _ := strings.Cut(p, "## "); strings.Contains(system, "hates rain") {
		t.Errorf("what was discarded was sent: %s", p)
	}
}
