package search

import (
	"context"
	"log/slog"
	"sync"

	"memoir/memory"
)

// Searcher finds memories, messages and chunks of files: it embeds texts, keeps the vector index equal
// to the store, and retrieves what goes into a prompt. All methods are safe for concurrent use.
type Searcher struct {
	store       memory.Store
	vectorIndex memory.VectorIndex
	fullText    memory.FullText
	embedder    memory.Embedder // receives no secrets
	bus         memory.Bus
	log         *slog.Logger
	clock       memory.Clock
	config      func() memory.Config

	*indexSync
	*messageEmbedder
	*vectors
	fileParts
	reranking
	searches sync.WaitGroup // searches whose caller no longer waits
}

// New returns a Searcher that is idle until RunSyncLoop and RunMessageEmbeddingLoop.
func New(d memory.Deps, config func() memory.Config) *Searcher {
	embedder := redactingEmbedder{d.Embedder, config}
	index := &indexSync{
		store: d.Store, vectorIndex: d.VectorIndex, embedder: embedder, bus: d.Bus, log: d.Log, config: config,
		calibration: &calibrator{}, requested: make(chan struct{}, 1), firstEnded: make(chan struct{}),
	}
	index.messages = &messageEmbedder{index: index, clock: d.Now, wake: make(chan struct{}, 1)}
	v := &vectors{indexSync: index, rawEmbedder: d.Embedder, clock: d.Now}
	return &Searcher{
		store: d.Store, vectorIndex: d.VectorIndex, fullText: d.FullText, embedder: embedder,
		bus: d.Bus, log: d.Log, clock: d.Now, config: config,
		indexSync: index, messageEmbedder: index.messages, vectors: v, fileParts: fileParts{v},
		reranking: reranking{reranker: d.Reranker, log: d.Log},
	}
}

// WaitForBackgroundSearches blocks until the searches that missed their deadline have ended.
func (s *Searcher) WaitForBackgroundSearches() { s.searches.Wait() }

// EmbedderHealth names the embedder and says whether it is ready.
func (s *Searcher) EmbedderHealth() memory.EmbedderHealth {
	return memory.EmbedderHealth{ID: s.embedder.ID(), Ready: s.embedder.IsReady()}
}

// redactingEmbedder is the embedder for memory work. It may be a remote server, so secrets are
// removed from texts first.
type redactingEmbedder struct {
	memory.Embedder
	config func() memory.Config
}

// Embed removes secrets from the texts and embeds them.
func (e redactingEmbedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	shown := make([]string, len(texts))
	for i, t := range texts {
		shown[i] = e.config().RedactSecretsForModel(t)
	}
	return e.Embedder.Embed(ctx, kind, shown)
}
