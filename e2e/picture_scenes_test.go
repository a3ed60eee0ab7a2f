//go:build e2e && pictures

package e2e

import "strings"

// doWithSidebarShown opens the sidebar first where it covers the chat, and closes it afterwards.
func (h *harness) doWithSidebarShown(l appearance, do func()) {
	h.Helper()
	if l.isNarrow() {
		h.pressKeys("ctrl+b")
		h.waitForControl("New chat")
	}
	do()
	if l.isNarrow() && h.isElementShown("Hide sidebar") {
		h.pressKeys("Escape")
		h.waitUntilElementGone("Hide sidebar")
	}
}

// pictureChats shows a chat in every state.
func (h *harness) pictureChats(l appearance) {
	h.Helper()
	h.waitForControl("Message Memoir")
	h.takePicture("empty-chat", l)
	h.attachFileThroughDialog(h.writeDataFile("pantry.csv",
		"item,amount\n"+strings.Repeat("rice,2 kg\nmiso,1 jar\ntahini,1 jar\n", 40)))
	h.attachFileThroughDialog(h.writeDataFile("recipes.md", "# Recipes\n\n"+strings.Repeat(
		"Miso noodles: soba, miso, mushrooms, tahini.\n", 60)))
	h.sendMessage("Plan three weeknight dinners for us and a small script that turns the plan into a shopping list. " +
		"No peanuts, I'm allergic.")
	h.scrollUntilShown("Learned:")
	h.takePicture("recall-offer", l) // with the tenth chat
	h.pressControlWithPrefix("No, thanks")
	h.waitForStillScreen() // what stood below the offer has moved
	for range 2 {
		n := h.queryText("SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'")
		h.scrollUntilShown("Regenerate")
		h.waitForStillScreen() // in a small window the row goes on moving up
		h.pressControlWithPrefix("Regenerate")
		h.waitFor("another answer", func() bool {
			return h.queryText("SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'") != n
		})
	}
	h.pressKeys("ctrl+n")
	h.sendMessage("Rename my photos by date") // streams for as long as pictures are taken
	h.openChatFromSidebar("Plan three", l)
	h.scrollUntilShown("Next version")
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix("Rename")
	h.waitForText("Rename chat")
	h.pressKeys("ctrl+a")
	h.typeText("Weeknight dinners")
	h.takePicture("rename", l)
	h.pressKeys("Return")
	h.waitUntilElementGone("Rename chat")
	h.scrollWindow(12)
	h.takePicture("chat", l)
	h.pressKeys("ctrl+f")
	h.waitForControl("Find in this chat")
	h.typeText("lemons")
	h.waitForText("1 of 1")
	h.takePicture("find", l)
	h.pressKeys("Escape")
	h.pictureMenu("Model for this chat", "Refresh", "models", l)
	h.pictureMenu("How this chat uses memory", "Read-only", "memory-menu", l)
	h.pictureMenu("More options for this chat", "Copy chat", "chat-menu", l)
	h.openChatFromSidebar("Why is my bike brake", l)
	h.waitForText("stop riding")
	h.takePicture("list-and-quote", l)
	h.openChatFromSidebar("Names for a shop", l)
	h.waitForText("Continue")
	h.takePicture("faults", l)
	h.pressKeys("ctrl+shift+n")
	h.waitForText("Nothing is remembered")
	h.takePicture("temporary", l)
	h.pressKeys("ctrl+n")
}

// sendMessage types a message and sends it.
func (h *harness) sendMessage(text string) {
	h.Helper()
	h.waitForControl("Message Memoir")
	h.typeText(text)
	h.waitFor("the message to be sent", func() bool {
		h.pressKeys("Return")
		return h.becomesTrueWithinTwoSeconds(func() bool {
			return h.queryText("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1") == text
		})
	})
}

// pictureMenu opens a menu, takes its picture and closes it.
func (h *harness) pictureMenu(button, item, name string, l appearance) {
	h.Helper()
	h.pressControlWithPrefix(button)
	h.waitForControl(item)
	h.takePicture(name, l)
	h.pressKeys("Escape")
	h.waitUntilElementGone(item)
}

// openChatFromSidebar opens a chat from the sidebar.
func (h *harness) openChatFromSidebar(title string, l appearance) {
	h.Helper()
	h.doWithSidebarShown(l, func() {
		h.scrollUntilShownAtX(title, 100)
		h.pressControlWithPrefix(title)
	})
}

// picturePanel shows every page of the right panel.
func (h *harness) picturePanel(l appearance) {
	h.Helper()
	h.openChatFromSidebar("Weeknight", l)
	h.pressKeys("ctrl+i")
	h.waitForText("Everything sent to the model")
	h.takePicture("answer", l)
	h.pressControlWithPrefix("Files")
	h.waitForText("In this chat")
	h.takePicture("files", l)
	h.pressControlWithPrefix("Memories")
	h.waitForControl("Search memories")
	h.takePicture("memories", l)
	h.pressControlWithPrefix("Search memories")
	h.typeText("xylophone")
	h.waitForText("No matching memories")
	h.takePicture("memories-none-found", l)
	h.pressControlWithPrefix("Clear")
	h.scrollUntilShownAtX("Memory: The user is allergic", l.width-100)
	h.pressControlWithPrefix("Memory: The user is allergic")
	h.waitForControl("More options for this memory")
	h.takePicture("editor", l)
	h.pictureMenu("More options for this memory", "Delete forever", "editor-menu", l)
	h.pressControlWithPrefix("More options for this memory")
	h.pressControlWithPrefix("Delete forever")
	h.waitForText("This can't be undone")
	h.takePicture("erase", l)
	h.pressKeys("Escape")
	h.waitUntilElementGone("Delete this memory")
	h.pressKeys("Escape")
	h.pressKeys("ctrl+shift+m")
	h.waitForText("New memory")
	h.takePicture("new-memory", l)
	h.pressKeys("Escape")
	h.pressControlWithPrefix("More memory options")
	h.pressControlWithPrefix("Memory history")
	h.waitForControl("Back (Esc)")
	h.takePicture("ledger", l)
	h.pressControlWithPrefix("Back (Esc)")
	h.pressControlWithPrefix("More memory options")
	h.pressControlWithPrefix("Memory health")
	h.waitForControl("Back (Esc)")
	h.takePicture("health", l)
	h.pressControlWithPrefix("Back (Esc)")
	h.pictureLongMemory(l)
	h.scrollUntilShownAtX("Forget", l.width-100)
	h.pressTappableNamedExactly("Forget") // of the card that was open
	h.movePointerOffControls()
	h.waitForText("Forgotten")
	h.waitUntilElementGone("Memory: The user is allergic")
	h.takePicture("forgotten", l)
	h.pressTappableNamedExactly("Undo")
	h.movePointerOffControls()
	h.waitForText("Undone")
	h.waitForControl("Memory: The user is allergic")
	h.pressKeys("Escape")
}

// pictureLongMemory shows the text about the user, with two versions, and the tiers.
func (h *harness) pictureLongMemory(l appearance) {
	h.Helper()
	h.pressControlWithPrefix("More memory options")
	h.pressControlWithPrefix("About you")
	h.waitForText("This text comes first in everything sent to the model")
	for _, line := range []string{"I live in Lisbon and cook for two.", " I am learning German."} {
		h.typeText(line)
		h.waitFor("the line to be saved", func() bool {
			h.pressKeys("ctrl+Return") // ignored until the stored text is loaded
			return h.becomesTrueWithinTwoSeconds(func() bool {
				return strings.Contains(h.queryText("SELECT content FROM base_memory ORDER BY id DESC LIMIT 1"), line)
			})
		})
	}
	h.takePicture("about-you", l)
	h.pressControlWithPrefix("Back (Esc)")
	h.pressControlWithPrefix("More memory options")
	h.pressControlWithPrefix("Memory tiers")
	h.waitForControl("Back (Esc)")
	h.takePicture("tiers", l)
	h.pressControlWithPrefix("Back (Esc)")
}

// pressTappableNamedExactly clicks the first control with exactly this name.
func (h *harness) pressTappableNamedExactly(name string) {
	h.Helper()
	h.waitFor(name, func() bool {
		for _, s := range h.screenElements() {
			if s.Name == name && s.Tappable {
				h.clickAt(int(s.X+s.W/2), int(s.Y+s.H/2))
				return true
			}
		}
		return false
	})
}

// pictureDialogs shows the dialogs.
func (h *harness) pictureDialogs(l appearance) {
	h.Helper()
	h.pressKeys("ctrl+k")
	h.waitForText("Enter to open")
	h.takePicture("palette", l)
	h.typeText("lisbon")
	h.waitFor("what fits alone", func() bool {
		return h.isTextShown("Trip to Lisbon") &&
			!h.isTextShown("Letter to the landlord")
	})
	h.takePicture("search", l)
	h.pressKeys("ctrl+a")
	h.typeText("xylophone")
	h.waitForText("No results")
	h.takePicture("search-none", l)
	h.pressKeys("Escape")
	h.openChatFromSidebar("Weeknight", l)
	h.pictureDialog("Instructions and parameters", "Maximum answer length, in tokens", "instructions", l)
	h.pictureDialog("Delete", "Delete chat only", "delete-chat", l)
	h.pressControlWithPrefix("Attach file")
	h.waitForText("or drop them on the window")
	h.takePicture("file-picker", l)
	h.typeText(h.writeDataFile("photo.dat", "\x00\x01\x02\x03"))
	h.pressKeys("Return")
	h.waitForText("can't be used")
	h.takePicture("file-refused", l)
	h.pressKeys("ctrl+n")
	h.attachFileThroughDialog(h.writeDataFile("archive.txt",
		strings.Repeat("A long line of an archive that goes on and on.\n", 6000)))
	h.waitForText("This file doesn't fit")
	h.takePicture("file-does-not-fit", l)
	h.pressControlWithPrefix("Don't attach")
	h.doWithSidebarShown(l, func() {
		h.pictureMenu("Profiles", "Add profile", "profiles", l)
		h.pressControlWithPrefix("Profiles")
		h.pressControlWithPrefix("Add profile")
		h.waitForControl("Cancel")
		h.takePicture("new-profile", l)
		h.pressKeys("Escape")
	})
	h.openChatFromSidebar("Explain mortgages", l)
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix("Delete")
	h.waitForText("Chat moved to the trash")
	h.takePicture("chat-deleted", l)
	h.doWithSidebarShown(l, func() {
		h.scrollUntilShownAtX("1 chat in the trash", 100)
		h.pressControlWithPrefix("1 chat in the trash")
		h.waitForText("Deleted chats stay here")
		h.takePicture("trash", l)
		h.pressKeys("Escape")
	})
}

// pictureDialog opens a dialog of the chat's menu, takes its picture and closes it.
func (h *harness) pictureDialog(item, words, name string, l appearance) {
	h.Helper()
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix(item)
	h.waitForText(words)
	h.takePicture(name, l)
	h.pressKeys("Escape")
	h.waitUntilElementGone("Cancel")
}

// pictureSettings shows the pages of the settings.
func (h *harness) pictureSettings(l appearance) {
	h.Helper()
	h.pressKeys("ctrl+comma")
	h.waitForText("Providers")
	h.takePicture("settings", l)
	h.pressControlWithPrefix("Add provider")
	h.waitForControl("API key")
	h.takePicture("settings-provider", l)
	h.scrollUntilShown("Cancel")
	h.pressControlWithPrefix("Cancel")
	h.waitUntilElementGone("API key")
	h.waitFor("the providers to be gone", func() bool {
		h.scrollWindow(6)
		return h.becomesTrueWithinTwoSeconds(func() bool { return !h.isElementShown("Add provider") })
	})
	h.takePicture("settings-memory", l)
	h.scrollUntilShown("Open memory health")
	h.takePicture("settings-learning", l)
	h.scrollWindow(40)
	h.takePicture("settings-recall", l)
	for _, page := range [][2]string{
		{"Appearance", "High contrast"},
		{"Privacy and data", "Import and export"},
		{"Shortcuts", "New temporary chat"},
		{"About", "Version"},
	} {
		h.pressControlWithPrefix(page[0])
		h.waitForText(page[1])
		h.takePicture("settings-"+strings.ToLower(strings.Fields(page[0])[0]), l)
	}
	h.pressKeys("Escape")
	h.waitUntilElementGone("Appearance")
}

// pictureEmptyStates shows the panes without any data, and a chat without a model.
func (h *harness) pictureEmptyStates(l appearance) {
	h.Helper()
	h.baseURL = "http://127.0.0.1:9/v1"
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	defer h.stopProgram()
	if l.isNarrow() {
		h.pressKeys("ctrl+b")
		h.waitForText("No chats yet")
		h.takePicture("no-chats", l)
		h.pressKeys("Escape")
		h.pressKeys("ctrl+j")
	}
	h.waitForText("No memories yet")
	h.takePicture("no-memories", l)
	h.pressControlWithPrefix("Files")
	h.waitForText("No files yet")
	h.takePicture("no-files", l)
	h.pressControlWithPrefix("This answer")
	h.takePicture("no-answer", l)
	h.pressKeys("Escape")
	h.sendAndWait("Hello")
	h.takePicture("no-model", l)
}
