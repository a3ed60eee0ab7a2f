package app

import (
	"context"
	"sync"
	"time"
)

// Dispatch runs a function on the UI goroutine, soon and in the order of the calls. It is the only door there; tests
// pump it. It must not block and may be called from any goroutine.
type Dispatch func(func())

// Tasks runs work away from the UI goroutine and brings results back to it. Its methods are safe for concurrent use;
// results arrive on the UI goroutine and, once Close was called, not at all.
type Tasks struct {
	dispatch Dispatch
	spawn    func(func(ctx context.Context)) // runs under the context given to NewTasks
	cancel   context.CancelFunc
	all      sync.WaitGroup

	mu     sync.Mutex
	closed bool
	queue  []func(ctx context.Context) // ordered work that waits
	busy   bool                        // the goroutine of the ordered work runs
}

// NewTasks returns tasks that end with ctx or Close.
func NewTasks(ctx context.Context, dispatch Dispatch) *Tasks {
	ctx, cancel := context.WithCancel(ctx)
	t := &Tasks{dispatch: dispatch, cancel: cancel}
	t.spawn = func(f func(ctx context.Context)) { t.all.Go(func() { f(ctx) }) }
	return t
}

// Close refuses new work, lets ordered work that waits finish, cancels the rest and waits for all of it.
func (t *Tasks) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.drain()
	t.cancel()
	t.all.Wait()
}

// drain waits for the ordered work.
func (t *Tasks) drain() {
	done := make(chan struct{})
	t.mu.Lock()
	if !t.busy {
		t.mu.Unlock()
		return
	}
	t.queue = append(t.queue, func(context.Context) { close(done) })
	t.mu.Unlock()
	<-done
}

// Post runs f on the UI goroutine unless the tasks are closed by then.
func (t *Tasks) Post(f func()) {
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

// Do runs work beside everything else and hands its result to then on the UI goroutine. then may be nil.
func Do[T any](t *Tasks, work func(ctx context.Context) (T, error), then func(T, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.spawn(func(ctx context.Context) { finish(t, work, then)(ctx) })
}

// InOrder runs work after all work given to InOrder before: what a person changes happens in the order of the clicks.
func InOrder[T any](t *Tasks, work func(ctx context.Context) (T, error), then func(T, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.queue = append(t.queue, finish(t, work, then))
	if !t.busy {
		t.busy = true
		t.spawn(t.runQueue)
	}
}

func finish[T any](t *Tasks, work func(context.Context) (T, error), then func(T, error)) func(context.Context) {
	return func(ctx context.Context) {
		v, err := work(ctx)
		if then != nil {
			t.Post(func() { then(v, err) })
		}
	}
}

func (t *Tasks) runQueue(ctx context.Context) {
	for {
		t.mu.Lock()
		if len(t.queue) == 0 {
			t.busy = false
			t.mu.Unlock()
			return
		}
		next := t.queue[0]
		t.queue = t.queue[1:]
		t.mu.Unlock()
		next(ctx)
	}
}

// Latest keeps only the newest of several askings of the same question. It belongs to the UI goroutine; its zero value
// is ready.
type Latest struct{ now *asking }

// asking is one of them; it may be called off before its work began.
type asking struct {
	mu     sync.Mutex
	off    bool
	cancel context.CancelFunc
}

// Drop makes whatever is under way stale.
func (l *Latest) Drop() {
	if l.now != nil {
		l.now.callOff()
		l.now = nil
	}
}

func (a *asking) callOff() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.off = true
	if a.cancel != nil {
		a.cancel()
	}
}

// begin gives the asking a context of its own; it is ended at once when the asking was called off.
func (a *asking) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancel = cancel
	if a.off {
		cancel()
	}
	return ctx, cancel
}

// Newest is Do for a question whose older answers are of no use: they are cancelled and never reach then. It must be
// called on the UI goroutine.
func Newest[T any](t *Tasks, l *Latest, work func(ctx context.Context) (T, error), then func(T, error)) {
	mine, then := newest(l, then)
	Do(t, func(ctx context.Context) (T, error) {
		ctx, cancel := mine.begin(ctx)
		defer cancel()
		return work(ctx)
	}, then)
}

// newest makes what was asked before stale; the then it returns hears only of what was not made stale itself.
func newest[T any](l *Latest, then func(T, error)) (*asking, func(T, error)) {
	l.Drop()
	mine := &asking{}
	l.now = mine
	return mine, func(v T, err error) {
		if l.now != mine {
			return
		}
		l.now = nil
		then(v, err)
	}
}

// blink is how long Soon waits: half a frame.
const blink = 8 * time.Millisecond

// Soon is Newest for what a click shows: an answer that is there in a blink is handed to then before Soon returns, and
// so is drawn in the frame that shows the click, instead of after it. Any other comes as it does with Newest.
func Soon[T any](t *Tasks, l *Latest, work func(ctx context.Context) (T, error), then func(T, error)) {
	type answer struct {
		v   T
		err error
	}
	mine, then := newest(l, then)
	soon, late := make(chan answer), make(chan struct{})
	Do(t, func(ctx context.Context) (struct{}, error) {
		ctx, cancel := mine.begin(ctx)
		defer cancel()
		v, err := work(ctx)
		select {
		case soon <- answer{v, err}:
		case <-late:
			t.Post(func() { then(v, err) })
		}
		return struct{}{}, nil
	}, nil)
	defer close(late)
	select {
	case a := <-soon:
		then(a.v, a.err)
	case <-time.After(blink):
	}
}
