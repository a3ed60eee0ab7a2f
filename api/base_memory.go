package api

import (
	"memoir/memory"
)

func registerBaseMemoryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory/base", handleGetBaseMemory)
	m.Handle("PUT", "/api/memory/base", handleStoreBaseMemoryByPerson)
	m.Handle("GET", "/api/memory/base/history", handleListBaseMemoryVersions)
	m.Handle("POST", "/api/memory/base/undo", handleUndoNewestBaseMemoryChange)
	m.Handle("POST", "/api/memory/base/distil", handleRewriteBaseMemoryFromSummaries)
}

func handleGetBaseMemory(c *call) error {
	if c.anonymous {
		return c.writeJSONOK(memory.BaseMemory{OwnLines: []string{}, SummaryIDs: []memory.ID{}})
	}
	b, err := c.profileSession().LoadCurrentBaseMemory(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func handleStoreBaseMemoryByPerson(c *call) error {
	var in struct {
		Content *string `json:"content"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if in.Content == nil {
		return &memory.FieldError{Field: "content", Problem: "is missing"}
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	b, err := c.profileSession().StoreBaseMemoryWrittenByPerson(c.requestContext(), *in.Content)
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func handleListBaseMemoryVersions(c *call) error {
	q := c.queryParams()
	limit := int(q.nonNegativeIntOrRecordError("limit"))
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeJSONList[memory.BaseMemory](c, nil)
	}
	all, err := c.profileSession().ListBaseMemoryVersions(c.requestContext(), limit)
	if err != nil {
		return err
	}
	return writeJSONList(c, all)
}

func handleUndoNewestBaseMemoryChange(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	b, err := c.profileSession().UndoNewestBaseMemoryChange(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func handleRewriteBaseMemoryFromSummaries(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	b, err := c.profileSession().RewriteBaseMemoryFromSummariesNow(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}
