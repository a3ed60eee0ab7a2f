package memory

import (
	"errors"
	"fmt"
	"time"
)

// Sentinel errors of the core. Adapters return them wrapped with the operation; Explain turns any
// of them into text for users.
var (
	ErrNotFound    = errors.New("not found")
	ErrConflict    = errors.New("conflict")
	ErrInvalid     = errors.New("invalid input")
	ErrNothingNew  = errors.New("nothing new to write the text about the user from")
	ErrBusy        = errors.New("busy")
	ErrClosed      = errors.New("shutting down")
	ErrReadOnly    = errors.New("data folder is read-only")
	ErrDiskFull    = errors.New("disk full")
	ErrCorrupt     = errors.New("database damaged")
	ErrNewerSchema = errors.New("data folder belongs to a newer version")
	ErrForeignData = errors.New("database belongs to another program")
	ErrEmptied     = errors.New("database was emptied")
	ErrDiskIO      = errors.New("disk error")
	ErrOffline     = errors.New("model server not reachable")
	// ErrTLS and ErrWebPage come together with ErrOffline: a server was reached, and not the right one.
	ErrTLS           = errors.New("no secure connection")
	ErrWebPage       = errors.New("received a web page instead of an answer")
	ErrUnauthorized  = errors.New("key refused")
	ErrNoCredit      = errors.New("no credit left")
	ErrPromptTooLong = errors.New("prompt longer than the model's context")
	ErrModelNotFound = errors.New("model not found")
	ErrNoModel       = errors.New("no model available")
	ErrEmptyReply    = errors.New("empty reply")
	ErrReplyTooLong  = errors.New("reply longer than its limit")
	ErrTimeout       = errors.New("model took too long")
	ErrInterrupted   = errors.New("reply cut off")
	ErrServer        = errors.New("model server error")
	ErrTokenLimit    = errors.New("daily token limit of memory work reached")
	ErrNoEmbedder    = errors.New("no embedder ready")
)

// NoModelError is ErrNoModel with the fault of a configured provider that explains it.
type NoModelError struct{ Fault *Fault }

// Error joins ErrNoModel and the code of the fault, whose title may quote the server.
func (e *NoModelError) Error() string { return ErrNoModel.Error() + ": " + e.Fault.Code }

// Unwrap returns ErrNoModel.
func (e *NoModelError) Unwrap() error { return ErrNoModel }

// ErrRateLimited is returned when the server asks the client to slow down. RetryAfter is 0 when the
// server gave no delay.
type ErrRateLimited struct{ RetryAfter time.Duration }

// Error includes the delay when the server gave one.
func (e ErrRateLimited) Error() string {
	if e.RetryAfter > 0 {
		return fmt.Sprintf("rate limited, retry after %s", e.RetryAfter)
	}
	return "rate limited"
}

// ProviderError adds what a user wants to know about the model server to a sentinel. It unwraps to
// the sentinel (or ErrRateLimited) in Err.
type ProviderError struct {
	Provider string // name in models.yaml, for example "openrouter"
	Title    string // display name in models.yaml, empty when it has none there
	Model    string // model id as the server knows it
	Address  string // host:port or base URL without credentials
	KeyTail  string // at most the last four characters of the key, empty when none was sent
	Status   int    // HTTP status, 0 without a response
	// Message is the server's own message, at most 300 runes, never a key. With ErrTLS and ErrWebPage
	// it says what is wrong and begins with "it".
	Message string
	Need    int // ErrPromptTooLong: tokens of the prompt, 0 unknown
	Limit   int // ErrPromptTooLong: tokens the model accepts, 0 unknown
	Err     error
}

// Error joins the provider, the HTTP status and the cause. It leaves out the server's message, which
// may repeat the prompt: errors are logged.
func (e *ProviderError) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s: HTTP %d: %s", e.Provider, e.Status, e.Err)
	}
	return e.Provider + ": " + e.Err.Error()
}

// Unwrap returns the sentinel or ErrRateLimited.
func (e *ProviderError) Unwrap() error { return e.Err }

// UnusableReplyError reports a reply that arrived and is of no use. It unwraps to ErrServer.
type UnusableReplyError struct {
	Problem string // the end of "The model's reply can't be used: …", never words of the reply
}

// Error returns the problem.
func (e *UnusableReplyError) Error() string { return "unusable reply: " + e.Problem }

// Unwrap returns ErrServer.
func (e *UnusableReplyError) Unwrap() error { return ErrServer }

// FieldError reports an invalid input field. It unwraps to ErrInvalid.
type FieldError struct{ Field, Problem string }

// Error returns the field and the problem.
func (e *FieldError) Error() string { return e.Field + ": " + e.Problem }

// Unwrap returns ErrInvalid.
func (e *FieldError) Unwrap() error { return ErrInvalid }

// ConflictError names the later decision that prevents an undo. It unwraps to ErrConflict.
type ConflictError struct {
	Decision ID
	Problem  string
}

// Error returns the decision and the problem.
func (e *ConflictError) Error() string { return fmt.Sprintf("decision %d: %s", e.Decision, e.Problem) }

// Unwrap returns ErrConflict.
func (e *ConflictError) Unwrap() error { return ErrConflict }

// IsErrorBeyondRetry reports whether the same call would be refused again (4xx responses).
func IsErrorBeyondRetry(err error) bool {
	for _, e := range []error{ErrUnauthorized, ErrNoCredit, ErrModelNotFound, ErrPromptTooLong, ErrInvalid} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
