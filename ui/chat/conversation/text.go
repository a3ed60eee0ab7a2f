package conversation

import (
	"context"

	"memoir/memory"
)

// TextChanged takes up the text of the composer, the draft of the chat or of the edit in progress.
func (s *State) TextChanged(text string) []Effect {
	s.text = text
	return s.scheduleSave()
}

// replaceText replaces the text of the composer.
func (s *State) replaceText(text string) Effect {
	s.text = text
	return SetText{text}
}

// scheduleSave records the text in the edit in progress, if any, and schedules saving it.
func (s *State) scheduleSave() []Effect {
	switch m := s.Message(s.EditingID); {
	case s.EditingID == 0 && s.text == s.Chat.Draft:
		return nil
	case s.EditingID == 0:
		return []Effect{ScheduleSave}
	case m == nil || s.sending || s.Chat.Temporary:
		return nil
	case s.text == m.Content:
		delete(s.edits, m.ID)
	default:
		s.edits[m.ID] = UnsentEdit{s.Chat.ID, s.text}
	}
	return []Effect{ScheduleSave}
}

// SaveText saves the draft or the edit in progress now.
func (s *State) SaveText() []Effect {
	effects := []Effect{CancelSave}
	if s.EditingID != 0 {
		return append(effects, SaveEdits)
	}
	if s.text == s.Chat.Draft || s.sending {
		return effects
	}
	s.Chat.Draft = s.text
	if s.Chat.ID != 0 {
		s.drafts[s.Chat.ID] = s.text
		return append(effects, SaveDraft{s.Chat.ID, s.text})
	}
	if s.Chat.Temporary {
		return effects
	}
	s.drafts[0] = s.text
	return append(effects, SaveNewDraft)
}

// NewChatDraft is the text that was typed into the chat that is not stored yet.
func (s *State) NewChatDraft() string { return s.drafts[0] }

// RestoreNewChatDraft takes up the text that the last run saved. What was typed since is kept.
func (s *State) RestoreNewChatDraft(text string) []Effect {
	if _, newer := s.drafts[0]; newer {
		return []Effect{SaveNewDraft}
	}
	s.drafts[0] = text
	if text == "" || s.Chat.ID != 0 || s.Chat.Temporary || s.text != "" || s.sending {
		return nil
	}
	s.Chat.Draft = text
	return []Effect{s.replaceText(text)}
}

// UnsentEdits are the edits that were neither sent nor cancelled, by message.
func (s *State) UnsentEdits() map[memory.ID]UnsentEdit { return s.edits }

// RestoreEdits takes up the edits that the last run saved. Newer ones are kept.
func (s *State) RestoreEdits(saved map[memory.ID]UnsentEdit) []Effect {
	for id, u := range saved {
		if _, newer := s.edits[id]; !newer {
			s.edits[id] = u
		}
	}
	return append([]Effect{SaveEdits}, s.resumeNewestEdit()...)
}

// resumeNewestEdit reopens the newest unsent edit of the open chat.
func (s *State) resumeNewestEdit() []Effect {
	for i := len(s.Messages) - 1; i >= 0 && s.EditingID == 0 && s.Chat.ID != 0; i-- {
		if id := s.Messages[i].ID; s.edits[id].ChatID == s.Chat.ID {
			return s.EditMessage(id)
		}
	}
	return nil
}

// EditMessage puts a user message back into the composer; sending it creates a branch. It refuses
// answers, and any message while an answer is being requested or written.
func (s *State) EditMessage(id memory.ID) []Effect {
	m := s.Message(id)
	if m == nil || m.Role != memory.RoleUser || s.IsBusy() {
		return nil
	}
	effects := s.SaveText()
	if s.EditingID != 0 {
		effects = append(effects, ShowRow{s.EditingID})
	}
	s.EditingID = id
	text := m.Content
	if u, ok := s.edits[id]; ok {
		text = u.Text
	}
	return append(effects, ShowRow{id}, ShowControls, s.replaceText(text), FocusComposer)
}

// EditLastMessage edits the newest user message.
func (s *State) EditLastMessage() []Effect { return s.EditMessage(s.lastMessageOf(memory.RoleUser)) }

// CancelEdit drops the edit in progress and puts the draft of the chat back.
func (s *State) CancelEdit() []Effect {
	if s.EditingID == 0 {
		return nil
	}
	return append(s.stopEditing(), s.replaceText(s.Chat.Draft), FocusComposer)
}

// stopEditing ends the edit in progress and drops its text.
func (s *State) stopEditing() []Effect {
	id := s.EditingID
	if id == 0 {
		return nil
	}
	s.EditingID = 0
	delete(s.edits, id)
	return []Effect{SaveEdits, ShowRow{id}, ShowControls}
}

// SaveDraft saves the text typed into a chat.
type SaveDraft struct {
	Chat memory.ID
	Text string
}

// Schedule keeps the order of the user's actions.
func (SaveDraft) Schedule() Schedule { return Queued }

// Run saves the text. An error is not reported: the text is still in the composer.
func (w SaveDraft) Run(ctx context.Context, core Core) Result {
	_, _ = core.UpdateChat(ctx, w.Chat, memory.ChatPatch{Draft: &w.Text})
	return nil
}

func (SaveDraft) isEffect() {}
