package memory

import (
	"context"
	"fmt"
	"time"
)

// Health reports the state as seen by one profile.
func (s *Session) Health(ctx context.Context) (Health, error) {
	cfg := s.Config()
	h := Health{
		Status: "ok", Version: s.version, Embedder: s.search.EmbedderHealth(),
		JobsByState:    map[JobState]int{JobQueued: 0, JobRunning: 0, JobDead: 0},
		PromptProblems: append([]string{}, s.prompts.OverrideProblems...),
		Config:         cfg.TextValues(),
	}
	var err error
	if h.ActiveMemories, err = s.store.Memories().Count(ctx,
		MemoryFilter{ProfileID: s.profile, AnyScope: true}); err != nil {
		return h, fmt.Errorf("health: %w", err)
	}
	if h.Counters, err = s.Counters(ctx); err != nil {
		return h, fmt.Errorf("health: %w", err)
	}
	js, err := s.UnfinishedJobs(ctx)
	if err != nil {
		return h, fmt.Errorf("health: %w", err)
	}
	for _, j := range js {
		h.JobsByState[j.State]++
		if j.State != JobDead {
			h.QueueLength++
		}
	}
	if ms, err := s.catalog.Models(ctx); err == nil {
		for _, m := range ms {
			if m.Available {
				h.AvailableModels++
			}
		}
	}
	h.Index = s.search.IndexHealth(s.profile)
	if !h.Embedder.Ready || h.Index.State == "limited" {
		h.Status = "limited"
	}
	return h, nil
}

// Counters reads the counters of a profile.
func (s *Session) Counters(ctx context.Context) (Counters, error) {
	cfg := s.Config()
	c := Counters{TokenLimit: cfg.TokensPerDay}
	active, err := s.store.Memories().List(ctx, MemoryFilter{ProfileID: s.profile, AnyScope: true, Now: s.clock.Current()})
	if err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	c.Total = len(active)
	for _, m := range active {
		if m.UseCount == 0 {
			c.NeverUsed++
		}
	}
	waiting := MemoryFilter{ProfileID: s.profile, AnyScope: true, Status: []Status{StatusInbox}}
	if c.Inbox, err = s.store.Memories().Count(ctx, waiting); err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	tally, err := s.store.Decisions().CountByAction(ctx, s.profile, time.Time{})
	if err != nil {
		return c, fmt.Errorf("count decisions: %w", err)
	}
	c.Duplicates = tally[ActionIgnore]
	c.ReplacementRate = ratioOf(tally[ActionReplace], tally[ActionReplace]+tally[ActionAdd])
	c.DedupRate = ratioOf(tally[ActionIgnore], tally[ActionIgnore]+tally[ActionAdd]+tally[ActionReplace])
	u, err := ReadUsageCounters(ctx, s.store, s.profile)
	if err != nil {
		return c, err
	}
	c.HitRate, c.TokensByDay = ratioOf(u.Hits, u.Answers), u.Tokens
	return c, nil
}

func ratioOf(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
