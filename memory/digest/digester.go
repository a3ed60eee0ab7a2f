package digest

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"memoir/memory"
	"memoir/memory/search"
	"memoir/prompts"
)

// modelCaller makes model calls for memory work within the daily limit of tokens and counts them.
type modelCaller interface {
	CollectModelReplyCountingTokens(
		ctx context.Context, profile memory.ID, req memory.ModelRequest, limits memory.ReplyLimits,
	) (string, error)
	// CallerKeyOfChat returns the key that calls about a chat are made with; nil stands for the stored
	// ones.
	CallerKeyOfChat(ctx context.Context, profile, chat memory.ID) (*memory.CallerKey, error)
}

// Digester makes the summaries of chats and the base memory of profiles. It implements
// learn.JobRunner. RunJobAndMarkDone and EnqueueSummaryOfIdleChatIfDue belong to the one worker
// that runs jobs; the other methods are safe for concurrent use.
type Digester struct {
	store   memory.Store
	search  *search.Searcher
	calls   modelCaller
	catalog memory.Catalog
	bus     memory.Bus
	prompts *prompts.Set
	log     *slog.Logger
	clock   memory.Clock
	config  func() memory.Config

	nextIdleCheck time.Time // of EnqueueSummaryOfIdleChatIfDue
}

// New returns a Digester whose model calls are made by calls.
func New(d memory.Deps, s *search.Searcher, calls modelCaller, config func() memory.Config) *Digester {
	return &Digester{
		store: d.Store, search: s, calls: calls, catalog: d.Catalog, bus: d.Bus, prompts: d.Prompts, log: d.Log, clock: d.Now,
		config: config,
	}
}

// RunJobAndMarkDone does one job and marks it done in the transaction of its effect.
func (d *Digester) RunJobAndMarkDone(ctx context.Context, j memory.Job) error {
	switch j.Kind {
	case memory.JobSummarise:
		return d.summariseNewMessagesAndEndJob(ctx, j)
	case memory.JobDistil:
		return d.rewriteBaseMemoryJobIfDue(ctx, j)
	}
	return fmt.Errorf("job kind %q: %w", j.Kind, memory.ErrInvalid)
}

// markJobDoneWithoutEffect ends a job that there is nothing to do for.
func (d *Digester) markJobDoneWithoutEffect(ctx context.Context, j memory.Job) error {
	return d.store.InTx(ctx, func(tx memory.Store) error { return tx.JobStore().MarkDone(ctx, j.ID) })
}

// nowInUTCToMillisecond is the current time as rows store it.
func (d *Digester) nowInUTCToMillisecond() time.Time { return d.clock.NowInUTCToMillisecond() }
