//go:build gallery

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

// A round of the soak is the same work every time, in a window that is really drawn: ten replies of 64 KB that stream
// in, and 20,000 steps of the wheel. What the heap holds after a round must not grow from round to round.
const (
	soakReplies = 10
	soakBytes   = 64 << 10
	soakDelta   = 1 << 10
	soakSteps   = 20_000
	soakPerTick = 200
	soakTick    = 2 * time.Millisecond
	// soakRest lets fyne forget textures and renderers: it looks for old ones every ten seconds at most. Its cache must
	// be told to keep them for a second (FYNE_CACHE).
	soakRest   = 13 * time.Second
	soakGrowth = 1.05 // most growth from the second round to the last
)

// soak is the present state of the run.
type soak struct {
	g      *gallery
	rounds int
	heaps  []float64 // MB after each round
	reply  message.Answer
	at     int
	text   string
	step   int
	d      float64
	done   func(error)
}

// soakFor runs rounds and calls done.
func (g *gallery) soakFor(rounds int, done func(error)) {
	text := strings.Repeat(dinners+"\n"+strings.Repeat(sentence(3), 20)+"\n\n", 1+soakBytes/len(dinners))[:soakBytes]
	s := &soak{g: g, rounds: rounds, done: done, text: text}
	g.show("thread")
	s.begin()
}

func (s *soak) begin() {
	s.step, s.d = 0, -60
	s.g.list.OpenChat(threadRows())
	s.open(0)
}

// open begins reply n.
func (s *soak) open(n int) {
	if n == soakReplies {
		s.scroll()
		return
	}
	s.at = 0
	s.reply = message.Answer{ID: int64(10_000 + n), State: message.Streaming}
	s.g.list.AppendRows(s.reply.ListRow())
	s.g.list.ScrollToEnd()
	s.grow(n)
}

func (s *soak) grow(n int) {
	s.at = min(s.at+soakDelta, len(s.text))
	s.reply.Text = strings.Clone(s.text[:s.at])
	if s.at == len(s.text) {
		s.reply.State = message.Complete
	}
	s.g.list.UpdateRow(s.reply.ListRow())
	if s.at == len(s.text) {
		s.g.after(soakTick, func() { s.open(n + 1) })
		return
	}
	s.g.after(soakTick, func() { s.grow(n) })
}

func (s *soak) scroll() {
	for range soakPerTick {
		s.g.list.ScrollBy(s.d)
		s.step++
		if p := s.g.list.ScrollPosition(); p.AtEnd || p.RowID == 1 && p.Offset <= 0 {
			s.d = -s.d
		}
	}
	if s.step < soakSteps {
		s.g.after(soakTick, s.scroll)
		return
	}
	s.g.list.ScrollToEnd()
	s.rest(time.Now().Add(soakRest))
}

// rest draws a few frames, because fyne's cache is only cleaned while something is drawn.
func (s *soak) rest(until time.Time) {
	if time.Now().Before(until) {
		s.g.window.Content().Refresh()
		s.g.after(200*time.Millisecond, func() { s.rest(until) })
		return
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.heaps = append(s.heaps, float64(m.HeapAlloc)/(1<<20))
	fmt.Fprintf(os.Stdout, "round %d: %.1f MB in %d objects after collection\n", len(s.heaps),
		s.heaps[len(s.heaps)-1], m.HeapObjects)
	if err := s.profile(); err != nil {
		s.done(err)
		return
	}
	if len(s.heaps) < s.rounds {
		s.begin()
		return
	}
	s.done(s.verdict())
}

// profile writes what the heap holds, to find out what grows: go tool pprof -diff_base heap-2.prof heap-4.prof.
func (s *soak) profile() error {
	if s.g.o.heap == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(s.g.o.heap, fmt.Sprintf("heap-%d.prof", len(s.heaps))))
	if err != nil {
		return err
	}
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}

func (s *soak) verdict() error {
	if len(s.heaps) < 3 {
		return fmt.Errorf("%d rounds tell nothing, three do", len(s.heaps))
	}
	second, last := s.heaps[1], s.heaps[len(s.heaps)-1]
	if last > second*soakGrowth {
		return fmt.Errorf("the heap grew from %.1f to %.1f MB", second, last)
	}
	return nil
}
