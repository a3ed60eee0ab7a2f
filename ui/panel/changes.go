package panel

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/ledger"
	"memoir/ui/translate"
)

// memoryChanges changes memories in the core and offers to undo each change. UI goroutine only.
type memoryChanges struct {
	env       *app.Env
	undoable  undoStack
	onChanged func() // a change was tried
	onUndone  func() // a change was undone
}

func (c *memoryChanges) showDecisionInLedger(id memory.ID) {
	c.env.NavigateTo(app.Route{Screen: app.ScreenLedger, Decision: id})
}

func (c *memoryChanges) showToastInPanel(t app.Toast) {
	t.InPanel = true
	c.env.ShowToast(t)
}

// updateMemoryWithActionOfferingUndo applies the patch of an action.
func (c *memoryChanges) updateMemoryWithActionOfferingUndo(id memory.ID, a memoryAction) {
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) (memory.Changed, error) {
		return c.env.Session.UpdateMemory(ctx, id, a.patch)
	}, func(done memory.Changed, err error) {
		c.recordUndoReloadAndToastOrError(a.toast, err, done.Decision.ID)
	})
}

// keepOrDiscardGroupOfferingUndo keeps or discards several inbox memories, as
// updateEachUntilFailureOfferingUndo does.
func (c *memoryChanges) keepOrDiscardGroupOfferingUndo(ms []memory.Memory, d groupDecision) {
	c.updateEachUntilFailureOfferingUndo(ms, d.patchForMemory, d.toastText)
}

// updateEachUntilFailureOfferingUndo updates several memories, one after the other until one fails.
// The toast counts those that were changed, says what went wrong after them, and undoes them
// together.
func (c *memoryChanges) updateEachUntilFailureOfferingUndo(
	ms []memory.Memory, patchFor func(memory.Memory) memory.MemoryPatch, toastText func(changed int) string,
) {
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) ([]memory.ID, error) {
		var made []memory.ID
		for _, m := range ms {
			done, err := c.env.Session.UpdateMemory(ctx, m.ID, patchFor(m))
			if err != nil {
				return made, err
			}
			if done.Decision.ID != 0 {
				made = append(made, done.Decision.ID)
			}
		}
		return made, nil
	}, func(made []memory.ID, err error) {
		text := toastText(len(made))
		if err != nil && len(made) > 0 {
			title, _ := app.Explain(err)
			text, err = humanize.AppendFullStop(text)+" "+title, nil
		}
		c.recordUndoReloadAndToastOrError(text, err, made...)
	})
}

// recordUndoReloadAndToastOrError shows a toast that offers to undo decisions, all of them or none;
// or the error.
func (c *memoryChanges) recordUndoReloadAndToastOrError(text string, err error, decisions ...memory.ID) {
	c.env.ShowErrorToast(err)
	c.onChanged()
	if err == nil && c.undoable.pushDecisions(decisions) {
		undo := func() { c.undoAllDecisionsOrNoneWithToast(decisions...) }
		c.showToastInPanel(app.Toast{Text: text, ActionLabel: translate.Text("Undo"), Action: undo})
	}
}

// undoNewestMemoryChangeIfAny undoes the newest change made in this window; it reports whether
// there was one.
func (c *memoryChanges) undoNewestMemoryChangeIfAny() bool {
	decisions := c.undoable.peekNewestDecisionGroup()
	if decisions != nil {
		c.undoAllDecisionsOrNoneWithToast(decisions...)
	}
	return decisions != nil
}

// undoAllDecisionsOrNoneWithToast undoes decisions, all of them or none. What cannot be undone is
// not tried again by undoNewestMemoryChangeIfAny.
func (c *memoryChanges) undoAllDecisionsOrNoneWithToast(decisions ...memory.ID) {
	c.undoable.removeDecisionGroup(decisions)
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return c.env.Session.UndoAllDecisionsOrNone(ctx, decisions)
	}, func(_ []memory.Decision, err error) {
		if toast, ok := ledger.UndoConflictToast(err, decisions[0], c.showDecisionInLedger); ok {
			c.showToastInPanel(toast)
			return
		}
		if err != nil {
			c.env.ShowErrorToast(err)
			return
		}
		c.showToastInPanel(app.Toast{Text: translate.Text("Undone")})
		c.onUndone()
	})
}
