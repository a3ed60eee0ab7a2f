package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// Source 002 fetches the 8 newest keys; 5 of them are in the prompt.
func TestSource002_TheBundleHasEightKeys(t *testing.T) {
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Config.InjectedKeys = 5 })
	for i := range 9 {
		h.sendRequest("POST", "/api/memory", fmt.Sprintf(`{"content":"Value %d.","key":"key %d"}`, i, i))
	}
	var got struct {
		Context struct {
			Memories []struct{ Key, Value string }
		} `json:"memory_context"`
	}
	reply := h.requestChatCompletionOrFail(`{"model":"small","use_memory":true,"memory_score_threshold":0.99,` +
		`"messages":[{"role":"user","content":"Good evening."}]}`)
	if err := json.Unmarshal(reply.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, m := range got.Context.Memories {
		keys[m.Key] = true
	}
	if len(got.Context.Memories) != 8 || len(keys) != 8 || keys["key 0"] {
		t.Errorf("memories %+v", got.Context.Memories)
	}
	body := h.forwardedChatRequests()[0].Body
	if n := strings.Count(body, ": Value "); n != 5 {
		t.Errorf("%d keys were sent: %s", n, body)
	}
}

// Source 001: the summary of the conversation is among the hits, and in the prompt, when the program does not send
// what it covers.
func TestSource001_TheSummaryOfTheConversationIsAHit(t *testing.T) {
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Config.SummaryTrigger = 30 })
	ask := `{"model":"small","memory_id":"trip","messages":[{"role":"user","content":"And then?"}]}`
	h.requestChatCompletionOrFail(
		`{"model":"small","memory_id":"trip","messages":[{"role":"user","content":"I go to Brevik."}]}`,
	)
	ms := h.loadConversationMessages(1, "trip")
	_, err := h.store.SummaryStore().Insert(t.Context(), memory.Summary{
		ProfileID: 1, ChatID: ms[0].ChatID, Content: "- The user goes to Brevik.", State: memory.SummaryCurrent,
		FirstMessageID: ms[0].ID, LastMessageID: ms[1].ID, CreatedAt: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		body string
		want bool
	}{
		{ask, true},
		{`{"model":"small","memory_id":"trip","messages":[{"role":"user","content":"I go to Brevik."},` +
			`{"role":"assistant","content":"Hello from upstream."},{"role":"user","content":"By ferry."}]}`, false},
	} {
		var got struct {
			Hits []struct{ Role, Content string } `json:"memory_hits"`
		}
		if err := json.Unmarshal(h.requestChatCompletionOrFail(c.body).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		isHit := len(got.Hits) == 1 && got.Hits[0].Role == "summary" && got.Hits[0].Content == "- The user goes to Brevik."
		sent := h.forwardedChatRequests()
		isSent := strings.Contains(sent[len(sent)-1].Body, "## Earlier in this chat")
		if isHit != c.want || isSent != c.want {
			t.Errorf("hits %+v, sent %s", got.Hits, sent[len(sent)-1].Body)
		}
	}
}

func TestUseMemoryBringsOlderMessagesAndTheBundle(t *testing.T) {
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Config.RecallChats = true })
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe.","key":"instrument"}`)
	h.requestChatCompletionOrFail(`{"model":"small","memory_id":"trip","messages":[{"role":"user",` +
		`"content":"I took the ferry Ole from Brevik."}]}`)
	h.requestChatCompletionOrFail(
		`{"model":"small","memory_id":"now","messages":[{"role":"user","content":"Good evening."}]}`,
	)
	ask := `{"model":"small","memory_id":"now","use_memory":true,"top_k":1,"messages":[` +
		`{"role":"user","content":"Which ferry did I take from Brevik?"}]}`
	type bundle struct {
		Hits    []struct{ Role, Content string } `json:"memory_hits"`
		Context struct {
			Context []struct {
				Role, Content string
				Similarity    float64
				SessionID     string `json:"session_id"`
			}
			Recent   []struct{ Role, Content string } `json:"recent_messages"`
			Memories []struct {
				Key, Value string
				TokenCount int `json:"tokenCount"`
			}
			Dim int `json:"query_embedding_dim"`
		} `json:"memory_context"`
		Need   bool   `json:"need_memory"`
		Reason string `json:"memory_reason"`
	}
	var got bundle
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end) && len(got.Context.Context) == 0; {
		got = bundle{}
		if err := json.Unmarshal(h.requestChatCompletionOrFail(ask).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	c := got.Context
	if len(c.Context) != 1 || c.Context[0].Content != "I took the ferry Ole from Brevik." || c.Context[0].Role != "user" ||
		c.Context[0].Similarity == 0 || c.Context[0].SessionID == "" || c.Context[0].SessionID == "now" {
		t.Errorf("context %+v", c.Context)
	}
	if len(c.Recent) < 2 || c.Recent[0].Content != "Good evening." || c.Recent[1].Content != "Hello from upstream." {
		t.Errorf("recent messages %+v", c.Recent)
	}
	if len(c.Memories) != 1 || c.Memories[0].Key != "instrument" || c.Memories[0].TokenCount == 0 || c.Dim != 384 {
		t.Errorf("memories %+v, %d dimensions", c.Memories, c.Dim)
	}
	if len(got.Hits) != 2 || got.Hits[1].Role != "user" || !got.Need || got.Reason != "few" {
		t.Errorf("hits %+v, need %v because %s", got.Hits, got.Need, got.Reason)
	}
	sent := h.forwardedChatRequests()
	if body := sent[len(sent)-1].Body; !strings.Contains(body, "I took the ferry Ole") ||
		strings.Contains(body, "use_memory") ||
		strings.Contains(body, "top_k") {
		t.Errorf("sent %s", body)
	}
}
