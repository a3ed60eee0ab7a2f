package conversation

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestSendingStoresTheChatAndShowsTheTurn(t *testing.T) {
	h := newHarness(t)
	degree := 0.5
	h.logEffectsAndQueueWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Temperature: new(*float64)}))
	h.Chat.Temperature = &degree
	h.takeEffectLog()
	h.typeAndSendText("What is tea?")
	h.assertAndTakeEffectLog(`ScheduleSave, SetText "", ShowControls, SendMessage`)
	h.runPendingWork()
	h.assertAndTakeEffectLog(
		"ReportStored, ReportChanged, SaveNewDraft, CancelSave, ReportBusy 1 true, ShowRows, PinQuestion 2, " +
			"ShowControls, ReportChanged",
	)
	if h.Chat.Title != "What is tea?" || h.Chat.Temperature != &degree || len(h.Messages) != 2 {
		t.Errorf("the chat is %+v with %d messages", h.Chat, len(h.Messages))
	}
	if calls := h.core.calls; calls["Chat"]+calls["Message"]+calls["UpdateChat"] != 0 {
		t.Errorf("it asks again: %v", calls)
	}
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.assertAndTakeEffectLog("ReportBusy 1 false, ShowRow 3, ShowControls, ReportChanged")
	h.typeAndSendText("And coffee?")
	h.runPendingWork()
	if h.core.calls["CreateChat"] != 1 || !h.core.sent[1].FromDraft {
		t.Errorf("%d chats; sent %+v", h.core.calls["CreateChat"], h.core.sent[1])
	}
}

func TestTextThatWasNotStoredGoesBack(t *testing.T) {
	for failing, chat := range map[string]memory.ID{"CreateChat": 0, "SendMessage": 1} {
		h := newHarness(t)
		h.core.fail[failing] = errDisk
		h.typeAndSendText("What is tea?")
		h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave(" typed since"))
		h.takeEffectLog()
		h.runPendingWork()
		log := h.takeEffectLog()
		want := `SetText "What is tea? typed since", ScheduleSave, ShowError the disk is full, ShowControls`
		if !strings.Contains(log, want) {
			t.Errorf("%s: %s", failing, log)
		}
		if h.Chat.ID != chat || h.Answers.AnswerPhase() != Ready {
			t.Errorf("%s: chat %d, phase %d", failing, h.Chat.ID, h.Answers.AnswerPhase())
		}
	}
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.core.fail["SendMessage"], h.core.fail["UpdateChat"] = memory.ErrDiskFull, memory.ErrDiskFull
	h.typeAndSendText("What is chai?")
	h.takeEffectLog()
	h.runPendingWork()
	if !h.takeLogAndCheckForEffect("ShowTextNotSaved") || h.Composer.text != "What is chai?" {
		t.Errorf("on a full disk: %q is left, %s", h.Composer.text, h.takeEffectLog())
	}
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.runPendingWork()
	if !h.takeLogAndCheckForEffect("ShowTextNotSaved") || h.core.chats[1].Draft == "What is chai?" {
		t.Errorf("a draft on a full disk: %s", h.takeEffectLog())
	}
	delete(h.core.fail, "UpdateChat")
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit()) // as when the window closes
	h.runPendingWork()
	if got := h.core.chats[1].Draft; got != "What is chai?" {
		t.Errorf("with space again the draft is %q", got)
	}
	h = newHarness(t) // in a chat that is not stored
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("What is mate?"))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.takeEffectLog()
	if h.logEffectsAndQueueWork(
		h.Composer.SaveDraftOrEdit(),
	); !h.takeLogAndCheckForEffect("SaveNewDraft") { // a failed one would be lost
		t.Error("the text of a new chat is not offered again when the window closes")
	}
	h = newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.core.chats[1].DeletedAt = time.Unix(1, 0) // by another window or the command line
	h.typeAndSendText("And coffee?")
	h.takeEffectLog()
	h.runPendingWork()
	h.assertAndTakeEffectLog(
		`SetText "And coffee?", ScheduleSave, ShowError ` + memory.ErrNotFound.Error() + ", ShowControls",
	)
}

func TestAnswerThatEndsBeforeItsRequestReturnsIsShown(t *testing.T) {
	h := newHarness(t)
	h.typeAndSendText("What is tea?")
	result := h.pending[0].RunOnCore(t.Context(), h.core)
	end := memory.Message{
		ID: 3, ChatID: 1, Role: memory.RoleAssistant, Status: memory.MessageComplete, Content: "A plant.",
	}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: 3, Message: &end}),
	)
	h.takeEffectLog()
	h.logEffectsAndQueueWork(result(h.State))
	if h.Answers.AnswerPhase() != Ready || h.LoadedMessage(3) == nil || h.LoadedMessage(3).Content != "A plant." {
		t.Errorf("phase %d, answer %+v", h.Answers.AnswerPhase(), h.LoadedMessage(3))
	}
	if !h.takeLogAndCheckForEffect("ReportBusy 1 false") {
		t.Error("the chat stays busy")
	}
}

func TestStopBeforeTheAnswerStartsStopsItThen(t *testing.T) {
	h := newHarness(t)
	h.typeAndSendText("What is tea?")
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Answers.StopAnswer())
	h.assertAndTakeEffectLog("ShowControls")
	if h.Answers.AnswerPhase() != Sending {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
	h.runPendingWork()
	if h.core.calls["StopAnswer"] != 1 || h.Answers.AnswerPhase() != Stopping {
		t.Errorf("calls %v, phase %d", h.core.calls, h.Answers.AnswerPhase())
	}
	h.finishAnswerWithStatus(memory.MessageStopped)
	h.typeAndSendText("And coffee?")
	h.runPendingWork()
	if h.core.calls["StopAnswer"] != 1 || h.Answers.AnswerPhase() != Answering {
		t.Errorf("the next answer is stopped too: calls %v, phase %d", h.core.calls, h.Answers.AnswerPhase())
	}
}

func TestAnswerThatCannotBeStoppedGoesOn(t *testing.T) {
	h := newHarness(t)
	states["streaming"](h)
	h.core.fail["StopAnswer"] = errDisk
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.Answers.StopAnswer())
	h.assertAndTakeEffectLog("StopAnswer, ShowControls, ShowError the disk is full, ShowControls")
	if h.Answers.AnswerPhase() != Answering {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
}

func TestTurnOfAChatThatWasLeftChangesNothing(t *testing.T) {
	h := newHarness(t)
	h.typeAndSendText("What is tea?")
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.takeEffectLog()
	h.runPendingWork()
	h.assertAndTakeEffectLog("ShowError <nil>")
	if h.Chat.ID != 0 || h.Answers.AnswerPhase() != Ready || len(h.Messages) != 0 {
		t.Errorf("chat %d, phase %d", h.Chat.ID, h.Answers.AnswerPhase())
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
	h.typeAndSendText("A secret")
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.runPendingWork()
	if h.core.calls["DeleteChat"] != 1 || len(h.core.chats) != 1 {
		t.Errorf("the temporary chat is kept: %v", h.core.calls)
	}
}

func TestTemporaryChatIsErasedWhenLeft(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
	h.typeAndSendText("A secret")
	h.runPendingWork()
	h.logEffectsAndRunAllWork(h.LeaveAndOpenNewChat(false))
	if len(h.core.chats) != 0 {
		t.Errorf("%d chats are left", len(h.core.chats))
	}
}

func TestSendingAnEditBranches(t *testing.T) {
	h := newHarness(t)
	states["editing"](h)
	h.takeEffectLog()
	h.typeAndSendText("What is coffee?")
	h.runPendingWork()
	h.assertAndTakeEffectLog(
		`ScheduleSave, SetText "", ShowControls, SendMessage, SaveEdits, ShowRow 2, ShowControls, CancelSave, ` +
			"ReportBusy 1 true, ReadChat, ShowControls, ReportChanged, ShowRows, ShowControls, ReportChanged",
	)
	p := h.core.sent[0].ParentID
	if p == nil || *p != 0 || h.Composer.EditingID != 0 || len(h.Composer.UnsentEdits()) != 0 {
		t.Errorf("parent %v, editing %d, edits %v", p, h.Composer.EditingID, h.Composer.UnsentEdits())
	}
	if h.Answers.AnswerPhase() != Answering || h.Messages[0].Content != "What is coffee?" {
		t.Errorf("phase %d, messages %+v", h.Answers.AnswerPhase(), h.Messages)
	}
}

func TestRegenerateShowsTheNewVersion(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndRunAllWork(h.Answers.RegenerateAnswer(3, "demo/other"))
	h.assertAndTakeEffectLog(
		"ShowControls, RegenerateAnswer, ReportBusy 1 true, ReadChat, ShowControls, ReportChanged, ShowRows, " +
			"ShowControls, ReportChanged",
	)
	h.finishAnswerWithStatus(memory.MessageComplete)
	at, of := VersionPositionAndCount(h.Messages[1])
	if at != 2 || of != 2 {
		t.Errorf("version %d of %d", at, of)
	}
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.Answers.StepLastMessageVersion(-1))
	h.assertAndTakeEffectLog("SelectVersion, ShowError <nil>, ReadChat, ShowRows, ShowControls, ReportChanged")
	h.core.fail["RegenerateAnswer"] = errDisk
	h.logEffectsAndRunAllWork(h.Answers.RegenerateAnswer(4, ""))
	h.assertAndTakeEffectLog("ShowControls, RegenerateAnswer, ShowError the disk is full, ShowControls")
	if h.Answers.AnswerPhase() != Ready {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
}

func TestResultsOfAnEarlierVisitOnlyReportErrors(t *testing.T) {
	for name, command := range map[string]func(h *harness) []Effect{
		"regenerate": func(h *harness) []Effect { return h.Answers.RegenerateAnswer(3, "") },
		"version": func(h *harness) []Effect {
			h.LoadedMessage(3).Versions = []memory.ID{3, 9}
			return h.Answers.StepMessageVersion(3, 1)
		},
	} {
		h := newHarness(t)
		h.openChatWithQuestionAndAnswer()
		h.logEffectsAndQueueWork(command(h))
		h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
		h.takeEffectLog()
		h.runPendingWork()
		if got := h.takeEffectLog(); got != "ShowError <nil>" || h.Answers.AnswerPhase() != Ready {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestEventsUpdateTheAnswer(t *testing.T) {
	h := newHarness(t)
	states["streaming"](h)
	id := h.Answers.answerID
	event := func(kind memory.EventKind, m *memory.Message) memory.Event {
		return memory.Event{Kind: kind, ChatID: 1, MessageID: id, Message: m}
	}
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.HandleCoreEventAndSendNextQueued(event(memory.EventWaiting, nil)))
	h.assertAndTakeEffectLog("ShowRow 5")
	if !h.Answers.IsAnswerSlow(id) {
		t.Error("the answer is not slow")
	}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(event(memory.EventDelta, &memory.Message{Content: "A bean"})),
	)
	if h.LoadedMessage(id).Content != "A bean" || h.Answers.IsAnswerSlow(id) {
		t.Errorf("the answer is %q, slow %t", h.LoadedMessage(id).Content, h.Answers.IsAnswerSlow(id))
	}
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.takeEffectLog()
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(event(memory.EventDelta, &memory.Message{Content: "late"})),
	)
	h.assertAndTakeEffectLog("")
	h.core.messages[1][3].Learned = []memory.Decision{{ID: 7, MemoryID: 70}}
	h.logEffectsAndRunAllWork(h.HandleCoreEventAndSendNextQueued(event(memory.EventLearned, nil)))
	h.assertAndTakeEffectLog("ReadMessage, ShowRow 5")
	if got := h.LearnedMemoryID(5, 7); got != 70 || h.LearnedMemoryID(5, 8) != 0 || h.LearnedMemoryID(99, 7) != 0 {
		t.Errorf("learned memory %d", got)
	}
	h.logEffectsAndQueueWork(h.ReloadAnswersWithLearnedMemories())
	h.assertAndTakeEffectLog("ReadMessage")
	h.logEffectsAndRunAllWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventLearned, ChatID: 1, MessageID: 99}),
	)
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDelta, ChatID: 8, MessageID: id}),
	)
	h.takeEffectLog()
	other := memory.Message{ID: 50, ChatID: 1}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: 50, Message: &other}),
	)
	h.assertAndTakeEffectLog("ReadChat, ShowControls")
}

func TestAnswerKeepsWhatEventsDoNotCarry(t *testing.T) {
	h := newHarness(t)
	states["streaming"](h)
	h.LoadedMessage(5).Versions, h.LoadedMessage(5).Learned = []memory.ID{4, 5}, []memory.Decision{{ID: 7}}
	h.finishAnswerWithStatus(memory.MessageComplete)
	if m := h.LoadedMessage(5); len(m.Versions) != 2 || len(m.Learned) != 1 {
		t.Errorf("the answer is %+v", m)
	}
}

func TestUndoneDecisionIsMarked(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndRunAllWork(h.UndoLearnedDecision(3, 7))
	h.assertAndTakeEffectLog("UndoDecision, ReadMessage, ShowRow 3")
	if _, ok := h.Answers.DecisionUndoneAt(7); !ok {
		t.Error("the decision is not marked")
	}
	h.core.fail["UndoDecision"] = errDisk
	h.logEffectsAndRunAllWork(h.UndoLearnedDecision(3, 8))
	h.assertAndTakeEffectLog("UndoDecision, ShowError the disk is full")
	if _, ok := h.Answers.DecisionUndoneAt(8); ok {
		t.Error("a failed undo is marked")
	}
}

func TestContinueGoesOnInTheSameAnswer(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(2))
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("What is coffee?"))
	h.takeEffectLog()
	h.LoadedMessage(3).Learned = []memory.Decision{{ID: 7}}
	h.logEffectsAndQueueWork(h.Answers.ContinueAnswer(3))
	h.assertAndTakeEffectLog("ShowControls, ContinueAnswer")
	h.runPendingWork()
	h.assertAndTakeEffectLog("ReportBusy 1 true, ShowRow 3, ShowControls, ReportChanged")
	if m := h.LoadedMessage(3); m.Status != memory.MessageStreaming || m.Content != "A plant." || len(m.Learned) != 1 {
		t.Errorf("the answer is %+v", m)
	}
	if h.Answers.AnswerPhase() != Answering || len(h.Messages) != 2 {
		t.Errorf("phase %d with %d messages", h.Answers.AnswerPhase(), len(h.Messages))
	}
	if h.Composer.EditingID != 2 || h.Composer.text != "What is coffee?" || h.Composer.edits[2].Text != "What is coffee?" {
		t.Errorf("the edit of message %d is %q, %+v", h.Composer.EditingID, h.Composer.text, h.Composer.edits)
	}
	more := memory.Message{
		ID:      3,
		ChatID:  1,
		Role:    memory.RoleAssistant,
		Status:  memory.MessageComplete,
		Content: "A plant. It grows.",
	}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: 3, Message: &more}),
	)
	if m := h.LoadedMessage(3); m.Content != more.Content || h.Answers.IsAnswerInProgress() {
		t.Errorf("the finished answer is %+v", m)
	}
}

func TestContinueIsRefusedWhereItWouldRewriteTheChat(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeAndSendText("And coffee?")
	h.runPendingWork()
	h.finishAnswerWithStatus(memory.MessageFailed)
	h.takeEffectLog()
	if h.Answers.ContinueAnswer(3) != nil {
		t.Error("an answer with messages behind it is continued")
	}
	last := h.LastAnswerID()
	h.LoadedMessage(last).Content = ""
	if h.Answers.ContinueAnswer(last) != nil {
		t.Errorf("answer %d without text is continued", last)
	}
}

func TestRestThatEndsBeforeItsStartIsShownIsKept(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.Answers.ContinueAnswer(3))
	more := memory.Message{
		ID:      3,
		ChatID:  1,
		Role:    memory.RoleAssistant,
		Status:  memory.MessageComplete,
		Content: "A plant. It grows.",
	}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: 3, Message: &more}),
	)
	h.runPendingWork()
	if m := h.LoadedMessage(3); m.Content != more.Content || h.Answers.IsAnswerInProgress() {
		t.Errorf("the answer is %+v, in progress %t", m, h.Answers.IsAnswerInProgress())
	}
}

func TestFailedContinueLeavesTheAnswer(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.core.fail["ContinueAnswer"] = errDisk
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.Answers.ContinueAnswer(3))
	h.assertAndTakeEffectLog("ShowControls, ContinueAnswer, ShowError the disk is full, ShowControls")
	if h.Answers.IsAnswerInProgress() {
		t.Error("an answer is awaited")
	}
}

func TestServerThatIsGoneIsLookedForAgain(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.typeAndSendText("And coffee?")
	h.runPendingWork()
	h.takeEffectLog()
	m := *h.LoadedMessage(h.Answers.answerID)
	m.Status, m.Error = memory.MessageFailed, &memory.Fault{Code: "offline", Title: "It is not running."}
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(memory.Event{Kind: memory.EventDone, ChatID: 1, MessageID: m.ID, Message: &m}),
	)
	if log := h.takeEffectLog(); !strings.HasSuffix(log, "RefreshModels") {
		t.Errorf("effects: %s", log)
	}
}
