package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/memory"
)

type deltaBody struct {
	ChatID    memory.ID `json:"thread_id"`
	MessageID memory.ID `json:"message_id"`
	Content   string    `json:"content"`
	Reasoning string    `json:"reasoning"`
	Reset     bool      `json:"reset"`
}

type failedTurn struct {
	Message memory.Message
	Error   struct{ Code, Message, Hint string }
}

func (h *harness) createChat() memory.Chat {
	h.t.Helper()
	return requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{}`)
}

func TestStreamedDeltasJoinToTheStoredMessage(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	h.model.setStreamFunc(func(_ context.Context, yield func(memory.ReplyDelta, error) bool) {
		yield(memory.ReplyDelta{Reasoning: "Let me think."}, nil)
		for range 500 {
			yield(memory.ReplyDelta{Text: "word – "}, nil)
		}
		yield(memory.ReplyDelta{FinishReason: "stop", Usage: &memory.Usage{PromptTokens: 3, CompletionTokens: 4}}, nil)
	})
	w := h.sendRequest("POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"Hello"}`)
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "text/event-stream") {
		t.Errorf("the content type is %q", got)
	}
	events := readEvents(t, w.Body)
	if events[0].name != "turn" {
		t.Errorf("the stream begins with %q, want the stored turn", events[0].name)
	}
	var text, reasoning strings.Builder
	for _, e := range events[1 : len(events)-1] {
		if e.name != "delta" {
			t.Fatalf("event %q in the middle", e.name)
		}
		d := decodeJSON[deltaBody](t, e.data)
		if d.Reset || d.ChatID != chat.ID {
			t.Errorf("piece %+v", d)
		}
		text.WriteString(d.Content)
		reasoning.WriteString(d.Reasoning)
	}
	last := events[len(events)-1]
	m := decodeJSON[memory.Message](t, last.data)
	if last.name != "done" || m.Status != memory.MessageComplete || m.Receipt == nil || m.Usage.CompletionTokens != 4 {
		t.Errorf("the stream ends with %s %+v", last.name, m)
	}
	if text.String() != m.Content || strings.Count(m.Content, "word –") != 500 {
		t.Errorf("the pieces join to %q, stored is %q", text.String(), m.Content)
	}
	if reasoning.String() != "Let me think." || m.Reasoning != "Let me think." {
		t.Errorf("the reasoning is %q, stored %q", reasoning.String(), m.Reasoning)
	}
	stored := requestJSON[[]memory.Message](h, 200, "GET", "/api/chats/"+chat.ID.String()+"/messages", "")
	if len(stored) != 2 || stored[0].Content != "Hello" || stored[1].ID != m.ID {
		t.Errorf("the chat holds %+v", stored)
	}
}

func TestJSONCallerGetsTheWholeAnswer(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	m := requestJSON[memory.Message](h, 200, "POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"Hello"}`,
		"Accept", "application/json")
	if m.Content != "Hello there." || m.Status != memory.MessageComplete {
		t.Errorf("the answer is %+v", m)
	}
	prompt := requestJSON[[]memory.PromptMessage](h, 200, "GET", "/api/messages/"+m.ID.String()+"/prompt", "")
	if prompt[0].Content != m.Receipt.SystemMessage || prompt[len(prompt)-1].Content != "Hello" {
		t.Errorf("the prompt is %+v", prompt)
	}
	requestJSON[[]memory.Decision](h, 200, "GET", "/api/messages/"+m.ID.String()+"/learned", "")
}

func TestRegenerateKeepsTheOldAnswerAsAVersion(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	path := "/api/chats/" + chat.ID.String() + "/messages"
	one := requestJSON[memory.Message](h, 200, "POST", path, `{"content":"Hello"}`, "Accept", "application/json")
	h.model.setReplyPieces("Other words.")
	events := readEvents(t, h.sendRequest("POST", path+"/regenerate", ``).Body)
	two := decodeJSON[memory.Message](t, events[len(events)-1].data)
	if two.ParentID != one.ParentID || two.ID == one.ID || two.Content != "Other words." {
		t.Fatalf("the new answer is %+v", two)
	}
	versions := requestJSON[[]memory.Message](h, 200, "GET", "/api/messages/"+two.ID.String()+"/versions", "")
	if len(versions) != 2 || versions[0].Content != one.Content {
		t.Errorf("versions are %+v", versions)
	}
	requestJSON[memory.Chat](h, 200, "POST", "/api/messages/"+one.ID.String()+"/select", "")
	shown := requestJSON[[]memory.Message](h, 200, "GET", path, "")
	if shown[len(shown)-1].ID != one.ID {
		t.Errorf("the old version is not shown again")
	}
}

func TestContinuedAnswerStreamsOnlyTheRest(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	path := "/api/chats/" + chat.ID.String() + "/messages"
	one := requestJSON[memory.Message](h, 200, "POST", path, `{"content":"Hello"}`, "Accept", "application/json")
	h.model.setReplyPieces(" And more.")
	var streamed string
	events := readEvents(t, h.sendRequest("POST", path+"/continue", ``).Body)
	for _, e := range events {
		if e.name == "delta" {
			d := decodeJSON[struct {
				Content string
				Reset   bool
			}](t, e.data)
			if streamed += d.Content; d.Reset {
				t.Errorf("the text is sent anew: %+v", d)
			}
		}
	}
	done := decodeJSON[memory.Message](t, events[len(events)-1].data)
	if streamed != " And more." || done.ID != one.ID || done.Content != one.Content+" And more." {
		t.Errorf("streamed was %q, the answer is %+v", streamed, done)
	}
}

func TestStoppedAnswerKeepsThePartReceived(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	h.model.setStreamFunc(func(ctx context.Context, yield func(memory.ReplyDelta, error) bool) {
		if yield(memory.ReplyDelta{Text: "So far"}, nil) {
			<-ctx.Done()
			yield(memory.ReplyDelta{}, ctx.Err())
		}
	})
	srv := httptest.NewServer(h.handler)
	defer srv.Close()
	path := srv.URL + "/api/chats/" + chat.ID.String() + "/messages"
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
	requestJSON[any](h, 204, "POST", "/api/chats/"+chat.ID.String()+"/messages/stop", ``)
	events := readEvents(t, resp.Body)
	last := events[len(events)-1]
	m := decodeJSON[memory.Message](t, last.data)
	if last.name != "done" || m.Status != memory.MessageStopped || m.Content != "So far" {
		t.Errorf("the stream ends with %s %+v", last.name, m)
	}
}

func TestModelFaultsMapToStatusAndKeepTheMessage(t *testing.T) {
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
		{"too long", memory.ErrPromptTooLong, 422, "context_too_long"},
		{"a model that is gone", memory.ErrModelNotFound, 502, "model_not_found"},
		{"nothing said", memory.ErrEmptyReply, 502, "empty_reply"},
		{"no answer in time", memory.ErrTimeout, 504, "timeout"},
		{"an error of the server", memory.ErrServer, 502, "server_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHarness(t)
			chat := h.createChat()
			h.model.setStreamFunc(func(_ context.Context, yield func(memory.ReplyDelta, error) bool) {
				yield(memory.ReplyDelta{}, &memory.ProviderError{Provider: "test", Model: "one", Err: c.err})
			})
			path := "/api/chats/" + chat.ID.String() + "/messages"
			f := requestJSON[failedTurn](h, c.status, "POST", path, `{"content":"Keep me"}`, "Accept", "application/json")
			if f.Error.Code != c.code || f.Error.Message == "" || f.Message.Status != memory.MessageFailed {
				t.Errorf("failed with %+v", f)
			}
			events := readEvents(t, h.sendRequest("POST", path, `{"content":"And me"}`).Body)
			last := events[len(events)-1]
			if f := decodeJSON[failedTurn](t, last.data); last.name != "error" || f.Error.Code != c.code {
				t.Errorf("the stream ends with %s %s", last.name, last.data)
			}
			stored := requestJSON[[]memory.Message](h, 200, "GET", path, "")
			if len(stored) < 2 || stored[0].Content != "Keep me" {
				t.Errorf("the typed text is not kept: %+v", stored)
			}
		})
	}
}

func TestInterruptedAnswerKeepsThePartReceived(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	h.model.setStreamFunc(func(_ context.Context, yield func(memory.ReplyDelta, error) bool) {
		yield(memory.ReplyDelta{Text: "Half an"}, nil)
		yield(memory.ReplyDelta{}, memory.ErrInterrupted)
	})
	f := requestJSON[failedTurn](h, 502, "POST", "/api/chats/"+chat.ID.String()+"/messages", `{"content":"Hello"}`,
		"Accept", "application/json")
	if f.Message.Status != memory.MessageInterrupted || f.Message.Content != "Half an" || f.Error.Code != "interrupted" {
		t.Errorf("the answer is %+v", f)
	}
}

func TestAnswerFinishesAfterTheCallerDisconnects(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	going, goOn := make(chan struct{}), make(chan struct{})
	h.model.setStreamFunc(func(_ context.Context, yield func(memory.ReplyDelta, error) bool) {
		close(going)
		<-goOn
		yield(memory.ReplyDelta{Text: "Still here."}, nil)
		yield(memory.ReplyDelta{FinishReason: "stop"}, nil)
	})
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/chats/"+chat.ID.String()+"/messages",
		strings.NewReader(`{"content":"Hello"}`))
	r.Header.Set("Content-Type", "application/json")
	left := make(chan struct{})
	go func() {
		defer close(left)
		h.handler.ServeHTTP(httptest.NewRecorder(), r)
	}()
	<-going
	leave()
	<-left
	close(goOn)
	head := requestJSON[memory.Chat](h, 200, "GET", "/api/chats/"+chat.ID.String(), "").HeadID
	requestJSON[[]memory.Decision](h, 200, "GET", "/api/messages/"+head.String()+"/learned", "")
	if m := requestJSON[memory.Message](h, 200, "GET", "/api/messages/"+head.String(), ""); m.Content != "Still here." {
		t.Errorf("the answer is %+v", m)
	}
}

func TestEditedMessageBecomesABranch(t *testing.T) {
	h := newHarness(t)
	path := "/api/chats/" + h.createChat().ID.String() + "/messages"
	requestJSON[memory.Message](h, 200, "POST", path, `{"content":"First"}`, "Accept", "application/json")
	requestJSON[memory.Message](h, 200, "POST", path, `{"content":"Instead","parent_id":null}`, "Accept",
		"application/json")
	shown := requestJSON[[]memory.Message](h, 200, "GET", path, "")
	if len(shown) != 2 || shown[0].Content != "Instead" {
		t.Errorf("the branch is %+v", shown)
	}
	if v := requestJSON[[]memory.Message](h, 200, "GET", "/api/messages/"+shown[0].ID.String()+"/versions",
		""); len(v) != 2 {
		t.Errorf("%d versions, want 2", len(v))
	}
}

func TestChatIsUpdatedDeletedAndRestored(t *testing.T) {
	h := newHarness(t)
	chat := h.createChat()
	path := "/api/chats/" + chat.ID.String()
	p := requestJSON[memory.Chat](h, 200, "PATCH", path,
		`{"title":"Mine","memory":"read","temperature":0.3,"pinned":true,"system_prompt":"Be brief."}`)
	if p.Title != "Mine" || p.Memory != memory.MemoryReadOnly || *p.Temperature != 0.3 || !p.Pinned {
		t.Errorf("changed to %+v", p)
	}
	if p = requestJSON[memory.Chat](h, 200, "PATCH", path, `{"temperature":null}`); p.Temperature != nil ||
		p.Title != "Mine" {
		t.Errorf("null does not clear: %+v", p)
	}
	requestJSON[any](h, 204, "DELETE", path, "")
	if n := len(requestJSON[[]memory.Chat](h, 200, "GET", "/api/chats", "")); n != 0 {
		t.Errorf("%d chats after throwing the only one away", n)
	}
	if n := len(requestJSON[[]memory.Chat](h, 200, "GET", "/api/chats?trash=true", "")); n != 1 {
		t.Errorf("%d chats in the trash, want 1", n)
	}
	requestJSON[memory.Chat](h, 200, "POST", path+"/restore", "")
	requestJSON[any](h, 204, "DELETE", path+"?purge=true", "")
	requestJSON[errorBody](h, 404, "GET", path, "")
}
