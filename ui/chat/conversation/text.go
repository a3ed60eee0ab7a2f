package conversation

import (
	"context"
	"errors"

	"memoir/memory"
)

// composerText is the text of the composer: the draft of the chat shown, or the edit of one of its
// messages, and the drafts and edits that wait elsewhere. It must be used on the UI goroutine.
type composerText struct {
	*shownChat
	EditingID memory.ID // the user message being edited, 0 = none
	// without is what the message in the composer is sent without.
	without memory.Exclusions

	text string
	// draftNotSaved is set when the draft in Chat could not be stored; it is tried again.
	draftNotSaved bool
	drafts        map[memory.ID]string     // by chat, 0 = new; the store may lag behind
	edits         map[memory.ID]UnsentEdit // by message
}

// UnsentEdit is the text of the composer while a user message is being edited.
type UnsentEdit struct {
	ChatID memory.ID `json:"chat"`
	Text   string    `json:"text"`
	// RemovedPictures are those of the message that are not sent again, AddedPictures those that wait.
	RemovedPictures []memory.ID `json:"removed_pictures,omitempty"`
	AddedPictures   []memory.ID `json:"added_pictures,omitempty"`
}

// SetTypedTextAndScheduleSave takes up the text of the composer, the draft of the chat or of the
// edit in progress.
func (t *composerText) SetTypedTextAndScheduleSave(text string) []Effect {
	t.text = text
	return t.recordEditAndScheduleSave()
}

// NextMessage is the message in the composer, for a preview of what will be sent with it.
func (s *State) NextMessage() memory.PreviewParams {
	p := memory.PreviewParams{
		Chat: s.Chat, Text: s.text, Without: s.without, Pictures: pictureIDs(s.ComposerPictures()),
	}
	if m := s.LoadedMessage(s.EditingID); m != nil {
		p.ParentID = new(m.ParentID)
	}
	return p
}

// LeaveOutOfNextMessage sets what the message in the composer is sent without; other messages are not
// concerned.
func (s *State) LeaveOutOfNextMessage(without memory.Exclusions) []Effect {
	s.without = without
	return []Effect{ShowControls}
}

// replaceComposerText replaces the text of the composer.
func (t *composerText) replaceComposerText(text string) Effect {
	t.text = text
	return SetText{text}
}

// recordEditAndScheduleSave records the text in the edit in progress, if any, and schedules saving it.
func (t *composerText) recordEditAndScheduleSave() []Effect {
	switch m := t.LoadedMessage(t.EditingID); {
	case t.EditingID == 0 && t.text == t.Chat.Draft:
		return nil
	case t.EditingID == 0:
		return []Effect{ScheduleSave}
	case m == nil || t.sending || t.Chat.Temporary:
		return nil
	default:
		u := t.edits[m.ID]
		u.ChatID, u.Text = t.Chat.ID, t.text
		if t.edits[m.ID] = u; t.text == m.Content && u.RemovedPictures == nil && u.AddedPictures == nil {
			delete(t.edits, m.ID)
		}
	}
	return []Effect{ScheduleSave}
}

// SaveDraftOrEdit saves the draft or the edit in progress now.
func (t *composerText) SaveDraftOrEdit() []Effect {
	effects := []Effect{CancelSave}
	if t.EditingID != 0 {
		return append(effects, SaveEdits)
	}
	isKept := t.text == t.Chat.Draft && !t.draftNotSaved
	if isKept && (t.Chat.ID != 0 || t.text == "") || t.sending { // that of no chat is compared when it is saved
		return effects
	}
	t.Chat.Draft, t.draftNotSaved = t.text, false
	if t.Chat.ID != 0 {
		t.drafts[t.Chat.ID] = t.text
		return append(effects, SaveDraft{t.Chat.ID, t.text})
	}
	if t.Chat.Temporary {
		return effects
	}
	t.drafts[0] = t.text
	return append(effects, SaveNewDraft)
}

// DraftOfUnstoredChat is the text that was typed into the chat that is not stored yet.
func (t *composerText) DraftOfUnstoredChat() string { return t.drafts[0] }

// RestoreDraftOfUnstoredChat takes up the text that the last run saved. What was typed since is kept.
func (t *composerText) RestoreDraftOfUnstoredChat(text string) []Effect {
	if _, newer := t.drafts[0]; newer {
		return []Effect{SaveNewDraft}
	}
	t.drafts[0] = text
	if text == "" || t.Chat.ID != 0 || t.Chat.Temporary || t.text != "" || t.sending {
		return nil
	}
	t.Chat.Draft = text
	return []Effect{t.replaceComposerText(text)}
}

// UnsentEdits are the edits that were neither sent nor cancelled, by message.
func (t *composerText) UnsentEdits() map[memory.ID]UnsentEdit { return t.edits }

// RestoreUnsentEdits takes up the edits that the last run saved. Newer ones are kept.
func (t *composerText) RestoreUnsentEdits(saved map[memory.ID]UnsentEdit) []Effect {
	for id, u := range saved {
		if _, newer := t.edits[id]; !newer {
			t.edits[id] = u
		}
	}
	return append([]Effect{SaveEdits}, t.resumeNewestUnsentEdit()...)
}

// resumeNewestUnsentEdit reopens the newest unsent edit of the open chat.
func (t *composerText) resumeNewestUnsentEdit() []Effect {
	for i := len(t.Messages) - 1; i >= 0 && t.EditingID == 0 && t.Chat.ID != 0; i-- {
		if id := t.Messages[i].ID; t.edits[id].ChatID == t.Chat.ID {
			return t.StartEditingMessage(id)
		}
	}
	return nil
}

// StartEditingMessage puts a user message back into the composer; sending it creates a branch. It
// refuses answers, and any message while an answer is being requested or written.
func (t *composerText) StartEditingMessage(id memory.ID) []Effect {
	m := t.LoadedMessage(id)
	if m == nil || m.Role != memory.RoleUser || t.IsAnswerInProgress() {
		return nil
	}
	effects := t.SaveDraftOrEdit()
	if t.EditingID != 0 {
		effects = append(effects, ShowRow{t.EditingID})
	}
	t.EditingID = id
	text := m.Content
	if u, ok := t.edits[id]; ok {
		text = u.Text
	}
	return append(effects, ShowRow{id}, ShowControls, t.replaceComposerText(text), FocusComposer)
}

// StartEditingLastUserMessage edits the newest user message.
func (t *composerText) StartEditingLastUserMessage() []Effect {
	return t.StartEditingMessage(t.lastMessageIDOfRole(memory.RoleUser))
}

// CancelEdit drops the edit in progress and puts the draft of the chat back.
func (t *composerText) CancelEdit() []Effect {
	if t.EditingID == 0 {
		return nil
	}
	return append(t.endEditAndDropText(), t.replaceComposerText(t.Chat.Draft), FocusComposer)
}

// endEditAndDropText ends the edit in progress and drops its text.
func (t *composerText) endEditAndDropText() []Effect {
	id := t.EditingID
	if id == 0 {
		return nil
	}
	t.EditingID = 0
	delete(t.edits, id)
	return []Effect{SaveEdits, ShowRow{id}, ShowControls}
}

// SaveDraft saves the text typed into a chat.
type SaveDraft struct {
	Chat memory.ID
	Text string
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (SaveDraft) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore saves the text. Where the disk is the reason that it is not, the user is told, and the text
// is saved again with the next key or when the window closes.
func (w SaveDraft) RunOnCore(ctx context.Context, core Core) Result {
	_, err := core.UpdateChat(ctx, w.Chat, memory.ChatPatch{Draft: &w.Text})
	if err == nil {
		return nil
	}
	return func(s *State) []Effect {
		if s.Chat.ID != w.Chat || s.Chat.Draft != w.Text {
			return nil
		}
		s.draftNotSaved = true
		if !keepsFromSaving(err) {
			return nil
		}
		return []Effect{ShowTextNotSaved{err}}
	}
}

// keepsFromSaving reports errors that keep every text from being stored until somebody does something.
func keepsFromSaving(err error) bool {
	return errors.Is(err, memory.ErrDiskFull) || errors.Is(err, memory.ErrDiskIO) || errors.Is(err, memory.ErrReadOnly)
}

func (SaveDraft) isEffect() {}
