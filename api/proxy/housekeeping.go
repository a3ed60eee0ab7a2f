package proxy

import "strings"

// titleTagFollowUpPromptBeginnings are the requests that clients make for themselves behind a chat,
// for its title, tags, follow-up questions or search queries: how the message of the user begins,
// and what else is in it. They are the beginnings of the templates of Open WebUI and LibreChat,
// which an admin can replace.
func titleTagFollowUpPromptBeginnings() []struct{ beginning, holds string } {
	return []struct{ beginning, holds string }{
		{"### task:", "<chat_history>"},
		{"provide a concise, 5-word-or-less title for the conversation", ""},
		{"please generate a concise, 5-word-or-less title", ""},
		{"analyze this conversation and provide", "detected language"},
	}
}

// IsTitleTagOrFollowUpRequest reports whether the request is a client's own, for the title, tags or
// follow-ups of a chat: no words of the user that could be asked about or learned from. Open
// WebUI's questions about documents begin like its housekeeping, and are the user's.
func (r *ChatRequest) IsTitleTagOrFollowUpRequest() bool {
	if r.countUserMessages() != 1 {
		return false // those who ask for a title quote the chat in one message
	}
	text := strings.ToLower(strings.TrimSpace(r.LastUserMessageText()))
	for _, f := range titleTagFollowUpPromptBeginnings() {
		if strings.HasPrefix(text, f.beginning) && strings.Contains(text, f.holds) {
			return true
		}
	}
	return false
}

func (r *ChatRequest) countUserMessages() int {
	n := 0
	for _, t := range r.Turns {
		if t.Role == "user" {
			n++
		}
	}
	return n
}
