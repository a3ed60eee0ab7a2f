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

func TestOneLineJoinsLines(t *testing.T) {
	if got := OneLine(" a\n\tb  c\r\n"); got != "a b c" {
		t.Errorf("%q", got)
	}
}
