package conversation

import (
	"memoir/memory"
)

// shownChat is the chat on screen with the messages of the branch shown. Its methods answer what
// the other parts of the state ask, and load and read messages. It must be used on the UI
// goroutine.
type shownChat struct {
	Chat     memory.Chat       // ID 0: not stored yet
	Messages []memory.Message  // of the branch shown, oldest first
	HasOlder bool              // older messages exist that are not loaded
	Origin   memory.ChatOrigin // what it was branched from

	visit       *visit
	limit       int       // how many messages are requested
	target      memory.ID // message to scroll to once it is loaded
	switchedFor memory.ID // the target for which the version of the chat was switched
}

// LoadedMessage returns a message that is loaded, nil when it is not. It is valid until the next
// call of another method.
func (c *shownChat) LoadedMessage(id memory.ID) *memory.Message {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].ID == id {
			return &c.Messages[i]
		}
	}
	return nil
}

// LastAnswerID returns the newest answer, 0 when there is none.
func (c *shownChat) LastAnswerID() memory.ID { return c.lastMessageIDOfRole(memory.RoleAssistant) }

func (c *shownChat) lastMessageIDOfRole(role memory.Role) memory.ID {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].Role == role {
			return c.Messages[i].ID
		}
	}
	return 0
}

// LearnedMemoryID returns the memory that a decision of a turn is about, 0 when there is none.
func (c *shownChat) LearnedMemoryID(answer, decision memory.ID) memory.ID {
	if m := c.LoadedMessage(answer); m != nil {
		for _, d := range m.Learned {
			if d.ID == decision {
				return d.MemoryID
			}
		}
	}
	return 0
}

// reloadMessage reads one message again.
func (c *shownChat) reloadMessage(id memory.ID) []Effect {
	if c.LoadedMessage(id) == nil {
		return nil
	}
	return []Effect{ReadMessage{id}}
}

// ReloadAnswersWithLearnedMemories reads the answers that show learned memories again, after a
// memory was changed elsewhere.
func (c *shownChat) ReloadAnswersWithLearnedMemories() []Effect {
	var effects []Effect
	for _, m := range c.Messages {
		if len(m.Learned) > 0 {
			effects = append(effects, ReadMessage{m.ID})
		}
	}
	return effects
}

// SyncTitlePinProjectArchiveTrash copies title, pin, project and place in archive or trash of the
// open chat after a change elsewhere.
func (c *shownChat) SyncTitlePinProjectArchiveTrash(chat memory.Chat) []Effect {
	if chat.ID != c.Chat.ID {
		return nil
	}
	c.Chat.Title, c.Chat.TitleByUser, c.Chat.Pinned = chat.Title, chat.TitleByUser, chat.Pinned
	c.Chat.DeletedAt, c.Chat.ArchivedAt = chat.DeletedAt, chat.ArchivedAt
	c.Chat.ProjectID, c.Chat.Project = chat.ProjectID, chat.Project
	return []Effect{ShowControls, ReportChanged}
}

// OpenMessagePicture shows a picture of a message.
func (c *shownChat) OpenMessagePicture(message, id memory.ID) []Effect {
	if m := c.LoadedMessage(message); m != nil {
		return []Effect{OpenPicture{Pictures: m.Pictures, ID: id}}
	}
	return nil
}

// isMessageStreaming reports whether a loaded message is an answer that is being written.
func (c *shownChat) isMessageStreaming(id memory.ID) bool {
	m := c.LoadedMessage(id)
	return m != nil && m.Status == memory.MessageStreaming
}

// UndoLearnedDecision undoes a decision that a turn caused.
func (c *shownChat) UndoLearnedDecision(answer, decision memory.ID) []Effect {
	return []Effect{UndoDecision{Answer: answer, Decision: decision}}
}
