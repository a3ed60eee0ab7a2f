package api_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

// newFaultHarness is a proxy harness whose client does not wait before it retries, and waits for a silent server
// no longer than the limit, if that is not 0.
func newFaultHarness(t *testing.T, limit time.Duration) *proxyHarness {
	t.Helper()
	return newProxyHarnessWithClient(t, llm.Options{
		Backoff: func(int) time.Duration { return 0 },
		Limits:  func() llm.Limits { return llm.Limits{Reply: limit, Idle: limit} },
	}, func(*memory.Deps) {})
}

func (h *proxyHarness) injectFault(f llmtest.Fault) {
	h.t.Helper()
	if err := h.upstream.InjectFault(f); err != nil {
		h.t.Fatal(err)
	}
}

// errorStatus is a response of a model server: its fault, and what a caller of the proxy and one of the REST
// API get.
type errorStatus struct {
	name       string
	fault      llmtest.Fault
	relayed    int // the status that the server sends, and that the proxy relays
	rest       int
	code       string
	retryAfter string
}

func errorStatuses() []errorStatus {
	server := func(status int) llmtest.Fault {
		return llmtest.Fault{Kind: llmtest.FaultServer, Status: status, Message: "busy just now", Times: 3}
	}
	return []errorStatus{
		{"429 that says when", llmtest.Fault{
			Kind: llmtest.FaultRateLimited, RetryAfter: 7, Message: "busy just now", Times: 3,
		}, 429, 429, "rate_limited", "7"},
		{"429", llmtest.Fault{
			Kind: llmtest.FaultRateLimited, Message: "busy just now", Times: 3,
		}, 429, 429, "rate_limited", ""},
		{"500", server(500), 500, 502, "server_error", ""},
		{"502", server(502), 502, 502, "server_error", ""},
		{"503", server(503), 503, 502, "server_error", ""},
		{"504", server(504), 504, 502, "server_error", ""},
	}
}

// TestErrorStatusesOfAModelServerAreRelayedAsTheyAre sends requests that the server refuses: the caller gets its
// status, its body and when to try again, and what the user wrote is stored without a reply.
func TestErrorStatusesOfAModelServerAreRelayedAsTheyAre(t *testing.T) {
	for _, c := range errorStatuses() {
		t.Run(c.name, func(t *testing.T) {
			h := newFaultHarness(t, 0)
			for _, stream := range []string{"", `,"stream":true`} {
				c.fault.Times = 1
				h.injectFault(c.fault)
				sent := len(h.forwardedChatRequests())
				w := h.sendRequest("POST", "/v1/chat/completions",
					`{"model":"up/small","messages":[{"role":"user","content":"hi"}]`+stream+`}`)
				body := decodeJSON[struct{ Error struct{ Message string } }](t, w.Body.String())
				if w.Code != c.relayed || body.Error.Message != "busy just now" ||
					w.Header().Get("Retry-After") != c.retryAfter || w.Header().Get("X-Memoir-Memory") == "" ||
					strings.Contains(w.Body.String(), "memory_hits") {
					t.Errorf("with %q: status %d, %v: %s", stream, w.Code, w.Header(), w.Body)
				}
				if n := len(h.forwardedChatRequests()) - sent; n != 1 {
					t.Errorf("with %q: %d requests reached the model server", stream, n)
				}
			}
			if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "hi" {
				t.Errorf("stored %q", got)
			}
		})
	}
}

// TestErrorStatusesOfAModelServerAreExplained sends a message through the REST API.
func TestErrorStatusesOfAModelServerAreExplained(t *testing.T) {
	for _, c := range errorStatuses() {
		t.Run(c.name, func(t *testing.T) {
			h := newFaultHarness(t, 0)
			path := "/api/chats/" + h.createChat().ID.String() + "/messages"
			h.injectFault(c.fault)
			w := h.sendRequest("POST", path, `{"content":"hi"}`, "Accept", "application/json")
			e := decodeJSON[errorBody](t, w.Body.String()).Error
			if w.Code != c.rest || e.Code != c.code || e.Message == "" || e.Hint == "" ||
				w.Header().Get("Retry-After") != c.retryAfter {
				t.Errorf("status %d, %v: %s", w.Code, w.Header(), w.Body)
			}
			h.injectFault(c.fault)
			events := readEvents(t, h.sendRequest("POST", path, `{"content":"hi"}`).Body)
			last := events[len(events)-1]
			if f := decodeJSON[errorBody](t, last.data).Error; last.name != "error" || f.Code != c.code || f.Hint == "" {
				t.Errorf("the stream ends with %s %s", last.name, last.data)
			}
		})
	}
}

// TestAModelServerThatDoesNotAnswerIsExplained calls servers that give no response.
func TestAModelServerThatDoesNotAnswerIsExplained(t *testing.T) {
	for _, c := range []struct {
		name   string
		fault  llmtest.Fault // without a kind: the server is gone
		limit  time.Duration
		status int
		code   string
	}{
		{"gone", llmtest.Fault{}, 0, 502, "offline"},
		{"a connection that breaks", llmtest.Fault{Kind: llmtest.FaultDrop, Times: 3}, 0, 502, "server_error"},
		{"silence", llmtest.Fault{Kind: llmtest.FaultHang}, time.Second, 504, "timeout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newFaultHarness(t, c.limit)
			if c.fault.Kind == "" {
				h = newProxyHarnessWithClient(t, llm.Options{FixedProviders: []llm.Provider{{
					Name: "up", BaseURL: "http://" + llmtest.UnusedLoopbackAddress(t) + "/v1", Key: "env:STORED_KEY",
				}}}, func(*memory.Deps) {})
			}
			messages := "/api/chats/" + h.createChat().ID.String() + "/messages"
			for _, call := range []struct{ path, body string }{
				{"/v1/chat/completions", `{"model":"up/small","messages":[{"role":"user","content":"hi"}]}`},
				{"/v1/chat/completions", `{"model":"up/small","stream":true,"messages":[{"role":"user","content":"hi"}]}`},
				{messages, `{"content":"hi","model":"up/small"}`},
			} {
				if c.fault.Kind == llmtest.FaultDrop {
					c.fault.Times = map[bool]int{true: 3, false: 1}[call.path == messages] // only REST retries
				}
				if c.fault.Kind != "" {
					h.injectFault(c.fault)
				}
				w := h.sendRequest("POST", call.path, call.body, "Accept", "application/json")
				e := decodeJSON[errorBody](t, w.Body.String()).Error
				if w.Code != c.status || e.Code != c.code || e.Message == "" || e.Hint == "" {
					t.Errorf("%s %s: status %d: %s", call.path, call.body, w.Code, w.Body)
				}
			}
			if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "hi" {
				t.Errorf("stored %q", got)
			}
		})
	}
}

// TestAReplyThatBreaksOffIsBrokenForTheCallerToo streams a reply that has no end.
func TestAReplyThatBreaksOffIsBrokenForTheCallerToo(t *testing.T) {
	for _, c := range []struct {
		name, kind, code string
		limit            time.Duration
	}{
		{"the connection breaks", llmtest.FaultCut, "interrupted", 0},
		{"the stream ends too early", llmtest.FaultEnd, "interrupted", 0},
		{"silence", llmtest.FaultHangMid, "timeout", time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for !breaksOff(t, c.kind, c.code, c.limit) { // this computer was slower than the limit
				c.limit *= 2
			}
		})
	}
}

// breaksOff streams a reply with a fault and checks what the caller gets and what is stored. It returns false when
// the limit ended the request before the reply began.
func breaksOff(t *testing.T, kind, code string, limit time.Duration) bool {
	h := newFaultHarness(t, limit)
	server := httptest.NewServer(h.handler)
	defer server.Close()
	h.injectFault(llmtest.Fault{Kind: kind, After: 1})
	res, err := http.Post(server.URL+"/v1/chat/completions", "application/json", //nolint:noctx // a test
		strings.NewReader(`{"model":"up/small","stream":true,"messages":[{"role":"user","content":"hi"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	part, err := io.ReadAll(res.Body)
	if res.StatusCode == http.StatusGatewayTimeout && 0 < limit && limit < time.Minute {
		return false
	}
	if res.StatusCode != http.StatusOK || !errors.Is(err, io.ErrUnexpectedEOF) ||
		!strings.Contains(string(part), "Hello") {
		t.Errorf("status %d, %q, %v", res.StatusCode, part, err)
		return true
	}
	m := h.waitForEndedReply(2)[1]
	if m.Status != memory.MessageInterrupted || m.Error == nil || m.Error.Code != code ||
		!strings.HasPrefix(m.Content, "Hello") {
		t.Errorf("stored %+v with %+v", m, m.Error)
	}
	return true
}

// waitForEndedReply waits until the default conversation of profile 1 has n messages, of which the last has ended.
func (h *proxyHarness) waitForEndedReply(n int) []memory.Message {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	for {
		if b := h.loadConversationMessages(1, "default"); len(b) == n && b[n-1].Status != memory.MessageStreaming {
			return b
		}
		select {
		case <-ctx.Done():
			h.t.Fatalf("stored is %q", joinMessageTexts(h.loadConversationMessages(1, "default")))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestAWholeReplyThatBreaksOffIsAnError asks for a reply that is not streamed, of which only the beginning comes.
func TestAWholeReplyThatBreaksOffIsAnError(t *testing.T) {
	for _, c := range []struct {
		name, code string
		status     int
		isSilent   bool
	}{{"the connection breaks", "interrupted", 502, false}, {"silence", "timeout", 504, true}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Length", "1000")
				_, _ = io.WriteString(w, `{"choices":[`)
				if c.isSilent {
					_ = http.NewResponseController(w).Flush()
					<-r.Context().Done()
				}
			}))
			defer server.Close()
			limits := llm.Limits{}
			if c.isSilent {
				limits.Reply = time.Second
			}
			h := newProxyHarnessWithClient(t, llm.Options{
				FixedProviders: []llm.Provider{{Name: "up", BaseURL: server.URL, Key: "env:STORED_KEY"}},
				Limits:         func() llm.Limits { return limits },
			}, func(*memory.Deps) {})
			w := h.sendRequest("POST", "/v1/chat/completions",
				`{"model":"up/small","messages":[{"role":"user","content":"hi"}]}`)
			e := decodeJSON[errorBody](t, w.Body.String()).Error
			if w.Code != c.status || e.Code != c.code || e.Hint == "" {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "hi" {
				t.Errorf("stored %q", got)
			}
		})
	}
}
