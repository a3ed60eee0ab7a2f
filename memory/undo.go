package memory

import (
	"context"
	"fmt"
	"slices"
)

// UndoMatching undoes every decision in effect that the filter selects, newest first, in one
// transaction: of a run, an answer, a chat, a file, a day, an actor. When a later decision outside
// the selection affects one of the memories, nothing is changed and the *ConflictError names it. It
// returns the undo decisions, newest first.
func (s *Session) UndoMatching(ctx context.Context, f DecisionFilter) ([]Decision, error) {
	f.ProfileID = s.profile
	if f.RunID == "" && f.ChatID == 0 && f.MessageID == 0 && f.FileID == 0 && f.Since.IsZero() && f.Until.IsZero() {
		return nil, &FieldError{"filter", "say what to undo: a run, a chat, a message, a file or a day"}
	}
	var done []Decision
	err := s.store.InTx(ctx, func(tx Store) error {
		done = done[:0]
		f.Limit, f.BeforeID, f.AfterID = 0, 0, 0
		ds, err := tx.Decisions().List(ctx, f)
		if err != nil {
			return err
		}
		for _, d := range ds {
			if !isInEffect(d) || d.Action == ActionErase {
				continue
			}
			u, err := s.undoInTx(ctx, tx, s.actor, d)
			if err != nil {
				return fmt.Errorf("decision %d: %w", d.ID, err)
			}
			done = append(done, u)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("undo decisions together: %w", err)
	}
	for _, d := range done {
		s.reindexChanges(ctx, f.ProfileID, d.Changes)
	}
	s.publishChange(EventMemories, f.ProfileID, f.ChatID)
	return done, nil
}

// UndoDecisions undoes the given decisions, newest first, in one transaction. When a later decision
// blocks one of them, nothing is changed and the *ConflictError names it. Given the result of
// UndoMatching, it redoes the group.
func (s *Session) UndoDecisions(ctx context.Context, ids []ID) ([]Decision, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var done []Decision
	err := s.store.InTx(ctx, func(tx Store) error {
		done = done[:0]
		for _, id := range slices.Backward(ids) {
			d, err := tx.Decisions().Get(ctx, s.profile, id)
			if err != nil {
				return err
			}
			u, err := s.undoInTx(ctx, tx, s.actor, d)
			if err != nil {
				return fmt.Errorf("decision %d: %w", id, err)
			}
			done = append(done, u)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("undo decisions together: %w", err)
	}
	for _, d := range done {
		s.reindexChanges(ctx, s.profile, d.Changes)
	}
	s.publishChange(EventMemories, s.profile, 0)
	return done, nil
}

// isInEffect reports whether a decision changed something and was not undone. An undo and what it
// undid cancel each other, so an undo is never in effect itself.
func isInEffect(d Decision) bool {
	return d.UndoneBy == 0 && d.UndoOf == 0 && (len(d.Changes) > 0 || d.Action == ActionErase)
}
