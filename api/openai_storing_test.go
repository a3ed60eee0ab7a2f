package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memoir/llm/llmtest"
	"memoir/memory"
)

// holdWriteTransaction opens a write transaction that lasts until the returned function is called.
func (h *harness) holdWriteTransaction() (release func()) {
	h.t.Helper()
	isOpen, end, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- h.store.InTx(h.t.Context(), func(memory.Store) error {
			close(isOpen)
			<-end
			return nil
		})
	}()
	<-isOpen
	return func() {
		close(end)
		if err := <-done; err != nil {
			h.t.Error(err)
		}
	}
}

// waitForUpstreamRequestWithText waits until the model server has a request with a text.
func (h *proxyHarness) waitForUpstreamRequestWithText(text string) {
	h.t.Helper()
	wait, stop := context.WithTimeout(h.t.Context(), time.Minute)
	defer stop()
	if err := h.upstream.WaitForRequests(wait, func(rs []llmtest.Request) bool {
		for _, r := range rs {
			if strings.Contains(r.Body, text) {
				return true
			}
		}
		return false
	}); err != nil {
		h.t.Fatal(err)
	}
}

// waitForConversationTexts waits until the texts of a conversation's messages are as wanted.
func (h *proxyHarness) waitForConversationTexts(conversation, want string) {
	h.t.Helper()
	wait, stop := context.WithTimeout(h.t.Context(), time.Minute)
	defer stop()
	for joinMessageTexts(h.loadConversationMessages(1, conversation)) != want {
		select {
		case <-wait.Done():
			h.t.Fatalf("stored is %q, want %q", joinMessageTexts(h.loadConversationMessages(1, conversation)), want)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestTheUsersTurnIsStoredBeforeTheFirstByteIsPassedOn keeps the turn from being stored: the request is at
// the model server meanwhile, and nothing of its reply reaches the caller.
func TestTheUsersTurnIsStoredBeforeTheFirstByteIsPassedOn(t *testing.T) {
	for name, stream := range map[string]bool{"streamed": true, "not streamed": false} {
		t.Run(name, func(t *testing.T) {
			h := newProxyHarness(t)
			h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
			server := httptest.NewServer(h.handler)
			defer server.Close()
			release := h.holdWriteTransaction()
			answered := make(chan error, 1)
			go func() {
				res, err := http.Post(server.URL+"/v1/chat/completions", "application/json", //nolint:noctx // a test
					strings.NewReader(fmt.Sprintf(
						`{"model":"small","stream":%t,"messages":[{"role":"user","content":"two"}]}`, stream)))
				if err == nil {
					err = res.Body.Close()
				}
				answered <- err
			}()
			h.waitForUpstreamRequestWithText(`"content":"two"`)
			select {
			case err := <-answered:
				t.Errorf("the reply was passed on before the turn was stored (%v)", err)
			case <-time.After(300 * time.Millisecond):
			}
			if got := joinMessageTexts(h.loadConversationMessages(1, "default")); strings.Contains(got, "two") {
				t.Fatalf("the writer is not held: %q", got)
			}
			release()
			if err := <-answered; err != nil {
				t.Fatal(err)
			}
			if got := joinMessageTexts(
				h.loadConversationMessages(1, "default"),
			); !strings.HasPrefix(got, "one|Hello from upstream.|two") {
				t.Errorf("when the reply begins %q is stored", got)
			}
		})
	}
}

func TestWhatTheUserWroteIsStoredWhenTheCallerGoesAway(t *testing.T) {
	h := newProxyHarness(t)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
	release := h.holdWriteTransaction()
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:8377/v1/chat/completions",
		strings.NewReader(`{"model":"small","stream":true,"messages":[{"role":"user","content":"count slowly"}]}`))
	r.Header.Set("Content-Type", "application/json")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.handler.ServeHTTP(httptest.NewRecorder(), r)
	}()
	h.waitForUpstreamRequestWithText("count slowly")
	cancel()
	release()
	<-ended
	if got := joinMessageTexts(h.loadConversationMessages(1, "default")); !strings.HasPrefix(
		got, "one|Hello from upstream.|count slowly",
	) {
		t.Errorf("stored %q", got)
	}
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"three"}]}`)
	if got := joinMessageTexts(
		h.loadConversationMessages(1, "default"),
	); !strings.HasSuffix(got, "three|Hello from upstream.") {
		t.Errorf("afterwards %q", got)
	}
}

func TestWhatTheUserWroteIsStoredWhenTheModelServerIsGone(t *testing.T) {
	h := newProxyHarness(t)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
	h.upstream.Close()
	e := requestJSON[errorBody](h.harness, http.StatusBadGateway, "POST", "/v1/chat/completions",
		`{"model":"small","messages":[{"role":"user","content":"two"}]}`)
	if e.Error.Hint == "" {
		t.Errorf("no hint: %+v", e.Error)
	}
	if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "one|Hello from upstream.|two" {
		t.Errorf("stored %q", got)
	}
}

// refusingStore is a store that takes no message of a user while it refuses.
type refusingStore struct {
	memory.Store
	refuses *atomic.Bool
}

func (s refusingStore) InTx(ctx context.Context, fn func(memory.Store) error) error {
	return s.Store.InTx(ctx, func(tx memory.Store) error { return fn(refusingStore{tx, s.refuses}) })
}

func (s refusingStore) MessageStore() memory.MessageStore {
	return refusingMessages{s.Store.MessageStore(), s.refuses}
}

type refusingMessages struct {
	memory.MessageStore
	refuses *atomic.Bool
}

func (s refusingMessages) InsertAsHeadUpdatingChatTime(ctx context.Context, m memory.Message) (memory.ID, error) {
	if s.refuses.Load() {
		return 0, fmt.Errorf("insert message: %w", memory.ErrDiskFull)
	}
	return s.MessageStore.InsertAsHeadUpdatingChatTime(ctx, m)
}

func TestAReplyIsPassedOnWhenItsTurnCannotBeStored(t *testing.T) {
	refuses := &atomic.Bool{}
	h := newProxyHarnessWithDeps(t, func(d *memory.Deps) { d.Store = refusingStore{d.Store, refuses} })
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe."}`)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
	h.waitForLearning(h.loadConversationMessages(1, "default")[1].ID)
	refuses.Store(true)
	for _, extra := range []string{"", `,"stream":true`, `,"use_memory":true`} {
		w := h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"two"}]` + extra + `}`)
		if !strings.Contains(w.Body.String(), "Hello from u") || w.Header().Get("X-Memoir-Memory") != "few" {
			t.Errorf("with %q: %s %s", extra, w.Header().Get("X-Memoir-Memory"), w.Body)
		}
	}
	sent := h.forwardedChatRequests()
	if last := sent[len(sent)-1].Body; !strings.Contains(last, "oboe") {
		t.Errorf("sent without memories: %s", last)
	}
	refuses.Store(false)
	if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "one|Hello from upstream." {
		t.Errorf("stored %q", got)
	}
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"three"}]}`)
	branch := h.loadConversationMessages(1, "default")
	if got := joinMessageTexts(branch); got != "one|Hello from upstream.|three|Hello from upstream." {
		t.Errorf("stored %q afterwards", got)
	}
	h.waitForLearning(branch[3].ID) // jobs go on
}

// TestAProgramIsSeenWithoutWaiting records a program while nothing can be written: the request is sent on.
func TestAProgramIsSeenWithoutWaiting(t *testing.T) {
	h := newProxyHarness(t)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
	release := h.holdWriteTransaction()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.sendRequest("POST", "/v1/chat/completions",
			`{"model":"small","messages":[{"role":"user","content":"two"}]}`, "X-Title", "A new program")
	}()
	h.waitForUpstreamRequestWithText(`"content":"two"`)
	release()
	<-ended
	seen, err := h.api.ServiceForTest().ListProgramsSeen(t.Context())
	if err != nil || len(seen) != 1 || seen[0].Name != "A new program" {
		t.Errorf("seen %+v, %v", seen, err)
	}
}
