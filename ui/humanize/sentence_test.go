package humanize

import (
	"testing"
)

func TestSentenceBeginsWithACapitalAndEndsWithAFullStop(t *testing.T) {
	for clause, want := range map[string]string{
		"it is pinned": "It is pinned.", "über alles": "Über alles.", "日本": "日本.", "": "",
	} {
		if got := ClauseToSentence(clause); got != want {
			t.Errorf("%q became %q, want %q", clause, got, want)
		}
	}
}

func TestModelThatIsNamedByItsFileIsReadWithoutTheFolder(t *testing.T) {
	for id, want := range map[string]string{
		"ollama/llama3.2": "llama3.2", "openrouter/meta/llama-3": "meta/llama-3", "alone": "alone",
		"llamacpp//home/ada/models/SmolLM2-135M.Q4_1.gguf": "SmolLM2-135M.Q4_1",
		`llamacpp/C:\models\small.gguf`:                    "small", "llamacpp/small.gguf": "small.gguf",
	} {
		if got := ReadableModelName(id); got != want {
			t.Errorf("%s is read as %q, want %q", id, got, want)
		}
	}
}

func TestOneLineJoinsLines(t *testing.T) {
	if got := CollapseToOneLine(" a\n\tb  c\r\n"); got != "a b c" {
		t.Errorf("%q", got)
	}
}
