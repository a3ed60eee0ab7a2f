package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestEvictionSparesWrittenAndPinnedMemories(t *testing.T) {
	for _, order := range []memory.CapacityOrder{memory.LowestValueFirst, memory.OldestFirst} {
		t.Run(string(order), func(t *testing.T) {
			h := newHarness(t, func(c *memory.Config) {
				*c = memory.StandardPreset()
				c.MaxActiveMemories, c.CapacityOrder = 2, order
			})
			h.addMemories("The user wrote this.")
			h.clock.advance(time.Hour)
			yes, id := true, h.sendFactInFirstPerson("The user likes tea.", "")[0].MemoryID
			if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Pinned: &yes}); err != nil {
				t.Fatal(err)
			}
			for _, w := range []string{"figs", "rice"} {
				h.clock.advance(time.Hour)
				h.sendFactInFirstPerson("The user likes "+w+".", "[]")
			}
			if got := strings.Join(h.activeContents(), "|"); got != "The user likes tea.|The user wrote this." {
				t.Errorf("in use: %s", got)
			}
		})
	}
}

func TestEvictionPicksTheLeastRecentlyUsedOfEqualMemories(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.MaxActiveMemories, c.SendAllUpTo = 2, 0 // no answer uses a memory
	})
	for _, w := range []string{"figs", "rice"} { // the second is newer and, by value, worth more
		h.sendFactInFirstPerson("The user likes "+w+".", "[]")
		h.clock.advance(100 * 24 * time.Hour)
	}
	figs := h.memoriesWithStatus(memory.StatusActive)[1]
	figs.LastUsedAt = memory.NullTime{Time: h.clock.now()}
	if _, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(h.ctx(), figs); err != nil {
		t.Fatal(err)
	}
	h.sendFactInFirstPerson("The user likes tea.", "[]")
	if gone := h.memoriesWithStatus(memory.StatusArchived); len(gone) != 1 || gone[0].Content != "The user likes rice." {
		t.Errorf("put aside: %+v", gone)
	}
}

func TestEvictionSparesMemoriesTheUserEditedOrRestored(t *testing.T) {
	for _, c := range []struct {
		name  string
		touch func(h *harness, id memory.ID) (memory.ID, error) // returns the ID of the decision
		kept  bool
	}{
		{"nothing", func(*harness, memory.ID) (memory.ID, error) { return 0, nil }, false},
		{"edited", func(h *harness, id memory.ID) (memory.ID, error) {
			return h.changeTypeReturningDecisionID(memory.ActorUser, id)
		}, true},
		{"edited in the folder", func(h *harness, id memory.ID) (memory.ID, error) {
			return h.changeTypeReturningDecisionID(memory.ActorFolder, id)
		}, true},
		{"edited by a program", func(h *harness, id memory.ID) (memory.ID, error) {
			return h.changeTypeReturningDecisionID(memory.ActorAPI, id)
		}, false},
		{"edited, and taken back", func(h *harness, id memory.ID) (memory.ID, error) {
			d, err := h.changeTypeReturningDecisionID(memory.ActorUser, id)
			if err != nil {
				return 0, err
			}
			u, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), d)
			return u.ID, err
		}, false},
		{"forgotten and brought back", func(h *harness, id memory.ID) (memory.ID, error) {
			if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), id); err != nil {
				return 0, err
			}
			d, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), h.undoableDecisions(0)[0].ID)
			return d.ID, err
		}, true},
		{"archived and brought back", func(h *harness, id memory.ID) (memory.ID, error) {
			for _, st := range []memory.Status{memory.StatusArchived, memory.StatusActive} {
				if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Status: &st}); err != nil {
					return 0, err
				}
			}
			return 0, nil
		}, true},
	} {
		for _, order := range []memory.CapacityOrder{memory.LowestValueFirst, memory.OldestFirst} {
			t.Run(c.name+", "+string(order), func(t *testing.T) {
				h := newHarness(t, func(cfg *memory.Config) {
					*cfg = memory.StandardPreset()
					cfg.MaxActiveMemories, cfg.CapacityOrder, cfg.SendAllUpTo = 1, order, 0
				})
				id := h.sendFactInFirstPerson("The user likes tea.", "")[0].MemoryID
				if _, err := c.touch(h, id); err != nil {
					t.Fatal(err)
				}
				for _, w := range []string{"figs", "rice"} {
					h.clock.advance(time.Hour)
					h.sendFactInFirstPerson("The user likes "+w+".", "[]")
				}
				m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
				if err != nil || (m.Status == memory.StatusActive) != c.kept {
					t.Errorf("the memory is %s, %v", m.Status, err)
				}
			})
		}
	}
}

func TestEvictionSparesAcceptedMemories(t *testing.T) {
	h := newHarness(t, func(cfg *memory.Config) {
		*cfg = memory.StandardPreset()
		cfg.MaxActiveMemories, cfg.AskFirst, cfg.SendAllUpTo = 1, "always", 0
	})
	active := memory.StatusActive
	for _, w := range []string{"tea", "figs", "rice"} {
		h.clock.advance(time.Hour)
		id := h.sendFactInFirstPerson("The user likes "+w+".", "[]")[0].MemoryID
		if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id,
			memory.MemoryPatch{Status: &active}); err != nil {
			t.Fatal(err)
		}
	}
	h.sendFactInFirstPerson("The user likes beans.", "[]")
	if got := h.activeContents(); len(got) != 3 {
		t.Errorf("in use: %q", got)
	}
}

// changeTypeReturningDecisionID changes the type of a memory and returns the decision.
func (h *harness) changeTypeReturningDecisionID(by memory.Actor, id memory.ID) (memory.ID, error) {
	typ := memory.TypeEvent
	if _, err := h.Session(1, by).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Type: &typ}); err != nil {
		return 0, err
	}
	return h.undoableDecisions(0)[0].ID, nil
}

func TestSource001_RepetitionRestoresAnEvictedMemory(t *testing.T) {
	for _, by := range []memory.Actor{memory.ActorSystem, memory.ActorUser} {
		h := newHarness(t, func(cfg *memory.Config) {
			*cfg = memory.StandardPreset()
			cfg.MaxActiveMemories, cfg.SendAllUpTo = 1, 0
		})
		id := h.sendFactInFirstPerson("The user likes tea.", "")[0].MemoryID
		h.clock.advance(time.Hour)
		if by == memory.ActorUser {
			archived := memory.StatusArchived
			if _, err := h.Session(1, by).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Status: &archived}); err != nil {
				t.Fatal(err)
			}
		}
		h.sendFactInFirstPerson("The user likes figs.", "[]")
		h.clock.advance(time.Hour)
		before := h.stateSnapshot()
		ds := h.sendFactInFirstPerson("The user likes tea.", "[]")
		if by == memory.ActorUser {
			if got := h.activeContents(); len(got) != 1 || got[0] != "The user likes figs." {
				t.Errorf("what the user put aside came back: %q", got)
			}
			continue
		}
		if got := h.activeContents(); len(got) != 1 || got[0] != "The user likes tea." || len(ds) != 2 {
			t.Fatalf("in use %q, %+v", got, ds)
		}
		for _, d := range ds { // newest first: the eviction, then the restoration
			if d.OldID != 0 || d.Candidate != "" || d.MemoryID == 0 {
				t.Errorf("decision %+v", d)
			}
			if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), d.ID); err != nil {
				t.Fatal(err)
			}
		}
		m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
		if err != nil || m.Status != memory.StatusArchived {
			t.Fatalf("%+v, %v", m, err)
		}
		if after := h.stateSnapshot(); after != before {
			t.Errorf("after undo\n%s\nwant\n%s", after, before)
		}
	}
}

func TestSource001_CapacityCountsEachChatForItself(t *testing.T) {
	h := newStandardHarness(t)
	learn := func(chat memory.Chat, fact, said string) {
		h.clock.advance(time.Hour)
		h.setExtractionAndReconcileReplies(`[{"fact": "`+fact+`"}]`, "[]")
		h.sendAndLearn(chat, said)
	}
	learn(h.newChat(), "The user is called Ana.", "I am called Ana")
	for k, v := range map[string]string{"capacity.max_entries": "2", "capacity.order": "oldest", "scope": "thread"} {
		if err := h.SetAndStoreSetting(h.ctx(), k, v); err != nil {
			t.Fatal(err)
		}
	}
	quiet, busy := h.newChat(), h.newChat()
	h.addSummaries(busy, 1, 5) // summaries never count
	other, err := h.CreateProfile(h.ctx(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Bo rows.", "Bo climbs.", "Bo paints."} { // nor do those of others
		if _, err := h.Session(other.ID, memory.ActorUser).AddMemory(h.ctx(), memory.NewMemory{Content: text}); err != nil {
			t.Fatal(err)
		}
	}
	learn(quiet, "The user likes tea.", "I like tea")
	learn(busy, "The user saw a film.", "I saw a film")
	learn(busy, "The user plays chess.", "I play chess")
	if got := h.memoriesWithStatus(memory.StatusArchived); len(got) != 0 {
		t.Fatalf("archived %+v, and no chat is over its limit", got)
	}
	learn(busy, "The user has a boat.", "I have a boat")
	got := h.memoriesWithStatus(memory.StatusArchived)
	if len(got) != 1 || got[0].Content != "The user saw a film." {
		t.Errorf("archived %+v, want the oldest of the busy chat", got)
	}
	if err := h.SetAndStoreSetting(h.ctx(), "scope", "global"); err != nil {
		t.Fatal(err)
	}
	learn(quiet, "The user has a dog.", "I have a dog")
	learn(busy, "The user has a kite.", "I have a kite")
	got = h.memoriesWithStatus(memory.StatusArchived)
	if len(got) != 2 || !slices.ContainsFunc(got, func(m memory.Memory) bool {
		return m.Content == "The user is called Ana."
	}) {
		t.Errorf("archived %+v, want also the oldest of all chats", got)
	}
}
