package storage

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

// whereClause collects the conditions of a WHERE clause and their arguments.
type whereClause struct {
	conditions []string
	args       []any
}

func (c *whereClause) addCondition(sql string, args ...any) {
	c.conditions = append(c.conditions, sql)
	c.args = append(c.args, args...)
}

func (c *whereClause) whereSQL() string { return "WHERE " + strings.Join(c.conditions, " AND ") }

// List returns nothing if IDs is empty but not nil. If the memory of BeforeID no longer exists, the
// page continues with the ids below it.
func (s memoryStore) List(ctx context.Context, f memory.MemoryFilter) ([]memory.Memory, error) {
	c := memoryConditions(f)
	if f.BeforeID != 0 {
		c.addCondition(`CASE WHEN EXISTS (SELECT 1 FROM memory WHERE id = ?)
          THEN (coalesce(m.created_at, 0), m.id) < (SELECT coalesce(created_at, 0), id FROM memory WHERE id = ?)
          ELSE m.id < ? END`, f.BeforeID, f.BeforeID, f.BeforeID)
	}
	from := fromLinks
	if f.Limit > 0 && f.IDs == nil {
		from = fromMemory
	}
	q := profileMemoryColumns + from + c.whereSQL() + " ORDER BY m.created_at DESC, m.id DESC LIMIT ?"
	return s.queryMemories(ctx, "list memories", q, append(c.args, sqlLimit(f.Limit))...)
}

// Count ignores Limit and BeforeID.
func (s memoryStore) Count(ctx context.Context, f memory.MemoryFilter) (int, error) {
	var n int
	c := memoryConditions(f)
	err := s.h.runRead(ctx, "count memories", func(db *gorm.DB) error {
		return db.Raw("SELECT count(*) "+fromLinks+c.whereSQL(), c.args...).Scan(&n).Error
	})
	return n, err
}

func memoryConditions(f memory.MemoryFilter) *whereClause {
	c := &whereClause{}
	c.addCondition("l.profile_id = ?", f.ProfileID)
	if len(f.Status) == 0 {
		f.Status = []memory.Status{memory.StatusActive}
	}
	c.addCondition("l.status IN ?", f.Status)
	addValidityConditions(c, f)
	addScopeConditions(c, f)
	addAttributeConditions(c, f)
	if !f.Since.IsZero() {
		c.addCondition("m.created_at >= ?", timestamp{f.Since})
	}
	if !f.Until.IsZero() {
		c.addCondition("m.created_at < ?", timestamp{f.Until})
	}
	return c
}

// hasNotEnded takes the current day (UTC). A partial end date lasts until the end of its year,
// month or day.
const hasNotEnded = "(l.valid_to = '' OR l.valid_to >= substr(?, 1, length(l.valid_to)))"

// addValidityConditions excludes superseded memories and those whose validity has ended.
func addValidityConditions(c *whereClause, f memory.MemoryFilter) {
	if f.IncludeOutdated {
		return
	}
	c.addCondition("l.superseded_by IS NULL")
	if !f.Now.IsZero() {
		c.addCondition(hasNotEnded, f.Now.UTC().Format(time.DateOnly))
	}
}

func addScopeConditions(c *whereClause, f memory.MemoryFilter) {
	switch {
	case f.ChatID != 0:
		c.addCondition("(m.scope = 'global' OR m.thread_id = ?)", f.ChatID)
	case !f.AnyScope:
		c.addCondition("m.scope = 'global'")
	}
}

func addAttributeConditions(c *whereClause, f memory.MemoryFilter) {
	if f.IDs != nil {
		c.addCondition("m.id IN (SELECT value FROM json_each(?))", idsAsJSON(f.IDs))
	}
	if f.Tag != "" {
		c.addCondition("EXISTS (SELECT 1 FROM json_each(m.tags) WHERE value = ?)", f.Tag)
	}
	if f.Type != "" {
		c.addCondition("m.type = ?", f.Type)
	}
	if f.Key != "" {
		c.addCondition("m.key = ?", f.Key)
	}
	if f.Proposes != nil {
		c.addCondition("l.proposes IN (SELECT value FROM json_each(?))", idsAsJSON(f.Proposes))
	}
	if f.Pinned != nil {
		c.addCondition("l.pinned = ?", *f.Pinned)
	}
	if f.Kind != "" {
		c.addCondition("m.kind = ?", f.Kind)
	}
	if f.Origin != "" {
		c.addCondition("m.origin = ?", f.Origin)
	}
}
