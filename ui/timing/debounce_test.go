package timing_test

import (
	"testing"
	"time"

	"memoir/ui/timing"
)

// harness is a clock that only advances when told to, and a Debounce of 10 ms on it.
type harness struct {
	*timing.Debounce
	now    time.Duration
	timers []*timer
	runs   int
}

type timer struct {
	due     time.Duration
	f       func()
	stopped bool
}

func newHarness() *harness {
	h := &harness{}
	h.Debounce = timing.NewDebounce(h.scheduleTimer, 10*time.Millisecond, func() { h.runs++ })
	return h
}

func (h *harness) scheduleTimer(d time.Duration, f func()) func() {
	t := &timer{due: h.now + d, f: f}
	h.timers = append(h.timers, t)
	return func() { t.stopped = true }
}

func (h *harness) advanceAndFireTimers(d time.Duration) {
	h.now += d
	for _, t := range h.timers {
		if !t.stopped && t.due <= h.now {
			t.stopped = true
			t.f()
		}
	}
}

func (h *harness) assertRunCount(t *testing.T, want int, when string) {
	t.Helper()
	if h.runs != want {
		t.Fatalf("%s it has run %d times, want %d", when, h.runs, want)
	}
}

func TestRestartPostponesTheRun(t *testing.T) {
	h := newHarness()
	for range 3 {
		h.Restart()
		h.advanceAndFireTimers(9 * time.Millisecond)
	}
	h.assertRunCount(t, 0, "while triggers keep coming")
	h.advanceAndFireTimers(time.Millisecond)
	h.assertRunCount(t, 1, "after the delay")
	h.advanceAndFireTimers(time.Second)
	h.assertRunCount(t, 1, "long after that")
	if h.IsPending() {
		t.Error("a run is pending after it ran")
	}
}

func TestStartKeepsThePendingTime(t *testing.T) {
	h := newHarness()
	h.StartUnlessPending()
	h.advanceAndFireTimers(9 * time.Millisecond)
	h.StartUnlessPending()
	h.advanceAndFireTimers(time.Millisecond)
	h.assertRunCount(t, 1, "after the delay of the first start")
	h.StartUnlessPending()
	h.advanceAndFireTimers(10 * time.Millisecond)
	h.assertRunCount(t, 2, "after another start")
}

func TestCancelDropsAndFlushAdvancesThePendingRun(t *testing.T) {
	h := newHarness()
	h.Restart()
	h.Cancel()
	h.advanceAndFireTimers(time.Second)
	h.assertRunCount(t, 0, "after Cancel")
	h.Flush()
	h.assertRunCount(t, 0, "after Flush with nothing pending")
	h.Restart()
	h.Flush()
	h.assertRunCount(t, 1, "after Flush")
	h.advanceAndFireTimers(time.Second)
	h.assertRunCount(t, 1, "after the delay of the flushed run")
}

func TestRunMayRestartItself(t *testing.T) {
	h := &harness{}
	h.Debounce = timing.NewDebounce(h.scheduleTimer, time.Millisecond, func() {
		if h.runs++; h.runs < 3 {
			h.Restart()
		}
	})
	h.StartUnlessPending()
	for range 5 {
		h.advanceAndFireTimers(time.Millisecond)
	}
	h.assertRunCount(t, 3, "after restarting itself twice")
	if h.IsPending() {
		t.Error("a run is pending after the last one")
	}
}

func TestNothingIsScheduledWithoutAfter(t *testing.T) {
	b := timing.NewDebounce(nil, time.Millisecond, func() { t.Error("it ran") })
	b.Restart()
	b.Flush()
	if b.IsPending() {
		t.Error("a run is pending")
	}
}
