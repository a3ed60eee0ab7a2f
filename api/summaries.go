package api

import (
	"memoir/memory"
)

func registerSummaryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory/summaries", listSummaries)
	m.Handle("PATCH", "/api/memory/summaries/{id}", editSummary)
	m.Handle("POST", "/api/memory/summaries/{id}/undo", undoNewestSummaryChange)
	m.Handle("GET", "/api/memory/tiers", getMemoryTiers)
}

func listSummaries(c *call) error {
	q := c.queryParams()
	chat := q.idValue("thread_id")
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

func editSummary(c *call) error {
	var in struct {
		Content *string `json:"content"`
	}
	id, err := c.requireProfileAndPathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if in.Content == nil {
		return &memory.FieldError{Field: "content", Problem: "is missing"}
	}
	s, err := c.profileSession().EditSummary(c.requestContext(), id, *in.Content)
	if err != nil {
		return err
	}
	return c.writeJSONOK(s)
}

func undoNewestSummaryChange(c *call) error {
	id, err := c.requireProfileAndPathID("id")
	if err != nil {
		return err
	}
	d, err := c.profileSession().UndoNewestSummaryChange(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(d)
}

func getMemoryTiers(c *call) error {
	q := c.queryParams()
	chat := q.idValue("thread_id")
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return c.writeJSONOK(memory.Tiers{})
	}
	t, err := c.profileSession().LoadTiers(c.requestContext(), chat)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}
