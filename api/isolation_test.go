package api_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// profileData holds one thing of each kind that a profile can own.
type profileData struct {
	headers    []string
	memoryID   memory.ID
	chatID     memory.ID
	fileID     memory.ID
	questionID memory.ID
	answerID   memory.ID
	decisionID memory.ID
	pictureID  memory.ID
	projectID  memory.ID
}

func (h *harness) createProfileData(user string) profileData {
	h.t.Helper()
	b := profileData{headers: []string{"x-openwebui-user-id", user, "Accept", "application/json"}}
	b.memoryID = requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"`+user+` likes tea"}`,
		b.headers...).ID
	b.chatID = requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{"title":"`+user+`"}`, b.headers...).ID
	b.fileID = requestJSON[memory.File](h, 201, "POST", "/api/contexts", `{"name":"a.txt","content":"`+user+`"}`,
		b.headers...).ID
	b.pictureID = requestJSON[[]memory.Picture](h, 201, "POST", "/api/chats/"+b.chatID.String()+"/pictures",
		`{"name":"a.png","base64":"`+base64.StdEncoding.EncodeToString(grayPNG(h.t, 9))+`"}`, b.headers...)[0].ID
	b.projectID = requestJSON[memory.Project](h, 201, "POST", "/api/projects", `{"name":"`+user+`"}`, b.headers...).ID
	m := requestJSON[memory.Message](h, 200, "POST", "/api/chats/"+b.chatID.String()+"/messages", `{"content":"hello"}`,
		b.headers...)
	b.questionID, b.answerID = m.ParentID, m.ID
	requestJSON[any](h, 200, "GET", "/api/messages/"+b.answerID.String()+"/learned", "", b.headers...)
	b.decisionID = requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions", "", b.headers...)[0].ID
	return b
}

// bodiesOfProfileLists returns the bodies of all lists of the profile.
func (h *harness) bodiesOfProfileLists(b profileData) string {
	h.t.Helper()
	var out strings.Builder
	for _, path := range []string{
		"/api/memory", "/api/memory?status=forgotten", "/api/chats", "/api/chats?trash=true", "/api/chats?archived=true",
		"/api/contexts", "/api/decisions", "/api/projects", "/api/jobs", "/api/chats/" + b.chatID.String() + "/messages",
		"/api/chats/" + b.chatID.String() + "/pictures", "/api/pictures/" + b.pictureID.String() + "/data",
	} {
		out.WriteString(h.sendRequest("GET", path, "", b.headers...).Body.String())
	}
	return out.String()
}

// idForPath returns the id that replaces {id} in a path.
func (b profileData) idForPath(path string) memory.ID {
	for prefix, id := range map[string]memory.ID{
		"/api/memory/": b.memoryID, "/api/chats/": b.chatID, "/api/contexts/": b.fileID, "/api/messages/": b.answerID,
		"/api/pictures/": b.pictureID, "/api/decisions/": b.decisionID, "/api/projects/": b.projectID,
		"/api/jobs/": 1, // the job that learned from the very first answer
	} {
		if strings.HasPrefix(path, prefix) {
			return id
		}
	}
	return 0
}

func TestNoRouteReachesDataOfAnotherProfile(t *testing.T) {
	h := newHarnessWithDeps(t, func(d *memory.Deps) { d.Catalog = seeingCatalog{} })
	ann, bob := h.createProfileData("ann"), h.createProfileData("bob")
	var doc struct{ Paths map[string]map[string]any }
	if err := yaml.Unmarshal(h.sendRequest("GET", "/api/openapi.yaml", "").Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	before := h.bodiesOfProfileLists(ann)
	tried := 0
	for pattern, methods := range doc.Paths {
		id := ann.idForPath(pattern)
		if !strings.Contains(pattern, "{id}") || strings.HasPrefix(pattern, "/api/profiles/") { // they own no profile
			continue
		}
		if id == 0 {
			t.Errorf("%s: this test does not know whose id it takes", pattern)
		}
		path := strings.NewReplacer("{id}", id.String(), "{ctx}", bob.fileID.String(),
			"{picture}", ann.pictureID.String()).Replace(pattern)
		for method := range methods {
			tried++
			body := map[string]string{
				"post /api/chats/{id}/messages": `{"content":"hello"}`, "patch /api/memory/{id}": `{"content":"x"}`,
				"patch /api/chats/{id}": `{"title":"x"}`, "patch /api/memory/summaries/{id}": `{"content":"x"}`,
				"patch /api/contexts/{id}":      `{"name":"x"}`,
				"post /api/chats/{id}/pictures": `{"name":"a.png","base64":"SGVsbG8="}`,
				"patch /api/projects/{id}":      `{"name":"x"}`,
			}[method+" "+pattern]
			if w := h.sendRequest(strings.ToUpper(method), path, body, bob.headers...); w.Code != 404 {
				t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
			}
		}
	}
	if tried < 25 {
		t.Errorf("only %d routes were tried", tried)
	}
	if after := h.bodiesOfProfileLists(ann); after != before {
		t.Errorf("ann's things changed:\n%s\nbefore\n%s", after, before)
	}
}

func TestNoBodyOrFilterReachesDataOfAnotherProfile(t *testing.T) {
	h := newHarnessWithDeps(t, func(d *memory.Deps) { d.Catalog = seeingCatalog{} })
	ann, bob := h.createProfileData("ann"), h.createProfileData("bob")
	before := h.bodiesOfProfileLists(ann) + h.bodiesOfProfileLists(bob)
	annsProject := `"project_id":` + ann.projectID.String()
	chat, chatID := "/api/chats/"+bob.chatID.String(), `"thread_id":`+ann.chatID.String()
	for _, c := range []struct{ method, path, body string }{
		{"PUT", chat + "/contexts/" + ann.fileID.String(), ""},
		{"POST", chat + "/messages", `{"content":"x","parent_id":` + ann.answerID.String() + `}`},
		{"POST", chat + "/messages", `{"content":"x","pictures":[` + ann.pictureID.String() + `]}`},
		{"DELETE", chat + "/pictures/" + ann.pictureID.String(), ""},
		{"POST", chat + "/messages/regenerate", `{"message_id":` + ann.answerID.String() + `}`},
		{"POST", chat + "/messages/continue", `{"message_id":` + ann.answerID.String() + `}`},
		{"POST", chat + "/messages/stop", `{"message_id":` + ann.answerID.String() + `}`},
		{"GET", chat + "/messages?leaf=" + ann.answerID.String(), ""},
		{"POST", "/api/memory", `{"content":"x","scope":"thread",` + chatID + `}`},
		{"POST", "/api/memory/add", `{"text":"x",` + chatID + `}`},
		{"POST", "/api/memory/add", `{"text":"x","memory_id":"` + ann.chatID.String() + `"}`},
		{"POST", "/api/memory/search", `{"query":"tea",` + chatID + `}`},
		{"POST", "/api/memory", `{"content":"x","scope":"project",` + annsProject + `}`},
		{"PATCH", "/api/memory/" + bob.memoryID.String(), `{"scope":"project",` + annsProject + `}`},
		{"POST", "/api/chats", `{` + annsProject + `}`},
		{"POST", "/api/chats/move", `{"thread_ids":[` + bob.chatID.String() + `],` + annsProject + `}`},
		{"POST", "/api/chats/move", `{"thread_ids":[` + ann.chatID.String() + `]}`},
		{"PUT", "/api/projects/" + bob.projectID.String() + "/contexts/" + ann.fileID.String(), ""},
		{"POST", chat + "/branch", `{"message_id":` + ann.answerID.String() + `}`},
	} {
		if w := h.sendRequest(c.method, c.path, c.body, bob.headers...); w.Code != 404 {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, w.Code, w.Body)
		}
	}
	for _, filter := range []string{
		"memory_id=" + ann.memoryID.String(), "thread_id=" + ann.chatID.String(), "message_id=" + ann.answerID.String(),
		"context_id=" + ann.fileID.String(),
	} {
		if w := h.sendRequest("GET", "/api/decisions?"+filter, "", bob.headers...); strings.TrimSpace(
			w.Body.String()) != "[]" {
			t.Errorf("decisions by %s: %s", filter, w.Body)
		}
	}
	found := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search", `{"query":"who likes tea?"}`,
		bob.headers...)
	if len(found.Memories) != 1 || found.Memories[0].ID != bob.memoryID {
		t.Errorf("found %+v", found.Memories)
	}
	if after := h.bodiesOfProfileLists(ann) + h.bodiesOfProfileLists(bob); after != before {
		t.Errorf("things changed:\n%s\nbefore\n%s", after, before)
	}
}
