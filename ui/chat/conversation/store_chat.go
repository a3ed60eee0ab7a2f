package conversation

import (
	"context"

	"memoir/memory"
)

// ensureChatStored stores a chat unless it is stored, at most once per visit.
func (v *visit) ensureChatStored(ctx context.Context, core Core, chat memory.Chat) (memory.Chat, error) {
	if chat.ID != 0 {
		return chat, nil
	}
	if v.storedChat.ID != 0 {
		return v.storedChat, nil
	}
	stored, err := core.CreateChat(ctx, memory.NewChat{
		Model: chat.Model, Memory: chat.Memory, SystemPrompt: chat.SystemPrompt, Temporary: chat.Temporary,
		Temperature: chat.Temperature, MaxTokens: chat.MaxTokens, Recall: chat.Recall,
	})
	if err != nil {
		return chat, err
	}
	v.storedChat = stored
	return stored, nil
}

// makeNewlyStoredChatOpenMovingQueue makes a chat that was just stored the open one, with the
// messages that wait, unless that is stored already.
func (t *ComposerText) makeNewlyStoredChatOpenMovingQueue(chat memory.Chat) []Effect {
	if t.shown.Chat.ID != 0 || chat.ID == 0 {
		return nil
	}
	t.shown.Chat, t.shown.limit = chat, initialMessages
	effects := []Effect{ReportStored, ReportChanged}
	if t.queue.moveQueueToStoredChat(t.shown.visit, chat.ID) {
		effects = append(effects, SaveQueue)
	}
	if !chat.Temporary {
		delete(t.drafts, 0)
		effects = append(effects, SaveNewDraft)
	}
	return effects
}
