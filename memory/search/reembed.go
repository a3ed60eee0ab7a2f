package search

import (
	"context"
	"fmt"

	"memoir/memory"
)

// ReembedMemoriesFilesMessages rebuilds every vector with the current embedder: it drops the stored
// vectors and embeds their owners again in batches. It can be cancelled at any time; the next start
// completes the rest. progress may be nil.
func (s *indexSync) ReembedMemoriesFilesMessages(
	ctx context.Context, o memory.ReembedOptions, progress func(memory.Progress),
) (memory.ReembedReport, error) {
	r := memory.ReembedReport{Embedder: s.embedder.ID()}
	ps, err := s.store.ProfileStore().List(ctx)
	if err != nil {
		return r, fmt.Errorf("re-embed: %w", err)
	}
	for _, p := range ps {
		n, err := s.store.MemoryStore().Count(ctx, embeddableMemoriesFilter(p.ID))
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
		files, err := s.store.FileStore().ListWithoutContent(ctx, p.ID)
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
		r.Memories += n
		r.Files += len(files)
		if r.Messages, err = s.sumWithMessagesToEmbed(ctx, p.ID, r.Messages); err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
	}
	if o.DryRun {
		return r, nil
	}
	if err := s.waitEmbedderReady(ctx); err != nil {
		return r, fmt.Errorf("re-embed: %w", err)
	}
	s.embedMu.Lock()
	defer s.embedMu.Unlock()
	tell := func(n int) {
		if progress != nil {
			progress(memory.Progress{Done: r.Embedded + n, Total: r.Memories + r.Files + r.Messages})
		}
	}
	for _, p := range ps {
		n, err := s.reembedProfile(ctx, p.ID, tell)
		r.Embedded += n
		if err != nil {
			return r, fmt.Errorf("re-embed: %w", err)
		}
	}
	s.bus.Publish(memory.Event{Kind: memory.EventIndex})
	return r, nil
}

// reembedProfile drops and rebuilds every vector of a profile.
func (s *indexSync) reembedProfile(ctx context.Context, profile memory.ID, tell func(int)) (int, error) {
	if _, err := s.store.VectorStore().DeleteOtherEmbeddersVectors(ctx, profile, ""); err != nil {
		return 0, err
	}
	total := 0
	for _, kind := range []memory.OwnerKind{memory.OwnerMemory, memory.OwnerFile} {
		if err := s.vectorIndex.DropCollection(ctx, s.vectorCollection(profile, kind)); err != nil {
			return total, err
		}
		n, err := s.embedStoreAndIndexStaleOwners(ctx, profile, kind, func(n int) { tell(total + n) })
		total += n
		if err != nil {
			return total, err
		}
	}
	if err := s.vectorIndex.DropCollection(ctx, s.vectorCollection(profile, memory.OwnerMessage)); err != nil {
		return total, err
	}
	n, err := s.messages.embedMessagesWithoutVectorIfWanted(ctx, profile, func(n int) { tell(total + n) })
	return total + n, err
}

// sumWithMessagesToEmbed adds how many messages of a profile are embedded to sum.
func (s *indexSync) sumWithMessagesToEmbed(ctx context.Context, profile memory.ID, sum int) (int, error) {
	wanted, err := s.messages.shouldEmbedMessages(ctx, profile)
	if err != nil || !wanted {
		return sum, err
	}
	n, err := s.store.VectorStore().CountRecallableMessages(ctx, profile)
	return sum + n, err
}

// embeddableMemoriesFilter selects all memories of a profile that have vectors.
func embeddableMemoriesFilter(profile memory.ID) memory.MemoryFilter {
	return memory.MemoryFilter{
		ProfileID: profile, AnyScope: true, IncludeOutdated: true,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived},
	}
}
