package search

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"slices"

	"memoir/memory"
)

// reranking lets a reranker, where there is one, order what was found.
type reranking struct {
	reranker memory.Reranker // nil = none
	log      *slog.Logger
}

// rerankCandidatesIfConfigured has the reranker judge the best candidates, poolFactor for each
// memory that is sent, and parts those it finds relevant, best first, from the rest (S001-5:
// relevance below the threshold is dropped). The candidates come as hits, which the ranking finds
// relevant, and rest. Without a reranker, and when it fails or is late, both are returned as they
// came.
func (s reranking) rerankCandidatesIfConfigured(
	ctx context.Context, req searchRequest, hits, rest []memory.MemoryHit,
) (relevant, others []memory.MemoryHit) {
	if req.cfg.RerankURL == "" || s.reranker == nil {
		return hits, rest
	}
	candidates := slices.Clone(hits)
	if req.floor == nil { // a threshold of the call holds before the reranker
		candidates = append(candidates, rest...)
	}
	pool := min(len(candidates), req.cfg.RetrievalTopK*poolFactor)
	if pool == 0 {
		return hits, rest
	}
	scores, err := s.scoreByReranker(ctx, req, candidates[:pool])
	if err != nil {
		s.log.Warn("the reranker did not answer, its order is left out", "err", err)
		return hits, rest
	}
	for i, h := range candidates[:pool] {
		relevance := scores[i]
		h.Score, h.ScoreParts.Rerank = relevance, &relevance
		if relevance >= req.cfg.RerankThreshold {
			relevant = append(relevant, h)
		} else {
			others = append(others, h)
		}
	}
	for _, side := range [][]memory.MemoryHit{relevant, others} {
		slices.SortStableFunc(side, func(a, b memory.MemoryHit) int { return cmp.Compare(b.Score, a.Score) })
	}
	return relevant, append(others, candidates[pool:]...)
}

// scoreByReranker returns the relevance of each hit, in [0, 1]. It has RerankDeadline, by which the
// whole search may be longer, so that one without it is not late either.
func (s reranking) scoreByReranker(
	ctx context.Context, req searchRequest, hits []memory.MemoryHit,
) ([]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, req.cfg.RerankDeadline)
	defer cancel()
	texts := make([]string, len(hits))
	for i, h := range hits {
		texts[i] = req.cfg.RedactSecretsForModel(h.Content)
	}
	scores, err := s.reranker.ScoreDocuments(ctx, memory.RerankRequest{
		URL: req.cfg.RerankURL, Model: req.cfg.RerankModel,
		Query: req.cfg.RedactSecretsForModel(req.question), Documents: texts,
	})
	if err != nil {
		return nil, err
	}
	if req.cfg.RerankScores == memory.RerankLogits {
		for i, x := range scores {
			scores[i] = 1 / (1 + math.Exp(-x))
		}
	}
	return scores, nil
}
