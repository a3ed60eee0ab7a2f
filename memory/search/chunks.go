package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// ListFilesAttachedToChat loads the files of a chat in the order of attachment and skips deleted ones.
func (s *Searcher) ListFilesAttachedToChat(ctx context.Context, chat memory.Chat) ([]memory.File, error) {
	files := make([]memory.File, 0, len(chat.FileIDs))
	for _, id := range chat.FileIDs {
		f, err := s.store.Files().Get(ctx, chat.ProfileID, id)
		if errors.Is(err, memory.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("load file %d: %w", id, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// FindNearestFileChunksInBudget returns the chunks of a file that are nearest to the query, in file
// order and within the budget of tokens, and their number. Without vectors it returns the beginning
// of the file.
func (s *Searcher) FindNearestFileChunksInBudget(
	ctx context.Context, profile memory.ID, f memory.File, query string, budget int,
) (string, int) {
	ctx, cancel := context.WithTimeout(ctx, s.config().RetrievalDeadline)
	defer cancel()
	spans, order, err := s.rankFileChunksByCosine(ctx, profile, f, query)
	if err != nil {
		s.log.Warn("parts of a file could not be ranked, its beginning is sent", "file", f.ID, "err", err)
		return lang.TruncateToTokens(f.Content, budget), 1
	}
	var chosen []int
	for _, i := range order {
		n := lang.EstimateTokens(f.Content[spans[i].Start:spans[i].End])
		if n > budget {
			break
		}
		budget -= n
		chosen = append(chosen, i)
	}
	if len(chosen) == 0 {
		return lang.TruncateToTokens(f.Content, budget), 1
	}
	slices.Sort(chosen)
	var b strings.Builder
	for k, i := range chosen {
		if k > 0 && chosen[k-1] != i-1 {
			b.WriteString("\n[…]\n")
		}
		b.WriteString(f.Content[spans[i].Start:spans[i].End])
	}
	return b.String(), len(chosen)
}

// rankFileChunksByCosine orders the chunks of a file by cosine with the query, nearest first.
func (s *Searcher) rankFileChunksByCosine(
	ctx context.Context, profile memory.ID, f memory.File, query string,
) ([]memory.Span, []int, error) {
	if !s.embedder.IsReady() {
		return nil, nil, memory.ErrNoEmbedder
	}
	vs, err := s.store.Vectors().GetByOwners(ctx, profile, memory.OwnerFile, s.embedder.ID(), []memory.ID{f.ID})
	if err != nil {
		return nil, nil, err
	}
	spans, err := s.embedder.ChunkTextByMaxTokens(ctx, f.Content)
	if err != nil {
		return nil, nil, err
	}
	if len(vs) != len(spans) {
		return nil, nil, fmt.Errorf("%d of %d parts have vectors: %w", len(vs), len(spans), memory.ErrNoEmbedder)
	}
	vec, err := s.EmbedQuery(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	score := make([]float64, len(spans))
	for _, v := range vs {
		score[v.Key.Part] = DotProduct(vec, v.Values)
	}
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return spans, order, nil
}

// DotProduct is the cosine of two unit vectors.
func DotProduct(a, b []float32) float64 {
	var sum float64
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
