package folder

import "time"

// roundTimer says when the next round is due. It belongs to one goroutine.
type roundTimer struct {
	timer *time.Timer
	delay time.Duration
	due   time.Time // zero = no round is due
	since time.Time // when the round was first scheduled
}

// maxPostponed bounds for how long changes on the disk postpone a round, as a multiple of its
// delay.
const maxPostponed = 10

func newStoppedRoundTimer(delay time.Duration) *roundTimer {
	t := &roundTimer{timer: time.NewTimer(time.Hour), delay: delay}
	t.timer.Stop()
	return t
}

func (t *roundTimer) dueSignal() <-chan time.Time { return t.timer.C }

func (t *roundTimer) stop() { t.timer.Stop() }

// scheduleNoLaterThan makes a round due after a time, unless one is due before it. After 0 it does
// nothing.
func (t *roundTimer) scheduleNoLaterThan(after time.Duration) {
	now := time.Now()
	if after <= 0 || !t.due.IsZero() && t.due.Before(now.Add(after)) {
		return
	}
	if t.since.IsZero() {
		t.since = now
	}
	t.due = now.Add(after)
	t.timer.Reset(after)
}

// debounceRound makes a round due when nothing more has happened for the delay: a program that
// writes many files, or one in parts, is left to finish. After maxPostponed delays it is due
// nevertheless.
func (t *roundTimer) debounceRound() {
	now := time.Now()
	if t.since.IsZero() {
		t.since = now
	}
	t.due = now.Add(t.delay)
	if last := t.since.Add(maxPostponed * t.delay); last.Before(t.due) {
		t.due = last
	}
	t.timer.Reset(time.Until(t.due))
}

// clearScheduleAtRoundStart notes that the round is being run.
func (t *roundTimer) clearScheduleAtRoundStart() { t.due, t.since = time.Time{}, time.Time{} }
