package lang

import "testing"

func TestWordsThatStandForEachOtherAddNothing(t *testing.T) {
	for _, c := range []struct {
		fact, known string
		adds        bool
	}{
		{"The user's dad is a baker.", "The user's father is a baker.", false},
		{"The user rides a motorbike.", "The user rides a motorcycle.", false},
		{"The user's husband is a baker.", "The user's partner is a baker.", true},
		{"The user's uncle is a baker.", "The user's father is a baker.", true},
	} {
		if got := AddsWordsBesidesNumbersAndTime(c.fact, c.known); got != c.adds {
			t.Errorf("%q adds to %q: %t", c.fact, c.known, got)
		}
	}
}
