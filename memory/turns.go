package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"memoir/prompts"
)

// errStopped is the cancellation cause of a turn that the user or Shutdown ended.
var errStopped = errors.New("stopped")

// runningTurn is a running answer. finalAnswer is set before done is closed.
type runningTurn struct {
	answer      Message
	cancel      context.CancelCauseFunc
	done        chan struct{}
	finalAnswer Message
}

// turns runs the answers that are being written, one a chat.
type turns struct {
	store   Store
	search  *Searcher
	learner *Learner
	model   Model
	catalog Catalog
	bus     Bus
	prompts *prompts.Set
	log     *slog.Logger
	clock   Clock
	config  func() Config

	mu      sync.Mutex
	closed  bool
	running map[ID]*runningTurn // by message ID
}

func newTurns(d Deps, s *Searcher, l *Learner, config func() Config) *turns {
	return &turns{
		store: d.Store, search: s, learner: l, model: d.Model, catalog: d.Catalog, bus: d.Bus, prompts: d.Prompts,
		log: d.Log, clock: d.Now, config: config, running: map[ID]*runningTurn{},
	}
}

// sendMessage is Session.SendMessage for a chat that was loaded; text is the trimmed message.
func (ts *turns) sendMessage(ctx context.Context, chat Chat, text string, p SendParams) (Turn, error) {
	parent := chat.HeadID
	if p.ParentID != nil {
		parent = *p.ParentID
	}
	now := ts.clock.Current()
	var turn Turn
	t, err := ts.registerTurn(ctx, chat, func(tx Store) (Message, error) {
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
			chat.Title = FirstTitle(text)
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
	PublishChange(ts.bus, EventChats, chat.ProfileID, chat.ID)
	ts.startTurn(ctx, t, chat, turn.User, p.Model)
	return turn, nil
}

// regenerateAnswer is Session.RegenerateAnswer for a chat that was loaded.
func (ts *turns) regenerateAnswer(ctx context.Context, chat Chat, answer ID, model NullText) (Turn, error) {
	user, err := ts.questionFor(ctx, chat, answer)
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", chat.ID, err)
	}
	t, err := ts.registerTurn(ctx, chat, func(Store) (Message, error) {
		return Message{
			ChatID: chat.ID, ParentID: user.ID, Role: RoleAssistant, Status: MessageStreaming, CreatedAt: ts.clock.Current(),
		}, nil
	})
	if err != nil {
		return Turn{}, fmt.Errorf("regenerate in chat %d: %w", chat.ID, err)
	}
	ts.startTurn(ctx, t, chat, user, model)
	chat.HeadID = t.answer.ID
	return Turn{Chat: chat, User: user, Answer: t.answer}, nil
}

// questionFor returns the user message that an answer replies to; with answer 0, the last user
// message of the branch.
func (ts *turns) questionFor(ctx context.Context, chat Chat, answer ID) (Message, error) {
	path, err := ts.store.Messages().ListBranch(ctx, chat.ProfileID, chat.ID, answer, 0)
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

// registerTurn stores the answer row that prepare describes and registers the turn, atomically, so
// that two calls cannot both start a turn in one chat.
func (ts *turns) registerTurn(ctx context.Context, chat Chat, prepare func(tx Store) (Message, error)) (*runningTurn,
	error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		return nil, ErrClosed
	}
	for _, t := range ts.running {
		if t.answer.ChatID == chat.ID {
			return nil, fmt.Errorf("an answer is still being written: %w", ErrBusy)
		}
	}
	var m Message
	err := ts.store.InTx(ctx, func(tx Store) error {
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
	ts.running[m.ID] = t
	ts.learner.ReplyStarted()
	return t, nil
}

// startTurn runs the turn in the background. Its context is cancelled by StopAnswer and Shutdown
// only.
func (ts *turns) startTurn(ctx context.Context, t *runningTurn, chat Chat, user Message, model NullText) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	ts.mu.Lock()
	t.cancel = cancel
	closed := ts.closed
	ts.mu.Unlock()
	if closed {
		cancel(errStopped)
	}
	go func() {
		defer cancel(nil)
		ts.runTurn(ctx, t, chat, user, model)
	}()
}

// find returns the running answer with the given message ID, or nil.
func (ts *turns) find(answer ID) *runningTurn {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.running[answer]
}

// stopInChat stops the running answer of a chat and waits until it has ended.
func (ts *turns) stopInChat(ctx context.Context, chatID ID) error {
	ts.mu.Lock()
	var running *runningTurn
	for _, t := range ts.running {
		if t.answer.ChatID == chatID {
			running = t
		}
	}
	ts.mu.Unlock()
	if running == nil {
		return nil
	}
	running.cancel(errStopped)
	select {
	case <-running.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close refuses new turns, stops the running ones and waits until they have ended.
func (ts *turns) close(ctx context.Context) error {
	ts.mu.Lock()
	ts.closed = true
	running := slices.Collect(maps.Values(ts.running))
	ts.mu.Unlock()
	for _, t := range running {
		t.cancel(errStopped)
	}
	for _, t := range running {
		select {
		case <-t.done:
		case <-ctx.Done():
			return fmt.Errorf("shutdown: an answer did not stop in time: %w", ctx.Err())
		}
	}
	return nil
}
