package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Rhythm of a running answer (docs/architecture.md): watchers see it 30 times a second at most, the store twice.
const (
	deltaEvery = 33 * time.Millisecond
	draftEvery = 500 * time.Millisecond
)

// titleRunes is the length of a title made from the first words of a chat.
const titleRunes = 48

// errStopped is the cause of a turn ended by the user or by shutdown.
var errStopped = errors.New("stopped")

// turn is a running answer. final is set before done is closed.
type turn struct {
	answer Message
	cancel context.CancelCauseFunc
	done   chan struct{}
	final  Message
}

// SendParams is a message to be answered. Model overrides the chat's for this answer. Parent, when not nil, makes the
// message a new branch behind that message (0 = a new beginning): edit and resend.
type SendParams struct {
	ProfileID ID
	ThreadID  ID
	Text      string
	Model     Text
	Parent    *ID
}

// Turn is a stored user message and the answer that streams.
type Turn struct {
	User   Message `json:"user"`
	Answer Message `json:"answer"`
}

// Send stores the message and an empty answer in one transaction and returns; the reply streams in the background and
// is told over the Bus. From then on nothing of the message can be lost. A chat answers one message at a time:
// ErrBusy. The reply does not end with ctx; Stop ends it.
func (s *Service) Send(ctx context.Context, p SendParams) (Turn, error) {
	text := strings.TrimSpace(p.Text)
	if text == "" {
		return Turn{}, &FieldError{"content", "write at least one word"}
	}
	th, err := s.openThread(ctx, p.ProfileID, p.ThreadID)
	if err != nil {
		return Turn{}, err
	}
	parent := th.HeadID
	if p.Parent != nil {
		parent = *p.Parent
	}
	now := s.clock()
	var tn Turn
	t, err := s.begin(ctx, th, func(tx Store) (Message, error) {
		tn.User = Message{
			ThreadID: th.ID, ParentID: parent, Role: RoleUser, Content: p.Text, Status: MessageComplete, CreatedAt: now,
		}
		id, err := tx.Messages().Insert(ctx, tn.User)
		if err != nil {
			return Message{}, err
		}
		tn.User.ID = id
		th.Draft, th.UpdatedAt = "", now
		if th.Title == "" {
			th.Title = firstWords(text, titleRunes)
		}
		th.HeadID = id
		if err := tx.Threads().Update(ctx, th); err != nil {
			return Message{}, err
		}
		return Message{ThreadID: th.ID, ParentID: id, Role: RoleAssistant, Status: MessageStreaming, CreatedAt: now}, nil
	})
	if err != nil {
		return Turn{}, fmt.Errorf("send to chat %d: %w", th.ID, err)
	}
	tn.Answer = t.answer
	s.changed(EventThreads, th.ProfileID, th.ID)
	s.launch(ctx, t, th, tn.User, p.Model)
	return tn, nil
}

// Regenerate answers the user message above the given answer anew (0 = the last one of the branch). The old answer
// stays as a version; the new one is learned from again.
func (s *Service) Regenerate(ctx context.Context, profile, thread, answer ID, model Text) (Turn, error) {
	th, err := s.openThread(ctx, profile, thread)
	if err != nil {
		return Turn{}, err
	}
	user, err := s.questionOf(ctx, th, answer)
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", thread, err)
	}
	t, err := s.begin(ctx, th, func(Store) (Message, error) {
		return Message{
			ThreadID: th.ID, ParentID: user.ID, Role: RoleAssistant, Status: MessageStreaming, CreatedAt: s.clock(),
		}, nil
	})
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", thread, err)
	}
	s.launch(ctx, t, th, user, model)
	return Turn{User: user, Answer: t.answer}, nil
}

// questionOf returns the user message that an answer replies to; answer 0 = the last user message of the branch.
func (s *Service) questionOf(ctx context.Context, th Thread, answer ID) (Message, error) {
	path, err := s.store.Messages().Path(ctx, th.ProfileID, th.ID, answer, 0)
	if err != nil {
		return Message{}, err
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Role == RoleUser {
			return path[i], nil
		}
	}
	return Message{}, fmt.Errorf("no message to answer: %w", ErrNotFound)
}

// openThread returns a chat that can be written to.
func (s *Service) openThread(ctx context.Context, profile, id ID) (Thread, error) {
	th, err := s.store.Threads().Get(ctx, profile, id)
	if err != nil {
		return th, err
	}
	if !th.DeletedAt.IsZero() {
		return th, fmt.Errorf("chat %d is in the trash: %w", id, ErrNotFound)
	}
	return th, nil
}

// begin stores the answer row that prepare describes and registers the turn, so that two calls cannot both start in one
// chat.
func (s *Service) begin(ctx context.Context, th Thread, prepare func(tx Store) (Message, error)) (*turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	for _, t := range s.turns {
		if t.answer.ThreadID == th.ID {
			return nil, fmt.Errorf("an answer is still being written: %w", ErrBusy)
		}
	}
	var m Message
	err := s.store.InTx(ctx, func(tx Store) error {
		var err error
		if m, err = prepare(tx); err != nil {
			return err
		}
		m.ID, err = tx.Messages().Insert(ctx, m)
		return err
	})
	if err != nil {
		return nil, err
	}
	t := &turn{answer: m, done: make(chan struct{}), cancel: func(error) {}}
	s.turns[m.ID] = t
	if s.yieldJob != nil {
		s.yieldJob(errYield)
	}
	return t, nil
}

// launch runs the turn in the background, in a context that ends by Stop and Shutdown only.
func (s *Service) launch(ctx context.Context, t *turn, th Thread, user Message, model Text) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	s.mu.Lock()
	t.cancel = cancel
	closed := s.closed
	s.mu.Unlock()
	if closed {
		cancel(errStopped)
	}
	go func() {
		defer cancel(nil)
		s.answer(ctx, t, th, user, model)
	}()
}

// Stop ends a running answer and keeps what has come. Stopping an answer that is final does nothing.
func (s *Service) Stop(ctx context.Context, profile, answer ID) error {
	if _, err := s.store.Messages().Get(ctx, profile, answer); err != nil {
		return err
	}
	s.mu.Lock()
	t := s.turns[answer]
	s.mu.Unlock()
	if t != nil {
		t.cancel(errStopped)
	}
	return nil
}

// Wait returns the answer once it is final.
func (s *Service) Wait(ctx context.Context, profile, answer ID) (Message, error) {
	s.mu.Lock()
	t := s.turns[answer]
	s.mu.Unlock()
	if t != nil {
		select {
		case <-t.done:
		case <-ctx.Done():
			return Message{}, fmt.Errorf("wait for answer %d: %w", answer, ctx.Err())
		}
	}
	return s.Message(ctx, profile, answer)
}

// answer runs one turn: retrieve, assemble, stream, store. It always ends with a final row and a terminal event.
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

// prepare chooses the model, finds the memories and builds the request; the receipt is set on m.
func (s *Service) prepare(ctx context.Context, m *Message, th Thread, user Message, want Text) (ModelInfo, Request, error) {
	model, err := s.chatModel(ctx, th, want)
	if err != nil {
		return model, Request{}, err
	}
	found := Retrieval{Query: user.Content, Mode: ModeRetrievalOff, Memories: []Hit{}, Near: []Hit{}}
	if th.Memory != ModeOff {
		found, err = s.Retrieve(ctx, RetrieveParams{ProfileID: th.ProfileID, ThreadID: th.ID, Query: user.Content})
		if err != nil {
			s.log.Warn("retrieval failed, answering without memories", "err", err)
			found = Retrieval{Query: user.Content, Mode: ModeRecent, Reason: becauseError, Memories: []Hit{}, Near: []Hit{}}
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

// stream collects the reply into m, telling watchers and keeping drafts on the way.
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
			select {
			case deltas <- d:
			case <-ctx.Done():
				ended <- context.Cause(ctx)
				return
			}
		}
		ended <- nil
	}()
	return s.collect(ctx, th, m, deltas, ended)
}

// collect is the loop of a running answer. It returns when the stream has ended and its goroutine with it.
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

// settle turns the way a stream ended into the final status of the answer.
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

// finish stores the final answer, counts the uses of what was sent and queues the learning in one transaction. When the
// store refuses, the answer is tried again a few times and then told as interrupted; its last draft is stored.
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
	if !learnable(th, *m) {
		return nil
	}
	_, err := tx.Jobs().Enqueue(ctx, Job{
		ProfileID: th.ProfileID, Kind: JobExtract, ThreadID: th.ID, MessageID: m.ID, Version: s.extractVersion(),
		State: JobQueued, RunAt: m.FinishedAt, CreatedAt: m.FinishedAt,
	})
	return err
}

// learnable reports whether the exchange that ended with m is learned from: the chat's memory is on and the answer is
// complete or was stopped.
func learnable(th Thread, m Message) bool {
	return th.Memory == ModeOn && !th.Temporary && (m.Status == MessageComplete || m.Status == MessageStopped)
}

// usedIDs names the memories that an answer was given because they were relevant, not because they were new.
func usedIDs(r *Receipt) []ID {
	if r == nil {
		return nil
	}
	var ids []ID
	for _, h := range r.Memories {
		if h.Lane != LaneRecent {
			ids = append(ids, h.ID)
		}
	}
	return ids
}
