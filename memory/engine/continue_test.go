package engine_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"memoir/memory"
)

func TestContinuedAnswerIsOneMessageAndItsReceiptIsExact(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	if _, err := s.AddMemory(h.ctx(), memory.NewMemory{Content: "The user's cat is called Momo."}); err != nil {
		t.Fatal(err)
	}
	r := holdReply(h)
	chat := h.newChat()
	turn := h.sendMessage(chat, "Tell me a story about my cat")
	r.texts <- "Once upon"
	r.texts <- " a"
	if err := s.StopAnswer(h.ctx(), turn.Answer.ID); err != nil {
		t.Fatal(err)
	}
	part := h.waitForAnswer(turn.Answer.ID)
	first := h.model.lastChatRequest()

	r = holdReply(h)
	again, err := s.StartContinuedAnswer(h.ctx(), chat.ID, turn.Answer.ID)
	if err != nil || again.Answer.ID != turn.Answer.ID || again.Answer.Status != memory.MessageStreaming {
		t.Fatalf("continued as %+v, %v", again.Answer, err)
	}
	r.texts <- " time"
	r.texts <- " Momo slept."
	close(r.texts)
	m := h.waitForAnswer(turn.Answer.ID)
	if m.Content != part.Content+" time Momo slept." || m.Status != memory.MessageComplete || m.Error != nil {
		t.Errorf("the answer is %q, %s, %v", m.Content, m.Status, m.Error)
	}
	if ms, err := s.ListBranchMessages(h.ctx(), chat.ID, 0, 0); err != nil || len(ms) != 2 {
		t.Errorf("%d messages, %v: continuing adds none", len(ms), err)
	}
	sent := h.model.lastChatRequest().Messages
	if n := len(first.Messages); len(sent) != n+2 || !reflect.DeepEqual(sent[:n], first.Messages) ||
		sent[n].Role != memory.RoleAssistant || sent[n].Content != part.Content ||
		sent[n+1].Role != memory.RoleUser {
		t.Errorf("the request is %+v", sent)
	}
	shown, err := s.LoadPromptSentForAnswer(h.ctx(), m.ID)
	if err != nil || !reflect.DeepEqual(shown, sent) {
		t.Errorf("the receipt says %+v, %v\nsent were  %+v", shown, err, sent)
	}
	got, err := s.ListOrSearchMemories(h.ctx(), memory.MemoryQuery{})
	if err != nil || len(got) != 1 || got[0].UseCount != 1 {
		t.Errorf("the memory was counted as used %+v times, %v", got, err)
	}
}

func TestAnswerContinuesOnlyAtTheEndOfItsBranch(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	chat := h.newChat()
	first := h.sendMessage(chat, "Tell me a story")
	h.waitForAnswer(first.Answer.ID)
	second := h.sendMessage(chat, "And another")
	h.waitForAnswer(second.Answer.ID)
	if _, err := s.StartContinuedAnswer(h.ctx(), chat.ID, first.Answer.ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("an answer with messages behind it: %v", err)
	}
	if _, err := s.StartContinuedAnswer(h.ctx(), chat.ID, second.User.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a user message: %v", err)
	}
	if _, err := s.StartContinuedAnswer(h.ctx(), h.newChat().ID, second.Answer.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("an answer of another chat: %v", err)
	}
	if m, err := s.LoadMessage(h.ctx(), first.Answer.ID); err != nil || m.Status != memory.MessageComplete ||
		m.Receipt.Continued != nil {
		t.Errorf("the refused answer is %+v, %v", m, err)
	}
}

func TestRestThatFailsKeepsThePart(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	chat := h.newChat()
	turn := h.sendMessage(chat, "Tell me a story")
	part := h.waitForAnswer(turn.Answer.ID).Content
	r := holdReply(h)
	r.err = &memory.ProviderError{Provider: "ollama", Address: "127.0.0.1:11434", Err: memory.ErrOffline}
	close(r.texts)
	if _, err := s.StartContinuedAnswer(h.ctx(), chat.ID, turn.Answer.ID); err != nil {
		t.Fatal(err)
	}
	m := h.waitForAnswer(turn.Answer.ID)
	if m.Content != part || part == "" || m.Status != memory.MessageInterrupted || m.Error == nil {
		t.Errorf("the answer is %q, %s, %+v", m.Content, m.Status, m.Error)
	}
}

// What was learned is shown as the user has decided about it since.
func TestAnswerShowsWhatBecameOfAMemoryThatHadToWait(t *testing.T) {
	for name, c := range map[string]struct {
		status memory.Status
		want   string
	}{
		"kept": {memory.StatusActive, "active"}, "discarded": {memory.StatusForgotten, ""}, "undecided": {"", "inbox"},
	} {
		h := newStandardHarness(t)
		s := h.Session(1, memory.ActorUser)
		h.embedder.setCosine("The user lives in Porto.", "The user lives in Siena.", 0.88)
		h.addMemories("The user lives in Porto.")
		h.clock.advance(-400 * 24 * time.Hour)
		h.sendFactInFirstPerson("The user lives in Siena.", `[{"new":1,"action":"DELETE","known":1}]`)
		waiting := h.memoriesWithStatus(memory.StatusInbox)[0]
		if c.status != "" {
			if _, err := s.UpdateMemory(h.ctx(), waiting.ID, memory.MemoryPatch{Status: &c.status}); err != nil {
				t.Fatal(err)
			}
		}
		ds, err := s.ListDecisions(h.ctx(), memory.DecisionFilter{MemoryID: waiting.ID, Actor: memory.ActorExtractor})
		if err != nil || len(ds) == 0 {
			t.Fatalf("%d decisions, %v", len(ds), err)
		}
		answer := ds[0].MessageID
		one, err := s.LoadMessage(h.ctx(), answer)
		if err != nil {
			t.Fatal(err)
		}
		branch, err := s.ListBranchMessages(h.ctx(), one.ChatID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for where, m := range map[string]memory.Message{"alone": one, "in its chat": branch[len(branch)-1]} {
			got := ""
			for _, d := range m.Learned {
				got += string(d.After.Status)
			}
			if got != c.want {
				t.Errorf("%s, read %s: learned %q, want %q", name, where, got, c.want)
			}
		}
	}
}
