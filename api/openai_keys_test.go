package api_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/api"
	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/storage"
)

// callerKey is a key as a provider gives it out; it stands in no message.
const callerKey = "sk-caller-7Hq2vXw9Lr4TzB1n"

// logBuffer is a log that tests read.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// callerKeyHarness is a proxy for two providers with stored keys, of which "up" is asked. Every exchange is
// learned from and summed up.
type callerKeyHarness struct {
	*proxyHarness
	elsewhere *llmtest.Server
	log       *logBuffer
	modelsDir string
}

func newCallerKeyHarness(t *testing.T, extractor string) *callerKeyHarness {
	t.Helper()
	h := &callerKeyHarness{log: &logBuffer{}, modelsDir: t.TempDir()}
	start := func(rules string) *llmtest.Server {
		script, err := llmtest.ParseScript([]byte(rules))
		if err != nil {
			t.Fatal(err)
		}
		return llmtest.StartServerForTest(t, script)
	}
	up := start(proxyScript)
	h.elsewhere = start("models: [{id: large}]\nkeys: [sk-stored]\nrules: [{reply: {text: NOTHING}}]\n")
	yaml := "providers:\n  - {name: up, base_url: " + up.URL + ", key: 'env:STORED_KEY'}\n" +
		"  - {name: elsewhere, base_url: " + h.elsewhere.URL + ", key: 'env:STORED_KEY'}\n"
	if extractor != "" {
		yaml += "memory_extractor: " + extractor + "\n"
	}
	if err := os.WriteFile(filepath.Join(h.modelsDir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client, err := llm.OpenClient(llm.Options{
		Dir: h.modelsDir, Getenv: func(string) string { return "sk-stored" }, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close(t.Context()) })
	h.proxyHarness = &proxyHarness{upstream: up, harness: newHarnessWithDeps(t, func(d *memory.Deps) {
		d.Model, d.Catalog, d.Forwarder, d.Log = client, client, client, log
		d.Config.SummaryTrigger, d.Config.SummaryUnit, d.Config.SummaryKeep = 1, memory.UnitPairs, 0
		d.Config.LocalServerIdle = 0
	}, func(o *api.Options) { o.Log = log })}
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377"})
	return h
}

// requestsWithPrompt returns the requests that a server received with a part of a prompt.
func requestsWithPrompt(s *llmtest.Server, part string) []llmtest.Request {
	return slices.DeleteFunc(s.ChatRequests(), func(r llmtest.Request) bool { return !strings.Contains(r.Body, part) })
}

// checkKeyIsNowhereElse checks that neither the other provider, nor a file of the data folder, nor the log
// has the caller's key.
func (h *callerKeyHarness) checkKeyIsNowhereElse() {
	h.t.Helper()
	for _, r := range h.elsewhere.Requests() {
		if strings.Contains(r.Auth+r.Body, callerKey) {
			h.t.Errorf("another provider was sent the caller's key: %s %s", r.Method, r.Path)
		}
	}
	for _, r := range h.upstream.Requests() {
		if strings.Contains(r.Body, callerKey) {
			h.t.Errorf("the key is in the body of %s", r.Path)
		}
	}
	if strings.Contains(h.log.String(), callerKey) {
		h.t.Errorf("the key is in the log:\n%s", h.log.String())
	}
	for _, dir := range []string{h.store.(*storage.DB).DataDir(), h.modelsDir} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			if bytes.Contains(b, []byte(callerKey)) {
				h.t.Errorf("the key is in %s", path)
			}
			return err
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

// The upstream server receives the caller's key with the answer, with what is learned from it and with its
// summary; nobody else does, and it is written nowhere.
func TestMemoryWorkAfterAProxiedRequestUsesItsKeyAlone(t *testing.T) {
	h := newCallerKeyHarness(t, "")
	h.requestChatCompletionOrFail(
		`{"model":"up/small","messages":[{"role":"user","content":"I am allergic to peanuts."}]}`,
		"Authorization", "Bearer "+callerKey,
	)
	h.waitForLearning(h.loadConversationMessages(1, "default")[1].ID)
	const extract, summary = "You keep the long-term memory of an assistant.", "You keep the memory of one chat"
	for end := time.Now().Add(2 * time.Minute); len(requestsWithPrompt(h.upstream, summary)) == 0; {
		if time.Now().After(end) {
			t.Fatal("no summary was asked for")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, part := range []string{"I am allergic to peanuts.", extract, summary} {
		rs := requestsWithPrompt(h.upstream, part)
		if len(rs) == 0 {
			t.Errorf("no request has %q", part)
		}
		for _, r := range rs {
			if r.Auth != "Bearer "+callerKey {
				t.Errorf("the request with %q has the key %q", part, r.Auth)
			}
		}
	}
	if n := len(h.elsewhere.ChatRequests()); n != 0 {
		t.Errorf("another provider was asked %d times", n)
	}
	h.checkKeyIsNowhereElse()
}

// A learning model at another provider gets neither the caller's key nor the stored one: learning waits.
func TestLearningModelElsewhereGetsNoKeyOfAProxiedRequest(t *testing.T) {
	h := newCallerKeyHarness(t, "elsewhere/large")
	h.requestChatCompletionOrFail(
		`{"model":"up/small","messages":[{"role":"user","content":"I am allergic to peanuts."}]}`,
		"Authorization", "Bearer "+callerKey,
	)
	for end := time.Now().Add(2 * time.Minute); len(h.elsewhere.ChatRequests()) == 0; {
		if time.Now().After(end) {
			t.Fatal("the learning model was not asked")
		}
		time.Sleep(10 * time.Millisecond)
	}
	s := h.api.ServiceForTest().Session(1, memory.ActorUser)
	if _, err := s.WaitForLearningFromAnswer(t.Context(), h.loadConversationMessages(1, "default")[1].ID); err == nil {
		t.Error("something was learned without a key")
	}
	for _, r := range h.elsewhere.ChatRequests() {
		if r.Auth != "" {
			t.Errorf("the learning model was asked with the key %q", r.Auth)
		}
	}
	h.checkKeyIsNowhereElse()
}
