package app

import (
	"slices"
	"testing"
)

func TestVariablesOfAPromptAreFilled(t *testing.T) {
	for text, c := range map[string]struct {
		names []string
		want  string
	}{
		"Translate {{text}} into {{ language }}, {{text}}.": {
			[]string{"text", "language"}, "Translate «text» into «language», «text».",
		},
		"No braces {here}, {{}} or {{ }}": {nil, "No braces {here}, {{}} or {{ }}"},
		"Two {{words in one}}":            {[]string{"words in one"}, "Two «words in one»"},
		"Over {{two\nlines}}":             {nil, "Over {{two\nlines}}"},
	} {
		p := Prompt{Text: text}
		if got := p.VariableNames(); !slices.Equal(got, c.names) {
			t.Errorf("%q has %q, want %q", text, got, c.names)
		}
		values := map[string]string{}
		for _, n := range c.names {
			values[n] = "«" + n + "»"
		}
		if got := p.FillVariables(values); got != c.want {
			t.Errorf("%q becomes %q, want %q", text, got, c.want)
		}
	}
	if got := (Prompt{Text: "{{a}} {{b}}"}).FillVariables(map[string]string{"a": "{{b}}", "b": "x"}); got != "{{b}} x" {
		t.Errorf("a value is filled in again: %q", got)
	}
}
