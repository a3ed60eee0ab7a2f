package memory

import (
	"context"
	"errors"
	"fmt"
)

// recordDecision appends a decision with its changes. It must run in the transaction that made
// them. Before and After summarise the changes: the first row that existed before, and the row that
// the decision is about as it is now. An ignored candidate is about no row, even where it counted
// as a use of one.
func recordDecision(ctx context.Context, tx Store, d Decision) (Decision, error) {
	if d.Action != ActionIgnore {
		d.summariseChanges()
	}
	id, err := tx.Decisions().Append(ctx, d)
	if err != nil {
		return d, fmt.Errorf("write ledger: %w", err)
	}
	d.ID = id
	return d, nil
}

func (d *Decision) summariseChanges() {
	for _, c := range d.Changes {
		if c.Before != nil && d.Before == nil {
			d.Before = c.Before
		}
		if c.After != nil && (d.MemoryID == 0 || c.MemoryID == d.MemoryID) {
			d.After = c.After
		}
		if d.MemoryID == 0 {
			d.MemoryID = c.MemoryID
		}
	}
}

// putMemory writes a memory and returns the change. The store copies a memory that is shared with
// other profiles; the change then names both rows.
func putMemory(ctx context.Context, tx Store, before *Memory, after Memory) ([]Change, Memory, error) {
	id, err := tx.Memories().PutSnapshot(ctx, after)
	if err != nil {
		return nil, after, err
	}
	if before != nil && id != before.ID {
		after.ID = id
		return []Change{
			{MemoryID: before.ID, Before: before},
			{MemoryID: id, After: &after},
		}, after, nil
	}
	after.ID = id
	return []Change{{MemoryID: id, Before: before, After: &after}}, after, nil
}

// Decisions lists the ledger, newest first.
func (s *Session) Decisions(ctx context.Context, f DecisionFilter) ([]Decision, error) {
	f.ProfileID = s.profile

	return s.store.Decisions().List(ctx, f)
}

// MemoryHistory lists all decisions about one memory, newest first. A memory that no longer exists
// keeps its history.
func (s *Session) MemoryHistory(ctx context.Context, id ID) ([]Decision, error) {
	ds, err := s.store.Decisions().List(ctx, DecisionFilter{ProfileID: s.profile, MemoryID: id})
	if err != nil {
		return nil, fmt.Errorf("history of memory %d: %w", id, err)
	}
	if len(ds) == 0 {
		if _, err := s.store.Memories().Get(ctx, s.profile, id); err != nil {
			return nil, err
		}
	}
	return ds, nil
}

// UndoDecision undoes one decision: every row it touched is restored to its former state, and a new
// decision records the undo. An undo can be undone itself. A later decision in effect on the same
// memory, or a decision that is undone already, is a *ConflictError.
func (s *Session) UndoDecision(ctx context.Context, decision ID) (Decision, error) {
	var done Decision
	err := s.store.InTx(ctx, func(tx Store) error {
		d, err := tx.Decisions().Get(ctx, s.profile, decision)
		if err != nil {
			return err
		}
		done, err = s.undoInTx(ctx, tx, s.actor, d)
		return err
	})
	if err != nil {
		return Decision{}, fmt.Errorf("undo decision %d: %w", decision, err)
	}
	s.reindexChanges(ctx, s.profile, done.Changes)
	s.publishChange(EventMemories, s.profile, done.ChatID)
	return done, nil
}

// undoInTx is UndoDecision inside a transaction, without events.
func (s *Service) undoInTx(ctx context.Context, tx Store, by Actor, d Decision) (Decision, error) {
	if err := checkUndoable(ctx, tx, d); err != nil {
		return Decision{}, err
	}
	undoDecision := Decision{
		CreatedAt: s.currentTime(), RunID: d.RunID, ProfileID: d.ProfileID, ChatID: d.ChatID, MessageID: d.MessageID,
		FileID: d.FileID, Action: ActionRestore, Actor: by, MemoryID: d.MemoryID, OldID: d.OldID, UndoOf: d.ID,
	}
	for i := len(d.Changes) - 1; i >= 0; i-- {
		c, err := revertChange(ctx, tx, d.ProfileID, d.Changes[i])
		if err != nil {
			return Decision{}, err
		}
		undoDecision.Changes = append(undoDecision.Changes, c)
	}
	undoDecision, err := recordDecision(ctx, tx, undoDecision)
	if err != nil {
		return Decision{}, err
	}
	return undoDecision, markUndone(ctx, tx, d, undoDecision.ID)
}

// markUndone marks d as undone by a decision, or as in effect again when by is 0. If d is an undo
// itself, the decision it undid changes the other way, down the chain.
func markUndone(ctx context.Context, tx Store, d Decision, by ID) error {
	if err := tx.Decisions().SetUndone(ctx, d.ID, by); err != nil || d.UndoOf == 0 {
		return err
	}
	target, err := tx.Decisions().Get(ctx, d.ProfileID, d.UndoOf)
	if err != nil {
		return err
	}
	if by == 0 {
		return markUndone(ctx, tx, target, d.ID)
	}
	return markUndone(ctx, tx, target, 0)
}

// revertChange restores a memory to its state before the change and returns the reverse change.
func revertChange(ctx context.Context, tx Store, profile ID, c Change) (Change, error) {
	opposite := Change{MemoryID: c.MemoryID, Before: c.After, After: c.Before}
	if isUseCountChange(c) {
		return opposite, revertUseCount(ctx, tx, profile, c)
	}
	now, err := tx.Memories().Get(ctx, profile, c.MemoryID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return opposite, err
	}
	if err == nil {
		opposite.Before = &now
	}
	if c.Before == nil {
		return opposite, tx.Memories().RemoveLink(ctx, profile, c.MemoryID)
	}
	m := *c.Before
	m.ProfileID = profile
	if err == nil { // uses since then still count
		m.UseCount, m.LastUsedAt = now.UseCount, now.LastUsedAt
	}
	opposite.After = &m
	_, err = tx.Memories().PutSnapshot(ctx, m)
	return opposite, err
}

// checkUndoable checks that the decision changed something, is in effect, and is the last one in
// effect on every memory it touched. An undone decision and its undo cancel each other and block
// nothing, and neither does one that only counted a use.
func checkUndoable(ctx context.Context, tx Store, d Decision) error {
	if d.UndoneBy != 0 {
		return &ConflictError{d.UndoneBy, "this was already undone"}
	}
	if len(d.Changes) == 0 || d.Action == ActionErase {
		return &ConflictError{d.ID, "there is nothing to undo"}
	}
	for _, c := range d.Changes {
		if isUseCountChange(c) {
			continue
		}
		later, err := tx.Decisions().List(ctx, DecisionFilter{
			ProfileID: d.ProfileID, MemoryID: c.MemoryID, AfterID: d.ID,
		})
		if err != nil {
			return err
		}
		for _, l := range later {
			if isInEffect(l) && l.Action != ActionIgnore {
				return &ConflictError{l.ID, "a later change to the same memory must be undone first"}
			}
		}
	}
	return nil
}
