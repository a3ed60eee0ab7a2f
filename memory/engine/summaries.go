package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/ledger"
)

// maxSummaryBytes bounds what a person may write as a summary: it goes with every answer of a long
// chat.
const maxSummaryBytes = 8 << 10

// ListCurrentSummariesOfChatOrAll returns the summaries in use with their chats, newest first: of
// one chat, or with chat 0 of all chats that are not in the trash.
func (s *Session) ListCurrentSummariesOfChatOrAll(ctx context.Context, chat memory.ID) ([]memory.ChatSummary, error) {
	chats, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: s.profile, AnyArchived: true})
	if err != nil {
		return nil, fmt.Errorf("list summaries: %w", err)
	}
	titles := map[memory.ID]string{}
	for _, c := range chats {
		titles[c.ID] = c.Title
	}
	all, err := s.store.SummaryStore().ListNonEmptyOfProfile(ctx, s.profile)
	if err != nil {
		return nil, fmt.Errorf("list summaries: %w", err)
	}
	out := []memory.ChatSummary{}
	for _, sum := range slices.Backward(memory.FilterCurrentSummariesInPlace(all)) {
		title, isListed := titles[sum.ChatID]
		if isListed && (chat == 0 || sum.ChatID == chat) {
			out = append(out, memory.ChatSummary{Summary: sum, ChatTitle: title})
		}
	}
	return out, nil
}

// ReplaceSummaryTextAndCleanBaseMemory stores what a person wrote in place of a summary, as a new
// row; undoing the decision brings the former one back. What the person took out leaves the text
// about the user, which is written anew. The same text changes nothing and makes no decision. A
// summary that is not in use is ErrNotFound.
func (s *Session) ReplaceSummaryTextAndCleanBaseMemory(
	ctx context.Context, id memory.ID, content string,
) (memory.ChangedSummary, error) {
	content = strings.TrimSpace(strings.ReplaceAll(content, "\r\n", "\n"))
	switch {
	case content == "":
		return memory.ChangedSummary{}, &memory.FieldError{Field: "content", Problem: "can't be empty; undo the summary " +
			"instead"}
	case len(content) > maxSummaryBytes:
		return memory.ChangedSummary{}, &memory.FieldError{
			Field: "content", Problem: fmt.Sprintf("is over %d KB", maxSummaryBytes>>10),
		}
	}
	var out memory.ChangedSummary
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		old, err := tx.SummaryStore().Get(ctx, s.profile, id)
		if err != nil {
			return err
		}
		if old.State != memory.SummaryCurrent || old.Content == "" {
			return memory.ErrNotFound
		}
		if out.Summary = old; old.Content == content {
			return nil
		}
		out.Summary.ID, out.Summary.Content, out.Summary.Model = 0, content, memory.EditedByPerson
		out.Summary.InBase, out.Summary.CreatedAt = false, s.clock.NowInUTCToMillisecond()
		if out.Summary.ID, err = tx.SummaryStore().Insert(ctx, out.Summary); err != nil {
			return err
		}
		old.State = memory.SummaryWithdrawn
		if err := tx.SummaryStore().UpdateTextStateAndInBase(ctx, old); err != nil {
			return err
		}
		out.Decision, err = ledger.RecordDecisionAndCleanDerivedTexts(ctx, tx, memory.Decision{
			CreatedAt: out.Summary.CreatedAt, ProfileID: s.profile, ChatID: old.ChatID, Action: memory.ActionUpdate,
			Actor: s.actor, SummaryID: out.Summary.ID,
		})
		return err
	})
	if err != nil {
		return memory.ChangedSummary{}, fmt.Errorf("change summary %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventMemories, s.profile, out.Summary.ChatID)
	return out, nil
}

// UndoNewestSummaryChange undoes the newest change that made a summary what it is: an edit gives
// way to what stood before, a summary by Memoir is no longer sent. ErrNotFound when nothing can be
// undone.
func (s *Session) UndoNewestSummaryChange(ctx context.Context, id memory.ID) (memory.Decision, error) {
	ds, err := s.store.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: s.profile, SummaryID: id})
	if err != nil {
		return memory.Decision{}, fmt.Errorf("undo summary %d: %w", id, err)
	}
	for _, d := range ds {
		if ledger.IsDecisionInEffect(d) {
			return s.UndoDecision(ctx, d.ID)
		}
	}
	return memory.Decision{}, fmt.Errorf("undo summary %d: %w", id, memory.ErrNotFound)
}
