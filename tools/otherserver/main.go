// Command otherserver is a small OpenAI-compatible model server that shares nothing with llmtest,
// because the window must work with servers it was not written for. It streams with CRLF, in words
// instead of pieces of equal length, with unrequested fields and without usage, and lists its
// models by id alone. It repeats the last message; asked to extract a memory, it turns the user's
// words into the third person. It prints its address and runs until it is terminated.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	if err := printURLAndServeChatAPI(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func printURLAndServeChatAPI(ctx context.Context) error {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		writeJSONBody(w, `{"data":[{"id":"parrot"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", handleChatCompletion)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	if _, err := fmt.Fprintf(os.Stdout, "http://%s/v1\n", ln.Addr()); err != nil {
		return err
	}
	return srv.Serve(ln)
}

func writeJSONBody(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write([]byte(body)) // the client may have disconnected
}

func handleChatCompletion(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Stream   bool `json:"stream"`
		Messages []struct{ Role, Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || len(q.Messages) == 0 {
		http.Error(w, `{"detail":"no messages"}`, http.StatusUnprocessableEntity)
		return
	}
	text := echoOrExtractMemory(q.Messages[0].Content, q.Messages[len(q.Messages)-1].Content)
	if !q.Stream {
		said, err := json.Marshal(text)
		if err != nil {
			panic(err) // a string can always be encoded
		}
		writeJSONBody(w, `{"choices":[{"message":{"role":"assistant","content":`+string(said)+`},"finish_reason":"stop"}]}`)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta map[string]any, finish any) {
		b, err := json.Marshal(map[string]any{
			"created": 1, "system_fingerprint": "parrot", "timings": map[string]float64{"per_token_ms": 0.5},
			"choices": []any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}},
		})
		if err != nil {
			panic(err) // these values can always be encoded
		}
		_, _ = fmt.Fprintf(w, "data:%s\r\n\r\n", b) // the client may have disconnected
		_ = http.NewResponseController(w).Flush()
	}
	send(map[string]any{"role": "assistant", "content": nil, "refusal": nil}, nil)
	for _, word := range strings.SplitAfter(text, " ") {
		send(map[string]any{"content": word}, nil)
	}
	send(map[string]any{}, "stop")
	_, _ = fmt.Fprint(w, "data: [DONE]\r\n\r\n") // the client may have disconnected
}

// echoOrExtractMemory repeats the last message, or, for an extraction prompt, turns the text inside
// its user_message tag into a memory.
func echoOrExtractMemory(system, user string) string {
	if !strings.Contains(system+user, "long-term memory of an assistant") {
		return "You said: " + user
	}
	all := system + user
	_, said, _ := strings.Cut(all[max(0, strings.LastIndex(all, "<user_message>\n")):], "\n")
	said, _, _ = strings.Cut(said, "</user_message>")
	said = strings.TrimSpace(said)
	if !strings.HasPrefix(said, "I ") {
		return "NOTHING"
	}
	return strings.NewReplacer("I am", "is", "I ", "The user ").Replace(said) + "."
}
