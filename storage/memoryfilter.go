package storage

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"memoir/memory"
)

// clauses collects the conditions of a WHERE clause and their arguments.
type clauses struct {
	sql  []string
	args []any
}

func (c *clauses) add(sql string, args ...any) {
	c.sql = append(c.sql, sql)
	c.args = append(c.args, args...)
}

func (c *clauses) where() string { return "WHERE " + strings.Join(c.sql, " AND ") }

// List returns nothing if IDs is empty but not nil. If the memory of BeforeID no longer exists, the
// page continues with the ids below it.
func (s memories) List(ctx context.Context, f memory.MemoryFilter) ([]memory.Memory, error) {
	c := memoryClauses(f)
	if f.BeforeID != 0 {
		c.add(`CASE WHEN EXISTS (SELECT 1 FROM memory WHERE id = ?)
          THEN (coalesce(m.created_at, 0), m.id) < (SELECT coalesce(created_at, 0), id FROM memory WHERE id = ?)
          ELSE m.id < ? END`, f.BeforeID, f.BeforeID, f.BeforeID)
	}
	from := fromLinks
	if f.Limit > 0 && f.IDs == nil {
		from = fromMemory
	}
	q := heldColumns + from + c.where() + " ORDER BY m.created_at DESC, m.id DESC LIMIT ?"
	return s.query(ctx, "list memories", q, append(c.args, limit(f.Limit))...)
}

// Count ignores Limit and BeforeID.
func (s memories) Count(ctx context.Context, f memory.MemoryFilter) (int, error) {
	var n int
	c := memoryClauses(f)
	err := s.h.look(ctx, "count memories", func(db *gorm.DB) error {
		return db.Raw("SELECT count(*) "+fromLinks+c.where(), c.args...).Scan(&n).Error
	})
	return n, err
}

func memoryClauses(f memory.MemoryFilter) *clauses {
	c := &clauses{}
	c.add("l.profile_id = ?", f.ProfileID)
	if len(f.Status) == 0 {
		f.Status = []memory.Status{memory.StatusActive}
	}
	c.add("l.status IN ?", f.Status)
	openClauses(c, f)
	scopeClauses(c, f)
	attributeClauses(c, f)
	if !f.Since.IsZero() {
		c.add("m.created_at >= ?", stamp{f.Since})
	}
	if !f.Until.IsZero() {
		c.add("m.created_at < ?", stamp{f.Until})
	}
	return c
}

// openClauses excludes superseded memories and those whose validity has ended. A partial
// end date lasts until the end of its year, month or day (UTC).
func openClauses(c *clauses, f memory.MemoryFilter) {
	if f.Closed {
		return
	}
	c.add("l.superseded_by IS NULL")
	if !f.Now.IsZero() {
		c.add("(l.valid_to = '' OR l.valid_to >= substr(?, 1, length(l.valid_to)))", f.Now.UTC().Format("2006-01-02"))
	}
}

func scopeClauses(c *clauses, f memory.MemoryFilter) {
	switch {
	case f.Thread != 0:
		c.add("(m.scope = 'global' OR m.thread_id = ?)", f.Thread)
	case !f.AnyScope:
		c.add("m.scope = 'global'")
	}
}

func attributeClauses(c *clauses, f memory.MemoryFilter) {
	if f.IDs != nil {
		c.add("m.id IN (SELECT value FROM json_each(?))", idList(f.IDs))
	}
	if f.Tag != "" {
		c.add("EXISTS (SELECT 1 FROM json_each(m.tags) WHERE value = ?)", f.Tag)
	}
	if f.Type != "" {
		c.add("m.type = ?", f.Type)
	}
	if f.Key != "" {
		c.add("m.key = ?", f.Key)
	}
	if f.Pinned != nil {
		c.add("l.pinned = ?", *f.Pinned)
	}
	if f.Kind != "" {
		c.add("m.kind = ?", f.Kind)
	}
	if f.Origin != "" {
		c.add("m.origin = ?", f.Origin)
	}
}
