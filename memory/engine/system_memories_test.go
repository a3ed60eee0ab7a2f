package engine_test

import (
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

const (
	libraryFact = "This computer belongs to the library."
	hoursFact   = "The library closes at 18:00."
)

// newHarnessWithSystemMemories has system memories and two profiles, 1 and ana.
func newHarnessWithSystemMemories(t *testing.T) (h *harness, ana memory.ID) {
	t.Helper()
	h = newHarness(t, func(c *memory.Config) { *c = memory.StandardPreset() })
	h.setExtractionAndReconcileReplies("[]", "")
	h.restartWithSystemMemories(libraryFact, hoursFact)
	p, err := h.CreateProfile(h.ctx(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	return h, p.ID
}

func (h *harness) restartWithSystemMemories(texts ...string) {
	h.t.Helper()
	h.stopService()
	h.systemMemories = texts
	h.startService(h.Config())
}

// systemMemoriesOf lists the profile's memories of the system in a state, oldest first.
func (h *harness) systemMemoriesOf(profile memory.ID, status memory.Status) []memory.Memory {
	h.t.Helper()
	ms, err := h.Session(profile, memory.ActorUser).ListOrSearchMemories(h.ctx(), memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{Origin: memory.OriginSystem, Status: []memory.Status{status}},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	slices.Reverse(ms)
	return ms
}

// askAndReturnSystemMessage asks as a profile and returns the system message that the model received.
func (h *harness) askAndReturnSystemMessage(profile memory.ID) string {
	h.t.Helper()
	s := h.Session(profile, memory.ActorUser)
	chat, err := s.CreateChat(h.ctx(), memory.NewChat{})
	if err != nil {
		h.t.Fatal(err)
	}
	turn, err := s.StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{ChatID: chat.ID, Text: "Hello"})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := s.WaitForAnswer(h.ctx(), turn.Answer.ID); err != nil {
		h.t.Fatal(err)
	}
	return systemMessage(h.model.lastChatRequest())
}

func TestSource004_SystemMemoriesAreRowsThatProfilesShare(t *testing.T) {
	h, ana := newHarnessWithSystemMemories(t)
	mine, hers := h.systemMemoriesOf(1, memory.StatusActive), h.systemMemoriesOf(ana, memory.StatusActive)
	if len(mine) != 2 || len(hers) != 2 {
		t.Fatalf("listed for one %+v, for the other %+v", mine, hers)
	}
	for i := range mine {
		if mine[i].ID == 0 || mine[i].ID != hers[i].ID || mine[i].Origin != memory.OriginSystem {
			t.Errorf("row %d: one has %+v, the other %+v", i, mine[i], hers[i])
		}
	}
	for _, profile := range []memory.ID{1, ana} {
		if p := h.askAndReturnSystemMessage(profile); !strings.Contains(p, "- "+libraryFact+"\n- "+hoursFact) {
			t.Errorf("the model of profile %d received\n%s", profile, p)
		}
	}
	ds, err := h.Session(ana, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{MemoryID: hers[0].ID})
	if err != nil || len(ds) != 1 || ds[0].Action != memory.ActionAdd || ds[0].Actor != memory.ActorSystem {
		t.Errorf("the ledger says %+v, %v", ds, err)
	}
	h.restart()
	if n := len(h.systemMemoriesOf(1, memory.StatusActive)); n != 2 {
		t.Errorf("after another start there are %d", n)
	}
}

// Each profile does what it wants with its link; the row of the others stays, and no start gives back
// what a person removed.
func TestSource004_ChangingASystemMemoryChangesItForOneProfile(t *testing.T) {
	const edited = "This computer belongs to Ana's library."
	for name, c := range map[string]struct {
		change func(h *harness, s memory.ID, id memory.ID) error
		own    string // what stands in the prompt instead
	}{
		"forget": {func(h *harness, profile, id memory.ID) error {
			_, err := h.Session(profile, memory.ActorUser).ForgetMemory(h.ctx(), id)
			return err
		}, ""},
		"erase": {func(h *harness, profile, id memory.ID) error {
			_, err := h.Session(profile, memory.ActorUser).EraseMemory(h.ctx(), id)
			return err
		}, ""},
		"undo that it was given": {func(h *harness, profile, id memory.ID) error {
			s := h.Session(profile, memory.ActorUser)
			ds, err := s.ListDecisions(h.ctx(), memory.DecisionFilter{MemoryID: id})
			if err != nil {
				return err
			}
			_, err = s.UndoDecision(h.ctx(), ds[0].ID)
			return err
		}, ""},
		"edit": {func(h *harness, profile, id memory.ID) error {
			_, err := h.Session(profile, memory.ActorUser).UpdateMemory(h.ctx(), id,
				memory.MemoryPatch{Content: pointerTo(edited)})
			return err
		}, edited},
	} {
		t.Run(name, func(t *testing.T) {
			h, ana := newHarnessWithSystemMemories(t)
			shared := h.systemMemoriesOf(1, memory.StatusActive)[0]
			if err := c.change(h, ana, shared.ID); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if p := h.askAndReturnSystemMessage(ana); strings.Contains(p, libraryFact) || !strings.Contains(p, hoursFact) ||
					!strings.Contains(p, c.own) {
					t.Errorf("her model received\n%s", p)
				}
				if p := h.askAndReturnSystemMessage(1); !strings.Contains(p, "- "+libraryFact) || strings.Contains(p, edited) {
					t.Errorf("the other's model received\n%s", p)
				}
				h.restart()
			}
			for _, m := range h.systemMemoriesOf(ana, memory.StatusActive) {
				if m.Content == edited && m.ID == shared.ID {
					t.Error("the shared row was edited")
				}
			}
		})
	}
}

func TestSource004_ProfilesWithMemoriesOfTheirOwnAreGivenNone(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { *c = memory.StandardPreset() })
	h.addUnrelatedMemories(5)
	h.restartWithSystemMemories(libraryFact)
	if ms := h.systemMemoriesOf(1, memory.StatusActive); len(ms) != 0 {
		t.Errorf("given are %+v", ms)
	}
	ms := h.addMemories("The user owns one more thing.")
	for _, m := range append(ms, h.addUnrelatedMemories(0)...) {
		if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), m.ID); err != nil {
			t.Fatal(err)
		}
	}
	if h.restart(); len(h.systemMemoriesOf(1, memory.StatusActive)) != 0 {
		t.Error("five are few")
	}
	five, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(), memory.MemoryQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), five[0].ID); err != nil {
		t.Fatal(err)
	}
	if h.restart(); len(h.systemMemoriesOf(1, memory.StatusActive)) != 1 {
		t.Error("four are not few")
	}
}

func TestSystemMemoriesFollowTheirFile(t *testing.T) {
	h, _ := newHarnessWithSystemMemories(t)
	pinned := h.systemMemoriesOf(1, memory.StatusActive)[1]
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), pinned.ID,
		memory.MemoryPatch{Pinned: pointerTo(true)}); err != nil {
		t.Fatal(err)
	}
	h.restartWithSystemMemories("The library has a garden.")
	texts := func(status memory.Status) (out []string) {
		for _, m := range h.systemMemoriesOf(1, status) {
			out = append(out, m.Content)
		}
		return out
	}
	if got := texts(memory.StatusActive); !slices.Equal(got, []string{hoursFact, "The library has a garden."}) {
		t.Errorf("active are %q: what is pinned stays, what the file has now comes", got)
	}
	if got := texts(memory.StatusArchived); !slices.Equal(got, []string{libraryFact}) {
		t.Errorf("archived are %q", got)
	}
	h.restartWithSystemMemories(libraryFact, hoursFact)
	if got := texts(memory.StatusActive); !slices.Equal(got, []string{libraryFact, hoursFact}) {
		t.Errorf("after they came back, active are %q", got)
	}
}
