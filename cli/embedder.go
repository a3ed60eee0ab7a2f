package cli

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
	firstEmbedderPause   = time.Second
	longestEmbedderPause = time.Minute
)

// retryingEmbedder is an embedder whose server may not be up yet. Until the server has answered
// once, IsReady is false and memories are found by full-text search and date. It is safe for
// concurrent use.
type lateEmbedder struct {
	name   string
	limit  int // tokens
	there  atomic.Pointer[memory.Embedder]
	cancel context.CancelFunc
	done   sync.WaitGroup
}

var _ memory.Embedder = (*lateEmbedder)(nil)

// newRetryingEmbedder calls open until it succeeds or stopRetrying is called.
func newLateEmbedder(ctx context.Context, name string, limit int, log *slog.Logger,
	open func(ctx context.Context) (memory.Embedder, error),
) *lateEmbedder {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &lateEmbedder{name: name, limit: limit, cancel: cancel}
	l.done.Go(func() {
		for pause := firstEmbedderPause; ; pause = min(2*pause, longestEmbedderPause) {
			e, err := open(ctx)
			if err == nil {
				l.there.Store(&e)
				return
			}
			log.Warn("the embedder does not answer", "embedder", name, "err", err)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return
			}
		}
	})
	return l
}

func (l *lateEmbedder) close(context.Context) error {
	l.cancel()
	l.done.Wait()
	return nil
}

func (l *lateEmbedder) get() (memory.Embedder, error) {
	if e := l.there.Load(); e != nil {
		return *e, nil
	}
	return nil, fmt.Errorf("embedder %s: %w", l.name, memory.ErrNoEmbedder)
}

// Embed returns memory.ErrNoEmbedder while the server is unreachable.
func (l *lateEmbedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	e, err := l.get()
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, kind, texts)
}

// ChunkText returns memory.ErrNoEmbedder while the server is unreachable.
func (l *lateEmbedder) Chunk(ctx context.Context, text string) ([]memory.Span, error) {
	e, err := l.get()
	if err != nil {
		return nil, err
	}
	return e.Chunk(ctx, text)
}

// ID is the model's name while the server is unreachable; no vector is stored under that name.
func (l *lateEmbedder) ID() string {
	if e, err := l.get(); err == nil {
		return e.ID()
	}
	return l.name
}

// Dimensions is 0 while the server is unreachable.
func (l *lateEmbedder) Dim() int {
	if e, err := l.get(); err == nil {
		return e.Dim()
	}
	return 0
}

func (l *lateEmbedder) MaxTokens() int { return l.limit }

func (l *lateEmbedder) Ready() bool {
	e, err := l.get()
	return err == nil && e.Ready()
}
