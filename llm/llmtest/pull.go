package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// pullPieces is in how many pieces each part of a model is reported.
const pullPieces = 4

// pullPieceDelay keeps a download long enough to be seen and cancelled.
const pullPieceDelay = 20 * time.Millisecond

// handleOllamaPull answers POST /api/pull as Ollama does: progress by part, one JSON object a line.
// The model is listed afterwards. One whose name begins with "missing" is unknown, and one with
// "endless" never ends.
func (s *Server) handleOllamaPull(x *exchange) {
	var q struct {
		Model string `json:"model"`
	}
	if json.Unmarshal(x.body, &q) != nil || q.Model == "" {
		x.status = http.StatusBadRequest
		writeInvalidRequestError(x.w, x.status, "model is required")
		return
	}
	x.w.Header().Set("Content-Type", "application/x-ndjson")
	write := func(line map[string]any) {
		b, err := json.Marshal(line)
		if err == nil {
			_, err = x.w.Write(append(b, '\n'))
		}
		x.clientGone = x.clientGone || err != nil
		if f, ok := x.w.(http.Flusher); ok {
			f.Flush()
		}
	}
	write(map[string]any{"status": "pulling manifest"})
	if strings.HasPrefix(q.Model, "missing") {
		write(map[string]any{"error": "pull model manifest: file does not exist"})
		return
	}
	for _, part := range []struct {
		digest string
		bytes  int
	}{{"sha256:aaaa", 1 << 20}, {"sha256:bbbb", 4096}} {
		for i := 1; i <= pullPieces || strings.HasPrefix(q.Model, "endless"); i++ {
			if !s.waitPullDelayUnlessGone(x) {
				return
			}
			write(map[string]any{
				"status": "pulling " + part.digest, "digest": part.digest, "total": part.bytes,
				"completed": part.bytes * min(i, pullPieces-1) / pullPieces,
			})
			if i == pullPieces {
				write(map[string]any{
					"status": "pulling " + part.digest, "digest": part.digest, "total": part.bytes, "completed": part.bytes,
				})
			}
		}
	}
	s.mu.Lock()
	s.pulled = append(s.pulled, q.Model)
	s.mu.Unlock()
	write(map[string]any{"status": "success"})
}

// waitPullDelayUnlessGone waits for pullPieceDelay; it reports false when the client has gone or
// the server closes.
func (s *Server) waitPullDelayUnlessGone(x *exchange) bool {
	select {
	case <-time.After(pullPieceDelay):
		return !x.clientGone
	case <-x.r.Context().Done():
		x.clientGone = true
	case <-s.quit:
	}
	return false
}

// pulledModels returns the models that were downloaded, in order.
func (s *Server) pulledModels() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.pulled...)
}
