package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/digest"
	"memoir/memory/learn"
	"memoir/memory/search"
	"memoir/prompts"
)

// errStopped is the cancellation cause of a turn that the user or Shutdown ended.
var errStopped = errors.New("stopped")

// runningTurn is a running answer. finalAnswer is set before done is closed.
type runningTurn struct {
	answer      memory.Message
	cancel      context.CancelCauseFunc
	done        chan struct{}
	finalAnswer memory.Message
}

// Runner runs the answers that are being written, one a chat, and the turns of other programs. All
// methods are safe for concurrent use.
type Runner struct {
	store   memory.Store
	search  *search.Searcher
	learner *learn.Learner
	digest  *digest.Digester
	model   memory.Model
	catalog memory.Catalog
	bus     memory.Bus
	prompts *prompts.Set
	log     *slog.Logger
	clock   memory.Clock
	config  func() memory.Config

	mu      sync.Mutex
	closed  bool
	running map[memory.ID]*runningTurn // by message ID
	// forwarded are the turns of other programs whose replies are on their way.
	forwarded map[*ForwardedTurn]struct{}
}

// New returns a Runner that reads the settings through config.
func New(
	d memory.Deps, s *search.Searcher, l *learn.Learner, g *digest.Digester, config func() memory.Config,
) *Runner {
	return &Runner{
		store: d.Store, search: s, learner: l, digest: g, model: d.Model, catalog: d.Catalog, bus: d.Bus, prompts: d.Prompts,
		log: d.Log, clock: d.Now, config: config, running: map[memory.ID]*runningTurn{},
		forwarded: map[*ForwardedTurn]struct{}{},
	}
}

// StoreMessageAndStartAnswer stores the message and an empty answer in one transaction and returns;
// the reply streams in the background and is published on the Bus. It refuses what
// engine.Session.StoreMessageAndStartAnswer does.
func (rn *Runner) StoreMessageAndStartAnswer(
	ctx context.Context, chat memory.Chat, p memory.SendParams,
) (memory.Turn, error) {
	if err := rn.refusePicturesUnlessModelSees(ctx, chat, p.Model, len(p.Pictures)); err != nil {
		return memory.Turn{}, err
	}
	parent := chat.HeadID
	if p.ParentID != nil {
		parent = *p.ParentID
	}
	now := rn.clock.NowInUTCToMillisecond()
	var turn memory.Turn
	t, err := rn.storeAnswerRegisterTurnInterruptJobs(ctx, chat, func(tx memory.Store) (memory.Message, error) {
		turn.User = memory.Message{
			ChatID: chat.ID, ParentID: parent, Role: memory.RoleUser, Content: p.Text, Status: memory.MessageComplete,
			CreatedAt: now,
		}
		id, err := tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, turn.User)
		if err != nil {
			return memory.Message{}, err
		}
		turn.User.ID = id
		if len(p.Pictures) > 0 {
			if err := tx.PictureStore().AddToMessageAndDetachFromChat(ctx, chat.ProfileID, id, p.Pictures); err != nil {
				return memory.Message{}, err
			}
			if turn.User, err = tx.MessageStore().Get(ctx, chat.ProfileID, id); err != nil {
				return memory.Message{}, err
			}
		}
		chat.UpdatedAt = now
		if p.FromDraft {
			chat.Draft = ""
		}
		chat.ArchivedAt = time.Time{} // a chat that goes on belongs into the list
		if chat.Title == "" {
			chat.Title = titleFromFirstMessage(strings.TrimSpace(p.Text), turn.User.Pictures)
		}
		chat.HeadID = id
		if err := tx.ChatStore().Update(ctx, chat); err != nil {
			return memory.Message{}, err
		}
		return memory.Message{
			ChatID: chat.ID, ParentID: id, Role: memory.RoleAssistant, Status: memory.MessageStreaming,
			CreatedAt: now,
		}, nil
	})
	if err != nil {
		return memory.Turn{}, fmt.Errorf("send to chat %d: %w", chat.ID, err)
	}
	chat.HeadID = t.answer.ID
	turn.Chat, turn.Answer = chat, t.answer
	memory.PublishStaleDataEvent(rn.bus, memory.EventChats, chat.ProfileID, chat.ID)
	rn.runTurnInBackground(ctx, t, chat, rn.newRequestBuilderWithMemories(chat, turn.User, p.Model, p.Without))
	return turn, nil
}

// titleFromFirstMessage is the title of a chat until it gets another. A message of pictures alone
// gives the name of the first.
func titleFromFirstMessage(text string, pictures []memory.Picture) string {
	if text == "" && len(pictures) > 0 {
		text = "Picture: " + pictures[0].Name
	}
	return learn.TitleFromFirstMessage(text)
}

// StartRegeneratedAnswer answers the user message above an answer again (0 = the last one of the
// branch); see engine.Session.StartRegeneratedAnswer.
func (rn *Runner) StartRegeneratedAnswer(
	ctx context.Context, chat memory.Chat, answer memory.ID, model memory.NullText,
) (memory.Turn, error) {
	user, without, err := rn.userMessageAndExclusionsForAnswer(ctx, chat, answer)
	if err != nil {
		return memory.Turn{}, fmt.Errorf("regenerate in chat %d: %w", chat.ID, err)
	}
	if err := rn.refusePicturesUnlessModelSees(ctx, chat, model, len(user.Pictures)); err != nil {
		return memory.Turn{}, fmt.Errorf("regenerate in chat %d: %w", chat.ID, err)
	}
	t, err := rn.storeAnswerRegisterTurnInterruptJobs(ctx, chat, func(memory.Store) (memory.Message, error) {
		return memory.Message{
			ChatID: chat.ID, ParentID: user.ID, Role: memory.RoleAssistant, Status: memory.MessageStreaming,
			CreatedAt: rn.clock.NowInUTCToMillisecond(),
		}, nil
	})
	if err != nil {
		return memory.Turn{}, fmt.Errorf("regenerate in chat %d: %w", chat.ID, err)
	}
	rn.runTurnInBackground(ctx, t, chat, rn.newRequestBuilderWithMemories(chat, user, model, without))
	chat.HeadID = t.answer.ID
	return memory.Turn{Chat: chat, User: user, Answer: t.answer}, nil
}

// userMessageAndExclusionsForAnswer returns the user message that an answer replies to, and what
// was left out of it; with answer 0, the last user message of the branch.
func (rn *Runner) userMessageAndExclusionsForAnswer(
	ctx context.Context, chat memory.Chat, answer memory.ID,
) (user memory.Message, without memory.Exclusions, err error) {
	path, err := rn.store.MessageStore().ListBranch(ctx, chat.ProfileID, chat.ID, answer, 0)
	if err != nil {
		return user, without, err
	}
	for _, m := range slices.Backward(path) {
		if m.Role == memory.RoleUser {
			return m, without, nil
		}
		if m.Receipt != nil && m.Receipt.Excluded != nil {
			without = *m.Receipt.Excluded
		}
	}
	return user, without, fmt.Errorf("no message to answer: %w", memory.ErrNotFound)
}

// storeAnswerRegisterTurnInterruptJobs stores the answer row that prepare describes and registers
// the turn.
func (rn *Runner) storeAnswerRegisterTurnInterruptJobs(
	ctx context.Context, chat memory.Chat, prepare func(tx memory.Store) (memory.Message, error),
) (*runningTurn, error) {
	return rn.registerTurnAndInterruptJobs(ctx, chat, func(tx memory.Store) (memory.Message, error) {
		m, err := prepare(tx)
		if err == nil {
			m.ID, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m)
		}
		return m, err
	})
}

// registerTurnAndInterruptJobs registers a turn whose answer row storeAnswer writes, atomically, so
// that two calls cannot both start a turn in one chat.
func (rn *Runner) registerTurnAndInterruptJobs(
	ctx context.Context, chat memory.Chat, storeAnswer func(tx memory.Store) (memory.Message, error),
) (*runningTurn, error) {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	if rn.closed {
		return nil, memory.ErrClosed
	}
	for _, t := range rn.running {
		if t.answer.ChatID == chat.ID {
			return nil, fmt.Errorf("an answer is still being written: %w", memory.ErrBusy)
		}
	}
	rn.search.PauseMessageEmbedding() // before the user's message can be read: it is embedded after the answer
	var m memory.Message
	err := rn.store.InTx(ctx, func(tx memory.Store) error {
		var err error
		m, err = storeAnswer(tx)
		return err
	})
	if err != nil {
		rn.search.ResumeEmbeddingQueueingNewMessages(chat.ProfileID)
		return nil, err
	}
	t := &runningTurn{answer: m, done: make(chan struct{}), cancel: func(error) {}}
	rn.running[m.ID] = t
	rn.learner.InterruptAndHoldJobsDuringReply()
	return t, nil
}

// runTurnInBackground runs the turn in the background. Its context is cancelled by StopAnswer,
// StopAnswerInChatAndWait and RefuseNewTurnsStopAllAndWait only.
func (rn *Runner) runTurnInBackground(
	ctx context.Context, t *runningTurn, chat memory.Chat, build requestBuilder,
) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	rn.mu.Lock()
	t.cancel = cancel
	closed := rn.closed
	rn.mu.Unlock()
	if closed {
		cancel(errStopped)
	}
	go func() {
		defer cancel(nil)
		rn.generateStoreAnswerAndEndTurn(ctx, t, chat, build)
	}()
}

// StopAnswer stops a running answer and keeps its partial text. It has no effect on any other.
func (rn *Runner) StopAnswer(answer memory.ID) {
	if t := rn.runningTurnOfAnswer(answer); t != nil {
		t.cancel(errStopped)
	}
}

// WaitForAnswer returns when the answer is not being written, or with the error of ctx.
func (rn *Runner) WaitForAnswer(ctx context.Context, answer memory.ID) error {
	t := rn.runningTurnOfAnswer(answer)
	if t == nil {
		return nil
	}
	select {
	case <-t.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for answer %d: %w", answer, ctx.Err())
	}
}

// runningTurnOfAnswer returns the running answer with the given message ID, or nil.
func (rn *Runner) runningTurnOfAnswer(answer memory.ID) *runningTurn {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	return rn.running[answer]
}

// StopAnswerInChatAndWait stops the running answer of a chat and waits until it has ended.
func (rn *Runner) StopAnswerInChatAndWait(ctx context.Context, chatID memory.ID) error {
	rn.mu.Lock()
	var running *runningTurn
	for _, t := range rn.running {
		if t.answer.ChatID == chatID {
			running = t
		}
	}
	rn.mu.Unlock()
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

// RefuseNewTurnsStopAllAndWait refuses new turns, stops the running ones and waits until they have
// ended.
func (rn *Runner) RefuseNewTurnsStopAllAndWait(ctx context.Context) error {
	rn.mu.Lock()
	rn.closed = true
	running := slices.Collect(maps.Values(rn.running))
	forwarded := slices.Collect(maps.Keys(rn.forwarded))
	rn.mu.Unlock()
	for _, t := range forwarded {
		t.cancel(errStopped)
	}
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
	for _, t := range forwarded {
		select {
		case <-t.done:
		case <-ctx.Done():
			return fmt.Errorf("shutdown: a forwarded reply did not stop in time: %w", ctx.Err())
		}
	}
	return nil
}
