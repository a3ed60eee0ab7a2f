package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"memoir/api"
	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

const proxyScript = `
models: [{id: small}, {id: other}]
rules:
  - when: {system_contains: "You keep the long-term memory of an assistant."}
    reply: {text: "The user is allergic to peanuts."}
  - when: {user_contains: very slowly}
    reply: {text: "One two three four five six seven eight nine ten.", chunk: 10, delay: 400ms}
  - when: {user_contains: slowly}
    reply: {text: "One two three four five six seven eight nine ten.", chunk: 4, delay: 50ms}
  - reply: {text: "Hello from upstream."}
`

// proxyHarness is an API over a real client of a scripted server.
type proxyHarness struct {
	*harness
	upstream *llmtest.Server
}

func newProxyHarness(t *testing.T, change ...func(*api.Options)) *proxyHarness {
	t.Helper()
	return newProxyHarnessWithDeps(t, func(*memory.Deps) {}, change...)
}

// newProxyHarnessWithDeps is newProxyHarness with other dependencies of the core.
func newProxyHarnessWithDeps(
	t *testing.T, changeDeps func(*memory.Deps), change ...func(*api.Options),
) *proxyHarness {
	t.Helper()
	return newProxyHarnessWithClient(t, llm.Options{}, changeDeps, change...)
}

// newProxyHarnessWithClient is newProxyHarnessWithDeps with other options of the client; providers of its own
// take the place of the scripted server.
func newProxyHarnessWithClient(
	t *testing.T, o llm.Options, changeDeps func(*memory.Deps), change ...func(*api.Options),
) *proxyHarness {
	t.Helper()
	script, err := llmtest.ParseScript([]byte(proxyScript))
	if err != nil {
		t.Fatal(err)
	}
	upstream := llmtest.StartServerForTest(t, script)
	o.Dir, o.Getenv = t.TempDir(), func(string) string { return "sk-stored" }
	if o.FixedProviders == nil {
		o.FixedProviders = []llm.Provider{{Name: "up", BaseURL: upstream.URL, Key: "env:STORED_KEY"}}
	}
	client, err := llm.OpenClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close(context.Background()) })
	return &proxyHarness{upstream: upstream, harness: newHarnessWithDeps(t, func(d *memory.Deps) {
		d.Model, d.Catalog, d.Forwarder = client, client, client
		changeDeps(d)
	}, change...)}
}

// forwardedChatRequests returns the chat requests that were not memory work.
func (h *proxyHarness) forwardedChatRequests() []llmtest.Request {
	var out []llmtest.Request
	for _, r := range h.upstream.ChatRequests() {
		if !strings.Contains(r.Body, "You keep the long-term memory") {
			out = append(out, r)
		}
	}
	return out
}

func (h *proxyHarness) requestChatCompletionOrFail(body string, headers ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	w := h.sendRequest("POST", "/v1/chat/completions", body, headers...)
	if w.Code != http.StatusOK {
		h.t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w
}

// loadConversationMessages returns the texts of a conversation's messages.
func (h *proxyHarness) loadConversationMessages(profile memory.ID, conversation string) []memory.Message {
	h.t.Helper()
	chat, err := h.store.ChatStore().GetByExternalID(h.t.Context(), profile, conversation)
	if err != nil {
		h.t.Fatal(err)
	}
	branch, err := h.store.MessageStore().ListBranch(h.t.Context(), profile, chat.ID, 0, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	return branch
}

// waitForLearning waits until profile 1's exchange of an answer was learned from.
func (h *proxyHarness) waitForLearning(answer memory.ID) {
	h.t.Helper()
	s := h.api.ServiceForTest().Session(1, memory.ActorUser)
	if _, err := s.WaitForLearningFromAnswer(h.t.Context(), answer); err != nil {
		h.t.Fatal(err)
	}
}

func joinMessageTexts(branch []memory.Message) string {
	texts := make([]string, len(branch))
	for i, m := range branch {
		texts[i] = m.Content
	}
	return strings.Join(texts, "|")
}

func TestAChatCompletionGetsMemoriesAndIsLearnedFrom(t *testing.T) {
	h := newProxyHarness(t)
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe."}`)
	w := h.requestChatCompletionOrFail(
		`{"model":"small","messages":[{"role":"system","content":"Be kind."},{"role":"user",` +
			`"content":"I am allergic to peanuts."}],"memory_top_k":5,"seed":7}`,
	)
	if got := w.Header().Get("x-memoir-memory"); got != "few" {
		t.Errorf("x-memoir-memory is %q", got)
	}
	var reply struct {
		Choices []struct{ Message struct{ Content string } }
		Hits    []struct{ Role, Content string } `json:"memory_hits"`
		Found   []memory.MemoryHit               `json:"memories"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
		t.Fatal(err)
	}
	if reply.Choices[0].Message.Content != "Hello from upstream." || len(reply.Found) != 1 || len(reply.Hits) != 1 ||
		reply.Hits[0].Role != "memory" || reply.Hits[0].Content != "The user plays the oboe." {
		t.Errorf("the reply is %s", w.Body)
	}
	sent := h.forwardedChatRequests()[0]
	if !strings.HasPrefix(sent.Body, `{"model":"small","messages":[{"role":"system","content":"Be kind.\n\nBelow is`) ||
		!strings.Contains(sent.Body, "The user plays the oboe.") || !strings.HasSuffix(sent.Body, `"seed":7}`) ||
		strings.Contains(sent.Body, "memory_top_k") || sent.Auth != "Bearer sk-stored" {
		t.Errorf("sent %s with %s", sent.Body, sent.Auth)
	}
	branch := h.loadConversationMessages(1, "default")
	if got := joinMessageTexts(branch); got != "I am allergic to peanuts.|Hello from upstream." {
		t.Fatalf("stored %q", got)
	}
	h.waitForLearning(branch[1].ID)
	again := h.requestChatCompletionOrFail(`{"model":"up/small","memory_id":"another","messages":[{"role":"user",` +
		`"content":"What may I eat?"}]}`)
	if !strings.Contains(again.Body.String(), "allergic to peanuts") {
		t.Errorf("another conversation has no learned memory: %s", again.Body)
	}
}

func TestAResentHistoryIsStoredOnce(t *testing.T) {
	h := newProxyHarness(t)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"}]}`)
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"one"},{"role":"assistant",` +
		`"content":"Hello, shortened"},{"role":"user","content":"two"}]}`)
	if got, want := joinMessageTexts(
		h.loadConversationMessages(1, "default"),
	), "one|Hello from upstream.|two|Hello from upstream."; got != want {
		t.Fatalf("stored %q, want %q", got, want)
	}
	h.requestChatCompletionOrFail(
		`{"model":"small","messages":[{"role":"user","content":"one"},{"role":"assistant","content":"x"},` +
			`{"role":"user","content":"two"}]}`,
	)
	branch := h.loadConversationMessages(1, "default")
	if got, want := joinMessageTexts(branch), "one|Hello from upstream.|two|Hello from upstream."; got != want {
		t.Fatalf("after a repetition %q, want %q", got, want)
	}
	versions, err := h.store.MessageStore().ListSiblingVersions(t.Context(), 1, branch[3].ID)
	if err != nil || len(versions) != 2 {
		t.Fatalf("%d versions of the repeated reply, %v", len(versions), err)
	}
	if job, err := h.store.JobStore().HasJobForMessage(t.Context(), versions[1].ID, memory.JobExtract); job || err != nil {
		t.Errorf("the repetition is learned from: %v, %v", job, err)
	}
	h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user","content":"earlier"},{"role":"assistant",` +
		`"content":"reply"},{"role":"user","content":"three"}],"memory_id":"imported"}`)
	if got, want := joinMessageTexts(
		h.loadConversationMessages(1, "imported"),
	), "earlier|reply|three|Hello from upstream."; got != want {
		t.Errorf("stored %q, want %q", got, want)
	}
}

// Programs may ask again before they have the reply: it stands before the newer turn, and nothing leaves the branch.
func TestParallelRequestsOfOneConversationStayOnOneBranch(t *testing.T) {
	h := newProxyHarness(t)
	server := httptest.NewServer(h.handler)
	defer server.Close()
	post := func(text string) error {
		res, err := http.Post(server.URL+"/v1/chat/completions", "application/json", strings.NewReader(
			`{"model":"small","memory_id":"both","messages":[{"role":"user","content":"`+text+`"}]}`))
		if err != nil {
			return err
		}
		defer res.Body.Close()
		_, err = io.Copy(io.Discard, res.Body)
		return err
	}
	late := make(chan error, 1)
	go func() { late <- post("count very slowly") }()
	h.waitForUpstreamRequestWithText("very slowly")
	h.waitForConversationTexts("both", "count very slowly")
	if err := post("and this meanwhile"); err != nil {
		t.Fatal(err)
	}
	if got := joinMessageTexts(h.loadConversationMessages(1, "both")); got !=
		"count very slowly|and this meanwhile|Hello from upstream." {
		t.Logf("the late reply is already there: %q", got)
	}
	if err := <-late; err != nil {
		t.Fatal(err)
	}
	const want = "count very slowly|One two three four five six seven eight nine ten.|" +
		"and this meanwhile|Hello from upstream."
	branch := h.loadConversationMessages(1, "both")
	if got := joinMessageTexts(branch); got != want {
		t.Fatalf("stored is %q", got)
	}
	h.waitForLearning(branch[1].ID)
	if err := post("and after that"); err != nil {
		t.Fatal(err)
	}
	if got := joinMessageTexts(h.loadConversationMessages(1, "both")); got != want+"|and after that|Hello from upstream." {
		t.Errorf("the next turn makes it %q", got)
	}
}

func TestAStreamIsRelayedByteForByte(t *testing.T) {
	h := newProxyHarness(t)
	body := `{"model":"small","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user",` +
		`"content":"hello"}]}`
	framing := llmtest.Framing{CRLF: true, Comments: true}
	if err := h.upstream.InjectFault(llmtest.Fault{Kind: llmtest.FaultFraming, Framing: framing, Times: 2}); err != nil {
		t.Fatal(err)
	}
	w := h.requestChatCompletionOrFail(body)
	url := h.upstream.URL + "/v1/chat/completions"
	direct, err := http.Post(url, "application/json", strings.NewReader(body)) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Body.Close()
	want, _ := io.ReadAll(direct.Body)
	if linesFromChoicesOn(w.Body.String()) != linesFromChoicesOn(string(want)) ||
		!strings.Contains(w.Body.String(), "\r\n") {
		t.Errorf("relayed %q\ndirect  %q", w.Body, want)
	}
	if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "hello|Hello from upstream." {
		t.Errorf("stored %q", got)
	}
}

// linesFromChoicesOn removes what differs between two replies: their ids.
func linesFromChoicesOn(stream string) string {
	var out []string
	for _, line := range strings.Split(stream, "\n") {
		if at := strings.Index(line, `"choices"`); at >= 0 {
			line = line[at:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestACallerWhoGoesAwayEndsTheUpstreamCallAndThePartIsStored(t *testing.T) {
	h := newProxyHarness(t)
	server := httptest.NewServer(h.handler)
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/v1/chat/completions",
		strings.NewReader(`{"model":"small","stream":true,"messages":[{"role":"user","content":"count slowly"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(res.Body); lines.Scan() && !strings.Contains(lines.Text(), "One"); {
		if got := joinMessageTexts(h.loadConversationMessages(1, "default")); got != "count slowly" {
			t.Errorf("while the reply comes %q is stored", got)
		}
	}
	cancel()
	res.Body.Close()
	wait, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	if err := h.upstream.WaitForRequests(wait, func(rs []llmtest.Request) bool {
		for _, r := range rs {
			if r.Gone {
				return true
			}
		}
		return false
	}); err != nil {
		t.Fatal(err)
	}
	for wait.Err() == nil {
		if branch := h.loadConversationMessages(1, "default"); len(branch) == 2 {
			if m := branch[1]; m.Status != memory.MessageStopped || !strings.HasPrefix(m.Content, "One") {
				t.Errorf("stored %q as %s", m.Content, m.Status)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the part was not stored")
}

func TestUpstreamErrorsAreRelayed(t *testing.T) {
	h := newProxyHarness(t)
	busy := llmtest.Fault{Kind: llmtest.FaultServer, Status: 503, Message: "busy just now"}
	if err := h.upstream.InjectFault(busy); err != nil {
		t.Fatal(err)
	}
	w := h.sendRequest("POST", "/v1/chat/completions", `{"model":"small","messages":[{"role":"user","content":"hi"}]}`)
	if w.Code != 503 || !strings.Contains(w.Body.String(), "busy just now") ||
		strings.Contains(w.Body.String(), "memory_hits") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

func TestKeysOfTheProxy(t *testing.T) {
	const token = "a-token-that-is-long-enough"
	body := `{"model":"small","messages":[{"role":"user","content":"hi"}]}`
	t.Run("without a server token the caller's key is the only one", func(t *testing.T) {
		h := newProxyHarness(t)
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377"})
		h.requestChatCompletionOrFail(body, "Authorization", "Bearer sk-caller")
		branch := h.loadConversationMessages(1, "default")
		h.waitForLearning(branch[1].ID)
		for _, r := range h.upstream.ChatRequests() {
			if r.Auth != "Bearer sk-caller" {
				t.Errorf("the key sent is %q", r.Auth)
			}
		}
		if n := len(h.upstream.ChatRequests()); n < 2 {
			t.Errorf("%d model calls, want the reply and the learning", n)
		}
		h.requestChatCompletionOrFail(body)
		all := h.forwardedChatRequests()
		if got := all[len(all)-1].Auth; got != "" {
			t.Errorf("a caller without a key sends %q", got)
		}
	})
	t.Run("with a server token the stored key is used", func(t *testing.T) {
		h := newProxyHarness(t)
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377", Token: token})
		h.requestChatCompletionOrFail(body, "Authorization", "Bearer "+token)
		if got := h.forwardedChatRequests()[0].Auth; got != "Bearer sk-stored" {
			t.Errorf("the key sent is %q", got)
		}
	})
}

func TestARequestWithoutARequiredUserIsAnsweredWithoutMemory(t *testing.T) {
	const token = "a-token-that-is-long-enough"
	for _, o := range []api.NetworkOptions{{Addr: "127.0.0.1:8377"}, {Addr: "127.0.0.1:8377", Token: token}} {
		log := &logBuffer{}
		h := newProxyHarness(t, func(o *api.Options) {
			o.RequireUser, o.Log = true, slog.New(slog.NewTextHandler(log, nil))
		})
		local := h.handler
		h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe."}`)
		h.useNetworkHandler(o)
		w := h.requestChatCompletionOrFail(`{"model":"small","memory_id":"x","messages":[{"role":"user",`+
			`"content":"hi"}]}`, "Authorization", "Bearer "+token)
		if got := w.Header().Get("x-memoir-memory"); got != "off" || strings.Contains(w.Body.String(), "oboe") {
			t.Errorf("x-memoir-memory is %q: %s", got, w.Body)
		}
		if got := h.forwardedChatRequests()[0].Body; got != `{"model":"small","messages":[{"role":"user","content":"hi"}]}` {
			t.Errorf("sent %s", got)
		}
		if log.String() != "" {
			t.Errorf("memory was tried for nobody: %s", log)
		}
		h.requestChatCompletionOrFail(`{"model":"small","messages":[{"role":"user",`+
			`"content":"hi"}]}`, "Authorization", "Bearer "+token, api.UserHeader, "ada")
		p, err := h.store.ProfileStore().GetByExternalID(t.Context(), "ada")
		if err != nil || joinMessageTexts(h.loadConversationMessages(p.ID, "default")) != "hi|Hello from upstream." {
			t.Errorf("ada's chat: %v", err)
		}
		h.handler = local
		if chats := requestJSON[[]memory.Chat](h.harness, 200, "GET", "/api/chats", ""); len(chats) != 0 {
			t.Errorf("profile 1 has %d chats", len(chats))
		}
	}
}

func TestMemoryCanBeLeftOut(t *testing.T) {
	h := newProxyHarness(t)
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe."}`)
	w := h.requestChatCompletionOrFail(`{"model":"small","use_memory":false,"messages":[{"role":"user","content":"hi"}]}`)
	if w.Header().Get("x-memoir-memory") != "off" || strings.Contains(h.forwardedChatRequests()[0].Body, "oboe") {
		t.Errorf("memories in spite of use_memory false: %s", h.forwardedChatRequests()[0].Body)
	}
	w = h.requestChatCompletionOrFail(`{"model":"small","memory_top_k":0,"messages":[{"role":"user","content":"hi"}]}`)
	if w.Header().Get("x-memoir-memory") != "off" ||
		joinMessageTexts(h.loadConversationMessages(1, "default")) != "hi|Hello from upstream." {
		t.Errorf("with memory_top_k 0 %q is stored", joinMessageTexts(h.loadConversationMessages(1, "default")))
	}
}

func TestARequestForATitleIsForwardedAsItIs(t *testing.T) {
	h := newProxyHarness(t)
	h.sendRequest("POST", "/api/memory", `{"content":"The user plays the oboe."}`)
	body := `{"model":"small","messages":[{"role":"user",` +
		`"content":"### Task:\nGenerate a title.\n<chat_history>\nhi\n</chat_history>"}]}`
	if w := h.requestChatCompletionOrFail(body); w.Header().Get("x-memoir-memory") != "off" ||
		h.forwardedChatRequests()[0].Body != body {
		t.Errorf("sent %s", h.forwardedChatRequests()[0].Body)
	}
	if chats := requestJSON[[]memory.Chat](h.harness, 200, "GET", "/api/chats", ""); len(chats) != 0 {
		t.Errorf("%d chats are stored", len(chats))
	}
}

func TestWrongRequestsToTheProxy(t *testing.T) {
	h := newProxyHarness(t)
	for _, c := range []struct {
		body, code, field string
		status            int
	}{
		{`{"model":"none","messages":[]}`, "model_not_found", "model", 404},
		{`{"model":"small"}`, "invalid", "messages", 422},
		{`{"model":"small","messages":[],"memory_top_k":"x"}`, "invalid", "memory_top_k", 422},
		{`[]`, "bad_json", "", 400},
	} {
		e := requestJSON[errorBody](h.harness, c.status, "POST", "/v1/chat/completions", c.body)
		field := ""
		if e.Error.Field != nil {
			field = *e.Error.Field
		}
		if e.Error.Code != c.code || field != c.field || e.Error.Hint == "" {
			t.Errorf("%s: %+v with field %q", c.body, e.Error, field)
		}
	}
	w := h.sendRequest("POST", "/v1/chat/completions", `{}`, "Content-Type", "text/plain")
	if w.Code != 415 {
		t.Errorf("text/plain: status %d", w.Code)
	}
}

func TestModelsAreListedInBothForms(t *testing.T) {
	h := newProxyHarness(t)
	list := requestJSON[struct{ Data []struct{ ID string } }](h.harness, 200, "GET", "/v1/models", "")
	var ids []string
	for _, m := range list.Data {
		ids = append(ids, m.ID)
	}
	if got := strings.Join(ids, " "); got != "up/small up/other small other memoir-embed" {
		t.Errorf("models %s", got)
	}
}
