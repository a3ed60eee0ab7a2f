//go:build e2e && checked

package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// Instructions for all chats and a prompt of one's own, made in Settings, reach the model.
func TestPromptAndInstructionsReachTheModel(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.doAndWaitForDimmedWindow("the settings", func() { h.pressKeys("ctrl+comma") })
	h.pressControlWithPrefix("Prompts")
	h.pressControlWithPrefix("For example: Answer in short")
	h.typeText("Answer in one sentence.")
	h.waitForQuery("Answer in one sentence.", "SELECT value FROM settings WHERE key='config.instructions'")
	h.printStep("A prompt with a variable is added.")
	h.pressControlWithPrefix("Add prompt")
	h.typeText("Travel")
	h.pressKeys("Tab")
	h.typeText("Plan a day in {{city}}.")
	h.pressKeys("ctrl+Return")
	h.waitForQuery("Plan a day in {{city}}.",
		"SELECT json_extract(value, '$[0].text') FROM settings WHERE key='ui.prompts'")
	h.pressKeys("Escape")
	h.waitForDialogClosed()

	h.printStep("A slash finds it, and the variable is asked for.")
	h.clickAt(composerX, composerY)
	h.typeText("/")
	h.waitForControl("Find a prompt")
	h.typeText("trav")
	h.pressKeys("Return")
	h.waitForControl("Insert")
	h.typeText("Porto")
	h.pressKeys("Return")
	h.waitUntilElementGone("Insert")
	h.pressKeys("Return")
	h.waitForQuery("Plan a day in Porto.", "SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	var request struct {
		Messages []struct{ Role, Content string }
	}
	all := h.server.ChatRequests()
	if err := json.Unmarshal([]byte(all[0].Body), &request); err != nil {
		t.Fatal(err)
	}
	const want = "## Instructions for every chat\nAnswer in one sentence."
	if system := request.Messages[0].Content; !strings.Contains(system, want) {
		t.Errorf("the system message is %q", system)
	}
}
