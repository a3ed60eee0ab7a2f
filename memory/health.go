package memory

import (
	"context"
	"fmt"
)

// Health is the state of the whole program, for /health and Settings. It contains no user content.
type Health struct {
	Status          string            `json:"status"` // ok, or limited when memory search is limited
	Version         string            `json:"version"`
	AvailableModels int               `json:"models"` // available ones
	Embedder        EmbedderHealth    `json:"embedder"`
	Index           IndexHealth       `json:"index"`
	QueueLength     int               `json:"queue_length"`
	JobsByState     map[JobState]int  `json:"jobs"`
	ActiveMemories  int               `json:"memories"` // active
	Counters        Counters          `json:"counters"`
	PromptProblems  []string          `json:"prompt_problems"`
	Config          map[string]string `json:"config"`
}

// EmbedderHealth names the current embedder and says whether it is ready.
type EmbedderHealth struct {
	ID    string `json:"id"`
	Ready bool   `json:"ready"`
}

// IndexHealth is the state of the vector index compared with the store.
type IndexHealth struct {
	State   string `json:"state"` // ready, syncing, limited
	Vectors int    `json:"vectors"`
	Error   string `json:"error,omitempty"`
}

// Health reports the state as seen by one profile.
func (s *Session) Health(ctx context.Context) (Health, error) {
	cfg := s.Config()
	h := Health{
		Status: "ok", Version: s.version, Embedder: EmbedderHealth{ID: s.embedder.ID(), Ready: s.embedder.IsReady()},
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
	h.Index = s.indexHealth(s.profile)
	if !h.Embedder.Ready || h.Index.State == "limited" {
		h.Status = "limited"
	}
	return h, nil
}

func (s *Service) indexHealth(profile ID) IndexHealth {
	s.indexSync.mu.Lock()
	defer s.indexSync.mu.Unlock()
	h := IndexHealth{State: "ready", Error: s.indexSync.lastError,
		Vectors: s.vectorIndex.Count(s.vectorCollection(profile, OwnerMemory))}
	switch {
	case s.indexSync.running:
		h.State = "syncing"
	case s.indexSync.lastError != "":
		h.State = "limited"
	}
	return h
}
