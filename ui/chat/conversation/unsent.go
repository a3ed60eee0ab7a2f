package conversation

import (
	"slices"
	"strings"

	"memoir/memory"
)

// putBackUnsentTexts keeps a text that could not be stored in the open chat in front of what was
// entered since: in the queue when messages wait there, else in the composer. A chat that could not
// be stored either has no queue, so all that waited for it goes into the composer.
func (o *Outbox) putBackUnsentTexts(w SendMessage, err error) []Effect {
	var shown Effect = ShowError{err}
	waiting := len(o.queue.QueuedMessagesOfOpenChat()) > 0
	if waiting && w.Params.FromDraft && w.edited == 0 && o.shown.Chat.ID != 0 {
		o.queue.prependToQueue(o.shown.Chat.ID, w.asQueuedMessage())
		effects := append([]Effect{SaveQueue}, o.composer.recordEditAndScheduleSave()...)
		return append(effects, shown, ShowControls)
	}
	var effects []Effect
	text := w.textIfComposerWasCleared()
	if waiting && o.shown.Chat.ID == 0 {
		effects = o.endQueuedEditKeepingText()
		text = joinNonEmptyTextsByBlankLine(text, o.queue.takeTextsOfUnstoredChat(w.visit), o.composer.text)
		effects = append(effects, o.composer.replaceComposerText(text))
	} else if text != "" {
		effects = append(effects, o.composer.replaceComposerText(text+o.composer.text))
	}
	if text != "" {
		effects = append(effects, o.composer.recordEditAndScheduleSave()...)
		if isDiskFullBrokenOrReadOnly(err) {
			shown = ShowTextNotSaved{err}
		}
	}
	o.composer.without.Memories = slices.Concat(w.Params.Without.Memories, o.composer.without.Memories)
	o.composer.without.Files = slices.Concat(w.Params.Without.Files, o.composer.without.Files)
	return append(effects, shown, ShowControls)
}

// applyOutcomeOfMessageSentInLeftChat takes up the outcome of a message whose chat is open no more:
// what waits for its answer waits in the stored chat, and what could not be stored waits there
// first, or in the draft of the next new chat when there is none. All of a temporary chat is
// dropped.
func (o *Outbox) applyOutcomeOfMessageSentInLeftChat(
	w SendMessage, chat memory.Chat, turn memory.Turn, err error,
) []Effect {
	effects := []Effect{ShowError{err}}
	switch {
	case chat.Temporary && chat.ID != 0:
		return append(effects, EraseChat{chat.ID})
	case chat.Temporary:
		return effects
	case chat.ID == 0:
		return append(effects, o.prependToDraftOfUnstoredChat(w)...)
	}
	moved, failed := o.queue.moveQueueToStoredChat(w.visit, chat.ID), err != nil && w.Params.FromDraft && w.edited == 0
	if failed {
		o.queue.prependToQueue(chat.ID, w.asQueuedMessage())
	}
	if moved || failed {
		effects = append(effects, SaveQueue, ShowControls)
	}
	if moved && o.queue.endedEarly[turn.Answer.ID] {
		effects = append(effects, o.sendNextQueued(chat.ID)...)
	}
	return effects
}

// prependToDraftOfUnstoredChat puts the texts of a chat that could not be stored in front of the
// text that was typed for the next new chat. If that is still the text that was sent, it is
// replaced.
func (o *Outbox) prependToDraftOfUnstoredChat(w SendMessage) []Effect {
	isOpen := o.shown.Chat.ID == 0 && !o.shown.Chat.Temporary
	typed := o.composer.drafts[0]
	if isOpen {
		typed = o.composer.text
	}
	sent := w.textIfComposerWasCleared()
	if strings.TrimSpace(typed) == strings.TrimSpace(sent) {
		typed = ""
	}
	text := joinNonEmptyTextsByBlankLine(sent, o.queue.takeTextsOfUnstoredChat(w.visit), typed)
	o.composer.drafts[0] = text
	if !isOpen {
		return []Effect{SaveNewDraft}
	}
	o.shown.Chat.Draft = text
	return []Effect{SaveNewDraft, o.composer.replaceComposerText(text), ShowControls}
}

// takeTextsOfUnstoredChat empties the queue of the chat of a visit and returns its texts.
func (q *MessageQueue) takeTextsOfUnstoredChat(v *visit) string {
	var texts []string
	for _, m := range q.takeQueueOfUnstoredChat(v) {
		texts = append(texts, m.Text)
	}
	return joinNonEmptyTextsByBlankLine(texts...)
}

// joinNonEmptyTextsByBlankLine joins those texts that are not empty by an empty line.
func joinNonEmptyTextsByBlankLine(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "\n\n")
}

// textIfComposerWasCleared is the text if the composer was cleared for it, else "".
func (w SendMessage) textIfComposerWasCleared() string {
	if !w.Params.FromDraft {
		return ""
	}
	return w.Params.Text
}

func (w SendMessage) asQueuedMessage() QueuedMessage {
	return QueuedMessage{Text: w.Params.Text, Without: w.Params.Without, Pictures: w.Params.Pictures}
}
