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

// Pauses between attempts to reach an embedder's server.
const (
	firstEmbedderPause   = time.Second
	longestEmbedderPause = time.Minute
)

// lateEmbedder is an embedder behind a server that may not be there yet. Until it has answered once nothing is ready:
// memories are found by words and date. Safe for concurrent use.
type lateEmbedder struct {
	name   string
	limit  int // tokens
	there  atomic.Pointer[memory.Embedder]
	cancel context.CancelFunc
	done   sync.WaitGroup
}

var _ memory.Embedder = (*lateEmbedder)(nil)

// newLateEmbedder tries open until it succeeds or close is called.
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

// Embed implements memory.Embedder; memory.ErrNoEmbedder while the server is not there.
func (l *lateEmbedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	e, err := l.get()
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, kind, texts)
}

// Chunk implements memory.Embedder; memory.ErrNoEmbedder while the server is not there.
func (l *lateEmbedder) Chunk(ctx context.Context, text string) ([]memory.Span, error) {
	e, err := l.get()
	if err != nil {
		return nil, err
	}
	return e.Chunk(ctx, text)
}

// ID implements memory.Embedder; without the server it is only the model's name, under which no vector is stored.
func (l *lateEmbedder) ID() string {
	if e, err := l.get(); err == nil {
		return e.ID()
	}
	return l.name
}

// Dim implements memory.Embedder; 0 while the server is not there.
func (l *lateEmbedder) Dim() int {
	if e, err := l.get(); err == nil {
		return e.Dim()
	}
	return 0
}

// MaxTokens implements memory.Embedder.
func (l *lateEmbedder) MaxTokens() int { return l.limit }

// Ready implements memory.Embedder.
func (l *lateEmbedder) Ready() bool {
	e, err := l.get()
	return err == nil && e.Ready()
}
