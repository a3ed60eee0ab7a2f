package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

const foxScript = `
rules:
  - reply:
      text: "The quick brown fox – schnell & «vif» 狐狸 – jumps."
      chunk: 3
      usage: {prompt_tokens: 11, completion_tokens: 7}
`

const foxText = "The quick brown fox – schnell & «vif» 狐狸 – jumps."

func TestStreamYieldsTextThenUsageAndFinishReason(t *testing.T) {
	srv, c := newScriptedClient(t, foxScript)
	temperature := 0.3
	r := helloRequest("test/some/model:1b")
	r.Temperature, r.MaxTokens = &temperature, 50
	g := collectStream(timeoutContext(t), c, r)
	if g.err != nil || g.text != foxText {
		t.Fatalf("got %q, %v", g.text, g.err)
	}
	if g.deltas < 10 {
		t.Errorf("%d deltas: the reply came in one go", g.deltas)
	}
	want := memory.Usage{PromptTokens: 11, CompletionTokens: 7}
	if g.last.FinishReason != "stop" || g.last.Usage == nil || *g.last.Usage != want {
		t.Errorf("last delta %+v", g.last)
	}
	req := srv.ChatRequests()[0]
	if req.Auth != "Bearer "+secret {
		t.Error("the key was not sent")
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(req.Body), &body); err != nil {
		t.Fatal(err)
	}
	if body["model"] != "some/model:1b" || body["stream"] != true || body["temperature"] != 0.3 ||
		body["max_tokens"] != 50.0 {
		t.Errorf("request %s", req.Body)
	}
	if !strings.Contains(req.Body, `"content":"Hello <there> & welcome"`) {
		t.Errorf("the message does not stand in the request as it was written: %s", req.Body)
	}
}

func TestStreamReadsAllFramings(t *testing.T) {
	for name, f := range map[string]llmtest.Framing{
		"one byte at a time":              {Split: 1},
		"seven bytes at a time":           {Split: 7},
		"line ends of two bytes":          {CRLF: true},
		"comments between frames":         {Comments: true},
		"without the closing mark":        {NoDone: true},
		"all of it, five bytes at a time": {Split: 5, CRLF: true, Comments: true, NoDone: true},
	} {
		t.Run(name, func(t *testing.T) {
			srv, c := newScriptedClient(t, foxScript)
			if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultFraming, Framing: f}); err != nil {
				t.Fatal(err)
			}
			if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil || g.text != foxText ||
				g.last.Usage == nil {
				t.Fatalf("got %q, %+v, %v", g.text, g.last, g.err)
			}
		})
	}
	t.Run("whole, although a stream was asked for", func(t *testing.T) {
		srv, c := newScriptedClient(t, foxScript)
		if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultPlain}); err != nil {
			t.Fatal(err)
		}
		if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil || g.text != foxText ||
			g.last.Usage == nil {
			t.Fatalf("got %q, %+v, %v", g.text, g.last, g.err)
		}
	})
}

func TestReasoningIsSeparatedFromText(t *testing.T) {
	for _, in := range []string{"reasoning_content", "reasoning", "think"} {
		t.Run(in, func(t *testing.T) {
			_, c := newScriptedClient(t, `
rules:
  - reply: {text: "The tag <think> is kept here.", reasoning: "Let me < think.", reasoning_in: `+in+`, chunk: 2}`)
			g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
			if g.err != nil || g.text != "The tag <think> is kept here." || g.reasoning != "Let me < think." {
				t.Fatalf("text %q, reasoning %q, %v", g.text, g.reasoning, g.err)
			}
		})
	}
}

func TestReplyWithoutTextSaysWhy(t *testing.T) {
	for reply, want := range map[string]string{
		`reasoning: "Hm."`:                   "it contains reasoning but no answer",
		`reasoning: "Hm.", finish: length`:   "it reached the length limit and was cut off",
		`text: "", finish: tool_calls`:       "it calls a tool instead of answering",
		`text: "", finish: content_filter`:   "the provider's content filter cut it off",
		`text: " \n", finish: function_call`: "it calls a tool instead of answering",
	} {
		_, c := newScriptedClient(t, "rules: [{reply: {"+reply+"}}]")
		g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
		if f := memory.FaultFromError(g.err); f == nil || f.Code != "unusable_reply" || !strings.Contains(f.Title, want) {
			t.Errorf("%s: %+v, %v", reply, f, g.err)
		}
	}
}

func TestRefusedParametersAreDroppedAndRemembered(t *testing.T) {
	srv, c := newScriptedClient(t, "refuse: [temperature, stream_options]"+foxScript)
	temperature := 1.0
	r := helloRequest("test/m")
	r.Temperature = &temperature
	for range 2 {
		if g := collectStream(timeoutContext(t), c, r); g.err != nil || g.text != foxText || g.last.FinishReason != "stop" {
			t.Fatalf("got %q, %v", g.text, g.err)
		}
	}
	chats := srv.ChatRequests()
	if len(chats) != 4 {
		t.Fatalf("%d requests, want one for each refusal, one that is answered and one more", len(chats))
	}
	for _, r := range chats[2:] {
		if strings.Contains(r.Body, "temperature") || strings.Contains(r.Body, "stream_options") {
			t.Errorf("sent again: %s", r.Body)
		}
	}
}

func TestUnknownBadRequestIsNotRetried(t *testing.T) {
	srv, c := newScriptedClient(t, "refuse: [messages]"+foxScript)
	if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); !errors.Is(g.err, memory.ErrServer) {
		t.Fatalf("got %v", g.err)
	}
	if n := len(srv.ChatRequests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestStoppingAStreamClosesTheConnection(t *testing.T) {
	gone := func(rs []llmtest.Request) bool { return len(rs) == 1 && rs[0].Done && rs[0].Gone }
	for name, fault := range map[string]llmtest.Fault{
		"before the first token": {Kind: llmtest.FaultHang},
		"in the middle":          {Kind: llmtest.FaultHangMid, After: 2},
	} {
		t.Run("context ends "+name, func(t *testing.T) {
			srv, c := newScriptedClient(t, foxScript)
			if err := srv.InjectFault(fault); err != nil {
				t.Fatal(err)
			}
			why := errors.New("the user stopped it")
			ctx, cancel := context.WithCancelCause(timeoutContext(t))
			done := make(chan streamResult)
			go func() { done <- collectStream(ctx, c, helloRequest("test/m")) }()
			asked := func(rs []llmtest.Request) bool { return len(rs) == 1 }
			if err := srv.WaitForRequests(timeoutContext(t), asked); err != nil {
				t.Fatal(err)
			}
			cancel(why)
			if g := <-done; !errors.Is(g.err, why) {
				t.Errorf("error is %v, want the cause", g.err)
			}
			if err := srv.WaitForRequests(timeoutContext(t), gone); err != nil {
				t.Errorf("the server was not left: %+v", srv.Requests())
			}
		})
	}
	t.Run("consumer breaks off", func(t *testing.T) {
		srv, c := newScriptedClient(t, foxScript)
		if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultHangMid, After: 2}); err != nil {
			t.Fatal(err)
		}
		for range c.StreamReply(timeoutContext(t), helloRequest("test/m")) {
			break
		}
		if err := srv.WaitForRequests(timeoutContext(t), gone); err != nil {
			t.Errorf("the server was not left: %+v", srv.Requests())
		}
	})
}

func TestReplyAndIdleLimitsEndACall(t *testing.T) {
	limit := func(reply, idle time.Duration) func(*llm.Options) {
		return func(o *llm.Options) { o.Limits = func() llm.Limits { return llm.Limits{Reply: reply, Idle: idle} } }
	}
	const pause = 2 * time.Second // longer than a busy computer takes from one token to the next
	t.Run("silence before the first token ends at the reply limit", func(t *testing.T) {
		t.Parallel()
		srv, c := newScriptedClient(t, foxScript, limit(50*time.Millisecond, time.Hour))
		if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
			t.Fatal(err)
		}
		g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
		if !errors.Is(g.err, memory.ErrTimeout) || errors.Is(g.err, memory.ErrInterrupted) {
			t.Fatalf("got %v", g.err)
		}
		if n := len(srv.ChatRequests()); n > 1 {
			t.Errorf("%d requests, want no repetition", n)
		}
	})
	t.Run("silence inside a reply ends at the idle limit and what came is kept", func(t *testing.T) {
		t.Parallel()
		srv, c := newScriptedClient(t, foxScript, limit(time.Hour, pause))
		if err := srv.InjectFault(llmtest.Fault{Kind: llmtest.FaultHangMid, After: 3}); err != nil {
			t.Fatal(err)
		}
		g := collectStream(timeoutContext(t), c, helloRequest("test/m"))
		if g.text != foxText[:9] || !errors.Is(g.err, memory.ErrTimeout) || !errors.Is(g.err, memory.ErrInterrupted) {
			t.Fatalf("got %q, %v", g.text, g.err)
		}
	})
	t.Run("the idle limit does not run before the first token", func(t *testing.T) {
		t.Parallel()
		_, c := newScriptedClient(t, `rules: [{reply: {text: "late", delay: 4s}}]`, limit(time.Hour, pause))
		if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil || g.text != "late" {
			t.Fatalf("got %q, %v", g.text, g.err)
		}
	})
}

func TestOpenAIEnvironmentIsIgnored(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-environment-key-0000")
	t.Setenv("OPENAI_ORG_ID", "org-env")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	srv, c := newScriptedClient(t, foxScript, func(
		o *llm.Options,
	) {
		o.FixedProviders[0].Key = ""
		o.Keyring = &fakeKeyring{}
	})
	if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil {
		t.Fatal(g.err)
	}
	if a := srv.ChatRequests()[0].Auth; a != "" {
		t.Errorf("sent %q to a server without a key", a)
	}
}

func TestFinishReasonsAreTranslated(t *testing.T) {
	for sent, want := range map[string]memory.FinishReason{
		"stop": memory.FinishStop, "length": memory.FinishLength, "model_length": memory.FinishLength,
		"content_filter": memory.FinishFilter, "function_call": memory.FinishToolCalls, "<b>made up</b>": "",
	} {
		_, c := newScriptedClient(t, "rules: [{reply: {text: A fox., finish: '"+sent+"'}}]")
		if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil || g.last.FinishReason != want {
			t.Errorf("%s: got %q, %v", sent, g.last.FinishReason, g.err)
		}
	}
}
