package engine

import (
	"context"
	"fmt"

	"memoir/memory"
	"memoir/memory/ledger"
)

// maxBaseMemoryBytes bounds what a person may write as base memory: it goes with every answer.
const maxBaseMemoryBytes = 16 << 10

// LoadCurrentBaseMemory returns the text about the user that counts now; its ID is 0 when there is
// none yet.
func (s *Session) LoadCurrentBaseMemory(ctx context.Context) (memory.BaseMemory, error) {
	return s.store.BaseMemoryStore().NewestOrEmpty(ctx, s.profile)
}

// ListBaseMemoryVersions returns the versions of the text about the user, newest first.
func (s *Session) ListBaseMemoryVersions(ctx context.Context, limit int) ([]memory.BaseMemory, error) {
	return s.store.BaseMemoryStore().List(ctx, s.profile, limit)
}

// StoreBaseMemoryWrittenByPerson stores what a person wrote as the next version. Lines that are new
// in it are the person's: later versions keep them word for word. The same text again changes
// nothing; an empty one ends the text.
func (s *Session) StoreBaseMemoryWrittenByPerson(ctx context.Context, content string) (memory.BaseMemory, error) {
	if len(content) > maxBaseMemoryBytes {
		return memory.BaseMemory{}, &memory.FieldError{
			Field:   "content",
			Problem: fmt.Sprintf("is over %d KB, too long for a text that's sent with every message", maxBaseMemoryBytes>>10),
		}
	}
	var next memory.BaseMemory
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		if _, err := tx.ProfileStore().Get(ctx, s.profile); err != nil {
			return err
		}
		current, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, s.profile)
		if err != nil {
			return err
		}
		if next = current.NextVersionEditedByPerson(content, s.actor,
			s.clock.NowInUTCToMillisecond()); next.Content == current.Content {
			next = current
			return nil
		}
		next, err = ledger.AppendBaseVersionWithDecision(ctx, tx, next, memory.Decision{})
		return err
	})
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("change base memory: %w", err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, 0)
	return next, nil
}

// UndoNewestBaseMemoryChange undoes the newest change of the text about the user that is in effect
// and returns the text that counts then. ErrNotFound when there is none.
func (s *Session) UndoNewestBaseMemoryChange(ctx context.Context) (memory.BaseMemory, error) {
	ds, err := s.store.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: s.profile, AboutBase: true})
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("undo base memory: %w", err)
	}
	for _, d := range ds {
		if !ledger.IsDecisionInEffect(d) {
			continue
		}
		if _, err := s.UndoDecision(ctx, d.ID); err != nil {
			return memory.BaseMemory{}, err
		}
		return s.LoadCurrentBaseMemory(ctx)
	}
	return memory.BaseMemory{}, fmt.Errorf("undo base memory: no change: %w", memory.ErrNotFound)
}

// RewriteBaseMemoryFromSummariesNow writes the text about the user anew from all summaries that it
// does not hold; see digest.RewriteBaseMemoryNow.
func (s *Session) RewriteBaseMemoryFromSummariesNow(ctx context.Context) (memory.BaseMemory, error) {
	return s.digest.RewriteBaseMemoryNow(ctx, s.profile)
}

// RestoreBaseVersionWithoutForgotten makes a former version of the text about the user the one that
// counts; see digest.RestoreBaseVersionWithoutForgotten.
func (s *Session) RestoreBaseVersionWithoutForgotten(
	ctx context.Context, version memory.ID,
) (memory.BaseMemory, error) {
	return s.digest.RestoreBaseVersionWithoutForgotten(ctx, s.profile, version, s.actor)
}
