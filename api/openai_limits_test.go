package api_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"memoir/api"
	"memoir/llm/llmtest"
	"memoir/memory"
)

func TestShutdownEndsAProxiedStreamAndKeepsItsPart(t *testing.T) {
	h := newProxyHarness(t)
	server := httptest.NewServer(h.handler)
	defer server.Close()
	res, err := http.Post(server.URL+"/v1/chat/completions", "application/json", //nolint:noctx // a test
		strings.NewReader(`{"model":"small","stream":true,"messages":[{"role":"user","content":"count slowly"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := readUntil(res.Body, "One"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := h.api.ServiceForTest().ShutDownAndDeleteTemporaryChats(ctx); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(res.Body)
	if err == nil || strings.Contains(string(rest), "[DONE]") {
		t.Errorf("the caller takes a broken stream for a whole one: %q, %v", rest, err)
	}
	branch := h.loadConversationMessages(1, "default")
	if len(branch) != 2 || branch[1].Status != memory.MessageStopped && branch[1].Status != memory.MessageInterrupted ||
		!strings.HasPrefix(branch[1].Content, "One") {
		t.Errorf("stored %+v", branch)
	}
	if err := h.upstream.WaitForRequests(ctx, func(rs []llmtest.Request) bool {
		return len(rs) > 0 && rs[len(rs)-1].Gone
	}); err != nil {
		t.Error("the model server still streams: ", err)
	}
}

// readUntil reads until the text has come.
func readUntil(r io.Reader, text string) error {
	var read strings.Builder
	buffer := make([]byte, 1)
	for !strings.Contains(read.String(), text) {
		n, err := r.Read(buffer)
		read.Write(buffer[:n])
		if err != nil {
			return err
		}
	}
	return nil
}

func TestNothingIsForwardedForARefusedCaller(t *testing.T) {
	token := api.NetworkOptions{Addr: "127.0.0.1:8377", Token: testToken}
	for name, c := range map[string]struct {
		options api.NetworkOptions
		headers []string
		status  int
	}{
		"a rebound name":   {api.NetworkOptions{Addr: "127.0.0.1:8377"}, []string{"Host", "evil.example:8377"}, 400},
		"a foreign origin": {api.NetworkOptions{Addr: "127.0.0.1:8377"}, []string{"Origin", "https://evil.example"}, 400},
		"no token":         {token, nil, 401},
		"the wrong token":  {token, []string{"Authorization", "Bearer sk-of-a-provider-and-no-token"}, 401},
		"a rebound name with the token": {
			token, []string{"Host", "evil.example", "Authorization", "Bearer " + testToken}, 400,
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newProxyHarness(t)
			h.useNetworkHandler(c.options)
			for path, body := range map[string]string{
				"POST /v1/chat/completions": `{"model":"small","messages":[{"role":"user","content":"hi"}]}`,
				"POST /v1/embeddings":       `{"model":"memoir-embed","input":"hi"}`,
				"GET /v1/models":            ``,
			} {
				method, path, _ := strings.Cut(path, " ")
				if w := h.sendRequest(method, path, body, c.headers...); w.Code != c.status {
					t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
				}
			}
			if n := len(h.upstream.ChatRequests()); n != 0 {
				t.Errorf("%d requests reached the model server", n)
			}
			if _, err := h.store.ChatStore().GetByExternalID(t.Context(), 1, "default"); err == nil {
				t.Error("a refused request left a chat")
			}
		})
	}
}

func TestModelsOfAProviderWithoutAKeyAreReachedByTheirFullName(t *testing.T) {
	h := newProxyHarness(t)
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377"})
	h.sendRequest("POST", "/v1/chat/completions", `{"model":"up/unlisted/model","messages":[{"role":"user",`+
		`"content":"hi"}]}`, "Authorization", "Bearer sk-caller")
	sent := h.forwardedChatRequests()[0]
	if sent.Auth != "Bearer sk-caller" || !strings.Contains(sent.Body, `"model":"unlisted/model"`) {
		t.Errorf("sent %s with %q", sent.Body, sent.Auth)
	}
}

// TestATokenWithoutAUserReachesNoProfile sends every call of the API with a token and without a user to
// a server that requires one.
func TestATokenWithoutAUserReachesNoProfile(t *testing.T) {
	h := newHarness(t, func(o *api.Options) { o.RequireUser = true })
	data := h.createProfileData("ada")
	var doc struct{ Paths map[string]map[string]any }
	if err := yaml.Unmarshal(h.sendRequest("GET", "/api/openapi.yaml", "").Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	before := h.bodiesOfProfileLists(data)
	local := h.handler
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377", Token: testToken})
	for pattern, methods := range doc.Paths {
		path := strings.NewReplacer("{id}", data.idForPath(pattern).String(), "{ctx}", data.fileID.String(),
			"{name}", "none", "{leaf}", data.answerID.String()).Replace(pattern)
		for method := range methods {
			w := h.sendRequest(strings.ToUpper(method), path, validBodyForPattern(pattern), "Authorization", "Bearer "+testToken)
			if strings.Contains(w.Body.String(), "ada") && !strings.HasSuffix(path, ".yaml") {
				t.Errorf("%s %s of nobody answers %d: %s", method, path, w.Code, w.Body)
			}
		}
	}
	h.handler = local
	if after := h.bodiesOfProfileLists(data); after != before {
		t.Errorf("a call of nobody changed\n%s\nto\n%s", before, after)
	}
	for _, path := range []string{"/api/memory", "/api/chats", "/api/contexts", "/api/decisions"} {
		if body := h.sendRequest("GET", path, "").Body.String(); strings.TrimSpace(body) != "[]" {
			t.Errorf("%s of profile 1 holds %s", path, body)
		}
	}
}

// validBodyForPattern is a body that most calls take.
func validBodyForPattern(pattern string) string {
	switch {
	case strings.HasPrefix(pattern, "/api/memory/search"):
		return `{"query":"tea"}`
	case strings.HasSuffix(pattern, "/messages"), pattern == "/api/memory", strings.HasSuffix(pattern, "/base"):
		return `{"content":"A trace"}`
	case pattern == "/api/contexts":
		return `{"name":"a.txt","content":"A trace"}`
	case pattern == "/api/memory/add":
		return `{"text":"A trace"}`
	}
	return `{}`
}
