package ledger

import (
	"context"
	"errors"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/when"
)

// undoDecision undoes one decision, which may itself be an undo.
func (p *Page) undo(id memory.ID, said string) {
	env := p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return env.Service.Undo(ctx, env.Profile, memory.ActorUser, id)
	}, func(d memory.Decision, err error) {
		if err != nil {
			p.fail(id, err)
			return
		}
		label := "Redo"
		if said != "Taken back" {
			label = "Undo"
		}
		p.on.Say(app.Note{Text: said, Label: label, Action: func() { p.undo(d.ID, other(said)) }})
		p.Reload()
	})
}

func other(said string) string {
	if said == "Taken back" {
		return "In force again"
	}
	return "Taken back"
}

// undoAll undoes everything a filter selects, or nothing when a later change conflicts.
func (p *Page) undoAll(f memory.DecisionFilter, what string) {
	env := p.env
	f.ProfileID = env.Profile
	app.InOrder(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Service.UndoAll(ctx, memory.ActorUser, f)
	}, func(ds []memory.Decision, err error) {
		if err != nil {
			p.fail(0, err)
			return
		}
		if len(ds) == 0 {
			p.on.Say(app.Note{Text: "Nothing " + what + " is left to take back."})
			return
		}
		p.on.Say(app.Note{
			Text: "Took back " + when.Count(len(ds), "change", "changes") + " " + what, Label: "Redo",
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
	app.InOrder(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Service.UndoEach(ctx, env.Profile, memory.ActorUser, ids)
	}, func(_ []memory.Decision, err error) {
		if err != nil {
			p.fail(0, err)
			return
		}
		p.on.Say(app.Note{Text: "In force again"})
		p.Reload()
	})
}

// showUndoError says why an undo failed; if a later change conflicts, the toast has a button that
// shows it.
func (p *Page) fail(id memory.ID, err error) {
	if note, ok := Conflict(err, id, p.Show); ok {
		p.on.Say(note)
		return
	}
	p.env.Fail(err)
}

// ConflictToast returns the toast for an undo that a later change prevents; show opens that change.
// ok is false for other errors.
func Conflict(err error, asked memory.ID, show func(memory.ID)) (note app.Note, ok bool) {
	var c *memory.ConflictError
	if !errors.As(err, &c) {
		return app.Note{}, false
	}
	if c.Decision == 0 || c.Decision == asked {
		return app.Note{Text: strings.ToUpper(c.Problem[:1]) + c.Problem[1:] + ".", Bad: true}, true
	}
	return app.Note{
		Text: "Nothing was taken back: " + c.Problem + ".", Label: "Show it", Bad: true,
		Action: func() { show(c.Decision) },
	}, true
}
