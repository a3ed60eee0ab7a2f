package learn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"memoir/memory"
)

// Retries of background jobs: the delay doubles from the base to the maximum, plus up to a quarter
// of jitter. After the last attempt the job is dead.
const (
	retryBaseDelay = 10 * time.Second
	maxRetryDelay  = time.Hour
	maxJobAttempts = 8
	noModelDelay   = time.Minute
)

// errYieldToReply cancels a running job because a reply needs the server; the job is run again
// afterwards.
var errYieldToReply = errors.New("yields to a reply")

// JobRunner does background work of other kinds than learning on the Learner's worker.
type JobRunner interface {
	// RunJobAndMarkDone does a job and marks it done in the transaction of its effect. A job that
	// fails is repeated as a learning job is.
	RunJobAndMarkDone(ctx context.Context, j memory.Job) error
	// EnqueueSummaryOfIdleChatIfDue queues at most one job that is due because a chat has been idle,
	// and reports whether it did. The worker calls it when it has nothing else to do, and never twice
	// at a time.
	EnqueueSummaryOfIdleChatIfDue(ctx context.Context) bool
}

// SetRunnerOfOtherJobs sets what runs jobs of other kinds than learning. It must be called before
// RunJobsUntilCancelled.
func (l *Learner) SetRunnerOfOtherJobs(r JobRunner) { l.otherJobs = r }

// RunJobsUntilCancelled runs the background jobs one at a time until ctx ends. It is idle while a
// reply streams.
func (l *Learner) RunJobsUntilCancelled(ctx context.Context) {
	for {
		pause := l.runDueJobsThenTitlesAndQueueIdleWork(ctx)
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			l.requeueInterruptedJobs(context.WithoutCancel(ctx))
			return
		case <-l.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// requeueInterruptedJobs queues an interrupted job for the next start.
func (l *Learner) requeueInterruptedJobs(ctx context.Context) {
	if _, err := l.store.JobStore().RequeueRunning(ctx, l.clock.NowInUTCToMillisecond()); err != nil {
		l.log.Warn("jobs could not be queued again; the next start does it", "err", err)
	}
}

// runDueJobsThenTitlesAndQueueIdleWork runs every job that is due and returns how long none will
// be.
func (l *Learner) runDueJobsThenTitlesAndQueueIdleWork(ctx context.Context) time.Duration {
	const idle = time.Minute
	for ctx.Err() == nil {
		if rest := l.delayForReplyAndLocalServer(); rest > 0 {
			return rest
		}
		j, err := l.store.JobStore().ClaimNextDue(ctx, l.clock.NowInUTCToMillisecond())
		if errors.Is(err, memory.ErrNotFound) {
			rest := l.timeUntilTitleAllowed(idle)
			if rest <= 0 {
				l.generateAndStoreLongestWaitingTitle(ctx)
				continue
			}
			if l.enqueueImportedChatIfQueueEmpty(ctx) {
				continue
			}
			if l.otherJobs != nil && l.otherJobs.EnqueueSummaryOfIdleChatIfDue(ctx) {
				continue
			}
			next, err := l.store.JobStore().NextDueTime(ctx)
			if err != nil {
				return rest
			}
			return min(max(next.Sub(l.clock.NowInUTCToMillisecond()), 10*time.Millisecond), rest)
		}
		if err != nil {
			if ctx.Err() == nil {
				l.log.Warn("no job could be taken", "err", err)
			}
			return idle
		}
		l.runJobAndStoreResult(ctx, j)
	}
	return idle
}

// delayForReplyAndLocalServer is how long background work must wait: while a reply streams (until
// the worker is woken) and then until a local server has been idle long enough, unless a caller
// waits for the result.
func (l *Learner) delayForReplyAndLocalServer() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.replies > 0 {
		return time.Minute
	}
	if l.waiters > 0 || !l.lastReplyLocal || l.lastReplyAt.IsZero() {
		return 0
	}
	return l.config().LocalServerIdle - l.clock().Sub(l.lastReplyAt)
}

// runJobAndStoreResult runs one job and stores its result.
func (l *Learner) runJobAndStoreResult(ctx context.Context, j memory.Job) {
	jobCtx, cancel := context.WithCancelCause(l.contextWithCallerKeyOfJob(ctx, j))
	defer cancel(nil)
	l.mu.Lock()
	l.preemptJob = cancel
	l.mu.Unlock()
	var err error
	switch {
	case j.Kind == memory.JobExtract:
		_, err = l.learnFromJobExchangeAndEndJob(jobCtx, j)
	case l.otherJobs != nil:
		err = l.otherJobs.RunJobAndMarkDone(jobCtx, j)
	default:
		err = fmt.Errorf("job kind %q: %w", j.Kind, memory.ErrInvalid)
	}
	switch {
	case err == nil:
		l.replyCache.dropCachedRepliesOfRun(learningRunIDForJob(j))
	case context.Cause(jobCtx) != nil:
		l.postponeJobWithoutAttempt(context.WithoutCancel(ctx), j, nil, l.clock.NowInUTCToMillisecond())
		err = nil
	default:
		l.scheduleRetryOrMarkDead(jobCtx, j, err)
	}
	l.mu.Lock()
	l.preemptJob = nil
	if j.Kind == memory.JobExtract {
		delete(l.errors, j.MessageID)
		if err != nil {
			l.errors[j.MessageID] = err
		}
	}
	l.jobsEnded++
	l.jobEnded.Broadcast()
	l.mu.Unlock()
	memory.PublishStaleDataEvent(l.bus, memory.EventJobs, j.ProfileID, j.ChatID)
}

// scheduleRetryOrMarkDead queues a failed job for a retry, or marks it dead where a retry cannot
// help.
func (l *Learner) scheduleRetryOrMarkDead(ctx context.Context, j memory.Job, cause error) {
	k, withCallerKey := memory.CallerKeyFromContext(ctx)
	keyless := withCallerKey && k.Key == "" && errors.Is(cause, memory.ErrUnauthorized) // until the caller is back
	if keyless || errors.Is(cause, memory.ErrNoModel) || errors.Is(cause, memory.ErrTokenLimit) {
		l.postponeJobWithoutAttempt(ctx, j, cause, l.clock.NowInUTCToMillisecond().Add(noModelDelay))
		return
	}
	retry := l.clock.NowInUTCToMillisecond().Add(jobRetryDelay(j.Attempts))
	if memory.IsErrorBeyondRetry(cause) || j.Attempts >= maxJobAttempts {
		retry = time.Time{}
		l.replyCache.dropCachedRepliesOfRun(learningRunIDForJob(j))
	}
	l.log.Warn("memory work failed", "job", j.ID, "kind", j.Kind, "attempt", j.Attempts, "again", retry, "err", cause)
	title, _ := memory.ErrorTitleAndHintForUser(cause)
	err := l.store.JobStore().RequeueOrMarkDead(ctx, j.ID, title, retry)
	if err != nil && !errors.Is(err, memory.ErrNotFound) { // it was withdrawn
		l.log.Warn("a failed job could not be settled", "job", j.ID, "err", err)
	}
}

// postponeJobWithoutAttempt queues a job again that could not be tried. This does not count as an
// attempt.
func (l *Learner) postponeJobWithoutAttempt(ctx context.Context, j memory.Job, cause error, at time.Time) {
	title := ""
	if cause != nil {
		title, _ = memory.ErrorTitleAndHintForUser(cause)
	}
	l.log.Info("memory work waits", "job", j.ID, "kind", j.Kind, "until", at, "because", cause)
	err := l.store.JobStore().PostponeWithoutAttempt(ctx, j.ID, title, at)
	if err != nil && !errors.Is(err, memory.ErrNotFound) { // it was withdrawn
		l.log.Warn("a job could not be postponed; the next start queues it", "job", j.ID, "err", err)
	}
}

// jobRetryDelay is the delay before attempt n+1.
func jobRetryDelay(n int) time.Duration {
	d := maxRetryDelay
	if n < 10 {
		d = min(retryBaseDelay<<max(n-1, 0), maxRetryDelay)
	}
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}

// WaitForLearningJobSkippingIdleDelay waits until the job of an answer is done or an attempt has
// failed, and returns the error of that attempt even if it will be retried. Jobs do not wait for an
// idle server meanwhile.
func (l *Learner) WaitForLearningJobSkippingIdleDelay(ctx context.Context, profile, answer memory.ID) error {
	wakeAll := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.jobEnded.Broadcast()
	})
	defer wakeAll()
	l.mu.Lock()
	l.waiters++
	l.mu.Unlock()
	l.WakeJobWorker()
	defer func() {
		l.mu.Lock()
		l.waiters--
		l.mu.Unlock()
	}()
	return l.awaitLearningJobEndOrFailure(ctx, profile, answer)
}

// awaitLearningJobEndOrFailure waits until the job of an answer is done or an attempt has failed.
func (l *Learner) awaitLearningJobEndOrFailure(ctx context.Context, profile, answer memory.ID) error {
	for {
		l.mu.Lock()
		before := l.jobsEnded
		l.mu.Unlock()
		open, err := l.isExtractionPendingForAnswer(ctx, profile, answer)
		if err != nil {
			return err
		}
		l.mu.Lock()
		cause := l.errors[answer]
		for open && cause == nil && before == l.jobsEnded && !l.closed && ctx.Err() == nil {
			l.jobEnded.Wait()
		}
		closed := l.closed
		l.mu.Unlock()
		switch {
		case cause != nil || !open:
			return cause
		case ctx.Err() != nil:
			return ctx.Err()
		case closed:
			return memory.ErrClosed
		}
	}
}

// isExtractionPendingForAnswer reports whether the answer still has a queued or running extraction
// job.
func (l *Learner) isExtractionPendingForAnswer(ctx context.Context, profile, answer memory.ID) (bool, error) {
	js, err := l.store.JobStore().List(ctx, profile, memory.JobQueued, memory.JobRunning)
	if err != nil {
		return false, err
	}
	for _, j := range js {
		if j.MessageID == answer && j.Kind == memory.JobExtract {
			return true, nil
		}
	}
	return false, nil
}

// RetryDeadJob queues a dead job again. Later calls of WaitForLearningJobSkippingIdleDelay wait for
// the new attempt.
func (l *Learner) RetryDeadJob(ctx context.Context, profile, id memory.ID) error {
	if err := l.store.JobStore().RequeueDeadResettingAttempts(ctx, profile, id, l.clock.NowInUTCToMillisecond()); err !=
		nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	js, err := l.store.JobStore().List(ctx, profile)
	if err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	l.mu.Lock()
	for _, j := range js {
		if j.ID == id {
			delete(l.errors, j.MessageID)
		}
	}
	l.mu.Unlock()
	l.WakeJobWorker()
	return nil
}

// InterruptAndHoldJobsDuringReply makes background work yield to a reply until AllowJobsAfterReply.
func (l *Learner) InterruptAndHoldJobsDuringReply() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.replies++
	if l.preemptJob != nil {
		l.preemptJob(errYieldToReply)
	}
}

// AllowJobsAfterReply ends what InterruptAndHoldJobsDuringReply began; local says that a model on
// this computer replied, whose server is given time to rest.
func (l *Learner) AllowJobsAfterReply(local bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.replies--
	l.lastReplyAt, l.lastReplyLocal = l.clock(), local
}

// WakeJobWorker signals the worker, without blocking, that there is work.
func (l *Learner) WakeJobWorker() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// EndWaitsForLearningJobs makes callers of WaitForLearningJobSkippingIdleDelay return; the work
// itself ends with the context of RunJobsUntilCancelled.
func (l *Learner) EndWaitsForLearningJobs() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.jobEnded.Broadcast()
}
