package encoder

import (
	"context"
	"slices"
	"sync"

	"memoir/memory"
)

// workerSlots is a semaphore that bounds the workers of all calls. Queries are served before
// passages. Safe for concurrent use.
type workerSlots struct {
	total   int
	closing <-chan struct{} // ends every wait with memory.ErrClosed

	mu      sync.Mutex
	free    int
	waiting [2][]*waiter // passages and queries, indexed by memory.EmbedKind
}

// waiter is a call waiting for need slots; ready is closed when it has them.
type waiter struct {
	need  int
	ready chan struct{}
}

func newWorkerSlots(total int, closing <-chan struct{}) *workerSlots {
	return &workerSlots{total: total, free: total, closing: closing}
}

// waitUntilAllSlotsAcquired waits for n slots, at most total.
func (s *workerSlots) waitUntilAllSlotsAcquired(ctx context.Context, kind memory.EmbedKind, n int) error {
	w := &waiter{need: n, ready: make(chan struct{})}
	s.mu.Lock()
	s.waiting[kind] = append(s.waiting[kind], w)
	s.grantSlotsToWaiting()
	s.mu.Unlock()
	var err error
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-s.closing:
		err = memory.ErrClosed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting[kind], w); i >= 0 {
		s.waiting[kind] = slices.Delete(s.waiting[kind], i, i+1)
	} else { // granted in the meantime
		s.free += n
	}
	s.grantSlotsToWaiting()
	return err
}

// takeExtraFreeSlots takes up to n more slots without waiting and returns how many. It takes none
// while calls are waiting.
func (s *workerSlots) takeExtraFreeSlots(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting[memory.EmbedQuery])+len(s.waiting[memory.EmbedPassage]) > 0 {
		return 0
	}
	n = min(n, s.free)
	s.free -= n
	return n
}

func (s *workerSlots) releaseSlots(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free += n
	s.grantSlotsToWaiting()
}

// yieldSlotsToQueriesAndReacquire releases n slots of a passage if queries are waiting, and then
// acquires them again.
func (s *workerSlots) yieldSlotsToQueriesAndReacquire(ctx context.Context, kind memory.EmbedKind, n int) error {
	s.mu.Lock()
	wanted := kind == memory.EmbedPassage && len(s.waiting[memory.EmbedQuery]) > 0
	s.mu.Unlock()
	if !wanted {
		return nil
	}
	s.releaseSlots(n)
	return s.waitUntilAllSlotsAcquired(ctx, kind, n)
}

// grantSlotsToWaiting serves the queues in order, queries first. The caller holds mu.
func (s *workerSlots) grantSlotsToWaiting() {
	for _, kind := range []memory.EmbedKind{memory.EmbedQuery, memory.EmbedPassage} {
		q := s.waiting[kind]
		for len(q) > 0 && q[0].need <= s.free {
			s.free -= q[0].need
			close(q[0].ready)
			q[0] = nil
			q = q[1:]
		}
		s.waiting[kind] = q
		if len(q) > 0 {
			return
		}
	}
}
