package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"memoir/memory"
)

// meter counts requests and their durations. Safe for concurrent use.
type meter struct {
	mu    sync.Mutex
	count int64
	total time.Duration
}

func (m *meter) observe(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	m.total += d
}

func (m *meter) read() (int64, time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.count, m.total
}

// metrics answers in the Prometheus text format 0.0.4.
func (a *API) metrics(c *call) error {
	h, err := a.service.Health(c.ctx(), c.profile)
	if err != nil {
		return err
	}
	count, total := a.meter.read()
	var b strings.Builder
	write := func(name, kind, help string, value float64) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s %g\n", name, help, name, kind, name, value)
	}
	write("memory_total_count", "gauge", "Active memories of the profile.", float64(h.Counters.Total))
	write("memory_replacement_rate", "gauge", "Replacements of what was learned.", h.Counters.ReplacementRate)
	write("memory_dedup_rate", "gauge", "Repetitions of all candidates.", h.Counters.DedupRate)
	write("retrieval_hit_rate", "gauge", "Answers that got memories by relevance.", h.Counters.HitRate)
	fmt.Fprintf(&b, "# HELP memory_jobs Background jobs by state.\n# TYPE memory_jobs gauge\n")
	for _, state := range []memory.JobState{memory.JobQueued, memory.JobRunning, memory.JobDead} {
		fmt.Fprintf(&b, "memory_jobs{state=%q} %d\n", state, h.Jobs[state])
	}
	fmt.Fprintf(&b, "# HELP memoir_request_seconds Time to answer requests.\n# TYPE memoir_request_seconds summary\n")
	fmt.Fprintf(&b, "memoir_request_seconds_sum %g\nmemoir_request_seconds_count %d\n", total.Seconds(), count)
	c.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	c.WriteHeader(http.StatusOK)
	_, _ = c.Write([]byte(b.String()))
	return nil
}
