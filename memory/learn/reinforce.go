package learn

import (
	"context"
	"errors"
	"fmt"

	"memoir/memory"
	"memoir/memory/ledger"
)

// reasonReinforced is recorded in the ledger where a repetition counted as a use.
const reasonReinforced = "you repeated what a memory sent for this answer says"

// memoryIDsInReceipt returns the memories that were given to an answer, in any lane.
func memoryIDsInReceipt(r *memory.Receipt) map[memory.ID]bool {
	given := map[memory.ID]bool{}
	if r != nil {
		for _, h := range r.Memories {
			given[h.ID] = h.ID != 0
		}
	}
	return given
}

// countRepetitionIfSentForAnswer counts a repetition as one more use of a memory that the answer
// was given, once per run, if the user's own text repeats it. Repetitions by the assistant or a
// file do not count.
func (p *pipeline) countRepetitionIfSentForAnswer(
	ctx context.Context, tx memory.Store, x exchange, c *candidate, d *memory.Decision,
) error {
	if !p.config().ExtractionGates || c.inboxReason != "" || !x.reinforceable[d.OldID] {
		return nil
	}
	before, err := tx.MemoryStore().Get(ctx, x.profileID, d.OldID)
	if errors.Is(err, memory.ErrNotFound) || err == nil && before.Status != memory.StatusActive {
		return nil
	}
	if err != nil {
		return err
	}
	after := before
	after.UseCount++
	if x.answer.FinishedAt.After(before.LastUsedAt.Time) {
		after.LastUsedAt = memory.NullTime{Time: x.answer.FinishedAt}
	}
	if d.Changes, _, err = ledger.PutMemoryReturningChanges(ctx, tx, &before, after); err != nil {
		return fmt.Errorf("count a repetition of memory %d: %w", before.ID, err)
	}
	delete(x.reinforceable, before.ID)
	d.Reason = reasonReinforced
	return nil
}
