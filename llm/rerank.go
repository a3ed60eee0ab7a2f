package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"memoir/memory"
)

// maxRerankBytes bounds the response of a reranker: a score takes about 40 bytes, but some servers
// repeat the documents.
const maxRerankBytes = 8 << 20

// errBadScores means that a response does not hold one score per document.
var errBadScores = errors.New("the server must return one score per document")

// Reranker calls /rerank endpoints: those that take "documents" and return results with
// relevance_score (Jina, Cohere, llama.cpp, vLLM, Infinity), and those that take "texts" and return a
// list of scores (Text Embeddings Inference). Safe for concurrent use.
type Reranker struct{ client *http.Client }

var _ memory.Reranker = Reranker{}

// NewReranker returns a Reranker that follows no redirects: documents go only where the setting says.
func NewReranker() Reranker {
	return Reranker{&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// rerankResult is one score of a response, under the names of either kind of server.
type rerankResult struct {
	Index          int      `json:"index"`
	RelevanceScore *float64 `json:"relevance_score"`
	Score          *float64 `json:"score"`
}

// ScoreDocuments sends one request, and a second one to a server that refuses the first form.
func (k Reranker) ScoreDocuments(ctx context.Context, r memory.RerankRequest) ([]float64, error) {
	results, status, err := k.postRerankRequest(ctx, r.URL, map[string]any{
		"model": r.Model, "query": r.Query, "documents": r.Documents, "top_n": len(r.Documents),
	})
	if status == http.StatusBadRequest || status == http.StatusUnprocessableEntity {
		results, _, err = k.postRerankRequest(ctx, r.URL, map[string]any{"query": r.Query, "texts": r.Documents})
	}
	if err != nil {
		return nil, fmt.Errorf("rerank at %s: %w", r.URL, err)
	}
	scores, err := scoresInDocumentOrder(results, len(r.Documents))
	if err != nil {
		return nil, fmt.Errorf("rerank at %s: %w", r.URL, err)
	}
	return scores, nil
}

// postRerankRequest returns the results of a response, and its status if there is one.
func (k Reranker) postRerankRequest(ctx context.Context, url string, body map[string]any) ([]rerankResult, int, error) {
	if body["model"] == "" {
		delete(body, "model")
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil, 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(b))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := k.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxRerankBytes+1))
	switch {
	case err != nil:
		return nil, resp.StatusCode, err
	case resp.StatusCode != http.StatusOK:
		return nil, resp.StatusCode, fmt.Errorf("%w: status %d", memory.ErrServer, resp.StatusCode)
	case len(data) > maxRerankBytes:
		return nil, resp.StatusCode, fmt.Errorf("%w: more than %d bytes", errBadScores, maxRerankBytes)
	}
	var listed []rerankResult
	if json.Unmarshal(data, &listed) == nil {
		return listed, resp.StatusCode, nil
	}
	var wrapped struct {
		Results []rerankResult `json:"results"`
	}
	if err := json.Unmarshal(data, &wrapped); err != nil {
		return nil, resp.StatusCode, fmt.Errorf("%w: %w", errBadScores, err)
	}
	return wrapped.Results, resp.StatusCode, nil
}

// scoresInDocumentOrder returns the scores in the order of the n documents.
func scoresInDocumentOrder(results []rerankResult, n int) ([]float64, error) {
	scores, seen := make([]float64, n), make([]bool, n)
	for _, r := range results {
		score := r.RelevanceScore
		if score == nil {
			score = r.Score
		}
		if r.Index < 0 || r.Index >= n || seen[r.Index] || score == nil {
			return nil, errBadScores
		}
		scores[r.Index], seen[r.Index] = *score, true
	}
	if len(results) != n {
		return nil, errBadScores
	}
	return scores, nil
}
