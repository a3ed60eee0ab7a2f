package conversation

import (
	"context"

	"memoir/memory"
)

// showSentMessageOrError shows the turn that a message started, or why there is none.
func (o *Outbox) showSentMessageOrError(w SendMessage, chat memory.Chat, turn memory.Turn, err error) []Effect {
	if o.shown.visit != w.visit { // another chat was opened meanwhile
		return o.applyOutcomeOfMessageSentInLeftChat(w, chat, turn, err)
	}
	o.answers.markRequestReturned(err)
	o.pictures.sent = nil
	effects := o.composer.makeNewlyStoredChatOpenMovingQueue(chat)
	if err != nil {
		return append(effects, o.putBackUnsentTexts(w, err)...)
	}
	o.shown.Chat = turn.Chat
	o.pictures.removeSentPicturesFromWaiting(w.Params.Pictures)
	branched := w.edited != 0
	if branched {
		effects = append(effects, o.composer.endAndForgetEditInProgress()...)
	}
	if w.Params.FromDraft {
		o.shown.Chat.Draft = ""
		delete(o.composer.drafts, o.shown.Chat.ID)
		effects = append(effects, CancelSave)
	}
	effects = append(effects, o.composer.recordEditAndScheduleSave()...)
	o.attachments.dropChipsOfRefusedFiles()
	return append(effects, o.showTurnAndSendNextIfEnded(turn, branched)...)
}

// showTurnAndSendNextIfEnded shows an answer that is being written; reload is set when it is on
// another branch than the messages shown. If it ended meanwhile, the next message that waits is
// sent.
func (o *Outbox) showTurnAndSendNextIfEnded(turn memory.Turn, reload bool) []Effect {
	effects, end := o.answers.showStartedTurn(turn, reload)
	return append(effects, o.sendNextQueuedAfterCompleteAnswer(o.shown.Chat.ID, end)...)
}

// showContinuedAndSendNextIfEnded shows that more of an answer is expected. If it ended meanwhile, the
// next message that waits is sent.
func (o *Outbox) showContinuedAndSendNextIfEnded(turn memory.Turn) []Effect {
	effects, end := o.answers.showAnswerBeingContinued(turn)
	return append(effects, o.sendNextQueuedAfterCompleteAnswer(o.shown.Chat.ID, end)...)
}

// sendNextQueued sends the first message that waits in a chat, open or not, unless it is being
// edited or something is being sent or answered. It stays in the queue until it is stored.
func (o *Outbox) sendNextQueued(chat memory.ID) []Effect {
	if !o.queue.hasNextAndNoneBeingSent(chat) {
		return nil
	}
	effects := []Effect{}
	if chat == o.shown.Chat.ID {
		if o.answers.IsAnswerInProgress() {
			return nil
		}
		if refusal := o.shown.refuseInTrash(); refusal != nil {
			return refusal
		}
		o.answers.markRequestedAndNotStopping()
		effects = append(effects, ShowControls)
	}
	message := o.queue.markNextAsBeingSent(chat)
	return append(effects, SendQueuedMessage{Chat: chat, Message: message, visit: o.shown.visit})
}

// sendNextQueuedAfterCompleteAnswer goes on with the queue of a chat after an answer that is
// complete. One that was stopped or failed leaves the queue to the user.
func (o *Outbox) sendNextQueuedAfterCompleteAnswer(chat memory.ID, answer *memory.Message) []Effect {
	if answer == nil || answer.Status != memory.MessageComplete {
		return nil
	}
	return o.sendNextQueued(chat)
}

// showSentQueuedMessageOrError removes a message that was stored from the queue and shows its turn
// if its chat is open; after an error it goes on waiting.
func (o *Outbox) showSentQueuedMessageOrError(w SendQueuedMessage, turn memory.Turn, err error) []Effect {
	o.queue.endSendingAndDropIfStored(w.Chat, w.Message.ID, err)
	if o.shown.visit != w.visit || o.shown.Chat.ID != w.Chat {
		if err != nil {
			return []Effect{ShowError{err}}
		}
		effects := []Effect{SaveQueue, ReportBusy{w.Chat, true}}
		if o.shown.Chat.ID == w.Chat { // it was opened again meanwhile
			effects = append(effects, o.shown.ReloadChatAndMessages()...)
		}
		return append(effects, ShowControls)
	}
	o.answers.markRequestReturned(err)
	if err != nil {
		return []Effect{ShowError{err}, ShowControls}
	}
	o.shown.Chat = turn.Chat
	o.pictures.removeSentPicturesFromWaiting(w.Message.Pictures)
	effects := append([]Effect{SaveQueue}, o.composer.recordEditAndScheduleSave()...)
	return append(effects, o.showTurnAndSendNextIfEnded(turn, false)...)
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
		turn, err = core.StoreMessageAndStartAnswer(ctx, w.Params)
	}
	return func(s *State) []Effect { return s.Outbox.showSentMessageOrError(w, chat, turn, err) }
}

func (SendMessage) isEffect() {}

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
	turn, err := core.StoreMessageAndStartAnswer(ctx, memory.SendParams{
		ChatID: w.Chat, Text: w.Message.Text, Without: w.Message.Without, Pictures: w.Message.Pictures,
	})
	return func(s *State) []Effect { return s.Outbox.showSentQueuedMessageOrError(w, turn, err) }
}

func (SendQueuedMessage) isEffect() {}
