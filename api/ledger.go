package api

import "memoir/memory"

const defaultDecisionLimit = 100 // decisions per page when no limit is given

func registerLedgerRoutes(m *Mux) {
	m.Handle("GET", "/api/decisions", listDecisions)
	m.Handle("POST", "/api/decisions/{id}/undo", undoDecision)
}

func listDecisions(c *call) error {
	q := c.queryParams()
	f := memory.DecisionFilter{
		MemoryID:  q.idValue("memory_id"),
		ChatID:    q.idValue("thread_id"),
		MessageID: q.idValue("message_id"),
		FileID:    q.idValue("context_id"),
		RunID:     q.stringValue("run_id"),
		Actor: enumValue(q, "actor", memory.ActorExtractor, memory.ActorUser, memory.ActorAPI, memory.ActorFolder,
			memory.ActorImport, memory.ActorSystem),
		Limit:    int(q.nonNegativeIntValue("limit")),
		BeforeID: q.idValue("before"),
		AfterID:  q.idValue("after"),
	}
	if action := enumValue(q, "action", memory.ActionAdd, memory.ActionUpdate, memory.ActionReplace, memory.ActionIgnore,
		memory.ActionForget, memory.ActionRestore, memory.ActionArchive, memory.ActionAccept, memory.ActionReject,
		memory.ActionPin, memory.ActionErase); action != "" {
		f.Actions = []memory.Action{action}
	}
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeList[memory.Decision](c, nil)
	}
	if f.Limit == 0 {
		f.Limit = defaultDecisionLimit
	}
	rows, err := c.profileSession().ListDecisions(c.requestContext(), f)
	if err != nil {
		return err
	}
	return writeList(c, rows)
}

func undoDecision(c *call) error {
	id, err := c.requireProfileAndPathID("id")
	if err != nil {
		return err
	}
	d, err := c.profileSession().UndoDecision(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeOK(d)
}
