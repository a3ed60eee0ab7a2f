package ledger

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// undoing undoes decisions and offers to redo them.
type undoing struct {
	env          *app.Env
	onDone       func()
	showDecision func(id memory.ID)
}

// showToastInPanel shows a toast in the panel.
func (u *undoing) showToastInPanel(t app.Toast) {
	t.InPanel = true
	u.env.ShowToast(t)
}

// undoDecisionWithRedoToast undoes one decision, which may itself be an undo.
func (u *undoing) undoDecisionWithRedoToast(id memory.ID, toastText string) {
	env := u.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return env.Session.UndoDecision(ctx, id)
	}, func(d memory.Decision, err error) {
		if err != nil {
			u.showUndoConflictOrErrorToast(id, err)
			return
		}
		label := translate.Text("Redo")
		if toastText != translate.Text("Undone") {
			label = translate.Text("Undo")
		}
		u.showToastInPanel(app.Toast{
			Text: toastText, ActionLabel: label,
			Action: func() { u.undoDecisionWithRedoToast(d.ID, oppositeUndoToastText(toastText)) },
		})
		u.onDone()
	})
}

func oppositeUndoToastText(toastText string) string {
	if toastText == translate.Text("Undone") {
		return translate.Text("Restored")
	}
	return translate.Text("Undone")
}

// undoAllMatchingOrNoneWithRedoToast undoes everything a filter selects, or nothing when a later
// change conflicts.
func (u *undoing) undoAllMatchingOrNoneWithRedoToast(f memory.DecisionFilter, what string) {
	env := u.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Session.UndoAllMatchingDecisionsOrNone(ctx, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			u.showUndoConflictOrErrorToast(0, err)
			return
		}
		if len(ds) == 0 {
			u.showToastInPanel(app.Toast{Text: translate.Text("There's nothing left to undo {{.What}}.", "What", what)})
			return
		}
		u.showToastInPanel(app.Toast{
			Text: translate.Count(len(ds), "Undid {{.Count}} change {{.What}}", "Undid {{.Count}} changes {{.What}}", "What",
				what), ActionLabel: translate.Text("Redo"),
			Action: func() { u.redoAllUndoneOrNoneWithToast(ds) },
		})
		u.onDone()
	})
}

// redoAllUndoneOrNoneWithToast undoes undos, all of them or none.
func (u *undoing) redoAllUndoneOrNoneWithToast(ds []memory.Decision) {
	env := u.env
	ids := make([]memory.ID, len(ds))
	for i, d := range ds {
		ids[i] = d.ID
	}
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Session.UndoAllDecisionsOrNone(ctx, ids)
	}, func(_ []memory.Decision, err error) {
		if err != nil {
			u.showUndoConflictOrErrorToast(0, err)
			return
		}
		u.showToastInPanel(app.Toast{Text: translate.Text("Restored")})
		u.onDone()
	})
}

// showUndoConflictOrErrorToast says why an undo failed; if a later change conflicts, the toast has
// a button that shows it.
func (u *undoing) showUndoConflictOrErrorToast(id memory.ID, err error) {
	if note, ok := UndoConflictToast(err, id, u.showDecision); ok {
		u.showToastInPanel(note)
		return
	}
	u.env.ShowErrorToast(err)
}

// UndoConflictToast returns the toast for an undo that a later change prevents; show opens that
// change. ok is false for other errors.
func UndoConflictToast(err error, undoneID memory.ID, show func(memory.ID)) (note app.Toast, ok bool) {
	var c *memory.ConflictError
	if !errors.As(err, &c) {
		return app.Toast{}, false
	}
	if c.Decision == 0 || c.Decision == undoneID {
		return app.Toast{Text: humanize.ClauseToSentence(translate.TranslateKnown(c.Problem)), IsError: true}, true
	}
	return app.Toast{
		Text:        translate.Text("Nothing was undone: {{.Problem}}.", "Problem", translate.TranslateKnown(c.Problem)),
		ActionLabel: translate.Text("Show change"), IsError: true,
		Action: func() { show(c.Decision) },
	}, true
}
