package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

var errInjected = errors.New("the power went")

// failingStore is a store in which the next failures transactions that end a job fail at the last
// moment.
type failingStore struct {
	memory.Store
	failures *int
}

func (f failingStore) InTx(ctx context.Context, fn func(memory.Store) error) error {
	return f.Store.InTx(ctx, func(tx memory.Store) error { return fn(failingStore{tx, f.failures}) })
}

func (f failingStore) JobStore() memory.JobStore {
	return failingJobStore{f.Store.JobStore(), f.failures}
}

type failingJobStore struct {
	memory.JobStore
	failures *int
}

func (f failingJobStore) MarkDone(ctx context.Context, id memory.ID) error {
	if err := f.JobStore.MarkDone(ctx, id); err != nil {
		return err
	}
	if *f.failures > 0 {
		*f.failures--
		return errInjected
	}
	return nil
}

// advanceClockUntilLearned waits until learning from an answer has succeeded, however often it fails
// before.
func (h *harness) advanceClockUntilLearned(answer memory.ID) []memory.Decision {
	h.t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; {
		h.clock.advance(2 * time.Hour) // longer than any retry delay
		ds, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), answer)
		if err == nil {
			return ds
		}
		if time.Now().After(end) {
			h.t.Fatalf("still not learned: %v", err)
		}
	}
}

// newHarnessWithFailingJobsBeforeMove returns a harness that knows where the user lives and that they like tea,
// and whose model will report a move; the next n job completions fail.
func newHarnessWithFailingJobsBeforeMove(t *testing.T, n *int) *harness {
	t.Helper()
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		// Answers get the newest memories: only a repetition counts as a use.
		c.SendAllUpTo, c.RecentOnNoHit = 0, true
	})
	h.stopService()
	h.wrapStore = func(s memory.Store) memory.Store { return failingStore{s, n} }
	h.startService(h.Config())
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.sendFactInFirstPerson("The user likes tea.", "[]")
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(
		`[{"fact":"The user lives in Lisbon."},{"fact":"The user likes tea."},{"fact":"The user has a boat."}]`,
		`[{"new":1,"action":"DELETE","known":1}]`,
	)
	return h
}

const moveMessage = "I live in Lisbon now, I like tea and I have a boat"

func TestRetriedJobTakesEffectOnceWithoutNewModelCalls(t *testing.T) {
	once, often := 0, 0
	reliable, flaky := newHarnessWithFailingJobsBeforeMove(t, &once), newHarnessWithFailingJobsBeforeMove(t, &often)
	often = 3
	asked := flaky.model.countLearnRequests()
	for _, h := range []*harness{reliable, flaky} {
		turn := h.sendMessage(h.newChat(), moveMessage)
		if ds := h.advanceClockUntilLearned(turn.Answer.ID); len(ds) != 3 {
			t.Fatalf("decisions = %+v", ds)
		}
	}
	if often != 0 {
		t.Fatalf("%d failures are left: nothing was run again", often)
	}
	if n := flaky.model.countLearnRequests() - asked; n != 2 {
		t.Errorf("%d calls for one exchange that was learned from at the fourth attempt", n)
	}
	if got, want := strings.Join(flaky.activeContents(), "|"), strings.Join(reliable.activeContents(), "|"); got != want {
		t.Errorf("memories %s, want %s", got, want)
	}
	for _, m := range flaky.memoriesWithStatus(memory.StatusActive) {
		if want := map[string]int{"The user likes tea.": 1}[m.Content]; m.UseCount != want {
			t.Errorf("%q was used %d times, want %d", m.Content, m.UseCount, want)
		}
	}
	all, err := flaky.Session(1, memory.ActorUser).ListDecisions(flaky.ctx(), memory.DecisionFilter{})
	if err != nil || len(all) != 5 {
		t.Errorf("%d decisions, want 5 (%v)", len(all), err)
	}
}

func TestRequeuedJobTakesEffectOnlyOnItsNextRun(t *testing.T) {
	h := newStandardHarness(t)
	started, free := make(chan struct{}), make(chan struct{})
	h.model.mu.Lock()
	first := true
	h.model.structuredReply = func(memory.ModelRequest) (string, error) {
		if first {
			first = false
			close(started)
			<-free
		}
		return `[{"fact":"The user likes tea."}]`, nil
	}
	h.model.mu.Unlock()
	turn := h.sendMessage(h.newChat(), "I like tea")
	// wakes the worker
	go func() {
		_, _ = h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(context.Background(), turn.Answer.ID)
	}()
	<-started
	if n, err := h.db.JobStore().RequeueRunning(h.ctx(), h.clock.now()); err != nil || n != 1 {
		t.Fatalf("%d jobs taken away, %v", n, err)
	}
	close(free)
	h.advanceClockUntilLearned(turn.Answer.ID)
	all, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{})
	if err != nil || len(all) != 1 || len(h.activeContents()) != 1 {
		t.Errorf("memories = %q, %d decisions, %v", h.activeContents(), len(all), err)
	}
	js, err := h.db.JobStore().List(h.ctx(), 1)
	if err != nil || len(js) != 1 || js[0].State != memory.JobDone {
		t.Errorf("jobs = %+v, %v", js, err)
	}
	if ok, err := h.db.JobStore().EnqueueIfNew(h.ctx(), js[0]); ok || err != nil {
		t.Errorf("the same exchange is queued a second time: %v, %v", ok, err)
	}
}

func TestRetryWithChangedNeighboursDecidesByRule(t *testing.T) {
	failures := 0
	h := newHarnessWithFailingJobsBeforeMove(t, &failures)
	failures = 1
	asked := h.model.countLearnRequests()
	turn := h.sendMessage(h.newChat(), moveMessage)
	if _, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID); err == nil {
		t.Fatal("the first attempt should fail")
	}
	h.embedder.setCosine("The user lives in Lisbon.", "The user has a flat in Lisbon.", 0.7)
	h.addMemories("The user has a flat in Lisbon.")
	h.advanceClockUntilLearned(turn.Answer.ID)
	if n := h.model.countLearnRequests() - asked; n != 2 {
		t.Errorf("%d calls for one exchange", n)
	}
	if got := h.activeContents(); len(got) != 5 {
		t.Errorf("memories = %q: without an answer to these neighbours nothing is retired", got)
	}
}

func TestPostponedJobCountsNoAttempt(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact":"The user likes tea."}]`, "[]")
	models := h.catalog.models
	unavailable := slices.Clone(models)
	for i := range unavailable {
		unavailable[i].Available = false // still answers, like a model that is named but not listed
	}
	h.catalog.setModels(unavailable)
	turn := h.sendMessage(h.newChat(), "I like tea")
	for range 12 { // more than maxJobAttempts
		h.clock.advance(time.Hour)
		_, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
		if err != nil {
			wantErr(t, err, memory.ErrNoModel)
		}
	}
	for { // an attempt may still be running
		js, err := h.Session(1, memory.ActorUser).ListUnfinishedJobs(h.ctx())
		if err != nil || len(js) != 1 || js[0].State == memory.JobDead {
			t.Fatalf("jobs = %+v, %v", js, err)
		}
		if js[0].State == memory.JobQueued {
			if js[0].Attempts != 0 {
				t.Errorf("%d attempts", js[0].Attempts)
			}
			break
		}
	}
	h.catalog.setModels(models)
	if ds := h.advanceClockUntilLearned(turn.Answer.ID); len(ds) != 1 {
		t.Errorf("decisions = %+v", ds)
	}
}
