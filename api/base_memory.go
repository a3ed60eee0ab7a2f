package api

import (
	"memoir/memory"
)

func registerBaseMemoryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory/base", getBaseMemory)
	m.Handle("PUT", "/api/memory/base", setBaseMemory)
	m.Handle("GET", "/api/memory/base/history", listBaseMemoryVersions)
	m.Handle("POST", "/api/memory/base/undo", undoNewestBaseMemoryChange)
	m.Handle("POST", "/api/memory/base/distil", distilBaseMemory)
}

func getBaseMemory(c *call) error {
	if c.anonymous {
		return c.writeJSONOK(memory.BaseMemory{OwnLines: []string{}, SummaryIDs: []memory.ID{}})
	}
	b, err := c.profileSession().LoadBaseMemory(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func setBaseMemory(c *call) error {
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
	b, err := c.profileSession().SetBaseMemory(c.requestContext(), *in.Content)
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func listBaseMemoryVersions(c *call) error {
	q := c.queryParams()
	limit := int(q.nonNegativeIntValue("limit"))
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

func undoNewestBaseMemoryChange(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	b, err := c.profileSession().UndoNewestBaseMemoryChange(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}

func distilBaseMemory(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	b, err := c.profileSession().DistilBaseMemoryNow(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(b)
}
