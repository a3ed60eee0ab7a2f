package encoder

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"memoir/memory"
)

func TestQueriesAreServedBeforePassages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newWorkerSlots(1, nil)
		acquireSlot(t, s, memory.EmbedPassage)
		order := make(chan string, 4)
		for _, kind := range []memory.EmbedKind{memory.EmbedPassage, memory.EmbedQuery} {
			name := map[memory.EmbedKind]string{memory.EmbedPassage: "passage", memory.EmbedQuery: "query"}[kind]
			go func() {
				acquireSlot(t, s, kind)
				order <- name
				s.releaseSlots(1)
			}()
			synctest.Wait()
		}
		// The running passage yields its slot between two layers: the query runs now, the waiting passage
		// does not.
		if err := s.yieldSlotsToQueriesAndReacquire(t.Context(), memory.EmbedPassage, 1); err != nil {
			t.Fatal(err)
		}
		if first := <-order; first != "query" {
			t.Errorf("%s ran first", first)
		}
		s.releaseSlots(1)
		synctest.Wait()
	})
}

func TestQueriesDoNotYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newWorkerSlots(1, nil)
		acquireSlot(t, s, memory.EmbedQuery)
		got := false
		go func() {
			acquireSlot(t, s, memory.EmbedQuery)
			got = true
			s.releaseSlots(1)
		}()
		synctest.Wait()
		if err := s.yieldSlotsToQueriesAndReacquire(t.Context(), memory.EmbedQuery, 1); err != nil || got {
			t.Errorf("a query gave its slot away (%v)", err)
		}
		s.releaseSlots(1)
		synctest.Wait()
	})
}

func TestNoMoreWorkersThanSlots(t *testing.T) {
	s := newWorkerSlots(3, nil)
	acquireSlot(t, s, memory.EmbedPassage)
	if n := s.takeExtraFreeSlots(5); n != 2 {
		t.Errorf("%d extra slots of 2", n)
	}
	if n := s.takeExtraFreeSlots(1); n != 0 {
		t.Errorf("%d extra slots of none", n)
	}
	s.releaseSlots(3)
	if n := s.takeExtraFreeSlots(9); n != 3 {
		t.Errorf("%d slots after all were released", n)
	}
}

func TestExtraSlotsAreNotTakenFromWaitingCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newWorkerSlots(3, nil)
		acquireSlot(t, s, memory.EmbedPassage)
		go func() {
			if err := s.waitUntilAllSlotsAcquired(t.Context(), memory.EmbedPassage, 3); err != nil {
				t.Error(err)
			}
			s.releaseSlots(3)
		}()
		synctest.Wait()
		if n := s.takeExtraFreeSlots(2); n != 0 {
			t.Errorf("%d slots taken from a waiting call", n)
		}
		s.releaseSlots(1)
		synctest.Wait()
	})
}

func TestAcquireEndsWithContextOrClose(t *testing.T) {
	closing := make(chan struct{})
	s := newWorkerSlots(1, closing)
	acquireSlot(t, s, memory.EmbedPassage)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.waitUntilAllSlotsAcquired(ctx, memory.EmbedQuery, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
	close(closing)
	if err := s.waitUntilAllSlotsAcquired(t.Context(), memory.EmbedQuery, 1); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	s.releaseSlots(1)
	if n := s.takeExtraFreeSlots(2); n != 1 {
		t.Errorf("%d free slots after the waits ended, want 1", n)
	}
}

// TestSlotGrantedDuringCancellationIsReturned has a free slot and an ended context, so that either
// may end the wait.
func TestSlotGrantedDuringCancellationIsReturned(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := newWorkerSlots(2, nil)
	granted := 0
	const tries = 200
	for range tries {
		if err := s.waitUntilAllSlotsAcquired(ended, memory.EmbedPassage, 2); err == nil {
			granted++
			s.releaseSlots(2)
		} else if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if granted == 0 || granted == tries {
		t.Errorf("%d of %d waits were granted, want some of each", granted, tries)
	}
	if n := s.takeExtraFreeSlots(9); n != 2 {
		t.Errorf("%d free slots after the waits, want 2", n)
	}
}

func acquireSlot(t *testing.T, s *workerSlots, kind memory.EmbedKind) {
	t.Helper()
	if err := s.waitUntilAllSlotsAcquired(t.Context(), kind, 1); err != nil {
		t.Error(err)
	}
}
