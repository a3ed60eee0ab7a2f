//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// chatGPTArchive is a chat as ChatGPT hands it out, with a picture that is left out.
const chatGPTArchive = `[{"title":"Trip to Porto","create_time":1714730400,"conversation_id":"c-1",` +
	`"current_node":"b","mapping":{"a":{"parent":null,"children":["b"],"message":{"author":{"role":"user"},` +
	`"create_time":1714730400,` +
	`"content":{"content_type":"multimodal_text","parts":[{"content_type":"image_asset_pointer"},"Where to in May?"]}}},` +
	`"b":{"parent":"a","children":[],"message":{"author":{"role":"assistant"},"create_time":1714730401,` +
	`"content":{"content_type":"text","parts":["To Porto."]}}}}}]`

// An archive is imported through Settings by mouse and keyboard, twice, and its chat exported through its menu.
// Nothing is learned from it, and the model hears nothing.
func TestAnArchiveIsImportedAndItsChatExported(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	file := filepath.Join(h.dir, "conversations.json")
	if err := os.WriteFile(file, []byte(chatGPTArchive), 0o600); err != nil {
		t.Fatal(err)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Privacy and data")
	h.importThroughDialog(file)
	h.waitForText("conversations.json, from ChatGPT: 1 chat, 2 messages.")
	h.waitForText("pictures and other media (1)")
	h.waitForQuery("0", "SELECT count(*) FROM messages")
	h.saveScreenshot("archive-1-found")
	h.pressControlWithPrefix("Import")
	h.waitForText("Imported: 1 chat, 2 messages.")
	h.waitForText("Learn from 1 imported chat?")
	h.saveScreenshot("archive-2-imported")
	h.waitForQuery("2", "SELECT count(*) FROM messages")
	h.importThroughDialog(file)
	h.waitForText("is already in Memoir")
	h.waitForQuery("2", "SELECT count(*) FROM messages")
	h.waitForQuery("0", "SELECT count(*) FROM jobs")
	h.pressKeys("Escape")
	h.waitUntilElementGone("Privacy and data")
	h.pressControlWithPrefix("Trip to Porto")
	h.waitForText("To Porto.")
	h.pressControlWithPrefix("More options for this chat")
	h.pressControlWithPrefix("Export chat")
	h.waitForText("Export “Trip to Porto”")
	h.saveScreenshot("archive-3-export")
	exported := filepath.Join(h.dir, "porto.md")
	h.pressKeys("ctrl+a")
	h.typeText(exported)
	h.pressKeys("Return")
	h.waitForText("Exported to")
	text, err := os.ReadFile(exported)
	if err != nil || !strings.HasPrefix(string(text), "# Trip to Porto\n") ||
		!strings.Contains(string(text), "\nWhere to in May?\n") || !strings.Contains(string(text), "\nTo Porto.\n") {
		t.Errorf("exported %q, %v", text, err)
	}
	if n := len(h.server.ChatRequests()); n != 0 {
		t.Errorf("the model was sent %d requests", n)
	}
	h.stopProgram()
}

// importThroughDialog chooses a file in the dialog of Import.
func (h *harness) importThroughDialog(file string) {
	h.Helper()
	h.pressControlWithPrefix("Import…")
	h.waitForText("Choose the zip or JSON file")
	h.typeText(file)
	h.pressKeys("Return")
	h.waitUntilElementGone("Enter a name or path")
}
