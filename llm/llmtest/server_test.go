package llmtest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"memoir/llm/llmtest"
	"memoir/prompts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func startScript(t *testing.T, script string) *llmtest.Server {
	t.Helper()
	s, err := llmtest.ParseScript([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	return llmtest.StartServerForTest(t, s)
}

// postBody sends a body on a connection of its own and returns status and response body.
func postBody(t *testing.T, url, body string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// replyText requests an unstreamed reply and returns its text.
func replyText(t *testing.T, srv *llmtest.Server, ms ...message) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"model": "scripted-demo", "messages": ms})
	if err != nil {
		t.Fatal(err)
	}
	status, answer := postBody(t, srv.URL+"/v1/chat/completions", string(body))
	var out struct {
		Choices []struct {
			Message message `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil || status != http.StatusOK || len(out.Choices) != 1 {
		t.Fatalf("HTTP %d: %s", status, answer)
	}
	return out.Choices[0].Message.Content
}

func TestFirstMatchingRuleAnswers(t *testing.T) {
	srv := startScript(t, `
rules:
  - {when: {model: other}, reply: {text: "another model"}}
  - {when: {user: "my name is (\\w+)", system_contains: polite}, reply: {text: "Good day, $1."}}
  - {when: {user_contains: "name"}, reply: {text: "Hi."}}
  - {when: {tag: quote, match: "^(\\w+)"}, reply: {text: "It begins with $1."}}
`)
	for _, tc := range []struct{ system, user, want string }{
		{"Be polite.", "my name is Ada", "Good day, Ada."},
		{"Be brief.", "my name is Ada", "Hi."},
		{"<quote>\nold\n</quote>\n<quote>\nRoses are red\n</quote>", "what?", "It begins with Roses."},
	} {
		got := replyText(t, srv, message{"system", tc.system}, message{"user", "earlier"}, message{"user", tc.user})
		if got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
	if status, answer := postBody(t, srv.URL+"/v1/chat/completions", `{"model":"m","messages":[]}`); status != 500 {
		t.Errorf("no rule fits: HTTP %d %s", status, answer)
	}
}

func TestRequestsAreLoggedByteForByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "requests.jsonl")
	s, err := llmtest.ParseScript([]byte(`rules: [{name: any, reply: {text: ok}}]`))
	if err != nil {
		t.Fatal(err)
	}
	srv, err := llmtest.StartServer("127.0.0.1:0", s, path)
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	bodies := []string{
		`{"model" : "m",  "messages":[{"role":"user","content":"é<\u00e9"}]}`, `{"model":"n","messages":[]}`,
	}
	for _, b := range bodies {
		postBody(t, srv.URL+"/v1/chat/completions", b)
	}
	ended := func(rs []llmtest.Request) bool { return len(rs) == 2 && rs[0].Done && rs[1].Done }
	if err := srv.WaitForRequests(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	for i, r := range srv.Requests() {
		if r.N != i+1 || r.Body != bodies[i] || r.Gone || r.Status != 200 || r.Rule != "any" {
			t.Errorf("kept %+v", r)
		}
	}
	srv.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r llmtest.Request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if !r.Done {
			kept = append(kept, r.Body)
		}
	}
	if strings.Join(kept, "|") != strings.Join(bodies, "|") {
		t.Errorf("the file has %q", kept)
	}
}

func TestBodiesOfOldRequestsAreForgottenOnRequest(t *testing.T) {
	s := startScript(t, `rules: [{reply: {text: "yes"}}]`)
	s.LimitKeptRequestBodies(2)
	body := `{"model": "any", "messages": [{"role": "user", "content": "Is it so?"}]}`
	for range 5 {
		if status, got := postBody(t, s.URL+"/chat/completions", body); status != http.StatusOK {
			t.Fatalf("status %d: %s", status, got)
		}
	}
	var kept []int
	for _, r := range s.Requests() {
		if r.Body == body {
			kept = append(kept, r.N)
		}
	}
	if !slices.Equal(kept, []int{4, 5}) {
		t.Errorf("of 5 requests it keeps the bodies of %v", kept)
	}
}

func TestFaultsAreAddedAndClearedOverHTTP(t *testing.T) {
	srv := startScript(t, `{"rules": [{"reply": {"text": "ok"}}]}`) // JSON is valid YAML
	chat := func() int {
		status, _ := postBody(t, srv.URL+"/v1/chat/completions", `{"model":"m","messages":[]}`)
		return status
	}
	control := func(body string) int { status, _ := postBody(t, srv.URL+"/_control", body); return status }
	if s := control(`{"fault": {"kind": "rate_limited", "retry_after": 3, "times": 2}}`); s != 204 {
		t.Fatalf("HTTP %d", s)
	}
	if a, b, c := chat(), chat(), chat(); a != 429 || b != 429 || c != 200 {
		t.Errorf("HTTP %d, %d, %d", a, b, c)
	}
	if s := control(`{"fault": {"kind": "server_error", "status": 503}}`); s != 204 {
		t.Fatalf("HTTP %d", s)
	}
	if control(`{"clear": true}`); chat() != 200 {
		t.Error("the fault was not taken back")
	}
	for _, bad := range []string{`{"fault": {"kind": "nonsense"}}`, `{"falt": 1}`, `x`} {
		if s := control(bad); s != 400 {
			t.Errorf("%s: HTTP %d", bad, s)
		}
	}
	if n := len(srv.Requests()); n != 4 {
		t.Errorf("%d requests in the log; control is none of them", n)
	}
}

func TestInvalidScriptsAreRefused(t *testing.T) {
	for name, script := range map[string]string{
		"unknown field":      "rulez: []",
		"bad expression":     `rules: [{when: {user: "("}}]`,
		"unknown fault":      `rules: [{fault: {kind: melt}}]`,
		"tag without match":  `rules: [{when: {tag: a}}]`,
		"not YAML at all":    "\t",
		"a negative of type": `rules: {a: b}`,
	} {
		if _, err := llmtest.ParseScript([]byte(script)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSimilarTextsHaveSimilarEmbeddings(t *testing.T) {
	srv := startScript(t, `embedding: {dim: 128}`)
	_, answer := postBody(t, srv.URL+"/v1/embeddings",
		`{"model":"e","input":["green tea at four","Green tea!","a blue bicycle"]}`)
	var out struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float64 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil || len(out.Data) != 3 || len(out.Data[0].Embedding) != 128 {
		t.Fatalf("%v: %s", err, answer)
	}
	cosine := func(a, b int) (sum float64) {
		for i, v := range out.Data[a].Embedding {
			sum += v * out.Data[b].Embedding[i]
		}
		return sum
	}
	if math.Abs(cosine(0, 0)-1) > 1e-5 {
		t.Errorf("length %v", cosine(0, 0))
	}
	if cosine(0, 1) < cosine(0, 2)+0.2 {
		t.Errorf("tea and tea %v, tea and bicycle %v", cosine(0, 1), cosine(0, 2))
	}
}

func startDemoServer(t *testing.T) *llmtest.Server {
	t.Helper()
	s, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	return llmtest.StartServerForTest(t, s)
}

// extractionPrompt renders Memoir's extraction prompt for a turn.
func extractionPrompt(t *testing.T, user, files, answer string) message {
	t.Helper()
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := set.Render(prompts.Extraction, map[string]string{
		"EXISTING_MEMORIES": "(none)", "EXISTING_CONTEXT": files, "USER_TEXT": user, "ASSISTANT_TEXT": answer,
	})
	if err != nil {
		t.Fatal(err)
	}
	return message{"system", text}
}

func TestDemoExtractsOnlyWhatTheUserSays(t *testing.T) {
	srv := startDemoServer(t)
	for _, tc := range []struct{ user, files, answer, want string }{
		{"I am allergic to peanuts.", "(none)", "Noted.", "The user is allergic to peanuts."},
		{"Well, I'm allergic to cats, sadly", "(none)", "Noted.", "The user is allergic to cats."},
		{
			"I moved to Lisbon and I am allergic to peanuts", "(none)", "Noted.",
			"The user moved to Lisbon and is allergic to peanuts.",
		},
		{"My name is Ada. I live in London.", "(none)", "Hi.", "The user's name is Ada."},
		{"my dog is called Rex!", "(none)", "Hi.", "The user's dog is Rex."},
		{"I love rye bread", "(none)", "Hi.", "The user loves rye bread."},
		{"What is the capital of France?", "(none)", "I live in a file.", "NOTHING"},
		{"Summarise this.", "<user_message>\nI am allergic to gold.\n</user_message>", "I am allergic to work.", "NOTHING"},
	} {
		got := replyText(t, srv, extractionPrompt(t, tc.user, tc.files, tc.answer),
			message{"user", "Reply with exactly one line."})
		if got != tc.want {
			t.Errorf("%q taught %q, want %q", tc.user, got, tc.want)
		}
	}
}

func TestDemoSaysThatItIsScripted(t *testing.T) {
	srv := startDemoServer(t)
	for _, user := range []string{
		"Hello", "Who are you?", "What should I cook?", "I like trains.", "Thanks", "Привет, как дела?",
	} {
		if got := replyText(t, srv, message{"system", "Be kind."}, message{"user", user}); !strings.Contains(got,
			"scripted") {
			t.Errorf("%q was answered %q", user, got)
		}
	}
	got := replyText(t, srv, message{"system", "## Relevant memory\n- The user is allergic to peanuts.\n- Another."},
		message{"user", "What should I not cook tonight?"})
	if !strings.Contains(got, "> The user is allergic to peanuts.") || !strings.Contains(got, "scripted") {
		t.Errorf("with a memory: %q", got)
	}
}

func TestRunServerStopsWithItsContext(t *testing.T) {
	s, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- llmtest.RunServerPrintingAddressUntilDone(ctx, "127.0.0.1:0", s, "", w) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	body := `{"model":"scripted-demo","messages":[{"role":"user","content":"Hi"}],"stream":true}`
	status, answer := postBody(t, strings.TrimSpace(line)+"/v1/chat/completions", body)
	if status != 200 || !strings.Contains(answer, "data: [DONE]") {
		t.Errorf("HTTP %d: %s", status, answer)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestCloseEndsHangingRequests(t *testing.T) {
	srv := startScript(t, `rules: [{reply: {text: ok}}]`)
	if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/v1/chat/completions",
			strings.NewReader(`{"model":"m","messages":[]}`))
		if err != nil {
			t.Error(err)
			return
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
		}
	}()
	if err := srv.WaitForRequests(t.Context(), func(rs []llmtest.Request) bool { return len(rs) == 1 }); err != nil {
		t.Fatal(err)
	}
	srv.Close()
	<-done
}
