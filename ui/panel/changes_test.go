package panel

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestChangeOffersUndoOfItsOwnLedgerRow(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemory("Tea.")
	d.panel.changes.applyAction(m.ID, forgetAction())
	toast := d.WaitForToast("Forgotten")
	if toast.ActionLabel != "Undo" || !toast.InPanel || d.LoadMemory(m.ID).Status != memory.StatusForgotten {
		t.Fatalf("%+v of %+v", toast, d.LoadMemory(m.ID))
	}
	toast.Action()
	d.WaitForToast("Undone")
	if d.LoadMemory(m.ID).Status != memory.StatusActive || d.panel.UndoLast() {
		t.Error("the undo did not work, or can be done again")
	}
}

func TestChangeThatChangesNothingOffersNoUndo(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemory("Tea.")
	d.panel.changes.applyAction(m.ID, newPatchAction("Keep", "Kept", activatePatch()))
	d.WaitForLoad("the list")
	if len(d.Toasts) != 0 || d.panel.UndoLast() {
		t.Errorf("offered to undo that the memory was added: %+v", d.Toasts)
	}
}

func TestRefusedChangeSaysWhyAndOffersNoUndo(t *testing.T) {
	d := newHarness(t)
	d.panel.changes.applyAction(99, forgetAction())
	if toast := d.WaitForToast(""); !toast.IsError || toast.ActionLabel != "" {
		t.Errorf("the toast is %+v", toast)
	}
	d.WaitForLoad("the list again")
	if d.panel.UndoLast() {
		t.Error("there is something to undo")
	}
}

func TestGroupDecisionStopsAtTheFirstRefusal(t *testing.T) {
	d := newHarness(t)
	a, b := d.ExtractedFact("Tea."), d.ExtractedFact("Milk.")
	putInInbox(&a)
	putInInbox(&b)
	a, b = d.InsertMemory(a), d.InsertMemory(b)
	d.panel.changes.decideGroup([]memory.Memory{a, {ID: 99}, b}, groupDecisions()[0])
	if toast := d.WaitForToast(""); !toast.IsError {
		t.Errorf("the toast is %+v", toast)
	}
	if d.LoadMemory(a.ID).Status != memory.StatusActive || d.LoadMemory(b.ID).Status != memory.StatusInbox {
		t.Error("the decision did not go up to the refusal")
	}
	if len(d.Toasts) != 0 || d.panel.UndoLast() {
		t.Errorf("half a decision can be undone: %+v", d.Toasts)
	}
}

func TestUndoThatALaterChangePreventsIsExplained(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemory("Tea.")
	d.panel.changes.applyAction(m.ID, forgetAction())
	d.WaitForToast("Forgotten")
	active := memory.StatusActive
	if _, err := d.Env.Session.UpdateMemory(t.Context(), m.ID, memory.MemoryPatch{Status: &active}); err != nil {
		t.Fatal(err)
	}
	if !d.panel.UndoLast() {
		t.Fatal("nothing to undo")
	}
	toast := d.WaitForToast("Nothing was undone")
	if toast.ActionLabel != "Show change" || !toast.IsError {
		t.Errorf("the toast is %+v", toast)
	}
	toast.Action()
	d.RunUntil("the ledger", func() bool { return strings.Contains(d.VisibleText(), "You restored it") })
	if d.panel.UndoLast() {
		t.Error("what cannot be undone is tried again")
	}
	d.panel.changes.undoDecisions(99)
	if toast := d.WaitForToast(""); !toast.IsError {
		t.Errorf("a decision that is gone: %+v", toast)
	}
}
