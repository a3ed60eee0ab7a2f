package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

const defaultChunkRunes = 12 // runes

// exchange is one request with its response.
type exchange struct {
	server     *Server
	w          http.ResponseWriter
	r          *http.Request
	body       []byte
	number     int
	fault      *Fault
	clientGone bool
	status     int
	rule       string
}

type chatRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

func (q chatRequest) extractRuleInput() ruleInput {
	a := ruleInput{model: q.Model}
	var system []string
	for _, m := range q.Messages {
		text := messageContentText(m.Content)
		switch m.Role {
		case "system", "developer":
			system = append(system, text)
		case "user":
			a.user = text
		}
	}
	a.system = strings.Join(system, "\n\n")
	return a
}

// messageContentText reads content that is a string or a list of parts.
func messageContentText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

func estimateTokens(s string) int { return (len(s) + 3) / 4 }

func (x *exchange) hasFaultKind(kind string) bool { return x.fault != nil && x.fault.Kind == kind }

func (x *exchange) writeBadRequest(message, param string) {
	var e errorBody
	e.Error.Message, e.Error.Type, e.Error.Param = message, "invalid_request_error", param
	x.status = http.StatusBadRequest
	writeJSON(x.w, x.status, e)
}

func (x *exchange) writeFaultErrorIfErrorKind(f *Fault, model string) bool {
	status, body, ok := f.errorResponse(model)
	if ok {
		f.setRetryAfterHeader(x.w.Header())
		body.Error.Type = "error"
		x.status = status
		writeJSON(x.w, status, body)
	}
	return ok
}

// applyFaultBeforeReply writes the response of a fault that comes before any part of a reply. It
// returns false if the reply should begin.
func (x *exchange) applyFaultBeforeReply(model string) bool {
	switch x.fault.Kind {
	case FaultHang:
		x.waitUntilClientGoneOrClosing()
		return true
	case FaultDrop:
		x.breakConnection()
		return true
	case FaultWebPage:
		x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(x.w, "<!doctype html>\n<html><body>Sign in to this network</body></html>\n")
		return true
	case FaultBlank:
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.w.WriteHeader(http.StatusOK)
		return true
	}
	return x.writeFaultErrorIfErrorKind(x.fault, model)
}

// waitUntilClientGoneOrClosing blocks until the client disconnects or the server closes.
func (x *exchange) waitUntilClientGoneOrClosing() {
	select {
	case <-x.r.Context().Done():
		x.clientGone = true
	case <-x.server.quit:
	}
}

// waitUnlessClientGoneOrClosing waits for d and reports whether the client is still connected.
func (x *exchange) waitUnlessClientGoneOrClosing(d time.Duration) bool {
	if d <= 0 {
		return x.r.Context().Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-x.r.Context().Done():
		x.clientGone = true
	case <-x.server.quit:
	}
	return false
}

// breakConnection closes the connection in the middle of the response.
func (x *exchange) breakConnection() {
	if conn, _, err := http.NewResponseController(x.w).Hijack(); err == nil {
		_ = conn.Close() // an abrupt close is the purpose
	}
}

func (r Reply) tokenUsageFor(a ruleInput) Usage {
	u := Usage{Prompt: estimateTokens(a.system) + estimateTokens(a.user), Completion: estimateTokens(r.Text)}
	if r.Usage != nil {
		u = *r.Usage
	}
	u.Total = u.Prompt + u.Completion
	return u
}

func (r Reply) finishReason() string {
	switch {
	case r.Finish != "":
		return r.Finish
	case r.Tool != nil:
		return "tool_calls"
	}
	return "stop"
}

func (r Reply) reasoningFieldName() string {
	if r.ReasoningIn == "" {
		return "reasoning_content"
	}
	return r.ReasoningIn
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have disconnected
}

func writeInvalidRequestError(w http.ResponseWriter, status int, message string) {
	var e errorBody
	e.Error.Message, e.Error.Type = message, "invalid_request_error"
	writeJSON(w, status, e)
}
