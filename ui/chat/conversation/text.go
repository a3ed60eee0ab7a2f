package conversation

import (
	"context"
	"errors"

	"memoir/memory"
)

// ComposerText is the text of the composer: the draft of the chat shown, or the edit of one of its
// messages, and the drafts and edits that wait elsewhere. It must be used on the UI goroutine.
type ComposerText struct {
	shown   *shownChat
	answers *Answers
	queue   *MessageQueue

	EditingID memory.ID // the user message being edited, 0 = none
	// without is what the message in the composer is sent without.
	without memory.Exclusions

	text string
	// draftNotSaved is set when the draft in Chat could not be stored; it is tried again.
	draftNotSaved bool
	drafts        map[memory.ID]string     // by chat, 0 = new; the store may lag behind
	edits         map[memory.ID]UnsentEdit // by message
}

func newComposerText(shown *shownChat, answers *Answers, queue *MessageQueue) *ComposerText {
	return &ComposerText{
		shown: shown, answers: answers, queue: queue, drafts: map[memory.ID]string{}, edits: map[memory.ID]UnsentEdit{},
	}
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
func (t *ComposerText) SetTypedTextAndScheduleSave(text string) []Effect {
	t.text = text
	return t.recordEditAndScheduleSave()
}

// SetNextMessageExclusions sets what the message in the composer is sent without; other messages
// are not concerned.
func (t *ComposerText) SetNextMessageExclusions(without memory.Exclusions) []Effect {
	t.without = without
	return []Effect{ShowControls}
}

// replaceComposerText replaces the text of the composer.
func (t *ComposerText) replaceComposerText(text string) Effect {
	t.text = text
	return SetText{text}
}

// recordEditAndScheduleSave records the text in the edit in progress, if any, and schedules saving
// it.
func (t *ComposerText) recordEditAndScheduleSave() []Effect {
	switch m := t.shown.LoadedMessage(t.EditingID); {
	case t.EditingID == 0 && t.text == t.shown.Chat.Draft:
		return nil
	case t.EditingID == 0:
		return []Effect{ScheduleSave}
	case m == nil || t.answers.sending || t.shown.Chat.Temporary:
		return nil
	default:
		u := t.edits[m.ID]
		u.ChatID, u.Text = t.shown.Chat.ID, t.text
		if t.edits[m.ID] = u; t.text == m.Content && u.RemovedPictures == nil && u.AddedPictures == nil {
			delete(t.edits, m.ID)
		}
	}
	return []Effect{ScheduleSave}
}

// updateEditInProgress changes the edit in progress and records the text and chat it has now.
func (t *ComposerText) updateEditInProgress(change func(*UnsentEdit)) {
	u := t.edits[t.EditingID]
	u.ChatID, u.Text = t.shown.Chat.ID, t.text
	change(&u)
	t.edits[t.EditingID] = u
}

// SaveDraftOrEdit saves the draft or the edit in progress now.
func (t *ComposerText) SaveDraftOrEdit() []Effect {
	effects := []Effect{CancelSave}
	if t.EditingID != 0 {
		return append(effects, SaveEdits)
	}
	isKept := t.text == t.shown.Chat.Draft && !t.draftNotSaved
	// That of no chat is compared when it is saved.
	if isKept && (t.shown.Chat.ID != 0 || t.text == "") || t.answers.sending {
		return effects
	}
	t.shown.Chat.Draft, t.draftNotSaved = t.text, false
	if t.shown.Chat.ID != 0 {
		t.drafts[t.shown.Chat.ID] = t.text
		return append(effects, SaveDraft{t.shown.Chat.ID, t.text})
	}
	if t.shown.Chat.Temporary {
		return effects
	}
	t.drafts[0] = t.text
	return append(effects, SaveNewDraft)
}

// DraftOfUnstoredChat is the text that was typed into the chat that is not stored yet.
func (t *ComposerText) DraftOfUnstoredChat() string { return t.drafts[0] }

// RestoreDraftOfUnstoredChat takes up the text that the last run saved. What was typed since is
// kept.
func (t *ComposerText) RestoreDraftOfUnstoredChat(text string) []Effect {
	if _, newer := t.drafts[0]; newer {
		return []Effect{SaveNewDraft}
	}
	t.drafts[0] = text
	if text == "" || t.shown.Chat.ID != 0 || t.shown.Chat.Temporary || t.text != "" || t.answers.sending {
		return nil
	}
	t.shown.Chat.Draft = text
	return []Effect{t.replaceComposerText(text)}
}

// UnsentEdits are the edits that were neither sent nor cancelled, by message.
func (t *ComposerText) UnsentEdits() map[memory.ID]UnsentEdit { return t.edits }

// RestoreUnsentEditsAndResumeNewest takes up the edits that the last run saved. Newer ones are
// kept.
func (t *ComposerText) RestoreUnsentEditsAndResumeNewest(saved map[memory.ID]UnsentEdit) []Effect {
	for id, u := range saved {
		if _, newer := t.edits[id]; !newer {
			t.edits[id] = u
		}
	}
	return append([]Effect{SaveEdits}, t.resumeNewestUnsentEdit()...)
}

// resumeNewestUnsentEdit reopens the newest unsent edit of the open chat.
func (t *ComposerText) resumeNewestUnsentEdit() []Effect {
	for i := len(t.shown.Messages) - 1; i >= 0 && t.EditingID == 0 && t.shown.Chat.ID != 0; i-- {
		if id := t.shown.Messages[i].ID; t.edits[id].ChatID == t.shown.Chat.ID {
			return t.SaveDraftAndStartEditingUserMessage(id)
		}
	}
	return nil
}

// SaveDraftAndStartEditingUserMessage puts a user message back into the composer; sending it
// creates a branch. It refuses answers, any message in the trash, and any while an answer is being
// requested or written.
func (t *ComposerText) SaveDraftAndStartEditingUserMessage(id memory.ID) []Effect {
	m := t.shown.LoadedMessage(id)
	if m == nil || m.Role != memory.RoleUser || t.answers.IsAnswerInProgress() || t.shown.IsInTrash() {
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
func (t *ComposerText) StartEditingLastUserMessage() []Effect {
	return t.SaveDraftAndStartEditingUserMessage(t.shown.lastMessageIDOfRole(memory.RoleUser))
}

// CancelEditAndRestoreDraft drops the edit in progress and puts the draft of the chat back.
func (t *ComposerText) CancelEditAndRestoreDraft() []Effect {
	if t.EditingID == 0 {
		return nil
	}
	return append(t.endAndForgetEditInProgress(), t.replaceComposerText(t.shown.Chat.Draft), FocusComposer)
}

// endAndForgetEditInProgress ends the edit in progress and drops its text.
func (t *ComposerText) endAndForgetEditInProgress() []Effect {
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

// RunOnCore saves the text. Where the disk is the reason that it is not, the user is told, and the
// text is saved again with the next key or when the window closes.
func (w SaveDraft) RunOnCore(ctx context.Context, core Core) Result {
	_, err := core.UpdateChat(ctx, w.Chat, memory.ChatPatch{Draft: &w.Text})
	if err == nil {
		return nil
	}
	return func(s *State) []Effect {
		if s.Chat.ID != w.Chat || s.Chat.Draft != w.Text {
			return nil
		}
		s.Composer.draftNotSaved = true
		if !isDiskFullBrokenOrReadOnly(err) {
			return nil
		}
		return []Effect{ShowTextNotSaved{err}}
	}
}

// isDiskFullBrokenOrReadOnly reports errors that keep every text from being stored until somebody
// does something.
func isDiskFullBrokenOrReadOnly(err error) bool {
	return errors.Is(err, memory.ErrDiskFull) || errors.Is(err, memory.ErrDiskIO) || errors.Is(err, memory.ErrReadOnly)
}

func (SaveDraft) isEffect() {}
