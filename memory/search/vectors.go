package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// vectors embeds single texts and stores, finds and removes their vectors. Its methods are safe for
// concurrent use.
type vectors struct {
	*indexSync
	rawEmbedder memory.Embedder // without redaction
	queries     queryVectors
	clock       memory.Clock
}

// embedTimeout bounds how long storing one memory waits for its vector; if it is late, the
// background sync embeds it.
const embedTimeout = 2 * time.Second

// indexBatchSize is how many owners' vectors are read at a time to bring the index up to date.
const indexBatchSize = 256

// embedBatchSize is how many texts the background sync embeds between two writes.
const embedBatchSize = 32

// EmbedTextWithTimeout returns the vector of one text, or nil when the embedder is not ready, fails
// or is too slow.
func (s *vectors) EmbedTextWithTimeout(ctx context.Context, kind memory.EmbedKind, text string) []float32 {
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

// WaitAndEmbedTextsUnredacted returns the vectors of texts under the current embedder, without
// redacting secrets.
func (s *vectors) WaitAndEmbedTextsUnredacted(
	ctx context.Context,
	kind memory.EmbedKind,
	texts []string,
) ([][]float32, error) {
	if err := s.waitEmbedderReady(ctx); err != nil {
		return nil, err
	}
	return s.rawEmbedder.Embed(ctx, kind, texts)
}

// StoreAndIndexMemoryVectorOrSync writes the vector of a stored memory to the store and then to the
// index. With a nil vector it leaves this to the background sync. A failure loses nothing, because
// the store knows which vectors are missing.
func (s *vectors) StoreAndIndexMemoryVectorOrSync(ctx context.Context, m memory.Memory, vec []float32) {
	if m.Status == memory.StatusForgotten {
		s.RemoveUnchunkedOwnerFromIndex(ctx, m.ProfileID, memory.OwnerMemory, m.ID)
		return
	}
	if vec == nil {
		s.RequestSync(m.ProfileID)
		return
	}
	c := s.vectorCollection(m.ProfileID, memory.OwnerMemory)
	key := memory.VectorKey{Kind: memory.OwnerMemory, Owner: m.ID}
	v := memory.Vector{Key: key, Embedder: c.Embedder, ContentHash: lang.ContentHash(m.Content), Values: vec}
	err := s.store.VectorStore().UpsertAll(ctx, []memory.Vector{v})
	if err == nil {
		err = s.vectorIndex.Upsert(ctx, c, []memory.Vector{v})
	}
	if err != nil {
		s.log.Warn("indexing failed, will be repaired", "memory", m.ID, "err", err)
		s.RequestSync(m.ProfileID)
	}
}

// RemoveUnchunkedOwnerFromIndex removes an owner from the vector index; it does not touch the
// vectors in the store.
func (s *vectors) RemoveUnchunkedOwnerFromIndex(
	ctx context.Context, profile memory.ID, kind memory.OwnerKind, owner memory.ID,
) {
	key := memory.VectorKey{Kind: kind, Owner: owner}
	if err := s.vectorIndex.Delete(ctx, s.vectorCollection(profile, kind), []memory.VectorKey{key}); err != nil {
		s.log.Warn("removing from the index failed, will be repaired", "owner", owner, "err", err)
		s.RequestSync(profile)
	}
}

// ReindexChangedMemories updates the index to match what a decision left in the store.
func (s *vectors) ReindexChangedMemories(ctx context.Context, profile memory.ID, changes []memory.Change) {
	for _, c := range changes {
		m, err := s.store.MemoryStore().Get(ctx, profile, c.MemoryID)
		switch {
		case errors.Is(err, memory.ErrNotFound) || (err == nil && m.Status == memory.StatusForgotten):
			s.RemoveUnchunkedOwnerFromIndex(ctx, profile, memory.OwnerMemory, c.MemoryID)
		case err != nil:
			s.RequestSync(profile)
		case c.Before == nil || c.After == nil || c.Before.Content != c.After.Content ||
			c.Before.Status == memory.StatusForgotten:
			s.StoreAndIndexMemoryVectorOrSync(ctx, m, s.EmbedTextWithTimeout(ctx, memory.EmbedPassage, m.Content))
		}
	}
}

// FindEquivalentMemory returns a visible memory that says the same as m: equal after folding, or
// with a cosine of at least DedupThreshold. It returns the zero Memory when there is none. vec is
// m's passage vector; nil compares words only.
func (s *vectors) FindEquivalentMemory(
	ctx context.Context, tx memory.Store, m memory.Memory, vec []float32,
) (memory.Memory, error) {
	same, err := tx.MemoryStore().FindByFoldedText(ctx, m.ProfileID, lang.FoldText(m.Content), memory.StatusActive,
		memory.StatusInbox,
		memory.StatusArchived)
	if err != nil {
		return memory.Memory{}, err
	}
	usedThere := memory.MemoryFilter{ProfileID: m.ProfileID, ChatID: m.ChatID, ProjectID: m.ProjectID}
	for _, o := range same {
		f := usedThere
		f.IDs, f.Status, f.IncludeOutdated = []memory.ID{o.ID}, []memory.Status{o.Status}, true
		n, err := tx.MemoryStore().Count(ctx, f)
		if err != nil {
			return memory.Memory{}, err
		}
		if n > 0 && o.ID != m.ID && o.IsNeitherSupersededNorEnded(s.clock.NowInUTCToMillisecond()) {
			return o, nil
		}
	}
	near, err := s.FindNearestCurrentMemories(ctx, usedThere, vec, 5, s.config().DedupThreshold)
	if err != nil {
		s.log.Warn("duplicate search failed", "err", err)
		return memory.Memory{}, nil
	}
	for _, h := range near {
		if h.ID != m.ID {
			return h.Memory, nil
		}
	}
	return memory.Memory{}, nil
}

// FindNearestCurrentMemories returns at most k current memories, not forgotten, that pass a filter
// of profile, chat and project, with a cosine of at least low to vec, nearest first. It returns
// nothing for a nil vector.
func (s *vectors) FindNearestCurrentMemories(
	ctx context.Context, f memory.MemoryFilter, vec []float32, k int, low float64,
) ([]memory.MemoryHit, error) {
	if vec == nil {
		return nil, nil
	}
	f.Now = s.clock.NowInUTCToMillisecond()
	f.Status = []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived}
	return s.FindNearestMemoriesPassingFilter(ctx, vec, k, low, f)
}

// FindNearestMemoriesPassingFilter returns at most k memories that pass the filter with a cosine of
// at least low, nearest first. The index knows nothing about visibility, so the search widens until
// it has k visible hits, the cosine drops below low, or the index is exhausted.
func (s *vectors) FindNearestMemoriesPassingFilter(
	ctx context.Context, vec []float32, k int, low float64, f memory.MemoryFilter,
) ([]memory.MemoryHit, error) {
	for want := k; ; want *= 4 {
		found, isAll, err := s.searchIndex(ctx, vec, want, f.ProfileID)
		if err != nil {
			return nil, err
		}
		isBelow := func(h memory.VectorHit) bool { return h.Cosine < low }
		end := slices.IndexFunc(found, isBelow) // they are nearest first
		if end < 0 {
			end = len(found)
		}
		hits, err := loadHitsPassingFilter(ctx, s.store, found[:end], f)
		if err != nil {
			return nil, err
		}
		if len(hits) >= k || isAll || end < len(found) {
			return hits[:min(k, len(hits))], nil
		}
	}
}

// searchIndex returns the memories of a profile that are nearest to vec, whoever may see them: a
// quarter more than k, because some will not pass a filter, and whether these are all that are
// indexed.
func (s *vectors) searchIndex(
	ctx context.Context, vec []float32, k int, profile memory.ID,
) (found []memory.VectorHit, isAll bool, err error) {
	c := s.vectorCollection(profile, memory.OwnerMemory)
	total := s.vectorIndex.Count(ctx, c)
	want := min(k+k/4, total)
	if want == 0 {
		return nil, true, nil
	}
	if found, err = s.vectorIndex.Search(ctx, c, vec, want); err != nil {
		return nil, false, fmt.Errorf("search index: %w", err)
	}
	return found, want == total || len(found) == 0, nil
}

// loadHitsPassingFilter loads the memories of vector hits, in order, and leaves out those that the
// filter rejects.
func loadHitsPassingFilter(
	ctx context.Context, store memory.Store, found []memory.VectorHit, f memory.MemoryFilter,
) ([]memory.MemoryHit, error) {
	if len(found) == 0 {
		return nil, nil
	}
	f.IDs = make([]memory.ID, len(found))
	for i, h := range found {
		f.IDs[i] = h.Key.Owner
	}
	ms, err := store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("load hits: %w", err)
	}
	return hitsAmongMemories(found, ms), nil
}

// hitsAmongMemories returns the vector hits whose memories are given, in the order of the hits.
func hitsAmongMemories(found []memory.VectorHit, ms []memory.Memory) []memory.MemoryHit {
	byID := make(map[memory.ID]memory.Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	var hits []memory.MemoryHit
	for _, h := range found {
		if m, ok := byID[h.Key.Owner]; ok {
			cos := h.Cosine
			hits = append(hits, memory.MemoryHit{Memory: m, Score: cos, ScoreParts: memory.ScoreParts{Cosine: &cos}})
		}
	}
	return hits
}

// LoadOrEmbedAndStoreVectorsOfForgotten returns the vectors of forgotten memories.
// ReembedMemoriesFilesMessages skips these memories, so missing vectors are computed here, at most
// embedBatchSize per call.
func (s *vectors) LoadOrEmbedAndStoreVectorsOfForgotten(
	ctx context.Context, profile memory.ID, gone []memory.Memory,
) ([]memory.Vector, error) {
	ids := make([]memory.ID, len(gone))
	for i, m := range gone {
		ids[i] = m.ID
	}
	vs, err := s.store.VectorStore().GetByOwners(ctx, profile, memory.OwnerMemory, s.embedder.ID(), ids)
	if err != nil {
		return nil, err
	}
	have := map[memory.ID]bool{}
	for _, v := range vs {
		have[v.Key.Owner] = true
	}
	missing := slices.DeleteFunc(slices.Clone(gone), func(m memory.Memory) bool { return have[m.ID] })
	var fresh []memory.Vector
	for _, m := range missing[:min(len(missing), embedBatchSize)] {
		if vec := s.EmbedTextWithTimeout(ctx, memory.EmbedPassage, m.Content); vec != nil {
			fresh = append(fresh, memory.Vector{
				Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: m.ID}, Embedder: s.embedder.ID(),
				ContentHash: lang.ContentHash(m.Content), Values: vec,
			})
		}
	}
	if len(fresh) > 0 {
		err = s.store.VectorStore().UpsertAll(ctx, fresh)
	}
	return append(vs, fresh...), err
}

// LoadStoredMemoryVector returns the stored vector of a memory under the current embedder, or nil.
func (s *vectors) LoadStoredMemoryVector(ctx context.Context, profile, id memory.ID) ([]float32, error) {
	vs, err := s.store.VectorStore().GetByOwners(ctx, profile, memory.OwnerMemory, s.embedder.ID(), []memory.ID{id})
	if err != nil || len(vs) == 0 {
		return nil, err
	}
	return vs[0].Values, nil
}

// EmbedFilesAndFindNearestChunk returns the chunk of a file, of any of the profile's, that is
// nearest to a vector, and the zero hit when there is none. Files without vectors are embedded
// first.
func (s *vectors) EmbedFilesAndFindNearestChunk(
	ctx context.Context,
	profile memory.ID,
	vec []float32,
) (memory.VectorHit, error) {
	if _, err := s.embedStoreAndIndexStaleOwners(ctx, profile, memory.OwnerFile, nil); err != nil {
		s.log.Warn("files could not be embedded, only their words were compared", "err", err)
	}
	hits, err := s.vectorIndex.Search(ctx, s.vectorCollection(profile, memory.OwnerFile), vec, 1)
	if err != nil || len(hits) == 0 {
		return memory.VectorHit{}, err
	}
	return hits[0], nil
}

// DropProfileFromVectorIndex removes every vector of a deleted profile from the index.
func (s *vectors) DropProfileFromVectorIndex(ctx context.Context, profile memory.ID) {
	for _, kind := range []memory.OwnerKind{memory.OwnerMemory, memory.OwnerFile, memory.OwnerMessage} {
		if err := s.vectorIndex.DropCollection(ctx, s.vectorCollection(profile, kind)); err != nil {
			s.log.Warn("the index of a deleted profile could not be dropped", "profile", profile, "err", err)
		}
	}
}
