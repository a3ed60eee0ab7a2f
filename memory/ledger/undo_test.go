package ledger

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"memoir/memory"
)

const (
	alreadyUndone = "this has already been undone"
	nothingToUndo = "there is nothing to undo"
	laterFirst    = "a later change to the same memory must be undone first"
)

func TestUndoRestoresAndRedoRepeats(t *testing.T) {
	h := newHarness(t)
	chat := h.addChat()
	m, added := h.addMemoryWithDecision("Cat.", memory.Decision{Actor: memory.ActorExtractor, RunID: "run", ChatID: chat})
	_, edited := h.editMemoryTextAsUser(m, "Dog.")
	undo := h.undoDecisionOrFail(edited.ID)
	if h.joinMemoryTexts() != "Cat." || h.loadDecision(edited.ID).UndoneBy != undo.ID {
		t.Errorf("contents %q, %+v", h.joinMemoryTexts(), h.loadDecision(edited.ID))
	}
	undoneAdd := h.undoDecisionOrFail(added.ID)
	if h.joinMemoryTexts() != "" {
		t.Errorf("contents %q", h.joinMemoryTexts())
	}
	want := memory.Decision{
		ID: undoneAdd.ID, CreatedAt: noon.Add(time.Hour), RunID: "run", ProfileID: 1, ChatID: chat,
		Action: memory.ActionRestore, Actor: memory.ActorAPI, MemoryID: m.ID, UndoOf: added.ID,
	}
	got := h.loadDecision(undoneAdd.ID)
	if got.Before == nil || got.Before.Content != "Cat." || got.After != nil {
		t.Errorf("the undo says %+v", got)
	}
	got.Changes, got.Before, got.Scores = nil, nil, nil
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("the undo is\n%+v, want\n%+v", got, want)
	}

	redo := h.undoDecisionOrFail(undoneAdd.ID)
	if h.joinMemoryTexts() != "Cat." || h.loadDecision(added.ID).UndoneBy != 0 ||
		h.loadDecision(undoneAdd.ID).UndoneBy != redo.ID {
		t.Errorf("contents %q, %+v", h.joinMemoryTexts(), h.loadDecision(added.ID))
	}
	h.undoDecisionOrFail(redo.ID) // undoes the first decision once more
	if h.joinMemoryTexts() != "" || h.loadDecision(added.ID).UndoneBy != undoneAdd.ID ||
		h.loadDecision(undoneAdd.ID).UndoneBy != 0 {
		t.Errorf("contents %q, %+v", h.joinMemoryTexts(), h.loadDecision(added.ID))
	}
}

func TestUndoRevertsTheChangesBackwards(t *testing.T) {
	h := newHarness(t)
	old, _ := h.addMemoryWithDecision("Rome.", memory.Decision{})
	by, _ := h.addMemoryWithDecision("Lisbon.", memory.Decision{})
	replaced, err := inTx(h, func(tx memory.Store) (memory.Decision, error) {
		first, err := MarkMemorySuperseded(t.Context(), tx, old, by)
		if err != nil {
			return memory.Decision{}, err
		}
		edited := *first.After
		edited.Content = "Roma."
		changes, _, err := PutMemoryReturningChanges(t.Context(), tx, first.After, edited)
		if err != nil {
			return memory.Decision{}, err
		}
		return RecordDecisionAndCleanDerivedTexts(t.Context(), tx, memory.Decision{
			CreatedAt: noon, ProfileID: 1, Action: memory.ActionReplace, Actor: memory.ActorUser,
			Changes: append([]memory.Change{first}, changes...),
		})
	})
	h.failOnError(err)
	h.undoDecisionOrFail(replaced.ID)
	if got := h.loadMemory(old.ID); got.Content != "Rome." || got.SupersededBy != 0 || got.ValidTo != "" {
		t.Errorf("after the undo: %+v", got)
	}
}

func TestUndoKeepsTheUsesCountedSince(t *testing.T) {
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("Cat.", memory.Decision{})
	_, edited := h.editMemoryTextAsUser(m, "Dog.")
	h.failOnError(h.db.MemoryStore().IncrementUseCountsAndSetLastUsed(t.Context(), 1, noon, []memory.ID{m.ID}))
	undo := h.undoDecisionOrFail(edited.ID)
	if got := h.loadMemory(m.ID); got.Content != "Cat." || got.UseCount != 1 || !got.LastUsedAt.Equal(noon) {
		t.Errorf("after the undo: %+v", got)
	}
	if undo.Before.UseCount != 1 || undo.After.UseCount != 1 {
		t.Errorf("the undo says %+v, then %+v", undo.Before, undo.After)
	}
}

func TestRefusedUndoNamesTheDecision(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(h *harness, m memory.Memory, d memory.Decision) (undo, named memory.ID)
		problem string
	}{
		"already undone": {func(h *harness, _ memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			return d.ID, h.undoDecisionOrFail(d.ID).ID
		}, alreadyUndone},
		"changed nothing": {func(h *harness, _ memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			d.Changes, d.ID, d.Action, d.MemoryID = nil, 0, memory.ActionIgnore, 0
			id, err := h.db.DecisionStore().Append(h.Context(), d)
			h.failOnError(err)
			return id, id
		}, nothingToUndo},
		"erased": {func(h *harness, _ memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			d.ID, d.Action = 0, memory.ActionErase
			id, err := h.db.DecisionStore().Append(h.Context(), d)
			h.failOnError(err)
			return id, id
		}, nothingToUndo},
		"a later edit": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			_, edited := h.editMemoryTextAsUser(m, "Dog.")
			return d.ID, edited.ID
		}, laterFirst},
		"a later erasure": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			id, err := h.db.DecisionStore().Append(h.Context(), memory.Decision{
				ProfileID: 1, CreatedAt: noon, Action: memory.ActionErase, Actor: memory.ActorUser, MemoryID: m.ID,
			})
			h.failOnError(err)
			return d.ID, id
		}, laterFirst},
		"a redone edit": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			_, edited := h.editMemoryTextAsUser(m, "Dog.")
			h.undoDecisionOrFail(h.undoDecisionOrFail(edited.ID).ID)
			return d.ID, edited.ID
		}, laterFirst},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			m, d := h.addMemoryWithDecision("Cat.", memory.Decision{})
			id, named := c.prepare(h, m, d)
			before := h.joinMemoryTexts()
			_, err := h.undoDecisionAsAPI(id)
			h.wantConflict(err, named, c.problem)
			if h.joinMemoryTexts() != before {
				t.Errorf("contents %q", h.joinMemoryTexts())
			}
		})
	}
}

func TestWhatDoesNotBlockAnUndo(t *testing.T) {
	for name, later := range map[string]func(h *harness, m memory.Memory){
		"an undone edit": func(h *harness, m memory.Memory) {
			_, edited := h.editMemoryTextAsUser(m, "Dog.")
			h.undoDecisionOrFail(edited.ID)
		},
		"a repetition":        func(h *harness, m memory.Memory) { h.countMemoryUseWithDecision(m.ID, noon) },
		"a change of another": func(h *harness, _ memory.Memory) { h.addMemoryWithDecision("Dog.", memory.Decision{}) },
		"an ignored candidate": func(h *harness, m memory.Memory) {
			_, err := h.db.DecisionStore().Append(h.Context(), memory.Decision{
				ProfileID: 1, CreatedAt: noon, Action: memory.ActionIgnore, Actor: memory.ActorExtractor, OldID: m.ID,
			})
			h.failOnError(err)
		},
	} {
		h := newHarness(t)
		m, d := h.addMemoryWithDecision("Cat.", memory.Decision{})
		later(h, m)
		if _, err := h.undoDecisionAsAPI(d.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCountedUsesAreUndoneInAnyOrder(t *testing.T) {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("Cat.", memory.Decision{})
	first := h.countMemoryUseWithDecision(m.ID, at(1))
	second := h.countMemoryUseWithDecision(m.ID, at(2))
	third := h.countMemoryUseWithDecision(m.ID, at(3))
	want := func(when string, count int, last time.Time) {
		t.Helper()
		if got := h.loadMemory(m.ID); got.UseCount != count || !got.LastUsedAt.Equal(last) {
			t.Errorf("%s: used %d times, last %v; want %d, %v", when, got.UseCount, got.LastUsedAt, count, last)
		}
	}
	undoneSecond := h.undoDecisionOrFail(second.ID)
	want("without the second", 2, at(3))
	undoneThird := h.undoDecisionOrFail(third.ID)
	want("without the last two", 1, at(1))
	h.undoDecisionOrFail(undoneSecond.ID)
	want("with the second again", 2, at(2))
	h.undoDecisionOrFail(undoneThird.ID)
	want("with all again", 3, at(3))
	undoneFirst := h.undoDecisionOrFail(first.ID)
	want("without the first", 2, at(3))
	h.undoDecisionOrFail(undoneFirst.ID)
	want("with the first again", 3, at(3))
}

func TestUseIsUndoneDespiteALaterEdit(t *testing.T) {
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("Cat.", memory.Decision{})
	used := h.countMemoryUseWithDecision(m.ID, noon)
	h.editMemoryTextAsUser(h.loadMemory(m.ID), "Dog.")
	h.undoDecisionOrFail(used.ID)
	if got := h.loadMemory(m.ID); got.Content != "Dog." || got.UseCount != 0 || !got.LastUsedAt.IsZero() {
		t.Errorf("after the undo: %+v", got)
	}
}

func TestUseOfARemovedMemoryIsUndoneWithoutAWord(t *testing.T) {
	h := newHarness(t)
	m, added := h.addMemoryWithDecision("Cat.", memory.Decision{})
	used := h.countMemoryUseWithDecision(m.ID, noon)
	h.undoDecisionOrFail(added.ID)
	h.undoDecisionOrFail(used.ID)
	if h.joinMemoryTexts() != "" || h.loadDecision(used.ID).UndoneBy == 0 {
		t.Errorf("contents %q, %+v", h.joinMemoryTexts(), h.loadDecision(used.ID))
	}
}

func TestUsesNeverFallBelowZero(t *testing.T) {
	h := newHarness(t)
	m, _ := h.addMemoryWithDecision("Cat.", memory.Decision{})
	used := h.countMemoryUseWithDecision(m.ID, noon)
	reset := h.loadMemory(m.ID)
	reset.UseCount = 0
	_, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(t.Context(), reset)
	h.failOnError(err)
	h.undoDecisionOrFail(used.ID)
	if got := h.loadMemory(m.ID).UseCount; got != 0 {
		t.Errorf("used %d times", got)
	}
}

// undoMatching runs UndoMatchingDecisions in a transaction.
func (h *harness) undoMatching(f memory.DecisionFilter) ([]memory.Decision, error) {
	f.ProfileID = 1
	return inTx(h, func(tx memory.Store) ([]memory.Decision, error) {
		return UndoMatchingDecisions(h.Context(), tx, noon, memory.ActorUser, f)
	})
}

func TestMatchingDecisionsAreUndoneNewestFirst(t *testing.T) {
	h := newHarness(t)
	m, added := h.addMemoryWithDecision("Cat.", memory.Decision{RunID: "run"})
	_, edited := h.editMemoryTextAsUser(m, "Dog.")
	other, _ := h.addMemoryWithDecision("Fish.", memory.Decision{RunID: "other"})
	h.undoDecisionOrFail(h.undoDecisionOrFail(edited.ID).ID) // an undo and a redo are no decisions in effect
	_, err := h.db.DecisionStore().Append(t.Context(), memory.Decision{
		ProfileID: 1, CreatedAt: noon, Action: memory.ActionErase, Actor: memory.ActorUser, MemoryID: 77,
	})
	h.failOnError(err)

	_, err = h.undoMatching(memory.DecisionFilter{RunID: "run"})
	h.wantConflict(err, edited.ID, laterFirst)
	if want := fmt.Sprintf("decision %d: ", added.ID); err.Error()[:len(want)] != want {
		t.Errorf("the error is %q", err)
	}
	done, err := h.undoMatching(memory.DecisionFilter{MemoryID: m.ID, Limit: 1, BeforeID: added.ID})
	h.failOnError(err)
	if got := formatIDsOfUndoneDecisions(done); got != fmt.Sprint([]memory.ID{edited.ID, added.ID}) ||
		h.joinMemoryTexts() != other.Content {
		t.Errorf("undone %s, contents %q", got, h.joinMemoryTexts())
	}
	if done, err = h.undoMatching(memory.DecisionFilter{MemoryID: m.ID}); err != nil || len(done) != 0 {
		t.Errorf("a second time: %v, %v", done, err)
	}
	if done, err = h.undoMatching(memory.DecisionFilter{}); err != nil || len(done) != 1 || h.joinMemoryTexts() != "" {
		t.Errorf("everything: %v, %v, contents %q", done, err, h.joinMemoryTexts())
	}
}

func TestRefusalLeavesTheWholeSelection(t *testing.T) {
	h := newHarness(t)
	m, added := h.addMemoryWithDecision("Cat.", memory.Decision{RunID: "run"})
	_, second := h.addMemoryWithDecision("Fish.", memory.Decision{RunID: "run"})
	_, edited := h.editMemoryTextAsUser(m, "Dog.")
	if _, err := h.undoMatching(memory.DecisionFilter{RunID: "run"}); !errors.Is(err, memory.ErrConflict) {
		t.Fatalf("got %v", err)
	}
	if h.joinMemoryTexts() != "Dog. Fish." || h.loadDecision(second.ID).UndoneBy != 0 {
		t.Errorf("contents %q", h.joinMemoryTexts())
	}
	undoAll := func(ids ...memory.ID) ([]memory.Decision, error) {
		return inTx(h, func(tx memory.Store) ([]memory.Decision, error) {
			return UndoDecisionsByID(t.Context(), tx, noon, 1, memory.ActorUser, ids)
		})
	}
	_, err := undoAll(added.ID, second.ID)
	h.wantConflict(err, edited.ID, laterFirst)
	if _, err = undoAll(second.ID, 99); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if h.joinMemoryTexts() != "Dog. Fish." {
		t.Errorf("contents %q", h.joinMemoryTexts())
	}
	done, err := undoAll(added.ID, edited.ID, added.ID)
	h.failOnError(err)
	if got := formatIDsOfUndoneDecisions(done); got != fmt.Sprint([]memory.ID{edited.ID, added.ID}) ||
		h.joinMemoryTexts() != "Fish." {
		t.Errorf("undone %s, contents %q", got, h.joinMemoryTexts())
	}
}

func TestWhatWasLearnedInAChatIsUndone(t *testing.T) {
	h := newHarness(t)
	chat := h.addChat()
	learned := memory.Decision{Actor: memory.ActorExtractor, ChatID: chat}
	_, first := h.addMemoryWithDecision("Cat.", learned)
	edited, second := h.addMemoryWithDecision("Dog.", learned)
	h.editMemoryTextAsUser(edited, "Wolf.")
	h.addMemoryWithDecision("Fish.", memory.Decision{ChatID: chat})
	h.addMemoryWithDecision("Bird.", memory.Decision{Actor: memory.ActorExtractor, ChatID: h.addChat()})
	_, third := h.addMemoryWithDecision("Ant.", learned)
	_, err := inTx(h, func(tx memory.Store) (memory.Decision, error) { // as reconciling does
		return UndoDecision(t.Context(), tx, noon, memory.ActorExtractor, third)
	})
	h.failOnError(err)
	_, err = h.db.DecisionStore().Append(t.Context(), memory.Decision{
		ProfileID: 1, CreatedAt: noon, Action: memory.ActionIgnore, Actor: memory.ActorExtractor, ChatID: chat,
	})
	h.failOnError(err)

	undos, err := inTx(h, func(tx memory.Store) ([]memory.Decision, error) {
		return UndoExtractionsInChatSkippingConflicts(t.Context(), tx, noon, 1, chat)
	})
	h.failOnError(err)
	if len(undos) != 1 || undos[0].Changes[0].Before.Content != "Cat." || undos[0].Changes[0].After != nil {
		t.Errorf("undos: %+v", undos)
	}
	if h.joinMemoryTexts() != "Wolf. Fish. Bird." {
		t.Errorf("contents %q", h.joinMemoryTexts())
	}
	undo := h.loadDecision(h.loadDecision(first.ID).UndoneBy)
	if undo.Actor != memory.ActorUser || h.loadDecision(second.ID).UndoneBy != 0 {
		t.Errorf("undone by %+v", undo)
	}
}
