package panel

import (
	"context"
	"slices"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/ledger"
)

// updateMemory updates a memory in the core and offers Undo.
func (m *memoriesPage) updateMemory(id memory.ID, text string, patch memory.MemoryPatch) {
	env := m.pane.env
	app.Queue(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		if _, err := env.Session.UpdateMemory(ctx, id, patch); err != nil {
			return 0, err
		}
		return m.lastDecision(ctx, id)
	}, func(d memory.ID, err error) { m.offerUndo(text, err, d) })
}

// forgetMemory sets a memory to forgotten.
func (m *memoriesPage) forgetMemory(id memory.ID) {
	gone := memory.StatusForgotten
	m.updateMemory(id, "Forgotten", memory.MemoryPatch{Status: &gone})
}

// lastDecision is the newest decision about a memory, the one that Undo undoes.
func (m *memoriesPage) lastDecision(ctx context.Context, id memory.ID) (memory.ID, error) {
	ds, err := m.pane.env.Session.MemoryHistory(ctx, id)
	if err != nil || len(ds) == 0 {
		return 0, err
	}
	return ds[0].ID, nil
}

// offerUndo shows a toast that offers to undo decisions, all of them or none.
func (m *memoriesPage) offerUndo(text string, err error, decisions ...memory.ID) {
	m.pane.env.ShowError(err)
	m.reload()
	if err != nil || len(decisions) == 0 || decisions[0] == 0 {
		return
	}
	m.undoStack = append(m.undoStack, decisions)
	m.pane.ShowToast(app.Toast{Text: text, ActionLabel: "Undo", Action: func() { m.undoDecisions(decisions...) }})
}

// UndoLast undoes the newest change made in this window; it reports whether there was one.
func (p *Pane) UndoLast() bool {
	m := p.memories
	if len(m.undoStack) == 0 {
		return false
	}
	m.undoDecisions(m.undoStack[len(m.undoStack)-1]...)
	return true
}

// undoDecisions undoes decisions, all of them or none.
func (m *memoriesPage) undoDecisions(decisions ...memory.ID) {
	m.undoStack = slices.DeleteFunc(m.undoStack, func(ds []memory.ID) bool { return slices.Equal(ds, decisions) })
	env := m.pane.env
	app.Queue(env.Tasks, func(ctx context.Context) ([]memory.Decision, error) {
		return env.Session.UndoDecisions(ctx, decisions)
	}, func(_ []memory.Decision, err error) {
		if note, ok := ledger.ConflictToast(err, decisions[0], m.pane.ShowDecision); ok {
			m.pane.ShowToast(note)
			return
		}
		if err != nil {
			env.ShowError(err)
			return
		}
		m.pane.ShowToast(app.Toast{Text: "Taken back"})
		m.reload()
		if m.pane.editor != nil {
			m.pane.editor.reload()
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
func (p *Pane) ForgetMemory(id memory.ID) { p.memories.forgetMemory(id) }
