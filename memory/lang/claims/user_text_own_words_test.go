package claims

import (
	"slices"
	"testing"
	"time"
)

func TestStatementsNearestToFactAreTheUsersWords(t *testing.T) {
	for _, c := range []struct {
		said, fact string
		min, bytes int
		want       []string
	}{
		{
			"Hi! I keep bees, mostly for the wax. Any tips?", "Beekeeping for wax", 1, 200,
			[]string{"I keep bees, mostly for the wax.", "mostly for the wax."},
		},
		{"I keep bees, mostly for the wax.", "Beekeeping for wax", 2, 200, nil},
		{"I keep bees, mostly for the wax.", "The user keeps bees for wax.", 1, 20, nil},
		{"Do I keep bees for the wax?", "The user keeps bees for wax.", 1, 200, nil},
		{
			"My wife is Ukrainian and she bakes.", "The user's spouse is from Ukraine and bakes.", 1, 200,
			[]string{"My wife is Ukrainian and she bakes."},
		},
	} {
		got := ParseUserMessage(c.said, time.Time{}).StatementsNearestToFact(c.fact, c.min, c.bytes)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %q, want %q", c.said, c.fact, got, c.want)
		}
	}
}
