package ledger

import (
	"context"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// removeUntrueFromSummariesAndBase takes what a decision made untrue or unwanted out of the texts
// that rest on memories: a memory that was forgotten, replaced, changed or undone, and a summary
// that was withdrawn or edited. A memory that no longer is one of all chats leaves the base memory,
// which all of them are sent. It must run in the decision's transaction.
func removeUntrueFromSummariesAndBase(ctx context.Context, tx memory.Store, d memory.Decision) error {
	gone, kept, err := textsGoneAndKeptByDecision(ctx, tx, d)
	if err != nil {
		return err
	}
	broughtBack, private := doesDecisionRestoreMemory(d), memoryTextsNoLongerGlobal(d)
	if len(gone) == 0 && !broughtBack && len(private) == 0 {
		return nil
	}
	drop := lang.NewUnwantedRestatementPredicate(newFactMatcherPerText(gone), newFactMatcherPerText(kept))
	fromSummaries := false
	if d.SummaryID == 0 {
		if fromSummaries, err = removeStatementsFromSummaries(ctx, tx, d.ProfileID, drop); err != nil {
			return err
		}
	}
	if len(private) > 0 {
		isPrivate := func(text string) bool { return slices.Contains(private, text) }
		drop = lang.NewUnwantedRestatementPredicate(newFactMatcherPerText(append(gone, private...)),
			newFactMatcherPerText(slices.DeleteFunc(kept, isPrivate)))
	}
	return removeStatementsAndMarkBaseStale(ctx, tx, d, drop, fromSummaries || broughtBack)
}

// textsGoneAndKeptByDecision returns the texts that a decision took back or replaced, of memories
// and of a summary, and those that stay.
func textsGoneAndKeptByDecision(
	ctx context.Context, tx memory.Store, d memory.Decision,
) (gone, kept []string, err error) {
	gone, kept = memoryTextsGoneAndKept(d)
	switch {
	case d.SummaryID == 0:
	case d.UndoOf != 0:
		s, err := tx.SummaryStore().Get(ctx, d.ProfileID, d.SummaryID)
		if err != nil {
			return nil, nil, err
		}
		if s.State == memory.SummaryWithdrawn && s.InBase {
			gone = append(gone, strings.Split(s.Content, "\n")...)
		}
	case d.Action == memory.ActionUpdate:
		return summaryEditGoneAndCurrentLines(ctx, tx, d)
	}
	return gone, kept, nil
}

// memoryTextsNoLongerGlobal returns the texts of memories that all chats used before a decision and
// only some do after it.
func memoryTextsNoLongerGlobal(d memory.Decision) []string {
	var out []string
	for _, c := range d.Changes {
		if c.Before != nil && c.Before.Scope == memory.ScopeGlobal && isMemoryActiveAndNotSuperseded(c.After) &&
			c.After.Scope != memory.ScopeGlobal {
			out = append(out, c.After.Content)
		}
	}
	return out
}

// doesDecisionRestoreMemory reports whether a memory that was not in use is in use again.
func doesDecisionRestoreMemory(d memory.Decision) bool {
	return slices.ContainsFunc(d.Changes, func(c memory.Change) bool {
		return c.Before != nil && !isMemoryActiveAndNotSuperseded(c.Before) && isMemoryActiveAndNotSuperseded(c.After) &&
			c.Before.Status != memory.StatusInbox
	})
}

// memoryTextsGoneAndKept returns the texts of memories that were in use before a decision and are
// not after it, unless one that is in use then says the same and more, and the texts that are in
// use.
func memoryTextsGoneAndKept(d memory.Decision) (gone, kept []string) {
	for _, c := range d.Changes {
		if isMemoryActiveAndNotSuperseded(c.After) {
			kept = append(kept, c.After.Content)
		}
	}
	for _, c := range d.Changes {
		if !isMemoryActiveAndNotSuperseded(c.Before) || isMemoryArchivedAndNotSuperseded(c.After) {
			continue
		}
		m := lang.NewFactMatcher(c.Before.Content)
		if !slices.ContainsFunc(kept, func(k string) bool { return m.WordShareIfRestated(k) == 1 }) {
			gone = append(gone, c.Before.Content)
		}
	}
	return gone, kept
}

// isMemoryActiveAndNotSuperseded reports whether a memory is active and no other has replaced it.
func isMemoryActiveAndNotSuperseded(m *memory.Memory) bool {
	return m != nil && m.Status == memory.StatusActive && m.SupersededBy == 0
}

// isMemoryArchivedAndNotSuperseded reports whether a memory is still true, though not used: archived for
// lack of room.
func isMemoryArchivedAndNotSuperseded(m *memory.Memory) bool {
	return m != nil && m.Status == memory.StatusArchived && m.SupersededBy == 0
}

// newFactMatcherPerText prepares texts that say something.
func newFactMatcherPerText(texts []string) []lang.FactMatcher {
	var out []lang.FactMatcher
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			out = append(out, lang.NewFactMatcher(t))
		}
	}
	return out
}

// removeStatementsFromSummaries takes statements out of a profile's summaries and reports whether
// one of them is in the base memory.
func removeStatementsFromSummaries(
	ctx context.Context, tx memory.Store, profile memory.ID, drop func(string) bool,
) (inBase bool, err error) {
	all, err := tx.SummaryStore().ListNonEmptyOfProfile(ctx, profile)
	if err != nil {
		return false, err
	}
	for _, s := range all {
		text, removed := lang.RemoveStatementsAndEmptySections(s.Content, nil, drop)
		if !removed {
			continue
		}
		s.Content = text
		inBase = inBase || s.InBase
		if err := tx.SummaryStore().UpdateTextStateAndInBase(ctx, s); err != nil {
			return false, err
		}
	}
	return inBase, nil
}

// removeStatementsAndMarkBaseStale appends a version of the base memory without statements, a
// person's lines excepted, and marks it stale, so that it is written anew. Without such statements
// it marks the newest version stale if something that it rests on has changed.
func removeStatementsAndMarkBaseStale(
	ctx context.Context, tx memory.Store, d memory.Decision, drop func(string) bool, restsOnChanged bool,
) error {
	base, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, d.ProfileID)
	if err != nil || base.Content == "" {
		return err
	}
	text, removed := lang.RemoveStatementsAndEmptySections(base.Content, base.OwnLines, drop)
	switch {
	case removed:
		base.ID, base.Content, base.Stale = 0, text, true
		base.Actor, base.Model, base.CreatedAt = memory.ActorSystem, "", d.CreatedAt
		_, err = AppendBaseVersionWithDecision(ctx, tx, base, memory.Decision{
			RunID: d.RunID, Reason: "it used something that has since been forgotten or replaced",
		})
	case restsOnChanged && !base.Stale:
		base.Stale = true
		err = tx.BaseMemoryStore().UpdateTextOwnLinesAndStale(ctx, base)
	}
	return err
}
