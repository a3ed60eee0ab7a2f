package search

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"memoir/memory"
)

func hitIDs(hits []memory.MemoryHit) []memory.ID {
	var out []memory.ID
	for _, h := range hits {
		out = append(out, h.ID)
	}
	return out
}

func TestMMRPutsTheBestFirstAndRepetitionsLater(t *testing.T) {
	vectors := map[memory.ID][]float32{1: {1, 0}, 2: {1, 0}, 3: {0, 1}}
	hits := []memory.MemoryHit{
		{Memory: memory.Memory{ID: 1}, Score: .9},
		{Memory: memory.Memory{ID: 2}, Score: .89},
		{Memory: memory.Memory{ID: 3}, Score: .6},
	}
	for lambda, want := range map[float64][]memory.ID{0.7: {1, 3, 2}, 0.99: {1, 2, 3}} {
		if got := hitIDs(orderByMMR(hits, vectors, lambda, 3)); !slices.Equal(got, want) {
			t.Errorf("with λ = %v the order is %v, want %v", lambda, got, want)
		}
	}
	if got := hitIDs(orderByMMR(hits, vectors, 0.7, 1)); !slices.Equal(got, []memory.ID{1, 2, 3}) {
		t.Errorf("behind the chosen one the order is %v", got)
	}
}

func TestMMRKeepsEveryHitAndTheBestFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 12).Draw(t, "scores")
		slices.Sort(scores)
		slices.Reverse(scores)
		vectors := map[memory.ID][]float32{}
		hits := make([]memory.MemoryHit, len(scores))
		for i, s := range scores {
			hits[i] = memory.MemoryHit{Memory: memory.Memory{ID: memory.ID(i + 1)}, Score: s}
			angle := rapid.Float64Range(0, math.Pi).Draw(t, "angle")
			vectors[hits[i].ID] = []float32{float32(math.Cos(angle)), float32(math.Sin(angle))}
		}
		lambda := rapid.Float64Range(0, 1).Draw(t, "lambda")
		got := hitIDs(orderByMMR(hits, vectors, lambda, rapid.IntRange(1, 15).Draw(t, "k")))
		if got[0] != 1 {
			t.Fatalf("the best is not first: %v", got)
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != len(hits) {
			t.Fatalf("%d hits became %v", len(hits), got)
		}
	})
}

func TestAgeChangesScoresByItsMode(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for mode, want := range map[memory.RecencyMode]struct {
		order []memory.ID
		first float64
	}{
		memory.RecencyNone:     {[]memory.ID{1, 2}, 0.8},
		memory.RecencyAdd:      {[]memory.ID{2, 1}, 0.8*0.75 + 0.2},
		memory.RecencyMultiply: {[]memory.ID{2, 1}, 0.75},
	} {
		hits := []memory.MemoryHit{
			{Memory: memory.Memory{ID: 1, CreatedAt: now.AddDate(0, 0, -30)}, Score: 0.8},
			{Memory: memory.Memory{ID: 2, CreatedAt: now}, Score: 0.75},
		}
		rescoreByAgeAndSort(hits, mode, 0.2, now)
		if got := hitIDs(hits); !slices.Equal(got, want.order) || math.Abs(hits[0].Score-want.first) > 1e-9 {
			t.Errorf("%s: %v, the first scores %v", mode, got, hits[0].Score)
		}
	}
}
