package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrorTitleAndHintForUser describes any error to a user: what happened and what to do about it, in
// at most three plain sentences together. It never shows a key, a path into the program or a Go
// error string.
func ErrorTitleAndHintForUser(err error) (title, hint string) {
	f := FaultFromError(err)
	if f == nil {
		return "", ""
	}
	return f.Title, f.Hint
}

// FaultFromError is Explain plus the stable code that API clients and the exit status use. It is
// nil for a nil error.
func FaultFromError(err error) *Fault {
	if err == nil {
		return nil
	}
	var p *ProviderError
	if errors.As(err, &p) {
		return faultFromProviderError(p)
	}
	var field *FieldError
	if errors.As(err, &field) {
		title := fmt.Sprintf("%s: %s.", field.Field, field.Problem)
		return &Fault{Code: "invalid", Title: title, Hint: "Nothing was changed.", Field: field.Field}
	}
	var unreadable *ArchiveError
	if errors.As(err, &unreadable) {
		title := "This file can't be imported: " + unreadable.Problem + "."
		return &Fault{Code: "invalid", Title: title, Hint: "Nothing was changed."}
	}
	var sight *SightError
	if errors.As(err, &sight) {
		return faultFromPicturesNotTakenError(sight)
	}
	var conflict *ConflictError
	if errors.As(err, &conflict) {
		return &Fault{
			Code:  "conflict",
			Title: fmt.Sprintf("That can't be undone: %s (change %d).", conflict.Problem, conflict.Decision),
			Hint:  "Nothing was changed.",
		}
	}
	var unusable *UnusableReplyError
	if errors.As(err, &unusable) {
		return &Fault{
			Code: "unusable_reply", Title: "The model's reply can't be used: " + unusable.Problem + ".",
			Hint: "Try again. If it happens again, choose another model.",
		}
	}
	var none *NoModelError
	if errors.As(err, &none) {
		return &Fault{Code: "no_model", Title: none.Fault.Title, Hint: none.Fault.Hint}
	}
	var limited ErrRateLimited
	if errors.As(err, &limited) {
		return rateLimitFault(providerDisplayName(""), limited)
	}
	for _, f := range faultsOfSentinelErrors() {
		if errors.Is(err, f.err) {
			return &Fault{Code: f.code, Title: f.title, Hint: f.hint}
		}
	}
	if IsDeadlineExceeded(err) {
		return &Fault{Code: "timeout", Title: "That took too long.", Hint: "Try again."}
	}
	return &Fault{
		Code: "internal", Title: "Something went wrong inside Memoir.",
		Hint: "The log has the details. Your data wasn't changed.",
	}
}

// faultFromPicturesNotTakenError says how pictures can be sent after all.
func faultFromPicturesNotTakenError(e *SightError) *Fault {
	if e.Sight == SightNo {
		return &Fault{
			Code: "cannot_see", Title: e.Name + " can't see pictures.",
			Hint: "Choose a model that can see pictures, or send the message without them.",
		}
	}
	return &Fault{
		Code: "sight_unknown", Title: "Memoir doesn't know whether " + e.Name + " can see pictures.",
		Hint: "If the model can see pictures, run “memoir models sees " + e.ModelID + " yes” and send the message again.",
	}
}

// IsDeadlineExceeded reports whether an error is an expired deadline.
func IsDeadlineExceeded(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

type sentinelFault struct {
	err               error
	code, title, hint string
}

func faultsOfSentinelErrors() []sentinelFault {
	return append(inputAndStorageFaults(), modelAndServerFaults()...)
}

// inputAndStorageFaults are the faults of input and of the data folder.
func inputAndStorageFaults() []sentinelFault {
	return []sentinelFault{
		{
			ErrNotFound, "not_found", "The item you asked for doesn't exist.",
			"The item may have been removed. Check the list and try again.",
		},
		{ErrConflict, "conflict", "The item was changed elsewhere in the meantime.", "Reload the item, then make your " +
			"change again."},
		{ErrInvalid, "invalid", "The input isn't valid.", "Nothing was changed."},
		{
			ErrNothingNew, "invalid", "There's nothing new to add to the text about you.",
			"Chat some more or add memories, then try again.",
		},
		{ErrBusy, "busy", "Memoir is still busy.", "Wait until the current task is done, or stop it first."},
		{ErrClosed, "closed", "Memoir is closing.", "Restart Memoir, then try again."},
		{
			ErrReadOnly, "read_only", "Memoir can't write to the data folder.",
			"Check the folder's permissions, or choose another folder with --data-dir. Your stored data is safe.",
		},
		{
			ErrDiskFull, "disk_full", "The disk is full.",
			"Free up some space, then try again. Everything already saved is safe.",
		},
		{
			ErrCorrupt, "corrupt", "The database is damaged.",
			"Nothing was overwritten. Run “memoir check --repair”, or restore a backup with “memoir restore”.",
		},
		{
			ErrNewerSchema, "newer_schema", "This data folder was written by a newer version of Memoir.",
			"Update Memoir. Nothing was changed.",
		},
		{
			ErrForeignData, "foreign_data", "The file app.db in this folder belongs to another app.",
			"Nothing was changed. Choose another folder with --data-dir.",
		},
		{
			ErrEmptied, "emptied", "The database is empty or missing, although this folder has been used before.",
			"Nothing was changed. To restore a snapshot, run “memoir restore” with a name from “memoir backup list”. To start " +
				"over, delete the file index.snapshot.",
		},
		{
			ErrDiskIO, "disk_io", "Memoir can't read from or write to the disk.",
			"Check that the disk has free space and that no file size limit applies. Everything saved earlier is safe.",
		},
	}
}

// modelAndServerFaults are the faults of models and their servers.
func modelAndServerFaults() []sentinelFault {
	return []sentinelFault{
		{
			ErrNoModel, "no_model", "No model is available.",
			"Start a local model server such as Ollama, or add a provider in Settings or models.yaml.",
		},
		{
			ErrNoEmbedder, "no_embedder", "Memory search is limited right now.",
			"Until the embedding model responds, the newest memories are sent instead of the most relevant ones.",
		},
		{
			ErrTokenLimit, "token_limit", "Today's learning limit has been reached.",
			"Learning resumes tomorrow. To continue today, raise the daily learning limit (learn.tokens_per_day).",
		},
		{ErrOffline, "offline", "The model server can't be reached.", "Start the server, or choose another model."},
		{ErrUnauthorized, "unauthorized", "The key was refused.", "Enter a new key."},
		{ErrNoCredit, "no_credit", "No credit left.", "Top up your account with the provider, or choose another model."},
		{
			ErrPromptTooLong, "context_too_long", "The request is too long for the model.",
			"Remove a file, or start a new chat.",
		},
		{ErrModelNotFound, "model_not_found", "This model isn't available on the server.", "Choose another model."},
		{
			ErrEmptyReply, "empty_reply", "The model sent an empty reply.",
			"Try again. If the reply is still empty, the prompt may be too long for this model.",
		},
		{
			ErrReplyTooLong, "reply_too_long", "The model's reply was too long, so it was stopped.",
			"The part you received is kept. Continue the answer or try again.",
		},
		{ErrTimeout, "timeout", "The model took too long.", "Try again, or choose a faster model."},
		{
			ErrInterrupted, "interrupted", "The reply was cut off. The part you received is kept.",
			"Continue the answer or try again.",
		},
		{ErrServer, "server_error", "The model server reported an error.", "Try again in a moment."},
	}
}

// faultFromProviderError describes an error of a model server with its name, model and address.
func faultFromProviderError(p *ProviderError) *Fault {
	who := cmp.Or(p.Title, providerDisplayName(p.Provider))
	var limited ErrRateLimited
	switch {
	case errors.As(p.Err, &limited):
		return rateLimitFault(who, limited)
	case errors.Is(p.Err, ErrTLS), errors.Is(p.Err, ErrWebPage):
		return unusableServerFault(who, p)
	case errors.Is(p.Err, ErrOffline):
		return unreachableServerFault(who, p.Address)
	case errors.Is(p.Err, ErrUnauthorized):
		return missingOrRefusedKeyFault(who, p.KeyTail)
	case errors.Is(p.Err, ErrNoCredit):
		return &Fault{
			Code: "no_credit", Title: fmt.Sprintf("No credit left with %s.", who),
			Hint: "Top up your account, or choose another model.",
		}
	case errors.Is(p.Err, ErrModelNotFound):
		return &Fault{
			Code: "model_not_found", Title: fmt.Sprintf("%s isn't available on %s.", p.Model, who),
			Hint: "Choose another model.",
		}
	case errors.Is(p.Err, ErrPromptTooLong):
		return &Fault{
			Code: "context_too_long", Title: promptTooLongTitle(p), Hint: "Remove a file, or start a new chat.",
		}
	case errors.Is(p.Err, ErrTimeout) && errors.Is(p.Err, ErrInterrupted):
		return &Fault{
			Code: "timeout", Title: "The model took too long.",
			Hint: "The part you received is kept. Continue the answer or try again.",
		}
	case errors.Is(p.Err, ErrServer) && p.Message != "":
		return faultFromServerMessage(who, p)
	}
	f := FaultFromError(p.Err)
	if f.Code == "server_error" { // an unusable reply, say, has a title of its own
		f.Title = fmt.Sprintf("%s reported an error.", who)
	}
	return f
}

// missingOrRefusedKeyFault distinguishes a key that is missing from one that was refused.
func missingOrRefusedKeyFault(who, keyTail string) *Fault {
	if keyTail == "" {
		return &Fault{Code: "unauthorized", Title: who + " needs an API key.", Hint: "Enter your key."}
	}
	return &Fault{
		Code: "unauthorized", Title: who + " rejected the key ending in …" + keyTail + ".", Hint: "Enter a new key.",
	}
}

// faultFromServerMessage repeats the server's own message, and says whether a part of the reply is
// kept.
func faultFromServerMessage(who string, p *ProviderError) *Fault {
	if errors.Is(p.Err, ErrInterrupted) {
		return &Fault{
			Code: "interrupted", Title: fmt.Sprintf("The reply from %s was cut off: %s", who, endWithFullStop(p.Message)),
			Hint: "The part you received is kept. Continue the answer or try again.",
		}
	}
	return &Fault{
		Code: "server_error", Title: fmt.Sprintf("%s reported an error: %s", who, endWithFullStop(p.Message)),
		Hint: "Try again in a moment.",
	}
}

// unreachableServerFault distinguishes a local server that is not running from a remote service
// that cannot be reached.
func unreachableServerFault(who, address string) *Fault {
	for _, here := range []string{"127.", "localhost", "[::1]"} {
		if strings.Contains(address, "//"+here) || strings.HasPrefix(address, here) {
			return &Fault{
				Code: "offline", Title: fmt.Sprintf("%s isn't running at %s.", who, address),
				Hint: "Start the server, or choose another model.",
			}
		}
	}
	return &Fault{
		Code: "offline", Title: fmt.Sprintf("%s can't be reached at %s.", who, address),
		Hint: "Check your connection, or choose another model.",
	}
}

// unusableServerFault says why what answers at an address is of no use.
func unusableServerFault(who string, p *ProviderError) *Fault {
	f := &Fault{
		Code: "tls", Title: fmt.Sprintf("%s at %s can't be used: %s.", who, p.Address, p.Message),
		Hint: "Check the server's address, its certificate and this computer's clock.",
	}
	if errors.Is(p.Err, ErrWebPage) {
		f.Code = "web_page"
		f.Hint = "On public Wi-Fi, sign in to the network in your browser first. Otherwise, check the server's address."
	}
	return f
}

func rateLimitFault(who string, l ErrRateLimited) *Fault {
	f := &Fault{Code: "rate_limited", Title: who + " is limiting requests.", Hint: "Try again in a moment."}
	if l.RetryAfter > 0 {
		f.RetryAfter = int(math.Ceil(l.RetryAfter.Seconds()))
		f.Hint = fmt.Sprintf("Try again in %d seconds.", f.RetryAfter)
		if f.RetryAfter == 1 {
			f.Hint = "Try again in 1 second."
		}
	}
	return f
}

func promptTooLongTitle(p *ProviderError) string {
	if p.Need > 0 && p.Limit > 0 {
		return fmt.Sprintf("The request has about %s tokens, but %s takes only %s.",
			abbreviateTokenCount(p.Need), p.Model, abbreviateTokenCount(p.Limit))
	}
	return "The request is too long for " + p.Model + "."
}

// abbreviateTokenCount abbreviates a number of tokens: 950, 41k. Powers of two, as context windows
// are, are counted in units of 1024: 32768 is 32k.
func abbreviateTokenCount(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n&(n-1) == 0:
		return fmt.Sprintf("%dk", n/1024)
	}
	return fmt.Sprintf("%dk", (n+500)/1000)
}

// providerDisplayName returns the display name of a provider.
func providerDisplayName(provider string) string {
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

// endWithFullStop trims s and appends a full stop unless it ends with punctuation.
func endWithFullStop(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}
