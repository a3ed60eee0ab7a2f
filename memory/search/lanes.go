package search

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
)

// unscoredLanes is what a prompt gets whatever its question is.
type unscoredLanes struct {
	baseText      memory.NullText // empty when it is not sent
	always, keyed []memory.MemoryHit
	// hasProposals says whether there is any memory that may replace another one of the profile.
	hasProposals bool
}

// startReadingUnscoredLanes starts to read the lanes beside a search. The returned function
// waits for them and must be called once.
func (s *Searcher) startReadingUnscoredLanes(
	ctx context.Context, cfg memory.Config, f memory.MemoryFilter,
) func() (unscoredLanes, error) {
	var lanes unscoredLanes
	var err error
	done := make(chan struct{})
	s.searches.Go(func() {
		defer close(done)
		lanes, err = s.readUnscoredLanes(ctx, cfg, f)
	})
	return func() (unscoredLanes, error) {
		<-done
		return lanes, err
	}
}

func (s *Searcher) readUnscoredLanes(
	ctx context.Context, cfg memory.Config, f memory.MemoryFilter,
) (lanes unscoredLanes, err error) {
	base, err := s.store.BaseMemoryStore().NewestOrEmpty(ctx, f.ProfileID)
	if err != nil {
		return lanes, fmt.Errorf("retrieve memories: %w", err)
	}
	if base.ShouldBeSentInPrompts(cfg) {
		lanes.baseText = memory.NullText(base.Content)
	}
	may, err := s.store.MemoryStore().FindLanesWithMemories(ctx, f.ProfileID) // most profiles have few of them
	if err != nil {
		return lanes, fmt.Errorf("retrieve memories: %w", err)
	}
	if lanes.always, err = pinnedAndInstructionHits(ctx, s.store, cfg, f, may); err != nil {
		return lanes, err
	}
	if may.Keyed {
		if lanes.keyed, err = s.listNewestFactOfEachKey(ctx, cfg.InjectedKeys, f); err != nil {
			return lanes, err
		}
	}
	if !may.Proposals {
		return lanes, nil
	}
	proposals, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: f.ProfileID, AnyScope: true, IsProposal: true, Limit: 1,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox},
	})
	if err != nil {
		return lanes, fmt.Errorf("what may replace memories: %w", err)
	}
	lanes.hasProposals = len(proposals) > 0
	return lanes, nil
}

// maxAlwaysMemories bounds each part of the always lane.
const maxAlwaysMemories = 20

// pinnedAndInstructionHits returns what is sent with every answer of the profile: pinned memories
// and accepted instructions.
func pinnedAndInstructionHits(
	ctx context.Context, store memory.Store, cfg memory.Config, f memory.MemoryFilter, may memory.MemoryLanes,
) ([]memory.MemoryHit, error) {
	if !cfg.AlwaysLane {
		return nil, nil
	}
	pinned := true
	var parts []memory.MemoryFilter
	if may.Pinned {
		parts = append(parts, memory.MemoryFilter{Pinned: &pinned})
	}
	if may.Instructions {
		parts = append(parts, memory.MemoryFilter{Kind: memory.KindInstruction})
	}
	var out []memory.Memory
	for _, only := range parts {
		g := f
		g.Pinned, g.Kind, g.IncludeOutdated, g.Limit = only.Pinned, only.Kind, false, maxAlwaysMemories
		ms, err := store.MemoryStore().List(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("retrieve memories: %w", err)
		}
		out = append(out, ms...)
	}
	return unscoredHits(memory.LaneAlways, out), nil
}

// keyedPool is how many of the newest facts with a key are read (S002-8).
const keyedPool = 8

// listNewestFactOfEachKey returns the newest facts with a key, at most limit and one for each key,
// since a key has one value (source 002).
func (s *Searcher) listNewestFactOfEachKey(
	ctx context.Context, limit int, f memory.MemoryFilter,
) ([]memory.MemoryHit, error) {
	if limit == 0 {
		return nil, nil
	}
	newest, err := s.newestFactOfEachKeyInPool(ctx, max(keyedPool, limit), f)
	if err != nil {
		return nil, err
	}
	return unscoredHits(memory.LaneKeys, newest[:min(limit, len(newest))]), nil
}

// NewestMemoryOfEachKey returns the newest facts with a key that a chat of the profile may use, one
// for each key, out of the 8 newest (source 002).
func (s *Searcher) NewestMemoryOfEachKey(ctx context.Context, profile, chat memory.ID) ([]memory.Memory, error) {
	return s.newestFactOfEachKeyInPool(ctx, keyedPool, memory.MemoryFilter{
		ProfileID: profile, ChatID: chat, Now: s.clock.NowInUTCToMillisecond(),
	})
}

// newestFactOfEachKeyInPool returns the newest fact for each key among the pool newest facts with
// one.
func (s *Searcher) newestFactOfEachKeyInPool(
	ctx context.Context, pool int, f memory.MemoryFilter,
) ([]memory.Memory, error) {
	f.HasKey, f.Kind, f.IncludeOutdated, f.Limit = true, memory.KindFact, false, pool
	ms, err := s.store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("list facts with a key: %w", err)
	}
	seen := map[memory.NullText]bool{}
	return slices.DeleteFunc(ms, func(m memory.Memory) bool {
		isOlder := seen[m.Key]
		seen[m.Key] = true
		return isOlder
	}), nil
}

// systemMemoryHitsIfFewOwn returns the profile's system memories while it has few memories of its
// own (source 004). Later they are found like any other. recent are memories of its own that pass
// the filter; there may be more.
func (s *Searcher) systemMemoryHitsIfFewOwn(
	ctx context.Context, f memory.MemoryFilter, recent []memory.Memory,
) ([]memory.MemoryHit, error) {
	if !f.IncludeOutdated && len(recent) >= s.config().SystemMemoriesBelow {
		return nil, nil
	}
	hasFew, err := s.HasFewOwnMemories(ctx, s.store, f.ProfileID)
	if err != nil || !hasFew {
		return nil, err
	}
	f.Origin, f.IncludeOutdated = memory.OriginSystem, false
	ms, err := s.store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("list system memories: %w", err)
	}
	slices.Reverse(ms) // the order of the file
	return unscoredHits(memory.LaneSystem, ms), nil
}

// HasFewOwnMemories reports whether a profile has fewer active memories of its own, in all its
// chats together, than system_memories_below; those that the system gave it do not count.
func (s *Searcher) HasFewOwnMemories(ctx context.Context, store memory.Store, profile memory.ID) (bool, error) {
	below := s.config().SystemMemoriesBelow
	if below == 0 {
		return false, nil
	}
	// No more than that many are read: counting 10,000 takes half the time of a search.
	own, err := store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: profile, AnyScope: true, NotOrigin: memory.OriginSystem, Now: s.clock.NowInUTCToMillisecond(),
		Limit: below,
	})
	if err != nil {
		return false, fmt.Errorf("count memories: %w", err)
	}
	return len(own) < below, nil
}

// mergeLanesWithoutDuplicates concatenates lanes in order, keeps each memory once and numbers the
// ranks.
func mergeLanesWithoutDuplicates(lanes ...[]memory.MemoryHit) []memory.MemoryHit {
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

// unscoredHits wraps memories that have no score, keeping their order.
func unscoredHits(lane memory.Lane, ms []memory.Memory) []memory.MemoryHit {
	hits := make([]memory.MemoryHit, len(ms))
	for i, m := range ms {
		hits[i] = memory.MemoryHit{Memory: m, Lane: lane, Rank: i + 1}
	}
	return hits
}
