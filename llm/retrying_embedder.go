package llm

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"memoir/memory"
)

// Backoff between attempts to reach the embedder's server.
const (
	minEmbedderBackoff = time.Second
	maxEmbedderBackoff = time.Minute
)

// RetryingEmbedder is an embedder whose server may not be up yet. Until the server has answered
// once, IsReady is false and memories are found by full-text search and date. It is safe for
// concurrent use.
type RetryingEmbedder struct {
	name      string
	maxTokens int // tokens
	opened    atomic.Pointer[memory.Embedder]
	cancel    context.CancelFunc
	retryLoop sync.WaitGroup
}

var _ memory.Embedder = (*RetryingEmbedder)(nil)

// NewEmbedderThatRetriesOpening calls open until it succeeds or StopRetryingOpen is called.
func NewEmbedderThatRetriesOpening(ctx context.Context, name string, limit int, log *slog.Logger,
	open func(ctx context.Context) (memory.Embedder, error),
) *RetryingEmbedder {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &RetryingEmbedder{name: name, maxTokens: limit, cancel: cancel}
	l.retryLoop.Go(func() {
		for pause := minEmbedderBackoff; ; pause = min(2*pause, maxEmbedderBackoff) {
			e, err := open(ctx)
			if err == nil {
				l.opened.Store(&e)
				return
			}
			log.Warn("the embedder isn't responding", "embedder", name, "err", err)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return
			}
		}
	})
	return l
}

// StopRetryingOpen ends the attempts and returns nil. An embedder that was opened stays usable.
func (l *RetryingEmbedder) StopRetryingOpen(context.Context) error {
	l.cancel()
	l.retryLoop.Wait()
	return nil
}

func (l *RetryingEmbedder) openedEmbedderOrError() (memory.Embedder, error) {
	if e := l.opened.Load(); e != nil {
		return *e, nil
	}
	return nil, fmt.Errorf("embedder %s: %w", l.name, memory.ErrNoEmbedder)
}

// Embed returns memory.ErrNoEmbedder while the server is unreachable.
func (l *RetryingEmbedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	e, err := l.openedEmbedderOrError()
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, kind, texts)
}

// ChunkTextByMaxTokens returns memory.ErrNoEmbedder while the server is unreachable.
func (l *RetryingEmbedder) ChunkTextByMaxTokens(ctx context.Context, text string) ([]memory.Span, error) {
	e, err := l.openedEmbedderOrError()
	if err != nil {
		return nil, err
	}
	return e.ChunkTextByMaxTokens(ctx, text)
}

// ID is the model's name while the server is unreachable; no vector is stored under that name.
func (l *RetryingEmbedder) ID() string {
	if e, err := l.openedEmbedderOrError(); err == nil {
		return e.ID()
	}
	return l.name
}

// Dimensions is 0 while the server is unreachable.
func (l *RetryingEmbedder) Dimensions() int {
	if e, err := l.openedEmbedderOrError(); err == nil {
		return e.Dimensions()
	}
	return 0
}

// MaxTokens is the limit given to NewEmbedderThatRetriesOpening, whether or not the server has
// answered.
func (l *RetryingEmbedder) MaxTokens() int { return l.maxTokens }

// IsLocal is false until the server has answered once; then the opened embedder knows.
func (l *RetryingEmbedder) IsLocal() bool {
	e, err := l.openedEmbedderOrError()
	return err == nil && e.IsLocal()
}

// IsReady is false until the server has answered once; then the opened embedder decides.
func (l *RetryingEmbedder) IsReady() bool {
	e, err := l.openedEmbedderOrError()
	return err == nil && e.IsReady()
}
