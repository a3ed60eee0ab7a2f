package turns

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/learn"
)

// Intervals of a running answer (docs/architecture.md): subscribers get at most 30 updates per
// second, the store two.
const (
	deltaInterval = 33 * time.Millisecond
	draftInterval = 500 * time.Millisecond
)

// maxReplyBytes bounds the text of an answer, and its reasoning as well: about 700,000 words. A
// server that sends more has gone astray.
const maxReplyBytes = 4 << 20

// requestBuilder chooses the model and builds the request for an answer. It sets the receipt on m.
type requestBuilder func(ctx context.Context, m *memory.Message) (memory.ModelInfo, memory.ModelRequest, error)

// newRequestBuilderWithMemories is buildRequestWithMemoriesAndReceipt for a user message.
func (rn *Runner) newRequestBuilderWithMemories(
	chat memory.Chat, user memory.Message, want memory.NullText, without memory.Exclusions,
) requestBuilder {
	return func(ctx context.Context, m *memory.Message) (memory.ModelInfo, memory.ModelRequest, error) {
		return rn.buildRequestWithMemoriesAndReceipt(ctx, m, chat, user, want, without)
	}
}

// generateStoreAnswerAndEndTurn executes one turn: build the request, stream the reply, store the
// answer. It always ends with a final row and a terminal event.
func (rn *Runner) generateStoreAnswerAndEndTurn(
	ctx context.Context, t *runningTurn, chat memory.Chat, build requestBuilder,
) {
	m := t.answer
	model, req, err := build(ctx, &m)
	if err == nil {
		m.Model = memory.NullText(model.ID)
		err = rn.streamReplyIntoAnswer(ctx, chat, &m, req)
	}
	rn.setFinalAnswerStatus(ctx, &m, model, err)
	rn.storeAnswerQueueJobsWithRetries(context.WithoutCancel(ctx), chat, &m)
	rn.mu.Lock()
	delete(rn.running, m.ID)
	rn.mu.Unlock()
	rn.learner.AllowJobsAfterReply(model.Local)
	rn.search.ResumeEmbeddingQueueingNewMessages(chat.ProfileID, m.ParentID, m.ID)
	t.finalAnswer = m
	close(t.done)
	rn.bus.Publish(memory.Event{
		Kind: memory.EventDone, ProfileID: chat.ProfileID, ChatID: chat.ID, MessageID: m.ID,
		Message: &m,
	})
	memory.PublishStaleDataEvent(rn.bus, memory.EventChats, chat.ProfileID, chat.ID)
	rn.learner.WakeJobWorker()
}

// buildRequestWithMemoriesAndReceipt chooses the model, retrieves the memories and builds the
// request. It sets the receipt on m.
func (rn *Runner) buildRequestWithMemoriesAndReceipt(
	ctx context.Context, m *memory.Message, chat memory.Chat, user memory.Message, want memory.NullText,
	without memory.Exclusions,
) (memory.ModelInfo, memory.ModelRequest, error) {
	model, err := rn.chooseChatModelAskingServersAgain(ctx, chat, want, len(user.Pictures))
	if err != nil {
		return model, memory.ModelRequest{}, err
	}
	if len(user.Pictures) > 0 {
		if err := sightErrorUnlessSees(model); err != nil {
			return model, memory.ModelRequest{}, err
		}
	}
	a, err := rn.retrieveAndAssemblePromptAndReceipt(ctx, chat, user, model, without)
	if err == nil {
		err = fillPictureDataOfPrompt(ctx, rn.store, chat.ProfileID, a.messages)
	}
	if err != nil {
		return model, memory.ModelRequest{}, err
	}
	m.Receipt = &a.receipt
	return model, memory.ModelRequest{
		Model: model.ID, Messages: a.messages, Temperature: chat.Temperature, MaxTokens: chat.MaxTokens,
	}, nil
}

// retrieveAndAssemblePromptAndReceipt builds the prompt for a user message, stored or not, with the
// memories found for it, for a model. What the user left out of the message is taken out of what
// was found; nothing takes its place.
func (rn *Runner) retrieveAndAssemblePromptAndReceipt(
	ctx context.Context, chat memory.Chat, user memory.Message, model memory.ModelInfo, without memory.Exclusions,
) (assembledPrompt, error) {
	found := memory.Retrieval{
		Query: user.Content, Mode: memory.RetrievalOff, Memories: []memory.MemoryHit{},
		NearMisses: []memory.MemoryHit{},
	}
	if chat.Memory != memory.MemoryOff {
		var err error
		found, err = rn.search.RetrieveMemories(ctx, chat.ProfileID, memory.RetrieveParams{
			ChatID: chat.ID,
			Query:  user.Content,
		})
		if err != nil {
			rn.log.Warn("retrieval failed, answering without memories", "err", err)
			found = memory.Retrieval{Query: user.Content, Mode: memory.RetrievalRecent, Reason: memory.ReasonError}
			found.Memories, found.NearMisses = []memory.MemoryHit{}, []memory.MemoryHit{}
		}
	}
	isLeftOut := func(h memory.MemoryHit) bool { return slices.Contains(without.Memories, h.ID) }
	found.Memories = slices.DeleteFunc(found.Memories, isLeftOut)
	found.NearMisses = slices.DeleteFunc(found.NearMisses, isLeftOut)
	chat.FileIDs = slices.DeleteFunc(slices.Clone(chat.FileIDs), func(id memory.ID) bool {
		return slices.Contains(without.Files, id)
	})
	a, err := rn.assemblePromptAndReceipt(ctx, chat, user, found, model)
	if err == nil && without.Count() > 0 {
		a.receipt.Excluded = &without
	}
	return a, err
}

// streamReplyIntoAnswer appends the reply to m, publishing deltas and saving drafts as it arrives.
func (rn *Runner) streamReplyIntoAnswer(
	ctx context.Context,
	chat memory.Chat,
	m *memory.Message,
	req memory.ModelRequest,
) error {
	deltas := make(chan memory.ReplyDelta)
	ended := make(chan error, 1)
	limits := memory.ReplyLimits{Text: maxReplyBytes, Reasoning: maxReplyBytes}
	go func() {
		defer close(deltas)
		for d, err := range memory.LimitReplyBytes(rn.model.StreamReply(ctx, req), limits) {
			if err != nil {
				ended <- err
				return
			}
			deltas <- d // collectDeltasAndSaveDrafts reads until close, so no delta is lost however the stream ends
			if ctx.Err() != nil {
				ended <- context.Cause(ctx)
				return
			}
		}
		ended <- nil
	}()
	return rn.collectDeltasAndSaveDrafts(ctx, chat, m, deltas, ended)
}

// collectDeltasAndSaveDrafts is the event loop of a running answer. It returns when the stream and
// its goroutine have ended.
func (rn *Runner) collectDeltasAndSaveDrafts(
	ctx context.Context, chat memory.Chat, m *memory.Message, deltas <-chan memory.ReplyDelta, ended <-chan error,
) error {
	var text, thought strings.Builder
	text.WriteString(m.Content) // of an answer that is continued
	thought.WriteString(string(m.Reasoning))
	before := memory.Usage{}
	if m.Usage != nil {
		before = *m.Usage
	}
	waiting := time.NewTimer(rn.config().StillWaitingAfter)
	defer waiting.Stop()
	show := time.NewTicker(deltaInterval)
	defer show.Stop()
	draft := time.NewTicker(draftInterval)
	defer draft.Stop()
	at := func() int { return text.Len() + thought.Len() }
	shown, saved := at(), at()
	for {
		select {
		case d, ok := <-deltas:
			if !ok {
				return <-ended
			}
			waiting.Stop()
			text.WriteString(d.Text)
			thought.WriteString(d.Reasoning)
			m.Content, m.Reasoning = text.String(), memory.NullText(thought.String())
			if d.Usage != nil {
				m.Usage = &memory.Usage{
					PromptTokens:     d.Usage.PromptTokens,
					CompletionTokens: before.CompletionTokens + d.Usage.CompletionTokens,
				}
			}
			if d.FinishReason != "" {
				m.FinishReason = d.FinishReason
			}
		case <-waiting.C:
			rn.bus.Publish(memory.Event{Kind: memory.EventWaiting, ProfileID: chat.ProfileID, ChatID: chat.ID, MessageID: m.ID})
		case <-show.C:
			if at() != shown {
				shown = at()
				part := *m
				rn.bus.Publish(memory.Event{
					Kind: memory.EventDelta, ProfileID: chat.ProfileID, ChatID: chat.ID, MessageID: m.ID, Message: &part,
				})
			}
		case <-draft.C:
			if at() != saved {
				saved = at()
				if err := rn.store.MessageStore().SaveStreamingAnswerDraft(ctx, m.ID, m.Content, string(m.Reasoning)); err != nil {
					rn.log.Warn("draft of an answer could not be kept", "message", m.ID, "err", err)
				}
			}
		}
	}
}

// setFinalAnswerStatus maps the error that ended a stream, if any, to the final status of the
// answer.
func (rn *Runner) setFinalAnswerStatus(ctx context.Context, m *memory.Message, model memory.ModelInfo, err error) {
	m.FinishedAt = rn.clock.NowInUTCToMillisecond()
	switch {
	case err == nil:
		m.Status = memory.MessageComplete
		return
	case errors.Is(context.Cause(ctx), errStopped):
		m.Status = memory.MessageStopped
		return
	case m.Content != "":
		m.Status = memory.MessageInterrupted
	default:
		m.Status = memory.MessageFailed
	}
	m.Error = memory.FaultFromError(err)
	rn.log.Warn("answer failed", "message", m.ID, "model", model.ID, "err", err)
}

// storeAnswerQueueJobsWithRetries stores the final answer, records the use of the memories that
// were sent and queues the jobs that learn from it and sum the chat up, all in one transaction.
// When the store fails, it retries a few times and then reports the answer as interrupted; the last
// draft remains stored.
func (rn *Runner) storeAnswerQueueJobsWithRetries(ctx context.Context, chat memory.Chat, m *memory.Message) {
	var err error
	for _, pause := range []time.Duration{0, 200 * time.Millisecond, time.Second} {
		if pause > 0 {
			time.Sleep(pause)
		}
		err = rn.store.InTx(ctx, func(tx memory.Store) error {
			return rn.storeAnswerCountUseAndQueueJobs(ctx, tx, chat, m)
		})
		if err == nil {
			return
		}
	}
	rn.log.Error("answer could not be stored", "message", m.ID, "err", err)
	m.Status, m.Error = memory.MessageInterrupted, memory.FaultFromError(err)
}

func (rn *Runner) storeAnswerCountUseAndQueueJobs(
	ctx context.Context,
	tx memory.Store,
	chat memory.Chat,
	m *memory.Message,
) error {
	if err := tx.MessageStore().FinishStreamingAnswer(ctx, *m); err != nil {
		return err
	}
	return rn.countMemoryUseAndQueueJobs(ctx, tx, chat, m)
}

// countMemoryUseAndQueueJobs records the use of the memories that were sent for a stored answer and
// queues the jobs that learn from it and sum the chat up.
func (rn *Runner) countMemoryUseAndQueueJobs(
	ctx context.Context, tx memory.Store, chat memory.Chat, m *memory.Message,
) error {
	if r := m.Receipt; r == nil || r.Continued == nil { // a continued answer was counted when it was cut off
		if ids := memoryIDsCountedAsUsed(r); len(ids) > 0 {
			if err := tx.MemoryStore().IncrementUseCountsAndSetLastUsed(ctx, chat.ProfileID, m.FinishedAt, ids); err != nil {
				return err
			}
		}
		if err := learn.CountAnswerAndHitIfMemoriesSent(ctx, tx, m.FinishedAt, chat.ProfileID, r); err != nil {
			return err
		}
	}
	if err := rn.learner.EnqueueExtractionIfLearnable(ctx, tx, chat, *m); err != nil {
		return err
	}
	return rn.digest.EnqueueSummaryOrBaseJobIfDue(ctx, tx, chat, *m)
}

// memoryIDsCountedAsUsed returns the memories whose use is counted: all that were sent except those
// in the recent lane, which were chosen by age and not by relevance.
func memoryIDsCountedAsUsed(r *memory.Receipt) []memory.ID {
	if r == nil {
		return nil
	}
	var ids []memory.ID
	for _, h := range r.Memories {
		if h.Lane != memory.LaneRecent && h.ID != 0 {
			ids = append(ids, h.ID)
		}
	}
	return ids
}
