//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// A model is downloaded through Ollama in Settings, and the list of models has it.
func TestModelIsDownloadedInSettings(t *testing.T) {
	h := newHarness(t)
	yaml := "providers:\n  - name: ollama\n    base_url: " + h.baseURL + "\n"
	if err := os.WriteFile(filepath.Join(h.dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	h.runMemoir("memory", "list") // creates the database
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.doAndWaitForDimmedWindow("the settings", func() { h.pressKeys("ctrl+comma") })
	h.waitFor("the menu of Ollama", func() bool { // its row is built anew when the server has answered
		h.pressControlWithPrefix("Manage Ollama")
		return h.becomesTrueWithinTwoSeconds(func() bool { return h.isElementShown("Download a model") })
	})
	h.pressControlWithPrefix("Download a model")
	h.waitForControl("llama3.2")
	h.typeText("tiny:1b")
	h.pressKeys("Return")
	h.waitUntilElementGone("llama3.2")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	h.pressControlWithPrefix("Model for this chat")
	h.typeText("tiny")
	h.pressKeys("Return")
	h.waitForQuery(`"ollama/tiny:1b"`, "SELECT value FROM settings WHERE key='ui.new_chat_model'")
}
