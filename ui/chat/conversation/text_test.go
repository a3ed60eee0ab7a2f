package conversation

import (
	"testing"

	"memoir/memory"
)

func TestDraftIsSavedWithItsChat(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.do(h.Composer.SetTypedTextAndScheduleSave("half a thought"))
	h.expect("ScheduleSave")
	h.do(h.Composer.SaveDraftOrEdit())
	h.expect(`CancelSave, SaveDraft 1 "half a thought"`)
	h.do(h.Composer.SaveDraftOrEdit())
	h.expect("CancelSave")
	h.do(h.Composer.SetTypedTextAndScheduleSave("half a thought"))
	h.expect("")
	h.core.addChat(memory.Chat{ID: 20})
	h.doAndRun(h.OpenChat(20, 0))
	h.core.chats[1].Draft = "older, the store lags behind"
	h.takeLog()
	h.doAndRun(h.OpenChat(1, 0))
	if !h.has(`SetText "half a thought"`) {
		t.Errorf("the draft is %q", h.Chat.Draft)
	}
}

func TestSentTextIsNoDraftAnyMore(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.do(h.Composer.SetTypedTextAndScheduleSave("And coffee?"))
	h.do(h.Composer.SaveDraftOrEdit())
	h.do(h.Outbox.SendTextWithComposerPictures("And coffee?"))
	h.do(h.Composer.SetTypedTextAndScheduleSave("typed while it is stored"))
	h.takeLog()
	h.do(h.Composer.SaveDraftOrEdit())
	h.expect("CancelSave")
	h.do(h.Composer.SetTypedTextAndScheduleSave(""))
	h.run()
	h.finish(memory.MessageComplete)
	h.do(h.OpenNewChat(false))
	h.doAndRun(h.OpenChat(1, 0))
	if h.Composer.text != "" {
		t.Errorf("the draft is %q", h.Composer.text)
	}
}

func TestNewChatHasADraftOfItsOwn(t *testing.T) {
	h := newHarness(t)
	h.do(h.Composer.SetTypedTextAndScheduleSave("for a new chat"))
	h.takeLog()
	h.do(h.OpenNewChat(true))
	h.expect(`CancelSave, SaveNewDraft, LeaveChat, OpenRows, SetText "", ShowControls, ReportChanged, FocusComposer`)
	h.do(h.Composer.SetTypedTextAndScheduleSave("a secret"))
	h.do(h.Composer.SaveDraftOrEdit())
	if got := h.Composer.DraftOfUnstoredChat(); got != "for a new chat" {
		t.Errorf("the draft is %q", got)
	}
	h.do(h.OpenNewChat(false))
	if !h.has(`SetText "for a new chat"`) {
		t.Error("the draft is not shown again")
	}
	h.do(h.Outbox.SendTextWithComposerPictures("for a new chat"))
	h.run()
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
		{"being typed", func(h *harness) { h.do(h.Composer.SetTypedTextAndScheduleSave("new")) }, "", "new"},
		{"typed and saved", func(h *harness) {
			h.do(h.Composer.SetTypedTextAndScheduleSave("new"))
			h.do(h.Composer.SaveDraftOrEdit())
		}, "SaveNewDraft", "new"},
		{"temporary", func(h *harness) { h.do(h.OpenNewChat(true)) }, "", ""},
		{"stored chat", func(h *harness) { h.stored() }, "", ""},
		{"sending", func(h *harness) { h.send("new") }, "", ""},
	} {
		h := newHarness(t)
		c.prepare(h)
		h.takeLog()
		h.do(h.Composer.RestoreDraftOfUnstoredChat("old"))
		if got := h.takeLog(); got != c.want || h.Composer.text != c.shown {
			t.Errorf("%s: %s, text %q", c.name, got, h.Composer.text)
		}
	}
}

func TestEachEditIsKeptUntilItIsSentOrCancelled(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1, Draft: "half a thought"}, "One?", "Yes.", "Two?", "No.")
	h.doAndRun(h.OpenChat(1, 0))
	h.takeLog()
	h.do(h.Composer.StartEditingUserMessage(2))
	h.expect(`CancelSave, ShowRow 2, ShowControls, SetText "One?", FocusComposer`)
	h.do(h.Composer.SetTypedTextAndScheduleSave("One, changed"))
	h.expect("ScheduleSave")
	h.do(h.Composer.StartEditingLastUserMessage())
	h.expect(`CancelSave, SaveEdits, ShowRow 2, ShowRow 4, ShowControls, SetText "Two?", FocusComposer`)
	h.do(h.Composer.SetTypedTextAndScheduleSave("Two, changed"))
	h.do(h.Composer.StartEditingUserMessage(2))
	if h.Composer.text != "One, changed" || len(h.Composer.UnsentEdits()) != 2 {
		t.Errorf("text %q, edits %v", h.Composer.text, h.Composer.UnsentEdits())
	}
	h.do(h.Composer.SetTypedTextAndScheduleSave("One?")) // as it was
	if _, kept := h.Composer.UnsentEdits()[2]; kept {
		t.Error("an edit without a change is kept")
	}
	h.do(h.OpenNewChat(false))
	h.doAndRun(h.OpenChat(1, 0))
	if h.Composer.EditingID != 4 || h.Composer.text != "Two, changed" {
		t.Errorf("editing %d with %q", h.Composer.EditingID, h.Composer.text)
	}
	h.takeLog()
	h.do(h.Composer.CancelEditAndRestoreDraft())
	h.expect(`SaveEdits, ShowRow 4, ShowControls, SetText "half a thought", FocusComposer`)
	if len(h.Composer.UnsentEdits()) != 0 || h.Chat.Draft != "half a thought" {
		t.Errorf("edits %v, draft %q", h.Composer.UnsentEdits(), h.Chat.Draft)
	}
}

func TestEditInATemporaryChatIsNotKept(t *testing.T) {
	h := newHarness(t)
	h.do(h.OpenNewChat(true))
	h.send("A secret")
	h.run()
	h.finish(memory.MessageComplete)
	h.do(h.Composer.StartEditingLastUserMessage())
	h.do(h.Composer.SetTypedTextAndScheduleSave("A secret, changed"))
	if len(h.Composer.UnsentEdits()) != 0 {
		t.Errorf("edits %v", h.Composer.UnsentEdits())
	}
}

func TestEditsOfTheLastRunAreResumed(t *testing.T) {
	h := newHarness(t)
	h.stored()
	h.Composer.edits[9] = UnsentEdit{ChatID: 5, Text: "newer"}
	h.do(h.Composer.RestoreUnsentEditsAndResumeNewest(map[memory.ID]UnsentEdit{
		2: {ChatID: 1, Text: "What is tea, really?"}, 9: {ChatID: 5, Text: "older"},
	}))
	h.expect(`SaveEdits, CancelSave, ShowRow 2, ShowControls, SetText "What is tea, really?", FocusComposer`)
	if h.Composer.edits[9].Text != "newer" {
		t.Errorf("a newer edit became %q", h.Composer.edits[9].Text)
	}
}
