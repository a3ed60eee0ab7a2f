package vectorindex

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// vectorCountsToBenchmark is how many vectors the benchmarks run over; with -short just enough to show that they
// run.
func vectorCountsToBenchmark() []int {
	if testing.Short() {
		return []int{100}
	}
	return []int{1000, 10_000, 100_000}
}

// BenchmarkSearch compares the scan of codes with chromem-go on the same vectors of 384 values.
func BenchmarkSearch(b *testing.B) {
	for _, n := range vectorCountsToBenchmark() {
		vs := clusteredVectors(rand.New(rand.NewPCG(1, 2)), n, 384)
		for _, part := range []struct {
			name       string
			maxChromem int
		}{{"chromem", n}, {"codes", codesWithoutRemainders}, {"codes with remainders", codesWithRemainders}} {
			x := newTestIndex(b, part.maxChromem)
			failOnError(b, x.Upsert(b.Context(), memoryCollection(), vs))
			b.Run(fmt.Sprintf("%d/%s", n, part.name), func(b *testing.B) {
				i := 0
				for b.Loop() {
					must(x.Search(b.Context(), memoryCollection(), vs[i%n].Values, 60))(b)
					i += 7
				}
			})
		}
	}
}

// BenchmarkSearchAMillion is a search among as many vectors as the messages of many years.
func BenchmarkSearchAMillion(b *testing.B) {
	n := 1_000_000
	if testing.Short() {
		n = 1000
	}
	vs := clusteredVectors(rand.New(rand.NewPCG(1, 2)), n, 384)
	x := newTestIndex(b, codesWithRemainders)
	failOnError(b, x.Upsert(b.Context(), memoryCollection(), vs))
	i := 0
	for b.Loop() {
		must(x.Search(b.Context(), memoryCollection(), vs[i%n].Values, 60))(b)
		i += 7
	}
}

func BenchmarkSnapshotLoad(b *testing.B) {
	for _, n := range vectorCountsToBenchmark() {
		x := newTestIndex(b, codesWithRemainders)
		failOnError(b, x.Upsert(b.Context(), memoryCollection(), clusteredVectors(rand.New(rand.NewPCG(1, 2)), n, 384)))
		failOnError(b, x.SaveSnapshotIfChanged(b.Context()))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				x.openAgainFromSnapshot(b)
			}
		})
	}
}
