//go:build e2e && checked

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

// A sent message is edited and its answer asked of another model. All versions are kept, the pickers move
// between them, a search for words of a version that is not shown opens it, and the next request has what is shown.
func TestVersionsOfMessageAndAnswerAreKeptFoundAndSent(t *testing.T) {
	h := newHarness(t)
	h.startServerWithChangedScript(func(s *llmtest.Script) {
		s.Models = append(s.Models, llmtest.Model{ID: "second-model", Context: 32768})
		s.Rules = append([]llmtest.Rule{{
			Name: "second", When: llmtest.Condition{Model: "second-model"}, Reply: llmtest.Reply{Text: "The quince does."},
		}}, s.Rules...)
	})
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	const ghent, bruges = "Which fruit grows in Ghent?", "Which fruit grows in Bruges?"
	h.sendAndWait(ghent)

	h.printStep("Up edits the message; the edit is sent beside it.")
	h.waitFor("the message to be edited", func() bool {
		h.pressKeys("Up") // scrolls until the answer has been drawn
		return h.becomesTrueWithinTwoSeconds(func() bool { return h.isTextShown("Editing an earlier message") })
	})
	h.pressKeys("ctrl+a")
	h.sendAndWait(bruges)
	h.waitForQuery("2", "SELECT count(*) FROM messages WHERE role='user' AND parent_id IS NULL")
	if p := h.lastChatRequestBody(); strings.Contains(p, "Ghent") {
		t.Errorf("the edit was sent with what it replaces: %s", p)
	}

	h.printStep("The answer is asked of another model.")
	h.pressControlNamedExactly("More")
	h.waitForText("Regenerate with")
	h.pressControlWithPrefix("second-model")
	const ofSecond = "SELECT count(*) FROM messages WHERE model='local/second-model' AND status='complete'"
	h.waitForQuery("1", ofSecond)
	h.waitForText("The quince does.")
	if model := h.lastRequest().Model; model != "second-model" {
		t.Errorf("the answer was asked of %q", model)
	}
	h.waitForQuery("2", "SELECT count(*) FROM messages WHERE role='assistant' AND status='complete' AND parent_id="+
		"(SELECT id FROM messages WHERE content=?)", bruges)
	h.saveScreenshot("versions-1-second-model")

	const head = "SELECT content FROM messages WHERE id=(SELECT head_id FROM threads)"
	first := h.queryText("SELECT content FROM messages WHERE role='assistant' ORDER BY id LIMIT 1")
	h.printStep("Keys and buttons step through the versions.")
	h.pressKeys("alt+Left")
	h.waitForQuery(first, head)
	// The next step counts from the version that is shown.
	h.waitFor("the first answer", func() bool { return !h.isTextShown("The quince does.") })
	h.pressKeys("alt+Right")
	h.waitForQuery("The quince does.", head)
	h.pressControlWithPrefix("Previous version") // the first one, under the message
	h.waitForQuery(first, head)
	h.waitForText(ghent)
	h.saveScreenshot("versions-2-first-message")

	h.printStep("A hit in another version opens that version, and Undo goes back.")
	h.searchAndOpenFirstHit("quince")
	h.pressControlWithPrefix("Undo")
	h.waitForQuery(first, head)
	h.waitForText(ghent)
	h.searchAndOpenFirstHit("quince")
	h.waitForText("Switched to the version of the chat that contains this message.")
	h.waitForQuery("The quince does.", head)
	h.waitForText(bruges)
	h.sendAndWait("Why?")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "Bruges") || !strings.Contains(p, "quince") ||
		strings.Contains(p, "Ghent") {
		t.Errorf("the next message was sent with %s", p)
	}
	h.waitForQuery("1", ofSecond) // the other model was for one answer
}

// startServerWithChangedScript starts the model server anew with a changed script of the demo; it comes before the
// program's first start.
func (h *harness) startServerWithChangedScript(change func(*llmtest.Script)) {
	h.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		h.Fatal(err)
	}
	change(script)
	h.server = llmtest.StartServerForTest(h.T, script)
	h.baseURL = h.server.URL + "/v1"
}

// chatRequest is what a test reads of a request to the model server.
type chatRequest struct {
	Model    string
	Messages []struct{ Role, Content string }
}

// lastRequest is the last request for an answer.
func (h *harness) lastRequest() (r chatRequest) {
	h.Helper()
	if err := json.Unmarshal([]byte(h.lastChatRequestBody()), &r); err != nil {
		h.Fatal(err)
	}
	return r
}
