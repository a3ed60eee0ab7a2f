package app

import (
	"context"
	"sync"
	"time"
)

// Dispatch runs a function on the UI goroutine, soon and in the order of the calls. It is the only
// way to get there; tests drain it themselves. It must not block and may be called from any
// goroutine.
type Dispatch func(func())

// Tasks runs work off the UI goroutine and brings the results back to it. Its methods are safe for
// concurrent use. Results arrive on the UI goroutine, and never after Close was called.
type Tasks struct {
	dispatch Dispatch
	spawn    func(func(ctx context.Context)) // runs under the context given to NewBackgroundTasks
	cancel   context.CancelFunc
	running  sync.WaitGroup

	mu           sync.Mutex
	closed       bool
	queued       []func(ctx context.Context) // work of RunInBackgroundInOrder that has not started
	queueRunning bool                        // the goroutine that runs queued work exists
}

// NewBackgroundTasks returns tasks that are cancelled by ctx or Close.
func NewBackgroundTasks(ctx context.Context, dispatch Dispatch) *Tasks {
	ctx, cancel := context.WithCancel(ctx)
	t := &Tasks{dispatch: dispatch, cancel: cancel}
	t.spawn = func(f func(ctx context.Context)) { t.running.Go(func() { f(ctx) }) }
	return t
}

// Close refuses new work, lets queued work finish, cancels everything else and waits for all of it.
func (t *Tasks) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.waitForQueuedWork()
	t.cancel()
	t.running.Wait()
}

// waitForQueuedWork waits until the queued work is done.
func (t *Tasks) waitForQueuedWork() {
	done := make(chan struct{})
	t.mu.Lock()
	if !t.queueRunning {
		t.mu.Unlock()
		return
	}
	t.queued = append(t.queued, func(context.Context) { close(done) })
	t.mu.Unlock()
	<-done
}

// PostToUI runs f on the UI goroutine unless the tasks are closed by then.
func (t *Tasks) PostToUI(f func()) {
	t.dispatch(func() {
		if !t.isClosed() {
			f()
		}
	})
}

func (t *Tasks) isClosed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.closed
}

// RunInBackground runs work concurrently and passes its result to then on the UI goroutine. then
// may be nil.
func RunInBackground[T any](t *Tasks, work func(ctx context.Context) (T, error), then func(T, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.spawn(func(ctx context.Context) { workPostingResultToUI(t, work, then)(ctx) })
}

// RunInBackgroundInOrder runs work after all work queued before, so that the user's changes are
// applied in the order of the clicks. Results are delivered as by RunInBackground.
func RunInBackgroundInOrder[T any](t *Tasks, work func(ctx context.Context) (T, error), then func(T, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.queued = append(t.queued, workPostingResultToUI(t, work, then))
	if !t.queueRunning {
		t.queueRunning = true
		t.spawn(t.runQueuedWork)
	}
}

func workPostingResultToUI[T any](
	t *Tasks,
	work func(context.Context) (T, error),
	then func(T, error),
) func(context.Context) {
	return func(ctx context.Context) {
		v, err := work(ctx)
		if then != nil {
			t.PostToUI(func() { then(v, err) })
		}
	}
}

func (t *Tasks) runQueuedWork(ctx context.Context) {
	for {
		t.mu.Lock()
		if len(t.queued) == 0 {
			t.queueRunning = false
			t.mu.Unlock()
			return
		}
		next := t.queued[0]
		t.queued = t.queued[1:]
		t.mu.Unlock()
		next(ctx)
	}
}

// Request keeps only the latest of several requests for the same data. It must be used on the UI
// goroutine; its zero value is ready, and a Request equals it while no result is awaited.
type Request struct{ current *requestAttempt }

// requestAttempt is one run of a request. It can be cancelled before its work has started.
type requestAttempt struct {
	mu        sync.Mutex
	cancelled bool
	cancel    context.CancelFunc
}

// Cancel cancels the run in progress, if any, and discards its result.
func (l *Request) Cancel() {
	if l.current != nil {
		l.current.cancelWork()
		l.current = nil
	}
}

func (a *requestAttempt) cancelWork() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancelled = true
	if a.cancel != nil {
		a.cancel()
	}
}

// newCancellableContext derives the context of the run; it is already cancelled when the run was
// cancelled before.
func (a *requestAttempt) newCancellableContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancel = cancel
	if a.cancelled {
		cancel()
	}
	return ctx, cancel
}

// RunCancellingPrevious is RunInBackground for a request whose older results are useless
// (switch-latest): a new call cancels the previous one, whose result never reaches then. It must be
// called on the UI goroutine.
func RunCancellingPrevious[T any](
	t *Tasks,
	l *Request,
	work func(ctx context.Context) (T, error),
	then func(T, error),
) {
	attempt, then := supersedePreviousAttempt(l, then)
	RunInBackground(t, func(ctx context.Context) (T, error) {
		ctx, cancel := attempt.newCancellableContext(ctx)
		defer cancel()
		return work(ctx)
	}, then)
}

// supersedePreviousAttempt supersedes the previous run. The then it returns drops the result if
// this run is superseded in turn.
func supersedePreviousAttempt[T any](l *Request, then func(T, error)) (*requestAttempt, func(T, error)) {
	l.Cancel()
	attempt := &requestAttempt{}
	l.current = attempt
	return attempt, func(v T, err error) {
		if l.current != attempt {
			return
		}
		l.current = nil
		then(v, err)
	}
}

// inlineWait is how long RunCancellingPreviousWaitingBriefly blocks: half a frame.
const inlineWait = 8 * time.Millisecond

// RunCancellingPreviousWaitingBriefly is RunCancellingPrevious for the result of a click: a result
// that is ready within inlineWait is passed to then before RunCancellingPreviousWaitingBriefly
// returns, and so is drawn in the same frame as the click instead of a later one. A slower result
// arrives as with RunCancellingPrevious.
func RunCancellingPreviousWaitingBriefly[T any](
	t *Tasks,
	l *Request,
	work func(ctx context.Context) (T, error),
	then func(T, error),
) {
	type answer struct {
		v   T
		err error
	}
	attempt, then := supersedePreviousAttempt(l, then)
	inTime, timedOut := make(chan answer), make(chan struct{})
	RunInBackground(t, func(ctx context.Context) (struct{}, error) {
		ctx, cancel := attempt.newCancellableContext(ctx)
		defer cancel()
		v, err := work(ctx)
		select {
		case inTime <- answer{v, err}:
		case <-timedOut:
			t.PostToUI(func() { then(v, err) })
		}
		return struct{}{}, nil
	}, nil)
	defer close(timedOut)
	select {
	case a := <-inTime:
		then(a.v, a.err)
	case <-time.After(inlineWait):
	}
}
