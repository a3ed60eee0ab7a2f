package lang

import (
	"strings"
	"testing"
)

func TestRestatementsAreToldFromTextsOnTheSameTopic(t *testing.T) {
	for _, c := range []struct {
		text, fact string
		want       bool
	}{
		{"- The user lived in Lisbon and planned a garden.", "The user moved to Lisbon.", true},
		{"- They live in Berlin.", "The user lives in Berlin.", true},
		{"- The user planned a trip to Berlin.", "The user lives in Berlin.", false},
		{"- The user is allergic to peanuts and asked for recipes.", "The user is allergic to peanuts.", true},
		{"- The user asked about peanut butter brands.", "The user is allergic to peanuts.", false},
		{"- The user's sister Mia is a nurse in Graz.", "The user's sister Mia works as a nurse.", true},
		{"- The user has three cats.", "The user has two cats.", false},
		{"- The user has 2 cats.", "The user has two cats.", true},
		{"- The user does not like coffee.", "The user likes coffee.", false},
		{
			"- Der Nutzer wohnt in Graz und arbeitet als Pfleger.", "Der Nutzer arbeitet als Pfleger in einem Krankenhaus.",
			true,
		},
		{"- 用户住在柏林，计划旅行。", "用户住在柏林。", true},
		{"- 用户住在慕尼黑。", "用户住在柏林。", false},
		{"- The user planted roses.", "The user likes tea.", false},
	} {
		if got := NewFactMatcher(c.fact).IsRestatedIn(c.text); got != c.want {
			t.Errorf("%q restates %q: %v", c.text, c.fact, got)
		}
	}
	m := NewFactMatcher("The code of the user's bike is 4711.")
	if !m.SharesLongNumber("It was 4711.") || m.SharesLongNumber("It was 47110.") || m.SharesLongNumber("It was 47.") {
		t.Error("long numbers are not compared as wholes")
	}
}

func TestStatementsAreTakenOutWithTheHeadingsTheyLeaveEmpty(t *testing.T) {
	drop := func(s string) bool { return strings.Contains(s, "tea") }
	for name, c := range map[string]struct{ text, want string }{
		"an item of a list, whole": {"- Roses.\n- Tea? No: tea. And more.\n- Tulips.", "- Roses.\n- Tulips."},
		"a sentence of a line":     {"They garden. They like tea! They sing.", "They garden. They sing."},
		"a line to keep":           {"Roses.\nMy tea. And tea.\ntea", "Roses.\nMy tea. And tea."},
		"the last one":             {"They like tea.", ""},
		"a section": {
			"### A\n- x\n\n### B\n- tea\n\n### C\n- y", "### A\n- x\n\n### C\n- y",
		},
		"nothing, byte for byte": {"### A\n\n\n- x  ", "### A\n\n\n- x  "},
	} {
		got, removed := RemoveStatementsAndEmptySections(c.text, []string{"My tea. And tea."}, drop)
		if got != c.want || removed != (c.text != c.want) {
			t.Errorf("%s: got %q, %v", name, got, removed)
		}
	}
}

func BenchmarkRestatements(b *testing.B) {
	m := NewFactMatcher("The user lives in Barilla.")
	for name, text := range map[string]string{
		"concerns something else": "- The user owns a red bicycle that was bought in Corto, number 4711.",
		"shares a word":           "- The user asked where the best bakers of Barilla are and took notes of it.",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.IsRestatedIn(text)
			}
		})
	}
}
