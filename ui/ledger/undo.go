package ledger

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
)

// showToast shows a toast in the panel.
func (p *Page) showToast(t app.Toast) {
	t.InPanel = true
	p.env.ShowToast(t)
}

// undoDecision undoes one decision, which may itself be an undo.
func (p *Page) undoDecision(id memory.ID, toastText string) {
	env := p.env
	app.Queue(env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return env.Session.UndoDecision(ctx, id)
	}, func(d memory.Decision, err error) {
		if err != nil {
			p.showUndoError(id, err)
			return
		}
		label := "Redo"
		if toastText != "Undone" {
			label = "Undo"
		}
		p.showToast(app.Toast{
			Text: toastText, ActionLabel: label,
			Action: func() { p.undoDecision(d.ID, oppositeText(toastText)) },
		})
		p.Reload()
	})
}

func oppositeText(toastText string) string {
	if toastText == "Undone" {
		return "Restored"
	}
	return "Undone"
}

// undoAll undoes everything a filter selects, or nothing when a later change conflicts.
func (p *Page) undoAll(f memory.DecisionFilter, what string) {
	env := p.env
	app.Queue(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Session.UndoMatching(ctx, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			p.showUndoError(0, err)
			return
		}
		if len(ds) == 0 {
			p.showToast(app.Toast{Text: "Nothing " + what + " is left to undo."})
			return
		}
		p.showToast(app.Toast{
			Text: "Undid " + humanize.CountNoun(len(ds), "change", "changes") + " " + what, ActionLabel: "Redo",
			Action: func() { p.redoAll(ds) },
		})
		p.Reload()
	})
}

// redoAll undoes undos, all of them or none.
func (p *Page) redoAll(ds []memory.Decision) {
	env := p.env
	ids := make([]memory.ID, len(ds))
	for i, d := range ds {
		ids[i] = d.ID
	}
	app.Queue(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Session.UndoDecisions(ctx, ids)
	}, func(_ []memory.Decision, err error) {
		if err != nil {
			p.showUndoError(0, err)
			return
		}
		p.showToast(app.Toast{Text: "Restored"})
		p.Reload()
	})
}

// showUndoError says why an undo failed; if a later change conflicts, the toast has a button that
// shows it.
func (p *Page) showUndoError(id memory.ID, err error) {
	if note, ok := ConflictToast(err, id, p.ShowDecision); ok {
		p.showToast(note)
		return
	}
	p.env.ShowError(err)
}

// ConflictToast returns the toast for an undo that a later change prevents; show opens that change.
// ok is false for other errors.
func ConflictToast(err error, undoneID memory.ID, show func(memory.ID)) (note app.Toast, ok bool) {
	var c *memory.ConflictError
	if !errors.As(err, &c) {
		return app.Toast{}, false
	}
	if c.Decision == 0 || c.Decision == undoneID {
		return app.Toast{Text: humanize.Sentence(c.Problem), IsError: true}, true
	}
	return app.Toast{
		Text: "Nothing was undone: " + c.Problem + ".", ActionLabel: "Show change", IsError: true,
		Action: func() { show(c.Decision) },
	}, true
}
