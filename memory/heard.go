package memory

import "sync"

// heard keeps what models said in runs that are not over, so that a job that is tried again after a failure asks
// nobody twice: one extraction that came and one decision an exchange, whatever happens on the way. It is not durable;
// a start after a crash asks again. The zero value is ready; safe for concurrent use.
type heard struct {
	mu   sync.Mutex
	runs map[string]*hearing
}

// hearing is what was said in one run.
type hearing struct {
	extraction *string
	asked      string // the prompt of the decision, empty until it was asked for
	decision   string // empty when none came
}

// of returns what is known of a run.
func (h *heard) of(run string) hearing {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.runs[run]; r != nil {
		return *r
	}
	return hearing{}
}

// note changes what is known of a run.
func (h *heard) note(run string, change func(*hearing)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs == nil {
		h.runs = map[string]*hearing{}
	}
	if h.runs[run] == nil {
		h.runs[run] = &hearing{}
	}
	change(h.runs[run])
}

// forget ends a run.
func (h *heard) forget(run string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, run)
}
