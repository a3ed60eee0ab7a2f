package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"memoir/ui/message"
)

// A round of the soak is the same work every time, in a window that is really drawn: ten replies of
// 64 KB that stream in, and 20,000 steps of the wheel. The heap after garbage collection must not
// grow from round to round.
const (
	soakReplies      = 10
	soakReplyBytes   = 64 << 10
	soakUpdateBytes  = 1 << 10
	soakSteps        = 20_000
	soakStepsPerTick = 200
	soakStepHeight   = 60 // pixels
	soakTick         = 2 * time.Millisecond
	// soakIdleTime lets Fyne drop textures and renderers: it looks for old ones every ten seconds at
	// most. FYNE_CACHE must tell it to keep them for a second only.
	soakIdleTime = 13 * time.Second
	// soakMaxGrowth is the largest ratio of the last round's heap to that of the second.
	soakMaxGrowth = 1.05
)

// soak is the state of a run. It is used on the UI goroutine only.
type soak struct {
	g          *gallery
	heapSizes  []float64 // in MB, after each round
	text       string    // of each reply
	reply      message.Answer
	replyBytes int // of text shown so far
	step       int
	stepHeight float64
	onEnd      func(error)
}

// startHeapGrowthSoak runs the soak and calls onEnd.
func (g *gallery) startHeapGrowthSoak(onEnd func(error)) {
	reply := dinners + "\n" + strings.Repeat(sentenceInTurn(3), 20) + "\n\n"
	s := &soak{g: g, onEnd: onEnd, text: strings.Repeat(reply, 1+soakReplyBytes/len(dinners))[:soakReplyBytes]}
	g.showPage("history")
	s.showLongChatAndStartReplies()
}

func (s *soak) showLongChatAndStartReplies() {
	s.step, s.stepHeight = 0, -soakStepHeight
	s.g.list.ShowOtherChatAtEnd(longChatRows())
	s.startReplyOrScrolling(0)
}

// startReplyOrScrolling starts to stream reply n, or to scroll after the last one.
func (s *soak) startReplyOrScrolling(n int) {
	if n == soakReplies {
		s.scrollListThenWaitAndMeasure()
		return
	}
	s.replyBytes = 0
	s.reply = message.Answer{ID: int64(10_000 + n), State: message.Streaming}
	s.g.list.AppendRows(s.reply.ListRow())
	s.g.list.ScrollToEndAndFollow()
	s.streamNextReplyPart(n)
}

func (s *soak) streamNextReplyPart(n int) {
	s.replyBytes = min(s.replyBytes+soakUpdateBytes, len(s.text))
	s.reply.Text = strings.Clone(s.text[:s.replyBytes])
	next := func() { s.streamNextReplyPart(n) }
	if s.replyBytes == len(s.text) {
		s.reply.State = message.Complete
		next = func() { s.startReplyOrScrolling(n + 1) }
	}
	s.g.list.UpdateRow(s.reply.ListRow())
	s.g.scheduleOnUIReturningStop(soakTick, next)
}

// scrollListThenWaitAndMeasure scrolls up and down, and turns around at both ends.
func (s *soak) scrollListThenWaitAndMeasure() {
	for range soakStepsPerTick {
		s.g.list.ScrollByPixels(s.stepHeight)
		s.step++
		if p := s.g.list.ScrollPosition(); p.AtEnd || p.RowID == 1 && p.Offset <= 0 {
			s.stepHeight = -s.stepHeight
		}
	}
	if s.step < soakSteps {
		s.g.scheduleOnUIReturningStop(soakTick, s.scrollListThenWaitAndMeasure)
		return
	}
	s.g.list.ScrollToEndAndFollow()
	s.waitForCachesThenMeasureAndGoOn(time.Now().Add(soakIdleTime))
}

// waitForCachesThenMeasureAndGoOn draws a frame now and then, because Fyne's caches are cleaned
// only while something is drawn.
func (s *soak) waitForCachesThenMeasureAndGoOn(until time.Time) {
	if time.Now().Before(until) {
		s.g.window.Content().Refresh()
		s.g.scheduleOnUIReturningStop(200*time.Millisecond, func() { s.waitForCachesThenMeasureAndGoOn(until) })
		return
	}
	if err := s.recordAndPrintHeapAndWriteProfile(); err != nil {
		s.onEnd(err)
		return
	}
	if len(s.heapSizes) < s.g.options.soakRounds {
		s.showLongChatAndStartReplies()
		return
	}
	s.onEnd(s.checkHeapGrowth())
}

func (s *soak) recordAndPrintHeapAndWriteProfile() error {
	runtime.GC()
	runtime.GC() // frees what finalizers of the first one released
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.heapSizes = append(s.heapSizes, float64(m.HeapAlloc)/(1<<20))
	fmt.Fprintf(os.Stdout, "round %d: %.1f MB in %d objects after collection\n", len(s.heapSizes),
		s.heapSizes[len(s.heapSizes)-1], m.HeapObjects)
	return s.writeHeapProfile()
}

// writeHeapProfile writes heap-N.prof, to find out what grows:
// go tool pprof -diff_base heap-2.prof heap-4.prof.
func (s *soak) writeHeapProfile() error {
	dir := s.g.options.heapProfileDir
	if dir == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("heap-%d.prof", len(s.heapSizes))))
	if err != nil {
		return err
	}
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}

func (s *soak) checkHeapGrowth() error {
	if len(s.heapSizes) < 3 {
		return fmt.Errorf("%d rounds are too few to see growth, 3 are needed", len(s.heapSizes))
	}
	second, last := s.heapSizes[1], s.heapSizes[len(s.heapSizes)-1]
	if last > second*soakMaxGrowth {
		return fmt.Errorf("the heap grew from %.1f to %.1f MB", second, last)
	}
	return nil
}
