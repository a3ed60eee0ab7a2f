package window

import (
	"strings"
	"testing"

	"memoir/memory"
)

// startEdit edits the message of a chat that has a draft.
func (s *stage) edits() {
	s.say("Hello first")
	c := s.w.chat.Composer()
	c.SetText("half a thought")
	s.w.chat.EditLast()
	c.SetText("Hello first and more")
}

// startEditAndClose closes the window once the edit is saved, and returns the chat.
func (s *stage) editsAndCloses() memory.ID {
	s.edits()
	id := s.w.chat.Thread().ID
	s.until("the edit to be kept", func() bool { return strings.Contains(s.keptEdits(), "and more") })
	s.w.Close()
	return id
}

func (s *stage) keptEdits() string {
	s.host.mu.Lock()
	defer s.host.mu.Unlock()
	return s.host.settings["ui.edits"]
}

func TestAnEditThatWasNotSentComesBackWithItsChat(t *testing.T) {
	s := newStage(t)
	s.edits()
	first := s.w.chat.Thread().ID
	s.w.chat.New(false)
	if got := s.w.chat.Composer().Text(); got != "" {
		t.Errorf("a new chat begins with %q", got)
	}
	s.w.chat.Open(first, 0)
	s.until("the chat", func() bool { return s.w.chat.Thread().ID == first })
	if got := s.w.chat.Composer().Text(); got != "Hello first and more" {
		t.Errorf("the edit is %q", got)
	}
	s.w.chat.Escape()
	if got := s.w.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("after Esc the draft is %q", got)
	}
	s.w.chat.New(false)
	s.w.chat.Open(first, 0)
	s.until("the chat again", func() bool { return s.w.chat.Thread().ID == first })
	if got := s.w.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("the edit is back after Esc: %q", got)
	}
}

func TestAnEditThatWasNotSentOutlivesTheProgram(t *testing.T) {
	s := newStage(t)
	first := s.editsAndCloses()
	s.openWindow()
	s.w.chat.Open(first, 0)
	s.until("the edit", func() bool { return s.w.chat.Composer().Text() == "Hello first and more" })
	answer := s.w.chat.LastAnswer()
	s.w.chat.Composer().OnSend("Hello first and more")
	s.until("the answer", func() bool { return !s.w.chat.Busy() && s.w.chat.LastAnswer() != answer })
	s.until("nothing to be kept", func() bool { return s.keptEdits() == "" })
	ms, err := s.service.Messages(t.Context(), 1, first, 0, 0)
	if err != nil || len(ms) != 2 || ms[0].Content != "Hello first and more" {
		t.Errorf("the branch is %+v: %v", ms, err)
	}
}

func TestEachMessageHasItsOwnEdit(t *testing.T) {
	s := newStage(t)
	s.edits()
	chat := s.w.chat.Thread().ID
	before := s.w.chat.LastAnswer()
	ms, err := s.service.Messages(t.Context(), 1, chat, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.w.chat.Escape()
	s.w.chat.Composer().OnSend("Hello second")
	s.until("the second answer", func() bool { return !s.w.chat.Busy() && s.w.chat.LastAnswer() != before })
	c := s.w.chat.Composer()
	s.w.chat.Edit(ms[0].ID)
	c.SetText("Hello first, changed")
	s.w.chat.EditLast()
	c.SetText("Hello second, changed")
	s.w.chat.Edit(ms[0].ID)
	if got := c.Text(); got != "Hello first, changed" {
		t.Errorf("the first message's edit is %q", got)
	}
	s.w.chat.New(false)
	s.w.chat.Open(chat, 0)
	s.until("the chat", func() bool { return s.w.chat.Thread().ID == chat })
	if got := c.Text(); got != "Hello second, changed" {
		t.Errorf("the newest edit is %q", got)
	}
}

func TestAnEditGoesWithItsChat(t *testing.T) {
	s := newStage(t)
	first := s.editsAndCloses()
	if err := s.service.DeleteThread(t.Context(), 1, first, memory.DeleteThread{Purge: true}); err != nil {
		t.Fatal(err)
	}
	s.openWindow()
	s.until("nothing to be kept", func() bool { return s.keptEdits() == "" })
}

func TestAnEditInATemporaryChatIsNotKept(t *testing.T) {
	s := newStage(t)
	s.w.chat.New(true)
	s.edits()
	s.w.Close()
	s.openWindow()
	if got := s.keptEdits(); got != "" {
		t.Errorf("kept: %s", got)
	}
}

func TestEditingLeavesTheMessageWhereItIs(t *testing.T) {
	s := newStage(t)
	for range 8 {
		before := s.w.chat.LastAnswer()
		s.w.chat.Composer().OnSend(strings.Repeat("A long story about the sea. ", 40))
		s.until("an answer", func() bool { return !s.w.chat.Busy() && s.w.chat.LastAnswer() != before })
	}
	ms, err := s.service.Messages(t.Context(), 1, s.w.chat.Thread().ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.w.chat.Open(s.w.chat.Thread().ID, ms[2].ID)
	s.until("the message", func() bool { return !s.w.chat.Place().AtEnd })
	place := s.w.chat.Place()
	s.w.chat.Edit(ms[2].ID)
	if got := s.w.chat.Place(); got.Row != place.Row || got.Offset != place.Offset {
		t.Errorf("the list went from %+v to %+v", place, got)
	}
}
