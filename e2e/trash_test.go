//go:build e2e && checked

package e2e

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A deleted chat is seen to be in the trash and takes no message; it is restored, deleted with what was learned
// in it, and erased forever. F2 and Del work on the chats whatever has the focus.
func TestAChatGoesThroughTheTrashAndIsErasedForever(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce)
	h.sendAndWait("I live in Tromsdalen")
	h.waitForQuery("1", "SELECT count(*) FROM memory_links WHERE status='active'")
	h.renameChatByF2FromEveryFocus()

	h.printStep("The chat is deleted; what it taught stays, and leads back to it.")
	h.deleteOpenChatAnsweringDialog("Delete chat only")
	const inTrash = "SELECT count(*) FROM threads WHERE deleted_at IS NOT NULL"
	h.waitForQuery("1", inTrash)
	h.pressControlWithPrefix("Memory: The user lives in Tromsdalen")
	h.pressControlWithPrefix("Open message")
	h.waitForText("This chat is in the trash.")
	h.waitForText("Restore it to continue.")
	h.assertTrashedChatIsReadOnly()
	h.saveScreenshot("trash-1-open")
	h.clickAt(composerX, composerY)
	h.typeText("Is anyone there?")
	h.pressKeys("Return")
	h.waitForStillScreen()
	if n := h.queryText("SELECT count(*) FROM messages"); n != "2" {
		t.Errorf("there are %s messages after one was sent into the trash", n)
	}
	h.pressControlWithPrefix("Restore this chat")
	h.waitForQuery("0", inTrash)
	h.waitUntilElementGone("Restore this chat")

	h.printStep("It is deleted with its memory, and erased.")
	h.deleteOpenChatAnsweringDialog("Delete chat and its memory")
	h.waitForQuery("1", inTrash)
	h.waitForQuery("0", "SELECT count(*) FROM memory_links WHERE status='active'")
	h.pressControlWithPrefix("1 chat in the trash")
	h.waitForText("Deleted chats stay here for 30 days.")
	h.saveScreenshot("trash-2-list")
	h.pressControlWithPrefix("Delete forever")
	h.waitForText("This can't be undone.")
	h.pressControlWithPrefix("Delete forever")
	h.waitForQuery("0 0 0", "SELECT (SELECT count(*) FROM threads) || ' ' || (SELECT count(*) FROM messages) || ' ' || "+
		"(SELECT count(*) FROM message_words_docsize)")
	h.waitUntilElementGone("1 chat in the trash")
}

// renameChatByF2FromEveryFocus renames the open chat by F2 with the focus in the composer, in a message, in a field of
// the panel and on its row in the sidebar. What is typed in a message begins a message.
func (h *harness) renameChatByF2FromEveryFocus() {
	h.Helper()
	for i, focus := range []func(){
		func() { h.clickAt(composerX, composerY) },
		func() { h.pressControlWithPrefix("text") },
		func() { h.pressControlWithPrefix("Search memories") },
		func() {
			h.clickAt(composerX, composerY)
			h.pressKeys(slices.Repeat([]string{"shift+Tab"}, 12)...)
			h.pressKeyUntilFocused("Name 3", "shift+Tab")
		},
	} {
		focus()
		h.doAndWaitForDimmedWindow("the rename dialog", func() { h.pressKeys("F2") })
		h.pressKeys("ctrl+a")
		name := "Name " + strconv.Itoa(i+1)
		h.typeText(name)
		h.pressKeys("Return")
		h.waitForDialogClosed()
		h.waitForQuery(name, "SELECT title FROM threads")
	}
	h.pressControlWithPrefix("text")
	h.typeText("drafted")
	h.waitForQuery("drafted", "SELECT draft FROM threads")
	h.pressKeys("ctrl+a", "BackSpace")
	if p := h.lastChatRequestBody(); strings.Contains(p, "Name") {
		h.Errorf("a new name was sent to the model: %s", p)
	}
}

// assertTrashedChatIsReadOnly checks that the open chat, which is in the trash, offers nothing that changes it.
func (h *harness) assertTrashedChatIsReadOnly() {
	h.Helper()
	h.waitForControl("Copy")
	for _, name := range []string{"Edit", "Regenerate", "Continue", "Retry"} {
		if h.isElementShown(name) {
			h.Errorf("%s is offered in the trash", name)
		}
	}
	h.clickAt(composerX, composerY)
	h.pressKeys("Up") // edits the last message elsewhere
	h.waitForStillScreen()
	if h.isTextShown("Editing an earlier message") {
		h.Error("a message in the trash is edited")
	}
}

// deleteOpenChatAnsweringDialog deletes the open chat through its menu and answers the question about what was learned.
func (h *harness) deleteOpenChatAnsweringDialog(answer string) {
	h.Helper()
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlNamedExactly("Delete")
	h.waitForText("The chat stays in the trash for 30 days.")
	h.pressControlNamedExactly(answer)
}
