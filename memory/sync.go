package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// syncState is the state of the background sync of store and vector index.
type syncState struct {
	asked   chan struct{}
	first   chan struct{} // closed when the first sync has ended, failed or not
	once    sync.Once
	one     sync.Mutex // held while a sync or ReembedAll embeds the whole folder
	mu      sync.Mutex
	running bool
	failed  string
	done    int
	total   int
}

// requestSync asks for a sync of store and vector index. It never blocks.
func (s *Service) askSync() {
	select {
	case s.sync.asked <- struct{}{}:
	default:
	}
}

// runSyncLoop syncs once at start and then on every request, until ctx ends. A failed sync is
// retried after a minute.
func (s *Service) syncAll(ctx context.Context) {
	s.askSync()
	retry := time.NewTimer(time.Hour)
	defer retry.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.sync.asked:
		case <-retry.C:
		}
		if err := s.waitEmbedder(ctx); err != nil {
			return
		}
		err := s.syncProfiles(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("index sync failed", "err", err)
			retry.Reset(time.Minute)
		}
		s.finishSync(err)
	}
}

// waitEmbedderReady blocks until the embedder is ready and returns the context's error if that
// comes first.
func (s *Service) waitEmbedder(ctx context.Context) error {
	const poll = 20 * time.Millisecond
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for !s.embedder.Ready() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return nil
}

// WaitForEmbedder blocks until the embedder is ready and the sync that Start begins has ended, so
// that everything stored before can be found. If that sync fails, it does not wait for the retry.
func (s *Service) WaitEmbedder(ctx context.Context) error {
	if err := s.waitEmbedder(ctx); err != nil {
		return err
	}
	select {
	case <-s.sync.first:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) finishSync(err error) {
	s.sync.mu.Lock()
	s.sync.running, s.sync.failed = false, ""
	if err != nil {
		s.sync.failed = err.Error()
	}
	s.sync.mu.Unlock()
	s.sync.once.Do(func() { close(s.sync.first) })
	s.bus.Publish(Event{Kind: EventIndex})
}

// syncProfiles repairs the index of every profile from the store and embeds whatever has no vector
// yet.
func (s *Service) syncProfiles(ctx context.Context) error {
	s.sync.one.Lock()
	defer s.sync.one.Unlock()
	ps, err := s.store.Profiles().List(ctx)
	if err != nil {
		return err
	}
	s.sync.mu.Lock()
	s.sync.running, s.sync.done, s.sync.total = true, 0, 0
	s.sync.mu.Unlock()
	for _, p := range ps {
		for _, kind := range []OwnerKind{OwnerMemory, OwnerContext} {
			if err := s.repairIndex(ctx, s.collection(p.ID, kind)); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
			if _, err := s.embedStale(ctx, p.ID, kind, nil); err != nil {
				return fmt.Errorf("profile %d: %w", p.ID, err)
			}
		}
	}
	return nil
}

// repairIndex makes the index hold exactly the store's vectors: it writes missing and outdated ones
// and deletes all others.
func (s *Service) repairIndex(ctx context.Context, c Collection) error {
	have, err := s.index.Hashes(ctx, c)
	if err != nil {
		s.log.Warn("index unreadable, rebuilding", "err", err)
		if err := s.index.Drop(ctx, c); err != nil {
			return err
		}
		have = map[VectorKey]string{}
	}
	var batch []Vector
	flush := func() error {
		err := s.index.Upsert(ctx, c, batch)
		batch = batch[:0]
		return err
	}
	err = s.store.Vectors().Each(ctx, c, func(v Vector) error {
		hash, ok := have[v.Key]
		delete(have, v.Key)
		if ok && hash == v.Hash {
			return ctx.Err()
		}
		if batch = append(batch, v); len(batch) < 256 {
			return ctx.Err()
		}
		return flush()
	})
	if err == nil && len(batch) > 0 {
		err = flush()
	}
	if err != nil {
		return fmt.Errorf("repair index: %w", err)
	}
	extra := make([]VectorKey, 0, len(have))
	for k := range have {
		extra = append(extra, k)
	}
	if len(extra) == 0 {
		return nil
	}
	return s.index.Delete(ctx, c, extra)
}

// embedStaleOwners embeds, in small batches, every owner of the kind whose vector is missing or was
// made from different text, and returns how many owners it embedded. Owners that yield no vector
// are skipped.
func (s *Service) embedStale(ctx context.Context, profile ID, kind OwnerKind, tell func(n int)) (int, error) {
	c := s.collection(profile, kind)
	skipped := map[ID]bool{}
	n := 0
	for {
		ids, err := s.store.Vectors().Stale(ctx, profile, kind, c.Embedder, embedBatch+len(skipped))
		if err != nil {
			return n, err
		}
		fresh := ids[:0]
		for _, id := range ids {
			if !skipped[id] && len(fresh) < embedBatch {
				fresh = append(fresh, id)
			}
		}
		if len(fresh) == 0 {
			return n, nil
		}
		if kind == OwnerContext {
			fresh = fresh[:1]
		}
		vs, err := s.vectorsOf(ctx, profile, kind, fresh)
		if err != nil {
			return n, err
		}
		if err := s.keepVectors(ctx, c, vs); err != nil {
			return n, err
		}
		got := map[ID]bool{}
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

func (s *Service) keepVectors(ctx context.Context, c Collection, vs []Vector) error {
	if len(vs) == 0 {
		return nil
	}
	if err := s.store.Vectors().Put(ctx, vs); err != nil {
		return err
	}
	return s.index.Upsert(ctx, c, vs)
}

// embedOwners embeds owners of one kind as passages. Owners deleted in the meantime are left out.
func (s *Service) vectorsOf(ctx context.Context, profile ID, kind OwnerKind, ids []ID) ([]Vector, error) {
	if kind == OwnerContext {
		return s.fileVectors(ctx, profile, ids[0])
	}
	ms, err := s.store.Memories().List(ctx, MemoryFilter{
		ProfileID: profile, IDs: ids, AnyScope: true, Closed: true,
		Status: []Status{StatusActive, StatusInbox, StatusArchived},
	})
	if err != nil || len(ms) == 0 {
		return nil, err
	}
	texts := make([]string, len(ms))
	for i, m := range ms {
		texts[i] = m.Content
	}
	vecs, err := s.embedder.Embed(ctx, EmbedPassage, texts)
	if err != nil {
		return nil, fmt.Errorf("embed memories: %w", err)
	}
	out := make([]Vector, len(ms))
	for i, m := range ms {
		out[i] = Vector{
			Key: VectorKey{Kind: kind, Owner: m.ID}, Embedder: s.embedder.ID(), Hash: ContentHash(m.Content),
			Values: vecs[i],
		}
	}
	return out, nil
}

// embedFile embeds a file in chunks made by the embedder's own tokenizer, each of at most its
// maximum length (source 000).
func (s *Service) fileVectors(ctx context.Context, profile, id ID) ([]Vector, error) {
	f, err := s.store.Contexts().Get(ctx, profile, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	spans, err := s.embedder.Chunk(ctx, f.Content)
	if err != nil {
		return nil, fmt.Errorf("cut file %d: %w", id, err)
	}
	hash := ContentHash(f.Content)
	var out []Vector
	for start := 0; start < len(spans); start += embedBatch {
		part := spans[start:min(start+embedBatch, len(spans))]
		texts := make([]string, len(part))
		for i, sp := range part {
			if texts[i] = f.Content[sp.Start:sp.End]; strings.TrimSpace(texts[i]) == "" {
				texts[i] = "." // empty text has no vector; a full stop is near to nothing
			}
		}
		vecs, err := s.embedder.Embed(ctx, EmbedPassage, texts)
		if err != nil {
			return nil, fmt.Errorf("embed file %d: %w", id, err)
		}
		for i, v := range vecs {
			out = append(out, Vector{
				Key: VectorKey{Kind: OwnerContext, Owner: id, Part: start + i}, Embedder: s.embedder.ID(), Hash: hash, Values: v,
			})
		}
	}
	return out, nil
}

// ReembedOptions are the options of ReembedAll.
type ReembedOptions struct {
	DryRun bool `json:"dry_run"` // only count
}

// ReembedReport counts what was, or would be, embedded.
type ReembedReport struct {
	Memories int    `json:"memories"`
	Contexts int    `json:"contexts"`
	Embedded int    `json:"embedded"`
	Embedder string `json:"embedder"`
}

// ReembedAll rebuilds every vector with the current embedder: it drops the stored vectors and
// embeds their owners again in batches. It can be cancelled at any time; the next start completes
// the rest. progress may be nil.
func (s *Service) Reembed(ctx context.Context, o ReembedOptions, progress func(Progress)) (ReembedReport, error) {
	r := ReembedReport{Embedder: s.embedder.ID()}
	ps, err := s.store.Profiles().List(ctx)
	if err != nil {
		return r, fmt.Errorf("re-embed: %w", err)
	}
	for _, p := range ps {
		n, err := s.store.Memories().Count(ctx, everyMemory(p.ID))
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
		files, err := s.store.Contexts().List(ctx, p.ID)
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
		r.Memories += n
		r.Contexts += len(files)
	}
	if o.DryRun {
		return r, nil
	}
	if err := s.waitEmbedder(ctx); err != nil {
		return r, fmt.Errorf("re-embed: %w", err)
	}
	s.sync.one.Lock()
	defer s.sync.one.Unlock()
	tell := func(n int) {
		if progress != nil {
			progress(Progress{Done: r.Embedded + n, Total: r.Memories + r.Contexts})
		}
	}
	for _, p := range ps {
		n, err := s.reembed(ctx, p.ID, tell)
		r.Embedded += n
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
	}
	s.bus.Publish(Event{Kind: EventIndex})
	return r, nil
}

// reembedProfile drops and rebuilds every vector of a profile.
func (s *Service) reembed(ctx context.Context, profile ID, tell func(int)) (int, error) {
	if _, err := s.store.Vectors().Prune(ctx, profile, ""); err != nil {
		return 0, err
	}
	total := 0
	for _, kind := range []OwnerKind{OwnerMemory, OwnerContext} {
		if err := s.index.Drop(ctx, s.collection(profile, kind)); err != nil {
			return total, err
		}
		n, err := s.embedStale(ctx, profile, kind, func(n int) { tell(total + n) })
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// embeddableMemories selects all memories of a profile that have vectors.
func everyMemory(profile ID) MemoryFilter {
	return MemoryFilter{
		ProfileID: profile, AnyScope: true, Closed: true,
		Status: []Status{StatusActive, StatusInbox, StatusArchived},
	}
}

// EmbedTexts returns the vectors of texts under the current embedder, without redacting secrets.
func (s *Service) Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error) {
	if err := s.waitEmbedder(ctx); err != nil {
		return nil, err
	}
	return s.raw.Embed(ctx, kind, texts)
}
