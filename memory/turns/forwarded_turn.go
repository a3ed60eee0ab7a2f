package turns

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"memoir/memory"
)

// resentHistoryReach is how many messages of a chat, beyond twice those of the request, are
// compared with a resent history.
const resentHistoryReach = 200

// ForwardedTurn is a turn of another program whose reply is on its way. Whoever starts one calls
// StoreNewMessages before any of the reply is passed on, and ends it with
// StoreReplyQueueJobsAndEndTurn or EndTurnResumingJobsStoringNothing. It is confined to one
// goroutine, but StoreNewMessages may run beside the request to the model server.
type ForwardedTurn struct {
	runner  *Runner
	profile memory.ID
	chat    memory.Chat
	turns   []memory.PromptMessage
	user    memory.Message // the last of turns as it is stored; without an ID until it is
	history []memory.ID    // the stored messages of the request, oldest first
	learn   bool
	stored  []memory.ID // messages that the chat did not hold

	ctx    context.Context //nolint:containedctx // the turn is the request, and Shutdown ends it
	cancel context.CancelCauseFunc
	done   chan struct{}
	once   sync.Once
}

// ForwardedTurnParams describes a turn of another program.
type ForwardedTurnParams struct {
	Chat  memory.Chat
	Turns []memory.PromptMessage // texts of user and assistant, oldest first; the last is the user's
	// CallerKey is the key of the request, nil when stored keys may be used.
	CallerKey *memory.CallerKey
}

// ForwardedReplyText is a reply as it is stored. Err is why it has no end; nil when it is complete.
type ForwardedReplyText struct {
	// Receipt holds the retrieval and the system message as it was sent.
	Receipt   memory.Receipt
	Model     string
	Local     bool
	Text      string
	Reasoning string
	Finish    memory.FinishReason
	Usage     *memory.Usage
	Err       error
}

// StartForwardedTurnHoldingJobs makes jobs wait for the reply to a program. It stores nothing.
func (rn *Runner) StartForwardedTurnHoldingJobs(
	ctx context.Context, profile memory.ID, p ForwardedTurnParams,
) (*ForwardedTurn, error) {
	if n := len(p.Turns); n == 0 || p.Turns[n-1].Role != memory.RoleUser {
		return nil, &memory.FieldError{Field: "messages", Problem: "the last message must be from the user"}
	}
	t := &ForwardedTurn{runner: rn, profile: profile, chat: p.Chat, turns: p.Turns, done: make(chan struct{})}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	rn.mu.Lock()
	if rn.closed {
		rn.mu.Unlock()
		t.cancel(nil)
		return nil, memory.ErrClosed
	}
	rn.forwarded[t] = struct{}{}
	rn.mu.Unlock()
	rn.learner.KeepCallerKeyOfChatInMemory(p.Chat.ID, p.CallerKey)
	rn.learner.InterruptAndHoldJobsDuringReply()
	rn.search.PauseMessageEmbedding()
	return t, nil
}

// StoreNewMessages stores the turns that the chat does not hold yet, matched in order. A last turn
// that is held is answered once more: its reply becomes a version, and is learned from only when
// there was none. It stores also when the caller has gone away: what the user wrote is kept. After
// an error nothing of the turn is stored, and StoreReplyQueueJobsAndEndTurn must not be called.
func (t *ForwardedTurn) StoreNewMessages(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	err := t.runner.store.InTx(ctx, func(tx memory.Store) error { return t.storeTurnsMissingInChat(ctx, tx) })
	if err != nil {
		t.user, t.history, t.stored = memory.Message{}, nil, nil
		return fmt.Errorf("store the turn of a program: %w", err)
	}
	memory.PublishStaleDataEvent(t.runner.bus, memory.EventChats, t.profile, t.chat.ID)
	return nil
}

// Context ends with the request, and when Memoir is closed.
func (t *ForwardedTurn) Context() context.Context { return t.ctx }

// storeTurnsMissingInChat stores what the chat does not hold.
func (t *ForwardedTurn) storeTurnsMissingInChat(ctx context.Context, tx memory.Store) error {
	branch, err := t.listLastMessagesToCompare(ctx, tx)
	if err != nil {
		return err
	}
	parent := memory.ID(0)
	if n := len(branch); n > 0 {
		parent = branch[n-1].ID
	}
	now := t.runner.clock.NowInUTCToMillisecond()
	t.history, t.stored = nil, nil
	for i, at := range locateResentTurnsInBranch(branch, t.turns) {
		m := memory.Message{
			ChatID: t.chat.ID, ParentID: parent, Role: t.turns[i].Role, Content: t.turns[i].Content,
			Status: memory.MessageComplete, CreatedAt: now,
		}
		if at >= 0 {
			m, t.learn = branch[at], at == len(branch)-1
		} else {
			if m.ID, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m); err != nil {
				return err
			}
			parent, t.learn = m.ID, true
			t.stored = append(t.stored, m.ID)
		}
		t.user, t.history = m, append(t.history, m.ID)
	}
	return nil
}

// listLastMessagesToCompare lists the last messages of the chat, with which the request is
// compared.
func (t *ForwardedTurn) listLastMessagesToCompare(ctx context.Context, store memory.Store) ([]memory.Message, error) {
	reach := 2*len(t.turns) + resentHistoryReach
	return store.MessageStore().ListBranchWithoutReceiptsAndVersions(ctx, t.profile, t.chat.ID, 0, reach)
}

// locateResentTurnsInBranch returns where in a branch each turn is held, in order, and -1 for those
// that are not. A reply is held when the message before it is and has one, because programs change
// replies before they send them again.
func locateResentTurnsInBranch(branch []memory.Message, turns []memory.PromptMessage) []int {
	out := make([]int, len(turns))
	next, held, last := 0, false, len(turns)-1
	for i, turn := range turns {
		at := next
		if turn.Role != memory.RoleAssistant || !held || next >= len(branch) ||
			branch[next].Role != memory.RoleAssistant {
			at = indexOfTurnInBranch(branch, next, turn)
		}
		if held = at >= 0 && (i < last || hasNoUserMessageAfter(branch, at)); held {
			out[i], next = at, at+1
		} else {
			out[i] = -1
		}
	}
	return out
}

// indexOfTurnInBranch returns where a turn stands in the branch from an index on, or -1.
func indexOfTurnInBranch(branch []memory.Message, from int, turn memory.PromptMessage) int {
	text := strings.TrimSpace(turn.Content)
	at := slices.IndexFunc(branch[from:], func(m memory.Message) bool {
		return m.Role == turn.Role && strings.TrimSpace(m.Content) == text
	})
	if at < 0 {
		return -1
	}
	return from + at
}

func hasNoUserMessageAfter(branch []memory.Message, at int) bool {
	return !slices.ContainsFunc(branch[at+1:], func(m memory.Message) bool { return m.Role == memory.RoleUser })
}

// StoreReplyQueueJobsAndEndTurn stores the reply, if it has text, and queues the jobs that learn
// from it, in one transaction. It ends the turn, and returns when everything is stored. It works
// after ctx has ended.
func (t *ForwardedTurn) StoreReplyQueueJobsAndEndTurn(ctx context.Context, r ForwardedReplyText) error {
	defer t.endTurnAndResumeJobs(r.Local)
	if strings.TrimSpace(r.Text) == "" {
		return nil // a tool call: the answer comes with a later request
	}
	rn := t.runner
	ctx = context.WithoutCancel(ctx)
	now := rn.clock.NowInUTCToMillisecond()
	receipt := r.Receipt
	receipt.HistoryIDs = t.history
	m := memory.Message{
		ChatID: t.chat.ID, ParentID: t.user.ID, Role: memory.RoleAssistant, Content: r.Text,
		Reasoning: memory.NullText(r.Reasoning), Status: memory.MessageComplete, Model: memory.NullText(r.Model),
		FinishReason: r.Finish, Usage: r.Usage, CreatedAt: now, FinishedAt: now, Receipt: &receipt,
	}
	switch {
	case r.Err == nil:
	case errors.Is(r.Err, context.Canceled):
		m.Status = memory.MessageStopped
	default:
		m.Status, m.Error = memory.MessageInterrupted, memory.FaultFromError(r.Err)
	}
	chat := t.chat
	if !t.learn && chat.Memory == memory.MemoryOn {
		chat.Memory = memory.MemoryReadOnly
	}
	err := rn.store.InTx(ctx, func(tx memory.Store) error {
		var err error
		if m.ID, err = tx.MessageStore().InsertReplyReparentingNewerTurns(ctx, m); err != nil {
			return err
		}
		return rn.countMemoryUseAndQueueJobs(ctx, tx, chat, &m)
	})
	if err != nil {
		return fmt.Errorf("store the reply to a program: %w", err)
	}
	t.stored = append(t.stored, m.ID)
	memory.PublishStaleDataEvent(rn.bus, memory.EventChats, t.profile, t.chat.ID)
	return nil
}

// EndTurnResumingJobsStoringNothing ends a turn that has no reply; what the user wrote stays
// stored.
func (t *ForwardedTurn) EndTurnResumingJobsStoringNothing() { t.endTurnAndResumeJobs(false) }

// endTurnAndResumeJobs takes the turn out of the running ones and lets jobs go on. Only the first
// call has an effect.
func (t *ForwardedTurn) endTurnAndResumeJobs(local bool) {
	t.once.Do(func() {
		t.cancel(nil)
		rn := t.runner
		rn.mu.Lock()
		delete(rn.forwarded, t)
		rn.mu.Unlock()
		rn.learner.AllowJobsAfterReply(local)
		rn.search.ResumeEmbeddingQueueingNewMessages(t.profile, t.stored...)
		close(t.done)
		rn.learner.WakeJobWorker()
	})
}
