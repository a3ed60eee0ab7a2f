package claims

import (
	"slices"
	"testing"
)

func TestSentencesSharingWordsAreTheNearestOnesByWords(t *testing.T) {
	const text = "It rains. The user keeps\nbees in a garden. Bees are small.\n- Tuscany has bees the user keeps\n" +
		"A very long sentence about bees that no fact could be, and that goes on and on and on and on and on."
	got := SentencesSharingWords(text, "The user keeps bees in Tuscany.", 60, 3)
	want := []string{"- Tuscany has bees the user keeps", "The user keeps bees in a garden.", "Bees are small."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := SentencesSharingWords(text, "The user keeps bees in Tuscany.", 60, 1); len(got) != 1 {
		t.Errorf("at most one: %q", got)
	}
	if got := SentencesSharingWords(text, "The user likes tea.", 60, 0); len(got) != 0 {
		t.Errorf("none: %q", got)
	}
}

// The blank behind a word in which a connective has started a clause once made a clause end before it began.
func TestAConnectiveInsideAWordMayHaveABlankBehindIt(t *testing.T) {
	for _, text := range []string{"我因为累 了 吧", "很累而且困 然后 睡", "a 因为 b", "而且 而且而且 而且"} {
		u := ParseUserMessage(text, writtenOn)
		at := 0
		for _, c := range u.own.clauses {
			if c.from < at || c.to < c.from {
				t.Errorf("%q: clause %q from %d to %d", text, c.text, c.from, c.to)
			}
			at = c.to
		}
	}
}
