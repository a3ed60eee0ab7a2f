package exercise_test

import (
	"context"
	"slices"
	"sync"

	"memoir/memory"
)

// embeddingCache is an embedder that embeds each text once: the corpora bring the same texts again through every
// channel and every preset, and embedding takes most of the time of an exchange. Safe for concurrent use.
type embeddingCache struct {
	memory.Embedder
	mu      sync.Mutex
	vectors map[embeddedText][]float32
}

type embeddedText struct {
	kind memory.EmbedKind
	text string
}

func newEmbeddingCache(enc memory.Embedder) *embeddingCache {
	return &embeddingCache{Embedder: enc, vectors: map[embeddedText][]float32{}}
}

func (c *embeddingCache) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []string
	c.mu.Lock()
	for i, text := range texts {
		if out[i] = slices.Clone(c.vectors[embeddedText{kind, text}]); out[i] == nil {
			missing = append(missing, text)
		}
	}
	c.mu.Unlock()
	if len(missing) == 0 && len(texts) > 0 {
		return out, nil
	}
	// Without the caller's deadline: a busy machine must not change what is compared.
	embedded, err := c.Embedder.Embed(context.WithoutCancel(ctx), kind, missing)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, text := range texts {
		if out[i] == nil {
			out[i], embedded = embedded[0], embedded[1:]
			c.vectors[embeddedText{kind, text}] = slices.Clone(out[i])
		}
	}
	return out, nil
}
