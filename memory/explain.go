package memory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Explain describes any error to a user: what happened and what to do about it, in at most three
// plain sentences together. It never shows a key, a path into the program or a Go error string.
func Explain(err error) (title, hint string) {
	f := FaultOf(err)
	if f == nil {
		return "", ""
	}
	return f.Title, f.Hint
}

// FaultOf is Explain plus the stable code that API clients and the exit status use. It is nil for a
// nil error.
func FaultOf(err error) *Fault {
	if err == nil {
		return nil
	}
	var p *ProviderError
	if errors.As(err, &p) {
		return providerFault(p)
	}
	var field *FieldError
	if errors.As(err, &field) {
		title := fmt.Sprintf("%s: %s.", field.Field, field.Problem)
		return &Fault{Code: "invalid", Title: title, Hint: "Nothing was changed.", Field: field.Field}
	}
	var conflict *ConflictError
	if errors.As(err, &conflict) {
		return &Fault{
			Code:  "conflict",
			Title: fmt.Sprintf("That cannot be taken back: %s (decision %d).", conflict.Problem, conflict.Decision),
			Hint:  "Take the later change back first.",
		}
	}
	var none *noModelError
	if errors.As(err, &none) {
		return &Fault{Code: "no_model", Title: none.fault.Title, Hint: none.fault.Hint}
	}
	var limited ErrRateLimited
	if errors.As(err, &limited) {
		return rateLimitFault(providerTitle(""), limited)
	}
	for _, f := range sentinelFaults() {
		if errors.Is(err, f.err) {
			return &Fault{Code: f.code, Title: f.title, Hint: f.hint}
		}
	}
	if isTimeout(err) {
		return &Fault{Code: "timeout", Title: "That took too long.", Hint: "Try again."}
	}
	return &Fault{
		Code: "internal", Title: "Something went wrong inside Memoir.",
		Hint: "The log says what. Your data was not changed.",
	}
}

func isTimeout(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

type sentinelFault struct {
	err               error
	code, title, hint string
}

func sentinelFaults() []sentinelFault {
	return []sentinelFault{
		{
			ErrNotFound, "not_found", "This does not exist.",
			"It may have been removed. List what there is and try again.",
		},
		{ErrConflict, "conflict", "This was changed by someone else meanwhile.", "Look again and repeat your change."},
		{ErrInvalid, "invalid", "This input cannot be used.", "Nothing was changed."},
		{ErrBusy, "busy", "Memoir is still busy with this.", "Wait for it to finish or stop it first."},
		{ErrClosed, "closed", "Memoir is closing.", "Start it again and repeat this."},
		{
			ErrReadOnly, "read_only", "The data folder cannot be written to.",
			"Give yourself write access to it or choose another with --data-dir. What is stored there is unharmed.",
		},
		{
			ErrDiskFull, "disk_full", "The disk is full.",
			"Free some space, then try again. Everything saved before is safe.",
		},
		{
			ErrCorrupt, "corrupt", "The database is damaged.",
			"Run memoir check --repair, or restore a backup with memoir restore. Nothing was overwritten.",
		},
		{
			ErrNewerSchema, "newer_schema", "This data folder was written by a newer Memoir.",
			"Update Memoir. Nothing was changed.",
		},
		{
			ErrForeignData, "foreign_data", "The app.db in this folder belongs to another program.",
			"Choose another folder with --data-dir. Nothing was changed.",
		},
		{
			ErrEmptied, "emptied", "The database is empty, although this folder has been in use.",
			"Restore a backup with memoir restore. To start over, delete app.db and index.snapshot. Nothing was changed.",
		},
		{
			ErrDiskIO, "disk_io", "The disk could not be read or written.",
			"Check the disk and the size limit for files. Everything saved before is safe.",
		},
		{
			ErrNoModel, "no_model", "No model is available.",
			"Start a local model server such as Ollama, or add a provider to models.yaml.",
		},
		{
			ErrNoEmbedder, "no_embedder", "Memory search is limited right now.",
			"Memories are found by words and date until the embedding model answers.",
		},
		{
			ErrTokenLimit, "token_limit", "Today's limit for memory work is reached.",
			"Learning goes on tomorrow, or raise learn.tokens_per_day.",
		},
		{ErrOffline, "offline", "The model server cannot be reached.", "Start it, or choose another model."},
		{ErrUnauthorized, "unauthorized", "The key was refused.", "Enter a new one."},
		{ErrNoCredit, "no_credit", "No credit left.", "Top up at the provider, or choose another model."},
		{
			ErrPromptTooLong, "context_too_long", "This is more than the model can take.",
			"Remove a file or start a new chat.",
		},
		{ErrModelNotFound, "model_not_found", "This model is not on the server any more.", "Choose another."},
		{
			ErrEmptyReply, "empty_reply", "The model sent an empty reply.",
			"Try again. If it stays empty, the prompt may be too long for this model.",
		},
		{ErrTimeout, "timeout", "The model took too long.", "Try again, or choose a faster model."},
		{ErrInterrupted, "interrupted", "The reply was cut off. What came is kept.", "Continue it or try again."},
		{ErrServer, "server_error", "The model server reported an error.", "Try again in a moment."},
	}
}

// providerFault describes an error of a model server with its name, model and address.
func providerFault(p *ProviderError) *Fault {
	who := providerTitle(p.Provider)
	var limited ErrRateLimited
	switch {
	case errors.As(p.Err, &limited):
		return rateLimitFault(who, limited)
	case errors.Is(p.Err, ErrOffline):
		return offlineFault(who, p.Address)
	case errors.Is(p.Err, ErrUnauthorized):
		return &Fault{
			Code: "unauthorized", Title: who + " refused the key" + describeKeyTail(p.KeyTail) + ".",
			Hint: "Enter a new one.",
		}
	case errors.Is(p.Err, ErrNoCredit):
		return &Fault{
			Code: "no_credit", Title: fmt.Sprintf("No credit left at %s.", who),
			Hint: "Top up there, or choose another model.",
		}
	case errors.Is(p.Err, ErrModelNotFound):
		return &Fault{
			Code: "model_not_found", Title: fmt.Sprintf("%s is not on %s any more.", p.Model, who),
			Hint: "Choose another model.",
		}
	case errors.Is(p.Err, ErrPromptTooLong):
		return &Fault{
			Code: "context_too_long", Title: promptTooLongTitle(p), Hint: "Remove a file, or start a new chat.",
		}
	case errors.Is(p.Err, ErrServer) && errors.Is(p.Err, ErrInterrupted) && p.Message != "":
		return &Fault{
			Code: "interrupted", Title: fmt.Sprintf("The reply of %s was cut off: %s", who, endSentence(p.Message)),
			Hint: "What came is kept. Continue it or try again.",
		}
	case errors.Is(p.Err, ErrServer) && p.Message != "":
		return &Fault{
			Code: "server_error", Title: fmt.Sprintf("%s reported an error: %s", who, endSentence(p.Message)),
			Hint: "Try again in a moment.",
		}
	}
	f := FaultOf(p.Err)
	f.Title = strings.Replace(f.Title, "The model server", who, 1)
	return f
}

// offlineFault distinguishes a local server that is not running from a remote service that cannot
// be reached.
func offlineFault(who, address string) *Fault {
	for _, here := range []string{"127.", "localhost", "[::1]"} {
		if strings.Contains(address, "//"+here) || strings.HasPrefix(address, here) {
			return &Fault{
				Code: "offline", Title: fmt.Sprintf("%s is not running at %s.", who, address),
				Hint: "Start it, or choose another model.",
			}
		}
	}
	return &Fault{
		Code: "offline", Title: fmt.Sprintf("%s cannot be reached at %s.", who, address),
		Hint: "Check your connection, or choose another model.",
	}
}

func rateLimitFault(who string, l ErrRateLimited) *Fault {
	f := &Fault{Code: "rate_limited", Title: who + " asks to slow down.", Hint: "Try again in a moment."}
	if l.RetryAfter > 0 {
		f.RetryAfter = int(math.Ceil(l.RetryAfter.Seconds()))
		f.Hint = fmt.Sprintf("Try again in %d s.", f.RetryAfter)
	}
	return f
}

func promptTooLongTitle(p *ProviderError) string {
	if p.Need > 0 && p.Limit > 0 {
		return fmt.Sprintf("About %s tokens, %s takes %s.", formatTokenCount(p.Need), p.Model, formatTokenCount(p.Limit))
	}
	return "This is more than " + p.Model + " can take."
}

// formatTokenCount abbreviates a number of tokens: 950, 41k.
func formatTokenCount(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%dk", (n+500)/1000)
}

func describeKeyTail(tail string) string {
	if tail == "" {
		return " (none was sent)"
	}
	return " ending …" + tail
}

// providerTitle returns the display name of a provider.
func providerTitle(provider string) string {
	known := map[string]string{
		"ollama": "Ollama", "lmstudio": "LM Studio", "llamacpp": "llama.cpp", "jan": "Jan", "openai": "OpenAI",
		"openrouter": "OpenRouter", "anthropic": "Anthropic", "mistral": "Mistral", "groq": "Groq", "google": "Google",
	}
	if n, ok := known[provider]; ok {
		return n
	}
	if provider == "" {
		return "The model server"
	}
	return provider
}

// endSentence trims s and appends a full stop unless it ends with punctuation.
func endSentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}
