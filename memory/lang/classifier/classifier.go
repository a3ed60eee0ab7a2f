// Package classifier estimates from the words and characters of a text how likely it is of a kind
// that rules of grammar and word lists cannot foresee: words that are not meant as a plain
// statement (jokes, plans that were dropped, rumours, games), words that direct an assistant,
// grant it consent or forge a note to it, and numbers and tokens that are secrets by what is said
// around them. Each is a logistic regression over hashed features, trained by tools/claimsmodel
// (docs/decisions/0024). The functions are pure and safe for concurrent use.
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

//go:embed zz_answers.bin.gz
var packedAnswers string

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

// From these probabilities on a candidate is a secret, and a name the answer to the question of an
// account. Of corpora that the classifier was not trained on, they leave 98 of 100 look-alikes and
// 995 of 1,000 ordinary texts alone (docs/decisions/0024).
const (
	SecretThreshold = 0.70
	AnswerThreshold = 0.45
)

// The tables are unpacked when a text is first judged.
var (
	nonclaims = sync.OnceValue(func() table { return mustDecompressTable(packedNonclaims) })
	orders    = sync.OnceValue(func() table { return mustDecompressTable(packedOrders) })
	secrets   = sync.OnceValue(func() table { return mustDecompressTable(packedSecrets) })
	answers   = sync.OnceValue(func() table { return mustDecompressTable(packedAnswers) })
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

// ProbabilityOfAnswer returns how likely a name in a text is the answer to the question of an account, from
// 0 to 1.
func ProbabilityOfAnswer(text string, c Candidate) float64 {
	return answers().probabilityOfCandidate(text, c)
}
