package learn

import (
	"testing"
	"time"

	"memoir/memory"
)

func TestTitleDelayCountsFromTheLastReplyAndKeyPress(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	cfg := memory.ClassicPreset()
	l := &Learner{pipeline: &pipeline{clock: func() time.Time { return now }, config: func() memory.Config { return cfg }}}
	if got := l.timeUntilTitleAllowed(time.Hour); got != time.Hour {
		t.Errorf("nothing waits, and it rests %v", got)
	}
	l.titles.waiting = []titleRequest{{1, 1}}
	l.lastReplyAt = now.Add(-time.Minute)
	if got := l.timeUntilTitleAllowed(time.Hour); got > 0 {
		t.Errorf("all is quiet, and it rests %v", got)
	}
	l.CancelTitleCallAndDelayWhileTyping()
	if got := l.timeUntilTitleAllowed(time.Hour); got != cfg.LocalServerIdle {
		t.Errorf("after a key it rests %v, want %v", got, cfg.LocalServerIdle)
	}
	l.titles.lastKeyTime, l.lastReplyAt = now.Add(-time.Minute), now
	if got := l.timeUntilTitleAllowed(time.Hour); got != cfg.LocalServerIdle {
		t.Errorf("after a reply it rests %v, want %v", got, cfg.LocalServerIdle)
	}
}
