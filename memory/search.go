package memory

import (
	"context"
	"fmt"
)

// SearchMatch is a search hit in the chats: a chat whose title matched, or a message.
type SearchMatch struct {
	ChatID    ID
	ChatTitle string
	MessageID ID // 0 when the chat's title matched
	Snippet   string
}

// SearchResults holds the matches of SearchAll, best first in each list.
type SearchResults struct {
	Chats    []SearchMatch
	Messages []SearchMatch
	Memories []Memory
}

// SearchAll searches titles, messages and memories for the words of a text, at most k of each. The
// last word may be incomplete. Chats in the trash and forgotten memories are not found; an empty
// text matches nothing.
func (s *Session) SearchAll(ctx context.Context, text string, k int) (SearchResults, error) {
	var f SearchResults
	filter := FullTextFilter{ProfileID: s.profile, Prefix: true}
	titles, err := s.fullText.SearchChats(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find chats: %w", err)
	}
	messages, err := s.fullText.SearchMessages(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find messages: %w", err)
	}
	names := map[ID]string{}
	title := func(id ID) (string, error) {
		if t, ok := names[id]; ok {
			return t, nil
		}
		chat, err := s.store.Chats().Get(ctx, s.profile, id)
		names[id] = chat.Title
		return chat.Title, err
	}
	for _, h := range titles {
		t, err := title(h.Owner)
		if err != nil {
			return f, fmt.Errorf("find chats: %w", err)
		}
		f.Chats = append(f.Chats, SearchMatch{ChatID: h.Owner, ChatTitle: t, Snippet: h.Snippet})
	}
	for _, h := range messages {
		t, err := title(h.ChatID)
		if err != nil {
			return f, fmt.Errorf("find messages: %w", err)
		}
		f.Messages = append(f.Messages, SearchMatch{ChatID: h.ChatID, ChatTitle: t, MessageID: h.Owner, Snippet: h.Snippet})
	}
	if text != "" {
		q := MemoryQuery{MemoryFilter: MemoryFilter{ProfileID: s.profile, AnyScope: true, Limit: k}, Query: text}
		if f.Memories, err = s.Memories(ctx, q); err != nil {
			return f, fmt.Errorf("find memories: %w", err)
		}
	}
	return f, nil
}
