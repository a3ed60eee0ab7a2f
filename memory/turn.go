package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// maxTitleRunes is the length of a title made from the first words of a chat.
const titleRunes = 48

// errStopped is the cancellation cause of a turn that the user or Shutdown ended.
var errStopped = errors.New("stopped")

// runningTurn is a running answer. finalAnswer is set before done is closed.
type turn struct {
	answer Message
	cancel context.CancelCauseFunc
	done   chan struct{}
	final  Message
}

// SendParams is a message to be answered. Model overrides the chat's model for this answer.
// ParentID, when not nil, starts a new branch below that message (0 = at the root), for edit and
// resend.
type SendParams struct {
	ProfileID ID
	ThreadID  ID
	Text      string
	Model     Text
	Parent    *ID
	FromDraft bool // the text comes from the chat's draft, which is cleared
}

// Turn is a stored user message and the answer that is being streamed.
type Turn struct {
	User   Message `json:"user"`
	Answer Message `json:"answer"`
}

// SendMessage stores the message and an empty answer in one transaction and returns; the reply
// streams in the background and is published on the Bus. Once it has returned, the message cannot
// be lost. A chat answers one message at a time; a second one is ErrBusy. The reply does not end
// with ctx; StopAnswer ends it.
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
		th.UpdatedAt = now
		if p.FromDraft {
			th.Draft = ""
		}
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

// RegenerateAnswer answers the user message above the given answer again (0 = the last one of the
// branch). The old answer is kept as a version; the new one is learned from as well.
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

// questionFor returns the user message that an answer replies to; with answer 0, the last user
// message of the branch.
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

// writableChat returns a chat that is not in the trash.
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

// registerTurn stores the answer row that prepare describes and registers the turn, atomically, so
// that two calls cannot both start a turn in one chat.
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

// startTurn runs the turn in the background. Its context is cancelled by StopAnswer and Shutdown
// only.
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

// StopAnswer stops a running answer and keeps its partial text. It has no effect on a final answer.
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

// WaitForAnswer returns the answer once it is final.
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
