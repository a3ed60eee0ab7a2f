package memory

import "sync"

// replyCache keeps model replies of unfinished runs, so that a retried job makes no second call:
// each exchange gets one successful extraction and one reconcile call. It is in memory only; after
// a crash the calls are made again. The zero value is ready to use. Safe for concurrent use.
type heard struct {
	mu   sync.Mutex
	runs map[string]*hearing
}

// runReplies are the model replies of one run.
type hearing struct {
	extraction *string
	asked      string // empty until the call was made
	decision   string // empty when the call failed
}

// repliesOf returns the cached replies of a run.
func (h *heard) of(run string) hearing {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.runs[run]; r != nil {
		return *r
	}
	return hearing{}
}

// updateRun changes the cached replies of a run.
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

// dropRun removes a finished run.
func (h *heard) forget(run string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, run)
}
