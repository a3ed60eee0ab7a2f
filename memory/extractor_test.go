package memory

import (
	"strings"
	"testing"
)

func exampleModels() []ModelInfo {
	m := func(id string, size float64, change ...func(*ModelInfo)) ModelInfo {
		p, n, _ := strings.Cut(id, "/")
		i := ModelInfo{ID: id, Provider: p, Name: n, Size: size, CanChat: true, Available: true}
		for _, c := range change {
			c(&i)
		}
		return i
	}
	local := func(i *ModelInfo) { i.Local = true }
	return []ModelInfo{
		m("groq/large", 70), m("groq/small", 8), m("groq/embed", 0.1, func(i *ModelInfo) { i.CanChat = false }),
		m("openai/gpt-5", 5), m("openai/gpt-5-nano-2025-08-07", 1),
		m("ollama/big", 30, local, func(i *ModelInfo) { i.Loaded = true }), m("ollama/tiny", 1, local),
		m("google/gemini-3-flash-preview", 3, func(i *ModelInfo) { i.Available = false }),
	}
}

func TestSource000_PickExtractorPrefersNamedThenUsualThenSmallest(t *testing.T) {
	off := func(id string) []ModelInfo {
		all := exampleModels()
		for i := range all {
			if all[i].ID == id {
				all[i].Available = false
			}
		}
		return all
	}
	for _, c := range []struct {
		name        string
		all         []ModelInfo
		named, chat string
		want        string
		why         ExtractorReason
	}{
		{"the named one, wherever it is", exampleModels(), "groq/large", "ollama/big", "groq/large", ExtractorNamed},
		{
			"a named one that is not available is passed over", exampleModels(), "google/gemini-3-flash-preview", "",
			"openai/gpt-5-nano-2025-08-07", ExtractorPreferred,
		},
		{
			"the recommended small model", exampleModels(), "", "openai/gpt-5", "openai/gpt-5-nano-2025-08-07",
			ExtractorPreferred,
		},
		{
			"else the smallest of the first provider", off("openai/gpt-5-nano-2025-08-07"), "", "", "groq/small",
			ExtractorSmallest,
		},
		{"a chat elsewhere stays with its provider", exampleModels(), "", "groq/large", "groq/small", ExtractorSmallest},
		{
			"a local chat stays here, the loaded model first", exampleModels(), "", "ollama/tiny", "ollama/big",
			ExtractorLoaded,
		},
		{"no model, no extraction", nil, "", "groq/large", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, why, ok := PickExtractorModel(c.all, c.named, c.chat)
			if got.ID != c.want || ok != (c.want != "") || why != c.why {
				t.Errorf("PickExtractor = %q (%q), want %q (%q)", got.ID, why, c.want, c.why)
			}
		})
	}
}

func TestLocalChatIsNeverSentToARemoteExtractor(t *testing.T) {
	all := exampleModels()
	for i := range all {
		if all[i].Local && all[i].ID != "ollama/tiny" {
			all[i].Available = false
		}
		if all[i].ID == "ollama/tiny" {
			all[i].CanChat = false
		}
	}
	if got, _, ok := PickExtractorModel(all, "", "ollama/tiny"); ok {
		t.Errorf("the text would go to %s", got.ID)
	}
}
