//go:build e2e && pictures

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// modelsWithPrices has one model with prices, so that answers cost something.
const modelsWithPrices = `providers:
  - name: ollama
    base_url: %s
    models:
      - {id: scripted-demo, context: 32768, input_price: 2.5, output_price: 10}
      - {id: scripted-small, context: 4096, sees: true}
      - {id: small-window, context: 1000}
`

// picturePages shows what needs data of its own: projects, the archive, an import, a long chat, formulas, a chat
// from right to left, pictures, and the window in other languages.
func (h *harness) picturePages(l appearance) {
	h.Helper()
	h.writeModelsFileAndCreateDatabase()
	h.addDataForPicturedPages()
	env := []string{
		"MEMOIR_ELEMENTS=" + h.elementsFile(), "MEMOIR_WINDOW_RESERVE=200", "MEMOIR_LEARN_LOCAL_IDLE=50ms",
		"MEMOIR_SUMMARY_TRIGGER=8", "MEMOIR_SUMMARY_KEEP=2",
	}
	h.startWindow(env...)
	h.movePointerOffControls()
	h.pictureProjects(l)
	h.pictureWideContents(l)
	h.pictureUsageAndPreview(l)
	h.pictureImport(l)
	h.picturePagesOfSettings(l)
	h.pictureLongChat(l)
	h.stopProgram()
	for _, language := range []string{"de", "ja"} {
		h.pictureLanguage(l, language, env)
	}
}

// addDataForPicturedPages adds what the pages show.
func (h *harness) addDataForPicturedPages() {
	h.Helper()
	yaml := fmt.Sprintf(modelsWithPrices, h.baseURL)
	if err := os.WriteFile(filepath.Join(h.dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		h.Fatal(err)
	}
	h.writeDataFile("plan.md", strings.Repeat("Planks are 12 mm thick.\n", 40))
	h.runMemoir("projects", "add", "Boat", "--scope", "project", "--instructions", "Use metric units.")
	h.runMemoir("projects", "add", "A very long name of a project that has to be cut somewhere")
	h.runMemoir("context", "add", filepath.Join(h.dir, "plan.md"))
	h.runMemoir("projects", "attach", "1", "1")
	for _, text := range []string{"How thick is the planking?", "Which sails do I need?"} {
		h.sendByCommand(text, "--project", "1")
	}
	for _, text := range []string{
		"A derivation of the quadratic formula", "מה אפשר לבשל השבוע?", "An old chat about taxes",
		"A sailing trip along the coast in May", "A letter to the landlord",
	} {
		h.sendByCommand(text)
	}
	h.execSQL("UPDATE threads SET archived_at=updated_at WHERE title LIKE 'An old chat%'")
	h.execSQL("UPDATE threads SET model='ollama/small-window' WHERE title LIKE 'A sailing%'")
	for i, m := range []string{
		"The user has an appointment with a cardiologist every three months.", "The user may move to Porto next year.",
		"The user's sister Ana is expecting a child in spring.", "The user sails a yawl called Ida.",
	} {
		h.runMemoir("memory", "add", m)
		if i < 3 {
			h.execSQL("UPDATE memory_links SET status='inbox' WHERE memory_id=(SELECT max(id) FROM memory)")
		}
	}
	h.execSQL("INSERT OR REPLACE INTO settings (key, value) VALUES ('ui.prompts', ?)",
		`[{"name":"Translate","text":"Translate into {{language}}: {{text}}"},`+
			`{"name":"Proofread","text":"Correct spelling and grammar, and list what you changed."}]`)
	h.runMemoir("profiles", "add", "Work")
}

// pictureProjects shows the list, the menu and the dialog of projects, and the archive.
func (h *harness) pictureProjects(l appearance) {
	h.Helper()
	h.doWithSidebarShown(l, func() {
		h.waitForControl("Project Boat")
		h.takePicture("projects", l)
		h.openContextMenuOf("Project Boat", "Export project")
		h.waitForControl("Instructions, files and model")
		h.takePicture("project-menu", l)
		h.pressControlWithPrefix("Instructions, files and model")
		h.waitForControl("Add file")
		h.takePicture("project-dialog", l)
		h.pressKeys("Escape")
		h.waitUntilElementGone("Add file")
		h.scrollUntilShownAtX("1 archived chat", 100)
		h.pressControlWithPrefix("1 archived chat")
		h.waitForControl("Open")
		h.takePicture("archive", l)
		h.pressKeys("Escape")
		h.waitUntilElementGone("Open")
		h.pictureMenu("Profiles", "Add profile", "profile-switcher", l)
	})
	h.openChatFromSidebar("How thick", l)
	h.takePicture("project-chat", l)
}

// pictureWideContents shows formulas, a chat from right to left, and a picture that is attached, sent and opened.
func (h *harness) pictureWideContents(l appearance) {
	h.Helper()
	h.openChatFromSidebar("A derivation", l)
	h.waitForControl("Regenerate")
	h.takePicture("formulas", l)
	h.openChatFromSidebar("מה", l)
	h.waitForControl("Regenerate")
	h.takePicture("right-to-left", l)
	photo := filepath.Join(h.dir, "photo.jpg")
	if err := os.WriteFile(photo, newRotatedPhotoWithGPS(h.T), 0o600); err != nil {
		h.Fatal(err)
	}
	h.pressKeys("ctrl+n")
	h.pressControlWithPrefix("Model for this chat")
	h.chooseModel("scripted-small")
	h.attachFileThroughDialog(photo)
	h.waitForControl("Picture: photo.jpg")
	h.takePicture("picture-attached", l)
	h.sendAndWait("What grows here?")
	h.takePicture("picture-sent", l)
	h.pressControlWithPrefix("Picture: photo.jpg")
	h.waitForControl("Close picture")
	h.takePicture("picture-open", l)
	h.pressKeys("Escape")
	h.waitUntilElementGone("Close picture")
}

// pictureUsageAndPreview shows tokens and money, what will be sent, and the prompts behind a slash.
func (h *harness) pictureUsageAndPreview(l appearance) {
	h.Helper()
	h.pressKeys("ctrl+n")
	h.pressControlWithPrefix("Model for this chat")
	h.chooseModel("scripted-demo")
	h.typeText("Hello there")
	h.pressControlWithPrefix("What will be sent")
	h.waitForText("Everything that will be sent, word for word,")
	h.takePicture("preview", l)
	h.pressKeys("Escape")
	h.focusComposer(l)
	h.pressKeys("ctrl+a", "BackSpace")
	h.typeText("/")
	h.waitForControl("Find a prompt")
	h.takePicture("prompt-picker", l)
	h.typeText("trans")
	h.pressKeys("Return")
	h.waitForControl("Insert")
	h.takePicture("prompt-variables", l)
	h.pressKeys("Escape")
	h.waitUntilElementGone("Insert")
	h.openChatFromSidebar("A letter to", l)
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix("Tokens and cost")
	h.waitForText("Token counts come from")
	h.takePicture("usage", l)
	h.pressKeys("Escape")
	h.waitFor("the dialog to close", func() bool { return !h.isTextShown("Token counts come from") })
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix("Export chat")
	h.waitForText("Export “")
	h.takePicture("export", l)
	h.pressKeys("Escape")
	h.pressKeys("ctrl+m")
	h.waitForText("Waiting for your OK")
	h.takePicture("inbox", l)
	h.pressKeys("Escape")
}

// focusComposer clicks the field for messages, which the panel covers in a narrow window.
func (h *harness) focusComposer(l appearance) {
	h.Helper()
	if l.isNarrow() {
		h.waitForControl("Message Memoir")
	}
	h.pressControlWithPrefix("Message Memoir")
}

// pictureImport shows an archive before, while and after it is imported.
func (h *harness) pictureImport(l appearance) {
	h.Helper()
	one := strings.TrimSuffix(strings.TrimPrefix(chatGPTArchive, "["), "]")
	chats := make([]string, 400)
	for i := range chats {
		chats[i] = strings.ReplaceAll(one, `"c-1"`, strconv.Quote("c-"+strconv.Itoa(i)))
	}
	file := h.writeDataFile("conversations.json", "["+strings.Join(chats, ",")+"]")
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.waitForControl("Import…")
	h.takePicture("import", l)
	h.importThroughDialog(file)
	h.waitForText("conversations.json, from ChatGPT")
	h.takePicture("import-found", l)
	h.pressControlWithPrefix("Import")
	h.waitForText("To continue later, import the file again.")
	h.takePicture("import-progress", l)
	h.waitForText("Imported: 400 chats")
	h.waitForText("Learn from 400 imported chats?")
	h.takePicture("import-report", l)
}

// picturePagesOfSettings shows the pages that need data: other programs, prompts, a download.
func (h *harness) picturePagesOfSettings(l appearance) {
	h.Helper()
	h.scrollUntilShown("HTTP interface")
	h.scrollWindow(3) // to its switch, which may be below it
	h.pressControlWithPrefix("HTTP interface")
	h.scrollUntilShown("Copy address")
	h.scrollUntilShown("Set up an app")
	h.takePicture("other-programs", l)
	h.pressControlWithPrefix("Prompts")
	h.waitForText("Instructions for all chats")
	h.takePicture("settings-prompts", l)
	h.pressControlWithPrefix("Models and memory")
	h.pressControlWithPrefix("Manage Ollama")
	h.pressControlWithPrefix("Download a model")
	h.waitForControl("llama3.2")
	h.takePicture("download", l)
	h.typeText("endless:1b")
	h.pressKeys("Return")
	h.waitForText("% of")
	h.takePicture("download-progress", l)
	h.pressControlWithPrefix("Stop download")
	h.waitForText("Choose Download to resume")
	h.takePicture("download-stopped", l)
	h.pressKeys("Escape")
	h.waitUntilElementGone("Privacy and data")
}

// pictureLongChat shows a chat whose beginning the model no longer sees: the line at that place, the tiers with
// the summary, and the text about the user with what changed.
func (h *harness) pictureLongChat(l appearance) {
	h.Helper()
	h.openChatFromSidebar("A sailing trip", l)
	h.waitForControl("Regenerate")
	h.focusComposer(l)
	for i := range 7 {
		h.sendAndWait(fmt.Sprintf("Day %d of sailing: where should we stop for the night?", i+1))
	}
	h.waitFor("a summary", func() bool { return h.queryText("SELECT count(*) FROM summaries") != "0" })
	h.sendAndWait("And how far is it on this day of sailing?")
	const line = "Show the summary of the messages above"
	h.waitFor("the line where the summary takes over", func() bool {
		if h.isElementShown(line) {
			return true
		}
		h.scrollDownOrUpAtX(-4, l.width/2)
		return false
	})
	h.takePicture("summary-line", l)
	h.pressControlWithPrefix(line)
	h.scrollUntilShown("Read and edit summaries")
	h.takePicture("summary-open", l)
	h.pressControlWithPrefix("Read and edit summaries")
	h.waitForText("Memory tiers")
	h.scrollUntilShownAtX("Show and edit the summaries", l.width-100)
	h.pressControlWithPrefix("Show and edit the summaries")
	h.waitForText("Summaries of this chat")
	h.takePicture("tiers-with-summary", l)
	h.pressControlWithPrefix("Back (Esc)")
	h.pressControlWithPrefix("More memory options")
	h.pressControlWithPrefix("About you")
	h.waitForText("This text comes first in everything sent to the model")
	h.scrollUntilShownAtX("Rewrite the text from your chats", l.width-100)
	h.pressControlWithPrefix("Rewrite the text from your chats")
	h.waitForQuery("1", "SELECT count(*) FROM base_memory WHERE content LIKE '%German%'")
	h.scrollUntilShownAtX("What changed:", l.width-100)
	h.pressControlWithPrefix("What changed:")
	h.scrollUntilShownAtX("+ The user", l.width-100)
	h.takePicture("about-you-diff", l)
	h.pressKeys("Escape")
}

// pictureLanguage shows the window in another language: a chat with the panel, the settings and the palette.
func (h *harness) pictureLanguage(l appearance, language string, env []string) {
	h.Helper()
	h.execSQL("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", "ui.look",
		fmt.Sprintf(`{"mode":%q,"zoom":%g,"reduced_motion":true,"language":%q}`, l.mode, l.zoom, language))
	h.startWindow(env...)
	h.waitFor("the window", func() bool { return len(h.screenElements()) > 10 })
	h.pressKeys("ctrl+m")
	h.waitFor("the memories", func() bool { return h.isTextShown("The user sails") })
	h.takePicture("language-"+language, l)
	h.pressKeys("ctrl+comma")
	h.waitFor("the settings", func() bool { return h.isTextShown("Ollama") })
	h.takePicture("language-settings-"+language, l)
	h.pressKeys("Escape")
	h.pressKeys("ctrl+k")
	h.waitFor("the palette", func() bool { return h.focusedControl() != "" })
	h.takePicture("language-palette-"+language, l)
	h.pressKeys("Escape")
	h.stopProgram()
}
