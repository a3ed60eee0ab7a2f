package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"memoir/memory"
)

// requestMeter counts requests and sums their durations by route. It is safe for concurrent use.
type requestMeter struct {
	mu      sync.Mutex
	byRoute map[string]routeLatency
}

// routeLatency is the number of requests to a route and their total duration.
type routeLatency struct {
	count int64
	total time.Duration
}

// recordRequestDuration adds a request; route is the method and pattern it was registered with.
func (m *requestMeter) recordRequestDuration(route string, d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byRoute == nil {
		m.byRoute = map[string]routeLatency{}
	}
	l := m.byRoute[route]
	m.byRoute[route] = routeLatency{l.count + 1, l.total + d}
}

func (m *requestMeter) copyRouteLatencies() map[string]routeLatency {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.byRoute)
}

// getMetrics answers in the Prometheus text format 0.0.4.
func (h *maintenanceHandlers) getMetrics(c *call) error {
	health, err := c.profileSession().LoadHealth(c.requestContext())
	if err != nil {
		return err
	}
	var b strings.Builder
	write := func(name, kind, help string, value float64) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s %g\n", name, help, name, kind, name, value)
	}
	write("memory_total_count", "gauge", "Number of active memories in the profile.", float64(health.Counters.Total))
	write("memory_replacement_rate", "gauge", "Share of facts that replaced a memory.", health.Counters.ReplacementRate)
	write("memory_dedup_rate", "gauge", "Share of candidates that were already known.", health.Counters.DedupRate)
	write("retrieval_hit_rate", "gauge", "Share of answers for which the search found relevant memories.",
		health.Counters.HitRate)
	fmt.Fprintf(&b, "# HELP memory_jobs Background jobs by state.\n# TYPE memory_jobs gauge\n")
	for _, state := range []memory.JobState{memory.JobQueued, memory.JobRunning, memory.JobDead} {
		fmt.Fprintf(&b, "memory_jobs{state=%q} %d\n", state, health.JobsByState[state])
	}
	fmt.Fprintf(&b, "# HELP memoir_request_seconds Time to answer requests.\n# TYPE memoir_request_seconds summary\n")
	routes := h.meter.copyRouteLatencies()
	for _, r := range slices.Sorted(maps.Keys(routes)) {
		l := routes[r]
		fmt.Fprintf(&b, "memoir_request_seconds_sum{route=%q} %g\nmemoir_request_seconds_count{route=%q} %d\n",
			r, l.total.Seconds(), r, l.count)
	}
	c.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	c.WriteHeader(http.StatusOK)
	_, _ = c.Write([]byte(b.String()))
	return nil
}
