package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"memoir/ui/draw"
)

// harness is an event loop that runs queued functions one after the other and waits until it is
// woken.
type harness struct {
	*idler
	queue   chan func()
	waits   chan struct{} // one value for each wait that starts
	wakeups chan struct{}
}

func newHarness() *harness {
	b := &harness{queue: make(chan func(), 100), waits: make(chan struct{}, 100), wakeups: make(chan struct{}, 1)}
	b.idler = &idler{
		enqueue: func(f func()) { b.queue <- f },
		waitEvents: func(time.Duration) {
			b.waits <- struct{}{}
			<-b.wakeups
		},
		wakeLoop: func() { b.wakeups <- struct{}{} },
	}
	return b
}

// runQueueUntilClosed runs the queued functions until the queue is closed.
func (b *harness) runQueueUntilClosed(returned chan<- struct{}) {
	for f := range b.queue {
		f()
	}
	close(returned)
}

func TestQueuedCallWakesTheIdleLoop(t *testing.T) {
	b, returned, done, ended := newHarness(), make(chan struct{}), make(chan struct{}), make(chan struct{})
	go b.runQueueUntilClosed(returned)
	go func() {
		b.queueInputWaitsUntilDone(done)
		close(ended)
	}()
	<-b.waits
	ran := make(chan struct{})
	b.QueueOnUIWakingLoop(func() { close(ran) }) // would block forever if the loop were not woken
	<-ran
	close(done)
	<-ended
	close(b.queue)
	<-returned
}

func TestIdlerStopsOnceTheEventLoopHasEnded(t *testing.T) {
	b, done, ended := newHarness(), make(chan struct{}), make(chan struct{})
	go func() {
		b.queueInputWaitsUntilDone(done) // nothing runs the queue
		close(ended)
	}()
	close(done)
	<-ended

	b = newHarness()
	b.StopIdling()
	b.enqueue = func(f func()) { f() } // as Fyne does once its loop has ended
	done, ended = make(chan struct{}), make(chan struct{})
	go func() {
		b.queueInputWaitsUntilDone(done)
		close(ended)
	}()
	close(done)
	<-ended
}

func TestLoopDoesNotWaitWhileThereIsWork(t *testing.T) {
	test.NewTempApp(t)
	for name, hold := range map[string]func(b *harness) (release func()){
		"work is queued": func(b *harness) func() {
			b.QueueOnUIWakingLoop(func() {})
			return func() {}
		},
		"something was done": func(b *harness) func() {
			b.QueueOnUIWakingLoop(func() {})
			(<-b.queue)()
			return func() {}
		},
		"something moves": func(*harness) func() {
			f := draw.StartFrameCallbacks(func(float32) {})
			return f.Stop
		},
		"the window is closed": func(b *harness) func() {
			b.StopIdling()
			return func() {}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newHarness()
			b.wakeups <- struct{}{} // a wait would end at once
			release := hold(b)
			again := b.waitForInputOrFreeMemoryIfInactive()
			if release(); again || len(b.waits) > 0 {
				t.Error("it napped")
			}
			if b.waiting {
				t.Error("it is left napping")
			}
		})
	}
	b := newHarness()
	b.wakeups <- struct{}{}
	if b.waitForInputOrFreeMemoryIfInactive(); len(b.waits) != 1 {
		t.Error("it never naps")
	}
	b.wakeups <- struct{}{}
	if b.waitForInputOrFreeMemoryIfInactive(); len(b.waits) != 1 {
		t.Error("it naps again although input came")
	}
}

func TestFramesRunUntilTheyAreStopped(t *testing.T) {
	test.NewTempApp(t)
	a, b := draw.StartFrameCallbacks(func(float32) {}), draw.StartFrameCallbacks(func(float32) {})
	a.Stop()
	a.Stop()
	if !draw.AnyFrameCallbacksRunning() {
		t.Error("nothing moves while one of two still does")
	}
	b.Stop()
	if draw.AnyFrameCallbacksRunning() {
		t.Error("it moves for ever")
	}
	var none *draw.Frames
	none.Stop()
}

// givenBack is an idler that records what it gives back, on a clock that starts at its last input.
type givenBack struct {
	*idler
	begin time.Time
	calls []string
}

func newRedrawAndFreeRecorder() *givenBack {
	g := &givenBack{}
	g.idler = &idler{
		redraw:     func() { g.calls = append(g.calls, "redraw") },
		freeMemory: func() { g.calls = append(g.calls, "free") },
	}
	g.beginFirstRestPeriod()
	g.begin = g.lastActivity
	return g
}

// redrawsAndFreesBetween looks every quarter of a second from one time after the last input to another, and then
// returns what was given back.
func (g *givenBack) redrawsAndFreesBetween(from, to time.Duration) string {
	g.calls = nil
	for d := from; d < to; d += maxIdleWait {
		g.redrawAndFreeMemoryIfDue(g.begin.Add(d))
	}
	return strings.Join(g.calls, " ")
}

func TestRestGivesBackOnceUntilThereIsActivity(t *testing.T) {
	g := newRedrawAndFreeRecorder()
	if got := g.redrawsAndFreesBetween(0, redrawAfter); got != "" {
		t.Errorf("too early: %s", got)
	}
	if got := g.redrawsAndFreesBetween(redrawAfter, time.Hour); got != "redraw free" {
		t.Errorf("at rest: %s", got)
	}
	g.recordActivity()
	g.begin = g.lastActivity
	if got := g.redrawsAndFreesBetween(0, time.Hour); got != "redraw free" {
		t.Errorf("after activity: %s", got)
	}
}

func TestWorkInTheBackgroundDoesNotKeepMemory(t *testing.T) {
	g := newRedrawAndFreeRecorder()
	work := func(from, to time.Duration, calls int) string {
		var all []string
		for d := from; d < to; d += 5 * time.Second {
			g.callsSinceRedraw += calls
			g.lastActivity, g.restRedrawn = g.begin.Add(d), false // as recordActivity
			if got := g.redrawsAndFreesBetween(d+time.Second, d+5*time.Second); got != "" {
				all = append(all, got)
			}
		}
		return strings.Join(all, " ")
	}
	if got := work(0, redrawAfter, 10); got != "" {
		t.Errorf("soon after input: %s", got)
	}
	if got := work(redrawAfter, redrawAfter+15*time.Second, 10); got != "redraw free" {
		t.Errorf("while something is learned: %s", got)
	}
	if got := work(redrawAfter+15*time.Second, 2*redrawAfter+15*time.Second, 10); got != "redraw free" {
		t.Errorf("while more is learned: %s", got)
	}
	g = newRedrawAndFreeRecorder()
	if got := work(0, 2*redrawAfter, 1); got != "" {
		t.Errorf("although next to nothing happens: %s", got)
	}
}
