package learn

import "sync"

// replyCache keeps model replies of unfinished runs, so that a retried job makes no second call:
// each exchange gets one successful extraction and one reconcile call. It is in memory only; after
// a crash the calls are made again. The zero value is ready to use. Safe for concurrent use.
type replyCache struct {
	mu   sync.Mutex
	runs map[string]*runReplies
}

// runReplies are the model replies of one run.
type runReplies struct {
	extractionReply *string
	reconcilePrompt string // empty until the call was made
	reconcileReply  string // empty when the call failed
}

// cachedRepliesOfRun returns the cached replies of a run.
func (h *replyCache) cachedRepliesOfRun(run string) runReplies {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.runs[run]; r != nil {
		return *r
	}
	return runReplies{}
}

// updateCachedRepliesOfRun changes the cached replies of a run.
func (h *replyCache) updateCachedRepliesOfRun(run string, change func(*runReplies)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs == nil {
		h.runs = map[string]*runReplies{}
	}
	if h.runs[run] == nil {
		h.runs[run] = &runReplies{}
	}
	change(h.runs[run])
}

// dropCachedRepliesOfRun removes a finished run.
func (h *replyCache) dropCachedRepliesOfRun(run string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, run)
}
