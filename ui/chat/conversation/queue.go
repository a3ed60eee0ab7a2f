package conversation

import (
	"context"
	"maps"
	"slices"
	"strings"

	"memoir/memory"

	"memoir/ui/translate"
)

// QueuedMessage is a text that is sent once the answer being written has ended.
type QueuedMessage struct {
	ID      int64             `json:"-"` // unique in this run
	Text    string            `json:"text"`
	Without memory.Exclusions `json:"without,omitzero"`
	// Pictures wait in the chat until the message is sent.
	Pictures []memory.ID `json:"pictures,omitempty"`
}

// messageQueue holds the texts that wait, by chat and in the order they are sent. It must be used on
// the UI goroutine.
type messageQueue struct {
	queued      map[memory.ID][]QueuedMessage
	inFlight    map[memory.ID]int64 // by chat: the message that is being sent, still in queued
	editedID    int64               // the message that is in the composer to be edited, 0 = none
	lastQueueID int64
}

func newMessageQueue() messageQueue {
	return messageQueue{queued: map[memory.ID][]QueuedMessage{}, inFlight: map[memory.ID]int64{}}
}

// QueuedMessages are those of the open chat.
func (s *State) QueuedMessages() []QueuedMessage { return s.queued[s.Chat.ID] }

// EditedQueuedMessage is the queued message that is in the composer to be edited, 0 = none.
func (s *State) EditedQueuedMessage() int64 { return s.editedID }

// QueuesToSave are the messages that wait, by stored chat, for the next run.
func (s *State) QueuesToSave() map[memory.ID][]QueuedMessage {
	out := maps.Clone(s.queued)
	if s.Chat.Temporary {
		delete(out, s.Chat.ID)
	}
	return out
}

// RestoreQueues takes up the messages that the last run saved, before those queued since. None is
// sent by itself: the answer they waited for is long over.
func (s *State) RestoreQueues(saved map[memory.ID][]QueuedMessage) []Effect {
	for chat, ms := range saved {
		for i := range ms {
			s.lastQueueID++
			ms[i].ID = s.lastQueueID
		}
		s.queued[chat] = append(ms, s.queued[chat]...)
	}
	return []Effect{SaveQueue, ShowControls}
}

// SendOrQueueText is what Enter does. It ends the edit of a queued message; it queues a text while an
// answer is written or others wait, and sends the first one that waits if nothing is being written;
// else it sends the text. Blank texts only send what waits. A text that can be neither queued nor
// sent stays in the composer.
func (s *State) SendOrQueueText(text string) []Effect {
	text = strings.TrimSpace(text)
	waiting := len(s.queued[s.Chat.ID]) > 0
	if refusal := s.refusePicturesForBlindModel(); refusal != nil {
		return refusal
	}
	switch {
	case s.editedID != 0:
		return append(s.replaceEditedQueuedMessage(text), s.sendNextQueued(s.Chat.ID)...)
	case text == "" && len(s.ComposerPictures()) == 0:
		return s.sendNextQueued(s.Chat.ID)
	case s.EditingID != 0 || s.Chat.ID == 0 || s.IsInTrash():
		if s.IsAnswerInProgress() {
			return []Effect{ShowToast{Text: translate.Text(
				"Still answering. Your text stays here. Press Esc to stop the answer.")}}
		}
		return s.SendText(text)
	case s.IsAnswerInProgress() || waiting:
		return append(s.queueComposerText(text), s.sendNextQueued(s.Chat.ID)...)
	}
	return s.SendText(text)
}

// queueComposerText puts a text behind the others that wait and empties the composer. The queue is
// saved before the draft, so that a crash in between leaves the text twice and not lost.
func (s *State) queueComposerText(text string) []Effect {
	s.lastQueueID++
	s.queued[s.Chat.ID] = append(s.queued[s.Chat.ID], QueuedMessage{
		s.lastQueueID, text, s.without, pictureIDs(s.ComposerPictures()),
	})
	s.without = memory.Exclusions{}
	effects := []Effect{SaveQueue, s.replaceComposerText("")}
	return append(append(effects, s.SaveDraftOrEdit()...), ShowControls)
}

// queueIndex returns where a message stands in the queue of the open chat, -1 when it is not there.
func (s *State) queueIndex(id int64) int {
	return slices.IndexFunc(s.queued[s.Chat.ID], func(m QueuedMessage) bool { return m.ID == id })
}

// EditQueuedMessage puts a queued message into the composer; it keeps its place, and is not sent
// before Enter or Esc. What was typed is queued. A message that is being sent stays as it is.
func (s *State) EditQueuedMessage(id int64) []Effect {
	i := s.queueIndex(id)
	if i < 0 || id == s.editedID || s.inFlight[s.Chat.ID] == id || s.EditingID != 0 {
		return nil
	}
	effects := s.CancelQueuedEdit()
	if typed := strings.TrimSpace(s.text); typed != "" {
		effects = append(effects, s.queueComposerText(typed)...)
	}
	s.editedID, s.without = id, s.queued[s.Chat.ID][i].Without
	return append(effects, s.replaceComposerText(s.queued[s.Chat.ID][i].Text), ShowControls, FocusComposer)
}

// EditLastQueuedOrUserMessage is what Up does in an empty composer: it edits the last message that
// waits, or the newest one that was sent.
func (s *State) EditLastQueuedOrUserMessage() []Effect {
	if ms := s.queued[s.Chat.ID]; len(ms) > 0 {
		if effects := s.EditQueuedMessage(ms[len(ms)-1].ID); effects != nil {
			return effects
		}
	}
	return s.StartEditingLastUserMessage()
}

// CancelQueuedEdit leaves the message being edited as it was and empties the composer; nil when none
// is being edited.
func (s *State) CancelQueuedEdit() []Effect {
	if s.editedID == 0 {
		return nil
	}
	s.editedID, s.without = 0, memory.Exclusions{}
	effects := append([]Effect{s.replaceComposerText("")}, s.SaveDraftOrEdit()...)
	return append(effects, ShowControls, FocusComposer)
}

// replaceEditedQueuedMessage ends an edit: the message gets the new text, or is removed if that is
// blank.
func (s *State) replaceEditedQueuedMessage(text string) []Effect {
	pictures := pictureIDs(s.ComposerPictures())
	if i := s.queueIndex(s.editedID); i >= 0 && (text != "" || pictures != nil) {
		q := &s.queued[s.Chat.ID][i]
		q.Text, q.Without, q.Pictures = text, s.without, pictures
	} else {
		s.dropQueuedMessage(s.Chat.ID, s.editedID)
	}
	return append([]Effect{SaveQueue}, s.CancelQueuedEdit()...)
}

// endQueuedEditKeepingText ends an edit, if any, with what is typed; a blank text changes nothing.
func (s *State) endQueuedEditKeepingText() []Effect {
	if text := strings.TrimSpace(s.text); s.editedID != 0 && text != "" {
		return s.replaceEditedQueuedMessage(text)
	}
	return s.CancelQueuedEdit()
}

// RemoveQueuedMessage removes a queued message, unless it is being sent.
func (s *State) RemoveQueuedMessage(id int64) []Effect {
	if s.inFlight[s.Chat.ID] == id {
		return nil
	}
	s.dropQueuedMessage(s.Chat.ID, id)
	effects := []Effect{SaveQueue, ShowControls}
	if id == s.editedID {
		effects = append(effects, s.CancelQueuedEdit()...)
	}
	return effects
}

func (s *State) dropQueuedMessage(chat memory.ID, id int64) {
	left := slices.DeleteFunc(s.queued[chat], func(m QueuedMessage) bool { return m.ID == id })
	if s.queued[chat] = left; len(left) == 0 {
		delete(s.queued, chat)
	}
}

// sendNextQueued sends the first message that waits in a chat, open or not, unless it is being edited
// or something is being sent or answered. It stays in the queue until it is stored.
func (s *State) sendNextQueued(chat memory.ID) []Effect {
	ms := s.queued[chat]
	if len(ms) == 0 || s.inFlight[chat] != 0 || ms[0].ID == s.editedID {
		return nil
	}
	effects := []Effect{}
	if chat == s.Chat.ID {
		if s.IsAnswerInProgress() {
			return nil
		}
		if refusal := s.refuseInTrash(); refusal != nil {
			return refusal
		}
		s.sending, s.stopping = true, false
		effects = append(effects, ShowControls)
	}
	s.inFlight[chat] = ms[0].ID
	return append(effects, SendQueuedMessage{Chat: chat, Message: ms[0], visit: s.visit})
}

// sendNextQueuedAfter goes on with the queue of a chat after an answer that is complete. One that
// was stopped or failed leaves the queue to the user.
func (s *State) sendNextQueuedAfter(chat memory.ID, answer *memory.Message) []Effect {
	if answer == nil || answer.Status != memory.MessageComplete {
		return nil
	}
	return s.sendNextQueued(chat)
}

// showSentQueuedMessage removes a message that was stored from the queue and shows its turn if its
// chat is open; after an error it goes on waiting.
func (s *State) showSentQueuedMessage(w SendQueuedMessage, turn memory.Turn, err error) []Effect {
	delete(s.inFlight, w.Chat)
	if err == nil {
		s.dropQueuedMessage(w.Chat, w.Message.ID)
	}
	if s.visit != w.visit || s.Chat.ID != w.Chat {
		if err != nil {
			return []Effect{ShowError{err}}
		}
		effects := []Effect{SaveQueue, ReportBusy{w.Chat, true}}
		if s.Chat.ID == w.Chat { // it was opened again meanwhile
			effects = append(effects, s.ReloadMessages()...)
		}
		return append(effects, ShowControls)
	}
	s.sending = false
	if err != nil {
		s.stopping = false
		return []Effect{ShowError{err}, ShowControls}
	}
	s.Chat = turn.Chat
	s.dropSentPictures(w.Message.Pictures)
	effects := append([]Effect{SaveQueue}, s.recordEditAndScheduleSave()...)
	return append(effects, s.showStartedTurn(turn, false)...)
}

// SendQueuedMessage stores a message that waited and starts its answer.
type SendQueuedMessage struct {
	Chat    memory.ID
	Message QueuedMessage
	visit   *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (SendQueuedMessage) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore stores the message and starts the answer.
func (w SendQueuedMessage) RunOnCore(ctx context.Context, core Core) Result {
	turn, err := core.SendMessage(ctx, memory.SendParams{
		ChatID: w.Chat, Text: w.Message.Text, Without: w.Message.Without, Pictures: w.Message.Pictures,
	})
	return func(s *State) []Effect { return s.showSentQueuedMessage(w, turn, err) }
}

func (SendQueuedMessage) isEffect() {}
