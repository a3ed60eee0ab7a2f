package engine

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/digest"
	"memoir/memory/lang"
)

// receiptSearchDepth is how many messages of a chat are searched for the newest receipt.
const receiptSearchDepth = 50

// LoadTierContentsCostsAndTriggers reports what the tiers of the profile's memory hold, what they
// cost in the prompts of a chat and when they change next. With chat 0, or one that is not stored,
// it is the chat at the top of the list.
func (s *Session) LoadTierContentsCostsAndTriggers(ctx context.Context, chatID memory.ID) (memory.Tiers, error) {
	var t memory.Tiers
	chat, err := s.chatOrFirstListed(ctx, chatID)
	if err != nil {
		return t, fmt.Errorf("load tiers: %w", err)
	}
	t.ChatID, t.ChatTitle = chat.ID, chat.Title
	if err := s.countTierContents(ctx, &t); err != nil {
		return t, fmt.Errorf("load tiers: %w", err)
	}
	if err := s.fillNextTriggers(ctx, &t, chat); err != nil {
		return t, fmt.Errorf("load tiers: %w", err)
	}
	if chat.ID == 0 {
		return t, nil
	}
	branch, err := s.store.MessageStore().ListBranch(ctx, s.profile, chat.ID, 0, receiptSearchDepth)
	if err != nil {
		return t, fmt.Errorf("load tiers: %w", err)
	}
	for _, m := range slices.Backward(branch) {
		if m.Receipt != nil {
			fillPromptUseByTier(&t, m.Receipt)
			break
		}
	}
	return t, nil
}

func (s *Session) chatOrFirstListed(ctx context.Context, id memory.ID) (memory.Chat, error) {
	if id != 0 {
		return s.store.ChatStore().Get(ctx, s.profile, id)
	}
	all, err := s.store.ChatStore().List(ctx, memory.ChatFilter{ProfileID: s.profile, AnyArchived: true, Limit: 1})
	if err != nil || len(all) == 0 {
		return memory.Chat{}, err
	}
	return all[0], nil
}

// countTierContents counts what the profile has.
func (s *Session) countTierContents(ctx context.Context, t *memory.Tiers) error {
	size, err := s.store.MessageStore().CountMessagesBytesSkippingTrashAndTemp(ctx, s.profile)
	if err != nil {
		return err
	}
	t.Log.Messages, t.Log.Bytes = size.Messages, size.Bytes
	summaries, err := s.ListCurrentSummariesOfChatOrAll(ctx, 0)
	if err != nil {
		return err
	}
	t.Summaries.Count = len(summaries)
	for _, sum := range summaries {
		t.Summaries.Bytes += len(sum.Content)
	}
	facts, err := s.store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: s.profile, AnyScope: true, Now: s.clock.NowInUTCToMillisecond(),
	})
	if err != nil {
		return err
	}
	t.Facts.Count = len(facts)
	for _, m := range facts {
		t.Facts.Bytes += len(m.Content)
	}
	base, err := s.store.BaseMemoryStore().NewestOrEmpty(ctx, s.profile)
	t.Base.Words, t.Base.Bytes = digest.CountWords(base.Content), len(base.Content)
	t.Base.Stale, t.Base.WrittenAt = base.Stale, base.CreatedAt
	return err
}

// fillNextTriggers says how much is missing until the next summary and the next text about the
// user.
func (s *Session) fillNextTriggers(ctx context.Context, t *memory.Tiers, chat memory.Chat) error {
	cfg := s.Config()
	t.Summaries.NextSummaryIn, t.Base.NextTextIn = -1, -1
	if digest.SummaryTriggerInMessages(cfg) > 0 && chat.ID != 0 && digest.MayChatBeSummarised(chat) {
		n, err := digest.CountMessagesUntilSummary(ctx, s.store, cfg, chat, chat.HeadID)
		if err != nil {
			return err
		}
		t.Summaries.NextSummaryIn = n
	}
	if cfg.BaseTrigger > 0 {
		pending, err := s.store.SummaryStore().ListCurrentEligibleForBaseMemory(ctx, s.profile)
		if err != nil {
			return err
		}
		t.Base.NextTextIn = max(cfg.BaseTrigger-len(pending), 0)
	}
	return nil
}

// fillPromptUseByTier says what each tier took of a prompt.
func fillPromptUseByTier(t *memory.Tiers, r *memory.Receipt) {
	tokens := map[string]int{}
	for _, sec := range r.Sections {
		tokens[sec.Name] += sec.Tokens
	}
	t.Working = memory.WorkingTier{
		Messages: len(r.HistoryIDs), LeftOut: r.OmittedCount, Tokens: tokens["history"], Window: r.ContextWindow,
	}
	t.Log.Quoted, t.Log.Tokens = len(r.Recalled), tokens["chats"]
	t.Summaries.Tokens = tokens["earlier"]
	t.Base.Tokens = lang.EstimateTokens(string(r.BaseMemory))
	t.Facts.Sent = len(r.Memories)
	t.Facts.Tokens = tokens["relevant"] + max(tokens["long_term"]-t.Base.Tokens, 0)
}
