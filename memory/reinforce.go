package memory

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// reasonReinforced stands in the ledger where a repetition counted as a use.
const reasonReinforced = "you said again what this answer was given (reinforcement)"

// givenIn are the memories that an answer was given, in whatever lane.
func givenIn(r *Receipt) map[ID]bool {
	given := map[ID]bool{}
	if r != nil {
		for _, h := range r.Memories {
			given[h.ID] = h.ID != 0
		}
	}
	return given
}

// reinforce makes a repetition more than a duplicate: the user's own words say again what the answer was given, which
// counts as one more use of the memory, once in a run. What only the assistant or a file repeats proves nothing.
func (s *Service) reinforce(ctx context.Context, tx Store, x exchange, c *candidate, d *Decision) error {
	if !s.Config().ExtractionGates || c.inbox != "" || !x.given[d.OldID] {
		return nil
	}
	before, err := tx.Memories().Get(ctx, x.profile, d.OldID)
	if errors.Is(err, ErrNotFound) || err == nil && before.Status != StatusActive {
		return nil
	}
	if err != nil {
		return err
	}
	after := before
	after.UseCount++
	if x.answer.FinishedAt.After(before.LastUsedAt.Time) {
		after.LastUsedAt = Moment{x.answer.FinishedAt}
	}
	if d.Changes, _, err = put(ctx, tx, &before, after); err != nil {
		return fmt.Errorf("count a repetition of memory %d: %w", before.ID, err)
	}
	delete(x.given, before.ID)
	d.Reason = reasonReinforced
	return nil
}

// countsUse reports whether a change counted a use, or took one back, and did nothing else. Such changes add up in any
// order, so they stand in the way of no undo and none stands in theirs.
func countsUse(c Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	before := *c.Before
	before.UseCount, before.LastUsedAt = c.After.UseCount, c.After.LastUsedAt
	return reflect.DeepEqual(before, *c.After)
}

// uncount takes back what a change counted, or counts it again when the change took it back. A memory that is gone has
// no count.
func uncount(ctx context.Context, tx Store, profile ID, c Change) error {
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
		if m.LastUsedAt, err = usedBefore(ctx, tx, profile, c); err != nil {
			return err
		}
	case !counted && c.Before.LastUsedAt.After(m.LastUsedAt.Time):
		m.LastUsedAt = c.Before.LastUsedAt
	}
	_, err = tx.Memories().Put(ctx, m)
	return err
}

// usedBefore is when a memory was last used before a change that counted a use, apart from uses taken back meanwhile.
func usedBefore(ctx context.Context, tx Store, profile ID, c Change) (Moment, error) {
	last := c.Before.LastUsedAt
	ds, err := tx.Decisions().List(ctx, DecisionFilter{
		ProfileID: profile, MemoryID: c.MemoryID, Actions: []Action{ActionIgnore},
	})
	for _, d := range ds {
		for _, o := range d.Changes {
			if d.UndoneBy != 0 && countsUse(o) && o.After.LastUsedAt.Equal(last.Time) {
				last = o.Before.LastUsedAt
			}
		}
	}
	return last, err
}
