package api_test

import (
	"testing"

	"memoir/memory"
)

func TestProgramsAreRememberedAndTheirChatsNamedAfterThem(t *testing.T) {
	h := newProxyHarness(t)
	body := `{"model":"small","messages":[{"role":"user","content":"hi"}]}`
	trip := `{"model":"small","memory_id":"trip","messages":[{"role":"user","content":"hi"}]}`
	h.requestChatCompletionOrFail(body, "User-Agent", "OpenAI/Python 3.54.0")
	h.requestChatCompletionOrFail(trip, "User-Agent", "Go-http-client/1.1", "X-Title", "Aider")
	h.requestChatCompletionOrFail(trip, "User-Agent", "curl/8.5.0")
	titles := map[string]bool{}
	for _, c := range requestJSON[[]memory.Chat](h.harness, 200, "GET", "/api/chats", "") {
		titles[c.Title] = true
	}
	if len(titles) != 2 || !titles["OpenAI for Python"] || !titles["Aider: trip"] {
		t.Errorf("the chats are called %v", titles)
	}
	seen, err := h.api.ServiceForTest().ListProgramsSeen(t.Context())
	names := map[string]bool{}
	for _, p := range seen {
		names[p.Name] = true
		if p.LastUsedAt.IsZero() {
			t.Errorf("%s has no time", p.Name)
		}
	}
	if err != nil || len(seen) != 3 || !names["OpenAI for Python"] || !names["Aider"] || !names["curl"] {
		t.Errorf("seen %+v, %v", seen, err)
	}
	for _, agent := range []string{"", "\x01", "ä\u200b/1"} {
		h.requestChatCompletionOrFail(body, "User-Agent", agent)
	}
	if again, _ := h.api.ServiceForTest().ListProgramsSeen(t.Context()); len(again) != 3 {
		t.Errorf("programs without a printable name are listed: %+v", again)
	}
}
