package memory

import (
	"testing"
	"time"
)

func TestTitleDelayCountsFromTheLastReplyAndKeyPress(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	cfg := ClassicPreset()
	s := &Service{now: func() time.Time { return now }}
	s.cfg.Store(&cfg)
	if got := s.titleDelay(time.Hour); got != time.Hour {
		t.Errorf("nothing waits, and it rests %v", got)
	}
	s.titles.waiting = []titleRequest{{1, 1}}
	s.lastReplyAt = now.Add(-time.Minute)
	if got := s.titleDelay(time.Hour); got > 0 {
		t.Errorf("all is quiet, and it rests %v", got)
	}
	s.NotifyTyping()
	if got := s.titleDelay(time.Hour); got != cfg.LocalServerIdle {
		t.Errorf("after a key it rests %v, want %v", got, cfg.LocalServerIdle)
	}
	s.titles.lastKeyTime, s.lastReplyAt = now.Add(-time.Minute), now
	if got := s.titleDelay(time.Hour); got != cfg.LocalServerIdle {
		t.Errorf("after a reply it rests %v, want %v", got, cfg.LocalServerIdle)
	}
}
