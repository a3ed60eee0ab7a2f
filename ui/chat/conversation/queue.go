package conversation

import (
	"maps"
	"slices"

	"memoir/memory"
)

// QueuedMessage is a text that is sent once the answer being written has ended.
type QueuedMessage struct {
	ID      int64             `json:"-"` // unique in this run
	Text    string            `json:"text"`
	Without memory.Exclusions `json:"without,omitzero"`
	// Pictures wait in the chat until the message is sent.
	Pictures []memory.ID `json:"pictures,omitempty"`
}

// MessageQueue holds the texts that wait, by chat and in the order they are sent; Outbox sends and
// edits them. It must be used on the UI goroutine.
type MessageQueue struct {
	shown *shownChat

	queued map[memory.ID][]QueuedMessage
	// unstored are the messages of chats whose first message is being stored, by visit; none is saved
	// for the next run before that.
	unstored map[*visit][]QueuedMessage
	// endedEarly are the complete answers that ended while messages waited in unstored.
	endedEarly  map[memory.ID]bool
	inFlight    map[memory.ID]int64 // by chat: the message that is being sent, still in queued
	editedID    int64               // the message that is in the composer to be edited, 0 = none
	lastQueueID int64
}

func newMessageQueue(shown *shownChat) *MessageQueue {
	return &MessageQueue{
		shown: shown, queued: map[memory.ID][]QueuedMessage{}, inFlight: map[memory.ID]int64{},
		unstored: map[*visit][]QueuedMessage{}, endedEarly: map[memory.ID]bool{},
	}
}

// QueuedMessagesOfOpenChat are those of the open chat.
func (q *MessageQueue) QueuedMessagesOfOpenChat() []QueuedMessage {
	if q.shown.Chat.ID == 0 {
		return q.unstored[q.shown.visit]
	}
	return q.queued[q.shown.Chat.ID]
}

func (q *MessageQueue) replaceOpenChatQueue(ms []QueuedMessage) {
	if q.shown.Chat.ID == 0 {
		setOrDelete(q.unstored, q.shown.visit, ms)
	} else {
		setOrDelete(q.queued, q.shown.Chat.ID, ms)
	}
}

// setOrDelete sets an entry of m; that of an empty list is deleted.
func setOrDelete[K comparable](m map[K][]QueuedMessage, key K, ms []QueuedMessage) {
	if m[key] = ms; len(ms) == 0 {
		delete(m, key)
	}
}

// EditedQueuedMessageID is the queued message that is in the composer to be edited, 0 = none.
func (q *MessageQueue) EditedQueuedMessageID() int64 { return q.editedID }

// QueuesOfNonTemporaryChats are the messages that wait, by stored chat, for the next run.
func (q *MessageQueue) QueuesOfNonTemporaryChats() map[memory.ID][]QueuedMessage {
	out := maps.Clone(q.queued)
	if q.shown.Chat.Temporary {
		delete(out, q.shown.Chat.ID)
	}
	return out
}

// RestoreQueues takes up the messages that the last run saved, before those queued since. None is
// sent by itself: the answer they waited for is long over.
func (q *MessageQueue) RestoreQueues(saved map[memory.ID][]QueuedMessage) []Effect {
	for chat, ms := range saved {
		for i := range ms {
			q.lastQueueID++
			ms[i].ID = q.lastQueueID
		}
		q.queued[chat] = append(ms, q.queued[chat]...)
	}
	return []Effect{SaveQueue, ShowControls}
}

// appendToOpenChatQueue puts a message behind the others of the open chat and gives it its ID.
func (q *MessageQueue) appendToOpenChatQueue(m QueuedMessage) {
	q.lastQueueID++
	m.ID = q.lastQueueID
	q.replaceOpenChatQueue(append(q.QueuedMessagesOfOpenChat(), m))
}

// prependToQueue puts a message of a stored chat before the others and gives it its ID.
func (q *MessageQueue) prependToQueue(chat memory.ID, m QueuedMessage) {
	q.lastQueueID++
	m.ID = q.lastQueueID
	q.queued[chat] = append([]QueuedMessage{m}, q.queued[chat]...)
}

// recordEndIfUnstoredQueuesWait takes up that an answer ended: it may be the first one of a chat
// that is not known to be stored yet.
func (q *MessageQueue) recordEndIfUnstoredQueuesWait(answer *memory.Message) {
	if len(q.unstored) == 0 {
		clear(q.endedEarly)
	} else if answer != nil && answer.Status == memory.MessageComplete {
		q.endedEarly[answer.ID] = true
	}
}

// moveQueueToStoredChat moves what waits in the chat of a visit to that chat once it is stored, and
// reports whether anything waited.
func (q *MessageQueue) moveQueueToStoredChat(v *visit, chat memory.ID) bool {
	moved := q.takeQueueOfUnstoredChat(v)
	setOrDelete(q.queued, chat, append(moved, q.queued[chat]...))
	return len(moved) > 0
}

// takeQueueOfUnstoredChat returns what waits in the chat of a visit, and empties that queue.
func (q *MessageQueue) takeQueueOfUnstoredChat(v *visit) []QueuedMessage {
	ms := q.unstored[v]
	delete(q.unstored, v)
	return ms
}

// indexInOpenChatQueue returns where a message stands in the queue of the open chat, -1 when it is
// not there.
func (q *MessageQueue) indexInOpenChatQueue(id int64) int {
	return slices.IndexFunc(q.QueuedMessagesOfOpenChat(), func(m QueuedMessage) bool { return m.ID == id })
}

// isBeingSentInOpenChat reports whether a message of the open chat is on its way to the core.
func (q *MessageQueue) isBeingSentInOpenChat(id int64) bool { return q.inFlight[q.shown.Chat.ID] == id }

// markNextAsBeingSent returns the first message that waits in a chat and takes up that it is being
// sent; it stays in the queue until it is stored. hasNextAndNoneBeingSent must be true.
func (q *MessageQueue) markNextAsBeingSent(chat memory.ID) QueuedMessage {
	q.inFlight[chat] = q.queued[chat][0].ID
	return q.queued[chat][0]
}

// hasNextAndNoneBeingSent reports whether a message waits first in a chat, is not being edited, and
// none is being sent.
func (q *MessageQueue) hasNextAndNoneBeingSent(chat memory.ID) bool {
	ms := q.queued[chat]
	return len(ms) > 0 && q.inFlight[chat] == 0 && ms[0].ID != q.editedID
}

// endSendingAndDropIfStored takes up that a message was stored, or could not be and goes on
// waiting.
func (q *MessageQueue) endSendingAndDropIfStored(chat memory.ID, id int64, err error) {
	delete(q.inFlight, chat)
	if err == nil {
		setOrDelete(q.queued, chat, withoutQueuedMessage(q.queued[chat], id))
	}
}

func (q *MessageQueue) dropFromOpenChatQueue(id int64) {
	q.replaceOpenChatQueue(withoutQueuedMessage(q.QueuedMessagesOfOpenChat(), id))
}

func withoutQueuedMessage(ms []QueuedMessage, id int64) []QueuedMessage {
	return slices.DeleteFunc(ms, func(m QueuedMessage) bool { return m.ID == id })
}
