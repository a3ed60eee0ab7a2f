//go:build gallery

package main

import (
	"strings"
	"time"

	"memoir/ui/message"
)

// stream plays an answer as a model would send it: a few words every 33 ms.
type stream struct {
	g      *gallery
	reply  message.Answer
	rest   []string
	per    int
	words  int
	cancel func()
	ended  bool
}

const tick = 33 * time.Millisecond

// play begins to answer in a row that is in the list already.
func (g *gallery) play(id int64, text string, perTick int) {
	g.stream = &stream{
		g: g, reply: message.Answer{ID: id, State: message.Waiting}, rest: strings.SplitAfter(text, " "),
		per: perTick,
	}
	g.composer.SetPhase(composerBusy, "")
	g.stream.cancel = g.after(300*time.Millisecond, g.stream.step)
}

func (s *stream) step() {
	n := min(s.per, len(s.rest))
	s.reply.Text += strings.Join(s.rest[:n], "")
	s.rest = s.rest[n:]
	s.words += n
	s.reply.State = message.Streaming
	if len(s.rest) == 0 {
		s.end(message.Complete)
		return
	}
	s.g.list.UpdateRow(s.reply.ListRow())
	s.cancel = s.g.after(tick, s.step)
}

func (s *stream) end(state message.State) {
	s.ended = true
	s.reply.State = state
	s.reply.Stats = "41 words/s · 9 s"
	s.reply.ReceiptLabel = "Used 3 memories · 1 file"
	s.g.list.UpdateRow(s.reply.ListRow())
	s.g.composer.SetPhase(composerReady, "")
}

func (s *stream) stop() { s.cancel() }
