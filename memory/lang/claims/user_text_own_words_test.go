package claims

import (
	"slices"
	"testing"
	"time"
)

func TestStatementsNearestToFactAreTheUsersWords(t *testing.T) {
	for _, c := range []struct {
		said, fact string
		basis      Basis
		bytes      int
		want       []string
	}{
		{
			"Hi! I keep bees, mostly for the wax. Any tips?", "Beekeeping for wax", Unsaid, 200,
			[]string{"I keep bees, mostly for the wax.", "mostly for the wax."},
		},
		{"I keep bees, mostly for the wax.", "Beekeeping for wax", Stated, 200, nil},
		{"I keep bees, mostly for the wax.", "The user keeps bees for wax.", Unsaid, 20, nil},
		{"Do I keep bees for the wax?", "The user keeps bees for wax.", Unsaid, 200, nil},
		{
			"My wife is Ukrainian and she bakes.", "The user's spouse is from Ukraine and bakes.", Unsaid, 200,
			[]string{"My wife is Ukrainian and she bakes."},
		},
		{ // supposed in one sentence, stated in another
			"If we have 60 guests on June 14, what does it cost? Our wedding is on June 14.",
			"The wedding of the user is on June 14 with 60 guests.", Supposed, 200,
			[]string{"Our wedding is on June 14."},
		},
		{ // a plan that was dropped
			"We were going to emigrate to Canada but the whole thing's off now.", "The user is emigrating to Canada.",
			Supposed, 200, nil,
		},
		{
			"Onze poes is gisteren ingeslapen en mijn dochtertje huilt.",
			"De poes van de gebruiker, Minoes, is gisteren ingeslapen.", OfOthers, 200,
			[]string{"Onze poes is gisteren ingeslapen en mijn dochtertje huilt.", "Onze poes is gisteren ingeslapen"},
		},
		{"Mi vecina es bombera en Vigo.", "La usuaria es bombera en Vigo.", OfOthers, 200, nil},
		{"I keep bees, mostly for the wax.", "The user keeps bees for wax.", Denied, 200, nil},
		{ // the end of a statement, for what its beginning must not be kept with
			"Always give me grams for flour: I have kitchen scales, I use them for flour.",
			"The user uses kitchen scales for flour every day.", Partly, 200,
			[]string{
				"Always give me grams for flour: I have kitchen scales, I use them for flour.",
				"I have kitchen scales, I use them for flour.", "I use them for flour.",
			},
		},
		{ // a thing that everybody has one of
			"la moto es una Honda del 2018, prende pero se apaga.", "El usuario tiene una Honda del 2018 averiada.", Unsaid, 200,
			[]string{"la moto es una Honda del 2018, prende pero se apaga.", "la moto es una Honda del 2018"},
		},
		{"la fábrica es una ruina del 2018.", "El usuario tiene una ruina del 2018.", Unsaid, 200, nil},
	} {
		got := ParseUserMessage(c.said, time.Time{}).StatementsNearestToFact(c.fact, c.basis, c.bytes)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %q, want %q", c.said, c.fact, got, c.want)
		}
	}
}
