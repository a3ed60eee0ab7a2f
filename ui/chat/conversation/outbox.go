package conversation

import (
	"strings"

	"memoir/memory"

	"memoir/ui/translate"
)

// Outbox sends what is in the composer, at once or through the queue, and shows the turns that
// follow. It must be used on the UI goroutine.
type Outbox struct {
	shown       *shownChat
	answers     *Answers
	composer    *ComposerText
	queue       *MessageQueue
	pictures    *Pictures
	attachments *Attachments
}

// SendOrQueueTextOrEndQueuedEdit is what Enter does. It ends the edit of a queued message; it
// queues a text while an answer is requested or written or others wait, also in a chat that is not
// stored yet, and sends the first one that waits if nothing is being written; else it sends the
// text. Blank texts only send what waits. A text that can be neither queued nor sent stays in the
// composer.
func (o *Outbox) SendOrQueueTextOrEndQueuedEdit(text string) []Effect {
	text = strings.TrimSpace(text)
	waiting := len(o.queue.QueuedMessagesOfOpenChat()) > 0
	if refusal := o.pictures.refusePicturesUnlessModelSees(); refusal != nil {
		return refusal
	}
	switch {
	case o.queue.editedID != 0:
		return append(o.endQueuedEditReplacingOrRemoving(text), o.sendNextQueued(o.shown.Chat.ID)...)
	case text == "" && len(o.pictures.ComposerPictures()) == 0:
		return o.sendNextQueued(o.shown.Chat.ID)
	case o.composer.EditingID != 0 || o.shown.IsInTrash():
		if o.answers.IsAnswerInProgress() {
			return []Effect{ShowToast{Text: translate.Text(
				"Still answering. Your text stays here. Press Esc to stop the answer.")}}
		}
		return o.SendTextWithComposerPictures(text)
	case o.answers.IsAnswerInProgress() || waiting:
		return append(o.queueComposerText(text), o.sendNextQueued(o.shown.Chat.ID)...)
	}
	return o.SendTextWithComposerPictures(text)
}

// SendTextWithComposerPictures stores a text with the pictures in the composer and requests its
// answer. It refuses a blank text without pictures, pictures that the model cannot see, any text in
// the trash, and any while an answer is being requested or written. The composer is cleared at once
// if it holds the text; a text that could not be stored is put back in front of what was typed
// since.
func (o *Outbox) SendTextWithComposerPictures(text string) []Effect {
	pictures := pictureIDs(o.pictures.ComposerPictures())
	if o.answers.IsAnswerInProgress() || strings.TrimSpace(text) == "" && pictures == nil {
		return nil
	}
	if refusal := o.shown.refuseInTrash(); refusal != nil {
		return refusal
	}
	if refusal := o.pictures.refusePicturesUnlessModelSees(); refusal != nil {
		return refusal
	}
	request := SendMessage{
		Params: memory.SendParams{Text: text, Without: o.composer.without, Pictures: pictures},
		edited: o.composer.EditingID, chat: o.shown.Chat, visit: o.shown.visit,
	}
	o.pictures.sent, o.composer.without = pictures, memory.Exclusions{}
	if m := o.shown.LoadedMessage(o.composer.EditingID); m != nil {
		parent := m.ParentID
		request.Params.ParentID = &parent
	}
	var effects []Effect
	if strings.TrimSpace(o.composer.text) == strings.TrimSpace(text) {
		request.Params.FromDraft = true
		effects = append(effects, o.composer.replaceComposerText(""))
	}
	o.answers.markRequestedAndNotStopping()
	return append(effects, ShowControls, request)
}

// queueComposerText puts a text behind the others that wait and empties the composer. The queue is
// saved before the draft, so that a crash in between leaves the text twice and not lost.
func (o *Outbox) queueComposerText(text string) []Effect {
	o.queue.appendToOpenChatQueue(QueuedMessage{
		Text: text, Without: o.composer.without, Pictures: pictureIDs(o.pictures.ComposerPictures()),
	})
	o.composer.without = memory.Exclusions{}
	effects := []Effect{SaveQueue, o.composer.replaceComposerText("")}
	return append(append(effects, o.composer.SaveDraftOrEdit()...), ShowControls)
}

// QueueTypedTextAndEditQueuedMessage puts a queued message into the composer; it keeps its place,
// and is not sent before Enter or Esc. What was typed is queued. A message that is being sent stays
// as it is.
func (o *Outbox) QueueTypedTextAndEditQueuedMessage(id int64) []Effect {
	i := o.queue.indexInOpenChatQueue(id)
	if i < 0 || id == o.queue.editedID || o.queue.isBeingSentInOpenChat(id) || o.composer.EditingID != 0 {
		return nil
	}
	effects := o.CancelQueuedEditAndClearComposer()
	if typed := strings.TrimSpace(o.composer.text); typed != "" {
		effects = append(effects, o.queueComposerText(typed)...)
	}
	m := o.queue.QueuedMessagesOfOpenChat()[i]
	o.queue.editedID, o.composer.without = id, m.Without
	return append(effects, o.composer.replaceComposerText(m.Text), ShowControls, FocusComposer)
}

// EditLastQueuedOrUserMessage is what Up does in an empty composer: it edits the last message that
// waits, or the newest one that was sent.
func (o *Outbox) EditLastQueuedOrUserMessage() []Effect {
	if ms := o.queue.QueuedMessagesOfOpenChat(); len(ms) > 0 {
		if effects := o.QueueTypedTextAndEditQueuedMessage(ms[len(ms)-1].ID); effects != nil {
			return effects
		}
	}
	return o.composer.StartEditingLastUserMessage()
}

// CancelQueuedEditAndClearComposer leaves the message being edited as it was and empties the
// composer; nil when none is being edited.
func (o *Outbox) CancelQueuedEditAndClearComposer() []Effect {
	if o.queue.editedID == 0 {
		return nil
	}
	o.queue.editedID, o.composer.without = 0, memory.Exclusions{}
	effects := append([]Effect{o.composer.replaceComposerText("")}, o.composer.SaveDraftOrEdit()...)
	return append(effects, ShowControls, FocusComposer)
}

// endQueuedEditReplacingOrRemoving ends an edit: the message gets the new text, or is removed if
// that is blank.
func (o *Outbox) endQueuedEditReplacingOrRemoving(text string) []Effect {
	pictures := pictureIDs(o.pictures.ComposerPictures())
	if i := o.queue.indexInOpenChatQueue(o.queue.editedID); i >= 0 && (text != "" || pictures != nil) {
		q := &o.queue.QueuedMessagesOfOpenChat()[i]
		q.Text, q.Without, q.Pictures = text, o.composer.without, pictures
	} else {
		o.queue.dropFromOpenChatQueue(o.queue.editedID)
	}
	return append([]Effect{SaveQueue}, o.CancelQueuedEditAndClearComposer()...)
}

// endQueuedEditKeepingText ends an edit, if any, with what is typed; a blank text changes nothing.
func (o *Outbox) endQueuedEditKeepingText() []Effect {
	if text := strings.TrimSpace(o.composer.text); o.queue.editedID != 0 && text != "" {
		return o.endQueuedEditReplacingOrRemoving(text)
	}
	return o.CancelQueuedEditAndClearComposer()
}

// RemoveQueuedMessage removes a queued message, unless it is being sent.
func (o *Outbox) RemoveQueuedMessage(id int64) []Effect {
	if o.queue.isBeingSentInOpenChat(id) {
		return nil
	}
	o.queue.dropFromOpenChatQueue(id)
	effects := []Effect{SaveQueue, ShowControls}
	if id == o.queue.editedID {
		effects = append(effects, o.CancelQueuedEditAndClearComposer()...)
	}
	return effects
}
