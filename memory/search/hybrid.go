package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// wordWeight is what one point of bm25 adds to the cosine, which is in [-1, 1]. Scores stay
// absolute, so that they can be compared with a threshold. Chosen among .02, .03 and .05 on single
// turns of LoCoMo (docs/decisions/0012-hybrid-retrieval.md).
const wordWeight = 0.02

// hybridPool is how many candidates each of the two searches gives at least.
const hybridPool = 60

// relevanceThresholds are the lowest scores that count as relevant, under one embedder. A question
// about the user, or one that names what the memory names, needs less than a request that could be
// anybody's.
type relevanceThresholds struct{ personal, general float64 }

// relevanceThresholdsForEmbedder returns the thresholds of an embedder. They were measured for the
// embedded one; under any other the cosine threshold of the settings stands.
func relevanceThresholdsForEmbedder(embedderID string) (relevanceThresholds, bool) {
	if strings.HasPrefix(embedderID, "bge-small-en-v1.5@") {
		return relevanceThresholds{personal: 0.50, general: 0.77}, true
	}
	return relevanceThresholds{}, false
}

// hybridSearch is one search by words and meaning.
type hybridSearch struct {
	*Searcher
	searchRequest
	byWords []memory.FullTextHit
}

// findMemoriesByWords finds the memories that share words with the question, best first. It returns
// none, and logs, when the search fails: the vectors may still answer.
func (s *Searcher) findMemoriesByWords(ctx context.Context, req searchRequest) []memory.FullTextHit {
	pool := max(hybridPool, min(req.cfg.RetrievalTopK*poolFactor, maxPool))
	hits, err := s.fullText.SearchMemories(ctx, req.question, pool, memory.FullTextFilter{ProfileID: req.filter.ProfileID})
	if err != nil {
		s.log.Warn("memories could not be searched by words", "err", err)
		return nil
	}
	return hits
}

// rankThenSplitByRelevance ranks the candidates and parts the relevant ones from the rest.
func (h *hybridSearch) rankThenSplitByRelevance(ctx context.Context) (hits, rest []memory.MemoryHit, err error) {
	all, err := h.rankByCosineAndWords(ctx, max(hybridPool, min(h.cfg.RetrievalTopK*poolFactor, maxPool)))
	if err != nil {
		return nil, nil, err
	}
	relevant := h.newRelevancePredicate()
	for _, hit := range all {
		if relevant(hit) {
			hits = append(hits, hit)
		} else {
			rest = append(rest, hit)
		}
	}
	return hits, rest, nil
}

// rankByCosineAndWords returns the nearest memories and those that share words with the question,
// each with cosine, words (bm25) and their weighted sum, best first.
func (h *hybridSearch) rankByCosineAndWords(ctx context.Context, pool int) ([]memory.MemoryHit, error) {
	vec, err := h.EmbedQuery(ctx, h.expanded)
	if err != nil {
		return nil, err
	}
	hits, err := h.FindNearestMemoriesPassingFilter(ctx, vec, pool, -1, h.filter)
	if err != nil {
		return nil, err
	}
	found := make(map[memory.ID]bool, len(hits))
	for _, hit := range hits {
		found[hit.ID] = true
	}
	more, err := h.loadHitsFoundOnlyByWords(ctx, found, vec)
	if err != nil {
		return nil, err
	}
	hits = append(hits, more...)
	words := make(map[memory.ID]float64, len(h.byWords))
	for _, w := range h.byWords {
		words[w.Owner] = w.Score
	}
	for i := range hits {
		hit := &hits[i]
		if w, ok := words[hit.ID]; ok {
			hit.ScoreParts.Words = &w
			hit.Score += wordWeight * w
		}
	}
	slices.SortStableFunc(hits, func(a, b memory.MemoryHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	return hits, nil
}

// loadHitsFoundOnlyByWords loads the memories that only the words found, with their cosine. One
// without a vector has a cosine of 0.
func (h *hybridSearch) loadHitsFoundOnlyByWords(
	ctx context.Context, found map[memory.ID]bool, vec []float32,
) ([]memory.MemoryHit, error) {
	f := h.filter
	f.IDs = make([]memory.ID, 0, len(h.byWords))
	for _, w := range h.byWords {
		if !found[w.Owner] {
			f.IDs = append(f.IDs, w.Owner)
		}
	}
	if len(f.IDs) == 0 {
		return nil, nil
	}
	ms, err := h.store.Memories().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("load hits: %w", err)
	}
	vs, err := h.store.Vectors().GetByOwners(ctx, f.ProfileID, memory.OwnerMemory, h.embedder.ID(), f.IDs)
	if err != nil {
		return nil, fmt.Errorf("load vectors: %w", err)
	}
	cosines := make(map[memory.ID]float64, len(vs))
	for _, v := range vs {
		cosines[v.Key.Owner] = DotProduct(vec, v.Values)
	}
	hits := make([]memory.MemoryHit, len(ms))
	for i, m := range ms {
		cos := cosines[m.ID]
		hits[i] = memory.MemoryHit{Memory: m, Score: cos, ScoreParts: memory.ScoreParts{Cosine: &cos}}
	}
	return hits, nil
}

// newRelevancePredicate tells, for the hits of one question, which count as relevant. A threshold
// that was set, for this call or in the settings, is a floor for the cosine and replaces the
// calibrated ones.
func (h *hybridSearch) newRelevancePredicate() func(memory.MemoryHit) bool {
	limits, known := relevanceThresholdsForEmbedder(h.embedder.ID())
	floor := h.floor
	if floor == nil && (!known || h.cfg.IsSetExplicitly("retrieval.threshold")) {
		floor = &h.cfg.RetrievalThreshold
	}
	if floor != nil {
		return func(hit memory.MemoryHit) bool { return *hit.ScoreParts.Cosine >= *floor }
	}
	personal := lang.ConcernsSpeaker(h.question)
	return func(hit memory.MemoryHit) bool {
		if hit.Score >= limits.general {
			return true
		}
		return hit.Score >= limits.personal && (personal || lang.MentionsNameOf(hit.Content, h.question))
	}
}

// fallBackToWordHits returns the best memories by words when there is no vector to compare with, or the
// reason why there is no result when there are none.
func (s *Searcher) fallBackToWordHits(
	ctx context.Context, req searchRequest, byWords []memory.FullTextHit, reason memory.NullText,
) (hits, near []memory.MemoryHit, _ memory.NullText) {
	near = []memory.MemoryHit{}
	f := req.filter
	f.IDs = make([]memory.ID, len(byWords))
	for i, w := range byWords {
		f.IDs[i] = w.Owner
	}
	if len(f.IDs) == 0 || req.floor != nil && *req.floor > 0 { // a cosine was asked for
		return nil, near, reason
	}
	ms, err := s.store.Memories().List(ctx, f)
	if err != nil {
		s.log.Warn("memories found by words could not be read", "err", err)
		return nil, near, reason
	}
	byID := make(map[memory.ID]memory.Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	for _, w := range byWords {
		if m, ok := byID[w.Owner]; ok && len(hits) < req.cfg.RetrievalTopK {
			parts := memory.ScoreParts{Words: &w.Score}
			hits = append(hits, memory.MemoryHit{Memory: m, Score: wordWeight * w.Score, ScoreParts: parts})
		}
	}
	if len(hits) == 0 {
		return nil, near, reason
	}
	return hits, near, ""
}
