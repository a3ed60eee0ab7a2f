package main

import (
	"math"
	"math/rand/v2"

	"memoir/memory/lang/claims/classifier"
)

const (
	epochs       = 20
	learningRate = 0.03
	weightDecay  = 2e-5 // of each weight, for each example
	minTexts     = 2    // a word or feature of fewer texts tells nothing
)

func countClasses(es []example) (claims, others float64) {
	for _, e := range es {
		if e.isClaim {
			claims++
		} else {
			others++
		}
	}
	return claims, others
}

// computeFeatures computes the features of the texts to train on and of those to judge, with the words that are known
// from the first, and returns these words.
func computeFeatures(in, out []example) map[string]bool {
	texts := map[string]int{}
	for _, e := range in {
		seen := map[string]bool{}
		for _, t := range classifier.Tokenize(e.text) {
			if !seen[t] {
				seen[t] = true
				texts[t]++
			}
		}
	}
	known, bits := map[string]bool{}, map[uint32]bool{}
	for w, n := range texts {
		if n >= minTexts {
			known[w] = true
			bits[classifier.BitOfWord(w)] = true
		}
	}
	isKnown := func(w string) bool { return bits[classifier.BitOfWord(w)] }
	for _, es := range [][]example{in, out} {
		for i := range es {
			es[i].features = classifier.Features(es[i].text, isKnown)
		}
	}
	return known
}

// trainWeights fits a logistic regression to features that are weighted by their log-ratio (Wang, Manning 2012),
// by stochastic gradient descent with a rate of its own for each weight (AdaGrad: Duchi, Hazan, Singer 2011). Both
// classes weigh the same. The order is drawn with a fixed seed. The weights contain the log-ratios.
func trainWeights(es []example) []float64 {
	weights := make([]float64, classifier.Buckets)
	squares := make([]float64, classifier.Buckets)
	keep := selectFeatures(es)
	ratio := logRatios(es)
	random := rand.New(rand.NewPCG(1, 2))
	order := random.Perm(len(es))
	claims, others := countClasses(es)
	total := float64(len(es))
	for range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			e := es[k]
			wanted, balance := 1.0, total/2/others
			if e.isClaim {
				wanted, balance = 0, total/2/claims
			}
			scale := math.Sqrt(float64(len(e.features)))
			sum := 0.0
			for _, f := range e.features {
				sum += weights[f] * ratio[f]
			}
			slope := (classifier.Probability(sum, len(e.features)) - wanted) * balance / scale
			for _, f := range e.features {
				if !keep[f] {
					continue
				}
				g := slope*ratio[f] + weightDecay*weights[f]*total/scale
				squares[f] += g * g
				weights[f] -= learningRate * g / (math.Sqrt(squares[f]) + 1e-6)
			}
		}
	}
	for f := range weights {
		weights[f] *= ratio[f]
	}
	return weights
}

// logRatios returns for each feature how much more frequent it is in the other texts than in claims, as a logarithm
// with one text added to each (naive Bayes).
func logRatios(es []example) []float64 {
	pos, neg := make([]float64, classifier.Buckets), make([]float64, classifier.Buckets)
	claims, others := countClasses(es)
	for _, e := range es {
		seen := map[uint32]bool{}
		for _, f := range e.features {
			if !seen[f] {
				seen[f] = true
				if e.isClaim {
					neg[f]++
				} else {
					pos[f]++
				}
			}
		}
	}
	out := make([]float64, classifier.Buckets)
	for f := range out {
		out[f] = math.Log((pos[f] + 1) / (others + 2) * (claims + 2) / (neg[f] + 1))
	}
	return out
}

// selectFeatures tells which features enough texts have.
func selectFeatures(es []example) []bool {
	texts := make([]int, classifier.Buckets)
	for _, e := range es {
		seen := map[uint32]bool{}
		for _, f := range e.features {
			if !seen[f] {
				seen[f] = true
				texts[f]++
			}
		}
	}
	keep := make([]bool, len(texts))
	for f, n := range texts {
		keep[f] = n >= minTexts
	}
	return keep
}

// probabilityOfNonclaim returns the probability that a text is no claim.
func probabilityOfNonclaim(weights []float64, e example) float64 {
	if len(e.features) == 0 {
		return 0
	}
	sum := 0.0
	for _, f := range e.features {
		sum += weights[f]
	}
	return classifier.Probability(sum, len(e.features))
}
