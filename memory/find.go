package memory

import (
	"context"
	"fmt"
)

// SearchMatch is a search hit in the chats: a chat whose title matched, or a message.
type Place struct {
	Thread  ID
	Title   string
	Message ID // 0 when the chat's title matched
	Snippet string
}

// SearchResults holds the matches of SearchAll, best first in each list.
type Finding struct {
	Chats    []Place
	Messages []Place
	Memories []Memory
}

// SearchAll searches titles, messages and memories for the words of a text, at most k of each. The
// last word may be incomplete. Chats in the trash and forgotten memories are not found; an empty
// text matches nothing.
func (s *Service) Find(ctx context.Context, profile ID, text string, k int) (Finding, error) {
	var f Finding
	filter := LexFilter{ProfileID: profile, Prefix: true}
	titles, err := s.lexicon.SearchThreads(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find chats: %w", err)
	}
	messages, err := s.lexicon.SearchMessages(ctx, text, k, filter)
	if err != nil {
		return f, fmt.Errorf("find messages: %w", err)
	}
	names := map[ID]string{}
	title := func(id ID) (string, error) {
		if t, ok := names[id]; ok {
			return t, nil
		}
		th, err := s.store.Threads().Get(ctx, profile, id)
		names[id] = th.Title
		return th.Title, err
	}
	for _, h := range titles {
		t, err := title(h.Owner)
		if err != nil {
			return f, fmt.Errorf("find chats: %w", err)
		}
		f.Chats = append(f.Chats, Place{Thread: h.Owner, Title: t, Snippet: h.Snippet})
	}
	for _, h := range messages {
		t, err := title(h.ThreadID)
		if err != nil {
			return f, fmt.Errorf("find messages: %w", err)
		}
		f.Messages = append(f.Messages, Place{Thread: h.ThreadID, Title: t, Message: h.Owner, Snippet: h.Snippet})
	}
	if text != "" {
		q := MemoryQuery{MemoryFilter: MemoryFilter{ProfileID: profile, AnyScope: true, Limit: k}, Query: text}
		if f.Memories, err = s.Memories(ctx, q); err != nil {
			return f, fmt.Errorf("find memories: %w", err)
		}
	}
	return f, nil
}
