package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"memoir/memory"
	"memoir/memory/learn"
)

// LoadHealth reports the state as seen by one profile.
func (s *Session) LoadHealth(ctx context.Context) (memory.Health, error) {
	cfg := s.Config()
	h := memory.Health{
		Status: "ok", Version: s.version, Embedder: s.search.EmbedderHealth(),
		JobsByState:    map[memory.JobState]int{memory.JobQueued: 0, memory.JobRunning: 0, memory.JobDead: 0},
		PromptProblems: append([]string{}, s.prompts.OverrideProblems...),
		Repairs:        append([]string{}, s.repairs...),
		Config:         cfg.AllTextValues(),
	}
	figuresErr := s.loadHealthFigures(ctx, &h)
	if figuresErr != nil && !errors.Is(figuresErr, memory.ErrCorrupt) {
		return h, fmt.Errorf("health: %w", figuresErr)
	}
	if ms, err := s.catalog.ListModels(ctx); err == nil {
		for _, m := range ms {
			if m.Available {
				h.AvailableModels++
			}
		}
	}
	h.Index = s.search.VectorIndexHealth(ctx, s.profile)
	if !h.Embedder.Ready || h.Index.State == memory.IndexLimited {
		h.Status = "limited"
	}
	if figuresErr != nil || s.firstDamage() != nil {
		h.Status = "damaged"
	}
	return h, nil
}

// loadHealthFigures counts as much as can be read and returns the first error.
func (s *Session) loadHealthFigures(ctx context.Context, h *memory.Health) error {
	var countErr, counterErr error
	h.ActiveMemories, countErr = s.store.MemoryStore().Count(ctx,
		memory.MemoryFilter{ProfileID: s.profile, AnyScope: true})
	h.Counters, counterErr = s.LoadMemoryUsageCounters(ctx)
	js, err := s.ListUnfinishedJobs(ctx)
	for _, j := range js {
		h.JobsByState[j.State]++
		if j.State != memory.JobDead {
			h.QueueLength++
		}
	}
	return cmp.Or(countErr, counterErr, err)
}

// LoadMemoryUsageCounters reads the counters of a profile.
func (s *Session) LoadMemoryUsageCounters(ctx context.Context) (memory.Counters, error) {
	cfg := s.Config()
	c := memory.Counters{TokenLimit: cfg.TokensPerDay}
	active, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: s.profile, AnyScope: true,
		Now: s.clock.NowInUTCToMillisecond(),
	})
	if err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	c.Total = len(active)
	for _, m := range active {
		if m.UseCount == 0 {
			c.NeverUsed++
		}
	}
	waiting := memory.MemoryFilter{ProfileID: s.profile, AnyScope: true, Status: []memory.Status{memory.StatusInbox}}
	if c.Inbox, err = s.store.MemoryStore().Count(ctx, waiting); err != nil {
		return c, fmt.Errorf("count memories: %w", err)
	}
	tally, err := s.store.DecisionStore().CountUnrevertedMemoryDecisionsByAction(
		ctx, s.profile, time.Time{}, learn.ReasonsOfRefusedFacts(), // which repeat nothing
	)
	if err != nil {
		return c, fmt.Errorf("count decisions: %w", err)
	}
	c.Duplicates = tally[memory.ActionIgnore]
	c.ReplacementRate = ratioOrZero(tally[memory.ActionReplace], tally[memory.ActionReplace]+tally[memory.ActionAdd])
	c.DedupRate = ratioOrZero(tally[memory.ActionIgnore],
		tally[memory.ActionIgnore]+tally[memory.ActionAdd]+tally[memory.ActionReplace])
	u, err := learn.ReadUsageCounters(ctx, s.store, s.profile)
	if err != nil {
		return c, err
	}
	c.HitRate, c.TokensByDay = ratioOrZero(u.Hits, u.Answers), u.Tokens
	return c, nil
}

func ratioOrZero(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
