package ledger

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"memoir/memory"
)

// UndoMatchingDecisions undoes every decision in effect that the filter selects, newest first, and
// returns the undo decisions in that order. It must run in a transaction. A later decision outside
// the selection that affects one of the memories is a *ConflictError. The base memory, which many
// chats flow into, is left out unless the filter selects it.
func UndoMatchingDecisions(
	ctx context.Context, tx memory.Store, now time.Time, by memory.Actor, f memory.DecisionFilter,
) ([]memory.Decision, error) {
	f.Limit, f.BeforeID, f.AfterID = 0, 0, 0
	ds, err := tx.DecisionStore().List(ctx, f)
	if err != nil {
		return nil, err
	}
	var done []memory.Decision
	for _, d := range ds {
		if !IsDecisionInEffect(d) || d.Action == memory.ActionErase || d.BaseID != 0 && !f.AboutBase {
			continue
		}
		u, err := UndoDecision(ctx, tx, now, by, d)
		if err != nil {
			return nil, fmt.Errorf("decision %d: %w", d.ID, err)
		}
		done = append(done, u)
	}
	return done, nil
}

// UndoDecisionsByID undoes the given decisions of a profile, newest first, and returns the undo
// decisions in that order. It must run in a transaction.
func UndoDecisionsByID(
	ctx context.Context, tx memory.Store, now time.Time, profile memory.ID, by memory.Actor, ids []memory.ID,
) ([]memory.Decision, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var done []memory.Decision
	for _, id := range slices.Backward(ids) {
		d, err := tx.DecisionStore().Get(ctx, profile, id)
		if err != nil {
			return nil, err
		}
		u, err := UndoDecision(ctx, tx, now, by, d)
		if err != nil {
			return nil, fmt.Errorf("decision %d: %w", id, err)
		}
		done = append(done, u)
	}
	return done, nil
}

// UndoDecision undoes one decision on behalf of an actor: every row it touched is restored to its
// former state, and a new decision records the undo. It must run in a transaction. An undo can be
// undone itself. A later decision in effect on the same memory, or a decision that is undone
// already, is a *ConflictError.
func UndoDecision(
	ctx context.Context, tx memory.Store, now time.Time, by memory.Actor, d memory.Decision,
) (memory.Decision, error) {
	if err := CheckDecisionUndoable(ctx, tx, d); err != nil {
		return memory.Decision{}, err
	}
	undoDecision := memory.Decision{
		CreatedAt: now, RunID: d.RunID, ProfileID: d.ProfileID, ChatID: d.ChatID, MessageID: d.MessageID,
		FileID: d.FileID, Action: memory.ActionRestore, Actor: by, MemoryID: d.MemoryID, OldID: d.OldID, UndoOf: d.ID,
		SummaryID: d.SummaryID,
	}
	if d.BaseID != 0 {
		var err error
		if undoDecision.BaseID, err = revertBaseChangeReturningVersionID(ctx, tx, now, by, d); err != nil {
			return memory.Decision{}, err
		}
	}
	if err := toggleWithdrawalOfSummaryAndOriginal(ctx, tx, d); err != nil {
		return memory.Decision{}, err
	}
	for i := len(d.Changes) - 1; i >= 0; i-- {
		c, err := revertMemoryChangeReturningReverse(ctx, tx, d.ProfileID, d.Changes[i])
		if err != nil {
			return memory.Decision{}, err
		}
		undoDecision.Changes = append(undoDecision.Changes, c)
	}
	undoDecision, err := RecordDecisionAndCleanDerivedTexts(ctx, tx, undoDecision)
	if err != nil {
		return memory.Decision{}, err
	}
	return undoDecision, markUndoneDownChain(ctx, tx, d, undoDecision.ID)
}

// toggleWithdrawalOfSummaryAndOriginal withdraws the summary that a decision is about, or brings it
// back.
func toggleWithdrawalOfSummaryAndOriginal(ctx context.Context, tx memory.Store, d memory.Decision) error {
	if d.SummaryID == 0 {
		return nil
	}
	s, err := tx.SummaryStore().Get(ctx, d.ProfileID, d.SummaryID)
	if err != nil {
		return err
	}
	before, err := originalOfEditedSummary(ctx, tx, s)
	if err != nil {
		return err
	}
	if s.State == memory.SummaryCurrent {
		s.State, before.State = memory.SummaryWithdrawn, memory.SummaryCurrent
	} else {
		s.State, before.State = memory.SummaryCurrent, memory.SummaryWithdrawn
	}
	if before.ID != 0 {
		before.InBase = false // what stands in the base memory is the other text
		if err := tx.SummaryStore().UpdateTextStateAndInBase(ctx, before); err != nil {
			return err
		}
	}
	return tx.SummaryStore().UpdateTextStateAndInBase(ctx, s)
}

// markUndoneDownChain marks d as undone by a decision, or as in effect again when by is 0. If d is
// an undo itself, the decision it undid changes the other way, down the chain.
func markUndoneDownChain(ctx context.Context, tx memory.Store, d memory.Decision, by memory.ID) error {
	if err := tx.DecisionStore().SetUndoneBy(ctx, d.ID, by); err != nil || d.UndoOf == 0 {
		return err
	}
	target, err := tx.DecisionStore().Get(ctx, d.ProfileID, d.UndoOf)
	if err != nil {
		return err
	}
	if by == 0 {
		return markUndoneDownChain(ctx, tx, target, d.ID)
	}
	return markUndoneDownChain(ctx, tx, target, 0)
}

// revertMemoryChangeReturningReverse restores a memory to its state before the change and returns
// the reverse change.
func revertMemoryChangeReturningReverse(
	ctx context.Context,
	tx memory.Store,
	profile memory.ID,
	c memory.Change,
) (memory.Change, error) {
	opposite := memory.Change{MemoryID: c.MemoryID, Before: c.After, After: c.Before}
	if isOnlyUseCountChange(c) {
		return opposite, revertUseInStoredMemory(ctx, tx, profile, c)
	}
	now, err := tx.MemoryStore().Get(ctx, profile, c.MemoryID)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return opposite, err
	}
	if err == nil {
		opposite.Before = &now
	}
	if c.Before == nil {
		return opposite, tx.MemoryStore().UnlinkFromProfile(ctx, profile, c.MemoryID)
	}
	m := *c.Before
	m.ProfileID = profile
	if err == nil { // uses since then still count
		m.UseCount, m.LastUsedAt = now.UseCount, now.LastUsedAt
	}
	opposite.After = &m
	_, err = tx.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m)
	return opposite, err
}

// CheckDecisionUndoable checks that the decision changed something, is in effect, and is the last
// one in effect on every memory it touched. An undone decision and its undo cancel each other and
// block nothing, and neither does one that only counted a use.
func CheckDecisionUndoable(ctx context.Context, tx memory.Store, d memory.Decision) error {
	if d.UndoneBy != 0 {
		return &memory.ConflictError{Decision: d.UndoneBy, Problem: "this has already been undone"}
	}
	if hasNoRevertibleChange(d) || d.Action == memory.ActionErase {
		return &memory.ConflictError{Decision: d.ID, Problem: "there is nothing to undo"}
	}
	switch {
	case d.BaseID != 0:
		return checkBaseUnchangedSinceDecision(ctx, tx, d)
	case d.SummaryID != 0:
		return checkNoLaterSummaryEdit(ctx, tx, d)
	}
	for _, c := range d.Changes {
		if isOnlyUseCountChange(c) {
			continue
		}
		later, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
			ProfileID: d.ProfileID, MemoryID: c.MemoryID, AfterID: d.ID,
		})
		if err != nil {
			return err
		}
		for _, l := range later {
			if IsDecisionInEffect(l) && l.Action != memory.ActionIgnore {
				return &memory.ConflictError{Decision: l.ID, Problem: "a later change to the same memory must be undone first"}
			}
		}
	}
	return nil
}

// UndoExtractionsInChatSkippingConflicts undoes the extractor's decisions in a chat, newest first,
// skips those with conflicts, and returns the undos.
func UndoExtractionsInChatSkippingConflicts(
	ctx context.Context, tx memory.Store, now time.Time, profile, chatID memory.ID,
) ([]memory.Decision, error) {
	ds, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: profile, ChatID: chatID, Actor: memory.ActorExtractor,
	})
	if err != nil {
		return nil, err
	}
	var undos []memory.Decision
	for _, d := range ds {
		if d.UndoOf != 0 || hasNoRevertibleChange(d) {
			continue
		}
		done, err := UndoDecision(ctx, tx, now, memory.ActorUser, d)
		if errors.Is(err, memory.ErrConflict) {
			continue
		}
		if err != nil {
			return nil, err
		}
		undos = append(undos, done)
	}
	return undos, nil
}

// isOnlyUseCountChange reports whether a change only counted a use, or reverted one. Such changes
// commute, so they block no undo and no undo blocks them.
func isOnlyUseCountChange(c memory.Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	before := *c.Before
	before.UseCount, before.LastUsedAt = c.After.UseCount, c.After.LastUsedAt
	return reflect.DeepEqual(before, *c.After)
}

// revertUseInStoredMemory reverts the use count of a change, or counts the use again when the
// change had reverted it. A memory that is gone is skipped.
func revertUseInStoredMemory(ctx context.Context, tx memory.Store, profile memory.ID, c memory.Change) error {
	m, err := tx.MemoryStore().Get(ctx, profile, c.MemoryID)
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m.UseCount = max(m.UseCount+c.Before.UseCount-c.After.UseCount, 0)
	switch counted := c.Before.UseCount < c.After.UseCount; {
	case counted && m.LastUsedAt.Equal(c.After.LastUsedAt.Time):
		if m.LastUsedAt, err = memoryLastUsedBeforeChange(ctx, tx, profile, c); err != nil {
			return err
		}
	case !counted && c.Before.LastUsedAt.After(m.LastUsedAt.Time):
		m.LastUsedAt = c.Before.LastUsedAt
	}
	_, err = tx.MemoryStore().UpsertCopyingRowOtherProfilesShare(ctx, m)
	return err
}

// memoryLastUsedBeforeChange is when a memory was last used before a change that counted a use,
// leaving out uses undone since.
func memoryLastUsedBeforeChange(
	ctx context.Context,
	tx memory.Store,
	profile memory.ID,
	c memory.Change,
) (memory.NullTime, error) {
	last := c.Before.LastUsedAt
	ds, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: profile, MemoryID: c.MemoryID, Actions: []memory.Action{memory.ActionIgnore},
	})
	for _, d := range ds {
		for _, o := range d.Changes {
			if d.UndoneBy != 0 && isOnlyUseCountChange(o) && o.After.LastUsedAt.Equal(last.Time) {
				last = o.Before.LastUsedAt
			}
		}
	}
	return last, err
}
