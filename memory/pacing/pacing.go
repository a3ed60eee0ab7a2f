// Package pacing makes long work give way to a window that somebody uses. Start with New.
package pacing

import (
	"context"
	"io"
	"time"
)

// While somebody uses the window, work of minutes gets a twentieth of its time, in slices shorter than a frame. Low
// priority alone does not keep 60 frames a second: drawing by software needs both processors of a small computer
// (docs/benchmarks.md, "Importing").
const (
	workSlice      = 10 * time.Millisecond  // about a chat of twenty messages
	pauseAfterWork = 200 * time.Millisecond // at most; less when the window is no longer used
	usePollTime    = 25 * time.Millisecond
)

// Pacer is the pace of one piece of long work. It belongs to one goroutine.
type Pacer struct {
	inUse   func() bool
	resumed time.Time
}

// New returns the pace of work that begins now. inUse reports whether the window is used at the moment; nil stands for
// never.
func New(inUse func() bool) *Pacer { return &Pacer{inUse: inUse, resumed: time.Now()} }

// GiveWay waits while the window is used and a slice of work was done, at most pauseAfterWork or until ctx ends. It is
// called where nothing is locked.
func (p *Pacer) GiveWay(ctx context.Context) {
	if p.inUse == nil || time.Since(p.resumed) < workSlice {
		return
	}
	for began := time.Now(); p.inUse() && time.Since(began) < pauseAfterWork; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(usePollTime):
		}
	}
	p.resumed = time.Now()
}

// Reader gives way before each read.
type Reader struct {
	io.ReaderAt
	Ctx   context.Context //nolint:containedctx // io.ReaderAt has none
	Pacer *Pacer
}

// ReadAt reads from the reader below.
func (r Reader) ReadAt(b []byte, off int64) (int, error) {
	r.Pacer.GiveWay(r.Ctx)
	return r.ReaderAt.ReadAt(b, off)
}
