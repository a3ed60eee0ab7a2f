package memory

import (
	"context"
	"log/slog"
	"sync"
)

// Searcher finds memories, messages and chunks of files: it embeds texts, keeps the vector index equal
// to the store, and retrieves what goes into a prompt. All methods are safe for concurrent use.
type Searcher struct {
	store          Store
	vectorIndex    VectorIndex
	fullText       FullText
	embedder       Embedder // receives no secrets while the gates are on
	rawEmbedder    Embedder // without redaction
	bus            Bus
	log            *slog.Logger
	clock          Clock
	config         func() Config
	systemMemories []string

	sync     syncState
	searches sync.WaitGroup // searches whose caller no longer waits
}

// NewSearcher returns a Searcher that is idle until Run.
func NewSearcher(d Deps, config func() Config) *Searcher {
	return &Searcher{
		store: d.Store, vectorIndex: d.VectorIndex, fullText: d.FullText, rawEmbedder: d.Embedder,
		embedder: redactingEmbedder{d.Embedder, config}, bus: d.Bus, log: d.Log, clock: d.Now, config: config,
		systemMemories: d.SystemMemories,
		sync:           syncState{requested: make(chan struct{}, 1), firstEnded: make(chan struct{})},
	}
}

// Wait blocks until the searches that missed their deadline have ended.
func (s *Searcher) Wait() { s.searches.Wait() }

// EmbedderHealth names the embedder and says whether it is ready.
func (s *Searcher) EmbedderHealth() EmbedderHealth {
	return EmbedderHealth{ID: s.embedder.ID(), Ready: s.embedder.IsReady()}
}

// redactingEmbedder is the embedder for memory work. It may be a remote server, so secrets are
// removed from texts first.
type redactingEmbedder struct {
	Embedder
	config func() Config
}

// Embed removes secrets from the texts and embeds them.
func (e redactingEmbedder) Embed(ctx context.Context, kind EmbedKind, texts []string) ([][]float32, error) {
	shown := make([]string, len(texts))
	for i, t := range texts {
		shown[i] = e.config().RedactForModel(t)
	}
	return e.Embedder.Embed(ctx, kind, shown)
}
