package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"memoir/memory"
)

// recencyDays is the age in days at which the recency of a memory has fallen to 1/e (S001-6).
const recencyDays = 30

// recencyModeWithWeight returns how age changes the scores of a search. The weight of a call is
// additive, as in source 001.
func (r searchRequest) recencyModeWithWeight() (memory.RecencyMode, float64) {
	if r.recencyWeight != nil {
		return memory.RecencyAdd, *r.recencyWeight
	}
	return r.cfg.Recency, r.cfg.RecencyWeight
}

// rescoreByAgeAndSort mixes the age of memories into their scores and sorts the hits again, best
// first. add: (1 − w) × score + w × recency (S001-7); multiply: score × (1 − w + w × recency),
// which is score × decay for w = 1 (S004-13); recency is exp(−age in days / 30). A memory from the
// future is as recent as one of now.
func rescoreByAgeAndSort(hits []memory.MemoryHit, mode memory.RecencyMode, w float64, now time.Time) {
	if mode == memory.RecencyNone {
		return
	}
	for i := range hits {
		h := &hits[i]
		age := max(now.Sub(h.CreatedAt), 0).Hours() / 24
		recency := math.Exp(-age / recencyDays)
		h.ScoreParts.Recency = &recency
		if mode == memory.RecencyAdd {
			h.Score = (1-w)*h.Score + w*recency
		} else {
			h.Score *= 1 - w + w*recency
		}
	}
	slices.SortStableFunc(hits, func(a, b memory.MemoryHit) int { return cmp.Compare(b.Score, a.Score) })
}

// diversifyHitsByMMR reorders hits by maximal marginal relevance on their stored vectors (S001-8).
// It leaves the order alone when the setting is 1.
func (s *Searcher) diversifyHitsByMMR(
	ctx context.Context, hits []memory.MemoryHit, req searchRequest,
) ([]memory.MemoryHit, error) {
	if req.cfg.MMRLambda >= 1 || len(hits) < 3 {
		return hits, nil
	}
	ids := make([]memory.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	vs, err := s.store.VectorStore().GetByOwners(ctx, req.filter.ProfileID, memory.OwnerMemory, s.embedder.ID(), ids)
	if err != nil {
		return nil, fmt.Errorf("load vectors: %w", err)
	}
	vectors := make(map[memory.ID][]float32, len(vs))
	for _, v := range vs {
		vectors[v.Key.Owner] = v.Values
	}
	return orderByMMR(hits, vectors, req.cfg.MMRLambda, req.cfg.RetrievalTopK), nil
}

// orderByMMR chooses k hits one by one: the best first, then each time the one with the highest
// λ × score − (1 − λ) × highest cosine to a chosen one (Carbonell and Goldstein 1998). The others
// follow in their order. A hit without a vector is like no other.
func orderByMMR(hits []memory.MemoryHit, vectors map[memory.ID][]float32, lambda float64, k int) []memory.MemoryHit {
	left := slices.Clone(hits)
	out := make([]memory.MemoryHit, 0, len(hits))
	nearest := make(map[memory.ID]float64, len(hits)) // highest cosine to a chosen one
	for len(left) > 0 && len(out) < k {
		best := 0
		for i := range left {
			if len(out) > 0 && mmrScoreOfHit(left[i], nearest, lambda) > mmrScoreOfHit(left[best], nearest, lambda) {
				best = i
			}
		}
		chosen := left[best]
		out = append(out, chosen)
		left = slices.Delete(left, best, best+1)
		for _, h := range left {
			if c := DotProduct(vectors[chosen.ID], vectors[h.ID]); c > nearest[h.ID] {
				nearest[h.ID] = c
			}
		}
	}
	return append(out, left...)
}

func mmrScoreOfHit(h memory.MemoryHit, nearest map[memory.ID]float64, lambda float64) float64 {
	return lambda*h.Score - (1-lambda)*nearest[h.ID]
}
