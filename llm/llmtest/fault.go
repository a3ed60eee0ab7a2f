package llmtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kinds of faults.
const (
	FaultRateLimited   = "rate_limited"     // 429, with Retry-After if RetryAfter is set
	FaultUnauthorized  = "unauthorized"     // 401
	FaultForbidden     = "forbidden"        // 403
	FaultPayment       = "payment_required" // 402
	FaultQuota         = "insufficient_quota"
	FaultModelNotFound = "model_not_found"
	FaultContext       = "context_too_long" // 400 that names Need and Limit
	FaultServer        = "server_error"     // 500, or Status
	FaultEmpty         = "empty"            // a stream with status 200 and no text
	FaultBlank         = "blank"            // status 200 and an empty body
	FaultWebPage       = "web_page"         // status 200 and the sign-in page of a network
	FaultStreamError   = "stream_error"     // an error object inside the stream, after After pieces
	FaultCut           = "cut"              // the connection breaks after After pieces
	FaultEnd           = "end"              // the stream ends after After pieces as if complete
	FaultHang          = "hang"             // no response until the client disconnects
	FaultHangMid       = "hang_mid"         // no more data after After pieces
	FaultSlow          = "slow"             // Delay before every piece
	FaultWrongJSON     = "wrong_json"       // invalid JSON in a frame, after After pieces
	FaultDrop          = "drop"             // the connection breaks before any response
	FaultFraming       = "framing"          // changes only the stream format, see Framing
	FaultPlain         = "plain"            // a whole reply although a stream was requested
)

// Fault is an error that the server simulates.
type Fault struct {
	Kind string `yaml:"kind" json:"kind"`
	// Pieces sent before it, if inside a stream.
	After      int           `yaml:"after" json:"after"`
	RetryAfter int           `yaml:"retry_after" json:"retry_after"` // seconds
	Status     int           `yaml:"status" json:"status"`           // of server_error
	Message    string        `yaml:"message" json:"message"`         // replaces the default message
	Code       string        `yaml:"code" json:"code"`               // of a stream_error
	Need       int           `yaml:"need" json:"need"`
	Limit      int           `yaml:"limit" json:"limit"`
	Delay      time.Duration `yaml:"delay" json:"-"`
	DelayMS    int           `yaml:"delay_ms" json:"delay_ms"` // the same for JSON, in milliseconds
	Framing    Framing       `yaml:"framing" json:"framing"`
	Times      int           `yaml:"times" json:"times"` // requests that InjectFault affects; 0 = one
	// Suffix of the affected paths; empty = chat completions.
	Path string `yaml:"path" json:"path"`
}

func (f *Fault) checkKind() error {
	known := []string{
		FaultRateLimited, FaultUnauthorized, FaultForbidden, FaultPayment, FaultQuota, FaultModelNotFound, FaultContext,
		FaultServer, FaultEmpty, FaultBlank, FaultStreamError, FaultCut, FaultEnd, FaultHang, FaultHangMid, FaultSlow,
		FaultWrongJSON, FaultDrop, FaultFraming, FaultPlain, FaultWebPage,
	}
	if !slices.Contains(known, f.Kind) {
		return fmt.Errorf("no fault is called %q; there are %s", f.Kind, strings.Join(known, ", "))
	}
	return nil
}

func (f *Fault) delayBetweenPieces() time.Duration {
	if f.Delay > 0 {
		return f.Delay
	}
	return time.Duration(f.DelayMS) * time.Millisecond
}

// errorResponse returns the fault's error status and body, with messages as OpenAI writes them. It
// returns false if the fault is not an error response.
func (f *Fault) errorResponse(model string) (status int, body errorBody, ok bool) {
	e := errorBody{}
	switch f.Kind {
	case FaultRateLimited:
		status, e.Error.Message, e.Error.Code = http.StatusTooManyRequests, "Rate limit reached.", "rate_limit_exceeded"
	case FaultUnauthorized:
		status, e.Error.Message, e.Error.Code = http.StatusUnauthorized, "Incorrect API key provided.", "invalid_api_key"
	case FaultForbidden:
		status, e.Error.Message = http.StatusForbidden, "This key may not use this."
	case FaultPayment:
		status, e.Error.Message = http.StatusPaymentRequired, "Payment required."
	case FaultQuota:
		status, e.Error.Code = http.StatusTooManyRequests, "insufficient_quota"
		e.Error.Message = "You exceeded your current quota, please check your plan and billing details."
	case FaultModelNotFound:
		status, e.Error.Code = http.StatusNotFound, "model_not_found"
		e.Error.Message = "The model `" + model + "` does not exist or you do not have access to it."
	case FaultContext:
		status, e.Error.Code = http.StatusBadRequest, "context_length_exceeded"
		e.Error.Message = fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages "+
			"resulted in %d tokens.", f.Limit, f.Need)
	case FaultServer:
		status, e.Error.Message = http.StatusInternalServerError, "The server had an error."
		if f.Status != 0 {
			status = f.Status
		}
	default:
		return 0, e, false
	}
	if f.Message != "" {
		e.Error.Message = f.Message
	}
	if f.Code != "" {
		e.Error.Code = f.Code
	}
	return status, e, true
}

type errorBody struct {
	Error struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    string `json:"code,omitempty"`
		Param   string `json:"param,omitempty"`
	} `json:"error"`
}

func (f *Fault) setRetryAfterHeader(h http.Header) {
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
}
