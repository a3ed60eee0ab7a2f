package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/storage"
	"memoir/storage/storagetest"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// harness is a real store with the ledger's functions run in transactions.
type harness struct {
	*testing.T
	db *storage.DB
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	t.Cleanup(func() {
		if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return &harness{t, db}
}

// failOnError fails the test on an error.
func (h *harness) failOnError(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// inTx runs fn in one transaction.
func inTx[T any](h *harness, fn func(tx memory.Store) (T, error)) (T, error) {
	h.Helper()
	var out T
	err := h.db.InTx(h.Context(), func(tx memory.Store) (err error) {
		out, err = fn(tx)
		return err
	})
	return out, err
}

// addProfile adds a second profile.
func (h *harness) addProfile() memory.ID {
	h.Helper()
	id, err := h.db.ProfileStore().Create(h.Context(), memory.Profile{Name: "second", CreatedAt: noon})
	h.failOnError(err)
	return id
}

// addChat adds a chat.
func (h *harness) addChat() memory.ID {
	h.Helper()
	id, err := h.db.ChatStore().Create(h.Context(), memory.Chat{
		ProfileID: 1, Title: "Cats", Memory: memory.MemoryOn, CreatedAt: noon, UpdatedAt: noon,
	})
	h.failOnError(err)
	return id
}

// addMemoryWithDecision stores a memory together with its decision.
func (h *harness) addMemoryWithDecision(text string, d memory.Decision) (memory.Memory, memory.Decision) {
	h.Helper()
	return h.putMemoryWithDecision(nil, memory.Memory{
		ProfileID: 1, Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypePersonal,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginManual, CreatedAt: noon, UpdatedAt: noon,
	}, d)
}

// editMemoryTextAsUser changes the text of a memory, as the user.
func (h *harness) editMemoryTextAsUser(m memory.Memory, text string) (memory.Memory, memory.Decision) {
	h.Helper()
	after := m
	after.Content = text
	return h.putMemoryWithDecision(&m, after, memory.Decision{Action: memory.ActionUpdate})
}

// putMemoryWithDecision writes a memory together with its decision, which is the user's unless d names another actor.
func (h *harness) putMemoryWithDecision(
	before *memory.Memory, after memory.Memory, d memory.Decision,
) (memory.Memory, memory.Decision) {
	h.Helper()
	d.CreatedAt, d.ProfileID = noon, after.ProfileID
	if d.Actor == "" {
		d.Actor = memory.ActorUser
	}
	if d.Action == "" {
		d.Action = memory.ActionAdd
	}
	d, err := inTx(h, func(tx memory.Store) (_ memory.Decision, err error) {
		if d.Changes, after, err = PutMemoryReturningChanges(h.Context(), tx, before, after); err != nil {
			return d, err
		}
		return RecordDecisionAndCleanDerivedTexts(h.Context(), tx, d)
	})
	h.failOnError(err)
	return after, d
}

// countMemoryUseWithDecision counts a use of a memory at a time, recorded as the repetition of a fact is.
func (h *harness) countMemoryUseWithDecision(id memory.ID, at time.Time) memory.Decision {
	h.Helper()
	before := h.loadMemory(id)
	after := before
	after.UseCount, after.LastUsedAt = before.UseCount+1, memory.NullTime{Time: at}
	_, d := h.putMemoryWithDecision(&before, after, memory.Decision{
		Action: memory.ActionIgnore, Actor: memory.ActorExtractor, OldID: id, Candidate: "The user has a cat.",
	})
	return d
}

// loadMemory reads a memory of the first profile.
func (h *harness) loadMemory(id memory.ID) memory.Memory {
	h.Helper()
	m, err := h.db.MemoryStore().Get(h.Context(), 1, id)
	h.failOnError(err)
	return m
}

// loadDecision reads a decision of the first profile.
func (h *harness) loadDecision(id memory.ID) memory.Decision {
	h.Helper()
	d, err := h.db.DecisionStore().Get(h.Context(), 1, id)
	h.failOnError(err)
	return d
}

// undoDecisionAsAPI undoes a decision as it stands in the ledger now.
func (h *harness) undoDecisionAsAPI(id memory.ID) (memory.Decision, error) {
	h.Helper()
	d := h.loadDecision(id)
	return inTx(h, func(tx memory.Store) (memory.Decision, error) {
		return UndoDecision(h.Context(), tx, noon.Add(time.Hour), memory.ActorAPI, d)
	})
}

// undoDecisionOrFail undoes a decision and returns the undo.
func (h *harness) undoDecisionOrFail(id memory.ID) memory.Decision {
	h.Helper()
	d, err := h.undoDecisionAsAPI(id)
	h.failOnError(err)
	return d
}

// joinMemoryTexts lists the texts of all memories of the first profile, oldest first.
func (h *harness) joinMemoryTexts() string {
	h.Helper()
	ms, err := h.db.MemoryStore().List(h.Context(), memory.MemoryFilter{ProfileID: 1, AnyScope: true})
	h.failOnError(err)
	out := make([]string, len(ms))
	for i, m := range ms {
		out[len(ms)-1-i] = m.Content
	}
	return strings.Join(out, " ")
}

// wantConflict fails unless err is a refusal that names a decision.
func (h *harness) wantConflict(err error, decision memory.ID, problem string) {
	h.Helper()
	var conflict *memory.ConflictError
	if !errors.As(err, &conflict) {
		h.Fatalf("got %v, want a conflict", err)
	}
	if conflict.Decision != decision || conflict.Problem != problem {
		h.Errorf("got %+v, want decision %d: %s", *conflict, decision, problem)
	}
}

// formatIDsOfUndoneDecisions lists what decisions undo.
func formatIDsOfUndoneDecisions(ds []memory.Decision) string {
	var out []memory.ID
	for _, d := range ds {
		out = append(out, d.UndoOf)
	}
	return fmt.Sprint(out)
}
