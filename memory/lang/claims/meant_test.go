package claims

import (
	"strings"
	"testing"
	"time"

	"memoir/memory/lang/classifier"
)

func TestALongMessageIsLongInEveryScript(t *testing.T) {
	for message, isLong := range map[string]bool{
		"I own a bakery.": false,
		"I own a bakery, two vans and a cat that sleeps on the flour all day.":                                        false,
		"I own a bakery, two vans and a cat that sleeps on the flour all day, and customers keep telling me about it": true,
		"I own a bakery. It opens at six. Help me":                                                                    true,
		"私はパン屋を経営しています":                                                                                               false,
		strings.Repeat("私はパン屋を経営していて", 6):                                                                             true,
		"저는 빵집을 운영하고 있습니다":                                                                                            false,
	} {
		u := ParseUserMessage(message, time.Time{})
		if u.ownTextIsLong() != isLong {
			t.Errorf("%q: long %t", message, !isLong)
		}
	}
}

// The probabilities are set by hand: what the classifier thinks of a text is not what is tested.
func TestALongMessageIsDoubtedLessThanAShortOne(t *testing.T) {
	const fact = "The user owns a bakery."
	isNotMeant := func(message string, probability float64) bool {
		u := ParseUserMessage(message, time.Time{})
		u.probabilities = map[string]float64{
			requestToRememberPattern.ReplaceAllString(u.ContextOfFact(fact), ""): probability,
		}
		return u.isProbablyNotMeant(fact)
	}
	between := (classifier.NonclaimThreshold + classifier.LongTextNonclaimThreshold) / 2
	const short = "I own a bakery."
	const long = "I own a bakery. It opens at six in the morning. Please write a sign for the door."
	for _, c := range []struct {
		message     string
		probability float64
		want        bool
	}{
		{short, between, true},
		{long, between, false},
		{long, classifier.LongTextNonclaimThreshold + 0.01, true},
		{short, classifier.EmbellishedNonclaimThreshold - 0.01, false},
	} {
		if got := isNotMeant(c.message, c.probability); got != c.want {
			t.Errorf("%q at %.2f: doubted %t", c.message, c.probability, got)
		}
	}
}
