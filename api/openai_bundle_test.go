package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestUseMemoryBringsOlderMessagesAndTheBundle(t *testing.T) {
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Config.RecallChats = true })
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe.","key":"instrument"}`)
	h.complete(`{"model":"small","memory_id":"trip","messages":[{"role":"user",` +
		`"content":"I took the ferry Ole from Brevik."}]}`)
	h.complete(`{"model":"small","memory_id":"now","messages":[{"role":"user","content":"Good evening."}]}`)
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
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end) && len(got.Context.Context) == 0; {
		got = bundle{}
		if err := json.Unmarshal(h.complete(ask).Body.Bytes(), &got); err != nil {
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
	sent := h.forwarded()
	if body := sent[len(sent)-1].Body; !strings.Contains(body, "I took the ferry Ole") ||
		strings.Contains(body, "use_memory") ||
		strings.Contains(body, "top_k") {
		t.Errorf("sent %s", body)
	}
}
