package memory

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Retry rhythm of background jobs: doubling from the base to the ceiling with a quarter of jitter; dead after the last.
const (
	retryBase    = 10 * time.Second
	retryCeiling = time.Hour
	maxAttempts  = 8
	noModelPause = time.Minute
)

// errYield ends a job under way because a reply needs the server; the job is done again afterwards.
var errYield = errors.New("yields to a reply")

// worker does the background jobs one after the other until ctx ends. While a reply streams it rests.
func (s *Service) worker(ctx context.Context) {
	for {
		pause := s.runDue(ctx)
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			s.release(context.WithoutCancel(ctx))
			return
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// release queues a job that was cut off, for the next start.
func (s *Service) release(ctx context.Context) {
	if _, err := s.store.Jobs().Requeue(ctx, s.clock()); err != nil {
		s.log.Warn("jobs could not be queued again; the next start does it", "err", err)
	}
}

// runDue does every job that is due and returns how long nothing will be.
func (s *Service) runDue(ctx context.Context) time.Duration {
	const idle = time.Minute
	for ctx.Err() == nil {
		if rest := s.untilQuiet(); rest > 0 {
			return rest
		}
		j, err := s.store.Jobs().Claim(ctx, s.clock())
		if errors.Is(err, ErrNotFound) {
			rest := s.untilTitle(idle)
			if rest <= 0 {
				s.nameNext(ctx)
				continue
			}
			next, err := s.store.Jobs().Next(ctx)
			if err != nil {
				return rest
			}
			return min(max(next.Sub(s.clock()), 10*time.Millisecond), rest)
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

// untilQuiet is how long background work must still wait: as long as a reply streams (then a wake ends the wait), and
// after it until a local server has rested, unless someone waits for the result.
func (s *Service) untilQuiet() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.turns) > 0 {
		return time.Minute
	}
	if s.waiters > 0 || !s.lastLocal || s.lastTurn.IsZero() {
		return 0
	}
	return s.Config().LocalIdle - s.now().Sub(s.lastTurn)
}

// runJob does one job and settles it.
func (s *Service) runJob(ctx context.Context, j Job) {
	jobCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.mu.Lock()
	s.yieldJob = cancel
	s.mu.Unlock()
	var err error
	switch j.Kind {
	case JobExtract:
		_, err = s.learnFrom(jobCtx, j)
	default:
		err = fmt.Errorf("job kind %q: %w", j.Kind, ErrInvalid)
	}
	switch {
	case err == nil:
		s.heard.forget(runOf(j))
	case context.Cause(jobCtx) != nil:
		s.postpone(context.WithoutCancel(ctx), j, nil, s.clock())
		err = nil
	default:
		s.failed(ctx, j, err)
	}
	s.mu.Lock()
	s.yieldJob = nil
	delete(s.runs, j.MessageID)
	if err != nil {
		s.runs[j.MessageID] = err
	}
	s.jobsEnded++
	s.settled.Broadcast()
	s.mu.Unlock()
	s.changed(EventJobs, j.ProfileID, j.ThreadID)
}

// failed queues a job again later, or gives it up where trying again cannot help.
func (s *Service) failed(ctx context.Context, j Job, cause error) {
	if errors.Is(cause, ErrNoModel) || errors.Is(cause, ErrTokenLimit) {
		s.postpone(ctx, j, cause, s.clock().Add(noModelPause))
		return
	}
	retry := s.clock().Add(backoff(j.Attempts))
	if permanent(cause) || j.Attempts >= maxAttempts {
		retry = time.Time{}
		s.heard.forget(runOf(j))
	}
	s.log.Warn("memory work failed", "job", j.ID, "kind", j.Kind, "attempt", j.Attempts, "again", retry, "err", cause)
	title, _ := Explain(cause)
	if err := s.store.Jobs().Fail(ctx, j.ID, title, retry); err != nil {
		s.log.Warn("a failed job could not be settled", "job", j.ID, "err", err)
	}
}

// postpone queues a job again that could not be tried. What waits is no attempt that counts.
func (s *Service) postpone(ctx context.Context, j Job, cause error, at time.Time) {
	title := ""
	if cause != nil {
		title, _ = Explain(cause)
	}
	s.log.Info("memory work waits", "job", j.ID, "kind", j.Kind, "until", at, "because", cause)
	if err := s.store.Jobs().Postpone(ctx, j.ID, title, at); err != nil {
		s.log.Warn("a job could not be postponed; the next start queues it", "job", j.ID, "err", err)
	}
}

// permanent reports whether the same call would be refused again (4xx answers).
func permanent(err error) bool {
	for _, e := range []error{ErrUnauthorized, ErrNoCredit, ErrModelNotFound, ErrContextTooLong, ErrInvalid} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// backoff is the pause before attempt n+1.
func backoff(n int) time.Duration {
	d := retryCeiling
	if n < 10 {
		d = min(retryBase<<max(n-1, 0), retryCeiling)
	}
	return d + time.Duration(rand.Int64N(int64(d)/4+1))
}

// WaitLearned returns what the exchange of an answer taught, once its learning was tried. An attempt that failed and
// will be made again returns its error.
func (s *Service) WaitLearned(ctx context.Context, profile, answer ID) ([]Decision, error) {
	if _, err := s.Wait(ctx, profile, answer); err != nil {
		return nil, err
	}
	wakeAll := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settled.Broadcast()
	})
	defer wakeAll()
	s.mu.Lock()
	s.waiters++
	s.mu.Unlock()
	s.poke()
	err := s.awaitJob(ctx, profile, answer)
	s.mu.Lock()
	s.waiters--
	s.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("learn from answer %d: %w", answer, err)
	}
	return s.store.Decisions().List(ctx, DecisionFilter{ProfileID: profile, MessageID: answer})
}

// awaitJob waits until the job of an answer is done or an attempt has failed.
func (s *Service) awaitJob(ctx context.Context, profile, answer ID) error {
	for {
		s.mu.Lock()
		before := s.jobsEnded
		s.mu.Unlock()
		open, err := s.jobOpen(ctx, profile, answer)
		if err != nil {
			return err
		}
		s.mu.Lock()
		cause := s.runs[answer]
		for open && cause == nil && before == s.jobsEnded && !s.closed && ctx.Err() == nil {
			s.settled.Wait()
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

// jobOpen reports whether learning from the answer still waits to be done.
func (s *Service) jobOpen(ctx context.Context, profile, answer ID) (bool, error) {
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

// Jobs lists background work that is not done, oldest first.
func (s *Service) Jobs(ctx context.Context, profile ID) ([]Job, error) {
	return s.store.Jobs().List(ctx, profile, JobQueued, JobRunning, JobDead)
}

// RetryJob queues a job that was given up. Who waits for it waits for the new attempt.
func (s *Service) RetryJob(ctx context.Context, profile, id ID) error {
	if err := s.store.Jobs().Retry(ctx, profile, id, s.clock()); err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	js, err := s.store.Jobs().List(ctx, profile)
	if err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	s.mu.Lock()
	for _, j := range js {
		if j.ID == id {
			delete(s.runs, j.MessageID)
		}
	}
	s.mu.Unlock()
	s.poke()
	return nil
}
