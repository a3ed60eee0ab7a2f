package api_test

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// profileData holds one thing of each kind that a profile can own.
type belongings struct {
	who      []string
	memory   memory.ID
	chat     memory.ID
	file     memory.ID
	question memory.ID
	answer   memory.ID
	decision memory.ID
}

func (h *house) settle(user string) belongings {
	h.t.Helper()
	b := belongings{who: []string{"x-openwebui-user-id", user, "Accept", "application/json"}}
	b.memory = get[memory.Added](h, 201, "POST", "/api/memory", `{"content":"`+user+` likes tea"}`, b.who...).ID
	b.chat = get[memory.Thread](h, 201, "POST", "/api/chats", `{"title":"`+user+`"}`, b.who...).ID
	b.file = get[memory.Context](h, 201, "POST", "/api/contexts", `{"name":"a.txt","content":"`+user+`"}`, b.who...).ID
	m := get[memory.Message](h, 200, "POST", "/api/chats/"+b.chat.String()+"/messages", `{"content":"hello"}`, b.who...)
	b.question, b.answer = m.ParentID, m.ID
	get[any](h, 200, "GET", "/api/messages/"+b.answer.String()+"/learned", "", b.who...)
	b.decision = get[[]memory.Decision](h, 200, "GET", "/api/decisions", "", b.who...)[0].ID
	return b
}

// dumpProfile returns the bodies of all lists of the profile.
func (h *house) picture(b belongings) string {
	h.t.Helper()
	var out strings.Builder
	for _, path := range []string{
		"/api/memory", "/api/memory?status=forgotten", "/api/memory/base", "/api/chats", "/api/chats?trash=true",
		"/api/contexts", "/api/decisions", "/api/jobs", "/api/chats/" + b.chat.String() + "/messages",
	} {
		out.WriteString(h.ask("GET", path, "", b.who...).Body.String())
	}
	return out.String()
}

// idForPath returns the id that replaces {id} in a path.
func (b belongings) idOf(path string) memory.ID {
	for prefix, id := range map[string]memory.ID{
		"/api/memory/": b.memory, "/api/chats/": b.chat, "/api/contexts/": b.file, "/api/messages/": b.answer,
		"/api/decisions/": b.decision, "/api/jobs/": 1, // the job that learned from the very first answer
	} {
		if strings.HasPrefix(path, prefix) {
			return id
		}
	}
	return 0
}

func TestNoRouteReachesTheThingsOfAnotherProfile(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.settle("ann"), h.settle("bob")
	var doc struct{ Paths map[string]map[string]any }
	if err := yaml.Unmarshal(h.ask("GET", "/api/openapi.yaml", "").Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	before := h.picture(ann)
	tried := 0
	for pattern, methods := range doc.Paths {
		id := ann.idOf(pattern)
		if !strings.Contains(pattern, "{id}") {
			continue
		}
		if id == 0 {
			t.Errorf("%s: this test does not know whose id it takes", pattern)
		}
		path := strings.NewReplacer("{id}", id.String(), "{ctx}", bob.file.String()).Replace(pattern)
		for method := range methods {
			tried++
			body := map[string]string{"post": `{"content":"hello"}`, "patch": `{"content":"x","title":"x","name":"x"}`}[method]
			if w := h.ask(strings.ToUpper(method), path, body, bob.who...); w.Code != 404 {
				t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
			}
		}
	}
	if tried < 25 {
		t.Errorf("only %d routes were tried", tried)
	}
	if after := h.picture(ann); after != before {
		t.Errorf("ann's things changed:\n%s\nbefore\n%s", after, before)
	}
}

func TestNoBodyOrFilterReachesTheThingsOfAnotherProfile(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.settle("ann"), h.settle("bob")
	before := h.picture(ann) + h.picture(bob)
	chat, thread := "/api/chats/"+bob.chat.String(), `"thread_id":`+ann.chat.String()
	for _, c := range []struct{ method, path, body string }{
		{"PUT", chat + "/contexts/" + ann.file.String(), ""},
		{"POST", chat + "/messages", `{"content":"x","parent_id":` + ann.answer.String() + `}`},
		{"POST", chat + "/messages/regenerate", `{"message_id":` + ann.answer.String() + `}`},
		{"POST", chat + "/messages/stop", `{"message_id":` + ann.answer.String() + `}`},
		{"GET", chat + "/messages?leaf=" + ann.answer.String(), ""},
		{"POST", "/api/memory", `{"content":"x","scope":"thread",` + thread + `}`},
		{"POST", "/api/memory/add", `{"text":"x",` + thread + `}`},
		{"POST", "/api/memory/add", `{"text":"x","memory_id":"` + ann.chat.String() + `"}`},
		{"POST", "/api/memory/search", `{"query":"tea",` + thread + `}`},
	} {
		if w := h.ask(c.method, c.path, c.body, bob.who...); w.Code != 404 {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, w.Code, w.Body)
		}
	}
	for _, filter := range []string{
		"memory_id=" + ann.memory.String(), "thread_id=" + ann.chat.String(), "message_id=" + ann.answer.String(),
		"context_id=" + ann.file.String(),
	} {
		if w := h.ask("GET", "/api/decisions?"+filter, "", bob.who...); strings.TrimSpace(w.Body.String()) != "[]" {
			t.Errorf("decisions by %s: %s", filter, w.Body)
		}
	}
	found := get[memory.Retrieval](h, 200, "POST", "/api/memory/search", `{"query":"who likes tea?"}`, bob.who...)
	if len(found.Memories) != 1 || found.Memories[0].ID != bob.memory {
		t.Errorf("found %+v", found.Memories)
	}
	if after := h.picture(ann) + h.picture(bob); after != before {
		t.Errorf("things changed:\n%s\nbefore\n%s", after, before)
	}
}
