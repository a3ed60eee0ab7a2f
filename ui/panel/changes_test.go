package panel

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestChangeOffersUndoOfItsOwnLedgerRow(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("Tea.")
	d.panel.changes.updateMemoryWithActionOfferingUndo(m.ID, newForgetAction())
	toast := d.WaitForToastAndClearToasts("Forgotten")
	if toast.ActionLabel != "Undo" || !toast.InPanel || d.LoadMemory(m.ID).Status != memory.StatusForgotten {
		t.Fatalf("%+v of %+v", toast, d.LoadMemory(m.ID))
	}
	toast.Action()
	d.WaitForToastAndClearToasts("Undone")
	if d.LoadMemory(m.ID).Status != memory.StatusActive || d.panel.UndoNewestMemoryChangeIfAny() {
		t.Error("the undo did not work, or can be done again")
	}
}

func TestChangeThatChangesNothingOffersNoUndo(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("Tea.")
	d.panel.changes.updateMemoryWithActionOfferingUndo(m.ID, newMemoryPatchAction("Keep", "Kept", activatePatch()))
	d.RunUICallsUntil("the list", func() bool { return d.panel.memories.list.buildListRows() != nil })
	if len(d.Toasts) != 0 || d.panel.UndoNewestMemoryChangeIfAny() {
		t.Errorf("offered to undo that the memory was added: %+v", d.Toasts)
	}
}

func TestRefusedChangeSaysWhyAndOffersNoUndo(t *testing.T) {
	d := newHarness(t)
	d.panel.changes.updateMemoryWithActionOfferingUndo(99, newForgetAction())
	if toast := d.WaitForToastAndClearToasts(""); !toast.IsError || toast.ActionLabel != "" {
		t.Errorf("the toast is %+v", toast)
	}
	d.WaitForLoad("the list again", &d.panel.memories.request)
	if d.panel.UndoNewestMemoryChangeIfAny() {
		t.Error("there is something to undo")
	}
}

func TestGroupDecisionStopsAtTheFirstRefusal(t *testing.T) {
	d := newHarness(t)
	a, b := d.NewExtractedFact("Tea."), d.NewExtractedFact("Milk.")
	putInInbox(&a)
	putInInbox(&b)
	a, b = d.StoreMemoryWithoutDecision(a), d.StoreMemoryWithoutDecision(b)
	d.panel.changes.keepOrDiscardGroupOfferingUndo([]memory.Memory{a, {ID: 99}, b}, keepAllAndDiscardAllDecisions()[0])
	toast := d.WaitForToastAndClearToasts("")
	if why := strings.TrimPrefix(toast.Text, "Kept 1 memory. "); why == toast.Text || why == "" {
		t.Errorf("the toast is %+v", toast)
	}
	if d.LoadMemory(a.ID).Status != memory.StatusActive || d.LoadMemory(b.ID).Status != memory.StatusInbox {
		t.Error("the decision did not go up to the refusal")
	}
	toast.Action()
	d.WaitForToastAndClearToasts("Undone")
	if d.LoadMemory(a.ID).Status != memory.StatusInbox {
		t.Error("what was done before the refusal was not undone")
	}
}

func TestUndoThatALaterChangePreventsIsExplained(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("Tea.")
	d.panel.changes.updateMemoryWithActionOfferingUndo(m.ID, newForgetAction())
	d.WaitForToastAndClearToasts("Forgotten")
	active := memory.StatusActive
	if _, err := d.Env.Session.UpdateMemory(t.Context(), m.ID, memory.MemoryPatch{Status: &active}); err != nil {
		t.Fatal(err)
	}
	if !d.panel.UndoNewestMemoryChangeIfAny() {
		t.Fatal("nothing to undo")
	}
	toast := d.WaitForToastAndClearToasts("Nothing was undone")
	if toast.ActionLabel != "Show change" || !toast.IsError {
		t.Errorf("the toast is %+v", toast)
	}
	toast.Action()
	d.RunUICallsUntil("the ledger", func() bool { return strings.Contains(d.VisibleText(), "You restored it") })
	if d.panel.UndoNewestMemoryChangeIfAny() {
		t.Error("what cannot be undone is tried again")
	}
	d.panel.changes.undoAllDecisionsOrNoneWithToast(99)
	if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
		t.Errorf("a decision that is gone: %+v", toast)
	}
}
