package cli

import (
	"context"
	"errors"
	"fmt"

	"memoir/memory"
)

// Exit codes (docs/api.md).
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitUnreachable = 4
)

// failure is an error with its exit code and with texts for the user.
type failure struct {
	code        int
	title, hint string
	cause       error // for the log, may be nil
}

func (f *failure) Error() string {
	if f.hint == "" {
		return f.title
	}
	return f.title + " " + f.hint
}

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.cause }

func usageErrorf(format string, args ...any) error {
	return &failure{code: exitUsage, title: fmt.Sprintf(format, args...)}
}

func newFailuref(format string, args ...any) error {
	return &failure{code: exitFailed, title: fmt.Sprintf(format, args...)}
}

// convertErrorToFailure converts any error into a failure.
func convertErrorToFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	if errors.Is(err, context.Canceled) {
		return &failure{code: exitFailed, title: "Interrupted.", cause: err}
	}
	code := exitFailed
	if errors.Is(err, memory.ErrNotFound) {
		code = exitNotFound
	}
	title, hint := memory.Explain(err)
	return &failure{code: code, title: title, hint: hint, cause: err}
}

// exitCodeForAPIError returns the exit code for an error response of the API. Codes are those of
// memory.FaultOf.
func exitCodeForAPIError(status int, code string) int {
	switch code {
	case "offline", "unauthorized_by_provider", "no_credit", "rate_limited", "timeout", "model_not_found", "no_model",
		"server_error", "tls", "web_page":
		return exitUnreachable
	case "unauthorized":
		return exitUnreachable // a provider's: commands never use a handler that needs a token
	}
	if status == 404 {
		return exitNotFound
	}
	return exitFailed
}

// printErrorReturningExitCode prints an error for the user and returns the exit code.
func (p *printer) printErrorReturningExitCode(err error) int {
	if err == nil {
		return exitOK
	}
	f := convertErrorToFailure(err)
	fmt.Fprintln(p.err, "memoir: "+f.Error())
	return f.code
}
