package api_test

import (
	"strings"
	"testing"
	"time"

	"memoir/api"
	"memoir/memory"
)

func TestProfilesAreListedAddedRenamedAndDeletedWithTheTokenOnly(t *testing.T) {
	h := newHarness(t)
	local := h.handler
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377"})
	for path, body := range map[string]string{
		"GET /api/profiles": "", "POST /api/profiles": `{"name":"Bo"}`, "PATCH /api/profiles/1": `{"name":"Bo"}`,
		"DELETE /api/profiles/2": "",
	} {
		method, path, _ := strings.Cut(path, " ")
		if w := h.sendRequest(method, path, body); w.Code != 401 || !strings.Contains(w.Body.String(), "token_required") {
			t.Errorf("%s %s without a token: %d %s", method, path, w.Code, w.Body)
		}
	}
	h.handler = local
	ada := requestJSON[memory.Profile](h, 201, "POST", "/api/profiles", `{"name":" Ada  Lovelace "}`)
	if ada.Name != "Ada Lovelace" || ada.ExternalID == "" {
		t.Errorf("added %+v", ada)
	}
	requestJSON[any](h, 204, "PATCH", "/api/profiles/"+ada.ID.String(), `{"name":"Ada"}`)
	all := requestJSON[[]memory.Profile](h, 200, "GET", "/api/profiles", "")
	if len(all) != 2 || all[1].Name != "Ada" || all[1].ExternalID != ada.ExternalID {
		t.Errorf("profiles %+v", all)
	}
	requestJSON[any](h, 204, "DELETE", "/api/profiles/"+ada.ID.String(), "")
	for path, status := range map[string]int{
		"DELETE /api/profiles/1": 422, "DELETE /api/profiles/" + ada.ID.String(): 404, "DELETE /api/profiles/x": 404,
	} {
		method, path, _ := strings.Cut(path, " ")
		requestJSON[errorBody](h, status, method, path, "")
	}
}

func TestDecisionsAreListedAndUndoneByTheirTime(t *testing.T) {
	h := newHarness(t)
	for _, text := range []string{"The user likes tea", "The user rides a bicycle"} {
		requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"`+text+`"}`)
	}
	later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	earlier := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	for query, want := range map[string]int{"?since=" + earlier: 2, "?since=" + later: 0, "?until=" + earlier: 0} {
		if got := requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions"+query, ""); len(got) != want {
			t.Errorf("decisions%s: %d, want %d", query, len(got), want)
		}
	}
	requestJSON[errorBody](h, 422, "GET", "/api/decisions?since=today", "")
	requestJSON[errorBody](h, 422, "POST", "/api/decisions/undo", `{}`)
	undone := requestJSON[[]memory.Decision](h, 200, "POST", "/api/decisions/undo", `{"since":"`+earlier+`"}`)
	if left := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory", ""); len(undone) != 2 || len(left) != 0 {
		t.Errorf("%d undone, %d memories are left", len(undone), len(left))
	}
	requestJSON[[]memory.Decision](h, 200, "POST", "/api/decisions/undo",
		`{"ids":[`+undone[0].ID.String()+`,`+undone[1].ID.String()+`]}`)
	if left := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory", ""); len(left) != 2 {
		t.Errorf("after Redo there are %d memories", len(left))
	}
}

func TestMemoriesAreListedByKeyOriginScopeAndTime(t *testing.T) {
	h := newHarness(t)
	chat := requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{}`)
	other := requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{}`)
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user lives in Porto","key":"home"}`)
	requestJSON[any](h, 201, "POST", "/api/memory",
		`{"content":"The trip starts in May","scope":"thread","thread_id":`+chat.ID.String()+`}`)
	later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for query, want := range map[string]int{
		"": 2, "?key=home": 1, "?key=x": 0, "?origin=manual": 2, "?origin=extracted": 0, "?scope=global": 1,
		"?thread_id=" + chat.ID.String(): 2, "?thread_id=" + other.ID.String(): 1, "?since=" + later: 0,
	} {
		if got := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory"+query, ""); len(got) != want {
			t.Errorf("memory%s: %d, want %d", query, len(got), want)
		}
	}
}

func TestWordsAreFoundInTitlesMessagesAndMemories(t *testing.T) {
	h := newHarness(t)
	chat := requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{"title":"Oboe lessons"}`)
	requestJSON[any](h, 200, "POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"Where is my oboe?"}`,
		"Accept", "application/json")
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user plays the oboe"}`)
	type text struct {
		ChatID    memory.ID  `json:"thread_id"`
		MessageID *memory.ID `json:"message_id"`
		Snippet   string
	}
	found := requestJSON[struct {
		Chats, Messages []text
		Memories        []memory.Memory
	}](h, 200, "GET", "/api/find?q=obo", "")
	if len(found.Chats) != 1 || found.Chats[0].ChatID != chat.ID || len(found.Messages) != 1 ||
		found.Messages[0].MessageID == nil || !strings.Contains(found.Messages[0].Snippet, "oboe") ||
		len(found.Memories) != 1 {
		t.Errorf("found %+v", found)
	}
	requestJSON[errorBody](h, 422, "GET", "/api/find", "")
}
