package chat

import (
	"slices"
	"testing"
	"time"
)

// waitClock is a clock that moves when told to, and a serverWait on it whose looks are all in vain.
type waitClock struct {
	serverWait
	now   time.Duration // since the start
	due   time.Duration // of the scheduled look, 0 for none
	run   func()
	looks []time.Duration
}

func newWaitClock() *waitClock {
	c := &waitClock{}
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c.serverWait = serverWait{
		after: func(d time.Duration, f func()) func() {
			c.due, c.run = c.now+d, f
			return func() { c.due = 0 }
		},
		now: func() time.Time { return begin.Add(c.now) },
		look: func() {
			c.looks = append(c.looks, c.now)
			c.scheduleOrStopLooking(true)
		},
	}
	return c
}

func (c *waitClock) advanceTo(t time.Duration) {
	for c.due != 0 && c.due <= t {
		run := c.run
		c.now, c.due = c.due, 0
		run()
	}
	c.now = t
}

func TestAwaitedServerIsLookedForLessAndLessOften(t *testing.T) {
	c := newWaitClock()
	c.scheduleOrStopLooking(true)
	c.scheduleOrStopLooking(true) // as every change of the controls does
	c.advanceTo(200 * time.Second)
	want := []time.Duration{
		5 * time.Second, 15 * time.Second, 35 * time.Second, 75 * time.Second, 135 * time.Second, 195 * time.Second,
	}
	if !slices.Equal(c.looks, want) {
		t.Errorf("looked at %v, not at %v", c.looks, want)
	}
}

func TestUserWhoActsFindsAnAwaitedServerSoon(t *testing.T) {
	c := newWaitClock()
	c.scheduleOrStopLooking(true)
	c.advanceTo(100 * time.Second)
	c.looks = nil
	c.lookSoonIfAwaiting()
	c.advanceTo(102 * time.Second)
	for range 50 { // keys
		c.lookSoonIfAwaiting()
	}
	c.advanceTo(116 * time.Second)
	want := []time.Duration{100 * time.Second, 105 * time.Second, 110 * time.Second}
	if !slices.Equal(c.looks, want) {
		t.Errorf("looked at %v, not at %v", c.looks, want)
	}
}

func TestServerThatNobodyAwaitsIsNotLookedFor(t *testing.T) {
	c := newWaitClock()
	c.scheduleOrStopLooking(true)
	c.advanceTo(40 * time.Second)
	c.looks = nil
	c.scheduleOrStopLooking(false)
	c.lookSoonIfAwaiting()
	c.advanceTo(300 * time.Second)
	if len(c.looks) > 0 || c.isLookScheduled() {
		t.Errorf("looked at %v", c.looks)
	}
	c.scheduleOrStopLooking(true)
	c.advanceTo(306 * time.Second)
	if !slices.Equal(c.looks, []time.Duration{305 * time.Second}) {
		t.Errorf("awaited again, it looked at %v", c.looks)
	}
}
