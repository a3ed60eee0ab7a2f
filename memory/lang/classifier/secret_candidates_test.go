package classifier

import (
	"strings"
	"testing"
)

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
