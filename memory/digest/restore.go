package digest

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/ledger"
)

// RestoreBaseVersionWithoutForgotten makes what a former version of a profile's base memory says
// the newest version, without what was forgotten or replaced since; a person's lines stay. The
// summaries that later versions took in stay taken in: they were read, and the person chose the
// older text. A version that says what the newest one does changes nothing. ErrNotFound when the
// profile has no such version.
func (d *Digester) RestoreBaseVersionWithoutForgotten(
	ctx context.Context, profile, version memory.ID, by memory.Actor,
) (memory.BaseMemory, error) {
	all, err := d.store.BaseMemoryStore().List(ctx, profile, 0)
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("restore base memory: %w", err)
	}
	at := slices.IndexFunc(all, func(b memory.BaseMemory) bool { return b.ID == version })
	if at < 0 {
		return memory.BaseMemory{}, fmt.Errorf("restore base memory: version %d: %w", version, memory.ErrNotFound)
	}
	next := all[at]
	if next.Content, err = d.removeForgottenAndReplacedStatements(ctx, profile, next.Content, next.OwnLines); err != nil {
		return memory.BaseMemory{}, err
	}
	err = d.store.InTx(ctx, func(tx memory.Store) error {
		newest, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, profile)
		if err != nil {
			return err
		}
		if newest.Content == next.Content && slices.Equal(newest.OwnLines, next.OwnLines) {
			next = newest
			return nil
		}
		next.ID, next.SummaryIDs, next.Stale = 0, []memory.ID{}, newest.Stale
		next.Actor, next.Model, next.CreatedAt = by, "", d.nowInUTCToMillisecond()
		next, err = ledger.AppendBaseVersionWithDecision(ctx, tx, next, memory.Decision{
			Reason: memory.NullText(fmt.Sprintf("version %d was restored", version)),
		})
		return err
	})
	if err != nil {
		return memory.BaseMemory{}, fmt.Errorf("restore base memory: %w", err)
	}
	memory.PublishStaleDataEvent(d.bus, memory.EventMemories, profile, 0)
	return next, nil
}
