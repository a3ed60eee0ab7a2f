package conversation

import (
	"testing"

	"memoir/memory"
)

func TestDraftIsSavedWithItsChat(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("half a thought"))
	h.assertAndTakeEffectLog("ScheduleSave")
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.assertAndTakeEffectLog(`CancelSave, SaveDraft 1 "half a thought"`)
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.assertAndTakeEffectLog("CancelSave")
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("half a thought"))
	h.assertAndTakeEffectLog("")
	h.core.addChat(memory.Chat{ID: 20})
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(20, 0))
	h.core.chats[1].Draft = "older, the store lags behind"
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if !h.takeLogAndCheckForEffect(`SetText "half a thought"`) {
		t.Errorf("the draft is %q", h.Chat.Draft)
	}
}

func TestSentTextIsNoDraftAnyMore(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("And coffee?"))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.logEffectsAndQueueWork(h.Outbox.SendTextWithComposerPictures("And coffee?"))
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed while it is stored"))
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	h.assertAndTakeEffectLog("CancelSave")
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave(""))
	h.runPendingWork()
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if h.Composer.text != "" {
		t.Errorf("the draft is %q", h.Composer.text)
	}
}

func TestNewChatHasADraftOfItsOwn(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("for a new chat"))
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
	h.assertAndTakeEffectLog(
		`CancelSave, SaveNewDraft, LeaveChat, OpenRows, SetText "", ShowControls, ReportChanged, FocusComposer`,
	)
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("a secret"))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
	if got := h.Composer.DraftOfUnstoredChat(); got != "for a new chat" {
		t.Errorf("the draft is %q", got)
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	if !h.takeLogAndCheckForEffect(`SetText "for a new chat"`) {
		t.Error("the draft is not shown again")
	}
	h.logEffectsAndQueueWork(h.Outbox.SendTextWithComposerPictures("for a new chat"))
	h.runPendingWork()
	if got := h.Composer.DraftOfUnstoredChat(); got != "" || h.Chat.Draft != "" {
		t.Errorf("after sending the draft is %q", got)
	}
}

func TestDraftOfTheLastRunYieldsToNewerText(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(h *harness)
		want    string
		shown   string
	}{
		{"nothing typed", func(*harness) {}, `SetText "old"`, "old"},
		{"being typed", func(h *harness) {
			h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("new"))
		}, "", "new"},
		{"typed and saved", func(h *harness) {
			h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("new"))
			h.logEffectsAndQueueWork(h.Composer.SaveDraftOrEdit())
		}, "SaveNewDraft", "new"},
		{"temporary", func(h *harness) { h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true)) }, "", ""},
		{"stored chat", func(h *harness) { h.openChatWithQuestionAndAnswer() }, "", ""},
		{"sending", func(h *harness) { h.typeAndSendText("new") }, "", ""},
	} {
		h := newHarness(t)
		c.prepare(h)
		h.takeEffectLog()
		h.logEffectsAndQueueWork(h.Composer.RestoreDraftOfUnstoredChat("old"))
		if got := h.takeEffectLog(); got != c.want || h.Composer.text != c.shown {
			t.Errorf("%s: %s, text %q", c.name, got, h.Composer.text)
		}
	}
}

func TestEachEditIsKeptUntilItIsSentOrCancelled(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1, Draft: "half a thought"}, "One?", "Yes.", "Two?", "No.")
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(2))
	h.assertAndTakeEffectLog(`CancelSave, ShowRow 2, ShowControls, SetText "One?", FocusComposer`)
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("One, changed"))
	h.assertAndTakeEffectLog("ScheduleSave")
	h.logEffectsAndQueueWork(h.Composer.StartEditingLastUserMessage())
	h.assertAndTakeEffectLog(`CancelSave, SaveEdits, ShowRow 2, ShowRow 4, ShowControls, SetText "Two?", FocusComposer`)
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Two, changed"))
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(2))
	if h.Composer.text != "One, changed" || len(h.Composer.UnsentEdits()) != 2 {
		t.Errorf("text %q, edits %v", h.Composer.text, h.Composer.UnsentEdits())
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("One?")) // as it was
	if _, kept := h.Composer.UnsentEdits()[2]; kept {
		t.Error("an edit without a change is kept")
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if h.Composer.EditingID != 4 || h.Composer.text != "Two, changed" {
		t.Errorf("editing %d with %q", h.Composer.EditingID, h.Composer.text)
	}
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Composer.CancelEditAndRestoreDraft())
	h.assertAndTakeEffectLog(`SaveEdits, ShowRow 4, ShowControls, SetText "half a thought", FocusComposer`)
	if len(h.Composer.UnsentEdits()) != 0 || h.Chat.Draft != "half a thought" {
		t.Errorf("edits %v, draft %q", h.Composer.UnsentEdits(), h.Chat.Draft)
	}
}

func TestEditInATemporaryChatIsNotKept(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
	h.typeAndSendText("A secret")
	h.runPendingWork()
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.logEffectsAndQueueWork(h.Composer.StartEditingLastUserMessage())
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("A secret, changed"))
	if len(h.Composer.UnsentEdits()) != 0 {
		t.Errorf("edits %v", h.Composer.UnsentEdits())
	}
}

func TestEditsOfTheLastRunAreResumed(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.Composer.edits[9] = UnsentEdit{ChatID: 5, Text: "newer"}
	h.logEffectsAndQueueWork(h.Composer.RestoreUnsentEditsAndResumeNewest(map[memory.ID]UnsentEdit{
		2: {ChatID: 1, Text: "What is tea, really?"}, 9: {ChatID: 5, Text: "older"},
	}))
	h.assertAndTakeEffectLog(
		`SaveEdits, CancelSave, ShowRow 2, ShowControls, SetText "What is tea, really?", FocusComposer`,
	)
	if h.Composer.edits[9].Text != "newer" {
		t.Errorf("a newer edit became %q", h.Composer.edits[9].Text)
	}
}
