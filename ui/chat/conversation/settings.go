package conversation

import (
	"context"

	"memoir/memory"
)

// UpdateChatSettings changes settings of the chat, stored or not. A model becomes that of new chats as
// well.
func (s *State) UpdateChatSettings(p memory.ChatPatch) []Effect {
	var effects []Effect
	if p.Model != nil && *p.Model != s.newChatModel {
		s.newChatModel = *p.Model
		effects = append(effects, SaveNewChatModel{s.newChatModel})
	}
	if s.Chat.ID != 0 {
		return append(effects, UpdateChat{s.Chat.ID, p})
	}
	assignIfSet(&s.Chat.Model, p.Model)
	assignIfSet(&s.Chat.Memory, p.Memory)
	assignIfSet(&s.Chat.Recall, p.Recall)
	assignIfSet(&s.Chat.SystemPrompt, p.SystemPrompt)
	assignIfSet(&s.Chat.Temperature, p.Temperature)
	assignIfSet(&s.Chat.MaxTokens, p.MaxTokens)
	return append(effects, ShowControls, ReportChanged)
}

// SetNewChatModel sets the model of new chats, including the empty one that may be open: the one chosen
// last, in whichever chat.
func (s *State) SetNewChatModel(model memory.NullText) []Effect {
	s.newChatModel = model
	if s.Chat.ID != 0 || s.Chat.Model != "" {
		return nil
	}
	s.Chat.Model = s.newUnstoredChat(s.Chat.Temporary).Model
	return []Effect{ShowControls}
}

func assignIfSet[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// SyncTitleAndPin copies title, pin, project and place in archive or trash of the open chat after a change
// elsewhere.
func (s *State) SyncTitleAndPin(chat memory.Chat) []Effect {
	if chat.ID != s.Chat.ID {
		return nil
	}
	s.Chat.Title, s.Chat.TitleByUser, s.Chat.Pinned = chat.Title, chat.TitleByUser, chat.Pinned
	s.Chat.DeletedAt, s.Chat.ArchivedAt = chat.DeletedAt, chat.ArchivedAt
	s.Chat.ProjectID, s.Chat.Project = chat.ProjectID, chat.Project
	return []Effect{ShowControls, ReportChanged}
}

// SetModels takes up the lists of models and providers.
func (s *State) SetModels(l ModelLists) []Effect {
	s.Models.setModelsAndProviders(l)
	if s.Chat.ID == 0 && s.Chat.Model == s.newChatModel && !s.Models.isKnownOrNotLoadedYet(s.newChatModel) {
		s.Chat.Model = "" // its provider was removed
	}
	return append(s.setNewChatMemoryMode(l.NewChatMode), ShowControls)
}

// setNewChatMemoryMode sets the memory mode of new chats, including the empty one that may be open.
func (s *State) setNewChatMemoryMode(mode memory.MemoryMode) []Effect {
	if mode == s.newChatMode {
		return nil
	}
	s.newChatMode = mode
	if s.Chat.ID != 0 || s.Chat.Temporary {
		return nil
	}
	s.Chat.Memory = s.newUnstoredChat(false).Memory
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
