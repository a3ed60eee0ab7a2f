package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"memoir/memory"
	"memoir/memory/ledger"
)

// SetChatsArchived archives chats or takes them out of the archive, all or none, and returns those
// that it changed. Chats that are archived already keep their time.
func (s *Session) SetChatsArchived(ctx context.Context, ids []memory.ID, archived bool) ([]memory.ID, error) {
	var changed []memory.ID
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		changed = nil
		for _, id := range ids {
			chat, err := tx.ChatStore().Get(ctx, s.profile, id)
			if err != nil {
				return err
			}
			if chat.ArchivedAt.IsZero() != archived {
				continue
			}
			s.setOrClearArchivedAt(&chat, archived)
			if err := tx.ChatStore().Update(ctx, chat); err != nil {
				return err
			}
			changed = append(changed, id)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("archive chats: %w", err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, 0)
	return changed, nil
}

// DeletedChats is what TrashChatsErasingTemporaryOnes moved to the trash;
// RestoreTrashedChatsAndUnlearnedFacts takes it back.
type DeletedChats struct {
	ChatIDs []memory.ID
	undoIDs []memory.ID // decisions that undid what was learned
}

// TrashChatsErasingTemporaryOnes moves chats to the trash, all or none; temporary ones are deleted
// for good and are not among the result. Answers that are being written are stopped first. With
// Unlearn, what was learned in the chats is undone as by TrashOrEraseChatMaybeUnlearning; Purge is
// not looked at.
func (s *Session) TrashChatsErasingTemporaryOnes(
	ctx context.Context, ids []memory.ID, o memory.DeleteChatOptions,
) (DeletedChats, error) {
	for _, id := range ids {
		if err := s.turns.StopAnswerInChatAndWait(ctx, id); err != nil {
			return DeletedChats{}, err
		}
	}
	var done DeletedChats
	var changes []memory.Change
	erased, erasedFiles := false, false // a temporary chat, and files that may have gone with it
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		done, changes, erased, erasedFiles = DeletedChats{}, nil, false, false
		now := s.clock.NowInUTCToMillisecond()
		for _, id := range ids {
			chat, err := tx.ChatStore().Get(ctx, s.profile, id)
			if err != nil {
				return err
			}
			if o.Unlearn {
				undone, err := ledger.UndoExtractionsInChatSkippingConflicts(ctx, tx, now, s.profile, id)
				if err != nil {
					return err
				}
				for _, d := range undone {
					done.undoIDs = append(done.undoIDs, d.ID)
				}
				changes = append(changes, changesOfDecisions(undone)...)
			}
			if chat.Temporary {
				if err := tx.ChatStore().Delete(ctx, s.profile, id); err != nil {
					return err
				}
				erased, erasedFiles = true, erasedFiles || len(chat.FileIDs) > 0
				continue
			}
			chat.DeletedAt = now
			if err := tx.ChatStore().Update(ctx, chat); err != nil {
				return err
			}
			done.ChatIDs = append(done.ChatIDs, id)
		}
		return nil
	})
	if err != nil {
		return DeletedChats{}, fmt.Errorf("delete chats: %w", err)
	}
	s.search.ReindexChangedMemories(ctx, s.profile, changes)
	s.cleanFilesAndSyncAfterErasure(ctx, erased, erasedFiles)
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
	return done, nil
}

// changesOfDecisions returns the changes of decisions, one after the other.
func changesOfDecisions(ds []memory.Decision) []memory.Change {
	var out []memory.Change
	for _, d := range ds {
		out = append(out, d.Changes...)
	}
	return out
}

// RestoreTrashedChatsAndUnlearnedFacts takes chats out of the trash that
// TrashChatsErasingTemporaryOnes moved there, and brings back what it undid of what was learned in
// them. Chats that are gone stay gone; a memory that was changed since is a
// *ConflictError, and nothing is done.
func (s *Session) RestoreTrashedChatsAndUnlearnedFacts(ctx context.Context, gone DeletedChats) error {
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		if err := s.undoDecisionsInTx(ctx, tx, gone.undoIDs); err != nil {
			return err
		}
		for _, id := range gone.ChatIDs {
			chat, err := tx.ChatStore().Get(ctx, s.profile, id)
			if errors.Is(err, memory.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			chat.DeletedAt = time.Time{}
			if err := tx.ChatStore().Update(ctx, chat); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("restore chats: %w", err)
	}
	s.search.RequestSync(s.profile)
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, 0)
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
	return nil
}

// CountLearningDecisionsInChats adds up CountLearningDecisionsInChat of several chats.
func (s *Session) CountLearningDecisionsInChats(ctx context.Context, ids []memory.ID) (int, error) {
	sum := 0
	for _, id := range ids {
		n, err := s.CountLearningDecisionsInChat(ctx, id)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
