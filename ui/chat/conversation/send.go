package conversation

import (
	"context"
	"slices"
	"strings"

	"memoir/memory"
)

// SendText stores a text with the pictures in the composer and requests its answer. It refuses a blank
// text without pictures, pictures that the model cannot see, any text in the trash, and any
// while an answer is being requested or written. The composer is cleared at once if it holds the text; a text that
// could not be stored is put back in front of what was typed since.
func (s *State) SendText(text string) []Effect {
	pictures := pictureIDs(s.ComposerPictures())
	if s.IsAnswerInProgress() || strings.TrimSpace(text) == "" && pictures == nil {
		return nil
	}
	if refusal := s.refuseInTrash(); refusal != nil {
		return refusal
	}
	if refusal := s.refusePicturesForBlindModel(); refusal != nil {
		return refusal
	}
	request := SendMessage{
		Params: memory.SendParams{Text: text, Without: s.without, Pictures: pictures}, edited: s.EditingID,
	}
	s.sent = pictures
	if m := s.LoadedMessage(s.EditingID); m != nil {
		parent := m.ParentID
		request.Params.ParentID = &parent
	}
	var effects []Effect
	if strings.TrimSpace(s.text) == strings.TrimSpace(text) {
		request.Params.FromDraft = true
		effects = append(effects, s.replaceComposerText(""))
	}
	return append(effects, s.markSendingAndQueueRequest(request)...)
}

// dropSentPictures takes up that pictures no longer wait because a message has them.
func (s *State) dropSentPictures(ids []memory.ID) {
	s.waiting = slices.DeleteFunc(s.waiting, func(p memory.Picture) bool { return slices.Contains(ids, p.ID) })
}

func (s *State) markSendingAndQueueRequest(request SendMessage) []Effect {
	s.sending, s.stopping = true, false
	request.chat, request.visit = s.Chat, s.visit
	return []Effect{ShowControls, request}
}

// showSentMessageOrError shows the turn that a message started, or why there is none.
func (s *State) showSentMessageOrError(w SendMessage, chat memory.Chat, turn memory.Turn, err error) []Effect {
	if s.visit != w.visit { // another chat was opened meanwhile
		effects := []Effect{ShowError{err}}
		if chat.ID != 0 && chat.Temporary {
			effects = append(effects, EraseChat{chat.ID})
		}
		return effects
	}
	s.sending, s.sent = false, nil
	effects := s.setOpenChatIfNewlyStored(chat)
	if err != nil {
		s.stopping = false
		var shown Effect = ShowError{err}
		if w.Params.FromDraft {
			effects = append(effects, s.replaceComposerText(w.Params.Text+s.text))
			effects = append(effects, s.recordEditAndScheduleSave()...)
			if keepsFromSaving(err) {
				shown = ShowTextNotSaved{err}
			}
		}
		return append(effects, shown, ShowControls)
	}
	s.Chat, s.without = turn.Chat, memory.Exclusions{}
	s.dropSentPictures(w.Params.Pictures)
	branched := w.edited != 0
	if branched {
		effects = append(effects, s.endEditAndDropText()...)
	}
	if w.Params.FromDraft {
		s.Chat.Draft = ""
		delete(s.drafts, s.Chat.ID)
		effects = append(effects, CancelSave)
	}
	effects = append(effects, s.recordEditAndScheduleSave()...)
	s.dropRefusedFiles()
	return append(effects, s.showStartedTurn(turn, branched)...)
}

// SendMessage stores a message, and its chat if that is new.
type SendMessage struct {
	Params memory.SendParams
	edited memory.ID // the message whose edit this is, 0 = none
	chat   memory.Chat
	visit  *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (SendMessage) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore stores the message and starts the answer.
func (w SendMessage) RunOnCore(ctx context.Context, core Core) Result {
	var turn memory.Turn
	chat, err := w.visit.ensureChatStored(ctx, core, w.chat)
	if err == nil {
		w.Params.ChatID = chat.ID
		turn, err = core.SendMessage(ctx, w.Params)
	}
	return func(s *State) []Effect { return s.showSentMessageOrError(w, chat, turn, err) }
}

func (SendMessage) isEffect() {}
