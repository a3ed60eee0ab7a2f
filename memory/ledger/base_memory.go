package ledger

import (
	"context"
	"slices"
	"time"

	"memoir/memory"
)

// AppendBaseVersionWithDecision stores a version of the base memory and the decision about it,
// which gets the version's actor, time and ID. It must run in a transaction.
func AppendBaseVersionWithDecision(
	ctx context.Context, tx memory.Store, b memory.BaseMemory, d memory.Decision,
) (memory.BaseMemory, error) {
	var err error
	if b.ID, err = tx.BaseMemoryStore().Append(ctx, b); err != nil {
		return b, err
	}
	d.CreatedAt, d.ProfileID, d.Actor, d.Action = b.CreatedAt, b.ProfileID, b.Actor, memory.ActionUpdate
	d.BaseID = b.ID
	_, err = RecordDecisionAndCleanDerivedTexts(ctx, tx, d)
	return b, err
}

// revertBaseChangeReturningVersionID appends the version before the one that a decision made, and
// returns its ID. The summaries that the undone version took in are open again, those of the
// restored one are not.
func revertBaseChangeReturningVersionID(
	ctx context.Context, tx memory.Store, now time.Time, by memory.Actor, d memory.Decision,
) (memory.ID, error) {
	versions, err := tx.BaseMemoryStore().List(ctx, d.ProfileID, 0)
	if err != nil {
		return 0, err
	}
	at := slices.IndexFunc(versions, func(b memory.BaseMemory) bool { return b.ID == d.BaseID })
	if at < 0 {
		return 0, &memory.ConflictError{Decision: d.ID, Problem: "there is nothing to undo"}
	}
	next := memory.BaseMemory{ProfileID: d.ProfileID, OwnLines: []string{}}
	if at+1 < len(versions) {
		next = versions[at+1]
	}
	if err := setInBaseFlagOfSummaries(ctx, tx, d.ProfileID, versions[at].SummaryIDs, false); err != nil {
		return 0, err
	}
	if err := setInBaseFlagOfSummaries(ctx, tx, d.ProfileID, next.SummaryIDs, true); err != nil {
		return 0, err
	}
	next.ID, next.CreatedAt, next.Actor = 0, now, by
	return tx.BaseMemoryStore().Append(ctx, next)
}

// setInBaseFlagOfSummaries says whether the base memory holds summaries; those that are gone are
// skipped.
func setInBaseFlagOfSummaries(ctx context.Context, tx memory.Store, profile memory.ID, ids []memory.ID, in bool) error {
	for _, id := range ids {
		s, err := tx.SummaryStore().Get(ctx, profile, id)
		if isRowNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		s.InBase = in
		if err := tx.SummaryStore().UpdateTextStateAndInBase(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// checkBaseUnchangedSinceDecision returns a *ConflictError when the base memory has changed since a
// decision.
func checkBaseUnchangedSinceDecision(ctx context.Context, tx memory.Store, d memory.Decision) error {
	later, err := tx.DecisionStore().List(
		ctx, memory.DecisionFilter{ProfileID: d.ProfileID, AboutBase: true, AfterID: d.ID},
	)
	if err != nil {
		return err
	}
	for _, l := range later {
		if IsDecisionInEffect(l) {
			return &memory.ConflictError{Decision: l.ID, Problem: "a later change to the same text must be undone first"}
		}
	}
	return nil
}
