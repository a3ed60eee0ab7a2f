package benchmarks

import "fmt"

// factParts are the parts of made-up facts.
type factParts struct{ owners, verbs, things, places []string }

func partsOfMadeUpFacts() factParts {
	return factParts{
		owners: []string{
			"The user", "The user's sister", "The user's brother", "The user's neighbour", "The user's manager",
			"The user's daughter", "The user's oldest friend", "The user's dentist", "The user's aunt", "The user's cousin",
		},
		verbs: []string{
			"repairs", "collects", "sold", "borrowed", "painted", "is looking for", "takes care of", "wrote about",
			"prefers", "inherited", "photographs", "has lost", "wants to buy", "built",
		},
		things: []string{
			"old radios", "a violin", "garden chairs", "a sailing boat", "postcards", "a wooden clock", "two rabbits",
			"mountain bikes", "a greenhouse", "recipes for soup", "a stone wall", "woollen socks", "an atlas", "a piano",
			"chess sets", "bee hives", "a telescope", "puppets", "a tent", "pottery", "maps of rivers", "a lighthouse model",
			"wild herbs", "typewriters",
		},
		places: []string{
			"in Lund", "near the harbour", "at the university", "in the cellar", "behind the station", "in Coimbra",
			"at the market", "in a village by the sea", "on the third floor", "in Graz", "next to the library", "in Nairobi",
			"by the lake", "in the old mill", "close to the airport", "in Quebec",
		},
	}
}

// madeUpFact returns fact number i; two facts differ.
func madeUpFact(i int) string {
	p := partsOfMadeUpFacts()
	return fmt.Sprintf("%s %s %s %s, number %d.", p.owners[i%len(p.owners)], p.verbs[i/7%len(p.verbs)],
		p.things[i/11%len(p.things)], p.places[i/3%len(p.places)], i)
}

// madeUpQuestion returns question number i, about one thing, person or place of the facts.
func madeUpQuestion(i int) string {
	p := partsOfMadeUpFacts()
	thing := p.things[i%len(p.things)]
	switch i % 4 {
	case 0:
		return fmt.Sprintf("Where can I see %s, and who of my friends has any? (%d)", thing, i)
	case 1:
		return fmt.Sprintf("What did I tell you about %s %s?", thing, p.places[i%len(p.places)])
	case 2:
		return fmt.Sprintf("What was number %d of what %s %s?", i*17, p.owners[i%len(p.owners)], p.verbs[i%len(p.verbs)])
	}
	return fmt.Sprintf("Do you remember since when I have %s?", thing)
}
