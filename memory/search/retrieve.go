package search

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
)

// maxExpandedRunes is the length up to which a first-person question is expanded (source 000).
const maxExpandedRunes = 100

// maxAlwaysMemories bounds each part of the always lane.
const maxAlwaysMemories = 20

// maxNearMisses is how many memories below the threshold a receipt lists.
const maxNearMisses = 3

// RetrieveMemories finds the memories for a message by the rules of the preset. A failing search is
// no error: on error, timeout and no hit it falls back to the newest memories and sets Reason. It
// fails only when the store cannot be read.
func (s *Searcher) RetrieveMemories(ctx context.Context, profile memory.ID, p memory.RetrieveParams) (memory.Retrieval,
	error,
) {
	start := s.clock()
	cfg := s.config()
	if p.TopK > 0 {
		cfg.RetrievalTopK = p.TopK
	}
	if p.Threshold != nil {
		cfg.RetrievalThreshold = *p.Threshold
	}
	r := memory.Retrieval{
		Query: stripSlashCommand(p.Query), Memories: []memory.MemoryHit{},
		NearMisses: []memory.MemoryHit{},
	}
	r.ExpandedQuery = expandQuery(r.Query, cfg.QueryExpansion)
	f := memory.MemoryFilter{
		ProfileID: profile, ChatID: p.ChatID, Now: s.clock.Current(),
		IncludeOutdated: lang.AsksAboutPast(r.Query),
	}
	newest := f
	newest.Limit = max(cfg.RecentCount, cfg.SendAllUpTo+1)
	recent, err := s.store.Memories().List(ctx, newest)
	if err != nil {
		return r, fmt.Errorf("retrieve memories: %w", err)
	}
	always, err := alwaysLane(ctx, s.store, cfg, f)
	if err != nil {
		return r, err
	}
	if len(recent) <= cfg.SendAllUpTo {
		r.Mode = memory.RetrievalFew
		r.Memories = unscoredHits(memory.LaneRelevant, recent)
	} else {
		s.addRelevantOrRecent(ctx, &r, cfg, f, recent)
	}
	r.Memories = mergeLanes(always, r.Memories, systemLane(s.systemMemories, cfg, len(recent)))
	r.TookMS = float64(s.clock().Sub(start).Microseconds()) / 1000
	return r, nil
}

// addRelevantOrRecent searches within the deadline and falls back to the newest memories when the
// search returns nothing.
func (s *Searcher) addRelevantOrRecent(ctx context.Context, r *memory.Retrieval, cfg memory.Config,
	f memory.MemoryFilter, recent []memory.Memory,
) {
	hits, near, reason := s.searchWithDeadline(ctx, cfg, r.ExpandedQuery, f)
	r.NearMisses = near
	if reason == "" {
		r.Mode = memory.RetrievalRelevant
		for i := range hits {
			hits[i].Lane, hits[i].Rank = memory.LaneRelevant, i+1
		}
		r.Memories = hits
		return
	}
	r.Mode, r.Reason = memory.RetrievalRecent, reason
	if reason != memory.ReasonNoHit || cfg.RecentOnNoHit {
		r.Memories = unscoredHits(memory.LaneRecent, recent[:min(len(recent), cfg.RecentCount)])
	}
}

// alwaysLane returns what is sent with every answer of the profile: pinned memories and accepted
// instructions.
func alwaysLane(ctx context.Context, store memory.Store, cfg memory.Config, f memory.MemoryFilter) ([]memory.MemoryHit,
	error,
) {
	if !cfg.AlwaysLane {
		return nil, nil
	}
	pinned := true
	var out []memory.Memory
	for _, only := range []memory.MemoryFilter{{Pinned: &pinned}, {Kind: memory.KindInstruction}} {
		g := f
		g.Pinned, g.Kind, g.IncludeOutdated, g.Limit = only.Pinned, only.Kind, false, maxAlwaysMemories
		ms, err := store.Memories().List(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("retrieve memories: %w", err)
		}
		out = append(out, ms...)
	}
	return unscoredHits(memory.LaneAlways, out), nil
}

// systemLane returns the data folder's system memories for a profile that has few memories of its
// own (source 004).
func systemLane(texts []string, cfg memory.Config, own int) []memory.MemoryHit {
	if own >= cfg.SystemMemoriesBelow {
		return nil
	}
	ms := make([]memory.Memory, len(texts))
	for i, text := range texts {
		ms[i] = memory.Memory{
			Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther, Scope: memory.ScopeGlobal,
			Status: memory.StatusActive,
			Origin: memory.OriginSystem,
		}
	}
	return unscoredHits(memory.LaneSystem, ms)
}

// mergeLanes concatenates lanes in order, keeps each memory once and numbers the ranks.
func mergeLanes(lanes ...[]memory.MemoryHit) []memory.MemoryHit {
	out := []memory.MemoryHit{}
	seen := map[memory.ID]bool{}
	for _, lane := range lanes {
		for _, h := range lane {
			if h.ID != 0 && seen[h.ID] {
				continue
			}
			seen[h.ID] = true
			h.Rank = len(out) + 1
			out = append(out, h)
		}
	}
	return out
}

// searchResult is what the search goroutine returns.
type searchResult struct {
	hits, near []memory.MemoryHit
	err        error
}

// searchWithDeadline runs the search and gives up at the deadline; reason is empty when there are
// hits. A late search is cancelled by its context and not waited for.
func (s *Searcher) searchWithDeadline(
	ctx context.Context, cfg memory.Config, query string, f memory.MemoryFilter,
) (hits, near []memory.MemoryHit, reason memory.NullText) {
	near = []memory.MemoryHit{}
	if !s.embedder.IsReady() {
		return nil, near, memory.ReasonNoEmbedder
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.RetrievalDeadline)
	done := make(chan searchResult, 1)
	s.searches.Go(func() {
		defer cancel()
		h, n, err := s.searchMemories(ctx, cfg, query, f)
		done <- searchResult{h, n, err}
	})
	select {
	case <-ctx.Done():
		select {
		case r := <-done:
			return hitsOrReason(r, near)
		default:
			return nil, near, memory.ReasonTimeout
		}
	case r := <-done:
		return hitsOrReason(r, near)
	}
}

func hitsOrReason(r searchResult, none []memory.MemoryHit) (hits, near []memory.MemoryHit, reason memory.NullText) {
	switch {
	case r.err != nil && memory.IsTimeout(r.err):
		return nil, none, memory.ReasonTimeout
	case r.err != nil:
		return nil, none, memory.ReasonError
	case len(r.hits) == 0:
		return nil, r.near, memory.ReasonNoHit
	}
	return r.hits, r.near, ""
}

// searchMemories is the search of the classic preset: the top_k nearest memories by cosine, limited
// to those at or above the threshold, most relevant first (source 000). Memories that just missed
// are returned as near.
func (s *Searcher) searchMemories(
	ctx context.Context, cfg memory.Config, query string, f memory.MemoryFilter,
) (hits, near []memory.MemoryHit, err error) {
	if strings.TrimSpace(query) == "" {
		return nil, []memory.MemoryHit{}, nil
	}
	vec, err := s.EmbedQuery(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	all, err := s.SearchVectorIndex(ctx, vec, cfg.RetrievalTopK+maxNearMisses, -1, f)
	if err != nil {
		return nil, nil, err
	}
	near = []memory.MemoryHit{}
	for i, h := range all {
		switch {
		case i < cfg.RetrievalTopK && h.Score >= cfg.RetrievalThreshold:
			hits = append(hits, h)
		case len(near) < maxNearMisses:
			h.Lane, h.Rank = memory.LaneRelevant, i+1
			near = append(near, h)
		}
	}
	return hits, near, nil
}

// unscoredHits wraps memories that have no score, keeping their order.
func unscoredHits(lane memory.Lane, ms []memory.Memory) []memory.MemoryHit {
	hits := make([]memory.MemoryHit, len(ms))
	for i, m := range ms {
		hits[i] = memory.MemoryHit{Memory: m, Lane: lane, Rank: i + 1}
	}
	return hits
}

// stripSlashCommand removes a leading slash command, which controls the app and says nothing about
// the user.
func stripSlashCommand(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '/' || !unicode.IsLetter(rune(s[1])) {
		return s
	}
	word, rest, _ := strings.Cut(s, " ")
	if strings.ContainsAny(word[1:], "/.\\") { // a path, not a command
		return s
	}
	return strings.TrimSpace(rest)
}

// expandQuery appends the expansion to a short question about the user (source 000): at most 100
// characters and containing one of the words i, my, me. The phrases of the source (am i, do i,
// what's my, what is my) all contain one of them.
func expandQuery(q, expansion string) string {
	if q == "" || expansion == "" || utf8.RuneCountInString(q) > maxExpandedRunes {
		return q
	}
	words := strings.FieldsFunc(strings.ToLower(q), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for _, w := range words {
		if w == "i" || w == "my" || w == "me" {
			return q + expansion
		}
	}
	return q
}
