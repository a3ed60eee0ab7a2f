package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"memoir/memory"
)

func modelsCommand() *command {
	return &command{
		name: "models", usage: "[sees PROVIDER/MODEL yes|no] [--json]",
		summary:  "list providers and models, and show which model learns; or set whether a model can see pictures",
		examples: []string{"memoir models", "memoir models --json", "memoir models sees ollama/my-model yes"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array of models")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) > 0 && texts[0] == "sees" {
					return e.saveModelTakesPicturesFromArgs(ctx, texts[1:])
				}
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return e.withSession(
					ctx, func(s *session) error { return e.fetchAndPrintProvidersModelsExtractor(ctx, s, *asJSON) },
				)
			}
		},
	}
}

// saveModelTakesPicturesFromArgs records whether a model takes pictures: PROVIDER/MODEL yes|no.
func (e *env) saveModelTakesPicturesFromArgs(ctx context.Context, texts []string) error {
	sees, known := false, false
	if len(texts) == 2 {
		sees, known = texts[1] == "yes", texts[1] == "yes" || texts[1] == "no"
	}
	if !known {
		return usageErrorf("Name a model and say whether it can see pictures: memoir models sees PROVIDER/MODEL yes|no.")
	}
	err := e.withSession(ctx, func(s *session) error {
		return s.requestJSON(ctx, http.MethodPut, "/api/models/sight", map[string]any{"model": texts[0], "sees": sees}, nil)
	})
	if err != nil {
		return failureNamingMissingProvider(err, strings.Split(texts[0], "/")[0])
	}
	subject := "No pictures"
	if sees {
		subject = "Pictures"
	}
	fmt.Fprintf(e.out, "%s will be sent to %s.\n", subject, texts[0])
	return nil
}

func (p *printer) fetchAndPrintProvidersModelsExtractor(ctx context.Context, s *session, asJSON bool) error {
	var models []memory.ModelInfo
	if err := s.requestJSON(ctx, http.MethodGet, "/api/models", nil, &models); err != nil {
		return err
	}
	if asJSON {
		return printItemsAsLinesOrJSON(p, models, true, "models", nil)
	}
	var providers []memory.ProviderInfo
	if err := s.requestJSON(ctx, http.MethodGet, "/api/providers", nil, &providers); err != nil {
		return err
	}
	for _, provider := range providers {
		fmt.Fprintln(p.out, providerLine(provider))
		for _, m := range models {
			if m.Provider == provider.Name {
				fmt.Fprintln(p.out, modelLine(m))
			}
		}
	}
	if len(providers) == 0 {
		p.printEmptyListNotice("providers; add one to models.yaml")
	}
	return p.fetchAndPrintExtractorModel(ctx, s, models)
}

func providerLine(p memory.ProviderInfo) string {
	state := "answers"
	if !p.Reachable {
		state = "can't be reached"
		if p.Fault != nil {
			state = p.Fault.Title
		}
	}
	key := ""
	if p.HasKey {
		key = ", key in " + p.KeySource
	}
	return fmt.Sprintf("%s  %s  %s%s", p.Name, p.BaseURL, state, key)
}

func modelLine(m memory.ModelInfo) string {
	notes := []string{}
	if m.Size > 0 {
		notes = append(notes, fmt.Sprintf("size %g", m.Size))
	}
	if m.ContextWindow > 0 {
		notes = append(notes, fmt.Sprintf("%d tokens", m.ContextWindow))
	}
	if m.Loaded {
		notes = append(notes, "loaded")
	}
	if m.Sees == memory.SightYes {
		notes = append(notes, "sees pictures")
	}
	if !m.CanChat {
		notes = append(notes, "not for chat")
	}
	if !m.Available {
		notes = append(notes, "not available")
	}
	line := "  " + m.ID
	if len(notes) > 0 {
		line += "  (" + strings.Join(notes, ", ") + ")"
	}
	return line
}

// fetchAndPrintExtractorModel prints which model learns from a chat with the first available chat
// model.
func (p *printer) fetchAndPrintExtractorModel(ctx context.Context, s *session, models []memory.ModelInfo) error {
	chat := ""
	for _, m := range models {
		if m.CanChat && m.Available {
			chat = m.ID
			break
		}
	}
	var out struct {
		Model  *memory.ModelInfo      `json:"model"`
		Reason memory.ExtractorReason `json:"reason"`
	}
	err := s.requestJSON(ctx, http.MethodGet, "/api/extractor?"+url.Values{"model": {chat}}.Encode(), nil, &out)
	if err != nil {
		return err
	}
	if out.Model == nil {
		fmt.Fprintln(p.out, "Nothing is being learned: no model is available.")
		return nil
	}
	fmt.Fprintf(p.out, "Learning model: %s (%s)\n", out.Model.ID, extractorChoiceReasonText(out.Reason))
	return nil
}

// extractorChoiceReasonText says why a model learns. A newer owner of the folder may send a reason
// that this program does not know; it is printed as it is.
func extractorChoiceReasonText(r memory.ExtractorReason) string {
	switch r {
	case memory.ExtractorNamed:
		return "set in models.yaml"
	case memory.ExtractorPreferred:
		return "the recommended small model"
	case memory.ExtractorSmallest:
		return "the smallest available"
	case memory.ExtractorLoaded:
		return "runs on this computer"
	}
	return string(r)
}

func keyCommand() *command {
	return &command{name: "key", summary: "API keys of model providers", subcommands: []*command{{
		name: "set", usage: "PROVIDER", summary: "read an API key from standard input and store it in the keychain",
		examples: []string{"memoir key set openai < key.txt"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) != 1 {
					return usageErrorf("Which provider? Name one from models.yaml.")
				}
				key, err := e.textOrStdin(nil, "key")
				if err != nil {
					return err
				}
				var out struct {
					Where string `json:"stored_in"`
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPut, "/api/providers/"+url.PathEscape(texts[0])+"/key",
						map[string]string{"key": key}, &out)
				})
				if err != nil {
					return failureNamingMissingProvider(err, texts[0])
				}
				where := "the keychain"
				if out.Where != "keychain" {
					where = "a file only you can read, because no keychain is available"
				}
				fmt.Fprintf(e.out, "The key for %s is stored in %s.\n", texts[0], where)
				return nil
			}
		},
	}}}
}

func failureNamingMissingProvider(err error, name string) error {
	f := convertErrorToFailure(err)
	if f.code == exitNotFound {
		f.title, f.hint = "There is no provider "+name+" in models.yaml.", "memoir models lists the providers."
	}
	return f
}
