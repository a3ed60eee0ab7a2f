//go:build e2e && checked

package e2e

import (
	"strings"
	"testing"
)

// A profile is made, used, left, renamed and deleted in the sidebar. Nothing of it is seen in the other one or sent
// from there.
func TestProfilesAreMadeSwitchedRenamedAndDeleted(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "The user has a canary.")
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce)
	h.pressControlWithPrefix("Profiles")
	h.pressControlWithPrefix("Add profile")
	h.waitForControl("Add")
	h.typeText("Work")
	h.pressKeys("Return")
	h.waitForQuery("Work", "SELECT name FROM profiles WHERE id=2")
	h.waitForQuery("2", "SELECT value FROM settings WHERE key='ui.profile'")
	h.waitForText("Work")
	h.clickAt(composerX, composerY)
	h.sendAndWait("I work at Nauru Bank")
	if p := h.lastChatRequestBody(); strings.Contains(p, "canary") {
		t.Errorf("a memory of the other profile was sent: %s", p)
	}
	h.waitForQuery("1", "SELECT count(*) FROM memory_links WHERE profile_id=2 AND status='active'")
	h.waitForControl("Memory: The user works at Nauru Bank")
	h.saveScreenshot("profiles-1-work")

	h.printStep("In the first profile nothing of it is listed, found or sent.")
	h.switchProfile("You")
	h.waitForControl("Memory: The user has a canary")
	if h.isElementShown("Memory: The user works") || h.isTextShown("Nauru") {
		t.Error("the other profile is on the screen")
	}
	h.doAndWaitForDimmedWindow("the search", func() { h.pressKeys("ctrl+k") })
	h.typeText("Nauru")
	h.waitForText("No results")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	h.clickAt(composerX, composerY)
	h.sendAndWait("Where do I work?")
	if p := h.lastChatRequestBody(); strings.Contains(p, "Nauru") || !strings.Contains(p, "canary") {
		t.Errorf("the model was sent %s", p)
	}
	h.waitForQuery("1 2", "SELECT group_concat(profile_id, ' ') FROM (SELECT profile_id FROM threads ORDER BY profile_id)")

	h.printStep("It is renamed and deleted; the other one stays.")
	h.switchProfile("Work")
	h.waitForControl("Memory: The user works at Nauru Bank")
	h.pressControlWithPrefix("Profiles")
	h.pressControlWithPrefix("Rename profile")
	h.waitForControl("Rename")
	h.pressKeys("ctrl+a")
	h.typeText("Bank")
	h.pressKeys("Return")
	h.waitForQuery("Bank", "SELECT name FROM profiles WHERE id=2")
	h.waitForText("Bank On this computer")
	h.pressControlWithPrefix("Profiles")
	h.pressControlWithPrefix("Delete profile")
	h.waitForText("1 chat and 1 memory will be deleted forever.")
	h.saveScreenshot("profiles-2-delete")
	h.pressControlWithPrefix("Delete profile")
	h.waitForQuery("1 1 1", "SELECT (SELECT count(*) FROM profiles) || ' ' || (SELECT count(*) FROM threads) || ' ' || "+
		"(SELECT count(*) FROM memory)")
	h.waitForControl("Memory: The user has a canary")
	h.waitFor("its words to be gone from all files", func() bool { return h.listFilesWithAnyWord("nauru") == "" })
}

// switchProfile chooses a profile in the menu of the sidebar.
func (h *harness) switchProfile(name string) {
	h.Helper()
	h.pressControlWithPrefix("Profiles")
	h.waitForControl("Add profile")
	h.pressControlNamedExactly(name)
	h.waitUntilElementGone("Add profile")
}
