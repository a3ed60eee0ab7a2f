package ledger

import (
	"context"
	"errors"
	"fmt"

	"memoir/memory"
)

// RecordDecisionAndCleanDerivedTexts appends a decision with its changes, and takes what they made
// untrue or unwanted out of summaries and base memory. It must run in the transaction that made
// them. Before and After summarise the changes: the first row that existed before, and the row that
// the decision is about as it is now. An ignored candidate is about no row, even where it counted
// as a use of one.
func RecordDecisionAndCleanDerivedTexts(
	ctx context.Context, tx memory.Store, d memory.Decision,
) (memory.Decision, error) {
	if d.Action != memory.ActionIgnore {
		fillDecisionBeforeAfterFromChanges(&d)
	}
	id, err := tx.DecisionStore().Append(ctx, d)
	if err != nil {
		return d, fmt.Errorf("write ledger: %w", err)
	}
	d.ID = id
	if err := removeUntrueFromSummariesAndBase(ctx, tx, d); err != nil {
		return d, fmt.Errorf("update what rests on it: %w", err)
	}
	return d, nil
}

// fillDecisionBeforeAfterFromChanges sets Before and After, and MemoryID where it is missing, from
// the changes.
func fillDecisionBeforeAfterFromChanges(d *memory.Decision) {
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

// PutMemoryReturningChanges writes a memory and returns the change. The store copies a memory that
// is shared with other profiles; the change then names both rows.
func PutMemoryReturningChanges(
	ctx context.Context, tx memory.Store, before *memory.Memory, after memory.Memory,
) ([]memory.Change, memory.Memory, error) {
	id, err := tx.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, after)
	if err != nil {
		return nil, after, err
	}
	if before != nil && id != before.ID {
		after.ID = id
		return []memory.Change{
			{MemoryID: before.ID, Before: before},
			{MemoryID: id, After: &after},
		}, after, nil
	}
	after.ID = id
	return []memory.Change{{MemoryID: id, Before: before, After: &after}}, after, nil
}

// MarkMemorySuperseded ends the validity of a memory that another replaces. It stays readable as
// history.
func MarkMemorySuperseded(ctx context.Context, tx memory.Store, old, by memory.Memory) (memory.Change, error) {
	before, err := tx.MemoryStore().Get(ctx, old.ProfileID, old.ID)
	if err != nil {
		return memory.Change{}, err
	}
	after := before
	after.SupersededBy = by.ID
	if after.ValidTo = by.ValidFrom; after.ValidTo == "" {
		end := by.CreatedAt
		if end.Before(before.CreatedAt) { // the clock was set back in between
			end = before.CreatedAt
		}
		after.ValidTo = memory.NullText(memory.FormatUTCDate(end))
	}
	if _, err := tx.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, after); err != nil {
		return memory.Change{}, err
	}
	return memory.Change{MemoryID: old.ID, Before: &before, After: &after}, nil
}

// IsDecisionInEffect reports whether a decision changed something and was not undone. An undo and
// what it undid cancel each other, so an undo is never in effect itself.
func IsDecisionInEffect(d memory.Decision) bool {
	return d.UndoneBy == 0 && d.UndoOf == 0 && (!hasNoRevertibleChange(d) || d.Action == memory.ActionErase)
}

// hasNoRevertibleChange reports whether a decision has no effect that could be undone.
func hasNoRevertibleChange(d memory.Decision) bool {
	return len(d.Changes) == 0 && d.SummaryID == 0 && d.BaseID == 0
}

// isRowNotFound reports whether err says that a row does not exist.
func isRowNotFound(err error) bool { return errors.Is(err, memory.ErrNotFound) }
