package app

import (
	"context"
	"sync"
	"sync/atomic"

	"memoir/memory"
)

// EventSource publishes events; in the program it is *memory.Service.
type Source interface {
	Subscribe() (wake <-chan struct{}, drain func() []memory.Event, cancel func())
}

// EventBridge delivers events to the UI goroutine. However many arrive while the window is busy
// drawing, at most one call is queued there, and that call drains all pending events.
type Bridge struct {
	stop context.CancelFunc
	done sync.WaitGroup
	off  atomic.Bool
}

// ConnectEvents subscribes to s and starts the bridge. handle is called on the UI goroutine with
// every event, in order, until Close.
func Connect(ctx context.Context, s Source, dispatch Dispatch, handle func(memory.Event)) *Bridge {
	ctx, cancel := context.WithCancel(ctx)
	b := &Bridge{stop: cancel}
	wake, drain, unsubscribe := s.Subscribe()
	var waits atomic.Bool
	take := func() {
		waits.Store(false)
		for _, e := range drain() {
			if b.off.Load() {
				return
			}
			handle(e)
		}
	}
	b.done.Go(func() {
		defer unsubscribe()
		for {
			select {
			case <-ctx.Done():
				return
			case <-wake:
				if waits.CompareAndSwap(false, true) {
					dispatch(take)
				}
			}
		}
	})
	return b
}

// Close stops the bridge and waits for its goroutine. When it is called on the UI goroutine, no
// event is handled after it has returned.
func (b *Bridge) Close() {
	b.off.Store(true)
	b.stop()
	b.done.Wait()
}
