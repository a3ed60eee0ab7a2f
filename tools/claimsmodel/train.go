package main

import (
	"math"
	"math/rand/v2"

	"memoir/memory/lang/classifier"
)

const (
	epochs       = 20
	learningRate = 0.03
	weightDecay  = 2e-5 // of each weight, for each example
	minTexts     = 2    // a word or feature of fewer texts tells nothing
)

func countPlainAndOthers(es []example) (plain, others float64) {
	for _, e := range es {
		if e.isPlain {
			plain++
		} else {
			others++
		}
	}
	return plain, others
}

// trainWeights fits a logistic regression to each group of features.
func trainWeights(es []example) (out [2][]float64) {
	for g := range out {
		out[g] = trainGroup(es, g)
	}
	return out
}

// trainGroup fits a logistic regression to features that are weighted by their log-ratio (Wang,
// Manning 2012), by stochastic gradient descent with a rate of its own for each weight (AdaGrad:
// Duchi, Hazan, Singer 2011). Both classes weigh the same. The order is drawn with a fixed seed.
// The weights contain the log-ratios.
func trainGroup(es []example, group int) []float64 {
	weights := make([]float64, classifier.Buckets)
	squares := make([]float64, classifier.Buckets)
	keep, ratio := selectFeaturesWithLogRatios(es, group)
	random := rand.New(rand.NewPCG(1, 2))
	order := random.Perm(len(es))
	plain, others := countPlainAndOthers(es)
	total := float64(len(es))
	for range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			features := es[k].features[group]
			wanted, balance := 1.0, total/2/others
			if es[k].isPlain {
				wanted, balance = 0, total/2/plain
			}
			sum := 0.0
			for _, f := range features {
				sum += weights[f] * ratio[f]
			}
			scale := math.Sqrt(float64(len(features)))
			slope := (classifier.ProbabilityOfScore(sum/scale) - wanted) * balance / scale
			for _, f := range features {
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

// selectFeaturesWithLogRatios tells which features enough texts have, and how much more frequent
// each is in the other texts than in plain ones, as a logarithm with one text added to each (naive
// Bayes).
func selectFeaturesWithLogRatios(es []example, group int) (keep []bool, ratio []float64) {
	inPlain, inOthers := make([]float64, classifier.Buckets), make([]float64, classifier.Buckets)
	for _, e := range es {
		seen := map[uint32]bool{}
		for _, f := range e.features[group] {
			if !seen[f] {
				seen[f] = true
				if e.isPlain {
					inPlain[f]++
				} else {
					inOthers[f]++
				}
			}
		}
	}
	plain, others := countPlainAndOthers(es)
	keep, ratio = make([]bool, classifier.Buckets), make([]float64, classifier.Buckets)
	for f := range keep {
		keep[f] = inPlain[f]+inOthers[f] >= minTexts
		ratio[f] = math.Log((inOthers[f] + 1) / (others + 2) * (plain + 2) / (inPlain[f] + 1))
	}
	return keep, ratio
}

// probabilityNotPlain returns the probability that a text is not plain.
func probabilityNotPlain(weights [2][]float64, e example) float64 {
	if len(e.features[0]) == 0 {
		return 0
	}
	score := 0.0
	for g, features := range e.features {
		sum := 0.0
		for _, f := range features {
			sum += weights[g][f]
		}
		score += classifier.DivideSumByRootOfCount(sum, len(features)) / float64(len(e.features))
	}
	return classifier.ProbabilityOfScore(score)
}
