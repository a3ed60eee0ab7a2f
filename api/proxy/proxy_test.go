package proxy

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"memoir/memory"
)

func parseChatRequestOrFail(t *testing.T, body string) *ChatRequest {
	t.Helper()
	r, err := ParseChatRequest([]byte(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return r
}

func TestRewriteChangesNothingElse(t *testing.T) {
	for name, c := range map[string]struct{ body, text, want string }{
		"a request without our fields stays byte for byte": {
			body: "{ \"model\":\"m\" ,\n \"n\":1.50, \"messages\":[ {\"role\":\"user\",\"content\":\"\\u00e4\"} ]\t}\n",
			want: "{ \"model\":\"up\" ,\n \"n\":1.50, \"messages\":[ {\"role\":\"user\",\"content\":\"\\u00e4\"} ]\t}\n",
		},
		"our fields go from the beginning, the middle and the end": {
			body: `{"memory_id":"a", "memory_top_k":3, "model":"m", "memory_recency_weight":0, "messages":[],` +
				`"memory_score_threshold":0.5}`,
			want: `{ "model":"up", "messages":[]}`,
		},
		"top_k is a sampling parameter": {
			body: `{"model":"m","messages":[],"top_k":40}`,
			want: `{"model":"up","messages":[],"top_k":40}`,
		},
		"top_k is ours with use_memory": {
			body: `{"model":"m","top_k":4,"messages":[],"use_memory":true}`,
			want: `{"model":"up","messages":[]}`,
		},
		"the text stands at the end of the first system message": {
			body: `{"model":"m","messages":[{"role":"user","content":"q"},{"role":"system","content":"Be \"brief\"."}]}`,
			text: "a <b>\n\"c\"",
			want: `{"model":"up","messages":[{"role":"user","content":"q"},` +
				`{"role":"system","content":"Be \"brief\".\n\na <b>\n\"c\""}]}`,
		},
		"a developer message in parts gets one more": {
			body: `{"model":"m","messages":[{"role":"developer","content":[{"type":"text","text":"x"} ]},` +
				`{"role":"user","content":"q"}]}`,
			text: "t",
			want: `{"model":"up","messages":[{"role":"developer","content":[{"type":"text","text":"x"} ,` +
				`{"type":"text","text":"t"}]},{"role":"user","content":"q"}]}`,
		},
		"without one the text is a new first message": {
			body: `{"model":"m","messages":[{"role":"user","content":"q"}],"tools":[{"x":1e2}]}`, text: "t",
			want: `{"model":"up","messages":[{"role":"system","content":"t"},{"role":"user","content":"q"}],` +
				`"tools":[{"x":1e2}]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(parseChatRequestOrFail(t, c.body).BodyForUpstreamWithMemories("up", c.text)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestTurnsAreTheTextsUpToTheLastMessageOfTheUser(t *testing.T) {
	r := parseChatRequestOrFail(
		t, `{"model":"m","messages":[{"role":"system","content":"s"},{"role":"user","content":"one"},
		{"role":"assistant","content":null,"tool_calls":[]},{"role":"tool","content":"42"},
		{"role":"assistant","content":"two"},
		{"role":"user","content":[{"type":"text","text":"three"},{"type":"image_url","image_url":{"url":"x"}},
			{"type":"text","text":"four"}]},
		{"role":"assistant","content":"begun"}]}`,
	)
	want := []memory.PromptMessage{
		{Role: "user", Content: "one"}, {Role: "assistant", Content: "two"}, {Role: "user", Content: "three\nfour"},
	}
	if !reflect.DeepEqual(r.Turns, want) || r.LastUserMessageText() != "three\nfour" || r.SystemText != "s" {
		t.Errorf("turns %+v, query %q, system %q", r.Turns, r.LastUserMessageText(), r.SystemText)
	}
}

func TestWrongFieldsAreNamed(t *testing.T) {
	for body, field := range map[string]string{
		`{"messages":[]}`:                                                            "model",
		`{"model":3,"messages":[]}`:                                                  "model",
		`{"model":"m"}`:                                                              "messages",
		`{"model":"m","messages":{}}`:                                                "messages",
		`{"model":"m","messages":[],"stream":1}`:                                     "stream",
		`{"model":"m","messages":[],"memory_id":1}`:                                  "memory_id",
		`{"model":"m","messages":[],"memory_id":"a\u0000b"}`:                         "memory_id",
		`{"model":"m","messages":[],"memory_top_k":1.5}`:                             "memory_top_k",
		`{"model":"m","messages":[],"memory_recency_weight":2}`:                      "memory_recency_weight",
		`{"model":"m","messages":[],"memory_score_threshold":"high"}`:                "memory_score_threshold",
		`{"model":"m","messages":[],"use_memory":"yes"}`:                             "use_memory",
		`{"model":"m","messages":[],"memory_id":"` + strings.Repeat("x", 201) + `"}`: "memory_id",
	} {
		_, err := ParseChatRequest([]byte(body))
		var wrong *memory.FieldError
		if !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: %v, want field %s", body, err, field)
		}
	}
	for _, body := range []string{"", "[]", `"x"`, "{", "{} {}", "{\"a\":\"\xff\"}"} {
		if _, err := ParseChatRequest([]byte(body)); !errors.Is(err, ErrNotObject) {
			t.Errorf("%q: %v, want ErrNotObject", body, err)
		}
	}
}

func TestAStreamIsReadHoweverItIsCut(t *testing.T) {
	stream := ": comment\r\n\r\nevent: x\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hä\"}}," +
		"{\"index\":1,\"delta\":{\"content\":\"no\"}}]}\n\n" +
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"llo\"},\"finish_reason\":\"stop\"}]}\r\n\r\n" +
		"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n"
	for size := 1; size < len(stream); size++ {
		var r StreamReader
		for rest := []byte(stream); len(rest) > 0; {
			n := min(size, len(rest))
			_, _ = r.Write(rest[:n])
			rest = rest[n:]
		}
		got := r.CollectedReply()
		if got.Text != "Hällo" || got.Finish != "stop" || got.Usage == nil ||
			got.Usage.PromptTokens != 3 || !r.IsComplete() {
			t.Fatalf("in pieces of %d: %+v", size, got)
		}
	}
}

// A reply may be endless; what is kept of it is the beginning, of whole characters.
func TestWhatIsKeptOfALongReplyIsBounded(t *testing.T) {
	piece := "1" + strings.Repeat("ä", 300_000) // of an odd length, so that the limit is inside a character
	for field, of := range map[string]func(Reply) string{
		"content":           func(r Reply) string { return r.Text },
		"reasoning_content": func(r Reply) string { return r.Reasoning },
	} {
		var s StreamReader
		for range 10 {
			_, _ = io.WriteString(&s, `data: {"choices":[{"delta":{"`+field+`":"`+piece+`"}}]}`+"\n\n")
		}
		whole, ok := ParseReply([]byte(`{"choices":[{"message":{"` + field + `":"` + strings.Repeat(piece, 10) + `"}}]}`))
		if !ok {
			t.Fatal("no reply")
		}
		for how, kept := range map[string]string{"streamed": of(s.CollectedReply()), "whole": of(whole)} {
			if n := len(kept); n > maxReplyText || n < maxReplyText-1 || !strings.HasPrefix(strings.Repeat(piece, 10), kept) ||
				!utf8.ValidString(kept) {
				t.Errorf("of the %s, %s, %d bytes are kept, valid: %v", field, how, n, utf8.ValidString(kept))
			}
		}
	}
}

func TestFieldsAreAddedAtTheEnd(t *testing.T) {
	got := string(AppendFieldsToJSONObject([]byte("{\"a\":1 }\n"), []string{"b", "c"}, []any{[]int{}, "x"}))
	if got != "{\"a\":1 ,\"b\":[],\"c\":\"x\"}\n" {
		t.Error(got)
	}
	if got := string(AppendFieldsToJSONObject([]byte("{}"), []string{"b"}, []any{1})); got != `{"b":1}` {
		t.Error(got)
	}
	if got := string(AppendFieldsToJSONObject([]byte("[1]"), []string{"b"}, []any{1})); got != "[1]" {
		t.Error(got)
	}
}

// What BodyForUpstreamWithMemories returns is JSON without our fields and with the text, whatever
// the body.
func FuzzRewrite(f *testing.F) {
	f.Add([]byte(`{"memory_id":"a","model":"m","messages":[{"role":"system","content":"s"}],"use_memory":true,"top_k":1}`))
	f.Add([]byte(`{"model":"m","messages":[{"role":"developer","content":[]},3,null,{"role":7}],"model":"n",` +
		`"memory_id":null}`))
	f.Add([]byte(`{"messages":[{"content":"x","role":"user","content":[{"text":"y","type":"text"}]}],"model":"\u0041"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := ParseChatRequest(body)
		if err != nil {
			return
		}
		out := r.BodyForUpstreamWithMemories("upstream/model", "memory text")
		var got map[string]json.RawMessage
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if string(got["model"]) != `"upstream/model"` || !bytes.Contains(got["messages"], []byte("memory text")) {
			t.Fatalf("model or text is missing: %s", out)
		}
		if _, ok := got["memory_id"]; ok {
			t.Fatalf("memory_id is left: %s", out)
		}
	})
}

// A stream is read without a crash whatever it says, and gives the same however it is cut.
func FuzzStreamReader(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n"), 7)
	f.Add([]byte(": note\r\nevent: x\r\ndata: {\"choices\":[{\"delta\":{\"content\":[{\"text\":\"b\"}]}}]}\r\n"), 0)
	f.Add([]byte("data:{\"choices\":null,\"usage\":{\"prompt_tokens\":-1}}\ndata: {\"choices\":[{\"delta\":3}]}\n"), 30)
	f.Fuzz(func(t *testing.T, stream []byte, cut int) {
		var whole, parts StreamReader
		cut = min(max(cut, 0), len(stream))
		_, _ = whole.Write(stream)
		_, _ = parts.Write(stream[:cut])
		_, _ = parts.Write(stream[cut:])
		a, b := whole.CollectedReply(), parts.CollectedReply()
		if a.Text != b.Text || a.Reasoning != b.Reasoning || a.Finish != b.Finish ||
			whole.IsComplete() != parts.IsComplete() {
			t.Fatalf("%+v when whole, %+v when cut at %d", a, b, cut)
		}
	})
}
