//go:build e2e && pictures

package e2e

import "strings"

// withSidebar opens the sidebar first where it covers the chat, and closes it afterwards.
func (w *world) side(l look, do func()) {
	w.Helper()
	if l.narrow() {
		w.key("ctrl+b")
		w.find("New chat")
	}
	do()
	if l.narrow() && w.has("Hide the sidebar") {
		w.key("Escape")
		w.gone("Hide the sidebar")
	}
}

// attachFile adds a file through the dialog.
func (w *world) attach(file string) {
	w.Helper()
	w.press("Attach a file")
	w.sees("Files can also be dropped")
	w.typed(file)
	w.key("Return")
	w.gone("Type a name or a path")
}

// pictureChats shows a chat in every state.
func (w *world) chats(l look) {
	w.Helper()
	w.find("Message Memoir")
	w.at("empty-chat", l)
	w.attach(w.pantry("pantry.csv", "item,amount\n"+strings.Repeat("rice,2 kg\nmiso,1 jar\ntahini,1 jar\n", 40)))
	w.attach(w.pantry("recipes.md", "# Recipes\n\n"+strings.Repeat("Miso noodles: soba, miso, mushrooms, tahini.\n", 60)))
	w.sends("Plan three weeknight dinners for us and a small script that turns the plan into a shopping list. " +
		"No peanuts, I'm allergic.")
	w.reach("Learned:")
	for range 2 {
		n := w.ask("SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'")
		w.reach("Regenerate")
		w.press("Regenerate")
		w.until("another answer", func() bool {
			return w.ask("SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'") != n
		})
	}
	w.key("ctrl+n")
	w.sends("Rename my photos by date") // streams for as long as pictures are taken
	w.chat("Plan three", l)
	w.reach("Next version")
	w.press("More about this chat")
	w.press("Rename")
	w.sees("Rename the chat")
	w.key("ctrl+a")
	w.typed("Weeknight dinners")
	w.at("rename", l)
	w.key("Return")
	w.gone("Rename the chat")
	w.wheel(12)
	w.at("chat", l)
	w.key("ctrl+f")
	w.find("Find in this chat")
	w.typed("lemons")
	w.sees("1 of 1")
	w.at("find", l)
	w.key("Escape")
	w.menu("Model of this chat", "Look again", "models", l)
	w.menu("What this chat does with the memory", "Read only", "memory-menu", l)
	w.menu("More about this chat", "Copy the chat", "chat-menu", l)
	w.chat("Why is my bike brake", l)
	w.sees("stop riding")
	w.at("list-and-quote", l)
	w.chat("Names for a shop", l)
	w.sees("Continue")
	w.at("faults", l)
	w.key("ctrl+shift+n")
	w.sees("This chat is not remembered")
	w.at("temporary", l)
	w.key("ctrl+n")
}

// sendMessage types a message and sends it.
func (w *world) sends(text string) {
	w.Helper()
	w.find("Message Memoir")
	w.typed(text)
	w.until("the message to be sent", func() bool {
		w.key("Return")
		return w.soon(func() bool {
			return w.ask("SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1") == text
		})
	})
}

// pictureMenu opens a menu, takes its picture and closes it.
func (w *world) menu(button, item, name string, l look) {
	w.Helper()
	w.press(button)
	w.find(item)
	w.at(name, l)
	w.key("Escape")
	w.gone(item)
}

// openChat opens a chat from the sidebar.
func (w *world) chat(title string, l look) {
	w.Helper()
	w.side(l, func() {
		w.reachAt(title, 100)
		w.press(title)
	})
}

// picturePanel shows every page of the right panel.
func (w *world) panes(l look) {
	w.Helper()
	w.chat("Weeknight", l)
	w.key("ctrl+i")
	w.sees("Everything the model was given")
	w.at("answer", l)
	w.press("Files")
	w.sees("In this chat")
	w.at("files", l)
	w.press("Memories")
	w.find("Search memories")
	w.at("memories", l)
	w.press("Search memories")
	w.typed("xylophone")
	w.sees("No memory has these words.")
	w.at("memories-none-found", l)
	w.press("Clear")
	w.reachAt("Memory: The user is allergic", l.w-100)
	w.press("Memory: The user is allergic")
	w.find("More about this memory")
	w.at("editor", l)
	w.menu("More about this memory", "Erase for good", "editor-menu", l)
	w.press("More about this memory")
	w.press("Erase for good")
	w.sees("This cannot be undone")
	w.at("erase", l)
	w.key("Escape")
	w.gone("Erase this memory")
	w.key("Escape")
	w.key("ctrl+shift+m")
	w.sees("New memory")
	w.at("new-memory", l)
	w.key("Escape")
	w.press("More about your memory")
	w.press("What happened to your memory")
	w.find("Back (Esc)")
	w.at("ledger", l)
	w.press("Back (Esc)")
	w.press("More about your memory")
	w.press("Health of your memory")
	w.find("Back (Esc)")
	w.at("health", l)
	w.press("Back (Esc)")
	w.reachAt("Forget", l.w-100)
	w.press1("Forget") // of the card that was open
	w.away()
	w.sees("Forgotten")
	w.gone("Memory: The user is allergic")
	w.at("forgotten", l)
	w.press1("Undo")
	w.away()
	w.sees("Taken back")
	w.find("Memory: The user is allergic")
	w.key("Escape")
}

// pressExact clicks the first control with exactly this name.
func (w *world) press1(name string) {
	w.Helper()
	w.until(name, func() bool {
		for _, s := range w.spots() {
			if s.Name == name && s.Tapped {
				w.click(int(s.X+s.W/2), int(s.Y+s.H/2))
				return true
			}
		}
		return false
	})
}

// pictureDialogs shows the dialogs.
func (w *world) dialogs(l look) {
	w.Helper()
	w.key("ctrl+k")
	w.sees("Enter opens")
	w.at("palette", l)
	w.typed("lisbon")
	w.until("what fits alone", func() bool { return w.reads("Trip to Lisbon") && !w.reads("Letter to the landlord") })
	w.at("search", l)
	w.key("ctrl+a")
	w.typed("xylophone")
	w.sees("Nothing has these words")
	w.at("search-none", l)
	w.key("Escape")
	w.chat("Weeknight", l)
	w.dialog("Instructions and parameters", "Longest answer in tokens", "instructions", l)
	w.dialog("Delete", "Keep what was learned", "delete-chat", l)
	w.press("Attach a file")
	w.sees("Files can also be dropped")
	w.at("file-picker", l)
	w.typed(w.pantry("photo.dat", "\x00\x01\x02\x03"))
	w.key("Return")
	w.sees("cannot be used")
	w.at("file-refused", l)
	w.key("ctrl+n")
	w.attach(w.pantry("archive.txt", strings.Repeat("A long line of an archive that goes on and on.\n", 6000)))
	w.sees("This file does not fit")
	w.at("file-does-not-fit", l)
	w.press("Do not attach")
	w.side(l, func() {
		w.menu("Profiles", "Add a profile", "profiles", l)
		w.press("Profiles")
		w.press("Add a profile")
		w.find("Cancel")
		w.at("new-profile", l)
		w.key("Escape")
	})
	w.chat("Explain mortgages", l)
	w.press("More about this chat")
	w.press("Delete")
	w.sees("Chat moved to the trash")
	w.at("chat-deleted", l)
	w.side(l, func() {
		w.reachAt("1 chat in the trash", 100)
		w.press("1 chat in the trash")
		w.sees("Deleted chats stay here")
		w.at("trash", l)
		w.key("Escape")
	})
}

// pictureDialog opens a dialog of the chat's menu, takes its picture and closes it.
func (w *world) dialog(item, words, name string, l look) {
	w.Helper()
	w.press("More about this chat")
	w.press(item)
	w.sees(words)
	w.at(name, l)
	w.key("Escape")
	w.gone("Cancel")
}

// pictureSettings shows the pages of the settings.
func (w *world) pages(l look) {
	w.Helper()
	w.key("ctrl+comma")
	w.sees("Providers")
	w.at("settings", l)
	w.press("Add provider")
	w.find("API key")
	w.at("settings-provider", l)
	w.reach("Cancel")
	w.press("Cancel")
	w.gone("API key")
	w.until("the providers to be gone", func() bool {
		w.wheel(6)
		return w.soon(func() bool { return !w.has("Add provider") })
	})
	w.at("settings-memory", l)
	w.wheel(40)
	w.at("settings-learning", l)
	for _, page := range [][2]string{
		{"Appearance", "High contrast"},
		{"Privacy and data", "Data folder"},
		{"Shortcuts", "New temporary chat"},
		{"About", "Version"},
	} {
		w.press(page[0])
		w.sees(page[1])
		w.at("settings-"+strings.ToLower(strings.Fields(page[0])[0]), l)
	}
	w.key("Escape")
	w.gone("Appearance")
}

// pictureEmptyStates shows the panes without any data, and a chat without a model.
func (w *world) empty(l look) {
	w.Helper()
	e := newWorld(w.T)
	e.server, e.base = w.server, "http://127.0.0.1:9/v1"
	e.settled()
	e.dress(l)
	e.start("MEMOIR_SPOTS=" + e.spotsFile())
	defer e.stop()
	if l.narrow() {
		e.key("ctrl+b")
		e.sees("No chats yet")
		e.at("no-chats", l)
		e.key("Escape")
		e.key("ctrl+j")
	}
	e.sees("No memories yet")
	e.at("no-memories", l)
	e.press("Files")
	e.sees("No files yet")
	e.at("no-files", l)
	e.press("This answer")
	e.at("no-answer", l)
	e.key("Escape")
	e.say("Hello")
	e.at("no-model", l)
}
