package memory_test

import (
	"testing"

	"memoir/memory"
)

func TestChangeReturnsTheDecisionThatUndoesIt(t *testing.T) {
	h := newHarness(t)
	s := h.For(1, memory.ActorUser)
	added, err := s.AddMemory(h.ctx(), memory.NewMemory{Content: "The user likes tea."})
	if err != nil || added.Decision.ID == 0 || added.Decision.Action != memory.ActionAdd {
		t.Fatalf("added by %+v: %v", added.Decision, err)
	}
	text := "The user likes coffee."
	changed, err := s.UpdateMemory(h.ctx(), added.ID, memory.MemoryPatch{Content: &text})
	if err != nil || changed.Memory.Content != text || changed.Decision.Action != memory.ActionUpdate {
		t.Fatalf("changed to %+v: %v", changed, err)
	}
	forgotten, err := s.ForgetMemory(h.ctx(), added.ID)
	if err != nil || forgotten.Decision.Action != memory.ActionForget {
		t.Fatalf("forgot %+v: %v", forgotten, err)
	}
	for _, d := range []memory.Decision{forgotten.Decision, changed.Decision} {
		if _, err := s.UndoDecision(h.ctx(), d.ID); err != nil {
			t.Fatalf("undo of %s: %v", d.Action, err)
		}
	}
	if m, err := s.Memory(h.ctx(), added.ID); err != nil || m.Content != "The user likes tea." {
		t.Errorf("after undoing both: %q, %v", m.Content, err)
	}
	if _, err := s.UndoDecision(h.ctx(), added.Decision.ID); err != nil {
		t.Errorf("undo of add: %v", err)
	}
}

func TestPatchThatChangesNothingWritesNoDecision(t *testing.T) {
	h := newHarness(t)
	s := h.For(1, memory.ActorUser)
	m := h.addMemories("The user likes tea.")[0]
	changed, err := s.UpdateMemory(h.ctx(), m.ID, memory.MemoryPatch{Content: &m.Content})
	if err != nil || changed.Memory.ID != m.ID || changed.Decision.ID != 0 {
		t.Errorf("changed %+v: %v", changed, err)
	}
	if ds, err := s.MemoryHistory(h.ctx(), m.ID); err != nil || len(ds) != 1 {
		t.Errorf("%d decisions, %v", len(ds), err)
	}
}
