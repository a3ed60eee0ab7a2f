package learn

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/memory/lang"
)

// enqueueImportedChatIfQueueEmpty queues the exchanges of one imported chat that waits to be
// learned from, once no other job is queued, and reports whether it did. So the queue stays short
// however much was imported, and the jobs wait for the daily limit, for replies and for an idle
// server as all do.
func (l *Learner) enqueueImportedChatIfQueueEmpty(ctx context.Context) bool {
	if _, err := l.store.JobStore().NextDueTime(ctx); !errors.Is(err, memory.ErrNotFound) {
		return false
	}
	chat, err := l.store.ImportStore().NextChatToLearnFrom(ctx)
	if errors.Is(err, memory.ErrNotFound) {
		return false
	}
	if err == nil {
		err = l.store.InTx(ctx, func(tx memory.Store) error { return l.enqueueExchangesOfImportedChat(ctx, tx, chat) })
	}
	if err != nil {
		l.log.Warn("an imported chat could not be learned from", "chat", chat.ID, "err", err)
		return false
	}
	memory.PublishStaleDataEvent(l.bus, memory.EventJobs, chat.ProfileID, chat.ID)
	return true
}

// enqueueExchangesOfImportedChat queues the imported exchanges of the branch that the chat shows, but
// those that were queued before a newer archive was imported, and marks the chat as learned from.
func (p *pipeline) enqueueExchangesOfImportedChat(ctx context.Context, tx memory.Store, chat memory.Chat) error {
	origin, err := tx.ImportStore().GetOriginOfChat(ctx, chat.ProfileID, chat.ID)
	if err != nil || origin.Learning != memory.ImportToLearn { // stopped meanwhile
		return err
	}
	branch, err := tx.MessageStore().ListBranch(ctx, chat.ProfileID, chat.ID, 0, 0)
	if err != nil {
		return err
	}
	for i, m := range branch {
		if i == 0 || !isImportedAnswer(m, origin) || branch[i-1].Role != memory.RoleUser {
			continue
		}
		isQueued, err := tx.JobStore().HasJobForMessage(ctx, m.ID, memory.JobExtract)
		if err != nil {
			return err
		}
		if isQueued {
			continue
		}
		if err := p.EnqueueExtractionIfLearnable(ctx, tx, chat, m); err != nil {
			return err
		}
	}
	origin.Learning = memory.ImportLearned
	return tx.ImportStore().RecordImportedChat(ctx, origin)
}

// isImportedAnswer reports whether m is an answer of an imported chat that was not written in Memoir,
// whose own answers have a receipt.
func isImportedAnswer(m memory.Message, origin memory.ImportedChat) bool {
	return m.Role == memory.RoleAssistant && m.ID <= origin.LastMessageID && m.Receipt == nil
}

// ImportLearningStatus counts the imported chats that were not learned from, with an estimate of
// what that would take, and those that wait.
func (l *Learner) ImportLearningStatus(ctx context.Context, profile memory.ID) (memory.ImportLearningStatus, error) {
	chats, exchanges, characters, err := l.store.ImportStore().CountChatsNotLearnedFrom(ctx, profile)
	if err != nil {
		return memory.ImportLearningStatus{}, err
	}
	const charactersPerToken = 4 // as lang.EstimateTokens counts
	instructions, err := l.prompts.Render(l.extractionTemplateName(), map[string]string{})
	if err != nil {
		return memory.ImportLearningStatus{}, err
	}
	s := memory.ImportLearningStatus{
		Chats: chats, Tokens: roundToTwoDigits(characters/charactersPerToken + exchanges*lang.EstimateTokens(instructions)),
	}
	s.Waiting, s.Jobs, err = l.store.ImportStore().CountWaitingForLearning(ctx, profile)
	return s, err
}

// roundToTwoDigits rounds an estimate, so that it promises no more than it knows.
func roundToTwoDigits(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}
