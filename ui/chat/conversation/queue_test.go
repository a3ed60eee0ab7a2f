package conversation

import (
	"encoding/json"
	"strings"
	"testing"

	"memoir/memory"
)

// queuesToSaveAsJSON is what the next run finds.
func queuesToSaveAsJSON(h *harness) string {
	b, err := json.Marshal(h.Queue.QueuesOfNonTemporaryChats())
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

// typeTextAndPressEnter types a text and presses Enter, as the composer does.
func (h *harness) typeTextAndPressEnter(text string) {
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave(text))
	h.logEffectsAndQueueWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit(text))
}

// describeOpenChatQueue lists the queue of the open chat; the message being edited is in brackets.
func (h *harness) describeOpenChatQueue() string {
	var out []string
	for _, m := range h.Queue.QueuedMessagesOfOpenChat() {
		if m.ID == h.Queue.EditedQueuedMessageID() {
			m.Text = "[" + m.Text + "]"
		}
		out = append(out, m.Text)
	}
	return strings.Join(out, " | ")
}

func (h *harness) assertOpenChatQueue(want string) {
	h.t.Helper()
	if got := h.describeOpenChatQueue(); got != want {
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
	if q.hasNextAndNoneBeingSent(1) || len(q.QueuesOfNonTemporaryChats()) != 0 {
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
	if q.shown.Chat.Temporary = true; len(q.QueuesOfNonTemporaryChats()) != 0 {
		t.Error("the queue of a temporary chat is saved")
	}
}

func TestMessagesQueuedWhileAnsweringAreSentInOrder(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	h.takeEffectLog()
	h.typeTextAndPressEnter("two")
	h.assertAndTakeEffectLog(`ScheduleSave, SaveQueue, SetText "", CancelSave, ShowControls`)
	h.typeTextAndPressEnter(" three ")
	h.assertOpenChatQueue("two | three")
	if h.Composer.text != "" || h.sentTexts() != "one" {
		t.Errorf("the composer has %q, sent %s", h.Composer.text, h.sentTexts())
	}
	for _, want := range []string{"three", "", ""} {
		h.finishAnswerWithStatus(memory.MessageComplete)
		h.runPendingWork()
		h.assertOpenChatQueue(want)
		if h.Answers.AnswerPhase() != Answering && h.sentTexts() != "one | two | three" {
			t.Errorf("phase %d after %s", h.Answers.AnswerPhase(), h.sentTexts())
		}
	}
	if h.sentTexts() != "one | two | three" || h.Answers.AnswerPhase() != Ready ||
		len(h.Queue.QueuesOfNonTemporaryChats()) != 0 {
		t.Errorf("sent %s, phase %d, saved %v", h.sentTexts(), h.Answers.AnswerPhase(), h.Queue.QueuesOfNonTemporaryChats())
	}
}

func TestStoppedOrFailedAnswerLeavesTheQueueToTheUser(t *testing.T) {
	for _, status := range []memory.MessageStatus{memory.MessageStopped, memory.MessageFailed} {
		h := newHarness(t)
		h.openChatWithQuestionAndAnswer()
		h.typeTextAndPressEnter("one")
		h.runPendingWork()
		h.typeTextAndPressEnter("two")
		h.finishAnswerWithStatus(status)
		h.runPendingWork()
		h.assertOpenChatQueue("two")
		h.typeTextAndPressEnter("three") // goes behind the one that waits
		h.runPendingWork()
		h.assertOpenChatQueue("three")
		h.finishAnswerWithStatus(memory.MessageStopped)
		h.typeTextAndPressEnter("")
		h.runPendingWork()
		h.assertOpenChatQueue("")
		if h.sentTexts() != "one | two | three" {
			t.Errorf("%s: sent %s", status, h.sentTexts())
		}
	}
}

func TestQueuedMessageIsEditedInItsPlace(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	h.typeTextAndPressEnter("two")
	h.typeTextAndPressEnter("three")
	first := h.Queue.QueuedMessagesOfOpenChat()[0].ID
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed"))
	h.logEffectsAndQueueWork(h.Outbox.QueueTypedTextAndEditQueuedMessage(first))
	h.assertOpenChatQueue("[two] | three | typed")
	if h.Composer.text != "two" {
		t.Errorf("the composer has %q", h.Composer.text)
	}
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.runPendingWork()
	h.assertOpenChatQueue("[two] | three | typed") // not sent while it is edited
	h.typeTextAndPressEnter("two, please")
	h.runPendingWork()
	h.assertOpenChatQueue("three | typed")
	if h.sentTexts() != "one | two, please" {
		t.Errorf("sent %s", h.sentTexts())
	}
	h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("nonsense"))
	h.logEffectsAndQueueWork(h.Outbox.CancelQueuedEditAndClearComposer())
	h.assertOpenChatQueue("three | typed")
	h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
	h.typeTextAndPressEnter(" ") // an empty text removes it
	h.assertOpenChatQueue("three")
	h.logEffectsAndQueueWork(h.Outbox.RemoveQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID))
	h.assertOpenChatQueue("")
	if h.Composer.text != "" || h.Queue.EditedQueuedMessageID() != 0 || h.Chat.Draft != "" {
		t.Errorf("composer %q, edited %d, draft %q", h.Composer.text, h.Queue.EditedQueuedMessageID(), h.Chat.Draft)
	}
}

func TestQueueOfAChatThatWasLeftIsSentThere(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 20, Title: "Other"}, "Hi", "Hello.")
	h.openChatWithQuestionAndAnswer()
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	h.typeTextAndPressEnter("two")
	answer := *h.LoadedMessage(h.Answers.answerID)
	h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("two, changed"))
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(20, 0))
	h.takeEffectLog()
	answer.Status = memory.MessageComplete
	h.core.replaceMessage(answer)
	h.logEffectsAndRunAllWork(h.HandleCoreEventAndSendNextQueued(memory.Event{
		Kind: memory.EventDone, ChatID: 1, MessageID: answer.ID, Message: &answer,
	}))
	h.assertAndTakeEffectLog("SendQueuedMessage, SaveQueue, ReportBusy 1 true, ShowControls")
	if h.sentTexts() != "one | two, changed" || h.core.sent[1].ChatID != 1 || h.Answers.AnswerPhase() != Ready {
		t.Errorf("sent %+v, phase %d", h.core.sent, h.Answers.AnswerPhase())
	}
}

func TestQueuedMessageThatWasNotStoredGoesOnWaiting(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	h.typeTextAndPressEnter("two")
	h.core.fail["SendMessage"] = errDisk
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.runPendingWork()
	h.assertOpenChatQueue("two")
	if h.Answers.AnswerPhase() != Ready || !h.takeLogAndCheckForEffect("ShowError the disk is full") {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
	delete(h.core.fail, "SendMessage")
	h.typeTextAndPressEnter("")
	h.assertOpenChatQueue("two") // until it is stored
	if texts := queuesToSaveAsJSON(h); texts != `{"1":[{"text":"two"}]}` {
		t.Errorf("saved while it is being sent: %s", texts)
	}
	h.logEffectsAndQueueWork(h.Outbox.RemoveQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID))
	if h.Outbox.QueueTypedTextAndEditQueuedMessage(h.Queue.QueuedMessagesOfOpenChat()[0].ID) != nil {
		t.Error("what is being sent can be edited")
	}
	h.runPendingWork()
	h.assertOpenChatQueue("")
}

func TestQueueOfTheLastRunWaits(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	h.typeTextAndPressEnter("new")
	h.logEffectsAndQueueWork(h.Queue.RestoreQueues(map[memory.ID][]QueuedMessage{
		1: {{Text: "old 1"}, {Text: "old 2"}}, 9: {{Text: "elsewhere"}},
	}))
	h.assertOpenChatQueue("old 1 | old 2 | new")
	want := `{"1":[{"text":"old 1"},{"text":"old 2"},{"text":"new"}],"9":[{"text":"elsewhere"}]}`
	if got := queuesToSaveAsJSON(h); got != want {
		t.Errorf("saved %s", got)
	}
	h.Chat.Temporary = true
	if got := queuesToSaveAsJSON(h); got != `{"9":[{"text":"elsewhere"}]}` {
		t.Errorf("a temporary chat is saved: %s", got)
	}
}

func TestTextThatCannotBeQueuedStays(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(h.Messages[0].ID))
	h.logEffectsAndQueueWork(h.Answers.ContinueAnswer(h.Messages[1].ID))
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("What is chai?"))
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("What is chai?"))
	h.assertAndTakeEffectLog("ShowToast Still answering. Your text stays here. Press Esc to stop the answer.")
	if h.Composer.text != "What is chai?" || h.describeOpenChatQueue() != "" {
		t.Errorf("the composer has %q, waiting %q", h.Composer.text, h.describeOpenChatQueue())
	}
}

// What is left out concerns one message: the one in the composer, also while it waits.
func TestLeftOutMemoriesStayWithTheirMessage(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	cat := memory.Exclusions{Memories: []memory.ID{7}}
	h.logEffectsAndQueueWork(h.Composer.SetNextMessageExclusions(cat))
	h.core.fail["SendMessage"] = errDisk
	h.typeTextAndPressEnter("one")
	if next := h.NextMessagePreviewParams(); next.Without.Count() != 0 {
		t.Errorf("the message after the one that is sent is %+v", next)
	}
	h.runPendingWork()
	if next := h.NextMessagePreviewParams(); next.Text != "one" || next.Without.Count() != 1 {
		t.Errorf("a message that could not be stored is %+v", next)
	}
	delete(h.core.fail, "SendMessage")
	h.typeTextAndPressEnter("one")
	h.runPendingWork()
	dog := memory.Exclusions{Memories: []memory.ID{8}, Files: []memory.ID{9}}
	h.logEffectsAndQueueWork(h.Composer.SetNextMessageExclusions(dog))
	h.typeTextAndPressEnter("two")
	if next := h.NextMessagePreviewParams(); next.Without.Count() != 0 || next.Chat.ID != 1 {
		t.Errorf("the next message is %+v", next)
	}
	if got := queuesToSaveAsJSON(h); got != `{"1":[{"text":"two","without":{"memories":[8],"files":[9]}}]}` {
		t.Errorf("saved %s", got)
	}
	h.logEffectsAndQueueWork(h.Outbox.EditLastQueuedOrUserMessage())
	if next := h.NextMessagePreviewParams(); next.Text != "two" || next.Without.Count() != 2 {
		t.Errorf("while it is edited: %+v", next)
	}
	h.typeTextAndPressEnter("two, changed")
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.runPendingWork()
	if sent := h.core.sent; len(sent) != 2 || len(sent[0].Without.Memories) != 1 || sent[1].Without.Count() != 2 {
		t.Errorf("sent %+v", sent)
	}
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.logEffectsAndQueueWork(h.Composer.SetNextMessageExclusions(cat))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(h.Messages[0].ID))
	if next := h.NextMessagePreviewParams(); next.ParentID == nil || *next.ParentID != 0 {
		t.Errorf("an edit of the first message: %+v", next)
	}
	h.logEffectsAndRunAllWork(h.LeaveAndOpenNewChat(false))
	if h.NextMessagePreviewParams().Without.Count() != 0 {
		t.Error("what was left out in one chat is left out in another")
	}
}
