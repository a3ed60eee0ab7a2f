package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/memory"
)

type piece struct {
	ThreadID  memory.ID `json:"thread_id"`
	MessageID memory.ID `json:"message_id"`
	Content   string    `json:"content"`
	Reasoning string    `json:"reasoning"`
	Reset     bool      `json:"reset"`
}

type failed struct {
	Message memory.Message
	Error   struct{ Code, Message, Hint string }
}

func (h *house) chat() memory.Thread {
	h.t.Helper()
	return get[memory.Thread](h, 201, "POST", "/api/chats", `{}`)
}

func TestAnAnswerStreamsInPiecesThatJoinToTheStoredMessage(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	h.model.does(func(_ context.Context, yield func(memory.Delta, error) bool) {
		yield(memory.Delta{Reasoning: "Let me think."}, nil)
		for range 500 {
			yield(memory.Delta{Text: "word – "}, nil)
		}
		yield(memory.Delta{FinishReason: "stop", Usage: &memory.Usage{PromptTokens: 3, CompletionTokens: 4}}, nil)
	})
	w := h.ask("POST", "/api/chats/"+th.ID.String()+"/messages", `{"content":"Hello"}`)
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "text/event-stream") {
		t.Errorf("the content type is %q", got)
	}
	events := eventsOf(t, w.Body)
	if events[0].name != "turn" {
		t.Errorf("the stream begins with %q, want the stored turn", events[0].name)
	}
	var text, reasoning strings.Builder
	for _, e := range events[1 : len(events)-1] {
		if e.name != "delta" {
			t.Fatalf("event %q in the middle", e.name)
		}
		d := decode[piece](t, e.data)
		if d.Reset || d.ThreadID != th.ID {
			t.Errorf("piece %+v", d)
		}
		text.WriteString(d.Content)
		reasoning.WriteString(d.Reasoning)
	}
	last := events[len(events)-1]
	m := decode[memory.Message](t, last.data)
	if last.name != "done" || m.Status != memory.MessageComplete || m.Receipt == nil || m.Usage.CompletionTokens != 4 {
		t.Errorf("the stream ends with %s %+v", last.name, m)
	}
	if text.String() != m.Content || strings.Count(m.Content, "word –") != 500 {
		t.Errorf("the pieces join to %q, stored is %q", text.String(), m.Content)
	}
	if reasoning.String() != "Let me think." || m.Reasoning != "Let me think." {
		t.Errorf("the reasoning is %q, stored %q", reasoning.String(), m.Reasoning)
	}
	stored := get[[]memory.Message](h, 200, "GET", "/api/chats/"+th.ID.String()+"/messages", "")
	if len(stored) != 2 || stored[0].Content != "Hello" || stored[1].ID != m.ID {
		t.Errorf("the chat holds %+v", stored)
	}
}

func TestACallerWhoWantsJSONGetsTheWholeAnswer(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	m := get[memory.Message](h, 200, "POST", "/api/chats/"+th.ID.String()+"/messages", `{"content":"Hello"}`,
		"Accept", "application/json")
	if m.Content != "Hello there." || m.Status != memory.MessageComplete {
		t.Errorf("the answer is %+v", m)
	}
	prompt := get[[]memory.ChatMessage](h, 200, "GET", "/api/messages/"+m.ID.String()+"/prompt", "")
	if prompt[0].Content != m.Receipt.System || prompt[len(prompt)-1].Content != "Hello" {
		t.Errorf("the prompt is %+v", prompt)
	}
	get[[]memory.Decision](h, 200, "GET", "/api/messages/"+m.ID.String()+"/learned", "")
}

func TestARegeneratedAnswerKeepsTheOldOneAsAVersion(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	path := "/api/chats/" + th.ID.String() + "/messages"
	one := get[memory.Message](h, 200, "POST", path, `{"content":"Hello"}`, "Accept", "application/json")
	h.model.says("Other words.")
	events := eventsOf(t, h.ask("POST", path+"/regenerate", ``).Body)
	two := decode[memory.Message](t, events[len(events)-1].data)
	if two.ParentID != one.ParentID || two.ID == one.ID || two.Content != "Other words." {
		t.Fatalf("the new answer is %+v", two)
	}
	versions := get[[]memory.Message](h, 200, "GET", "/api/messages/"+two.ID.String()+"/versions", "")
	if len(versions) != 2 || versions[0].Content != one.Content {
		t.Errorf("versions are %+v", versions)
	}
	get[memory.Thread](h, 200, "POST", "/api/messages/"+one.ID.String()+"/select", "")
	shown := get[[]memory.Message](h, 200, "GET", path, "")
	if shown[len(shown)-1].ID != one.ID {
		t.Errorf("the old version is not shown again")
	}
}

func TestAStoppedAnswerIsStoredAsFarAsItCame(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	h.model.does(func(ctx context.Context, yield func(memory.Delta, error) bool) {
		if yield(memory.Delta{Text: "So far"}, nil) {
			<-ctx.Done()
			yield(memory.Delta{}, ctx.Err())
		}
	})
	srv := httptest.NewServer(h.door)
	defer srv.Close()
	path := srv.URL + "/api/chats/" + th.ID.String() + "/messages"
	resp, err := http.Post(path, "application/json", strings.NewReader(`{"content":"Hello"}`)) //nolint:noctx // test
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	buf := make([]byte, 1<<16)
	for seen := ""; !strings.Contains(seen, "So far"); {
		n, err := resp.Body.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		seen += string(buf[:n])
	}
	get[any](h, 204, "POST", "/api/chats/"+th.ID.String()+"/messages/stop", ``)
	events := eventsOf(t, resp.Body)
	last := events[len(events)-1]
	m := decode[memory.Message](t, last.data)
	if last.name != "done" || m.Status != memory.MessageStopped || m.Content != "So far" {
		t.Errorf("the stream ends with %s %+v", last.name, m)
	}
}

func TestEveryFaultOfAModelHasItsStatusAndKeepsTheMessage(t *testing.T) {
	for _, c := range []struct {
		name   string
		err    error
		status int
		code   string
	}{
		{"no server", memory.ErrOffline, 502, "offline"},
		{"a refused key", memory.ErrUnauthorized, 502, "unauthorized"},
		{"no credit", memory.ErrNoCredit, 502, "no_credit"},
		{"too fast", memory.ErrRateLimited{}, 429, "rate_limited"},
		{"too long", memory.ErrContextTooLong, 422, "context_too_long"},
		{"a model that is gone", memory.ErrModelNotFound, 502, "model_not_found"},
		{"nothing said", memory.ErrEmptyReply, 502, "empty_reply"},
		{"no answer in time", memory.ErrTimeout, 504, "timeout"},
		{"an error of the server", memory.ErrServer, 502, "server_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			th := h.chat()
			h.model.does(func(_ context.Context, yield func(memory.Delta, error) bool) {
				yield(memory.Delta{}, &memory.ProviderError{Provider: "test", Model: "one", Err: c.err})
			})
			path := "/api/chats/" + th.ID.String() + "/messages"
			f := get[failed](h, c.status, "POST", path, `{"content":"Keep me"}`, "Accept", "application/json")
			if f.Error.Code != c.code || f.Error.Message == "" || f.Message.Status != memory.MessageFailed {
				t.Errorf("failed with %+v", f)
			}
			events := eventsOf(t, h.ask("POST", path, `{"content":"And me"}`).Body)
			last := events[len(events)-1]
			if f := decode[failed](t, last.data); last.name != "error" || f.Error.Code != c.code {
				t.Errorf("the stream ends with %s %s", last.name, last.data)
			}
			stored := get[[]memory.Message](h, 200, "GET", path, "")
			if len(stored) < 2 || stored[0].Content != "Keep me" {
				t.Errorf("the typed text is not kept: %+v", stored)
			}
		})
	}
}

func TestAnAnswerThatIsCutOffKeepsItsBeginning(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	h.model.does(func(_ context.Context, yield func(memory.Delta, error) bool) {
		yield(memory.Delta{Text: "Half an"}, nil)
		yield(memory.Delta{}, memory.ErrInterrupted)
	})
	f := get[failed](h, 502, "POST", "/api/chats/"+th.ID.String()+"/messages", `{"content":"Hello"}`,
		"Accept", "application/json")
	if f.Message.Status != memory.MessageInterrupted || f.Message.Content != "Half an" || f.Error.Code != "interrupted" {
		t.Errorf("the answer is %+v", f)
	}
}

func TestACallerWhoLeavesDoesNotEndTheAnswer(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	going, goOn := make(chan struct{}), make(chan struct{})
	h.model.does(func(_ context.Context, yield func(memory.Delta, error) bool) {
		close(going)
		<-goOn
		yield(memory.Delta{Text: "Still here."}, nil)
		yield(memory.Delta{FinishReason: "stop"}, nil)
	})
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/chats/"+th.ID.String()+"/messages",
		strings.NewReader(`{"content":"Hello"}`))
	r.Header.Set("Content-Type", "application/json")
	left := make(chan struct{})
	go func() {
		defer close(left)
		h.door.ServeHTTP(httptest.NewRecorder(), r)
	}()
	<-going
	leave()
	<-left
	close(goOn)
	head := get[memory.Thread](h, 200, "GET", "/api/chats/"+th.ID.String(), "").HeadID
	get[[]memory.Decision](h, 200, "GET", "/api/messages/"+head.String()+"/learned", "")
	if m := get[memory.Message](h, 200, "GET", "/api/messages/"+head.String(), ""); m.Content != "Still here." {
		t.Errorf("the answer is %+v", m)
	}
}

func TestAnEditedMessageBecomesABranch(t *testing.T) {
	h := newHouse(t)
	path := "/api/chats/" + h.chat().ID.String() + "/messages"
	get[memory.Message](h, 200, "POST", path, `{"content":"First"}`, "Accept", "application/json")
	get[memory.Message](h, 200, "POST", path, `{"content":"Instead","parent_id":null}`, "Accept", "application/json")
	shown := get[[]memory.Message](h, 200, "GET", path, "")
	if len(shown) != 2 || shown[0].Content != "Instead" {
		t.Errorf("the branch is %+v", shown)
	}
	if v := get[[]memory.Message](h, 200, "GET", "/api/messages/"+shown[0].ID.String()+"/versions", ""); len(v) != 2 {
		t.Errorf("%d versions, want 2", len(v))
	}
}

func TestAChatIsChangedThrownAwayAndBroughtBack(t *testing.T) {
	h := newHouse(t)
	th := h.chat()
	path := "/api/chats/" + th.ID.String()
	p := get[memory.Thread](h, 200, "PATCH", path,
		`{"title":"Mine","memory":"read","temperature":0.3,"pinned":true,"system_prompt":"Be brief."}`)
	if p.Title != "Mine" || p.Memory != memory.ModeRead || *p.Temperature != 0.3 || !p.Pinned {
		t.Errorf("changed to %+v", p)
	}
	if p = get[memory.Thread](h, 200, "PATCH", path, `{"temperature":null}`); p.Temperature != nil || p.Title != "Mine" {
		t.Errorf("null does not clear: %+v", p)
	}
	get[any](h, 204, "DELETE", path, "")
	if n := len(get[[]memory.Thread](h, 200, "GET", "/api/chats", "")); n != 0 {
		t.Errorf("%d chats after throwing the only one away", n)
	}
	if n := len(get[[]memory.Thread](h, 200, "GET", "/api/chats?trash=true", "")); n != 1 {
		t.Errorf("%d chats in the trash, want 1", n)
	}
	get[memory.Thread](h, 200, "POST", path+"/restore", "")
	get[any](h, 204, "DELETE", path+"?purge=true", "")
	get[problem](h, 404, "GET", path, "")
}
