package learn

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// exchangeOf2000Words returns a message of 1,000 words and an answer of as many.
func exchangeOf2000Words() exchange {
	const own = "My sister Nadia moved to Porto in March because she found a job at a bakery near the river there. " +
		"I have two cats and a dog called Rex, who is 7 years old and afraid of thunder. " +
		"We don't drink coffee any more, but green tea in the morning, and if it rains we take the bus. " +
		"Do you know whether the museum on Elm Street opens at nine on Sundays? "
	const reply = "The museum opens at nine on weekdays and at ten on Sundays, and entry is free for children. "
	fill := func(text string) string { return strings.Repeat(text, 1000/len(strings.Fields(text))+1) }
	return exchange{
		userMessage: memory.Message{Content: fill(own), CreatedAt: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)},
		answer:      memory.Message{Content: fill(reply)},
	}
}

// The five facts of an exchange, of which one is nowhere, so that the answer is read too.
func BenchmarkGroundingOfAnExchangeOf2000Words(b *testing.B) {
	x := exchangeOf2000Words()
	facts := []string{
		"The user's sister Nadia moved to Porto in March.", "Rex, the user's dog, is 7 years old and afraid of thunder.",
		"The user does not drink coffee.", "The user takes the bus if it rains.", "The user owns a boat in Faro.",
	}
	b.ReportAllocs()
	for b.Loop() {
		x.texts = &exchangeTexts{}
		for _, fact := range facts {
			c := candidate{fact: fact}
			groundCandidateInExchange(x, &c)
		}
	}
}
