package engine

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/memory/ledger"
)

// ListDecisions lists the ledger, newest first.
func (s *Session) ListDecisions(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error) {
	f.ProfileID = s.profile

	return s.store.DecisionStore().List(ctx, f)
}

// ListChatsFilesTimesInLedger lists the chats and files that the decisions of the ledger name, and
// their times.
func (s *Session) ListChatsFilesTimesInLedger(ctx context.Context) (memory.DecisionOrigins, error) {
	return s.store.DecisionStore().ChatsFilesTimesInLedger(ctx, s.profile)
}

// ListDecisionsOfMemory lists all decisions about one memory, newest first. A memory that no longer
// exists keeps its history.
func (s *Session) ListDecisionsOfMemory(ctx context.Context, id memory.ID) ([]memory.Decision, error) {
	ds, err := s.store.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: s.profile, MemoryID: id})
	if err != nil {
		return nil, fmt.Errorf("history of memory %d: %w", id, err)
	}
	if len(ds) == 0 {
		if _, err := s.store.MemoryStore().Get(ctx, s.profile, id); err != nil {
			return nil, err
		}
	}
	return ds, nil
}

// UndoDecision undoes one decision: every row it touched is restored to its former state, and a new
// decision records the undo. An undo can be undone itself. A later decision in effect on the same
// memory, or a decision that is undone already, is a *ConflictError.
func (s *Session) UndoDecision(ctx context.Context, decision memory.ID) (memory.Decision, error) {
	var done memory.Decision
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		d, err := tx.DecisionStore().Get(ctx, s.profile, decision)
		if err != nil {
			return err
		}
		done, err = ledger.UndoDecision(ctx, tx, s.clock.NowInUTCToMillisecond(), s.actor, d)
		return err
	})
	if err != nil {
		return memory.Decision{}, fmt.Errorf("undo decision %d: %w", decision, err)
	}
	s.search.ReindexChangedMemories(ctx, s.profile, done.Changes)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, done.ChatID)
	return done, nil
}

// UndoAllMatchingDecisionsOrNone undoes every decision in effect that the filter selects, newest
// first, in one transaction: of a run, an answer, a chat, a file, a day, an actor. When a later
// decision outside the selection affects one of the memories, nothing is changed and the
// *ConflictError names it. It returns the undo decisions, newest first.
func (s *Session) UndoAllMatchingDecisionsOrNone(
	ctx context.Context, f memory.DecisionFilter,
) ([]memory.Decision, error) {
	f.ProfileID = s.profile
	if f.RunID == "" && f.ChatID == 0 && f.MessageID == 0 && f.FileID == 0 && f.Since.IsZero() && f.Until.IsZero() {
		return nil, &memory.FieldError{
			Field:   "filter",
			Problem: "choose what to undo: a run, a chat, a message, a file or a day",
		}
	}
	var done []memory.Decision
	err := s.store.InTx(ctx, func(tx memory.Store) (err error) {
		done, err = ledger.UndoMatchingDecisions(ctx, tx, s.clock.NowInUTCToMillisecond(), s.actor, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("undo decisions together: %w", err)
	}
	for _, d := range done {
		s.search.ReindexChangedMemories(ctx, f.ProfileID, d.Changes)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, f.ProfileID, f.ChatID)
	return done, nil
}

// UndoAllDecisionsOrNone undoes the given decisions, newest first, in one transaction. When a later
// decision blocks one of them, nothing is changed and the *ConflictError names it. Given the result
// of UndoAllMatchingDecisionsOrNone, it redoes the group.
func (s *Session) UndoAllDecisionsOrNone(ctx context.Context, ids []memory.ID) ([]memory.Decision, error) {
	var done []memory.Decision
	err := s.store.InTx(ctx, func(tx memory.Store) (err error) {
		done, err = ledger.UndoDecisionsByID(ctx, tx, s.clock.NowInUTCToMillisecond(), s.profile, s.actor, ids)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("undo decisions together: %w", err)
	}
	for _, d := range done {
		s.search.ReindexChangedMemories(ctx, s.profile, d.Changes)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
	return done, nil
}

// ListAnswersUsingMemory returns the answers whose receipt contains the memory, in any lane, newest
// first and at most limit (0 = all). Answers in trashed chats are left out. A memory that the
// profile does not have is ErrNotFound.
func (s *Session) ListAnswersUsingMemory(
	ctx context.Context,
	memoryID memory.ID,
	limit int,
) ([]memory.MemoryUse, error) {
	if _, err := s.store.MemoryStore().Get(ctx, s.profile, memoryID); err != nil {
		return nil, err
	}
	return s.store.MessageStore().AnswersUsingMemory(ctx, s.profile, memoryID, limit)
}
