package api_test

import (
	"net/http"
	"strings"
	"testing"

	"memoir/api"
	"memoir/memory"
)

func TestExportHasTheFormAndContentsThatWereAskedFor(t *testing.T) {
	h := newHarness(t)
	id := requestJSON[memory.Chat](h, http.StatusCreated, "POST", "/api/chats", `{"title":"Oboe lessons"}`).ID
	h.sendRequest("POST", "/api/memory", `{"content":"The user likes tea"}`)
	all := h.sendRequest("GET", "/api/export", "")
	if all.Code != http.StatusOK || !strings.Contains(all.Body.String(), `"contents":"all","history":true`) ||
		!strings.Contains(all.Body.String(), "Oboe lessons") || !strings.Contains(all.Body.String(), "likes tea") {
		t.Errorf("status %d: %s", all.Code, all.Body)
	}
	chat := h.sendRequest("GET", "/api/export?format=md&chats="+id.String(), "")
	if got := chat.Header().Get("Content-Type"); got != "text/markdown; charset=utf-8" ||
		!strings.HasPrefix(chat.Body.String(), "# Oboe lessons\n") {
		t.Errorf("%s: %s", got, chat.Body)
	}
	if got := chat.Header().Get("Content-Disposition"); got != `attachment; filename="memoir.md"` {
		t.Errorf("disposition %s", got)
	}
	for path, status := range map[string]int{
		"/api/export?chats=99":                  http.StatusNotFound,
		"/api/export?chats=tea":                 http.StatusUnprocessableEntity,
		"/api/export?format=pdf":                http.StatusUnprocessableEntity,
		"/api/export?contents=chats":            http.StatusUnprocessableEntity,
		"/api/export?contents=memories&chats=1": http.StatusUnprocessableEntity,
	} {
		requestJSON[errorBody](h, status, "GET", path, "")
	}
}

func TestExportHasNothingOfAnotherProfile(t *testing.T) {
	h := newHarness(t)
	h.sendRequest("POST", "/api/memory", `{"content":"The user likes tea"}`)
	h.sendRequest("POST", "/api/chats", `{"title":"Oboe lessons"}`)
	for _, format := range []string{"json", "md", "html"} {
		w := h.sendRequest("GET", "/api/export?format="+format, "", api.UserHeader, "alice")
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "tea") || strings.Contains(w.Body.String(), "Oboe") {
			t.Errorf("%s: status %d: %s", format, w.Code, w.Body)
		}
	}
	requestJSON[errorBody](h, http.StatusNotFound, "GET", "/api/export?chats=1", "", api.UserHeader, "alice")
}
