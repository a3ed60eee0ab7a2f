package benchmarks

import (
	"math"
	"math/rand/v2"
	"slices"
)

// resamples is how many samples a bootstrap interval is taken from.
const resamples = 2000

// Estimate is a mean with its 95 % percentile bootstrap interval (Efron 1979), drawn from a fixed seed:
// the same values give the same interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// estimateMeanWithInterval returns the zero Estimate for no values.
func estimateMeanWithInterval(values []float64) Estimate {
	n := len(values)
	if n == 0 {
		return Estimate{}
	}
	random := rand.New(rand.NewPCG(1, uint64(n)))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range n {
			sum += values[random.IntN(n)]
		}
		means[i] = sum / float64(n)
	}
	slices.Sort(means)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return Estimate{
		Mean: sum / float64(n), Low: nearestRankPercentile(means, 0.025),
		High: nearestRankPercentile(means, 0.975),
	}
}

// subtractEach returns a[i] − b[i] of two lists of one length.
func subtractEach(a, b []float64) []float64 {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	return differences
}

// nearestRankPercentile returns the value at share p of sorted values by the nearest rank, 0 for
// none.
func nearestRankPercentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(math.Ceil(p * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// recallAt returns the share of the evidence (at least one) that is among the first k.
func recallAt[T comparable](k int, ranked, evidence []T) float64 {
	found := 0
	for _, id := range ranked[:min(k, len(ranked))] {
		if slices.Contains(evidence, id) {
			found++
		}
	}
	return float64(found) / float64(len(evidence))
}

// boolAsShare is 1 for true and 0 for false.
func boolAsShare(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
