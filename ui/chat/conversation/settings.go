package conversation

import (
	"context"

	"memoir/memory"
)

// ChatSettings changes what the chat shown and new chats are set to. It must be used on the UI
// goroutine.
type ChatSettings struct {
	shown  *shownChat
	models *Models

	profile      memory.ID
	newChatMode  memory.MemoryMode // of new chats, "" = on
	newChatModel memory.NullText   // of new chats, the one chosen last; "" = the default
}

// newUnstoredChat returns a chat that is not stored yet.
func (g *ChatSettings) newUnstoredChat(temporary bool) memory.Chat {
	chat := memory.Chat{ProfileID: g.profile, Memory: memory.MemoryOn, Temporary: temporary, FileIDs: []memory.ID{}}
	if g.newChatMode != "" {
		chat.Memory = g.newChatMode
	}
	if temporary {
		chat.Memory = memory.MemoryOff
	}
	if g.models.isKnownOrNotLoadedYet(g.newChatModel) {
		chat.Model = g.newChatModel
	}
	return chat
}

// UpdateOpenChatAndNewChatModel changes settings of the chat, stored or not. A model becomes that
// of new chats as well.
func (g *ChatSettings) UpdateOpenChatAndNewChatModel(p memory.ChatPatch) []Effect {
	var effects []Effect
	if p.Model != nil && *p.Model != g.newChatModel {
		g.newChatModel = *p.Model
		effects = append(effects, SaveNewChatModel{g.newChatModel})
	}
	if g.shown.Chat.ID != 0 {
		return append(effects, UpdateChat{g.shown.Chat.ID, p})
	}
	assignIfSet(&g.shown.Chat.Model, p.Model)
	assignIfSet(&g.shown.Chat.Memory, p.Memory)
	assignIfSet(&g.shown.Chat.Recall, p.Recall)
	assignIfSet(&g.shown.Chat.SystemPrompt, p.SystemPrompt)
	assignIfSet(&g.shown.Chat.Temperature, p.Temperature)
	assignIfSet(&g.shown.Chat.MaxTokens, p.MaxTokens)
	return append(effects, ShowControls, ReportChanged)
}

// SetModelOfNewAndOpenEmptyChat sets the model of new chats, including the empty one that may be
// open: the one chosen last, in whichever chat.
func (g *ChatSettings) SetModelOfNewAndOpenEmptyChat(model memory.NullText) []Effect {
	g.newChatModel = model
	if g.shown.Chat.ID != 0 || g.shown.Chat.Model != "" {
		return nil
	}
	g.shown.Chat.Model = g.newUnstoredChat(g.shown.Chat.Temporary).Model
	return []Effect{ShowControls}
}

func assignIfSet[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// SetModelListsAndNewChatMode takes up the lists of models and providers.
func (g *ChatSettings) SetModelListsAndNewChatMode(l ModelLists) []Effect {
	g.models.setModelsAndProviders(l)
	if g.shown.Chat.ID == 0 && g.shown.Chat.Model == g.newChatModel && !g.models.isKnownOrNotLoadedYet(g.newChatModel) {
		g.shown.Chat.Model = "" // its provider was removed
	}
	return append(g.setMemoryModeOfNewAndEmptyChat(l.NewChatMode), ShowControls)
}

// setMemoryModeOfNewAndEmptyChat sets the memory mode of new chats, including the empty one that
// may be open.
func (g *ChatSettings) setMemoryModeOfNewAndEmptyChat(mode memory.MemoryMode) []Effect {
	if mode == g.newChatMode {
		return nil
	}
	g.newChatMode = mode
	if g.shown.Chat.ID != 0 || g.shown.Chat.Temporary {
		return nil
	}
	g.shown.Chat.Memory = g.newUnstoredChat(false).Memory
	return []Effect{ReportChanged}
}

// UpdateChat changes settings of a stored chat.
type UpdateChat struct {
	ID    memory.ID
	Patch memory.ChatPatch
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (UpdateChat) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore changes the chat.
func (w UpdateChat) RunOnCore(ctx context.Context, core Core) Result {
	chat, err := core.UpdateChat(ctx, w.ID, w.Patch)
	return func(s *State) []Effect {
		if err != nil {
			return []Effect{ShowError{err}}
		}
		if chat.ID != s.Chat.ID {
			return nil
		}
		draft := s.Chat.Draft
		s.Chat = chat
		s.Chat.Draft = draft
		return []Effect{ShowControls, ReportChanged}
	}
}

func (UpdateChat) isEffect() {}
