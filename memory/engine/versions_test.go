package engine_test

import (
	"slices"
	"testing"

	"memoir/memory"
)

func TestMessagesCarryTheirVersions(t *testing.T) {
	h := newHarness(t)
	s, chat := h.Session(1, memory.ActorUser), h.newChat()
	first, _ := h.sendAndLearn(chat, "hello")
	turn, err := s.StartRegeneratedAnswer(h.ctx(), chat.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	second, _ := h.waitForAnswerAndLearning(turn)
	both := []memory.ID{first.ID, second.ID}
	branch, err := s.ListBranchMessages(h.ctx(), chat.ID, 0, 0)
	if err != nil || len(branch) != 2 {
		t.Fatalf("branch %+v, %v", branch, err)
	}
	if own := []memory.ID{branch[0].ID}; !slices.Equal(branch[0].Versions, own) {
		t.Errorf("the question has versions %v", branch[0].Versions)
	}
	if !slices.Equal(branch[1].Versions, both) {
		t.Errorf("the answer has versions %v, want %v", branch[1].Versions, both)
	}
	for _, id := range both {
		if m, err := s.LoadMessage(h.ctx(), id); err != nil || !slices.Equal(m.Versions, both) {
			t.Errorf("message %d has versions %v, %v", id, m.Versions, err)
		}
	}
	if m, err := s.LoadMessage(h.ctx(), turn.User.ID); err != nil || len(m.Versions) != 1 {
		t.Errorf("the question alone has versions %v, %v", m.Versions, err)
	}
}
