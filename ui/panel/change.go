package panel

import (
	"context"
	"slices"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/ledger"
)

// updateMemory updates a memory in the core and offers Undo.
func (m *memories) change(id memory.ID, said string, patch memory.MemoryPatch) {
	env := m.p.env
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		if _, err := env.Service.UpdateMemory(ctx, env.Profile, memory.ActorUser, id, patch); err != nil {
			return 0, err
		}
		return m.lastDecision(ctx, id)
	}, func(d memory.ID, err error) { m.offerUndo(said, err, d) })
}

// forgetMemory sets a memory to forgotten.
func (m *memories) forget(id memory.ID) {
	gone := memory.StatusForgotten
	m.change(id, "Forgotten", memory.MemoryPatch{Status: &gone})
}

// lastDecision is the newest decision about a memory, the one that Undo undoes.
func (m *memories) lastDecision(ctx context.Context, id memory.ID) (memory.ID, error) {
	ds, err := m.p.env.Service.History(ctx, m.p.env.Profile, id)
	if err != nil || len(ds) == 0 {
		return 0, err
	}
	return ds[0].ID, nil
}

// offerUndo shows a toast that offers to undo decisions, all of them or none.
func (m *memories) offerUndo(said string, err error, decisions ...memory.ID) {
	m.p.env.Fail(err)
	m.reload()
	if err != nil || len(decisions) == 0 || decisions[0] == 0 {
		return
	}
	m.undo = append(m.undo, decisions)
	m.p.Say(app.Note{Text: said, Label: "Undo", Action: func() { m.takeBack(decisions...) }})
}

// UndoLast undoes the newest change made in this window; it reports whether there was one.
func (p *Pane) UndoLast() bool {
	m := p.memories
	if len(m.undo) == 0 {
		return false
	}
	m.takeBack(m.undo[len(m.undo)-1]...)
	return true
}

// undoDecisions undoes decisions, all of them or none.
func (m *memories) takeBack(decisions ...memory.ID) {
	m.undo = slices.DeleteFunc(m.undo, func(ds []memory.ID) bool { return slices.Equal(ds, decisions) })
	env := m.p.env
	app.InOrder(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Service.UndoEach(ctx, env.Profile, memory.ActorUser, decisions)
	}, func(_ []memory.Decision, err error) {
		if note, ok := ledger.Conflict(err, decisions[0], m.p.ShowDecision); ok {
			m.p.Say(note)
			return
		}
		if err != nil {
			env.Fail(err)
			return
		}
		m.p.Say(app.Note{Text: "Taken back"})
		m.reload()
		if m.p.editor != nil {
			m.p.editor.reload()
		}
	})
}

// MemoryTexts returns the texts of the listed memories.
func (p *Pane) MemoryTexts() []string {
	out := make([]string, len(p.memories.items))
	for i, m := range p.memories.items {
		out[i] = m.Content
	}
	return out
}

// ForgetMemory forgets a memory and offers Undo, as the card's button does.
func (p *Pane) Forget(id memory.ID) { p.memories.forget(id) }
