package memory

import (
	"testing"
	"time"
)

func TestTitlesWaitUntilServerAndKeysHaveRested(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	cfg := Classic()
	s := &Service{now: func() time.Time { return now }}
	s.cfg.Store(&cfg)
	if got := s.untilTitle(time.Hour); got != time.Hour {
		t.Errorf("nothing waits, and it rests %v", got)
	}
	s.titles.waiting = []titleAsk{{1, 1}}
	s.lastTurn = now.Add(-time.Minute)
	if got := s.untilTitle(time.Hour); got > 0 {
		t.Errorf("all is quiet, and it rests %v", got)
	}
	s.Typing()
	if got := s.untilTitle(time.Hour); got != cfg.LocalIdle {
		t.Errorf("after a key it rests %v, want %v", got, cfg.LocalIdle)
	}
	s.titles.lastKey, s.lastTurn = now.Add(-time.Minute), now
	if got := s.untilTitle(time.Hour); got != cfg.LocalIdle {
		t.Errorf("after a reply it rests %v, want %v", got, cfg.LocalIdle)
	}
}
