package palette

import "testing"

func TestMessageHitsAreShownAsPlainText(t *testing.T) {
	for in, want := range map[string]string{
		"## Dinners\n\nAll take **30 minutes**, see `pantry.csv`.": "Dinners All take 30 minutes, see pantry.csv.",
		"- one\n- two":                                 "one two",
		"…and 2 * 3 = 6, for Lisbon":                   "…and 2 * 3 = 6, for Lisbon",
		"| Day | Dinner |\n|---|---|\n| Mon | Curry |": "Day Dinner Mon Curry",
	} {
		if got := plainText(in); got != want {
			t.Errorf("%q is listed as %q, want %q", in, got, want)
		}
	}
}
