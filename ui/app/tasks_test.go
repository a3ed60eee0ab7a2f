package app

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"memoir/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// harness stands in for the UI goroutine: dispatched calls queue up until the test runs them.
type harness struct{ queue chan func() }

func newHarness() *harness { return &harness{queue: make(chan func(), 1000)} }

func (p *harness) dispatch(f func()) { p.queue <- f }

// runUntil runs dispatched calls until ok returns true.
func (p *harness) runUntil(t *testing.T, ok func() bool) {
	t.Helper()
	for !ok() {
		select {
		case f := <-p.queue:
			f()
		case <-time.After(2 * time.Minute):
			t.Fatal("nothing came any more")
		}
	}
}

// runPending runs the calls that are queued now.
func (p *harness) runPending() {
	for {
		select {
		case f := <-p.queue:
			f()
		default:
			return
		}
	}
}

func TestQueueRunsWorkInOrder(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	defer tasks.Close()
	var got []int
	for i := range 50 {
		RunInBackgroundInOrder(
			tasks,
			func(context.Context) (int, error) { return i, nil },
			func(v int, _ error) { got = append(got, v) },
		)
	}
	p.runUntil(t, func() bool { return len(got) == 50 })
	for i, v := range got {
		if i != v {
			t.Fatalf("the results came as %v", got)
		}
	}
}

func TestLatestOrWaitDeliversAFastResultBeforeItReturns(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	defer tasks.Close()
	var l Request
	got, before := 0, 0
	for i := 1; i <= 1000 && before == 0; i++ { // inlineWait may be too short on a busy machine
		RunCancellingPreviousWaitingBriefly(
			tasks,
			&l,
			func(context.Context) (int, error) { return i, nil },
			func(v int, _ error) { got = v },
		)
		if got == i {
			before++
		}
		p.runPending()
	}
	if before == 0 {
		t.Fatal("no answer arrived at once")
	}
	if l.current != nil {
		t.Fatal("an answer that arrived is still asked for")
	}
}

func TestLatestOrWaitPostsASlowResultLater(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	defer tasks.Close()
	var l Request
	var got []string
	ended := make(chan struct{})
	RunCancellingPreviousWaitingBriefly(tasks, &l, func(context.Context) (string, error) {
		<-ended
		return "late", nil
	}, func(s string, _ error) { got = append(got, s) })
	if len(got) > 0 {
		t.Fatal("an answer arrived before it was there")
	}
	close(ended)
	p.runUntil(t, func() bool { return len(got) > 0 })
	hold := make(chan struct{})
	RunCancellingPreviousWaitingBriefly(tasks, &l, func(ctx context.Context) (string, error) {
		<-ctx.Done() // the older request is cancelled
		close(hold)
		return "old", ctx.Err()
	}, func(s string, _ error) { got = append(got, s) })
	RunCancellingPrevious(tasks, &l, func(context.Context) (string, error) { return "new", nil },
		func(s string, _ error) { got = append(got, s) })
	<-hold
	p.runUntil(t, func() bool { return len(got) > 1 })
	p.runPending()
	if len(got) != 2 || got[0] != "late" || got[1] != "new" {
		t.Fatalf("arrived %q", got)
	}
}

func TestLatestDeliversOnlyTheNewestResult(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	defer tasks.Close()
	var l Request
	var got []string
	oldCancelled := make(chan struct{})
	RunCancellingPrevious(tasks, &l, func(ctx context.Context) (string, error) {
		<-ctx.Done() // the older request is cancelled
		close(oldCancelled)
		return "old", ctx.Err()
	}, func(s string, _ error) { got = append(got, s) })
	RunCancellingPrevious(tasks, &l, func(context.Context) (string, error) { return "new", nil },
		func(s string, _ error) { got = append(got, s) })
	<-oldCancelled
	p.runUntil(t, func() bool { return len(got) > 0 })
	p.runPending()
	if len(got) != 1 || got[0] != "new" {
		t.Fatalf("arrived: %v", got)
	}
}

func TestCloseFinishesQueuedWorkAndDeliversNothing(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	var mu sync.Mutex
	kept := 0
	for range 5 {
		RunInBackgroundInOrder(tasks, func(context.Context) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			kept++
			return 0, nil
		}, func(int, error) { t.Error("a result came after Close") })
	}
	var ended error
	RunInBackground(tasks, func(ctx context.Context) (int, error) {
		<-ctx.Done()
		ended = ctx.Err()
		return 0, nil
	}, nil)
	tasks.Close()
	p.runPending()
	if kept != 5 {
		t.Errorf("%d of 5 changes were kept", kept)
	}
	if !errors.Is(ended, context.Canceled) {
		t.Errorf("work beside the order ended with %v", ended)
	}
	RunInBackground(tasks, func(context.Context) (int, error) { t.Error("work began after Close"); return 0, nil }, nil)
}

func TestEventBridgeQueuesAtMostOneUICall(t *testing.T) {
	bus := memory.NewBus()
	p := newHarness()
	seen := 0
	b := SubscribeEventsOnUI(t.Context(), busSource{bus}, p.dispatch, func(memory.Event) { seen++ })
	for i := range 500 {
		bus.Publish(memory.Event{Kind: memory.EventDone, MessageID: memory.ID(i)})
	}
	p.runUntil(t, func() bool { return seen > 0 })
	calls := len(p.queue)
	if calls > 1 {
		t.Errorf("%d calls wait", calls)
	}
	p.runUntil(t, func() bool { return seen == 500 })
	b.Close()
	bus.Publish(memory.Event{Kind: memory.EventDone})
	p.runPending()
	if seen != 500 {
		t.Errorf("an event was handled after Close")
	}
}

type busSource struct{ memory.Bus }

func TestStoppedTimerDoesNotFire(t *testing.T) {
	p := newHarness()
	tasks := NewBackgroundTasks(t.Context(), p.dispatch)
	defer tasks.Close()
	after := NewAfterFuncOnUI(tasks)
	fired := map[string]bool{}
	stop := after(time.Millisecond, func() { fired["stopped"] = true })
	time.Sleep(5 * time.Millisecond) // the timer has fired and its call is queued
	stop()
	after(2*time.Millisecond, func() { fired["kept"] = true })
	p.runUntil(t, func() bool { return fired["kept"] })
	if fired["stopped"] {
		t.Error("it fired")
	}
}
