package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// SearchChatsMessagesMemories searches titles, messages and memories for the words of a text, at
// most k of each. The last word may be incomplete. Chats in the trash and forgotten memories are
// not found; an empty text matches nothing. Messages and memories that concern the text as a
// question follow those found by words.
func (s *Searcher) SearchChatsMessagesMemories(
	ctx context.Context,
	profile memory.ID,
	text string,
	k int,
) (memory.SearchResults, error) {
	var f memory.SearchResults
	filter := memory.FullTextFilter{ProfileID: profile, Prefix: true}
	titles, err := s.fullText.SearchChatTitles(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find chats: %w", err)
	}
	messages, err := s.fullText.SearchMessages(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find messages: %w", err)
	}
	chats := map[memory.ID]memory.Chat{}
	matchIn := func(chat, message memory.ID, snippet string) (memory.SearchMatch, error) {
		c, ok := chats[chat]
		if !ok {
			var err error
			if c, err = s.store.ChatStore().Get(ctx, profile, chat); err != nil {
				return memory.SearchMatch{}, err
			}
			chats[chat] = c
		}
		return memory.SearchMatch{
			ChatID: chat, ChatTitle: c.Title, MessageID: message, Snippet: snippet, Archived: !c.ArchivedAt.IsZero(),
		}, nil
	}
	for _, h := range titles {
		m, err := matchIn(h.Owner, 0, h.Snippet)
		if err != nil {
			return f, fmt.Errorf("find chats: %w", err)
		}
		f.Chats = append(f.Chats, m)
	}
	for _, h := range messages {
		m, err := matchIn(h.ChatID, h.Owner, h.Snippet)
		if err != nil {
			return f, fmt.Errorf("find messages: %w", err)
		}
		f.Messages = append(f.Messages, m)
	}
	if text != "" {
		if f.Messages, err = s.withMessagesFoundByQuestion(ctx, profile, text, k, f.Messages, matchIn); err != nil {
			return f, err
		}
		q := memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{ProfileID: profile, AnyScope: true, Limit: k}, Query: text}
		if f.Memories, err = s.ListOrSearchMemories(ctx, q); err != nil {
			return f, fmt.Errorf("find memories: %w", err)
		}
		similar, err := s.FindSimilarMemoriesBesidesFound(ctx, q, f.Memories)
		if err != nil {
			return f, fmt.Errorf("find memories: %w", err)
		}
		f.Memories = append(f.Memories, similar[:min(len(similar), max(0, k-len(f.Memories)))]...)
	}
	return f, nil
}

// minQuestionWords is the number of words from which a text that is being typed is taken for a
// question.
const minQuestionWords = 3

// withMessagesFoundByQuestion adds what FindMessagesConcerningQuestion finds for a text of several
// words, up to k in all.
func (s *Searcher) withMessagesFoundByQuestion(
	ctx context.Context, profile memory.ID, text string, k int, found []memory.SearchMatch,
	matchIn func(chat, message memory.ID, snippet string) (memory.SearchMatch, error),
) ([]memory.SearchMatch, error) {
	if len(found) >= k || len(lang.Tokenize(text)) < minQuestionWords {
		return found, nil
	}
	isRelevant := s.questionRelevancePredicate(s.config(), text)
	hits, err := s.FindMessagesConcerningQuestion(ctx, profile, text, k)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		isFound := slices.ContainsFunc(found, func(m memory.SearchMatch) bool { return m.MessageID == h.ID })
		if isFound || len(found) == k || !isRelevant(h.Content, *h.ScoreParts.Cosine) {
			continue
		}
		m, err := matchIn(h.ChatID, h.ID, firstRunesOnOneLine(h.Content, snippetRunes))
		if err != nil {
			return nil, fmt.Errorf("find messages: %w", err)
		}
		found = append(found, m)
	}
	return found, nil
}

// snippetRunes is the length of the beginning of a message that stands for it.
const snippetRunes = 160

// firstRunesOnOneLine returns the beginning of a text on one line.
func firstRunesOnOneLine(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}

// ListOrSearchMemories lists memories of a profile, newest first, or by relevance when Query
// contains words.
func (s *Searcher) ListOrSearchMemories(ctx context.Context, q memory.MemoryQuery) ([]memory.Memory, error) {
	if q.Now.IsZero() {
		q.Now = s.clock.NowInUTCToMillisecond()
	}
	if strings.TrimSpace(q.Query) == "" {
		return s.store.MemoryStore().List(ctx, q.MemoryFilter)
	}
	limit := q.Limit
	if limit == 0 {
		limit = 200
	}
	hits, err := s.fullText.SearchMemories(ctx, q.Query, limit*3, memory.FullTextFilter{
		ProfileID: q.ProfileID,
		Prefix:    true,
	})
	if err != nil {
		return nil, fmt.Errorf("search memories: %w", err)
	}
	order := make(map[memory.ID]int, len(hits))
	f := q.MemoryFilter
	f.IDs, f.Limit, f.BeforeID = make([]memory.ID, 0, len(hits)), 0, 0
	for i, h := range hits {
		order[h.Owner] = i
		f.IDs = append(f.IDs, h.Owner)
	}
	if len(f.IDs) == 0 {
		return []memory.Memory{}, nil
	}
	ms, err := s.store.MemoryStore().List(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("search memories: %w", err)
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return order[a.ID] - order[b.ID] })
	return ms[:min(len(ms), limit)], nil
}
