package memory_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

var errCut = errors.New("the power went")

// failingStore is a store in which the next failures transactions that end a job fail at the last
// moment.
type frail struct {
	memory.Store
	failing *int
}

func (f frail) InTx(ctx context.Context, fn func(memory.Store) error) error {
	return f.Store.InTx(ctx, func(tx memory.Store) error { return fn(frail{tx, f.failing}) })
}

func (f frail) Jobs() memory.JobStore { return frailJobs{f.Store.Jobs(), f.failing} }

type frailJobs struct {
	memory.JobStore
	failing *int
}

func (f frailJobs) Finish(ctx context.Context, id memory.ID) error {
	if err := f.JobStore.Finish(ctx, id); err != nil {
		return err
	}
	if *f.failing > 0 {
		*f.failing--
		return errCut
	}
	return nil
}

// waitUntilLearned waits until learning from an answer has succeeded, however often it fails
// before.
func (h *house) learnedAfterAll(answer memory.ID) []memory.Decision {
	h.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; {
		h.clock.tick(2 * time.Hour) // longer than any retry delay
		ds, err := h.WaitLearned(h.ctx(), 1, answer)
		if err == nil {
			return ds
		}
		if time.Now().After(end) {
			h.t.Fatalf("still not learned: %v", err)
		}
	}
}

// newHarnessBeforeMove returns a harness that knows where the user lives and that they like tea,
// and whose model will report a move; the next n job completions fail.
func moved(t *testing.T, n *int) *house {
	t.Helper()
	h := newHouse(t, func(c *memory.Config) {
		*c = memory.Standard()
		// Answers get the newest memories: only a repetition counts as a use.
		c.Few, c.RecentOnNoHit = 0, true
	})
	h.close()
	h.store = func(s memory.Store) memory.Store { return frail{s, n} }
	h.open(h.Config())
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.tell("The user likes tea.", "[]")
	h.clock.tick(time.Hour)
	h.replies(`[{"fact":"The user lives in Lisbon."},{"fact":"The user likes tea."},{"fact":"The user has a boat."}]`,
		`[{"new":1,"action":"DELETE","known":1}]`)
	return h
}

const move = "I live in Lisbon now, I like tea and I have a boat"

func TestAJobThatIsRunAgainHasItsEffectOnceAndAsksNobodyAgain(t *testing.T) {
	once, often := 0, 0
	calm, rough := moved(t, &once), moved(t, &often)
	often = 3
	asked := rough.model.learned()
	for _, h := range []*house{calm, rough} {
		tn := h.send(h.thread(), move)
		if ds := h.learnedAfterAll(tn.Answer.ID); len(ds) != 3 {
			t.Fatalf("decisions = %+v", ds)
		}
	}
	if often != 0 {
		t.Fatalf("%d failures are left: nothing was run again", often)
	}
	if n := rough.model.learned() - asked; n != 2 {
		t.Errorf("%d calls for one exchange that was learned from at the fourth attempt", n)
	}
	if got, want := strings.Join(rough.contents(), "|"), strings.Join(calm.contents(), "|"); got != want {
		t.Errorf("memories %s, want %s", got, want)
	}
	for _, m := range rough.all(memory.StatusActive) {
		if want := map[string]int{"The user likes tea.": 1}[m.Content]; m.UseCount != want {
			t.Errorf("%q was used %d times, want %d", m.Content, m.UseCount, want)
		}
	}
	all, err := rough.Decisions(rough.ctx(), memory.DecisionFilter{ProfileID: 1})
	if err != nil || len(all) != 5 {
		t.Errorf("%d decisions, want 5 (%v)", len(all), err)
	}
}

func TestAJobThatSomebodyElseTookHasNoEffectUntilItIsTakenAgain(t *testing.T) {
	h := standard(t)
	started, free := make(chan struct{}), make(chan struct{})
	h.model.mu.Lock()
	first := true
	h.model.structured = func(memory.Request) (string, error) {
		if first {
			first = false
			close(started)
			<-free
		}
		return `[{"fact":"The user likes tea."}]`, nil
	}
	h.model.mu.Unlock()
	tn := h.send(h.thread(), "I like tea")
	go func() { _, _ = h.WaitLearned(context.Background(), 1, tn.Answer.ID) }() // wakes the worker
	<-started
	if n, err := h.db.Jobs().Requeue(h.ctx(), h.clock.now()); err != nil || n != 1 {
		t.Fatalf("%d jobs taken away, %v", n, err)
	}
	close(free)
	h.learnedAfterAll(tn.Answer.ID)
	all, err := h.Decisions(h.ctx(), memory.DecisionFilter{ProfileID: 1})
	if err != nil || len(all) != 1 || len(h.contents()) != 1 {
		t.Errorf("memories = %q, %d decisions, %v", h.contents(), len(all), err)
	}
	js, err := h.db.Jobs().List(h.ctx(), 1)
	if err != nil || len(js) != 1 || js[0].State != memory.JobDone {
		t.Errorf("jobs = %+v, %v", js, err)
	}
	if ok, err := h.db.Jobs().Enqueue(h.ctx(), js[0]); ok || err != nil {
		t.Errorf("the same exchange is queued a second time: %v, %v", ok, err)
	}
}

func TestWithOtherKnownMemoriesARunThatIsTriedAgainDecidesByRule(t *testing.T) {
	failures := 0
	h := moved(t, &failures)
	failures = 1
	asked := h.model.learned()
	tn := h.send(h.thread(), move)
	if _, err := h.WaitLearned(h.ctx(), 1, tn.Answer.ID); err == nil {
		t.Fatal("the first attempt should fail")
	}
	h.embed.near("The user lives in Lisbon.", "The user has a flat in Lisbon.", 0.7)
	h.add("The user has a flat in Lisbon.")
	h.learnedAfterAll(tn.Answer.ID)
	if n := h.model.learned() - asked; n != 2 {
		t.Errorf("%d calls for one exchange", n)
	}
	if got := h.contents(); len(got) != 5 {
		t.Errorf("memories = %q: without an answer to these neighbours nothing is retired", got)
	}
}

func TestWaitingForAModelOrForTomorrowIsNoAttempt(t *testing.T) {
	h := standard(t)
	h.replies(`[{"fact":"The user likes tea."}]`, "[]")
	models := h.cat.models
	away := slices.Clone(models)
	for i := range away {
		away[i].Available = false // still answers, like a model that is named but not listed
	}
	h.cat.set(away)
	tn := h.send(h.thread(), "I like tea")
	for range 12 { // more than maxJobAttempts
		h.clock.tick(time.Hour)
		_, err := h.WaitLearned(h.ctx(), 1, tn.Answer.ID)
		if err != nil {
			wantErr(t, err, memory.ErrNoModel)
		}
	}
	for { // an attempt may still be running
		js, err := h.Jobs(h.ctx(), 1)
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
	h.cat.set(models)
	if ds := h.learnedAfterAll(tn.Answer.ID); len(ds) != 1 {
		t.Errorf("decisions = %+v", ds)
	}
}
