package api_test

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestSummariesAreListedEditedAndUndone(t *testing.T) {
	var store memory.Store
	h := newHarnessWithDeps(t, func(d *memory.Deps) { store = d.Store })
	chat := requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{"title":"Trips","recall":"on"}`)
	if chat.Recall != memory.RecallOn {
		t.Errorf("recall is %s", chat.Recall)
	}
	requestJSON[memory.Message](h, 200, "POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"hello"}`,
		"Accept", "application/json")
	id, err := store.SummaryStore().Insert(t.Context(), memory.Summary{
		ProfileID: 1, ChatID: chat.ID, Content: "- They met.", FirstMessageID: 1, LastMessageID: 2, MessageCount: 2,
		Model: "a/b", State: memory.SummaryCurrent,
	})
	if err != nil {
		t.Fatal(err)
	}
	list := func() []memory.ChatSummary {
		return requestJSON[[]memory.ChatSummary](h, 200, "GET", "/api/memory/summaries?thread_id="+chat.ID.String(), "")
	}
	if got := list(); len(got) != 1 || got[0].Content != "- They met." || got[0].ChatTitle != "Trips" {
		t.Errorf("listed %+v", got)
	}
	c := requestJSON[memory.ChangedSummary](h, 200, "PATCH", "/api/memory/summaries/"+id.String(),
		`{"content":"- They met in Bled."}`)
	if got := list(); len(got) != 1 || got[0].ID != c.Summary.ID || got[0].Content != "- They met in Bled." {
		t.Errorf("after the edit listed %+v", got)
	}
	requestJSON[memory.Decision](h, 200, "POST", "/api/memory/summaries/"+c.Summary.ID.String()+"/undo", "")
	if got := list(); len(got) != 1 || got[0].ID != id {
		t.Errorf("after the undo listed %+v", got)
	}
	for _, body := range []string{`{}`, `{"content":" "}`} {
		if w := h.sendRequest("PATCH", "/api/memory/summaries/"+id.String(), body); w.Code != 422 {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	tiers := requestJSON[memory.Tiers](h, 200, "GET", "/api/memory/tiers?thread_id="+chat.ID.String(), "")
	if tiers.ChatID != chat.ID || tiers.Log.Messages != 2 || tiers.Working.Messages != 1 || tiers.Summaries.Count != 1 {
		t.Errorf("tiers %+v", tiers)
	}
	if w := h.sendRequest("GET", "/api/memory/tiers?thread_id=99", ""); w.Code != 404 ||
		!strings.Contains(w.Body.String(), "not_found") {
		t.Errorf("of no chat: %d %s", w.Code, w.Body)
	}
}
