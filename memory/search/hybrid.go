package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"memoir/memory"
)

// relevanceWordWeight is the weight of bm25 in what is compared with the relevance thresholds:
// cosine and words of the memory alone, because what was said around it can concern the question
// when the memory does not (docs/decisions/0012-hybrid-retrieval.md). What was said around only
// chooses the threshold.
const relevanceWordWeight = 0.02

// hybridPool is how many candidates each of the two searches gives at least.
const hybridPool = 40

// relevanceThresholds are the lowest scores that count as relevant. A question
// about the user, or one that names what the memory names, needs less than a request that could be
// anybody's.
type relevanceThresholds struct{ personal, general float64 }

// measuredRelevanceThresholds are the thresholds measured for the embedded model; another
// embedder's cosines are converted first.
func measuredRelevanceThresholds() relevanceThresholds {
	return relevanceThresholds{personal: 0.50, general: 0.77}
}

// hybridSearch is one search by words and meaning.
type hybridSearch struct {
	*Searcher
	searchRequest
	byWords func() wordHits // waits for them
	found   wordHits        // what byWords returned
}

// wordHits is what the words of a question found, best first.
type wordHits struct {
	memories []memory.FullTextHit
	windows  []memory.FullTextHit // messages, by the words in them and around them
}

// startSearchByWords starts to find the memories that share words with the question, and the
// messages that do together with those around them. The returned function waits for both. It
// returns none of what could not be searched, which is logged: the vectors may still answer.
func (s *Searcher) startSearchByWords(ctx context.Context, req searchRequest) func() wordHits {
	pool := req.candidatePoolSize()
	filter := memory.FullTextFilter{ProfileID: req.filter.ProfileID, NoSnippets: true}
	var found wordHits
	var both sync.WaitGroup
	start := func(search func() error, problem string) {
		both.Add(1)
		s.searches.Go(func() {
			defer both.Done()
			if err := search(); err != nil {
				s.log.Warn(problem, "err", err)
			}
		})
	}
	start(func() (err error) {
		found.memories, err = s.fullText.SearchMemories(ctx, req.question, pool, filter)
		return err
	}, "memories could not be searched by words")
	start(func() (err error) {
		found.windows, err = s.fullText.SearchMessageWindows(ctx, req.question, 2*pool, filter)
		return err
	}, "what was said around memories could not be searched")
	return func() wordHits {
		both.Wait()
		return found
	}
}

// candidatePoolSize is how many candidates each search gives.
func (r searchRequest) candidatePoolSize() int {
	return max(hybridPool, min(r.cfg.RetrievalTopK*poolFactor, maxPool))
}

// findRankAndSplitByRelevance ranks the candidates and parts the relevant ones from the rest.
func (h *hybridSearch) findRankAndSplitByRelevance(ctx context.Context) (hits, rest []memory.MemoryHit, err error) {
	all, err := h.findAndRankCandidates(ctx)
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

// findAndRankCandidates returns the nearest memories, those that share words with the question, and
// those learned from messages around which its words were said, each with the parts of its score,
// best first.
func (h *hybridSearch) findAndRankCandidates(ctx context.Context) ([]memory.MemoryHit, error) {
	vec, err := h.EmbedQuery(ctx, h.expanded)
	if err != nil {
		return nil, err
	}
	nearest, isAll, err := h.searchIndex(ctx, vec, h.candidatePoolSize(), h.filter.ProfileID)
	if err != nil {
		return nil, err
	}
	h.found = h.byWords()
	found, err := h.loadCandidates(ctx, nearest)
	if err != nil {
		return nil, err
	}
	hits := hitsAmongMemories(nearest, found)
	if len(hits) < h.candidatePoolSize() && !isAll { // many of the nearest are hidden
		hits, err = h.FindNearestMemoriesPassingFilter(ctx, vec, h.candidatePoolSize(), -1, h.filter)
		if err != nil {
			return nil, err
		}
	}
	more, err := h.hitsFoundOnlyByWords(ctx, found, hits, vec)
	if err != nil {
		return nil, err
	}
	hits = append(hits, more...)
	h.addWordsContextAndTimeToScores(hits)
	slices.SortStableFunc(hits, func(a, b memory.MemoryHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	return hits, nil
}

// addWordsContextAndTimeToScores adds words, what was said around and time to hits whose score is
// their cosine, which is converted to that of the embedded model.
func (h *hybridSearch) addWordsContextAndTimeToScores(hits []memory.MemoryHit) {
	scale, _ := h.calibration.scaleIfCalibrated(h.embedder.ID())
	q := newQuestionScorer(h.cfg, h.question, h.filter.Now, h.found.memories, h.found.windows)
	for i := range hits {
		hit := &hits[i]
		from, _ := time.ParseInLocation(time.DateOnly, string(hit.ValidFrom), time.Local)
		hit.Score = scale.toReferenceModelCosine(hit.Score) +
			q.setScorePartsReturningSum(&hit.ScoreParts, hit.ID, hit.SourceMessageID, hit.CreatedAt, from)
	}
}

// loadCandidates returns the memories that pass the filter of the search among the nearest, those
// found by their words, and those learned from the messages found by words. They are loaded
// together: most are found in more than one way, and a statement takes as long as twenty rows.
func (h *hybridSearch) loadCandidates(ctx context.Context, nearest []memory.VectorHit) ([]memory.Memory, error) {
	among := memory.IDsOrSources{
		IDs:     ownerIDsOfHits(h.found.memories),
		Sources: ownerIDsOfHits(h.found.windows[:min(h.candidatePoolSize(), len(h.found.windows))]),
	}
	for _, hit := range nearest {
		among.IDs = append(among.IDs, hit.Key.Owner)
	}
	f := h.filter
	f.IDsOrSources = &among
	ms, err := h.store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("load candidates: %w", err)
	}
	return ms, nil
}

// hitsFoundOnlyByWords returns the candidates that are no hits yet with their cosine. One without a
// vector has a cosine of 0.
func (h *hybridSearch) hitsFoundOnlyByWords(
	ctx context.Context, candidates []memory.Memory, hits []memory.MemoryHit, vec []float32,
) ([]memory.MemoryHit, error) {
	isHit := make(map[memory.ID]bool, len(hits))
	for _, hit := range hits {
		isHit[hit.ID] = true
	}
	var out []memory.MemoryHit
	for _, m := range candidates {
		if !isHit[m.ID] {
			out = append(out, memory.MemoryHit{Memory: m})
		}
	}
	return out, h.setCosineScores(ctx, out, vec)
}

func ownerIDsOfHits(hits []memory.FullTextHit) []memory.ID {
	out := make([]memory.ID, len(hits))
	for i, h := range hits {
		out[i] = h.Owner
	}
	return out
}

// setCosineScores sets the score of hits to their cosine with vec, 0 without a stored vector.
func (h *hybridSearch) setCosineScores(ctx context.Context, hits []memory.MemoryHit, vec []float32) error {
	keys := make([]memory.VectorKey, len(hits))
	for i, hit := range hits {
		keys[i] = memory.VectorKey{Kind: memory.OwnerMemory, Owner: hit.ID}
	}
	c := h.vectorCollection(h.filter.ProfileID, memory.OwnerMemory)
	cosines, err := h.vectorIndex.CosinesWithQuery(ctx, c, vec, keys)
	if err != nil {
		return fmt.Errorf("compare with memories: %w", err)
	}
	var notIndexed []memory.ID
	for i, key := range keys {
		if cos, ok := cosines[key]; ok {
			hits[i].Score, hits[i].ScoreParts.Cosine = cos, &cos
		} else {
			notIndexed = append(notIndexed, key.Owner)
		}
	}
	if len(notIndexed) == 0 {
		return nil
	}
	return h.setCosineScoresOfStored(ctx, hits, vec, notIndexed)
}

// setCosineScoresOfStored does so for hits with some ids, by the vectors in the store.
func (h *hybridSearch) setCosineScoresOfStored(
	ctx context.Context, hits []memory.MemoryHit, vec []float32, ids []memory.ID,
) error {
	vs, err := h.store.VectorStore().GetByOwners(ctx, h.filter.ProfileID, memory.OwnerMemory, h.embedder.ID(), ids)
	if err != nil {
		return fmt.Errorf("load vectors: %w", err)
	}
	cosines := make(map[memory.ID]float64, len(vs))
	for _, v := range vs {
		cosines[v.Key.Owner] = DotProduct(vec, v.Values)
	}
	for i := range hits {
		if slices.Contains(ids, hits[i].ID) {
			cos := cosines[hits[i].ID]
			hits[i].Score, hits[i].ScoreParts.Cosine = cos, &cos
		}
	}
	return nil
}

// newRelevancePredicate tells, for the hits of one question, which count as relevant. A threshold
// that was set, for this call or in the settings, is a floor for the cosine and replaces the
// calibrated ones.
func (h *hybridSearch) newRelevancePredicate() func(memory.MemoryHit) bool {
	scale, known := h.calibration.scaleIfCalibrated(h.embedder.ID())
	floor := h.floor
	if floor == nil && (!known || h.cfg.IsSetExplicitly("retrieval.threshold")) {
		floor = &h.cfg.RetrievalThreshold
	}
	if floor != nil {
		return func(hit memory.MemoryHit) bool { return *hit.ScoreParts.Cosine >= *floor }
	}
	limits := measuredRelevanceThresholds()
	subject := newQuestionSubject(h.question)
	return func(hit memory.MemoryHit) bool {
		score := scale.toReferenceModelCosine(*hit.ScoreParts.Cosine)
		if w := hit.ScoreParts.Words; w != nil {
			score += relevanceWordWeight * *w
		}
		return limits.isRelevant(score, hit, subject)
	}
}

// isRelevant reports whether a memory with a score counts as relevant to a question about a
// subject.
func (l relevanceThresholds) isRelevant(score float64, hit memory.MemoryHit, s questionSubject) bool {
	return score >= l.general ||
		score >= l.personal && (s.isPersonalOrNamedIn(hit.Content) || s.hasNamesAndRareWordsAround(hit.ScoreParts))
}

// fallBackToWordHits returns the best memories by words when there is no vector to compare with, or
// the reason why there is no result when there are none.
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
	ms, err := s.store.MemoryStore().List(ctx, f)
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
			hits = append(hits, memory.MemoryHit{Memory: m, Score: relevanceWordWeight * w.Score, ScoreParts: parts})
		}
	}
	if len(hits) == 0 {
		return nil, near, reason
	}
	return hits, near, ""
}
