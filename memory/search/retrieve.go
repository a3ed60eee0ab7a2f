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

// maxPool bounds the memories that one search scores, whatever top_k a call asks for.
const maxPool = 3000

// maxNearMisses is how many memories below the threshold a receipt lists.
const maxNearMisses = 3

// poolFactor is how many candidates for each memory sent are scored before recency reorders them
// (S001-4).
const poolFactor = 3

// RetrieveMemories finds the memories for a message by the rules of the preset. A failing search is
// no error: on error, timeout and no hit it falls back to the newest memories and sets Reason. With
// a TopK of 0 or less, of the call or of the settings, it reads nothing and the mode is off; limits
// of the call hold in every mode (see memory.RetrieveParams). It fails when the store cannot be
// read or the recency weight is not a share.
func (s *Searcher) RetrieveMemories(
	ctx context.Context, profile memory.ID, p memory.RetrieveParams,
) (memory.Retrieval, error) {
	start := s.clock()
	cfg := configWithTopKAndThresholdOfCall(s.config(), p)
	r := memory.Retrieval{
		Query: stripSlashCommand(p.Query), Memories: []memory.MemoryHit{},
		NearMisses: []memory.MemoryHit{},
	}
	if w := p.RecencyWeight; w != nil && !(*w >= 0 && *w <= 1) {
		return r, &memory.FieldError{Field: "recency_weight", Problem: "must be a number from 0 to 1"}
	}
	r.ExpandedQuery = expandShortQueryWithIMyMe(r.Query, cfg.QueryExpansion)
	if cfg.RetrievalTopK <= 0 {
		r.Mode, r.Reason = memory.RetrievalOff, memory.ReasonNoneWanted
		return r, nil
	}
	f := memory.MemoryFilter{
		ProfileID: profile, ChatID: p.ChatID, ProjectID: p.ProjectID, Now: s.clock.NowInUTCToMillisecond(),
		IncludeOutdated: lang.AsksAboutPast(r.Query),
	}
	ctx, cancel := context.WithCancel(ctx) // of a search that turns out not to be needed
	defer cancel()
	waitForUnscored := s.startReadingUnscoredLanes(ctx, cfg, f)
	var waitForSearch waitForHits
	if s.isIndexLargerThanSendAllLimit(ctx, cfg, profile) { // as it seems before the memories are read
		waitForSearch = s.startSearchWithDeadline(ctx, newSearchRequest(&r, cfg, f, p))
	}
	newest := f // the system's have a lane of their own and do not make a few of the user's many
	newest.NotOrigin = memory.OriginSystem
	newest.Limit = max(cfg.RecentCount, cfg.SendAllUpTo+1)
	recent, err := s.store.MemoryStore().List(ctx, newest)
	if err != nil {
		_, _ = waitForUnscored()
		return r, fmt.Errorf("retrieve memories: %w", err)
	}
	if len(recent) <= cfg.SendAllUpTo {
		s.setAllOfFewMemoriesAsHits(ctx, &r, cfg, f, p, recent)
	} else {
		if waitForSearch == nil {
			waitForSearch = s.startSearchWithDeadline(ctx, newSearchRequest(&r, cfg, f, p))
		}
		awaitSearchAndSetRelevantOrRecentHits(&r, cfg, waitForSearch, recent)
	}
	system, err := s.systemMemoryHitsIfFewOwn(ctx, f, recent)
	unscored, errUnscored := waitForUnscored()
	if err = cmp.Or(err, errUnscored); err != nil {
		return r, err
	}
	r.BaseMemory = unscored.baseText
	mayAdd := p.TopK == nil && p.Threshold == nil
	all := mergeLanesWithoutDuplicates(unscored.always, r.Memories, unscored.keyed, system)
	r.Memories = all
	if unscored.hasProposals {
		if r.Memories, err = s.markAndPutProposedReplacementsFirst(ctx, f, all, mayAdd); err != nil {
			return r, err
		}
	}
	r.NearMisses = nearMissesNotSent(r.NearMisses, r.Memories)
	r.TookMS = float64(s.clock().Sub(start).Microseconds()) / 1000
	return r, nil
}

// isIndexLargerThanSendAllLimit reports whether more memories of the profile are indexed, in all
// its chats, than are sent without a search.
func (s *Searcher) isIndexLargerThanSendAllLimit(ctx context.Context, cfg memory.Config, profile memory.ID) bool {
	return s.vectorIndex.Count(ctx, s.vectorCollection(profile, memory.OwnerMemory)) > cfg.SendAllUpTo
}

// nearMissesNotSent returns the near misses that no lane sends. It reuses near.
func nearMissesNotSent(near, sent []memory.MemoryHit) []memory.MemoryHit {
	return slices.DeleteFunc(near, func(n memory.MemoryHit) bool {
		return slices.ContainsFunc(sent, func(s memory.MemoryHit) bool { return s.ID == n.ID })
	})
}

// configWithTopKAndThresholdOfCall returns the settings with the limits of one call: its top_k also
// bounds the newest memories, and with a threshold of its own nothing is sent that was not scored.
func configWithTopKAndThresholdOfCall(cfg memory.Config, p memory.RetrieveParams) memory.Config {
	if p.TopK != nil {
		cfg.RetrievalTopK = *p.TopK
		cfg.RecentCount = min(cfg.RecentCount, max(*p.TopK, 0))
	}
	if p.Threshold != nil {
		cfg.RetrievalThreshold = *p.Threshold
		cfg.RecentCount = 0
	}
	return cfg
}

// setAllOfFewMemoriesAsHits sends all of a few memories without a search (source 000). Only a call
// with limits of its own has them scored, so that the limits hold: the best within its top_k, at or
// above its threshold.
func (s *Searcher) setAllOfFewMemoriesAsHits(
	ctx context.Context,
	r *memory.Retrieval,
	cfg memory.Config,
	f memory.MemoryFilter,
	p memory.RetrieveParams,
	all []memory.Memory,
) {
	r.Mode = memory.RetrievalFew
	limit := len(all)
	if p.TopK != nil {
		limit = min(limit, *p.TopK)
	}
	r.Memories = unscoredHits(memory.LaneRelevant, all[:limit])
	if limit == len(all) && p.Threshold == nil && p.RecencyWeight == nil {
		return
	}
	req := newSearchRequest(r, cfg, f, p)
	if req.floor == nil {
		all := -1.0 // of so few, all count as relevant
		req.floor = &all
	}
	hits, near, reason := s.startSearchWithDeadline(ctx, req)()
	switch {
	case p.Threshold != nil:
		r.Memories, r.NearMisses, r.Reason = putHitsInRelevantLane(hits), near, reason
	case reason == "":
		both := mergeLanesWithoutDuplicates(
			putHitsInRelevantLane(hits),
			unscoredHits(memory.LaneRelevant, all),
		) // not indexed yet: last
		r.Memories, r.NearMisses = both[:limit], near
	}
}

// awaitSearchAndSetRelevantOrRecentHits waits for a search and falls back to the newest memories
// when it returns nothing.
func awaitSearchAndSetRelevantOrRecentHits(
	r *memory.Retrieval, cfg memory.Config, waitForSearch waitForHits, recent []memory.Memory,
) {
	hits, near, reason := waitForSearch()
	r.NearMisses = near
	r.Mode, r.Reason, r.Memories = memory.RetrievalRelevant, reason, putHitsInRelevantLane(hits)
	if reason == "" || reason == memory.ReasonNoHit && !cfg.RecentOnNoHit || cfg.RecentCount == 0 {
		return
	}
	r.Mode = memory.RetrievalRecent
	r.Memories = unscoredHits(memory.LaneRecent, recent[:min(len(recent), cfg.RecentCount)])
}

// putHitsInRelevantLane puts search hits into the relevant lane, in their order.
func putHitsInRelevantLane(hits []memory.MemoryHit) []memory.MemoryHit {
	for i := range hits {
		hits[i].Lane, hits[i].Rank = memory.LaneRelevant, i+1
	}
	return hits
}

// searchRequest is one search with the settings and limits of its call.
type searchRequest struct {
	cfg           memory.Config
	question      string // as asked
	expanded      string // what is embedded
	filter        memory.MemoryFilter
	floor         *float64 // lowest cosine, given by the call; nil = by the settings
	recencyWeight *float64
}

func newSearchRequest(
	r *memory.Retrieval, cfg memory.Config, f memory.MemoryFilter, p memory.RetrieveParams,
) searchRequest {
	return searchRequest{
		cfg: cfg, question: r.Query, expanded: r.ExpandedQuery, filter: f, floor: p.Threshold,
		recencyWeight: p.RecencyWeight,
	}
}

// searchResult is what the search goroutine returns.
type searchResult struct {
	hits, near []memory.MemoryHit
	err        error
}

// waitForHits waits for a search; reason is empty when there are hits.
type waitForHits func() (hits, near []memory.MemoryHit, reason memory.NullText)

// startSearchWithDeadline starts a search that gives up at the deadline, or when ctx ends, which it
// must: the returned function need not be called. A late search is cancelled by its context and not
// waited for. In the hybrid ranking the words are searched beside it, so that they answer alone when
// the embedder is not ready or too slow.
func (s *Searcher) startSearchWithDeadline(ctx context.Context, req searchRequest) waitForHits {
	limit := req.cfg.RetrievalDeadline
	if req.cfg.RerankURL != "" {
		limit += req.cfg.RerankDeadline
	}
	byWords, cancelWords := func() wordHits { return wordHits{} }, func() {}
	if req.cfg.Ranking == memory.RankByHybrid {
		// A context of its own: the one below ends with the search by meaning, also when that fails.
		wordsCtx, cancel := context.WithTimeout(ctx, limit)
		byWords, cancelWords = s.startSearchByWords(wordsCtx, req), cancel
	}
	if !s.embedder.IsReady() {
		return func() (hits, near []memory.MemoryHit, reason memory.NullText) {
			defer cancelWords()
			return s.fallBackToWordHits(ctx, req, byWords().memories, memory.ReasonNoEmbedder)
		}
	}
	searchCtx, cancel := context.WithTimeout(ctx, limit)
	done := make(chan searchResult, 1)
	s.searches.Go(func() {
		defer cancel()
		h, n, err := s.searchRelevantMemories(searchCtx, req, byWords)
		done <- searchResult{h, n, err}
	})
	return func() (hits, near []memory.MemoryHit, reason memory.NullText) {
		defer cancelWords()
		hits, near, reason = hitsOrReasonForNone(resultUnlessLate(searchCtx, done))
		if reason == memory.ReasonTimeout || reason == memory.ReasonError {
			return s.fallBackToWordHits(ctx, req, byWords().memories, reason)
		}
		return hits, near, reason
	}
}

// resultUnlessLate waits for the result of a search, or for the end of its context, which is then
// the error.
func resultUnlessLate(ctx context.Context, done <-chan searchResult) searchResult {
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r
	default:
		return searchResult{err: context.DeadlineExceeded}
	}
}

func hitsOrReasonForNone(r searchResult) (hits, near []memory.MemoryHit, reason memory.NullText) {
	switch {
	case r.err != nil && memory.IsDeadlineExceeded(r.err):
		return nil, []memory.MemoryHit{}, memory.ReasonTimeout
	case r.err != nil:
		return nil, []memory.MemoryHit{}, memory.ReasonError
	case len(r.hits) == 0:
		return nil, r.near, memory.ReasonNoHit
	}
	return r.hits, r.near, ""
}

// searchRelevantMemories embeds the question and returns the relevant memories, best first, and
// those that just missed as near. With a recency weight it takes them from a larger pool by
// relevance and age together (source 001).
func (s *Searcher) searchRelevantMemories(
	ctx context.Context, req searchRequest, byWords func() wordHits,
) (hits, near []memory.MemoryHit, err error) {
	if strings.TrimSpace(req.expanded) == "" {
		return nil, []memory.MemoryHit{}, nil
	}
	var rest []memory.MemoryHit
	if req.cfg.Ranking == memory.RankByHybrid {
		h := hybridSearch{Searcher: s, searchRequest: req, byWords: byWords}
		hits, rest, err = h.findRankAndSplitByRelevance(ctx)
	} else {
		hits, rest, err = s.splitNearestByCosineThreshold(ctx, req)
	}
	if err != nil {
		return nil, nil, err
	}
	hits, rest = s.rerankCandidatesIfConfigured(ctx, req, hits, rest)
	mode, weight := req.recencyModeWithWeight()
	rescoreByAgeAndSort(hits, mode, weight, req.filter.Now)
	if hits, err = s.diversifyHitsByMMR(ctx, hits, req); err != nil {
		return nil, nil, err
	}
	if k := req.cfg.RetrievalTopK; len(hits) > k {
		hits, rest = hits[:k], append(slices.Clone(hits[k:]), rest...)
	}
	near = append([]memory.MemoryHit{}, rest[:min(len(rest), maxNearMisses)]...)
	for i := range near {
		near[i].Lane, near[i].Rank = memory.LaneRelevant, len(hits)+i+1
	}
	return hits, near, nil
}

// splitNearestByCosineThreshold is the search of the classic preset: the top_k nearest memories by
// cosine, or a multiple of it when age reorders them, limited to those at or above the threshold
// (source 000).
func (s *Searcher) splitNearestByCosineThreshold(
	ctx context.Context,
	req searchRequest,
) (hits, rest []memory.MemoryHit, err error) {
	vec, err := s.EmbedQuery(ctx, req.expanded)
	if err != nil {
		return nil, nil, err
	}
	pool := min(req.cfg.RetrievalTopK, maxPool)
	if mode, _ := req.recencyModeWithWeight(); mode != memory.RecencyNone || req.cfg.MMRLambda < 1 ||
		req.cfg.RerankURL != "" {
		pool = min(pool*poolFactor, maxPool)
	}
	low := req.cfg.RetrievalThreshold
	if req.floor != nil {
		low = *req.floor
	}
	all, err := s.FindNearestMemoriesPassingFilter(ctx, vec, pool+maxNearMisses, -1, req.filter)
	if err != nil {
		return nil, nil, err
	}
	for i, h := range all {
		if i < pool && h.Score >= low {
			hits = append(hits, h)
		} else {
			rest = append(rest, h)
		}
	}
	return hits, rest, nil
}
