package memory

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Intervals of a running answer (docs/architecture.md): subscribers get at most 30 updates per
// second, the store two.
const (
	deltaEvery = 33 * time.Millisecond
	draftEvery = 500 * time.Millisecond
)

// runTurn executes one turn: retrieve, assemble the prompt, stream the reply, store the answer. It
// always ends with a final row and a terminal event.
func (s *Service) answer(ctx context.Context, t *turn, th Thread, user Message, want Text) {
	m := t.answer
	model, req, err := s.prepare(ctx, &m, th, user, want)
	if err == nil {
		m.Model = Text(model.ID)
		err = s.stream(ctx, th, &m, req)
	}
	s.settle(ctx, &m, model, err)
	s.finish(context.WithoutCancel(ctx), th, &m)
	s.mu.Lock()
	delete(s.turns, m.ID)
	s.lastTurn, s.lastLocal = s.now(), model.Local
	s.mu.Unlock()
	t.final = m
	close(t.done)
	s.bus.Publish(Event{Kind: EventDone, ProfileID: th.ProfileID, ThreadID: th.ID, MessageID: m.ID, Message: &m})
	s.changed(EventThreads, th.ProfileID, th.ID)
	s.poke()
}

// prepareRequest chooses the model, retrieves the memories and builds the request. It sets the
// receipt on m.
func (s *Service) prepare(
	ctx context.Context, m *Message, th Thread, user Message, want Text,
) (ModelInfo, Request, error) {
	model, err := s.chatModel(ctx, th, want)
	if err != nil {
		return model, Request{}, err
	}
	found := Retrieval{Query: user.Content, Mode: ModeRetrievalOff, Memories: []Hit{}, Near: []Hit{}}
	if th.Memory != ModeOff {
		found, err = s.Retrieve(ctx, RetrieveParams{ProfileID: th.ProfileID, ThreadID: th.ID, Query: user.Content})
		if err != nil {
			s.log.Warn("retrieval failed, answering without memories", "err", err)
			found = Retrieval{Query: user.Content, Mode: ModeRecent, Reason: becauseError}
			found.Memories, found.Near = []Hit{}, []Hit{}
		}
	}
	a, err := s.assemble(ctx, th, user, found, model.Context)
	if err != nil {
		return model, Request{}, err
	}
	m.Receipt = &a.receipt
	return model, Request{
		Model: model.ID, Messages: a.messages, Temperature: th.Temperature, MaxTokens: th.MaxTokens,
	}, nil
}

// streamReply collects the reply into m, publishing deltas and saving drafts as it arrives.
func (s *Service) stream(ctx context.Context, th Thread, m *Message, req Request) error {
	deltas := make(chan Delta)
	ended := make(chan error, 1)
	go func() {
		defer close(deltas)
		for d, err := range s.model.Stream(ctx, req) {
			if err != nil {
				ended <- err
				return
			}
			deltas <- d // receiveReply reads until close, so no delta is lost however the stream ends
			if ctx.Err() != nil {
				ended <- context.Cause(ctx)
				return
			}
		}
		ended <- nil
	}()
	return s.collect(ctx, th, m, deltas, ended)
}

// receiveReply is the event loop of a running answer. It returns when the stream and its goroutine
// have ended.
func (s *Service) collect(ctx context.Context, th Thread, m *Message, deltas <-chan Delta, ended <-chan error) error {
	var text, thought strings.Builder
	waiting := time.NewTimer(s.Config().StillWaiting)
	defer waiting.Stop()
	show := time.NewTicker(deltaEvery)
	defer show.Stop()
	draft := time.NewTicker(draftEvery)
	defer draft.Stop()
	var shown, saved int
	at := func() int { return text.Len() + thought.Len() }
	for {
		select {
		case d, ok := <-deltas:
			if !ok {
				return <-ended
			}
			waiting.Stop()
			text.WriteString(d.Text)
			thought.WriteString(d.Reasoning)
			m.Content, m.Reasoning = text.String(), Text(thought.String())
			if d.Usage != nil {
				m.Usage = d.Usage
			}
		case <-waiting.C:
			s.bus.Publish(Event{Kind: EventWaiting, ProfileID: th.ProfileID, ThreadID: th.ID, MessageID: m.ID})
		case <-show.C:
			if at() != shown {
				shown = at()
				part := *m
				s.bus.Publish(Event{
					Kind: EventDelta, ProfileID: th.ProfileID, ThreadID: th.ID, MessageID: m.ID, Message: &part,
				})
			}
		case <-draft.C:
			if at() != saved {
				saved = at()
				if err := s.store.Messages().SaveDraft(ctx, m.ID, m.Content, string(m.Reasoning)); err != nil {
					s.log.Warn("draft of an answer could not be kept", "message", m.ID, "err", err)
				}
			}
		}
	}
}

// setFinalStatus maps the error that ended a stream, if any, to the final status of the answer.
func (s *Service) settle(ctx context.Context, m *Message, model ModelInfo, err error) {
	m.FinishedAt = s.clock()
	switch {
	case err == nil:
		m.Status = MessageComplete
		return
	case errors.Is(context.Cause(ctx), errStopped):
		m.Status = MessageStopped
		return
	case m.Content != "":
		m.Status = MessageInterrupted
	default:
		m.Status = MessageFailed
	}
	m.Error = FaultOf(err)
	s.log.Warn("answer failed", "message", m.ID, "model", model.ID, "err", err)
}

// storeAnswer stores the final answer, records the use of the memories that were sent and queues
// the extraction job, all in one transaction. When the store fails, it retries a few times and then
// reports the answer as interrupted; the last draft remains stored.
func (s *Service) finish(ctx context.Context, th Thread, m *Message) {
	var err error
	for _, pause := range []time.Duration{0, 200 * time.Millisecond, time.Second} {
		if pause > 0 {
			time.Sleep(pause)
		}
		if err = s.store.InTx(ctx, func(tx Store) error { return s.finishTx(ctx, tx, th, m) }); err == nil {
			return
		}
	}
	s.log.Error("answer could not be stored", "message", m.ID, "err", err)
	m.Status, m.Error = MessageInterrupted, FaultOf(err)
}

func (s *Service) finishTx(ctx context.Context, tx Store, th Thread, m *Message) error {
	if err := tx.Messages().Finish(ctx, *m); err != nil {
		return err
	}
	if ids := usedIDs(m.Receipt); len(ids) > 0 {
		if err := tx.Memories().Touch(ctx, th.ProfileID, m.FinishedAt, ids); err != nil {
			return err
		}
	}
	if r := m.Receipt; r != nil && r.Mode != ModeRetrievalOff && len(r.Memories) > 0 {
		err := s.countUsage(ctx, tx, th.ProfileID, func(u *usage) {
			u.Answers++
			if r.Mode == ModeRelevant || r.Mode == ModeFew {
				u.Hits++
			}
		})
		if err != nil {
			return err
		}
	}
	if !learnable(th, *m) {
		return nil
	}
	_, err := tx.Jobs().Enqueue(ctx, Job{
		ProfileID: th.ProfileID, Kind: JobExtract, ThreadID: th.ID, MessageID: m.ID, Version: s.extractVersion(),
		State: JobQueued, RunAt: m.FinishedAt, CreatedAt: m.FinishedAt,
	})
	return err
}

// isLearnable reports whether the exchange that ended with m is learned from: memory is on in the
// chat, and the answer is complete or was stopped.
func learnable(th Thread, m Message) bool {
	return th.Memory == ModeOn && !th.Temporary && (m.Status == MessageComplete || m.Status == MessageStopped)
}

// usedMemoryIDs returns the memories whose use is counted: all that were sent except those in the
// recent lane, which were chosen by age and not by relevance.
func usedIDs(r *Receipt) []ID {
	if r == nil {
		return nil
	}
	var ids []ID
	for _, h := range r.Memories {
		if h.Lane != LaneRecent && h.ID != 0 {
			ids = append(ids, h.ID)
		}
	}
	return ids
}
