package api

import (
	"memoir/memory"
)

func registerSummaryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory/summaries", handleListCurrentSummaries)
	m.Handle("PATCH", "/api/memory/summaries/{id}", handleEditSummary)
	m.Handle("POST", "/api/memory/summaries/{id}/undo", handleUndoNewestSummaryChange)
	m.Handle("GET", "/api/memory/tiers", handleGetMemoryTiers)
}

func handleListCurrentSummaries(c *call) error {
	q := c.queryParams()
	chat := q.idOrRecordError("thread_id")
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeJSONList[memory.ChatSummary](c, nil)
	}
	all, err := c.profileSession().ListCurrentSummariesOfChatOrAll(c.requestContext(), chat)
	if err != nil {
		return err
	}
	return writeJSONList(c, all)
}

func handleEditSummary(c *call) error {
	var in struct {
		Content *string `json:"content"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if in.Content == nil {
		return &memory.FieldError{Field: "content", Problem: "is missing"}
	}
	s, err := c.profileSession().ReplaceSummaryTextAndCleanBaseMemory(c.requestContext(), id, *in.Content)
	if err != nil {
		return err
	}
	return c.writeJSONOK(s)
}

func handleUndoNewestSummaryChange(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	d, err := c.profileSession().UndoNewestSummaryChange(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(d)
}

func handleGetMemoryTiers(c *call) error {
	q := c.queryParams()
	chat := q.idOrRecordError("thread_id")
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return c.writeJSONOK(memory.Tiers{})
	}
	t, err := c.profileSession().LoadTierContentsCostsAndTriggers(c.requestContext(), chat)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}
