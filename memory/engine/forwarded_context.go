package engine

import (
	"context"
	"slices"

	"memoir/memory"
)

// Sizes of what a program is given of a conversation (source 002): the last 6 pairs and 3 summaries.
const (
	maxRecentMessages  = 12
	maxRecentSummaries = 3
)

// ForwardedContext is what a conversation holds beside the memories that were found.
type ForwardedContext struct {
	Recalled  []memory.RecalledMessage // parts of older messages that concern the question, best first
	Recent    []memory.Message         // the last messages before this turn, oldest first
	Summaries []memory.Summary         // newest first
	// Text quotes what was recalled, for the prompt; empty without any.
	Text string
}

// CollectContext collects what the conversation holds for this turn; similar is the most messages that are
// recalled, nil = as many as the settings say. What cannot be read is left out and logged.
func (t *ForwardedTurn) CollectContext(ctx context.Context, similar *int) ForwardedContext {
	s := t.session
	var c ForwardedContext
	if t.chat.Memory == memory.MemoryOff {
		return c
	}
	sent := map[memory.ID]bool{}
	for _, id := range t.history {
		sent[id] = true
	}
	c.Recalled = s.search.RecallMessages(ctx, t.chat, t.user.Content, sent)
	if similar != nil {
		c.Recalled = c.Recalled[:max(min(*similar, len(c.Recalled)), 0)]
	}
	c.Text = renderRecalledMessages(t.chat, c.Recalled)
	branch, err := s.store.Messages().ListBranch(ctx, s.profile, t.chat.ID, t.user.ID, maxRecentMessages+1)
	if err != nil {
		s.log.Warn("the last messages could not be read", "chat", t.chat.ID, "err", err)
	}
	c.Recent = slices.DeleteFunc(branch, func(m memory.Message) bool { return m.ID == t.user.ID })
	all, err := s.store.Summaries().ListOfChat(ctx, s.profile, t.chat.ID)
	if err != nil {
		s.log.Warn("summaries could not be read", "chat", t.chat.ID, "err", err)
	}
	all = slices.DeleteFunc(all, func(m memory.Summary) bool {
		return m.State != memory.SummaryCurrent || m.Content == ""
	})
	c.Summaries = all[:min(len(all), maxRecentSummaries)]
	return c
}
