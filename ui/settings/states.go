package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// providerState is how the state of a provider is shown.
type providerState struct {
	dotColor, textColor theme.Token
	text                string
}

func providerTitleOrName(p memory.ProviderInfo) string {
	if p.Title == "" {
		return p.Name
	}
	return p.Title
}

func describeProviderState(p memory.ProviderInfo) providerState {
	title, address := providerTitleOrName(p), trimSchemeAndV1Suffix(p.BaseURL)
	models := humanize.CountNoun(p.Models, "model", "models")
	switch {
	case p.Reachable && p.HasKey:
		return providerState{theme.Success, theme.Text3, address + " · " + keyLocationText(p.KeySource) + " · " + models}
	case p.Reachable:
		return providerState{theme.Success, theme.Text3, address + " · " + models}
	case p.Fault != nil && p.Fault.Code == "unauthorized":
		return providerState{theme.Error, theme.Error, p.Fault.Title + " " + p.Fault.Hint}
	case p.Fault != nil:
		return providerState{theme.Disabled, theme.Text3, p.Fault.Title + " " + p.Fault.Hint}
	case p.Local:
		return providerState{
			theme.Disabled, theme.Text3,
			title + " isn't running at " + address + ". Start it, then refresh.",
		}
	}
	return providerState{theme.Disabled, theme.Text3, title + " can't be reached."}
}

// trimSchemeAndV1Suffix returns an address without the parts that most addresses share.
func trimSchemeAndV1Suffix(baseURL string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(baseURL, "http://"), "https://"), "/v1")
}

func keyLocationText(where string) string {
	switch {
	case where == "keychain":
		return "Key saved in the system keychain"
	case where == "file":
		return "Key saved in a file only you can read"
	case strings.HasPrefix(where, "env:"):
		return "Key read from " + strings.TrimPrefix(where, "env:")
	}
	return "No key"
}

// extractorModelOptions returns the models that may learn, and the one that the user has named, "" for
// the choice by rule.
func (s modelsState) extractorModelOptions() (options []widgets.Option, named string) {
	automatic := widgets.Option{Label: "Automatic"}
	switch {
	case s.extractorReason == memory.ExtractorNamed:
		named = s.extractor.ID
	case s.extractor.ID != "":
		automatic.Label = "Automatic (" + s.extractor.Name + ")"
	}
	return append([]widgets.Option{automatic}, s.chatModelOptions()...), named
}

// newChatModelOptions returns the models that can chat and the one that new chats have: the one chosen
// last, else the standard one, else the first that is available.
func (s modelsState) newChatModelOptions(standard string) (options []widgets.Option, now string) {
	options = s.chatModelOptions()
	for _, id := range []string{s.newChatModel, standard} {
		if slices.ContainsFunc(options, func(o widgets.Option) bool { return o.Value == id }) {
			return options, id
		}
	}
	for _, m := range s.models {
		if m.CanChat && m.Available {
			return options, m.ID
		}
	}
	return append([]widgets.Option{{Label: "None yet"}}, options...), ""
}

// chatModelOptions returns the models that can chat, each with its provider.
func (s modelsState) chatModelOptions() (options []widgets.Option) {
	titles := map[string]string{}
	for _, p := range s.providers {
		titles[p.Name] = p.Title
	}
	for _, m := range s.models {
		if m.CanChat {
			at := cmp.Or(titles[m.Provider], m.Provider)
			options = append(options, widgets.Option{Value: m.ID, Label: m.Name + " · " + at})
		}
	}
	return options
}

// extractorChoiceReasonText says why a model learns, as a sentence.
func extractorChoiceReasonText(r memory.ExtractorReason) string {
	switch r {
	case memory.ExtractorNamed:
		return "Your choice."
	case memory.ExtractorPreferred:
		return "The usual small model."
	case memory.ExtractorSmallest:
		return "The smallest available."
	case memory.ExtractorLoaded:
		return "Runs on this computer."
	}
	return "No model is available, so nothing is being learned."
}

func memoriesPerAnswerText(n int) string {
	if n == 0 {
		return "none"
	}
	return humanize.CountNoun(n, "memory", "memories")
}

// searchIndexStatusText describes how memories are found. The index also reports that it is behind
// while only files are being indexed; that is not shown.
func searchIndexStatusText(h memory.Health) string {
	name, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	status := fmt.Sprintf("%s · %s", name, humanize.CountNoun(h.Index.Vectors, "memory indexed", "memories indexed"))
	switch {
	case !h.Embedder.Ready:
		return "Loading " + name + ". Until then, memories are found by date."
	case h.Index.State == memory.IndexSyncing && h.Index.Vectors < h.ActiveMemories:
		return status + " · catching up"
	case h.Index.Error != "":
		return "Limited: " + h.Index.Error
	}
	return status
}
