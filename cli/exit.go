package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"memoir/memory"
	"memoir/storage"
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
	title, hint := memory.ErrorTitleAndHintForUser(err)
	return &failure{code: code, title: title, hint: hint, cause: err}
}

// exitCodeForMemoirAPIError returns the exit code for an error response of the API. Codes are those
// of memory.FaultFromError.
func exitCodeForMemoirAPIError(status int, code string) int {
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

// saveUnsentPipedTextAndAddHint adds to an error of memoir chat where the user's message is: in the
// chat once its row exists, else, for text that came by pipe and is nowhere else, in a file.
func (e *env) saveUnsentPipedTextAndAddHint(err error, t *chatTurn, text string, piped bool) error {
	f := t.setExitCodeIfModelNotFound(convertErrorToFailure(err))
	hint := "Your message wasn't sent."
	switch {
	case t.stored:
		hint = fmt.Sprintf("Your message is saved in chat %d. To continue: memoir chat --thread %d.", t.chat.ID, t.chat.ID)
	case piped:
		path, saveErr := e.writeUnsentTextToNewFile(text)
		if saveErr != nil {
			hint = "Your message wasn't sent and couldn't be saved either: " + saveErr.Error() + "."
			break
		}
		hint = "Your message wasn't sent. It's saved in " + path + "."
	}
	f.hint = strings.TrimSpace(f.hint + " " + hint)
	return f
}

// writeUnsentTextToNewFile writes a text to a new file that only this user can read: in the data
// folder, or, when that has no room, in the system's folder for temporary files. It returns the
// file's path.
func (e *env) writeUnsentTextToNewFile(text string) (string, error) {
	dir, err := storage.ResolveDataFolder(e.dataDir, e.getenv)
	if err == nil {
		var path string
		if path, err = writeUnsentFile(filepath.Join(dir, "unsent"), text); err == nil {
			return path, nil
		}
	}
	path, tmpErr := writeUnsentFile(os.TempDir(), text)
	if tmpErr != nil {
		return "", fmt.Errorf("save unsent text: %w", tmpErr)
	}
	return path, nil
}

func writeUnsentFile(dir, text string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "memoir-message-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
