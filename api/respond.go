package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"memoir/memory"
)

// httpError is an error with its HTTP status; its JSON form is the body's "error".
type httpError struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Field   string `json:"-"`
	// RetryAfter is the delay in seconds that the model server asked for, 0 when it named none.
	RetryAfter int `json:"retry_after,omitempty"`
	// DecisionID is the later decision that prevents an undo.
	DecisionID memory.ID `json:"-"`
}

func (e *httpError) Error() string { return e.Code + ": " + e.Message }

// MarshalJSON writes an empty field as null.
func (e *httpError) MarshalJSON() ([]byte, error) {
	type plain httpError
	out := struct {
		*plain
		Field    memory.NullText `json:"field"`
		Decision memory.ID       `json:"decision,omitempty"`
	}{(*plain)(e), memory.NullText(e.Field), e.DecisionID}
	return json.Marshal(out)
}

// writeJSON sends v as JSON.
func (c *call) writeJSON(status int, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.Header().Set("Content-Type", "application/json; charset=utf-8")
	c.WriteHeader(status)
	_, _ = c.Write(append(b, '\n')) // a client that disconnected is not an error
	return nil
}

func (c *call) writeJSONOK(v any) error { return c.writeJSON(http.StatusOK, v) }

// writeNoContent answers with 204.
func (c *call) writeNoContent() error {
	c.WriteHeader(http.StatusNoContent)
	return nil
}

// writeJSONList sends a slice, never null.
func writeJSONList[T any](c *call, items []T) error {
	if items == nil {
		items = []T{}
	}
	return c.writeJSONOK(items)
}

// writeErrorResponseOrEvent sends an error, as an event if streaming has begun. Nothing is sent to
// a caller who disconnected.
func (c *call) writeErrorResponseOrEvent(err error) {
	if errors.Is(err, context.Canceled) && c.requestContext().Err() != nil {
		return
	}
	e := toHTTPError(err)
	if e.status >= http.StatusInternalServerError {
		c.api.log.Warn("request failed", "method", c.request.Method, "path", c.request.URL.Path, "status", e.status, "error",
			err)
	}
	body := map[string]any{"error": e}
	if c.stream != nil {
		c.stream.sendEvent("error", body)
		return
	}
	if c.status != 0 {
		return
	}
	c.setRetryAfterHeaderUnlessZero(e.RetryAfter)
	_ = c.writeJSON(e.status, body)
}

// setRetryAfterHeaderUnlessZero says after how many seconds the caller may try again.
func (c *call) setRetryAfterHeaderUnlessZero(seconds int) {
	if seconds > 0 {
		c.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
}

// toHTTPError gives an error its status, code, message and hint.
func toHTTPError(err error) *httpError {
	var own *httpError
	if errors.As(err, &own) {
		return own
	}
	e := &httpError{status: statusForError(err)}
	if f := memory.FaultFromError(err); f != nil {
		e.Code, e.Message, e.Hint, e.RetryAfter = f.Code, f.Title, f.Hint, f.RetryAfter
	}
	var field *memory.FieldError
	if errors.As(err, &field) {
		e.Field = field.Field
	}
	var conflict *memory.ConflictError
	if errors.As(err, &conflict) {
		e.DecisionID = conflict.Decision
	}
	return e
}

func statusForError(err error) int {
	var limited memory.ErrRateLimited
	switch {
	case errors.As(err, &limited):
		return http.StatusTooManyRequests
	case isAnyOf(err, memory.ErrTimeout, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	case isAnyOf(err, memory.ErrOffline, memory.ErrUnauthorized, memory.ErrNoCredit, memory.ErrModelNotFound,
		memory.ErrNoModel, memory.ErrEmptyReply, memory.ErrReplyTooLong, memory.ErrInterrupted, memory.ErrServer):
		return http.StatusBadGateway
	case isAnyOf(err, memory.ErrInvalid, memory.ErrPromptTooLong, memory.ErrNothingNew):
		return http.StatusUnprocessableEntity
	case errors.Is(err, memory.ErrNotFound):
		return http.StatusNotFound
	case isAnyOf(err, memory.ErrConflict, memory.ErrBusy):
		return http.StatusConflict
	case isAnyOf(err, memory.ErrClosed, memory.ErrNoEmbedder):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// statusForStoredFault is statusForError for an error that was stored with its answer, where only the
// code is left.
func statusForStoredFault(f *memory.Fault) int {
	switch f.Code {
	case "rate_limited":
		return http.StatusTooManyRequests
	case "timeout":
		return http.StatusGatewayTimeout
	case "context_too_long", "invalid", "cannot_see", "sight_unknown":
		return http.StatusUnprocessableEntity
	}
	return http.StatusBadGateway
}

func isAnyOf(err error, targets ...error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}
