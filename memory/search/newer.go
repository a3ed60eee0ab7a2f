package search

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
)

// markAndPutProposedReplacementsFirst marks every hit that a newer memory may replace and puts the
// newer one before it, so that a prompt does not present an outdated memory as if nothing had
// changed until the user has decided. One that waits in the inbox only marks. One that was not
// found is added if mayAdd, that is, unless the call set limits.
func (s *Searcher) markAndPutProposedReplacementsFirst(
	ctx context.Context, f memory.MemoryFilter, hits []memory.MemoryHit, mayAdd bool,
) ([]memory.MemoryHit, error) {
	doubted := []memory.ID{}
	for _, h := range hits {
		if h.ID != 0 && h.IsNeitherSupersededNorEnded(f.Now) {
			doubted = append(doubted, h.ID)
		}
	}
	if len(doubted) == 0 {
		return hits, nil
	}
	newer, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: f.ProfileID, ChatID: f.ChatID, ProjectID: f.ProjectID, Now: f.Now, Proposes: doubted,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox},
	})
	if err != nil {
		return nil, fmt.Errorf("what may replace the memories: %w", err)
	}
	for _, n := range slices.Backward(newer) {
		hits = markHitAndPutReplacementBefore(hits, n, mayAdd)
	}
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return hits, nil
}

// markHitAndPutReplacementBefore marks the hit that n may replace and, when n is active, moves n
// before it, in the same lane, or adds it there.
func markHitAndPutReplacementBefore(hits []memory.MemoryHit, n memory.Memory, mayAdd bool) []memory.MemoryHit {
	old := slices.IndexFunc(hits, func(h memory.MemoryHit) bool { return h.ID == n.Proposes })
	hits[old].NewerID = n.ID
	at := slices.IndexFunc(hits, func(h memory.MemoryHit) bool { return h.ID == n.ID })
	if n.Status != memory.StatusActive || at < 0 && !mayAdd || at >= 0 && at < old && hits[at].Lane == hits[old].Lane {
		return hits
	}
	hit := memory.MemoryHit{Memory: n}
	if at >= 0 {
		hit = hits[at]
		hits = slices.Delete(hits, at, at+1)
		old = slices.IndexFunc(hits, func(h memory.MemoryHit) bool { return h.ID == n.Proposes })
	}
	hit.Lane = hits[old].Lane
	return slices.Insert(hits, old, hit)
}
