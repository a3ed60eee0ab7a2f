package learn

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/search"
	"memoir/prompts"
)

// Learner learns from exchanges in the background and titles chats: its worker runs one job at a time,
// yields to replies, and repeats what failed. All methods are safe for concurrent use.
type Learner struct {
	*pipeline

	wake      chan struct{} // signals the worker that there is work
	titles    titleQueue
	otherJobs JobRunner // nil = there are only learning jobs

	mu             sync.Mutex
	closed         bool
	replies        int                     // replies that are being streamed
	lastReplyAt    time.Time               // end of the last reply
	lastReplyLocal bool                    // whether a local model sent it
	waiters        int                     // calls that wait for a job; with any, jobs do not wait for an idle server
	preemptJob     context.CancelCauseFunc // preempts the running job in favour of a reply
	// callerKeys maps the chats of other programs to the key of the last request; nil means that the
	// stored keys may be used.
	callerKeys map[memory.ID]*memory.CallerKey
	// errors maps answers to the error of the last attempt to learn; nil after a success.
	errors    map[memory.ID]error
	jobsEnded int        // finished attempts, failed ones included
	jobEnded  *sync.Cond // signalled when a job ends
}

// pipeline runs the stages from an exchange to memories. It keeps no state but the replies of runs
// that have not ended.
type pipeline struct {
	store      memory.Store
	search     *search.Searcher
	calls      *modelCaller
	catalog    memory.Catalog
	bus        memory.Bus
	prompts    *prompts.Set
	log        *slog.Logger
	clock      memory.Clock
	config     func() memory.Config
	replyCache *replyCache
	reconciler *reconciler
}

// New returns a Learner that is idle until RunJobsUntilCancelled.
func New(d memory.Deps, s *search.Searcher, config func() memory.Config) *Learner {
	calls := &modelCaller{store: d.Store, model: d.Model, log: d.Log, clock: d.Now, config: config}
	replies := &replyCache{}
	l := &Learner{
		pipeline: &pipeline{
			store: d.Store, search: s, calls: calls, catalog: d.Catalog, bus: d.Bus, prompts: d.Prompts, log: d.Log,
			clock: d.Now, config: config, replyCache: replies,
			reconciler: &reconciler{
				store: d.Store, search: s, calls: calls, prompts: d.Prompts, log: d.Log, clock: d.Now, config: config,
				replyCache: replies,
			},
		},
		wake: make(chan struct{}, 1), errors: map[memory.ID]error{},
		callerKeys: map[memory.ID]*memory.CallerKey{},
	}
	l.jobEnded = sync.NewCond(&l.mu)
	return l
}
