package conversation

import (
	"strings"
	"testing"

	"memoir/memory"
)

// Enter in a new chat whose first message is on its way to the core queues at once.
func TestMessagesOfAChatThatIsBeingStoredAreQueued(t *testing.T) {
	for name, c := range map[string]struct {
		then     func(h *harness) // what happens before the first message is stored
		fails    string           // the call of the core that fails
		chat     memory.ID        // the chat shown at the end
		waiting  string           // its queue
		composer string
		saved    string // the queues for the next run
		sent     string
	}{
		"stored": {
			then: func(*harness) {}, chat: 1, waiting: "two | three", saved: `{"1":[{"text":"two"},{"text":"three"}]}`,
			sent: "one",
		},
		"one is changed": {
			then: func(h *harness) {
				h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
				h.typeTextAndPressEnter("three, changed")
			},
			chat: 1, waiting: "two | three, changed", saved: `{"1":[{"text":"two"},{"text":"three, changed"}]}`, sent: "one",
		},
		"one is being changed": {
			then: func(h *harness) { h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage()) },
			chat: 1, waiting: "two | [three]", composer: "three", saved: `{"1":[{"text":"two"},{"text":"three"}]}`, sent: "one",
		},
		"one is removed": {
			then: func(h *harness) {
				h.logEffectsAndQueueWork(h.Outbox.RemoveQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID))
			},
			chat: 1, waiting: "three", saved: `{"1":[{"text":"three"}]}`, sent: "one",
		},
		"the first one is not stored": {
			then:  func(h *harness) { h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed")) },
			fails: "SendMessage", chat: 1, waiting: "one | two | three", composer: "typed",
			saved: `{"1":[{"text":"one"},{"text":"two"},{"text":"three"}]}`,
		},
		"the chat is not stored": {
			then:  func(h *harness) { h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed")) },
			fails: "CreateChat", composer: "one / two / three / typed", saved: `{}`,
		},
		"the chat is not stored while one is being changed": {
			then: func(h *harness) {
				h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
				h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("three, changed"))
			},
			fails: "CreateChat", composer: "one / two / three, changed", saved: `{}`,
		},
		"another new chat is opened": {
			then: func(h *harness) {
				h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
			}, saved: `{"1":[{"text":"two"},{"text":"three"}]}`, sent: "one",
		},
		"another new chat is opened and the first one is not stored": {
			then: func(h *harness) { h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false)) }, fails: "SendMessage",
			saved: `{"1":[{"text":"one"},{"text":"two"},{"text":"three"}]}`,
		},
		"another new chat is opened and the chat is not stored": {
			then: func(h *harness) {
				h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
				h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed"))
			},
			fails: "CreateChat", composer: "one / two / three / typed", saved: `{}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			h.core.fail[c.fails] = errDisk
			h.typeTextAndPressEnter("one")
			h.typeTextAndPressEnter("two")
			h.typeTextAndPressEnter("three")
			h.assertOpenChatQueue("two | three")
			if h.Composer.text != "" || queuesToSaveAsJSON(h) != "{}" {
				t.Errorf("before it is stored: composer %q, saved %s", h.Composer.text, queuesToSaveAsJSON(h))
			}
			c.then(h)
			h.runPendingWork()
			h.assertOpenChatQueue(c.waiting)
			if h.Chat.ID != c.chat || queuesToSaveAsJSON(h) != c.saved || h.sentTexts() != c.sent {
				t.Errorf("chat %d, saved %s, sent %s", h.Chat.ID, queuesToSaveAsJSON(h), h.sentTexts())
			}
			if got := strings.ReplaceAll(h.Composer.text, "\n\n", " / "); got != c.composer {
				t.Errorf("composer %q, want %q", got, c.composer)
			}
			if c.saved != "{}" && !h.takeLogAndCheckForEffect("SaveQueue") || len(h.Queue.unstored) != 0 {
				t.Errorf("%d queues are left without a chat", len(h.Queue.unstored))
			}
		})
	}
}

func TestQueueOfANewChatIsSentInOrder(t *testing.T) {
	for _, left := range []bool{false, true} {
		for _, early := range []bool{false, true} {
			h := newHarness(t)
			h.typeTextAndPressEnter("one")
			h.typeTextAndPressEnter("two")
			if left {
				h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
			}
			result := h.pending[0].RunOnCore(t.Context(), h.core)
			h.pending = h.pending[1:]
			end := h.core.messages[1][1]
			end.Status, end.Content = memory.MessageComplete, "A plant."
			events := []func(){
				func() { h.logEffectsAndQueueWork(result(h.State)) },
				func() {
					h.logEffectsAndQueueWork(
						h.HandleCoreEventAndSendNextQueued(
							memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: end.ID, Message: &end},
						),
					)
				},
			}
			if early { // the answer ends before it is known that the chat is stored
				events[0], events[1] = events[1], events[0]
			}
			events[0]()
			events[1]()
			h.runPendingWork()
			if h.sentTexts() != "one | two" || h.core.sent[1].ChatID != 1 || len(h.Queue.QueuesOfNonTemporaryChats()) != 0 {
				t.Errorf("left %t, early %t: sent %s, saved %s", left, early, h.sentTexts(), queuesToSaveAsJSON(h))
			}
			h.logEffectsAndQueueWork(
				h.HandleCoreEventAndSendNextQueued(
					memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: 9, Message: &memory.Message{}},
				),
			)
			if len(h.Queue.endedEarly) != 0 {
				t.Errorf("ends are kept: %v", h.Queue.endedEarly)
			}
		}
	}
}

func TestTwoNewChatsKeepTheirQueuesApart(t *testing.T) {
	h := newHarness(t)
	h.typeTextAndPressEnter("one")
	h.typeTextAndPressEnter("two")
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.assertOpenChatQueue("")
	h.typeTextAndPressEnter("three")
	h.typeTextAndPressEnter("four")
	h.assertOpenChatQueue("four")
	h.runPendingWork()
	saved := queuesToSaveAsJSON(h)
	if !strings.Contains(saved, `[{"text":"two"}]`) || !strings.Contains(saved, `[{"text":"four"}]`) {
		t.Errorf("saved %s", saved)
	}
	h.assertOpenChatQueue("four")
}

func TestQueueOfATemporaryChatGoesWithIt(t *testing.T) {
	for _, fails := range []string{"", "CreateChat", "SendMessage"} {
		h := newHarness(t)
		h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
		h.core.fail[fails] = errDisk
		h.typeTextAndPressEnter("one")
		h.typeTextAndPressEnter("two")
		h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
		h.runPendingWork()
		if h.Composer.text != "" || len(h.Queue.queued)+len(h.Queue.unstored) != 0 || h.Composer.drafts[0] != "" {
			t.Errorf("%s fails: composer %q, draft %q, %d queues", fails, h.Composer.text, h.Composer.drafts[0],
				len(h.Queue.queued)+len(h.Queue.unstored))
		}
	}
}

func TestTextSavedBeforeItWasSentIsNotDoubled(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("one"))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.core.fail["CreateChat"] = errDisk
	h.typeTextAndPressEnter("one")
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.runPendingWork()
	if h.Composer.text != "one" || h.Composer.drafts[0] != "one" {
		t.Errorf("composer %q, draft %q", h.Composer.text, h.Composer.drafts[0])
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true)) // meanwhile a temporary chat is open
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	if h.Composer.text != "one" {
		t.Errorf("the next new chat has %q", h.Composer.text)
	}
}
