package conversation

import (
	"context"

	"memoir/memory"

	"memoir/ui/translate"
)

// ReloadChatAndMessages loads the messages again.
func (c *shownChat) ReloadChatAndMessages() []Effect {
	if c.Chat.ID == 0 {
		return nil
	}
	return []Effect{ReadChat{ID: c.Chat.ID, Limit: c.limit, visit: c.visit}}
}

// LoadOlderMessages loads four times as many messages.
func (c *shownChat) LoadOlderMessages() []Effect {
	if !c.HasOlder || c.Chat.ID == 0 {
		return nil
	}
	return []Effect{ReadOlder{Chat: c.Chat.ID, Limit: c.limit * 4, visit: c.visit}}
}

// loadOlderUpToLimit loads many more messages than are ever read by scrolling; it returns nil when
// all are loaded.
func (c *shownChat) loadOlderUpToLimit(limit int) []Effect {
	if c.HasOlder {
		c.limit = max(c.limit, limit/4) // LoadOlderMessages multiplies it
	}
	return c.LoadOlderMessages()
}

// LoadWholeChatForSearch loads the whole chat, so that a search in it finds everything.
func (c *shownChat) LoadWholeChatForSearch() []Effect { return c.loadOlderUpToLimit(100_000) }

// scrollToMessageOrLoadItsBranch scrolls to a message. It loads as many messages as that takes, and
// switches to the version of the chat that has it.
func (c *shownChat) scrollToMessageOrLoadItsBranch(id memory.ID) []Effect {
	c.target = id
	if m := c.LoadedMessage(id); m != nil && m.Role != memory.RoleSystem {
		c.target, c.switchedFor = 0, 0
		return []Effect{ScrollTo{id}}
	}
	if c.HasOlder {
		return c.loadOlderUpToLimit(10_000)
	}
	if len(c.Messages) == 0 || c.switchedFor == id { // switching does not help
		c.target = 0
		return []Effect{ShowToast{Text: translate.Text("This message no longer exists."), IsError: true}}
	}
	c.switchedFor = id
	return []Effect{SelectVersion{ID: id, shownLeaf: c.Messages[len(c.Messages)-1].ID, visit: c.visit}}
}

func (s *State) showLoadedOlderMessages(limit int, messages []memory.Message) []Effect {
	loaded := map[memory.ID]bool{}
	for i, m := range messages { // a streaming message is newer here than in the store
		loaded[m.ID] = true
		if old := s.LoadedMessage(m.ID); old != nil && old.Status == memory.MessageStreaming {
			messages[i] = *old
		}
	}
	if s.Answers.answerID != 0 && !loaded[s.Answers.answerID] {
		return nil
	}
	s.limit, s.HasOlder, s.Messages = limit, len(messages) == limit, messages
	effects := []Effect{ShowRows}
	if s.target != 0 {
		effects = append(effects, s.scrollToMessageOrLoadItsBranch(s.target)...)
	}
	return effects
}

// ReadOlder reads more messages of the open chat.
type ReadOlder struct {
	Chat  memory.ID
	Limit int
	visit *visit
}

// ConcurrencyPolicy lets it replace an older ReadOlder.
func (ReadOlder) ConcurrencyPolicy() Schedule { return LoadOlder }

// RunOnCore reads the messages.
func (w ReadOlder) RunOnCore(ctx context.Context, core Core) Result {
	messages, err := core.ListBranchMessages(ctx, w.Chat, 0, w.Limit)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return nil
		}
		return s.showLoadedOlderMessages(w.Limit, messages)
	}
}

func (ReadOlder) isEffect() {}
