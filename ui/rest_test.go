package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"memoir/ui/kit"
)

// harness is an event loop that runs queued functions one after the other and waits until it is
// woken.
type bed struct {
	*rest
	queue chan func()
	naps  chan struct{} // one value for each wait that starts
	woken chan struct{}
}

func newBed() *bed {
	b := &bed{queue: make(chan func(), 100), naps: make(chan struct{}, 100), woken: make(chan struct{}, 1)}
	b.rest = &rest{
		do: func(f func()) { b.queue <- f },
		wait: func(time.Duration) {
			b.naps <- struct{}{}
			<-b.woken
		},
		wake: func() { b.woken <- struct{}{} },
	}
	return b
}

// runQueue runs the queued functions until the queue is closed.
func (b *bed) loop(over chan<- struct{}) {
	for f := range b.queue {
		f()
	}
	close(over)
}

func TestWorkEndsANap(t *testing.T) {
	b, over, done, ended := newBed(), make(chan struct{}), make(chan struct{}), make(chan struct{})
	go b.loop(over)
	go func() {
		b.run(done)
		close(ended)
	}()
	<-b.naps
	ran := make(chan struct{})
	b.Do(func() { close(ran) }) // would block forever if the loop were not woken
	<-ran
	close(done)
	<-ended
	close(b.queue)
	<-over
}

func TestALoopThatHasEndedHoldsNobodyUp(t *testing.T) {
	b, done, ended := newBed(), make(chan struct{}), make(chan struct{})
	go func() {
		b.run(done) // nothing runs the queue
		close(ended)
	}()
	close(done)
	<-ended

	b = newBed()
	b.End()
	b.do = func(f func()) { f() } // as Fyne does once its loop has ended
	done, ended = make(chan struct{}), make(chan struct{})
	go func() {
		b.run(done)
		close(ended)
	}()
	close(done)
	<-ended
}

func TestNoNapWhile(t *testing.T) {
	test.NewTempApp(t)
	for name, hold := range map[string]func(b *bed) (release func()){
		"work is queued": func(b *bed) func() {
			b.Do(func() {})
			return func() {}
		},
		"something was done": func(b *bed) func() {
			b.Do(func() {})
			(<-b.queue)()
			return func() {}
		},
		"something moves": func(*bed) func() {
			f := kit.StartFrames(func(float32) {})
			return f.Stop
		},
		"the window is closed": func(b *bed) func() {
			b.End()
			return func() {}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBed()
			b.woken <- struct{}{} // a wait would end at once
			release := hold(b)
			again := b.nap()
			if release(); again || len(b.naps) > 0 {
				t.Error("it napped")
			}
			if b.napping {
				t.Error("it is left napping")
			}
		})
	}
	b := newBed()
	b.woken <- struct{}{}
	if b.nap(); len(b.naps) != 1 {
		t.Error("it never naps")
	}
	b.woken <- struct{}{}
	if b.nap(); len(b.naps) != 1 {
		t.Error("it naps again although input came")
	}
}

func TestFramesComeUntilTheyAreStopped(t *testing.T) {
	test.NewTempApp(t)
	a, b := kit.StartFrames(func(float32) {}), kit.StartFrames(func(float32) {})
	a.Stop()
	a.Stop()
	if !kit.Moving() {
		t.Error("nothing moves while one of two still does")
	}
	b.Stop()
	if kit.Moving() {
		t.Error("it moves for ever")
	}
	var none *kit.Frames
	none.Stop()
}
