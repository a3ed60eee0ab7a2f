package conversation

import (
	"encoding/json"
	"strings"
	"testing"

	"memoir/memory"
)

// savedQueues is what the next run finds.
func savedQueues(h *harness) string {
	b, err := json.Marshal(h.Queue.QueuesToSave())
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

// enter types a text and presses Enter, as the composer does.
func (h *harness) enter(text string) {
	h.do(h.Composer.SetTypedTextAndScheduleSave(text))
	h.do(h.Outbox.SendOrQueueTextOrEndQueuedEdit(text))
}

// waiting lists the queue of the open chat; the message being edited is in brackets.
func (h *harness) waiting() string {
	var out []string
	for _, m := range h.Queue.QueuedMessagesOfOpenChat() {
		if m.ID == h.Queue.EditedQueuedMessageID() {
			m.Text = "[" + m.Text + "]"
		}
		out = append(out, m.Text)
	}
	return strings.Join(out, " | ")
}

func (h *harness) expectWaiting(want string) {
	h.t.Helper()
	if got := h.waiting(); got != want {
		h.t.Errorf("waiting: %q, want %q", got, want)
	}
}

// sentTexts lists what the core was sent.
func (h *harness) sentTexts() string {
	var out []string
	for _, p := range h.core.sent {
		out = append(out, p.Text)
	}
	return strings.Join(out, " | ")
}

func TestQueueKeepsAMessageUntilItIsStored(t *testing.T) {
	q := newMessageQueue(&shownChat{Chat: memory.Chat{ID: 1}})
	if q.hasNextAndNoneBeingSent(1) || len(q.QueuesToSave()) != 0 {
		t.Error("an empty queue has something to send")
	}
	q.appendToOpenChatQueue(QueuedMessage{Text: "one"})
	q.appendToOpenChatQueue(QueuedMessage{Text: "two"})
	one := q.markNextAsBeingSent(1)
	if one.Text != "one" || !q.isBeingSentInOpenChat(one.ID) || q.hasNextAndNoneBeingSent(1) ||
		len(q.QueuedMessagesOfOpenChat()) != 2 {
		t.Errorf("sends %+v, queue %+v", one, q.QueuedMessagesOfOpenChat())
	}
	q.endSendingAndDropIfStored(1, one.ID, errDisk)
	if q.isBeingSentInOpenChat(one.ID) || len(q.QueuedMessagesOfOpenChat()) != 2 {
		t.Errorf("after an error the queue is %+v", q.QueuedMessagesOfOpenChat())
	}
	q.endSendingAndDropIfStored(1, q.markNextAsBeingSent(1).ID, nil)
	two := q.QueuedMessagesOfOpenChat()
	if len(two) != 1 || two[0].Text != "two" || two[0].ID == one.ID {
		t.Fatalf("the queue is %+v", two)
	}
	if q.editedID = two[0].ID; q.hasNextAndNoneBeingSent(1) {
		t.Error("a message that is being edited can be sent")
	}
	if q.shown.Chat.Temporary = true; len(q.QueuesToSave()) != 0 {
		t.Error("the queue of a temporary chat is saved")
	}
}

func TestMessagesQueuedWhileAnsweringAreSentInOrder(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.enter("one")
	h.run()
	h.takeLog()
	h.enter("two")
	h.expect(`ScheduleSave, SaveQueue, SetText "", CancelSave, ShowControls`)
	h.enter(" three ")
	h.expectWaiting("two | three")
	if h.Composer.text != "" || h.sentTexts() != "one" {
		t.Errorf("the composer has %q, sent %s", h.Composer.text, h.sentTexts())
	}
	for _, want := range []string{"three", "", ""} {
		h.finish(memory.MessageComplete)
		h.run()
		h.expectWaiting(want)
		if h.Answers.AnswerPhase() != Answering && h.sentTexts() != "one | two | three" {
			t.Errorf("phase %d after %s", h.Answers.AnswerPhase(), h.sentTexts())
		}
	}
	if h.sentTexts() != "one | two | three" || h.Answers.AnswerPhase() != Ready || len(h.Queue.QueuesToSave()) != 0 {
		t.Errorf("sent %s, phase %d, saved %v", h.sentTexts(), h.Answers.AnswerPhase(), h.Queue.QueuesToSave())
	}
}

func TestStoppedOrFailedAnswerLeavesTheQueueToTheUser(t *testing.T) {
	for _, status := range []memory.MessageStatus{memory.MessageStopped, memory.MessageFailed} {
		h := newHarness(t)
		h.stored()
		h.enter("one")
		h.run()
		h.enter("two")
		h.finish(status)
		h.run()
		h.expectWaiting("two")
		h.enter("three") // goes behind the one that waits
		h.run()
		h.expectWaiting("three")
		h.finish(memory.MessageStopped)
		h.enter("")
		h.run()
		h.expectWaiting("")
		if h.sentTexts() != "one | two | three" {
			t.Errorf("%s: sent %s", status, h.sentTexts())
		}
	}
}

func TestQueuedMessageIsEditedInItsPlace(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.enter("one")
	h.run()
	h.enter("two")
	h.enter("three")
	first := h.Queue.QueuedMessagesOfOpenChat()[0].ID
	h.do(h.Composer.SetTypedTextAndScheduleSave("typed"))
	h.do(h.Outbox.StartEditingQueuedMessage(first))
	h.expectWaiting("[two] | three | typed")
	if h.Composer.text != "two" {
		t.Errorf("the composer has %q", h.Composer.text)
	}
	h.finish(memory.MessageComplete)
	h.run()
	h.expectWaiting("[two] | three | typed") // not sent while it is edited
	h.enter("two, please")
	h.run()
	h.expectWaiting("three | typed")
	if h.sentTexts() != "one | two, please" {
		t.Errorf("sent %s", h.sentTexts())
	}
	h.do(h.Outbox.EditLastQueuedOrUserMessage())
	h.do(h.Composer.SetTypedTextAndScheduleSave("nonsense"))
	h.do(h.Outbox.CancelQueuedEdit())
	h.expectWaiting("three | typed")
	h.do(h.Outbox.EditLastQueuedOrUserMessage())
	h.enter(" ") // an empty text removes it
	h.expectWaiting("three")
	h.do(h.Outbox.RemoveQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID))
	h.expectWaiting("")
	if h.Composer.text != "" || h.Queue.EditedQueuedMessageID() != 0 || h.Chat.Draft != "" {
		t.Errorf("composer %q, edited %d, draft %q", h.Composer.text, h.Queue.EditedQueuedMessageID(), h.Chat.Draft)
	}
}

func TestQueueOfAChatThatWasLeftIsSentThere(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 20, Title: "Other"}, "Hi", "Hello.")
	h.stored()
	h.enter("one")
	h.run()
	h.enter("two")
	answer := *h.LoadedMessage(h.Answers.answerID)
	h.do(h.Outbox.EditLastQueuedOrUserMessage())
	h.do(h.Composer.SetTypedTextAndScheduleSave("two, changed"))
	h.doAndRun(h.OpenChat(20, 0))
	h.takeLog()
	answer.Status = memory.MessageComplete
	h.core.replace(answer)
	h.doAndRun(h.HandleCoreEvent(memory.Event{
		Kind: memory.EventDone, ChatID: 1, MessageID: answer.ID, Message: &answer,
	}))
	h.expect("SendQueuedMessage, SaveQueue, ReportBusy 1 true, ShowControls")
	if h.sentTexts() != "one | two, changed" || h.core.sent[1].ChatID != 1 || h.Answers.AnswerPhase() != Ready {
		t.Errorf("sent %+v, phase %d", h.core.sent, h.Answers.AnswerPhase())
	}
}

func TestQueuedMessageThatWasNotStoredGoesOnWaiting(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.enter("one")
	h.run()
	h.enter("two")
	h.core.fail["SendMessage"] = errDisk
	h.finish(memory.MessageComplete)
	h.run()
	h.expectWaiting("two")
	if h.Answers.AnswerPhase() != Ready || !h.has("ShowError the disk is full") {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
	delete(h.core.fail, "SendMessage")
	h.enter("")
	h.expectWaiting("two") // until it is stored
	if texts := savedQueues(h); texts != `{"1":[{"text":"two"}]}` {
		t.Errorf("saved while it is being sent: %s", texts)
	}
	h.do(h.Outbox.RemoveQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID))
	if h.Outbox.StartEditingQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID) != nil {
		t.Error("what is being sent can be edited")
	}
	h.run()
	h.expectWaiting("")
}

func TestQueueOfTheLastRunWaits(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.enter("one")
	h.run()
	h.enter("new")
	h.do(h.Queue.RestoreQueues(map[memory.ID][]QueuedMessage{
		1: {{Text: "old 1"}, {Text: "old 2"}}, 9: {{Text: "elsewhere"}},
	}))
	h.expectWaiting("old 1 | old 2 | new")
	want := `{"1":[{"text":"old 1"},{"text":"old 2"},{"text":"new"}],"9":[{"text":"elsewhere"}]}`
	if got := savedQueues(h); got != want {
		t.Errorf("saved %s", got)
	}
	h.Chat.Temporary = true
	if got := savedQueues(h); got != `{"9":[{"text":"elsewhere"}]}` {
		t.Errorf("a temporary chat is saved: %s", got)
	}
}

func TestTextThatCannotBeQueuedStays(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.do(h.Composer.StartEditingUserMessage(h.Messages[0].ID))
	h.do(h.Answers.ContinueAnswer(h.Messages[1].ID))
	h.do(h.Composer.SetTypedTextAndScheduleSave("What is chai?"))
	h.takeLog()
	h.do(h.Outbox.SendOrQueueTextOrEndQueuedEdit("What is chai?"))
	h.expect("ShowToast Still answering. Your text stays here. Press Esc to stop the answer.")
	if h.Composer.text != "What is chai?" || h.waiting() != "" {
		t.Errorf("the composer has %q, waiting %q", h.Composer.text, h.waiting())
	}
}

// What is left out concerns one message: the one in the composer, also while it waits.
func TestLeftOutMemoriesStayWithTheirMessage(t *testing.T) {
	h := newHarness(t)
	h.stored()
	cat := memory.Exclusions{Memories: []memory.ID{7}}
	h.do(h.Composer.SetNextMessageExclusions(cat))
	h.core.fail["SendMessage"] = errDisk
	h.enter("one")
	if next := h.NextMessagePreviewParams(); next.Without.Count() != 0 {
		t.Errorf("the message after the one that is sent is %+v", next)
	}
	h.run()
	if next := h.NextMessagePreviewParams(); next.Text != "one" || next.Without.Count() != 1 {
		t.Errorf("a message that could not be stored is %+v", next)
	}
	delete(h.core.fail, "SendMessage")
	h.enter("one")
	h.run()
	dog := memory.Exclusions{Memories: []memory.ID{8}, Files: []memory.ID{9}}
	h.do(h.Composer.SetNextMessageExclusions(dog))
	h.enter("two")
	if next := h.NextMessagePreviewParams(); next.Without.Count() != 0 || next.Chat.ID != 1 {
		t.Errorf("the next message is %+v", next)
	}
	if got := savedQueues(h); got != `{"1":[{"text":"two","without":{"memories":[8],"files":[9]}}]}` {
		t.Errorf("saved %s", got)
	}
	h.do(h.Outbox.EditLastQueuedOrUserMessage())
	if next := h.NextMessagePreviewParams(); next.Text != "two" || next.Without.Count() != 2 {
		t.Errorf("while it is edited: %+v", next)
	}
	h.enter("two, changed")
	h.finish(memory.MessageComplete)
	h.run()
	if sent := h.core.sent; len(sent) != 2 || len(sent[0].Without.Memories) != 1 || sent[1].Without.Count() != 2 {
		t.Errorf("sent %+v", sent)
	}
	h.finish(memory.MessageComplete)
	h.do(h.Composer.SetNextMessageExclusions(cat))
	h.do(h.Composer.StartEditingUserMessage(h.Messages[0].ID))
	if next := h.NextMessagePreviewParams(); next.ParentID == nil || *next.ParentID != 0 {
		t.Errorf("an edit of the first message: %+v", next)
	}
	h.doAndRun(h.OpenNewChat(false))
	if h.NextMessagePreviewParams().Without.Count() != 0 {
		t.Error("what was left out in one chat is left out in another")
	}
}
