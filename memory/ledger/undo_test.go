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
	m, added := h.add("Cat.", memory.Decision{Actor: memory.ActorExtractor, RunID: "run", ChatID: chat})
	_, edited := h.edit(m, "Dog.")
	undo := h.mustUndo(edited.ID)
	if h.contents() != "Cat." || h.decision(edited.ID).UndoneBy != undo.ID {
		t.Errorf("contents %q, %+v", h.contents(), h.decision(edited.ID))
	}
	undoneAdd := h.mustUndo(added.ID)
	if h.contents() != "" {
		t.Errorf("contents %q", h.contents())
	}
	want := memory.Decision{
		ID: undoneAdd.ID, CreatedAt: noon.Add(time.Hour), RunID: "run", ProfileID: 1, ChatID: chat,
		Action: memory.ActionRestore, Actor: memory.ActorAPI, MemoryID: m.ID, UndoOf: added.ID,
	}
	got := h.decision(undoneAdd.ID)
	if got.Before == nil || got.Before.Content != "Cat." || got.After != nil {
		t.Errorf("the undo says %+v", got)
	}
	got.Changes, got.Before, got.Scores = nil, nil, nil
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("the undo is\n%+v, want\n%+v", got, want)
	}

	redo := h.mustUndo(undoneAdd.ID)
	if h.contents() != "Cat." || h.decision(added.ID).UndoneBy != 0 || h.decision(undoneAdd.ID).UndoneBy != redo.ID {
		t.Errorf("contents %q, %+v", h.contents(), h.decision(added.ID))
	}
	h.mustUndo(redo.ID) // undoes the first decision once more
	if h.contents() != "" || h.decision(added.ID).UndoneBy != undoneAdd.ID || h.decision(undoneAdd.ID).UndoneBy != 0 {
		t.Errorf("contents %q, %+v", h.contents(), h.decision(added.ID))
	}
}

func TestUndoRevertsTheChangesBackwards(t *testing.T) {
	h := newHarness(t)
	old, _ := h.add("Rome.", memory.Decision{})
	by, _ := h.add("Lisbon.", memory.Decision{})
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
	h.must(err)
	h.mustUndo(replaced.ID)
	if got := h.load(old.ID); got.Content != "Rome." || got.SupersededBy != 0 || got.ValidTo != "" {
		t.Errorf("after the undo: %+v", got)
	}
}

func TestUndoKeepsTheUsesCountedSince(t *testing.T) {
	h := newHarness(t)
	m, _ := h.add("Cat.", memory.Decision{})
	_, edited := h.edit(m, "Dog.")
	h.must(h.db.Memories().IncrementUseCounts(t.Context(), 1, noon, []memory.ID{m.ID}))
	undo := h.mustUndo(edited.ID)
	if got := h.load(m.ID); got.Content != "Cat." || got.UseCount != 1 || !got.LastUsedAt.Equal(noon) {
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
			return d.ID, h.mustUndo(d.ID).ID
		}, alreadyUndone},
		"changed nothing": {func(h *harness, _ memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			d.Changes, d.ID, d.Action, d.MemoryID = nil, 0, memory.ActionIgnore, 0
			id, err := h.db.Decisions().Append(h.Context(), d)
			h.must(err)
			return id, id
		}, nothingToUndo},
		"erased": {func(h *harness, _ memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			d.ID, d.Action = 0, memory.ActionErase
			id, err := h.db.Decisions().Append(h.Context(), d)
			h.must(err)
			return id, id
		}, nothingToUndo},
		"a later edit": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			_, edited := h.edit(m, "Dog.")
			return d.ID, edited.ID
		}, laterFirst},
		"a later erasure": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			id, err := h.db.Decisions().Append(h.Context(), memory.Decision{
				ProfileID: 1, CreatedAt: noon, Action: memory.ActionErase, Actor: memory.ActorUser, MemoryID: m.ID,
			})
			h.must(err)
			return d.ID, id
		}, laterFirst},
		"a redone edit": {func(h *harness, m memory.Memory, d memory.Decision) (memory.ID, memory.ID) {
			_, edited := h.edit(m, "Dog.")
			h.mustUndo(h.mustUndo(edited.ID).ID)
			return d.ID, edited.ID
		}, laterFirst},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			m, d := h.add("Cat.", memory.Decision{})
			id, named := c.prepare(h, m, d)
			before := h.contents()
			_, err := h.undo(id)
			h.wantConflict(err, named, c.problem)
			if h.contents() != before {
				t.Errorf("contents %q", h.contents())
			}
		})
	}
}

func TestWhatDoesNotBlockAnUndo(t *testing.T) {
	for name, later := range map[string]func(h *harness, m memory.Memory){
		"an undone edit": func(h *harness, m memory.Memory) {
			_, edited := h.edit(m, "Dog.")
			h.mustUndo(edited.ID)
		},
		"a repetition":        func(h *harness, m memory.Memory) { h.use(m.ID, noon) },
		"a change of another": func(h *harness, _ memory.Memory) { h.add("Dog.", memory.Decision{}) },
		"an ignored candidate": func(h *harness, m memory.Memory) {
			_, err := h.db.Decisions().Append(h.Context(), memory.Decision{
				ProfileID: 1, CreatedAt: noon, Action: memory.ActionIgnore, Actor: memory.ActorExtractor, OldID: m.ID,
			})
			h.must(err)
		},
	} {
		h := newHarness(t)
		m, d := h.add("Cat.", memory.Decision{})
		later(h, m)
		if _, err := h.undo(d.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCountedUsesAreUndoneInAnyOrder(t *testing.T) {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	h := newHarness(t)
	m, _ := h.add("Cat.", memory.Decision{})
	first, second, third := h.use(m.ID, at(1)), h.use(m.ID, at(2)), h.use(m.ID, at(3))
	want := func(when string, count int, last time.Time) {
		t.Helper()
		if got := h.load(m.ID); got.UseCount != count || !got.LastUsedAt.Equal(last) {
			t.Errorf("%s: used %d times, last %v; want %d, %v", when, got.UseCount, got.LastUsedAt, count, last)
		}
	}
	undoneSecond := h.mustUndo(second.ID)
	want("without the second", 2, at(3))
	undoneThird := h.mustUndo(third.ID)
	want("without the last two", 1, at(1))
	h.mustUndo(undoneSecond.ID)
	want("with the second again", 2, at(2))
	h.mustUndo(undoneThird.ID)
	want("with all again", 3, at(3))
	undoneFirst := h.mustUndo(first.ID)
	want("without the first", 2, at(3))
	h.mustUndo(undoneFirst.ID)
	want("with the first again", 3, at(3))
}

func TestUseIsUndoneDespiteALaterEdit(t *testing.T) {
	h := newHarness(t)
	m, _ := h.add("Cat.", memory.Decision{})
	used := h.use(m.ID, noon)
	h.edit(h.load(m.ID), "Dog.")
	h.mustUndo(used.ID)
	if got := h.load(m.ID); got.Content != "Dog." || got.UseCount != 0 || !got.LastUsedAt.IsZero() {
		t.Errorf("after the undo: %+v", got)
	}
}

func TestUseOfARemovedMemoryIsUndoneWithoutAWord(t *testing.T) {
	h := newHarness(t)
	m, added := h.add("Cat.", memory.Decision{})
	used := h.use(m.ID, noon)
	h.mustUndo(added.ID)
	h.mustUndo(used.ID)
	if h.contents() != "" || h.decision(used.ID).UndoneBy == 0 {
		t.Errorf("contents %q, %+v", h.contents(), h.decision(used.ID))
	}
}

func TestUsesNeverFallBelowZero(t *testing.T) {
	h := newHarness(t)
	m, _ := h.add("Cat.", memory.Decision{})
	used := h.use(m.ID, noon)
	reset := h.load(m.ID)
	reset.UseCount = 0
	_, err := h.db.Memories().UpsertCopyingShared(t.Context(), reset)
	h.must(err)
	h.mustUndo(used.ID)
	if got := h.load(m.ID).UseCount; got != 0 {
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
	m, added := h.add("Cat.", memory.Decision{RunID: "run"})
	_, edited := h.edit(m, "Dog.")
	other, _ := h.add("Fish.", memory.Decision{RunID: "other"})
	h.mustUndo(h.mustUndo(edited.ID).ID) // an undo and a redo are no decisions in effect
	_, err := h.db.Decisions().Append(t.Context(), memory.Decision{
		ProfileID: 1, CreatedAt: noon, Action: memory.ActionErase, Actor: memory.ActorUser, MemoryID: 77,
	})
	h.must(err)

	_, err = h.undoMatching(memory.DecisionFilter{RunID: "run"})
	h.wantConflict(err, edited.ID, laterFirst)
	if want := fmt.Sprintf("decision %d: ", added.ID); err.Error()[:len(want)] != want {
		t.Errorf("the error is %q", err)
	}
	done, err := h.undoMatching(memory.DecisionFilter{MemoryID: m.ID, Limit: 1, BeforeID: added.ID})
	h.must(err)
	if got := undoneIDs(done); got != fmt.Sprint([]memory.ID{edited.ID, added.ID}) || h.contents() != other.Content {
		t.Errorf("undone %s, contents %q", got, h.contents())
	}
	if done, err = h.undoMatching(memory.DecisionFilter{MemoryID: m.ID}); err != nil || len(done) != 0 {
		t.Errorf("a second time: %v, %v", done, err)
	}
	if done, err = h.undoMatching(memory.DecisionFilter{}); err != nil || len(done) != 1 || h.contents() != "" {
		t.Errorf("everything: %v, %v, contents %q", done, err, h.contents())
	}
}

func TestRefusalLeavesTheWholeSelection(t *testing.T) {
	h := newHarness(t)
	m, added := h.add("Cat.", memory.Decision{RunID: "run"})
	_, second := h.add("Fish.", memory.Decision{RunID: "run"})
	_, edited := h.edit(m, "Dog.")
	if _, err := h.undoMatching(memory.DecisionFilter{RunID: "run"}); !errors.Is(err, memory.ErrConflict) {
		t.Fatalf("got %v", err)
	}
	if h.contents() != "Dog. Fish." || h.decision(second.ID).UndoneBy != 0 {
		t.Errorf("contents %q", h.contents())
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
	if h.contents() != "Dog. Fish." {
		t.Errorf("contents %q", h.contents())
	}
	done, err := undoAll(added.ID, edited.ID, added.ID)
	h.must(err)
	if got := undoneIDs(done); got != fmt.Sprint([]memory.ID{edited.ID, added.ID}) || h.contents() != "Fish." {
		t.Errorf("undone %s, contents %q", got, h.contents())
	}
}

func TestWhatWasLearnedInAChatIsUndone(t *testing.T) {
	h := newHarness(t)
	chat := h.addChat()
	learned := memory.Decision{Actor: memory.ActorExtractor, ChatID: chat}
	_, first := h.add("Cat.", learned)
	edited, second := h.add("Dog.", learned)
	h.edit(edited, "Wolf.")
	h.add("Fish.", memory.Decision{ChatID: chat})
	h.add("Bird.", memory.Decision{Actor: memory.ActorExtractor, ChatID: h.addChat()})
	_, third := h.add("Ant.", learned)
	_, err := inTx(h, func(tx memory.Store) (memory.Decision, error) { // as reconciling does
		return UndoDecision(t.Context(), tx, noon, memory.ActorExtractor, third)
	})
	h.must(err)
	_, err = h.db.Decisions().Append(t.Context(), memory.Decision{
		ProfileID: 1, CreatedAt: noon, Action: memory.ActionIgnore, Actor: memory.ActorExtractor, ChatID: chat,
	})
	h.must(err)

	undos, err := inTx(h, func(tx memory.Store) ([]memory.Decision, error) {
		return UndoExtractionsInChat(t.Context(), tx, noon, 1, chat)
	})
	h.must(err)
	if len(undos) != 1 || undos[0].Changes[0].Before.Content != "Cat." || undos[0].Changes[0].After != nil {
		t.Errorf("undos: %+v", undos)
	}
	if h.contents() != "Wolf. Fish. Bird." {
		t.Errorf("contents %q", h.contents())
	}
	undo := h.decision(h.decision(first.ID).UndoneBy)
	if undo.Actor != memory.ActorUser || h.decision(second.ID).UndoneBy != 0 {
		t.Errorf("undone by %+v", undo)
	}
}
