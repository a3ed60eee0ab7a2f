package engine_test

import (
	"errors"
	"testing"

	"memoir/memory"
)

func TestChangeReturnsTheDecisionThatUndoesIt(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
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
	if m, err := s.LoadMemory(h.ctx(), added.ID); err != nil || m.Content != "The user likes tea." {
		t.Errorf("after undoing both: %q, %v", m.Content, err)
	}
	if _, err := s.UndoDecision(h.ctx(), added.Decision.ID); err != nil {
		t.Errorf("undo of add: %v", err)
	}
}

func TestChangeOfASharedMemoryReturnsTheProfilesOwnRow(t *testing.T) {
	h := newHarness(t)
	ana, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	shared := h.addMemories("The team meets in Porto.")[0]
	shared.ProfileID = ana.ID
	if _, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(h.ctx(), shared); err != nil {
		t.Fatal(err)
	}
	text := "The team meets in Lisbon."
	changed, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), shared.ID, memory.MemoryPatch{Content: &text})
	if err != nil || changed.Memory.ID == shared.ID {
		t.Fatalf("changed to %+v: %v", changed.Memory, err)
	}
	if m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), changed.Memory.ID); err != nil || m.Content != text {
		t.Errorf("the row says %q, %v", m.Content, err)
	}
	if m, err := h.Session(ana.ID, memory.ActorUser).LoadMemory(h.ctx(), shared.ID); err != nil || m.Content == text {
		t.Errorf("the other profile's row says %q, %v", m.Content, err)
	}
}

func TestPatchThatChangesNothingWritesNoDecision(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	m := h.addMemories("The user likes tea.")[0]
	changed, err := s.UpdateMemory(h.ctx(), m.ID, memory.MemoryPatch{Content: &m.Content})
	if err != nil || changed.Memory.ID != m.ID || changed.Decision.ID != 0 {
		t.Errorf("changed %+v: %v", changed, err)
	}
	if ds, err := s.ListDecisionsOfMemory(h.ctx(), m.ID); err != nil || len(ds) != 1 {
		t.Errorf("%d decisions, %v", len(ds), err)
	}
}

func TestNewMemoryIsStoredWholeInOneDecision(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	added, err := s.AddMemory(h.ctx(), memory.NewMemory{
		Content: "The user lives in Rome.", Type: memory.TypePersonal, Key: "home", Pinned: true,
		ValidFrom: "2025", ValidTo: "2026-05",
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.LoadMemory(h.ctx(), added.ID)
	if err != nil || !m.Pinned || m.ValidFrom != "2025" || m.ValidTo != "2026-05" || m.Key != "home" {
		t.Errorf("stored %+v, %v", m, err)
	}
	if ds, err := s.ListDecisionsOfMemory(h.ctx(), added.ID); err != nil || len(ds) != 1 || !ds[0].After.Pinned {
		t.Errorf("decisions %+v, %v", ds, err)
	}
	for field, n := range map[string]memory.NewMemory{
		"valid_from": {Content: "x", ValidFrom: "yesterday"},
		"valid_to":   {Content: "x", ValidTo: "2026-13"},
		"type":       {Content: "x", Type: "rumour"},
	} {
		wantFieldError(t, field, errorOf(s.AddMemory(h.ctx(), n)))
	}
}

func TestNewChatIsStoredWithItsSampling(t *testing.T) {
	h := newHarness(t)
	s := h.Session(1, memory.ActorUser)
	cold, hot := 0.2, 2.5
	made, err := s.CreateChat(h.ctx(), memory.NewChat{Temperature: &cold, MaxTokens: 64})
	if err != nil {
		t.Fatal(err)
	}
	chat, err := s.LoadChat(h.ctx(), made.ID)
	if err != nil || chat.Temperature == nil || *chat.Temperature != cold || chat.MaxTokens != 64 {
		t.Errorf("stored %+v, %v", chat, err)
	}
	wantFieldError(t, "temperature", errorOf(s.CreateChat(h.ctx(), memory.NewChat{Temperature: &hot})))
	wantFieldError(t, "max_tokens", errorOf(s.CreateChat(h.ctx(), memory.NewChat{MaxTokens: -1})))
}

func wantFieldError(t *testing.T, field string, err error) {
	t.Helper()
	var f *memory.FieldError
	if !errors.As(err, &f) || f.Field != field {
		t.Errorf("error is %v, want one about %s", err, field)
	}
}

func TestLearnedInCountsWhatIsInEffect(t *testing.T) {
	h := newHarness(t)
	s, chat := h.Session(1, memory.ActorUser), h.newChat()
	h.model.setFact("The user has a cat called Tom.")
	_, ds := h.sendAndLearn(chat, "I have a cat called Tom.")
	if len(ds) != 1 || ds[0].Action != memory.ActionAdd {
		t.Fatalf("learned %+v", ds)
	}
	h.addMemories("The user likes tea.")
	wantLearned := func(want int) {
		t.Helper()
		if n, err := s.CountLearningDecisionsInChat(h.ctx(), chat.ID); err != nil || n != want {
			t.Errorf("learned %d, %v, want %d", n, err, want)
		}
	}
	wantLearned(1)
	if n, err := s.CountLearningDecisionsInChat(h.ctx(), h.newChat().ID); err != nil || n != 0 {
		t.Errorf("in another chat: %d, %v", n, err)
	}
	if _, err := s.UndoDecision(h.ctx(), ds[0].ID); err != nil {
		t.Fatal(err)
	}
	wantLearned(0)
}
