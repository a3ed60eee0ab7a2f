package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
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

func providerStateTextAndColors(p memory.ProviderInfo) providerState {
	title, address := providerTitleOrName(p), trimSchemeAndV1Suffix(p.BaseURL)
	models := translate.Count(p.Models, "{{.Count}} model", "{{.Count}} models")
	switch {
	case p.Reachable && p.HasKey:
		return providerState{theme.Success, theme.Text3, address + " · " + keyLocationText(p.KeySource) + " · " + models}
	case p.Reachable:
		return providerState{theme.Success, theme.Text3, address + " · " + models}
	case p.Fault != nil && p.Fault.Code == "unauthorized":
		return providerState{theme.Error, theme.Error, app.FaultText(p.Fault)}
	case p.Fault != nil:
		return providerState{theme.Disabled, theme.Text3, app.FaultText(p.Fault)}
	case p.Local:
		return providerState{
			theme.Disabled, theme.Text3,
			translate.Text("{{.Title}} isn't running at {{.Address}}. Start it, then refresh.", "Title", title, "Address",
				address),
		}
	}
	return providerState{theme.Disabled, theme.Text3, translate.Text("{{.Title}} can't be reached.", "Title", title)}
}

// trimSchemeAndV1Suffix returns an address without the parts that most addresses share.
func trimSchemeAndV1Suffix(baseURL string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(baseURL, "http://"), "https://"), "/v1")
}

func keyLocationText(where string) string {
	switch {
	case where == "keychain":
		return translate.Text("Key saved in the system keychain")
	case where == "file":
		return translate.Text("Key saved in a file only you can read")
	case strings.HasPrefix(where, "env:"):
		return translate.Text("Key read from {{.Where}}", "Where", strings.TrimPrefix(where, "env:"))
	}
	return translate.Text("No key")
}

// extractorModelOptions returns the models that may learn, and the one that the user has named, ""
// for the choice by rule.
func (s modelsState) extractorModelOptions() (options []widgets.Option, named string) {
	automatic := widgets.Option{Label: translate.Text("Automatic")}
	switch {
	case s.extractorReason == memory.ExtractorNamed:
		named = s.extractor.ID
	case s.extractor.ID != "":
		automatic.Label = translate.Text("Automatic ({{.Name}})", "Name", s.extractor.Name)
	}
	return append([]widgets.Option{automatic}, s.chatModelOptions()...), named
}

// newChatModelOptions returns the models that can chat and the one that new chats have: the one
// chosen last, else the standard one, else the first that is available.
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
	return append([]widgets.Option{{Label: translate.Text("None yet")}}, options...), ""
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
		return translate.Text("Chosen by you.")
	case memory.ExtractorPreferred:
		return translate.Text("The recommended small model.")
	case memory.ExtractorSmallest:
		return translate.Text("The smallest model available.")
	case memory.ExtractorLoaded:
		return translate.Text("Runs on this computer.")
	}
	return translate.Text("No model is available, so nothing is being learned.")
}

func memoriesPerAnswerText(n int) string {
	if n == 0 {
		return translate.Text("none|memories")
	}
	return translate.Count(n, "{{.Count}} memory", "{{.Count}} memories")
}

// searchIndexStatusText describes how memories are found. The index also reports that it is behind
// while only files are being indexed; that is not shown.
func searchIndexStatusText(h memory.Health) string {
	name, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	status := fmt.Sprintf("%s · %s", name, translate.Count(h.Index.Vectors, "{{.Count}} memory indexed",
		"{{.Count}} memories indexed"))
	switch {
	case !h.Embedder.Ready:
		return translate.Text("Loading {{.Name}}. Until it's ready, the newest memories are sent.", "Name", name)
	case h.Index.State == memory.IndexSyncing && h.Index.Vectors < h.ActiveMemories:
		return translate.Text("{{.Status}} · catching up", "Status", status)
	case h.Index.Error != "":
		return translate.Text("Limited: {{.Error}}", "Error", translate.TranslateKnown(h.Index.Error))
	}
	return status
}
