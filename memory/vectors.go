package memory

import (
	"context"
	"errors"
	"fmt"
	"memoir/memory/lang"
	"time"
)

// embedTimeout bounds how long storing one memory waits for its vector; if it is late, the
// background sync embeds it.
const embedTimeout = 2 * time.Second

// embedBatchSize is how many texts the background sync embeds between two writes.
const embedBatchSize = 32

// redactingEmbedder is the embedder for memory work. It may be a remote server, so secrets are
// removed from texts first.
type redactingEmbedder struct {
	Embedder
	service *Service
}

// Embed removes secrets from the texts and embeds them.
func (e redactingEmbedder) Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error) {
	shown := make([]string, len(texts))
	for i, t := range texts {
		shown[i] = e.service.redactForModel(t)
	}
	return e.Embedder.Embed(ctx, kind, shown)
}

// vectorCollection returns the collection of one profile and kind under the current embedder.
func (s *Service) vectorCollection(profile ID, kind OwnerKind) VectorCollection {
	return VectorCollection{ProfileID: profile, Embedder: s.embedder.ID(), Kind: kind}
}

// embedText returns the vector of one text, or nil when the embedder is not ready, fails or is too
// slow.
func (s *Service) embedText(ctx context.Context, kind EmbedKind, text string) []float32 {
	if !s.embedder.IsReady() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	vs, err := s.embedder.Embed(ctx, kind, []string{text})
	if err != nil {
		s.log.Warn("embedding failed", "err", err)
		return nil
	}
	return vs[0]
}

// indexMemory writes the vector of a stored memory to the store and then to the index. With a nil
// vector it leaves this to the background sync. A failure loses nothing, because the store knows
// which vectors are missing.
func (s *Service) indexMemory(ctx context.Context, m Memory, vec []float32) {
	if m.Status == StatusForgotten {
		s.removeFromIndex(ctx, m.ProfileID, OwnerMemory, m.ID)
		return
	}
	if vec == nil {
		s.requestSync()
		return
	}
	c := s.vectorCollection(m.ProfileID, OwnerMemory)
	key := VectorKey{Kind: OwnerMemory, Owner: m.ID}
	v := Vector{Key: key, Embedder: c.Embedder, ContentHash: lang.ContentHash(m.Content), Values: vec}
	err := s.store.Vectors().UpsertAll(ctx, []Vector{v})
	if err == nil {
		err = s.vectorIndex.Upsert(ctx, c, []Vector{v})
	}
	if err != nil {
		s.log.Warn("indexing failed, will be repaired", "memory", m.ID, "err", err)
		s.requestSync()
	}
}

// removeFromIndex removes an owner from the vector index; it does not touch the vectors in the
// store.
func (s *Service) removeFromIndex(ctx context.Context, profile ID, kind OwnerKind, owner ID) {
	key := VectorKey{Kind: kind, Owner: owner}
	if err := s.vectorIndex.Delete(ctx, s.vectorCollection(profile, kind), []VectorKey{key}); err != nil {
		s.log.Warn("removing from the index failed, will be repaired", "owner", owner, "err", err)
		s.requestSync()
	}
}

// reindexChanges updates the index to match what a decision left in the store.
func (s *Service) reindexChanges(ctx context.Context, profile ID, changes []Change) {
	for _, c := range changes {
		m, err := s.store.Memories().Get(ctx, profile, c.MemoryID)
		switch {
		case errors.Is(err, ErrNotFound) || (err == nil && m.Status == StatusForgotten):
			s.removeFromIndex(ctx, profile, OwnerMemory, c.MemoryID)
		case err != nil:
			s.requestSync()
		case c.Before == nil || c.After == nil || c.Before.Content != c.After.Content ||
			c.Before.Status == StatusForgotten:
			s.indexMemory(ctx, m, s.embedText(ctx, EmbedPassage, m.Content))
		}
	}
}

// findEquivalent returns a visible memory that says the same as m: equal after folding, or with a
// cosine of at least DedupThreshold. It returns the zero Memory when there is none. vec is m's
// passage vector; nil compares words only.
func (s *Service) findEquivalent(ctx context.Context, tx Store, m Memory, vec []float32) (Memory, error) {
	same, err := tx.Memories().FindByFoldedText(ctx, m.ProfileID, lang.FoldText(m.Content), StatusActive, StatusInbox,
		StatusArchived)
	if err != nil {
		return Memory{}, err
	}
	for _, o := range same {
		if o.ID != m.ID && o.isCurrent(s.currentTime()) {
			return o, nil
		}
	}
	near, err := s.nearestMemories(ctx, m.ProfileID, m.ChatID, vec, 5, s.Config().DedupThreshold)
	if err != nil {
		s.log.Warn("duplicate search failed", "err", err)
		return Memory{}, nil
	}
	for _, h := range near {
		if h.ID != m.ID {
			return h.Memory, nil
		}
	}
	return Memory{}, nil
}

// nearestMemories returns at most k current memories, not forgotten, that a chat reads (0 = global
// ones only) with a cosine of at least low to vec, nearest first. It returns nothing for a nil
// vector.
func (s *Service) nearestMemories(
	ctx context.Context, profile, chatID ID, vec []float32, k int, low float64,
) ([]MemoryHit, error) {
	if vec == nil {
		return nil, nil
	}
	f := MemoryFilter{
		ProfileID: profile, ChatID: chatID, Now: s.currentTime(),
		Status: []Status{StatusActive, StatusInbox, StatusArchived},
	}
	return s.searchVectorIndex(ctx, vec, k, low, f)
}

// searchVectorIndex returns at most k memories that pass the filter with a cosine of at least low,
// nearest first. The index knows nothing about visibility, so the search widens until it has k
// visible hits, the cosine drops below low, or the index is exhausted.
func (s *Service) searchVectorIndex(ctx context.Context, vec []float32, k int, low float64,
	f MemoryFilter) ([]MemoryHit, error) {
	c := s.vectorCollection(f.ProfileID, OwnerMemory)
	total := s.vectorIndex.Count(c)
	for want := min(k*2, total); ; want = min(want*4, total) {
		if want == 0 {
			return nil, nil
		}
		found, err := s.vectorIndex.Search(ctx, c, vec, want)
		if err != nil {
			return nil, fmt.Errorf("search index: %w", err)
		}
		hits, err := s.loadVisibleHits(ctx, found, k, low, f)
		if err != nil {
			return nil, err
		}
		if len(hits) == k || want == total || len(found) == 0 || found[len(found)-1].Cosine < low {
			return hits, nil
		}
	}
}

// loadVisibleHits loads the memories of vector hits, in order, and leaves out those that the filter
// rejects.
func (s *Service) loadVisibleHits(ctx context.Context, found []VectorHit, k int, low float64,
	f MemoryFilter) ([]MemoryHit, error) {
	f.IDs = make([]ID, 0, len(found))
	for _, h := range found {
		if h.Cosine >= low {
			f.IDs = append(f.IDs, h.Key.Owner)
		}
	}
	if len(f.IDs) == 0 {
		return nil, nil
	}
	ms, err := s.store.Memories().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("load hits: %w", err)
	}
	byID := make(map[ID]Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	hits := make([]MemoryHit, 0, k)
	for _, h := range found {
		m, ok := byID[h.Key.Owner]
		if !ok || h.Cosine < low || len(hits) == k {
			continue
		}
		cos := h.Cosine
		hits = append(hits, MemoryHit{Memory: m, Score: cos, ScoreParts: ScoreParts{Cosine: &cos}})
	}
	return hits, nil
}
