package memory

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
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

// runWorker runs the background jobs one at a time until ctx ends. It is idle while a reply
// streams.
func (s *Service) runWorker(ctx context.Context) {
	for {
		pause := s.runDueJobs(ctx)
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			s.requeueInterruptedJobs(context.WithoutCancel(ctx))
			return
		case <-s.workerWake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// requeueInterruptedJobs queues an interrupted job for the next start.
func (s *Service) requeueInterruptedJobs(ctx context.Context) {
	if _, err := s.store.Jobs().RequeueRunning(ctx, s.currentTime()); err != nil {
		s.log.Warn("jobs could not be queued again; the next start does it", "err", err)
	}
}

// runDueJobs runs every job that is due and returns how long none will be.
func (s *Service) runDueJobs(ctx context.Context) time.Duration {
	const idle = time.Minute
	for ctx.Err() == nil {
		if rest := s.backgroundDelay(); rest > 0 {
			return rest
		}
		j, err := s.store.Jobs().ClaimNext(ctx, s.currentTime())
		if errors.Is(err, ErrNotFound) {
			rest := s.titleDelay(idle)
			if rest <= 0 {
				s.generateNextTitle(ctx)
				continue
			}
			next, err := s.store.Jobs().NextDue(ctx)
			if err != nil {
				return rest
			}
			return min(max(next.Sub(s.currentTime()), 10*time.Millisecond), rest)
		}
		if err != nil {
			if ctx.Err() == nil {
				s.log.Warn("no job could be taken", "err", err)
			}
			return idle
		}
		s.runJob(ctx, j)
	}
	return idle
}

// backgroundDelay is how long background work must wait: while a reply streams (until the worker is
// woken) and then until a local server has been idle long enough, unless a caller waits for the
// result.
func (s *Service) backgroundDelay() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.turns) > 0 {
		return time.Minute
	}
	if s.learnWaiters > 0 || !s.lastReplyLocal || s.lastReplyAt.IsZero() {
		return 0
	}
	return s.Config().LocalServerIdle - s.now().Sub(s.lastReplyAt)
}

// runJob runs one job and stores its result.
func (s *Service) runJob(ctx context.Context, j Job) {
	jobCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.mu.Lock()
	s.preemptJob = cancel
	s.mu.Unlock()
	var err error
	switch j.Kind {
	case JobExtract:
		_, err = s.learnFromJob(jobCtx, j)
	default:
		err = fmt.Errorf("job kind %q: %w", j.Kind, ErrInvalid)
	}
	switch {
	case err == nil:
		s.replyCache.dropRun(jobRunID(j))
	case context.Cause(jobCtx) != nil:
		s.postponeJob(context.WithoutCancel(ctx), j, nil, s.currentTime())
		err = nil
	default:
		s.retryOrGiveUp(ctx, j, err)
	}
	s.mu.Lock()
	s.preemptJob = nil
	delete(s.learnErrors, j.MessageID)
	if err != nil {
		s.learnErrors[j.MessageID] = err
	}
	s.jobsEnded++
	s.jobEnded.Broadcast()
	s.mu.Unlock()
	s.publishChange(EventJobs, j.ProfileID, j.ChatID)
}

// retryOrGiveUp queues a failed job for a retry, or marks it dead where a retry cannot help.
func (s *Service) retryOrGiveUp(ctx context.Context, j Job, cause error) {
	if errors.Is(cause, ErrNoModel) || errors.Is(cause, ErrTokenLimit) {
		s.postponeJob(ctx, j, cause, s.currentTime().Add(noModelDelay))
		return
	}
	retry := s.currentTime().Add(retryBackoff(j.Attempts))
	if isPermanentError(cause) || j.Attempts >= maxJobAttempts {
		retry = time.Time{}
		s.replyCache.dropRun(jobRunID(j))
	}
	s.log.Warn("memory work failed", "job", j.ID, "kind", j.Kind, "attempt", j.Attempts, "again", retry, "err", cause)
	title, _ := Explain(cause)
	if err := s.store.Jobs().MarkFailed(ctx, j.ID, title, retry); err != nil {
		s.log.Warn("a failed job could not be settled", "job", j.ID, "err", err)
	}
}

// postponeJob queues a job again that could not be tried. This does not count as an attempt.
func (s *Service) postponeJob(ctx context.Context, j Job, cause error, at time.Time) {
	title := ""
	if cause != nil {
		title, _ = Explain(cause)
	}
	s.log.Info("memory work waits", "job", j.ID, "kind", j.Kind, "until", at, "because", cause)
	if err := s.store.Jobs().Postpone(ctx, j.ID, title, at); err != nil {
		s.log.Warn("a job could not be postponed; the next start queues it", "job", j.ID, "err", err)
	}
}

// isPermanentError reports whether the same call would be refused again (4xx responses).
func isPermanentError(err error) bool {
	for _, e := range []error{ErrUnauthorized, ErrNoCredit, ErrModelNotFound, ErrPromptTooLong, ErrInvalid} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// retryBackoff is the delay before attempt n+1.
func retryBackoff(n int) time.Duration {
	d := maxRetryDelay
	if n < 10 {
		d = min(retryBaseDelay<<max(n-1, 0), maxRetryDelay)
	}
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}

// WaitForLearning returns what was learned from the exchange of an answer, once that was tried. A
// failed attempt returns its error even if it will be retried.
func (s *Session) WaitForLearning(ctx context.Context, answer ID) ([]Decision, error) {
	if _, err := s.WaitForAnswer(ctx, answer); err != nil {
		return nil, err
	}
	wakeAll := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.jobEnded.Broadcast()
	})
	defer wakeAll()
	s.mu.Lock()
	s.learnWaiters++
	s.mu.Unlock()
	s.wakeWorker()
	err := s.waitForJob(ctx, s.profile, answer)
	s.mu.Lock()
	s.learnWaiters--
	s.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("learn from answer %d: %w", answer, err)
	}
	return s.store.Decisions().List(ctx, DecisionFilter{ProfileID: s.profile, MessageID: answer})
}

// waitForJob waits until the job of an answer is done or an attempt has failed.
func (s *Service) waitForJob(ctx context.Context, profile, answer ID) error {
	for {
		s.mu.Lock()
		before := s.jobsEnded
		s.mu.Unlock()
		open, err := s.isJobPending(ctx, profile, answer)
		if err != nil {
			return err
		}
		s.mu.Lock()
		cause := s.learnErrors[answer]
		for open && cause == nil && before == s.jobsEnded && !s.closed && ctx.Err() == nil {
			s.jobEnded.Wait()
		}
		closed := s.closed
		s.mu.Unlock()
		switch {
		case cause != nil || !open:
			return cause
		case ctx.Err() != nil:
			return ctx.Err()
		case closed:
			return ErrClosed
		}
	}
}

// isJobPending reports whether the answer still has a queued or running extraction job.
func (s *Service) isJobPending(ctx context.Context, profile, answer ID) (bool, error) {
	js, err := s.store.Jobs().List(ctx, profile, JobQueued, JobRunning)
	if err != nil {
		return false, err
	}
	for _, j := range js {
		if j.MessageID == answer && j.Kind == JobExtract {
			return true, nil
		}
	}
	return false, nil
}

// UnfinishedJobs lists background jobs that are not done, oldest first.
func (s *Session) UnfinishedJobs(ctx context.Context) ([]Job, error) {
	return s.store.Jobs().List(ctx, s.profile, JobQueued, JobRunning, JobDead)
}

// RetryJob queues a dead job again. Later calls of WaitForLearning wait for the new attempt.
func (s *Session) RetryJob(ctx context.Context, id ID) error {
	if err := s.store.Jobs().RetryDead(ctx, s.profile, id, s.currentTime()); err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	js, err := s.store.Jobs().List(ctx, s.profile)
	if err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	s.mu.Lock()
	for _, j := range js {
		if j.ID == id {
			delete(s.learnErrors, j.MessageID)
		}
	}
	s.mu.Unlock()
	s.wakeWorker()
	return nil
}
