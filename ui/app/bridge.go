package app

import (
	"context"
	"sync"
	"sync/atomic"

	"memoir/memory"
)

// EventSource publishes events; in the program it is *engine.Service.
type EventSource interface {
	SubscribeToQueuedEvents() (wake <-chan struct{}, drain func() []memory.Event, cancel func())
}

// EventBridge delivers events to the UI goroutine. However many arrive while the window is busy
// drawing, at most one call is queued there, and that call drains all pending events.
type EventBridge struct {
	cancel  context.CancelFunc
	running sync.WaitGroup
	closed  atomic.Bool
}

// SubscribeEventsOnUI subscribes to s and starts the bridge. handle is called on the UI goroutine
// with every event, in order, until Close.
func SubscribeEventsOnUI(
	ctx context.Context,
	s EventSource,
	dispatch Dispatch,
	handle func(memory.Event),
) *EventBridge {
	ctx, cancel := context.WithCancel(ctx)
	b := &EventBridge{cancel: cancel}
	wake, drain, unsubscribe := s.SubscribeToQueuedEvents()
	var pending atomic.Bool
	handleAll := func() {
		pending.Store(false)
		for _, e := range drain() {
			if b.closed.Load() {
				return
			}
			handle(e)
		}
	}
	b.running.Go(func() {
		defer unsubscribe()
		for {
			select {
			case <-ctx.Done():
				return
			case <-wake:
				if pending.CompareAndSwap(false, true) {
					dispatch(handleAll)
				}
			}
		}
	})
	return b
}

// Close stops the bridge and waits for its goroutine. When it is called on the UI goroutine, no
// event is handled after it has returned.
func (b *EventBridge) Close() {
	b.closed.Store(true)
	b.cancel()
	b.running.Wait()
}
