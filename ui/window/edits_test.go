package window

import (
	"strings"
	"testing"

	"memoir/memory"
)

// startEditInChatWithDraft edits the message of a chat that has a draft.
func (s *harness) startEditInChatWithDraft() {
	s.sendAndWait("Hello first")
	c := s.window.chat.Composer()
	c.SetText("half a thought")
	s.tapEditOfLastUserMessage()
	c.SetText("Hello first and more")
}

// startEditAndCloseWindowOnceSaved closes the window once the edit is saved, and returns the chat.
func (s *harness) startEditAndCloseWindowOnceSaved() memory.ID {
	s.startEditInChatWithDraft()
	id := s.window.chat.CurrentChat().ID
	s.runUICallsUntil("the edit to be kept", func() bool { return strings.Contains(s.savedEdits(), "and more") })
	s.window.Close()
	return id
}

func (s *harness) savedEdits() string {
	s.host.mu.Lock()
	defer s.host.mu.Unlock()
	return s.host.settings["ui.edits"]
}

func TestUnsentEditIsRestoredWithItsChat(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.startEditInChatWithDraft()
	first := s.window.chat.CurrentChat().ID
	s.window.chat.LeaveAndOpenNewChat(false)
	if got := s.window.chat.Composer().Text(); got != "" {
		t.Errorf("a new chat begins with %q", got)
	}
	s.window.chat.LeaveAndOpenStoredChat(first, 0)
	s.runUICallsUntil("the chat", func() bool { return s.window.chat.CurrentChat().ID == first })
	if got := s.window.chat.Composer().Text(); got != "Hello first and more" {
		t.Errorf("the edit is %q", got)
	}
	s.window.chat.CancelEditOrStopAnswerOrCloseFind()
	if got := s.window.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("after Esc the draft is %q", got)
	}
	s.window.chat.LeaveAndOpenNewChat(false)
	s.window.chat.LeaveAndOpenStoredChat(first, 0)
	s.runUICallsUntil("the chat again", func() bool { return s.window.chat.CurrentChat().ID == first })
	if got := s.window.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("the edit is back after Esc: %q", got)
	}
}

func TestUnsentEditSurvivesARestart(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	first := s.startEditAndCloseWindowOnceSaved()
	s.openWindow()
	s.window.chat.LeaveAndOpenStoredChat(first, 0)
	s.runUICallsUntil("the edit", func() bool { return s.window.chat.Composer().Text() == "Hello first and more" })
	answer := s.window.chat.LastAnswerID()
	s.window.chat.Composer().OnSend("Hello first and more")
	s.runUICallsUntil(
		"the answer",
		func() bool { return !s.window.chat.IsAnswerInProgress() && s.window.chat.LastAnswerID() != answer },
	)
	s.runUICallsUntil("nothing to be kept", func() bool { return s.savedEdits() == "" })
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(t.Context(), first, 0, 0)
	if err != nil || len(ms) != 2 || ms[0].Content != "Hello first and more" {
		t.Errorf("the branch is %+v: %v", ms, err)
	}
}

func TestEachMessageHasItsOwnEdit(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.startEditInChatWithDraft()
	chat := s.window.chat.CurrentChat().ID
	before := s.window.chat.LastAnswerID()
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(t.Context(), chat, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.window.chat.CancelEditOrStopAnswerOrCloseFind()
	s.window.chat.Composer().OnSend("Hello second")
	s.runUICallsUntil(
		"the second answer",
		func() bool { return !s.window.chat.IsAnswerInProgress() && s.window.chat.LastAnswerID() != before },
	)
	c := s.window.chat.Composer()
	s.tapEditOfMessage(ms[0].ID)
	c.SetText("Hello first, changed")
	s.tapEditOfLastUserMessage()
	c.SetText("Hello second, changed")
	s.tapEditOfMessage(ms[0].ID)
	if got := c.Text(); got != "Hello first, changed" {
		t.Errorf("the first message's edit is %q", got)
	}
	s.window.chat.LeaveAndOpenNewChat(false)
	s.window.chat.LeaveAndOpenStoredChat(chat, 0)
	s.runUICallsUntil("the chat", func() bool { return s.window.chat.CurrentChat().ID == chat })
	if got := c.Text(); got != "Hello second, changed" {
		t.Errorf("the newest edit is %q", got)
	}
}

func TestDeletingAChatDropsItsUnsentEdit(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	first := s.startEditAndCloseWindowOnceSaved()
	err := s.service.Session(1, memory.ActorUser).TrashOrEraseChatMaybeUnlearning(
		t.Context(), first, memory.DeleteChatOptions{Purge: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	s.openWindow()
	s.runUICallsUntil("nothing to be kept", func() bool { return s.savedEdits() == "" })
}

func TestEditInATemporaryChatIsNotSaved(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.LeaveAndOpenNewChat(true)
	s.startEditInChatWithDraft()
	s.window.Close()
	s.openWindow()
	if got := s.savedEdits(); got != "" {
		t.Errorf("kept: %s", got)
	}
}

func TestEditingDoesNotScrollTheList(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	for range 8 {
		before := s.window.chat.LastAnswerID()
		s.window.chat.Composer().OnSend(strings.Repeat("A long story about the sea. ", 40))
		s.runUICallsUntil(
			"an answer",
			func() bool { return !s.window.chat.IsAnswerInProgress() && s.window.chat.LastAnswerID() != before },
		)
	}
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(t.Context(), s.window.chat.CurrentChat().ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.window.chat.LeaveAndOpenStoredChat(s.window.chat.CurrentChat().ID, ms[2].ID)
	s.runUICallsUntil("the message", func() bool { return !s.window.chat.MessageList().ScrollPosition().AtEnd })
	place := s.window.chat.MessageList().ScrollPosition()
	s.tapEditOfMessage(ms[2].ID)
	if got := s.window.chat.MessageList().ScrollPosition(); got.RowID != place.RowID || got.Offset != place.Offset {
		t.Errorf("the list went from %+v to %+v", place, got)
	}
}
