package ledger

import (
	"context"
	"slices"
	"strings"

	"memoir/memory"
)

// originalOfEditedSummary returns the summary that a person edited into s: the newest older one of
// the same messages. It returns the zero Summary when s is no edit.
func originalOfEditedSummary(ctx context.Context, tx memory.Store, s memory.Summary) (memory.Summary, error) {
	if s.Model != memory.EditedByPerson {
		return memory.Summary{}, nil
	}
	all, err := tx.SummaryStore().ListOfChat(ctx, s.ProfileID, s.ChatID)
	for _, older := range all { // newest first
		if older.ID < s.ID && coverSameMessages(older, s) {
			return older, err
		}
	}
	return memory.Summary{}, err
}

// coverSameMessages reports whether two summaries are of the same messages.
func coverSameMessages(a, b memory.Summary) bool {
	return a.FirstMessageID == b.FirstMessageID && a.LastMessageID == b.LastMessageID
}

// checkNoLaterSummaryEdit returns a *ConflictError when the summary of a decision was edited since.
func checkNoLaterSummaryEdit(ctx context.Context, tx memory.Store, d memory.Decision) error {
	s, err := tx.SummaryStore().Get(ctx, d.ProfileID, d.SummaryID)
	if err != nil {
		return err
	}
	later, err := tx.DecisionStore().List(ctx, memory.DecisionFilter{
		ProfileID: d.ProfileID, ChatID: d.ChatID, AfterID: d.ID, Actions: []memory.Action{memory.ActionUpdate},
	})
	if err != nil {
		return err
	}
	for _, l := range later {
		if l.SummaryID == 0 || l.SummaryID == d.SummaryID || !IsDecisionInEffect(l) {
			continue
		}
		edit, err := tx.SummaryStore().Get(ctx, d.ProfileID, l.SummaryID)
		if err != nil {
			return err
		}
		if coverSameMessages(edit, s) {
			return &memory.ConflictError{Decision: l.ID, Problem: "a later change to the same summary must be undone first"}
		}
	}
	return nil
}

// summaryEditGoneAndCurrentLines returns the lines that an edit of a summary took out, and those
// that it has.
func summaryEditGoneAndCurrentLines(
	ctx context.Context, tx memory.Store, d memory.Decision,
) (gone, kept []string, err error) {
	s, err := tx.SummaryStore().Get(ctx, d.ProfileID, d.SummaryID)
	if err != nil {
		return nil, nil, err
	}
	before, err := originalOfEditedSummary(ctx, tx, s)
	if err != nil || !before.InBase {
		return nil, nil, err
	}
	kept = strings.Split(s.Content, "\n")
	for line := range strings.SplitSeq(before.Content, "\n") {
		if !slices.Contains(kept, line) {
			gone = append(gone, line)
		}
	}
	return gone, kept, nil
}
