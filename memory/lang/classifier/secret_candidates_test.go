package classifier

import (
	"slices"
	"strings"
	"testing"
)

func candidateTexts(text string) []string {
	var out []string
	for _, c := range SecretCandidates(text) {
		out = append(out, text[c.Start:c.End])
	}
	return out
}

func TestDigitsInGroupsAndMixedTokensAreCandidates(t *testing.T) {
	for text, want := range map[string][]string{
		"they sent 830 417, and 5512.":          {"830 417", "5512"},
		"the dial goes 12 D - 45 G - 80 D then": {"12 D - 45 G - 80 D"},
		"left 41-07-68-22 (twice)":              {"41-07-68-22"},
		"it's Teapot_88! or «tee#pot»":          {"Teapot_88", "tee#pot"},
		"şifrem 264915'ti":                      {"264915"},
		"密码739164是我的":                           {"739164"},
		"पिन २२६००१ है":                         {"२२६००१"},
		"RJ14 20150023817 on it":                {"RJ14 20150023817"},
		"gravel-otter-nine opens HobbitHole":    {"gravel-otter-nine", "HobbitHole"},
	} {
		if got := candidateTexts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNumbersWhoseFormTellsWhatTheyAreAreNoCandidates(t *testing.T) {
	for _, text := range []string{
		"", "…", "at 18:42 or 1:48:22", "on 14/06/2008 and 2008-06-14", "for 2,316.40 and 187.432 km", "12 of 30 people",
		"it is 3.25 long, 200x210 wide", "tyres 205/55 R16", "ISBN 978-0-14-118776-1", "ann.lee7@tea.example",
		"tyres 215/75R16C", "138/84 this morning", "won 13-11 12-13 13-9", "the XF56mmF1.2", "in rows of 25х8х5",
		"https://tea.example/a1b2c3", "Only Words, And A Few More", "100% 200",
	} {
		if got := candidateTexts(text); text != "100% 200" && len(got) > 0 {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := candidateTexts("100% 200"); slices.Contains(got, "100% 200") {
		t.Errorf("a share and a number are one: %q", got)
	}
}

func TestCandidatesLieInTheTextInOrderAndDoNotOverlap(t *testing.T) {
	for _, text := range []string{
		"\xff12345\xfe", "12 34 56\x00", strings.Repeat("9", 200), "日本123語456", "a1b2c3…", "1 A 2 B 3",
	} {
		last := 0
		for _, c := range SecretCandidates(text) {
			if c.Start < last || c.End <= c.Start || c.End > len(text) {
				t.Errorf("%q: %v", text, c)
			}
			last = c.End
			if p := ProbabilityOfSecret(text, c); p < 0 || p > 1 {
				t.Errorf("%q: %v", text, p)
			}
		}
	}
}

func BenchmarkSecretCandidates(b *testing.B) {
	text := strings.Repeat("I went to the market with Ann on Tuesday and bought 3 pounds of apples for 4.50. ", 125)
	for b.Loop() {
		SecretCandidates(text)
	}
}

func BenchmarkProbabilityOfSecret(b *testing.B) {
	text := "Our boiler man from Leeds wants a review; the bank sent 830 417 to my phone last night, should I tell them?"
	c := SecretCandidates(text)[0]
	for b.Loop() {
		ProbabilityOfSecret(text, c)
	}
}
