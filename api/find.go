package api

import "memoir/memory"

// Results of one kind when no limit is given, and at most.
const (
	defaultFindLimit = 20
	maxFindLimit     = 200
)

// foundText is a chat whose title matched, or a message with the words around the match.
type foundText struct {
	ChatID    memory.ID `json:"thread_id"`
	ChatTitle string    `json:"title"`
	MessageID memory.ID `json:"message_id"`
	Snippet   string    `json:"snippet"`
	Archived  bool      `json:"archived"`
}

// foundTexts are the matches of a search in everything, best first in each list.
type foundTexts struct {
	Chats    []foundText     `json:"chats"`
	Messages []foundText     `json:"messages"`
	Memories []memory.Memory `json:"memories"`
}

// handleSearchChatTitlesMessagesMemories searches titles, messages and memories for words, as
// Ctrl+K in the window does.
func handleSearchChatTitlesMessagesMemories(c *call) error {
	q := c.queryParams()
	text, limit := q.stringValue("q"), int(q.nonNegativeIntOrRecordError("limit"))
	if text == "" {
		q.recordFieldErrorIfFirst("q", "must not be empty")
	}
	if q.firstErr != nil {
		return q.firstErr
	}
	if limit == 0 {
		limit = defaultFindLimit
	}
	out := foundTexts{Chats: []foundText{}, Messages: []foundText{}, Memories: []memory.Memory{}}
	if c.anonymous {
		return c.writeJSONOK(out)
	}
	found, err := c.profileSession().SearchChatsMessagesMemories(c.requestContext(), text, min(limit, maxFindLimit))
	if err != nil {
		return err
	}
	out.Memories = append(out.Memories, found.Memories...)
	for _, m := range found.Chats {
		out.Chats = append(out.Chats, foundText(m))
	}
	for _, m := range found.Messages {
		out.Messages = append(out.Messages, foundText(m))
	}
	return c.writeJSONOK(out)
}
