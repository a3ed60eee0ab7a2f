package memory

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"memoir/prompts"
)

// Learner learns from exchanges in the background and titles chats: its worker runs one job at a time,
// yields to replies, and repeats what failed. All methods are safe for concurrent use.
type Learner struct {
	store   Store
	search  *Searcher
	model   Model
	catalog Catalog
	bus     Bus
	prompts *prompts.Set
	log     *slog.Logger
	clock   Clock
	config  func() Config

	wake       chan struct{} // signals the worker that there is work
	titles     titleQueue
	replyCache replyCache

	mu             sync.Mutex
	closed         bool
	replies        int                     // replies that are being streamed
	lastReplyAt    time.Time               // end of the last reply
	lastReplyLocal bool                    // whether a local model sent it
	waiters        int                     // WaitForJob calls; with any, jobs do not wait for an idle server
	preemptJob     context.CancelCauseFunc // preempts the running job in favour of a reply
	// errors maps answers to the error of the last attempt to learn; nil after a success.
	errors    map[ID]error
	jobsEnded int        // finished attempts, failed ones included
	jobEnded  *sync.Cond // signalled when a job ends
}

// NewLearner returns a Learner that is idle until Run.
func NewLearner(d Deps, s *Searcher, config func() Config) *Learner {
	l := &Learner{
		store: d.Store, search: s, model: d.Model, catalog: d.Catalog, bus: d.Bus, prompts: d.Prompts, log: d.Log,
		clock: d.Now, config: config, wake: make(chan struct{}, 1), errors: map[ID]error{},
	}
	l.jobEnded = sync.NewCond(&l.mu)
	return l
}
