package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"memoir/memory"
)

func TestMemoryIsAddedListedUpdatedForgottenAndRestored(t *testing.T) {
	h := newHarness(t)
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory",
		`{"content":"The user likes tea","tags":["drink"]}`)
	if m.Origin != memory.OriginManual || m.DuplicateOf != 0 || len(m.Tags) != 1 {
		t.Fatalf("stored as %+v", m)
	}
	again := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"the user  LIKES tea"}`)
	if again.DuplicateOf != m.ID {
		t.Errorf("a repetition is a duplicate of %d, want %d", again.DuplicateOf, m.ID)
	}
	if got := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory", ""); len(got) != 2 || got[0].ID != again.ID {
		t.Errorf("the list is not newest first: %+v", got)
	}
	if got := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory?tag=drink", ""); len(got) != 1 ||
		got[0].ID != m.ID {
		t.Errorf("tag drink finds %+v", got)
	}
	requestJSON[any](h, 204, "DELETE", "/api/memory/"+again.ID.String(), "")
	changed := requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/"+m.ID.String(),
		`{"content":"The user likes green tea","key":"drink","pinned":true}`)
	if changed.Content != "The user likes green tea" || changed.Key != "drink" || !changed.Pinned ||
		changed.Tags[0] != "drink" {
		t.Errorf("changed to %+v", changed)
	}
	cleared := requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/"+m.ID.String(), `{"key":null,"tags":null}`)
	if cleared.Key != "" || len(cleared.Tags) != 0 || cleared.Content != changed.Content {
		t.Errorf("null does not clear: %+v", cleared)
	}
	requestJSON[any](h, 204, "DELETE", "/api/memory/"+m.ID.String(), "")
	if got := h.sendRequest("GET", "/api/memory", "").Body.String(); strings.TrimSpace(got) != "[]" {
		t.Errorf("an empty list is %s, want []", got)
	}
	if got := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory?status=forgotten", ""); len(got) != 2 {
		t.Errorf("%d forgotten memories, want 2", len(got))
	}
	history := requestJSON[[]memory.Decision](h, 200, "GET", "/api/memory/"+m.ID.String()+"/history", "")
	if len(history) < 3 || history[0].Action != memory.ActionForget || history[0].Actor != memory.ActorUser {
		t.Fatalf("history is %+v", history)
	}
	requestJSON[memory.Decision](h, 200, "POST", "/api/decisions/"+history[0].ID.String()+"/undo", "")
	if got := requestJSON[memory.Memory](h, 200, "GET", "/api/memory/"+m.ID.String(),
		""); got.Status != memory.StatusActive {
		t.Errorf("after undo the memory is %s", got.Status)
	}
}

func TestMemoryListsAnswersThatUsedIt(t *testing.T) {
	h := newHarness(t)
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	path := "/api/memory/" + m.ID.String() + "/answers"
	if got := h.sendRequest("GET", path, "").Body.String(); strings.TrimSpace(got) != "[]" {
		t.Errorf("before any answer: %s", got)
	}
	chat := h.createChat()
	for range 2 {
		h.sendRequest("POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"What do I like?"}`)
	}
	uses := requestJSON[[]memory.MemoryUse](h, 200, "GET", path, "")
	if len(uses) != 2 || uses[0].MessageID <= uses[1].MessageID || uses[0].ChatID != chat.ID ||
		uses[0].ChatTitle != "What do I like?" {
		t.Errorf("the answers are %+v", uses)
	}
	if uses = requestJSON[[]memory.MemoryUse](h, 200, "GET", path+"?limit=1", ""); len(uses) != 1 {
		t.Errorf("at most one: %+v", uses)
	}
	requestJSON[errorBody](h, 404, "GET", "/api/memory/99/answers", "")
	requestJSON[errorBody](h, 422, "GET", path+"?limit=x", "")
}

func TestUndoConflictNamesTheLaterDecision(t *testing.T) {
	h := newHarness(t)
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"The user lives in Rome"}`)
	requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/"+m.ID.String(), `{"content":"The user lives in Bari"}`)
	rows := requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions", "")
	if len(rows) != 2 {
		t.Fatalf("%d decisions, want 2", len(rows))
	}
	p := requestJSON[errorBody](h, 409, "POST", "/api/decisions/"+rows[1].ID.String()+"/undo", "")
	if p.Error.Code != "conflict" || p.Error.Decision != rows[0].ID {
		t.Errorf("the conflict is %+v, want decision %d", p.Error, rows[0].ID)
	}
}

func TestErasedMemoryIsGoneAndItsCopiesAreListed(t *testing.T) {
	h := newHarness(t)
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"The user's PIN is on the fridge"}`)
	erased := requestJSON[struct {
		ID     memory.ID
		Copies []string
	}](h, 200, "DELETE", "/api/memory/"+m.ID.String()+"?erase=true", "")
	if erased.ID != m.ID || erased.Copies == nil {
		t.Errorf("erased: %+v", erased)
	}
	requestJSON[errorBody](h, 404, "GET", "/api/memory/"+m.ID.String(), "")
	for _, path := range []string{"/api/decisions", "/api/memory?status=forgotten"} {
		if body := h.sendRequest("GET", path, "").Body.String(); strings.Contains(body, "fridge") {
			t.Errorf("%s still says %s", path, body)
		}
	}
}

func TestSearchReturnsMemoriesAndStoresNothing(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 200, "GET", "/api/embedder?wait=60", "")
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user is allergic to peanuts"}`)
	for _, body := range []string{
		`{"query":"what must I not eat?"}`, `{"query":"what must I not eat?","memory_id":"default"}`,
		`{"query":"what must I not eat?","memory_id":null,"top_k":3,"score_threshold":0.1}`,
	} {
		r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search", body)
		if r.Mode != memory.RetrievalFew || len(r.Memories) != 1 || r.Memories[0].Lane != memory.LaneRelevant {
			t.Errorf("%s brings %+v", body, r)
		}
	}
	if rows := requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions", ""); len(rows) != 1 {
		t.Errorf("a search left %d decisions, want the one of the memory", len(rows))
	}
	if m := requestJSON[memory.Memory](h, 200, "GET", "/api/memory/1", ""); m.UseCount != 0 {
		t.Errorf("a search counts as a use")
	}
}

// memory_id names a conversation of a program, as in the proxy, or a chat by its number.
func TestSource001_SearchAndAddTakeTheNameOfAConversation(t *testing.T) {
	h := newHarness(t)
	for _, id := range []string{`"global"`, `"default"`, `""`, `null`} {
		requestJSON[any](h, 200, "POST", "/api/memory/add", `{"text":"I cook on Sundays.","memory_id":`+id+`}`)
	}
	requestJSON[errorBody](h, 422, "POST", "/api/memory/add", `{"text":" ","memory_id":"cooking"}`)
	requestJSON[errorBody](h, 422, "POST", "/api/memory/add", `{"text":"x","memory_id":"`+strings.Repeat("x", 201)+`"}`)
	if chats := requestJSON[[]memory.Chat](h, 200, "GET", "/api/chats", ""); len(chats) != 0 {
		t.Errorf("%d chats were made", len(chats))
	}
	requestJSON[any](h, 200, "POST", "/api/memory/add", `{"text":"I cook on Sundays.","memory_id":"cooking"}`)
	chat, err := h.store.ChatStore().GetByExternalID(t.Context(), 1, "cooking")
	if err != nil {
		t.Fatal(err)
	}
	requestJSON[any](h, 201, "POST", "/api/memory",
		`{"content":"The user cooks without salt","scope":"thread","thread_id":`+chat.ID.String()+`}`)
	for id, want := range map[string]int{
		`"cooking"`: 1, ` "` + chat.ID.String() + `"`: 1, chat.ID.String(): 1, `"other"`: 0, `"global"`: 0, `"default"`: 0,
		`null`: 0,
	} {
		r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search", `{"query":"salt?","memory_id":`+id+`}`)
		if len(r.Memories) != want {
			t.Errorf("memory_id %s finds %d memories, want %d", id, len(r.Memories), want)
		}
	}
	if chats := requestJSON[[]memory.Chat](h, 200, "GET", "/api/chats", ""); len(chats) != 1 {
		t.Errorf("a search made a chat: %d", len(chats))
	}
}

func TestSource001_SearchKeepsTheLimitsOfTheCall(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 200, "GET", "/api/embedder?wait=60", "")
	for _, text := range []string{"The user is allergic to peanuts", "The user plays chess", "The user lives in Porto"} {
		requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"`+text+`"}`)
	}
	for _, c := range []struct {
		limit string
		mode  memory.RetrievalMode
		want  int
	}{
		{`"top_k":null`, memory.RetrievalFew, 3},
		{`"top_k":0`, memory.RetrievalOff, 0},
		{`"top_k":-1`, memory.RetrievalOff, 0},
		{`"top_k":1`, memory.RetrievalFew, 1},
		{`"score_threshold":0.99`, memory.RetrievalFew, 0},
		{`"recency_weight":0.2`, memory.RetrievalFew, 3},
	} {
		r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search",
			`{"query":"Which nuts is the user allergic to?",`+c.limit+`}`)
		if r.Mode != c.mode || len(r.Memories) != c.want {
			t.Errorf("%s: mode %s with %d memories, want %s with %d", c.limit, r.Mode, len(r.Memories), c.mode, c.want)
			continue
		}
		if c.limit == `"top_k":1` && !strings.Contains(r.Memories[0].Content, "peanuts") {
			t.Errorf("the one memory is %q, not the most relevant one", r.Memories[0].Content)
		}
		if c.limit == `"recency_weight":0.2` && r.Memories[0].ScoreParts.Recency == nil {
			t.Errorf("the age has no part in %+v", r.Memories[0])
		}
	}
}

// A memory given to one chat is found in no other until it is given back, and undo moves it back.
func TestMemoryMovesToOneChatAndBack(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 200, "GET", "/api/embedder?wait=60", "")
	requestJSON[any](h, 201, "POST", "/api/chats", `{"title":"Cooking"}`)
	requestJSON[any](h, 201, "POST", "/api/chats", `{"title":"Travel"}`)
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user is allergic to peanuts"}`)
	expect := func(step string, found ...int) {
		t.Helper()
		for i, want := range found {
			r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search",
				fmt.Sprintf(`{"query":"Which nuts is the user allergic to?","thread_id":%d}`, i+1))
			if len(r.Memories) != want {
				t.Errorf("%s: chat %d finds %d memories, want %d", step, i+1, len(r.Memories), want)
			}
		}
	}
	expect("before", 1, 1)
	m := requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/1", `{"scope":"thread","thread_id":2}`)
	if m.Scope != memory.ScopeChat || m.ChatID != 2 {
		t.Errorf("the memory is of %s %d", m.Scope, m.ChatID)
	}
	expect("of the second chat", 0, 1)
	m = requestJSON[memory.Memory](h, 200, "PATCH", "/api/memory/1", `{"scope":"global"}`)
	if m.Scope != memory.ScopeGlobal || m.ChatID != 0 {
		t.Errorf("the memory is of %s %d", m.Scope, m.ChatID)
	}
	expect("of all chats", 1, 1)
	last := requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions?limit=1", "")[0]
	requestJSON[any](h, 200, "POST", "/api/decisions/"+last.ID.String()+"/undo", "")
	expect("after undo", 0, 1)
}

func TestInvalidInputIsRefusedWithStatusCodeAndField(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		code, field              string
	}{
		{"no JSON", "POST", "/api/memory", `{"content"`, nil, 400, "bad_json", ""},
		{
			"another type of content", "POST", "/api/memory", "x",
			[]string{"Content-Type", "text/plain"},
			415,
			"unsupported_media_type", "Content-Type",
		},
		{
			"no type of content", "POST", "/api/memory", "{}",
			[]string{"Content-Type", ""},
			415,
			"unsupported_media_type", "Content-Type",
		},
		{"a number for a text", "POST", "/api/memory", `{"content":1}`, nil, 422, "invalid", "content"},
		{"an empty memory", "POST", "/api/memory", `{"content":"  "}`, nil, 422, "invalid", "content"},
		{
			"a body over 8 MiB", "POST", "/api/memory", `{"content":"` + strings.Repeat("x", 8<<20) + `"}`, nil, 413,
			"too_large", "",
		},
		{"a patch of nothing", "PATCH", "/api/memory/1", `{}`, nil, 422, "invalid", "body"},
		{"an unknown scope", "PATCH", "/api/memory/1", `{"scope":"chat"}`, nil, 422, "invalid", "scope"},
		{"a chat without the scope", "PATCH", "/api/memory/1", `{"thread_id":1}`, nil, 422, "invalid", "scope"},
		{
			"a chat for a memory of all", "PATCH", "/api/memory/1", `{"scope":"global","thread_id":1}`, nil, 422,
			"invalid", "thread_id",
		},
		{
			"the chat of a memory learned in none", "PATCH", "/api/memory/1", `{"scope":"thread"}`, nil, 422,
			"invalid", "thread_id",
		},
		{
			"a chat that is not there", "PATCH", "/api/memory/1", `{"scope":"thread","thread_id":9}`, nil, 404,
			"not_found", "",
		},
		{"an unknown field", "PATCH", "/api/memory/1", `{"contnt":"x"}`, nil, 422, "invalid", "contnt"},
		{
			"a weight that is no share", "POST", "/api/memory/search", `{"query":"tea","recency_weight":1.2}`, nil, 422,
			"invalid", "recency_weight",
		},
		{"a memory that is not there", "GET", "/api/memory/99", "", nil, 404, "not_found", ""},
		{"an id that is no number", "GET", "/api/memory/tea", "", nil, 404, "not_found", "id"},
		{"a path that is not there", "GET", "/api/nothing", "", nil, 404, "no_such_route", ""},
		{"a method that is not there", "PUT", "/api/memory", "{}", nil, 405, "method_not_allowed", ""},
		{"a limit that is no number", "GET", "/api/memory?limit=x", "", nil, 422, "invalid", "limit"},
		{"an unknown status", "GET", "/api/memory?status=lost", "", nil, 422, "invalid", "status"},
		{"a search for nothing", "POST", "/api/memory/search", `{"query":""}`, nil, 422, "invalid", "query"},
		{
			"a conversation that is no text", "POST", "/api/memory/search", `{"query":"x","memory_id":["cooking"]}`, nil, 422,
			"invalid", "memory_id",
		},
		{
			"a search in a chat that is not there", "POST", "/api/memory/search", `{"query":"x","thread_id":9}`, nil, 404,
			"not_found", "",
		},
		{
			"learning in a chat that is not there", "POST", "/api/memory/add", `{"text":"x","memory_id":"9"}`, nil, 404,
			"not_found", "",
		},
		{"a field that chats do not have", "POST", "/api/chats", `{"memory_mode":"off"}`, nil, 422, "invalid", "memory_mode"},
		{"an unknown memory mode", "POST", "/api/chats", `{"memory":"maybe"}`, nil, 422, "invalid", "memory"},
		{"an undo of nothing", "POST", "/api/decisions/99/undo", "", nil, 404, "not_found", ""},
		{"no texts to embed", "POST", "/api/embed", `{"texts":[]}`, nil, 422, "invalid", "texts"},
		{"an unknown kind of text", "POST", "/api/embed", `{"texts":["x"],"kind":"song"}`, nil, 422, "invalid", "kind"},
		{"a file without content", "POST", "/api/contexts", `{"name":"a.txt"}`, nil, 422, "invalid", "content"},
		{
			"a form without a file", "POST", "/api/contexts", "--x--\r\n",
			[]string{"Content-Type", "multipart/form-data; boundary=x"},
			422, "invalid", "file",
		},
		{
			"a user id with control characters", "GET", "/api/memory", "",
			[]string{"x-openwebui-user-id", "a\x01b"},
			422,
			"invalid", "x-openwebui-user-id",
		},
		{"a relative backup path", "POST", "/api/backup", `{"path":"b.db"}`, nil, 422, "invalid", "path"},
		{"a key of an unknown provider", "PUT", "/api/providers/nobody/key", `{"key":"k"}`, nil, 404, "not_found", ""},
		{"an empty key", "PUT", "/api/providers/test/key", `{"key":" "}`, nil, 422, "invalid", "key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := h.sendRequest(c.method, c.path, c.body, c.headers...)
			p := decodeJSON[errorBody](t, w.Body.String())
			field := ""
			if p.Error.Field != nil {
				field = *p.Error.Field
			}
			if w.Code != c.status || p.Error.Code != c.code || field != c.field {
				t.Errorf("status %d code %q field %q, want %d %q %q", w.Code, p.Error.Code, field, c.status, c.code, c.field)
			}
			if p.Error.Message == "" || p.Error.Hint == "" {
				t.Errorf("no words for people: %s", w.Body)
			}
			if c.status == http.StatusMethodNotAllowed && w.Header().Get("Allow") == "" {
				t.Errorf("no Allow header")
			}
		})
	}
}
