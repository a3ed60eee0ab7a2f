package api

import "memoir/memory"

const defaultDecisions = 100 // decisions per page when no limit is given

func (a *API) ledgerRoutes(m *Mux) {
	m.Handle("GET", "/api/decisions", a.listDecisions)
	m.Handle("POST", "/api/decisions/{id}/undo", a.undo)
}

func (a *API) listDecisions(c *call) error {
	q := c.query()
	f := memory.DecisionFilter{
		ProfileID: c.profile,
		MemoryID:  q.id("memory_id"),
		ThreadID:  q.id("thread_id"),
		MessageID: q.id("message_id"),
		ContextID: q.id("context_id"),
		RunID:     q.text("run_id"),
		Actor: oneOf(q, "actor", memory.ActorExtractor, memory.ActorUser, memory.ActorAPI, memory.ActorFolder,
			memory.ActorImport, memory.ActorSystem),
		Limit:    int(q.number("limit")),
		BeforeID: q.id("before"),
		AfterID:  q.id("after"),
	}
	if action := oneOf(q, "action", memory.ActionAdd, memory.ActionUpdate, memory.ActionReplace, memory.ActionIgnore,
		memory.ActionDelete, memory.ActionRestore, memory.ActionArchive, memory.ActionAccept, memory.ActionReject,
		memory.ActionPin, memory.ActionErase); action != "" {
		f.Actions = []memory.Action{action}
	}
	if q.err != nil {
		return q.err
	}
	if c.anonymous {
		return list[memory.Decision](c, nil)
	}
	if f.Limit == 0 {
		f.Limit = defaultDecisions
	}
	rows, err := a.service.Decisions(c.ctx(), f)
	if err != nil {
		return err
	}
	return list(c, rows)
}

func (a *API) undo(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	d, err := a.service.Undo(c.ctx(), c.profile, c.door.actor, id)
	if err != nil {
		return err
	}
	return c.ok(d)
}
