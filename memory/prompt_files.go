package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"memoir/memory/lang"
	"slices"
	"strings"
)

// attachedFiles loads the files of a chat in the order of attachment and skips deleted ones.
func (s *Service) attachedFiles(ctx context.Context, chat Chat) ([]File, error) {
	files := make([]File, 0, len(chat.FileIDs))
	for _, id := range chat.FileIDs {
		f, err := s.store.Files().Get(ctx, chat.ProfileID, id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("load file %d: %w", id, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// renderFileSection renders the attached files: all of them whole when they fit the budget of
// tokens; otherwise files that fit an equal share of it whole, and of the others the chunks nearest
// to the query.
func (s *Service) renderFileSection(ctx context.Context, chat Chat, query string, budget int) (string, []FileShare,
	error) {
	files, err := s.attachedFiles(ctx, chat)
	if err != nil || len(files) == 0 {
		return "", []FileShare{}, err
	}
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(a.Tokens, b.Tokens) })
	var b strings.Builder
	b.WriteString("## Attached context")
	shares := make([]FileShare, 0, len(files))
	for i, f := range files {
		share := FileShare{FileID: f.ID, Name: f.Name, TotalTokens: f.Tokens, Tokens: f.Tokens, Whole: true}
		text := f.Content
		if room := budget / (len(files) - i); f.Tokens > room {
			text, share.Chunks = s.nearestChunks(ctx, chat.ProfileID, f, query, room)
			share.Tokens, share.Whole = lang.EstimateTokens(text), false
		}
		budget -= share.Tokens
		shares = append(shares, share)
		b.WriteString("\n\n" + lang.FenceFile(f.Name, text, share.Whole))
	}
	return b.String(), shares, nil
}

// nearestChunks returns the chunks of a file that are nearest to the query, in file order and
// within the budget of tokens, and their number. Without vectors it returns the beginning of the
// file.
func (s *Service) nearestChunks(ctx context.Context, profile ID, f File, query string, budget int) (string, int) {
	ctx, cancel := context.WithTimeout(ctx, s.Config().RetrievalDeadline)
	defer cancel()
	spans, order, err := s.rankChunks(ctx, profile, f, query)
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

// rankChunks orders the chunks of a file by cosine with the query, nearest first.
func (s *Service) rankChunks(ctx context.Context, profile ID, f File, query string) ([]Span, []int, error) {
	if !s.embedder.IsReady() {
		return nil, nil, ErrNoEmbedder
	}
	vs, err := s.store.Vectors().GetByOwners(ctx, profile, OwnerFile, s.embedder.ID(), []ID{f.ID})
	if err != nil {
		return nil, nil, err
	}
	spans, err := s.embedder.ChunkText(ctx, f.Content)
	if err != nil {
		return nil, nil, err
	}
	if len(vs) != len(spans) {
		return nil, nil, fmt.Errorf("%d of %d parts have vectors: %w", len(vs), len(spans), ErrNoEmbedder)
	}
	q, err := s.embedder.Embed(ctx, s.Config().queryEmbedKind(), []string{query})
	if err != nil {
		return nil, nil, err
	}
	score := make([]float64, len(spans))
	for _, v := range vs {
		score[v.Key.Part] = dotProduct(q[0], v.Values)
	}
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return spans, order, nil
}

// dotProduct is the cosine of two unit vectors.
func dotProduct(a, b []float32) float64 {
	var sum float64
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
