package memory

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// reasonReinforced is recorded in the ledger where a repetition counted as a use.
const reasonReinforced = "you said again what this answer was given (reinforcement)"

// memoriesInReceipt returns the memories that were given to an answer, in any lane.
func memoriesInReceipt(r *Receipt) map[ID]bool {
	given := map[ID]bool{}
	if r != nil {
		for _, h := range r.Memories {
			given[h.ID] = h.ID != 0
		}
	}
	return given
}

// reinforceRepeated counts a repetition as one more use of a memory that the answer was given, once
// per run, if the user's own text repeats it. Repetitions by the assistant or a file do not count.
func (s *Service) reinforceRepeated(ctx context.Context, tx Store, x exchange, c *candidate, d *Decision) error {
	if !s.Config().ExtractionGates || c.inboxReason != "" || !x.reinforceable[d.OldID] {
		return nil
	}
	before, err := tx.Memories().Get(ctx, x.profileID, d.OldID)
	if errors.Is(err, ErrNotFound) || err == nil && before.Status != StatusActive {
		return nil
	}
	if err != nil {
		return err
	}
	after := before
	after.UseCount++
	if x.answer.FinishedAt.After(before.LastUsedAt.Time) {
		after.LastUsedAt = NullTime{x.answer.FinishedAt}
	}
	if d.Changes, _, err = putMemory(ctx, tx, &before, after); err != nil {
		return fmt.Errorf("count a repetition of memory %d: %w", before.ID, err)
	}
	delete(x.reinforceable, before.ID)
	d.Reason = reasonReinforced
	return nil
}

// isUseCountChange reports whether a change only counted a use, or reverted one. Such changes
// commute, so they block no undo and no undo blocks them.
func isUseCountChange(c Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	before := *c.Before
	before.UseCount, before.LastUsedAt = c.After.UseCount, c.After.LastUsedAt
	return reflect.DeepEqual(before, *c.After)
}

// revertUseCount reverts the use count of a change, or counts the use again when the change had
// reverted it. A memory that is gone is skipped.
func revertUseCount(ctx context.Context, tx Store, profile ID, c Change) error {
	m, err := tx.Memories().Get(ctx, profile, c.MemoryID)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m.UseCount = max(m.UseCount+c.Before.UseCount-c.After.UseCount, 0)
	switch counted := c.Before.UseCount < c.After.UseCount; {
	case counted && m.LastUsedAt.Equal(c.After.LastUsedAt.Time):
		if m.LastUsedAt, err = lastUseBefore(ctx, tx, profile, c); err != nil {
			return err
		}
	case !counted && c.Before.LastUsedAt.After(m.LastUsedAt.Time):
		m.LastUsedAt = c.Before.LastUsedAt
	}
	_, err = tx.Memories().PutSnapshot(ctx, m)
	return err
}

// lastUseBefore is when a memory was last used before a change that counted a use, leaving out uses
// undone since.
func lastUseBefore(ctx context.Context, tx Store, profile ID, c Change) (NullTime, error) {
	last := c.Before.LastUsedAt
	ds, err := tx.Decisions().List(ctx, DecisionFilter{
		ProfileID: profile, MemoryID: c.MemoryID, Actions: []Action{ActionIgnore},
	})
	for _, d := range ds {
		for _, o := range d.Changes {
			if d.UndoneBy != 0 && isUseCountChange(o) && o.After.LastUsedAt.Equal(last.Time) {
				last = o.Before.LastUsedAt
			}
		}
	}
	return last, err
}
