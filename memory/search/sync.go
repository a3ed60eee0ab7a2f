package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// indexSync keeps the vector index equal to the store and embeds what has no vector yet: in the
// background after each request, or at once in ReembedMemoriesFilesMessages; messages are left to
// the messageEmbedder. It belongs to one Searcher, which asks it for a sync wherever a vector is
// missing. All methods are safe for concurrent use; Run has one goroutine of its own.
type indexSync struct {
	store       memory.Store
	vectorIndex memory.VectorIndex
	embedder    memory.Embedder // receives no secrets
	bus         memory.Bus
	log         *slog.Logger
	config      func() memory.Config
	messages    *messageEmbedder
	calibration *calibrator

	requested  chan struct{} // told when there are stale profiles
	firstEnded chan struct{} // closed when the first sync has ended, failed or not
	firstOnce  sync.Once
	embedMu    sync.Mutex      // held while a sync or ReembedMemoriesFilesMessages embeds the whole folder
	stale      pendingProfiles // their vectors may differ between store and index
	mu         sync.Mutex
	running    bool
	lastError  string
}

// vectorCollection returns the collection of one profile and kind under the current embedder.
func (s *indexSync) vectorCollection(profile memory.ID, kind memory.OwnerKind) memory.VectorCollection {
	return memory.VectorCollection{ProfileID: profile, Embedder: s.embedder.ID(), Kind: kind}
}

// RequestSync asks for a sync of store and vector index in one profile. It never blocks.
func (s *indexSync) RequestSync(profile memory.ID) {
	s.addStaleAndWakeLoop(oneProfile(profile))
}

// RequestSyncOfAllProfiles asks for a sync of store and vector index. It never blocks.
func (s *indexSync) RequestSyncOfAllProfiles() { s.addStaleAndWakeLoop(allProfiles()) }

func (s *indexSync) addStaleAndWakeLoop(profiles profileSelection) {
	s.stale.addSelection(profiles)
	select {
	case s.requested <- struct{}{}:
	default:
	}
}

// RunSyncLoop syncs all profiles once at start and then those of each request, until ctx ends. A failed
// sync is retried after a minute; after an hour without requests it syncs all once more.
func (s *indexSync) RunSyncLoop(ctx context.Context) {
	s.RequestSyncOfAllProfiles()
	retry := time.NewTimer(time.Hour)
	defer retry.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.requested:
		case <-retry.C:
			s.stale.addSelection(allProfiles())
		}
		if err := s.waitEmbedderReady(ctx); err != nil {
			return
		}
		s.calibrateEmbedderIfNeeded(ctx)
		profiles := s.stale.takeSelection()
		err := s.repairIndexAndEmbed(ctx, profiles)
		switch {
		case err == nil:
			retry.Reset(time.Hour)
		case ctx.Err() == nil:
			s.stale.addSelection(profiles)
			s.log.Warn("index sync failed", "err", err)
			retry.Reset(time.Minute)
		}
		s.recordAndAnnounceSyncEnd(err)
	}
}

// waitEmbedderReady blocks until the embedder is ready and returns the context's error if that
// comes first.
func (s *indexSync) waitEmbedderReady(ctx context.Context) error {
	const poll = 20 * time.Millisecond
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for !s.embedder.IsReady() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return nil
}

// WaitForEmbedderAndFirstSync blocks until the embedder is ready and the sync that Start begins has
// ended, so that everything stored before can be found. If that sync fails, it does not wait for
// the retry.
func (s *indexSync) WaitForEmbedderAndFirstSync(ctx context.Context) error {
	if err := s.waitEmbedderReady(ctx); err != nil {
		return err
	}
	select {
	case <-s.firstEnded:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *indexSync) recordAndAnnounceSyncEnd(err error) {
	s.mu.Lock()
	s.running, s.lastError = false, ""
	if err != nil {
		s.lastError = err.Error()
	}
	s.mu.Unlock()
	s.firstOnce.Do(func() { close(s.firstEnded) })
	s.bus.Publish(memory.Event{Kind: memory.EventIndex})
}

// repairIndexAndEmbed repairs the index of profiles from the store and embeds whatever has no vector yet.
func (s *indexSync) repairIndexAndEmbed(ctx context.Context, profiles profileSelection) error {
	s.embedMu.Lock()
	defer s.embedMu.Unlock()
	ps, err := s.store.ProfileStore().List(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.running = true
	s.mu.Unlock()
	for _, p := range ps {
		if !profiles.includesProfile(p.ID) {
			continue
		}
		if err := s.matchIndexToStoredVectors(ctx, s.vectorCollection(p.ID, memory.OwnerMessage)); err != nil {
			return fmt.Errorf("profile %d: %w", p.ID, err)
		}
		for _, kind := range []memory.OwnerKind{memory.OwnerMemory, memory.OwnerFile} {
			if err := s.matchIndexToStoredVectors(ctx, s.vectorCollection(p.ID, kind)); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
			if _, err := s.embedStoreAndIndexStaleOwners(ctx, p.ID, kind, nil); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
		}
	}
	s.messages.requestBacklogEmbedding(profiles)
	return nil
}

// matchIndexToStoredVectors makes the index hold exactly the store's vectors: it writes missing and
// outdated ones and deletes all others.
func (s *indexSync) matchIndexToStoredVectors(ctx context.Context, c memory.VectorCollection) error {
	have, err := s.vectorIndex.ContentHashes(ctx, c)
	if err != nil {
		s.log.Warn("index unreadable, rebuilding", "err", err)
		if err := s.vectorIndex.DropCollection(ctx, c); err != nil {
			return err
		}
		have = map[memory.VectorKey]string{}
	}
	stored, err := s.store.VectorStore().ContentHashByKey(ctx, c)
	if err != nil {
		return fmt.Errorf("repair index: %w", err)
	}
	var stale []memory.ID
	for k, hash := range stored {
		if indexed, ok := have[k]; !ok || indexed != hash {
			stale = append(stale, k.Owner)
		}
		delete(have, k)
	}
	slices.Sort(stale)
	for owners := range slices.Chunk(slices.Compact(stale), indexBatchSize) {
		vs, err := s.store.VectorStore().GetByOwners(ctx, c.ProfileID, c.Kind, c.Embedder, owners)
		if err == nil {
			err = s.vectorIndex.Upsert(ctx, c, vs)
		}
		if err != nil {
			return fmt.Errorf("repair index: %w", err)
		}
	}
	return s.vectorIndex.Delete(ctx, c, slices.Collect(maps.Keys(have)))
}

// embedStoreAndIndexStaleOwners embeds, in small batches, every owner of the kind whose vector is
// missing or was made from different text, and returns how many owners it embedded. Owners that
// yield no vector are skipped.
func (s *indexSync) embedStoreAndIndexStaleOwners(
	ctx context.Context, profile memory.ID, kind memory.OwnerKind, tell func(n int),
) (int, error) {
	c := s.vectorCollection(profile, kind)
	skipped := map[memory.ID]bool{}
	n := 0
	for {
		ids, err := s.store.VectorStore().ListOwnersNeedingVectors(
			ctx, profile, kind, c.Embedder, embedBatchSize+len(skipped),
		)
		if err != nil {
			return n, err
		}
		fresh := ids[:0]
		for _, id := range ids {
			if !skipped[id] && len(fresh) < embedBatchSize {
				fresh = append(fresh, id)
			}
		}
		if len(fresh) == 0 {
			return n, nil
		}
		if kind == memory.OwnerFile {
			fresh = fresh[:1]
		}
		vs, err := s.embedMemoriesOrOneFile(ctx, profile, kind, fresh)
		if err != nil {
			return n, err
		}
		if err := s.storeAndIndexVectors(ctx, c, vs); err != nil {
			return n, err
		}
		got := map[memory.ID]bool{}
		for _, v := range vs {
			got[v.Key.Owner] = true
		}
		for _, id := range fresh {
			skipped[id] = !got[id]
		}
		n += len(got)
		if tell != nil {
			tell(n)
		}
	}
}

func (s *indexSync) storeAndIndexVectors(ctx context.Context, c memory.VectorCollection, vs []memory.Vector) error {
	if len(vs) == 0 {
		return nil
	}
	if err := s.store.VectorStore().UpsertAll(ctx, vs); err != nil {
		return err
	}
	return s.vectorIndex.Upsert(ctx, c, vs)
}

// embedMemoriesOrOneFile embeds owners of one kind as passages. Owners deleted in the meantime are
// left out.
func (s *indexSync) embedMemoriesOrOneFile(
	ctx context.Context, profile memory.ID, kind memory.OwnerKind, ids []memory.ID,
) ([]memory.Vector, error) {
	if kind == memory.OwnerFile {
		return s.embedFileInChunks(ctx, profile, ids[0])
	}
	ms, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: profile, IDs: ids, AnyScope: true, IncludeOutdated: true,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived},
	})
	if err != nil || len(ms) == 0 {
		return nil, err
	}
	texts := make([]string, len(ms))
	for i, m := range ms {
		texts[i] = m.Content
	}
	vecs, err := s.embedder.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		return nil, fmt.Errorf("embed memories: %w", err)
	}
	out := make([]memory.Vector, len(ms))
	for i, m := range ms {
		out[i] = memory.Vector{
			Key: memory.VectorKey{Kind: kind, Owner: m.ID}, Embedder: s.embedder.ID(), ContentHash: lang.ContentHash(m.Content),
			Values: vecs[i],
		}
	}
	return out, nil
}

// embedFileInChunks embeds a file in chunks made by the embedder's own tokenizer, each of at most
// its maximum length (source 000).
func (s *indexSync) embedFileInChunks(ctx context.Context, profile, id memory.ID) ([]memory.Vector, error) {
	f, err := s.store.FileStore().Get(ctx, profile, id)
	if errors.Is(err, memory.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	spans, err := s.embedder.ChunkTextByMaxTokens(ctx, f.Content)
	if err != nil {
		return nil, fmt.Errorf("cut file %d: %w", id, err)
	}
	hash := lang.ContentHash(f.Content)
	var out []memory.Vector
	for start := 0; start < len(spans); start += embedBatchSize {
		part := spans[start:min(start+embedBatchSize, len(spans))]
		texts := make([]string, len(part))
		for i, sp := range part {
			if texts[i] = f.Content[sp.Start:sp.End]; strings.TrimSpace(texts[i]) == "" {
				texts[i] = "." // empty text has no vector; a full stop is near to nothing
			}
		}
		vecs, err := s.embedder.Embed(ctx, memory.EmbedPassage, texts)
		if err != nil {
			return nil, fmt.Errorf("embed file %d: %w", id, err)
		}
		for i, v := range vecs {
			out = append(out, memory.Vector{
				Key: memory.VectorKey{Kind: memory.OwnerFile, Owner: id, Part: start + i}, Embedder: s.embedder.ID(),
				ContentHash: hash,
				Values:      v,
			})
		}
	}
	return out, nil
}

// VectorIndexHealth reports the state of a profile's vector index.
func (s *indexSync) VectorIndexHealth(ctx context.Context, profile memory.ID) memory.IndexHealth {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := memory.IndexHealth{
		State: memory.IndexReady, Error: s.lastError,
		Vectors: s.vectorIndex.Count(ctx, s.vectorCollection(profile, memory.OwnerMemory)),
	}
	switch {
	case s.running:
		h.State = memory.IndexSyncing
	case s.lastError != "":
		h.State = memory.IndexLimited
	}
	return h
}
