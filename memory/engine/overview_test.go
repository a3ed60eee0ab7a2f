package engine_test

import (
	"testing"

	"memoir/memory"
)

func TestMemoryCarriesItsSourceChat(t *testing.T) {
	h := newHarness(t)
	s, chat := h.Session(1, memory.ActorUser), h.newChat()
	h.model.setFact("The user has a cat called Tom.")
	_, ds := h.sendAndLearn(chat, "I have a cat called Tom.")
	if len(ds) != 1 {
		t.Fatalf("learned %+v", ds)
	}
	h.addMemories("The user likes tea.")
	title := "Cats"
	if _, err := s.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Title: &title}); err != nil {
		t.Fatal(err)
	}
	wantSource := func(want memory.SourceChat) {
		t.Helper()
		if m, err := s.LoadMemory(h.ctx(), ds[0].MemoryID); err != nil || m.SourceChat != want {
			t.Errorf("alone: %+v, %v, want %+v", m.SourceChat, err, want)
		}
		ms, err := s.ListOrSearchMemories(h.ctx(), memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{AnyScope: true}})
		if err != nil || len(ms) != 2 {
			t.Fatalf("memories %+v, %v", ms, err)
		}
		if ms[1].SourceChat != want || ms[0].SourceChat != (memory.SourceChat{}) {
			t.Errorf("listed: %+v and %+v, want %+v", ms[1].SourceChat, ms[0].SourceChat, want)
		}
	}
	wantSource(memory.SourceChat{ID: chat.ID, Title: "Cats"})
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), chat.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	wantSource(memory.SourceChat{ID: chat.ID, Title: "Cats", InTrash: true})
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), chat.ID, memory.DeleteChatOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	wantSource(memory.SourceChat{})
	o, err := s.CountMemoriesByStatusTypeTag(h.ctx())
	if err != nil || o.ByStatus[memory.StatusActive] != 2 || len(o.Tags) != 0 {
		t.Errorf("overview %+v, %v", o, err)
	}
	newest, err := s.ListNewestDecisionOfActorPerMemory(h.ctx(), memory.ActorExtractor, []memory.ID{ds[0].MemoryID, 99})
	if err != nil || len(newest) != 1 || newest[ds[0].MemoryID].ID != ds[0].ID {
		t.Errorf("newest decisions %+v, %v", newest, err)
	}
}
