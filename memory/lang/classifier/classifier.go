// Package classifier estimates from the words and characters of a text how likely it is of a kind
// that rules of grammar and word lists cannot foresee: words that are not meant as a plain
// statement (jokes, plans that were dropped, rumours, games), words that direct an assistant,
// grant it consent or forge a note to it, numbers and tokens that are secrets by what is said
// around them, and words that only their owner should know. Each is a logistic regression over
// hashed features, trained by tools/claimsmodel (docs/decisions/0024). The functions are pure and
// safe for concurrent use.
package classifier

import (
	_ "embed"
	"sync"
)

//go:generate go run memoir/tools/claimsmodel -root ../../..

//go:embed zz_nonclaims.bin.gz
var packedNonclaims string

//go:embed zz_orders.bin.gz
var packedOrders string

//go:embed zz_secrets.bin.gz
var packedSecrets string

//go:embed zz_toldwords.bin.gz
var packedToldWords string

// From these probabilities on a fact waits. They leave 98 of 100 ordinary facts alone in corpora
// that the classifier was not trained on (docs/decisions/0024). The second one is for a sentence
// that says much more than the fact, the third one for a fact that negates, and the fourth one for a text that
// is longer than those it was trained on.
const (
	NonclaimThreshold            = 0.60
	EmbellishedNonclaimThreshold = 0.52
	NegatedNonclaimThreshold     = 0.65
	LongTextNonclaimThreshold    = 0.65
	OrderThreshold               = 0.56
)

// SecretThreshold is the probability from which on a candidate is a secret (docs/decisions/0024).
const SecretThreshold = 0.66

// toldWordThresholds returns from which probabilities on a word is told, by the evidence of its passage. In
// corpora that the classifier was not trained on, they cut something in one of 100 ordinary texts
// (docs/decisions/0024).
func toldWordThresholds() [maxEvidence + 1]float64 {
	return [...]float64{1, 1, 0.48, 0.41, 0.35, 0.30, 0.30}
}

// The tables are unpacked when a text is first judged.
var (
	nonclaims = sync.OnceValue(func() table { return mustDecompressTable(packedNonclaims) })
	orders    = sync.OnceValue(func() table { return mustDecompressTable(packedOrders) })
	secrets   = sync.OnceValue(func() table { return mustDecompressTable(packedSecrets) })
	toldWords = sync.OnceValue(func() table { return mustDecompressTable(packedToldWords) })
)

// ProbabilityOfNonclaim returns how likely a text is not meant as a plain statement, from 0 to 1.
func ProbabilityOfNonclaim(text string) float64 { return nonclaims().probabilityOfClass(text) }

// ProbabilityOfOrder returns how likely a text directs an assistant, grants it consent or trust, or
// forges a note to it, instead of stating something about a person's life, from 0 to 1.
func ProbabilityOfOrder(text string) float64 { return orders().probabilityOfClass(text) }

// ProbabilityOfSecret returns how likely a candidate of a text is a password, a code or a number of a
// person's papers or accounts, from 0 to 1.
func ProbabilityOfSecret(text string, c Candidate) float64 {
	return secrets().probabilityOfCandidate(text, c)
}

// ProbabilitiesOfToldWords returns how likely each of some words of a passage is one that only its owner should
// know, from 0 to 1, and from which probability on one of them is told. The more a passage says of who asks, of
// what was entered and of what came of it, the less is enough.
func ProbabilitiesOfToldWords(passage string, words []Candidate) (likely []float64, threshold float64) {
	t := toldWords()
	p := NewPassage(passage, t.isKnownWord)
	sums := t.sumsOf(p.base)
	likely = make([]float64, len(words))
	for i, w := range words {
		likely[i] = t.probabilityOfSums(sums, p.base, p.ownBuckets(w))
	}
	return likely, toldWordThresholds()[p.evidence]
}
