package search

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"memoir/memory"
)

// maxQueryVectors is how many vectors of questions are kept: those of the turns under way.
const maxQueryVectors = 8

// queryVectors keeps the vectors of the last questions: a question that memories and messages are
// searched for is embedded once, and one that is known early while other things are looked up. Its
// methods are safe for concurrent use.
type queryVectors struct {
	mu   sync.Mutex
	last []*queryVector // oldest first
}

// queryVector is a question's vector, or the promise of one.
type queryVector struct {
	embedder string
	kind     memory.EmbedKind
	text     string
	done     chan struct{} // closed when values and err are set
	values   []float32
	err      error
}

// PrefetchQueryVector starts to embed a question for which memories of the profile are retrieved
// soon, and returns at once. It does nothing where RetrieveMemories would not embed it.
func (s *Searcher) PrefetchQueryVector(ctx context.Context, profile memory.ID, question string) {
	cfg := s.config()
	if cfg.RetrievalTopK <= 0 || !s.embedder.IsReady() || !s.isIndexLargerThanSendAllLimit(ctx, cfg, profile) {
		return
	}
	text := expandShortQueryWithIMyMe(stripSlashCommand(question), cfg.QueryExpansion)
	if text == "" {
		return
	}
	s.searches.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, cfg.RetrievalDeadline)
		defer cancel()
		_, _ = s.EmbedQuery(ctx, text) // the search tries again and says why it cannot
	})
}

// EmbedQuery returns the vector of a query by the settings, which is shared and not to be changed,
// or ErrNoEmbedder while the embedder is not ready. The thresholds of source 000 apply to queries
// without an instruction, whose cosine with facts is about 0.06 higher.
func (s *vectors) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if !s.embedder.IsReady() {
		return nil, memory.ErrNoEmbedder
	}
	kind := memory.EmbedPlainQuery
	if s.config().QueryInstruction {
		kind = memory.EmbedQuery
	}
	v, isNew := s.queries.findOrAdd(s.embedder.ID(), kind, text)
	if !isNew {
		select {
		case <-v.done:
		case <-ctx.Done():
			return nil, fmt.Errorf("embed query: %w", ctx.Err())
		}
		if v.err == nil {
			return v.values, nil
		}
		return s.embedQueryUncached(ctx, kind, text) // whoever embedded it may have been cancelled
	}
	v.values, v.err = s.embedQueryUncached(ctx, kind, text)
	if v.err != nil {
		s.queries.remove(v)
	}
	close(v.done)
	return v.values, v.err
}

func (s *vectors) embedQueryUncached(ctx context.Context, kind memory.EmbedKind, text string) ([]float32, error) {
	vecs, err := s.embedder.Embed(ctx, kind, []string{text})
	if err != nil {
		return nil, fmt.Errorf("embed query: %w", err)
	}
	return vecs[0], nil
}

// findOrAdd returns the vector of a question. A new one takes the place of the oldest, and whoever
// gets it sets it.
func (q *queryVectors) findOrAdd(embedder string, kind memory.EmbedKind, text string) (v *queryVector, isNew bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, v := range q.last {
		if v.embedder == embedder && v.kind == kind && v.text == text {
			return v, false
		}
	}
	v = &queryVector{embedder: embedder, kind: kind, text: text, done: make(chan struct{})}
	if len(q.last) == maxQueryVectors {
		q.last = slices.Delete(q.last, 0, 1)
	}
	q.last = append(q.last, v)
	return v, true
}

func (q *queryVectors) remove(v *queryVector) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last = slices.DeleteFunc(q.last, func(o *queryVector) bool { return o == v })
}
