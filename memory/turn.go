package memory

import (
	"context"
	"errors"
	"fmt"
	"memoir/memory/lang"
	"strings"
)

// maxTitleRunes is the length of a title made from the first words of a chat.
const maxTitleRunes = 48

// errStopped is the cancellation cause of a turn that the user or Shutdown ended.
var errStopped = errors.New("stopped")

// runningTurn is a running answer. finalAnswer is set before done is closed.
type runningTurn struct {
	answer      Message
	cancel      context.CancelCauseFunc
	done        chan struct{}
	finalAnswer Message
}

// SendParams is a message to be answered. Model overrides the chat's model for this answer.
// ParentID, when not nil, starts a new branch below that message (0 = at the root), for edit and
// resend.
type SendParams struct {
	ChatID    ID
	Text      string
	Model     NullText
	ParentID  *ID
	FromDraft bool // the text comes from the chat's draft, which is cleared
}

// Turn is a stored user message and the answer that is being streamed. Chat is their chat as it is
// stored now; it is not part of the JSON form.
type Turn struct {
	Chat   Chat    `json:"-"`
	User   Message `json:"user"`
	Answer Message `json:"answer"`
}

// SendMessage stores the message and an empty answer in one transaction and returns; the reply
// streams in the background and is published on the Bus. Once it has returned, the message cannot
// be lost. A chat answers one message at a time; a second one is ErrBusy. The reply does not end
// with ctx; StopAnswer ends it.
func (s *Session) SendMessage(ctx context.Context, p SendParams) (Turn, error) {

	text := strings.TrimSpace(p.Text)
	if text == "" {
		return Turn{}, &FieldError{"content", "write at least one word"}
	}
	chat, err := s.writableChat(ctx, s.profile, p.ChatID)
	if err != nil {
		return Turn{}, err
	}
	parent := chat.HeadID
	if p.ParentID != nil {
		parent = *p.ParentID
	}
	now := s.currentTime()
	var turn Turn
	t, err := s.registerTurn(ctx, chat, func(tx Store) (Message, error) {
		turn.User = Message{
			ChatID: chat.ID, ParentID: parent, Role: RoleUser, Content: p.Text, Status: MessageComplete, CreatedAt: now,
		}
		id, err := tx.Messages().Insert(ctx, turn.User)
		if err != nil {
			return Message{}, err
		}
		turn.User.ID = id
		chat.UpdatedAt = now
		if p.FromDraft {
			chat.Draft = ""
		}
		if chat.Title == "" {
			chat.Title = lang.TitleFromMessage(text, maxTitleRunes)
		}
		chat.HeadID = id
		if err := tx.Chats().Update(ctx, chat); err != nil {
			return Message{}, err
		}
		return Message{ChatID: chat.ID, ParentID: id, Role: RoleAssistant, Status: MessageStreaming, CreatedAt: now}, nil
	})
	if err != nil {
		return Turn{}, fmt.Errorf("send to chat %d: %w", chat.ID, err)
	}
	chat.HeadID = t.answer.ID
	turn.Chat, turn.Answer = chat, t.answer
	s.publishChange(EventChats, chat.ProfileID, chat.ID)
	s.startTurn(ctx, t, chat, turn.User, p.Model)
	return turn, nil
}

// RegenerateAnswer answers the user message above the given answer again (0 = the last one of the
// branch). The old answer is kept as a version; the new one is learned from as well.
func (s *Session) RegenerateAnswer(ctx context.Context, chatID, answer ID, model NullText) (Turn, error) {
	chat, err := s.writableChat(ctx, s.profile, chatID)
	if err != nil {
		return Turn{}, err
	}
	user, err := s.questionFor(ctx, chat, answer)
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", chatID, err)
	}
	t, err := s.registerTurn(ctx, chat, func(Store) (Message, error) {
		return Message{
			ChatID: chat.ID, ParentID: user.ID, Role: RoleAssistant, Status: MessageStreaming, CreatedAt: s.currentTime(),
		}, nil
	})
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", chatID, err)
	}
	s.startTurn(ctx, t, chat, user, model)
	chat.HeadID = t.answer.ID
	return Turn{Chat: chat, User: user, Answer: t.answer}, nil
}

// questionFor returns the user message that an answer replies to; with answer 0, the last user
// message of the branch.
func (s *Service) questionFor(ctx context.Context, chat Chat, answer ID) (Message, error) {
	path, err := s.store.Messages().ListBranch(ctx, chat.ProfileID, chat.ID, answer, 0)
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
func (s *Service) writableChat(ctx context.Context, profile, id ID) (Chat, error) {
	chat, err := s.store.Chats().Get(ctx, profile, id)
	if err != nil {
		return chat, err
	}
	if !chat.DeletedAt.IsZero() {
		return chat, fmt.Errorf("chat %d is in the trash: %w", id, ErrNotFound)
	}
	return chat, nil
}

// registerTurn stores the answer row that prepare describes and registers the turn, atomically, so
// that two calls cannot both start a turn in one chat.
func (s *Service) registerTurn(ctx context.Context, chat Chat, prepare func(tx Store) (Message, error)) (*runningTurn,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	for _, t := range s.turns {
		if t.answer.ChatID == chat.ID {
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
	t := &runningTurn{answer: m, done: make(chan struct{}), cancel: func(error) {}}
	s.turns[m.ID] = t
	if s.preemptJob != nil {
		s.preemptJob(errYieldToReply)
	}
	return t, nil
}

// startTurn runs the turn in the background. Its context is cancelled by StopAnswer and Shutdown
// only.
func (s *Service) startTurn(ctx context.Context, t *runningTurn, chat Chat, user Message, model NullText) {
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
		s.runTurn(ctx, t, chat, user, model)
	}()
}

// StopAnswer stops a running answer and keeps its partial text. It has no effect on a final answer.
func (s *Session) StopAnswer(ctx context.Context, answer ID) error {
	if _, err := s.store.Messages().Get(ctx, s.profile, answer); err != nil {
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
func (s *Session) WaitForAnswer(ctx context.Context, answer ID) (Message, error) {
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
	return s.Message(ctx, answer)
}
