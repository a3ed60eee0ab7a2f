// Package classifier estimates from the words of a text how likely its writer does not mean it as a
// plain statement: jokes, plans that were dropped, rumours, games. It is a logistic regression over
// hashed words and pairs of words, trained by tools/claimsmodel (docs/decisions/0024). The functions are
// pure and safe for concurrent use.
package classifier

import (
	_ "embed"
	"math"
)

//go:generate go run memoir/tools/claimsmodel -root ../../../..

// Buckets is the number of weights, knownBits that of the bits that tell known words.
const (
	Buckets   = 1 << 16
	knownBits = 1 << 18
)

// table holds the weights, a signed byte in steps of 1/weightStep for each bucket, and behind them the bits
// of the words that occur in the training texts more than once. tools/claimsmodel writes it.
//
//go:embed zz_table.bin
var table string

const weightStep = 64

// ProbabilityOfNonclaim returns how likely a text is not meant as a plain statement, from 0 to 1.
func ProbabilityOfNonclaim(text string) float64 {
	fs := Features(text, isKnownWord)
	if len(fs) == 0 {
		return 0
	}
	sum := 0
	for _, f := range fs {
		sum += int(int8(table[f]))
	}
	return Probability(float64(sum)/weightStep, len(fs))
}

// Probability is that of a text with n features whose weights have a sum. It is divided by the root of n, so that a
// long text is judged as a short one.
func Probability(sum float64, n int) float64 {
	return 1 / (1 + math.Exp(-sum/math.Sqrt(float64(n))))
}

func isKnownWord(w string) bool {
	bit := BitOfWord(w)
	return table[Buckets+bit/8]>>(bit%8)&1 == 1
}

// EncodeTable returns the table of some weights, one for each bucket, and of known words.
func EncodeTable(weights []float64, known map[string]bool) []byte {
	out := make([]byte, Buckets+knownBits/8)
	for i, w := range weights {
		out[i] = byte(int8(max(-127, min(127, math.Round(w*weightStep)))))
	}
	for w := range known {
		bit := BitOfWord(w)
		out[Buckets+bit/8] |= 1 << (bit % 8)
	}
	return out
}
