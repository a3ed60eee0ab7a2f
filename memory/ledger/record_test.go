package ledger

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"memoir/memory"
)

func TestDecisionSummarisesItsChanges(t *testing.T) {
	old, edited, added := memory.Memory{ID: 1, Content: "a"}, memory.Memory{ID: 1, Content: "b"}, memory.Memory{ID: 2}
	for name, c := range map[string]struct {
		decision      memory.Decision
		memoryID      memory.ID
		before, after *memory.Memory
	}{
		"nothing changed": {},
		"added":           {memory.Decision{Changes: []memory.Change{{MemoryID: 2, After: &added}}}, 2, nil, &added},
		"removed":         {memory.Decision{Changes: []memory.Change{{MemoryID: 1, Before: &old}}}, 1, &old, nil},
		"edited": {
			memory.Decision{Changes: []memory.Change{{MemoryID: 1, Before: &old, After: &edited}}}, 1, &old, &edited,
		},
		"replaced, about the new one": {
			memory.Decision{MemoryID: 2, Changes: []memory.Change{
				{MemoryID: 2, After: &added}, {MemoryID: 1, Before: &old, After: &edited},
			}},
			2, &old, &added,
		},
		"replaced, about the first": {
			memory.Decision{Changes: []memory.Change{
				{MemoryID: 1, Before: &old, After: &edited}, {MemoryID: 2, After: &added},
			}},
			1, &old, &edited,
		},
		"changed twice": {
			memory.Decision{Changes: []memory.Change{
				{MemoryID: 1, Before: &old, After: &added}, {MemoryID: 1, Before: &added, After: &edited},
			}},
			1, &old, &edited,
		},
		"ignored, but counted as a use": {
			memory.Decision{Action: memory.ActionIgnore, Changes: []memory.Change{
				{MemoryID: 1, Before: &old, After: &edited},
			}},
			0, nil, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			d := c.decision
			d.ProfileID, d.Actor, d.CreatedAt = 1, memory.ActorUser, noon
			if d.Action == "" {
				d.Action = memory.ActionUpdate
			}
			got, err := inTx(
				h, func(tx memory.Store) (memory.Decision, error) {
					return RecordDecisionAndCleanDerivedTexts(t.Context(), tx, d)
				},
			)
			h.failOnError(err)
			if got.ID == 0 || got.MemoryID != c.memoryID || got.Before != c.before || got.After != c.after {
				t.Errorf("got %+v", got)
			}
			if stored := h.loadDecision(got.ID); stored.MemoryID != c.memoryID || len(stored.Changes) != len(d.Changes) {
				t.Errorf("stored %+v", stored)
			}
		})
	}
}

func TestChangeOfAMemoryNamesItsRows(t *testing.T) {
	h := newHarness(t)
	m, d := h.addMemoryWithDecision("The user has a cat.", memory.Decision{})
	if m.ID == 0 || len(d.Changes) != 1 || d.Changes[0].MemoryID != m.ID || d.Changes[0].Before != nil {
		t.Errorf("added: %+v", d.Changes)
	}
	edited, d := h.editMemoryTextAsUser(m, "The user has two cats.")
	if edited.ID != m.ID || len(d.Changes) != 1 || d.Before.Content != m.Content || d.After.Content != edited.Content {
		t.Errorf("edited: %+v", d.Changes)
	}
}

func TestChangeOfASharedMemoryNamesBothRows(t *testing.T) {
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("The user has a cat.", memory.Decision{})
	shared := m
	shared.ProfileID = h.addProfile()
	_, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(t.Context(), shared)
	h.failOnError(err)

	edited, d := h.editMemoryTextAsUser(m, "The user has two cats.")
	if edited.ID == m.ID || len(d.Changes) != 2 {
		t.Fatalf("edited %d as %d: %+v", m.ID, edited.ID, d.Changes)
	}
	gone, made := d.Changes[0], d.Changes[1]
	if gone.MemoryID != m.ID || gone.After != nil || made.MemoryID != edited.ID || made.Before != nil {
		t.Errorf("changes: %+v", d.Changes)
	}
	h.undoDecisionOrFail(d.ID)
	if got := h.loadMemory(m.ID).Content; got != m.Content {
		t.Errorf("after the undo: %q", got)
	}
	if _, err := h.db.MemoryStore().Get(t.Context(), 1, edited.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the copy is still there: %v", err)
	}
}

func TestSupersededMemoryEndsWhenTheNewOneBegins(t *testing.T) {
	for begin, want := range map[memory.NullText]memory.NullText{"2026-04": "2026-04", "": "2026-05-03"} {
		h := newHarness(t)
		stale, _ := h.addMemoryWithDecision("The user lives in Rome.", memory.Decision{})
		old, _ := h.editMemoryTextAsUser(stale, "The user lives in Rome, Italy.")
		by, _ := h.addMemoryWithDecision("The user lives in Lisbon.", memory.Decision{})
		by.ValidFrom = begin
		c, err := inTx(h, func(tx memory.Store) (memory.Change, error) {
			return MarkMemorySuperseded(t.Context(), tx,
				stale, by)
		})
		h.failOnError(err)
		got := h.loadMemory(old.ID)
		if got.SupersededBy != by.ID || got.ValidTo != want || got.Content != old.Content {
			t.Errorf("begun %q: %+v", begin, got)
		}
		if c.MemoryID != old.ID || c.Before.SupersededBy != 0 || !reflect.DeepEqual(*c.After, got) {
			t.Errorf("change: %+v", c)
		}
	}
}

func TestMemoryThatIsGoneIsNotSuperseded(t *testing.T) {
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("The user lives in Lisbon.", memory.Decision{})
	for name, old := range map[string]memory.Memory{
		"unknown": {ProfileID: 1, ID: 99}, "of another profile": {ProfileID: h.addProfile(), ID: m.ID},
	} {
		_, err := inTx(h, func(tx memory.Store) (memory.Change, error) {
			return MarkMemorySuperseded(t.Context(), tx,
				old, m)
		})
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFailuresOfTheStoreAreReported(t *testing.T) {
	h := newHarness(t)
	m, d := h.addMemoryWithDecision("The user has a cat.", memory.Decision{Actor: memory.ActorExtractor})
	used := h.countMemoryUseWithDecision(m.ID, noon)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	store, all := memory.Store(h.db), memory.DecisionFilter{ProfileID: 1}
	for name, err := range map[string]error{
		"Record":                errorOfTwoResults(RecordDecisionAndCleanDerivedTexts(ctx, store, d)),
		"Supersede":             errorOfTwoResults(MarkMemorySuperseded(ctx, store, m, m)),
		"PutMemory":             errorOfThreeResults(PutMemoryReturningChanges(ctx, store, nil, m)),
		"Undo":                  errorOfTwoResults(UndoDecision(ctx, store, noon, memory.ActorUser, d)),
		"Undo of a counted use": errorOfTwoResults(UndoDecision(ctx, store, noon, memory.ActorUser, used)),
		"UndoAll": errorOfTwoResults(UndoDecisionsByID(
			ctx, store, noon, 1, memory.ActorUser, []memory.ID{d.ID},
		)),
		"UndoMatching":  errorOfTwoResults(UndoMatchingDecisions(ctx, store, noon, memory.ActorUser, all)),
		"UndoLearnedIn": errorOfTwoResults(UndoExtractionsInChatSkippingConflicts(ctx, store, noon, 1, 1)),
		"CheckUndoable": CheckDecisionUndoable(ctx, store, d),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := h.loadMemory(m.ID); got.UseCount != 1 || got.Content != m.Content {
		t.Errorf("changed: %+v", got)
	}
}

func errorOfTwoResults[A any](_ A, err error) error { return err }

func errorOfThreeResults[A, B any](_ A, _ B, err error) error { return err }
