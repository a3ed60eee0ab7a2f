//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// What was said in one chat is quoted in another when a question concerns it, as the server receives
// it; a chat in the trash is quoted no more.
func TestQuestionInASecondChatQuotesTheFirst(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_CHATS_RECALL=true", "MEMOIR_RETRIEVAL_DEADLINE=30s") // a busy machine must find it too
	const said = "On Tuesday the ferry Ole from Brevik was late by two hours."
	h.sendAndWait(said)
	h.waitForQuery("2", "SELECT count(*) FROM vectors WHERE owner_kind='message'")
	ask := func(question string) string {
		h.pressKeys("ctrl+n")
		h.sendAndWait(question)
		return h.lastChatRequestBody()
	}
	if p := ask("How late was the ferry Ole from Brevik?"); !strings.Contains(p, "## From earlier messages") ||
		!strings.Contains(p, "the user: "+said) {
		t.Errorf("the server received %s", p)
	}
	if n := h.queryText("SELECT json_array_length(receipt, '$.recalled') FROM messages WHERE role='assistant' " +
		"ORDER BY id DESC LIMIT 1"); n == "0" {
		t.Error("the receipt does not name the quote")
	}
	h.pressKeys("ctrl+i")
	h.saveScreenshot("recall-receipt")
	if p := ask("What is the boiling point of water?"); strings.Contains(p, said) {
		t.Errorf("a question about something else is sent with %s", p)
	}
	h.execSQL("UPDATE threads SET deleted_at=updated_at WHERE id=1")
	if p := ask("How many hours late was the ferry Ole?"); strings.Contains(p, "the user: "+said) {
		t.Errorf("a chat in the trash is quoted: %s", p)
	}
}
