package engine_test

import (
	"context"
	"sync/atomic"
	"time"

	"memoir/memory"
)

// waitUntil waits until a condition holds, two minutes at most: the machine may be slow and busy.
func (h *harness) waitUntil(what string, holds func() bool) {
	h.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// workerRounds counts what the worker asks the store for: it claims jobs until none is due, asks when the next one is
// due before it looks for imported chats and for chats to sum up, and asks again when it found none.
type workerRounds struct {
	claims     atomic.Int64
	asked      atomic.Int64 // times since the last claim
	idleClaims atomic.Int64 // claims when it last found nothing
}

type observedStore struct {
	memory.Store
	rounds *workerRounds
}

func (s observedStore) JobStore() memory.JobStore { return observedJobs{s.Store.JobStore(), s.rounds} }

type observedJobs struct {
	memory.JobStore
	rounds *workerRounds
}

func (j observedJobs) ClaimNextDue(ctx context.Context, now time.Time) (memory.Job, error) {
	j.rounds.claims.Add(1)
	j.rounds.asked.Store(0)
	return j.JobStore.ClaimNextDue(ctx, now)
}

func (j observedJobs) NextDueTime(ctx context.Context) (time.Time, error) {
	if j.rounds.asked.Add(1) == 2 {
		j.rounds.idleClaims.Store(j.rounds.claims.Load())
	}
	return j.JobStore.NextDueTime(ctx)
}

// letWorkerFinish wakes the worker and waits until it has done all there is to do at the present time of the clock.
// While an answer is written, or a local server must rest, it does nothing and the wait fails.
func (h *harness) letWorkerFinish() {
	h.t.Helper()
	before := h.rounds.claims.Load()
	h.wakeWorker()
	h.waitUntil("the worker to find nothing to do", func() bool { return h.rounds.idleClaims.Load() > before })
}
