package api

import "memoir/memory"

const defaultDecisionLimit = 100 // decisions per page when no limit is given

func registerLedgerRoutes(m *Mux) {
	m.Handle("GET", "/api/decisions", handleListDecisions)
	m.Handle("POST", "/api/decisions/undo", handleUndoAllDecisionsOrNone)
	m.Handle("POST", "/api/decisions/{id}/undo", handleUndoDecision)
}

func handleListDecisions(c *call) error {
	q := c.queryParams()
	f := memory.DecisionFilter{
		MemoryID:  q.idOrRecordError("memory_id"),
		ChatID:    q.idOrRecordError("thread_id"),
		MessageID: q.idOrRecordError("message_id"),
		FileID:    q.idOrRecordError("context_id"),
		RunID:     q.stringValue("run_id"),
		Actor: enumValueOrRecordError(q, "actor", memory.ActorExtractor, memory.ActorUser, memory.ActorAPI,
			memory.ActorFolder,
			memory.ActorImport, memory.ActorSystem),
		Since:    q.timeOrRecordError("since"),
		Until:    q.timeOrRecordError("until"),
		Limit:    int(q.nonNegativeIntOrRecordError("limit")),
		BeforeID: q.idOrRecordError("before"),
		AfterID:  q.idOrRecordError("after"),
	}
	if action := enumValueOrRecordError(q, "action", memory.ActionAdd, memory.ActionUpdate, memory.ActionReplace,
		memory.ActionIgnore,
		memory.ActionForget, memory.ActionRestore, memory.ActionArchive, memory.ActionAccept, memory.ActionReject,
		memory.ActionPin, memory.ActionErase); action != "" {
		f.Actions = []memory.Action{action}
	}
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeJSONList[memory.Decision](c, nil)
	}
	if f.Limit == 0 {
		f.Limit = defaultDecisionLimit
	}
	rows, err := c.profileSession().ListDecisions(c.requestContext(), f)
	if err != nil {
		return err
	}
	return writeJSONList(c, rows)
}

func handleUndoDecision(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	d, err := c.profileSession().UndoDecision(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(d)
}

// handleUndoAllDecisionsOrNone undoes what a run, a chat, an answer, a file or a time changed, all
// of it or nothing, or the decisions that are listed.
func handleUndoAllDecisionsOrNone(c *call) error {
	var in struct {
		IDs       []memory.ID `json:"ids"`
		RunID     string      `json:"run_id"`
		ChatID    memory.ID   `json:"thread_id"`
		MessageID memory.ID   `json:"message_id"`
		FileID    memory.ID   `json:"context_id"`
		Since     string      `json:"since"`
		Until     string      `json:"until"`
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	f := memory.DecisionFilter{RunID: in.RunID, ChatID: in.ChatID, MessageID: in.MessageID, FileID: in.FileID}
	var err error
	if f.Since, err = parseRFC3339OrZero("since", in.Since); err != nil {
		return err
	}
	if f.Until, err = parseRFC3339OrZero("until", in.Until); err != nil {
		return err
	}
	var undone []memory.Decision
	if len(in.IDs) > 0 {
		undone, err = c.profileSession().UndoAllDecisionsOrNone(c.requestContext(), in.IDs)
	} else {
		undone, err = c.profileSession().UndoAllMatchingDecisionsOrNone(c.requestContext(), f)
	}
	if err != nil {
		return err
	}
	return writeJSONList(c, undone)
}
