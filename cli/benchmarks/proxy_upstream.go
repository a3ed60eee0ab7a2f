package benchmarks

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// Names of the models of a scriptedUpstream.
const (
	pacedModel     = "paced"   // a token after every pause
	floodModel     = "flood"   // as fast as it is read, without an end
	extractorModel = "extract" // at once: nothing to learn
)

// scriptedUpstream is a model server on the loopback interface that answers in a set rhythm.
type scriptedUpstream struct {
	baseURL string // with /v1
	tokens  int
	pause   time.Duration
	sent    atomic.Int64 // bytes of floodModel

	server *http.Server
	done   chan struct{}
}

func startScriptedModelServer(ctx context.Context, tokens int, pause time.Duration) (*scriptedUpstream, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the scripted server: %w", err)
	}
	u := &scriptedUpstream{
		baseURL: "http://" + ln.Addr().String() + "/v1", tokens: tokens, pause: pause, done: make(chan struct{}),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", u.serveModelList)
	mux.HandleFunc("POST /v1/chat/completions", u.serveChatCompletion)
	u.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { // ends with close
		defer close(u.done)
		_ = u.server.Serve(ln) // always an error after Close
	}()
	return u, nil
}

func (u *scriptedUpstream) close() {
	_ = u.server.Close()
	<-u.done
}

func (u *scriptedUpstream) serveModelList(w http.ResponseWriter, _ *http.Request) {
	var list []string
	for _, id := range []string{pacedModel, floodModel, extractorModel} {
		list = append(list, fmt.Sprintf(`{"id":%q,"object":"model"}`, id))
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"object":"list","data":[`+strings.Join(list, ",")+`]}`)
}

func (u *scriptedUpstream) serveChatCompletion(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !in.Stream {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"NOTHING"},"finish_reason":"stop"}]}`)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	controller := http.NewResponseController(w)
	write := func(text string) bool {
		_, err := fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", text)
		return err == nil && controller.Flush() == nil
	}
	switch in.Model {
	case extractorModel:
		write("NOTHING")
	case floodModel:
		for text := strings.Repeat("word ", 800); write(text); {
			u.sent.Add(int64(len(text)))
		}
		return
	default:
		if !u.writePacedTokensUnlessCallerLeaves(r.Context(), write) {
			return
		}
	}
	_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+
		"\n\ndata: [DONE]\n\n")
}

// writePacedTokensUnlessCallerLeaves writes the tokens, each at its time, and reports whether the
// caller stayed.
func (u *scriptedUpstream) writePacedTokensUnlessCallerLeaves(ctx context.Context, write func(string) bool) bool {
	ticker := time.NewTicker(u.pause)
	defer ticker.Stop()
	for range u.tokens {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return false
		}
		if !write("word ") {
			return false
		}
	}
	return true
}
