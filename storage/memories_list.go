package storage

import (
	"context"
	"database/sql"
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
	c := memoryWhereClause(f)
	if f.BeforeID != 0 {
		c.addCondition(`CASE WHEN EXISTS (SELECT 1 FROM memory WHERE id = ?)
          THEN (coalesce(m.created_at, 0), m.id) < (SELECT coalesce(created_at, 0), id FROM memory WHERE id = ?)
          ELSE m.id < ? END`, f.BeforeID, f.BeforeID, f.BeforeID)
	}
	from := fromLinks
	if isFasterByMemoryTableIndex(f) {
		from = fromMemory
	}
	q := profileMemoryColumns + from + c.whereSQL()
	if f.IDsOrSources == nil || f.Limit > 0 { // else who asks has an order of their own
		q += " ORDER BY m.created_at DESC, m.id DESC" + limitSQL(sqlLimitZeroIsAll(f.Limit))
	}
	return s.queryMemories(ctx, "list memories", q, c.args...)
}

// isFasterByMemoryTableIndex reports whether an index of memory, rather than the profile's links,
// leads to the rows: those learned from some messages, instructions, or the newest ones of all.
func isFasterByMemoryTableIndex(f memory.MemoryFilter) bool {
	return f.Sources != nil || f.IDsOrSources != nil ||
		f.Limit > 0 && f.IDs == nil && !selectsOnlyPinned(f) && !f.IsProposal
}

// selectsOnlyPinned reports whether a filter selects the pinned memories alone.
func selectsOnlyPinned(f memory.MemoryFilter) bool { return f.Pinned != nil && *f.Pinned }

// Count ignores Limit and BeforeID.
func (s memoryStore) Count(ctx context.Context, f memory.MemoryFilter) (int, error) {
	var n int
	c := memoryWhereClause(f)
	err := s.h.runRead(ctx, "count memories", func(db *gorm.DB) error {
		return db.Raw("SELECT count(*) "+fromLinks+c.whereSQL(), c.args...).Scan(&n).Error
	})
	return n, err
}

// lanesWithMemoriesSQL tells which memories of every prompt a profile has, each by an index of what it looks for.
// SQLite would rather read all links of the profile, which are thousands, so the indexes of links are named.
const lanesWithMemoriesSQL = `SELECT
  EXISTS (SELECT 1 FROM memory_links INDEXED BY memory_links_pinned WHERE pinned = 1 AND profile_id = @profile),
  EXISTS (SELECT 1 FROM memory m CROSS JOIN memory_links l ON l.memory_id = m.id
    WHERE m.kind = 'instruction' AND l.profile_id = @profile),
  EXISTS (SELECT 1 FROM memory m CROSS JOIN memory_links l ON l.memory_id = m.id
    WHERE m.key <> '' AND l.profile_id = @profile),
  EXISTS (SELECT 1 FROM memory_links INDEXED BY memory_links_proposing
    WHERE proposes IS NOT NULL AND profile_id = @profile)`

// FindLanesWithMemories is one statement.
func (s memoryStore) FindLanesWithMemories(ctx context.Context, profile memory.ID) (l memory.MemoryLanes, err error) {
	err = s.h.runRead(ctx, "look for memories of every prompt", func(db *gorm.DB) error {
		return db.Raw(lanesWithMemoriesSQL, sql.Named("profile", profile)).Row().
			Scan(&l.Pinned, &l.Instructions, &l.Keyed, &l.Proposals)
	})
	return l, err
}

func memoryWhereClause(f memory.MemoryFilter) *whereClause {
	c := &whereClause{}
	c.addCondition("l.profile_id = ?", f.ProfileID)
	if len(f.Status) == 0 {
		f.Status = []memory.Status{memory.StatusActive}
	}
	c.addCondition("l.status IN ?", f.Status)
	addConditionsAboutOutdated(c, f)
	addMemoryScopeConditions(c, f)
	addMemoryIDAndSourceConditions(c, f)
	addMemoryFieldConditions(c, f)
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

// addConditionsAboutOutdated excludes superseded memories and those whose validity has ended, or
// all but the superseded ones.
func addConditionsAboutOutdated(c *whereClause, f memory.MemoryFilter) {
	switch {
	case f.OnlySuperseded:
		c.addCondition("l.superseded_by IS NOT NULL")
		return
	case f.IncludeOutdated:
		return
	}
	c.addCondition("l.superseded_by IS NULL")
	if !f.Now.IsZero() {
		c.addCondition(hasNotEnded, f.Now.UTC().Format(time.DateOnly))
	}
}

func addMemoryScopeConditions(c *whereClause, f memory.MemoryFilter) {
	switch {
	case f.ChatID != 0:
		c.addCondition(`(m.scope = 'global' OR m.thread_id = ? OR m.project_id IS NOT NULL
          AND m.project_id = (SELECT project_id FROM threads WHERE id = ?))`, f.ChatID, f.ChatID)
	case f.ProjectID != 0:
		c.addCondition("(m.scope = 'global' OR m.project_id = ?)", f.ProjectID)
	case !f.AnyScope:
		c.addCondition("m.scope = 'global'")
	}
	switch f.Scope {
	case memory.ScopeGlobal:
		c.addCondition("m.scope = 'global'")
	case memory.ScopeProject:
		c.addCondition("m.project_id IS NOT NULL")
	case memory.ScopeChat:
		c.addCondition("m.scope = 'thread' AND m.project_id IS NULL")
	}
}

func addMemoryIDAndSourceConditions(c *whereClause, f memory.MemoryFilter) {
	if f.IDs != nil {
		c.addCondition("m.id IN (SELECT value FROM json_each(?))", idsAsJSON(f.IDs))
	}
	if o := f.IDsOrSources; o != nil { // in a subquery: SQLite answers an OR here by reading every memory
		c.addCondition(`m.id IN (SELECT value FROM json_each(?) UNION
          SELECT id FROM memory WHERE source_message_id IN (SELECT value FROM json_each(?)))`,
			idsAsJSON(o.IDs), idsAsJSON(o.Sources))
	}
	if f.Sources != nil {
		c.addCondition("m.source_message_id IN (SELECT value FROM json_each(?))", idsAsJSON(f.Sources))
	}
}

func addMemoryFieldConditions(c *whereClause, f memory.MemoryFilter) {
	if f.Tag != "" {
		c.addCondition("EXISTS (SELECT 1 FROM json_each(m.tags) WHERE value = ?)", f.Tag)
	}
	if f.Type != "" {
		c.addCondition("m.type = ?", f.Type)
	}
	if f.Key != "" {
		c.addCondition("m.key = ?", f.Key)
	}
	if f.HasKey {
		c.addCondition("m.key <> ''")
	}
	if f.Proposes != nil {
		ids := idsAsJSON(f.Proposes)
		c.addCondition(`l.memory_id IN (SELECT memory_id FROM memory_links
          WHERE proposes IN (SELECT value FROM json_each(?)))`, ids)
		c.addCondition("l.proposes IN (SELECT value FROM json_each(?))", ids)
	}
	if f.IsProposal { // the subquery is answered by memory_links_proposing
		c.addCondition("l.memory_id IN (SELECT memory_id FROM memory_links WHERE proposes IS NOT NULL)")
		c.addCondition("l.proposes IS NOT NULL")
	}
	switch {
	case selectsOnlyPinned(f): // the subquery is answered by memory_links_pinned
		c.addCondition("l.pinned = 1 AND l.memory_id IN (SELECT memory_id FROM memory_links WHERE pinned = 1)")
	case f.Pinned != nil:
		c.addCondition("l.pinned = 0")
	}
	switch f.Kind {
	case "":
	case memory.KindInstruction: // SQLite uses memory_instructions only for the word itself
		c.addCondition("m.kind = 'instruction'")
	default:
		c.addCondition("m.kind = ?", f.Kind)
	}
	if f.Origin != "" {
		c.addCondition("m.origin = ?", f.Origin)
	}
	if f.NotOrigin != "" {
		c.addCondition("m.origin <> ?", f.NotOrigin)
	}
}

func (s memoryStore) CountByStatusTypeTag(
	ctx context.Context,
	profile memory.ID,
	now time.Time,
) (memory.MemoryOverview, error) {
	var groups []struct {
		Status  memory.Status
		Type    memory.Type
		Current bool
		N       int
		Newest  memory.ID
	}
	o := memory.MemoryOverview{
		ByStatus: map[memory.Status]int{}, ByType: map[memory.Type]int{}, Tags: []memory.TagCount{},
	}
	day := now.UTC().Format(time.DateOnly)
	err := s.h.runRead(ctx, "count memories", func(db *gorm.DB) error {
		err := db.Raw(`SELECT l.status, m.type, (l.superseded_by IS NULL AND `+hasNotEnded+`) AS current, count(*) AS n,
          max(m.id) AS newest `+fromLinks+`WHERE l.profile_id = ? GROUP BY 1, 2, 3`, day, profile).Scan(&groups).Error
		if err != nil {
			return err
		}
		return db.Raw(`SELECT g.value AS tag, count(DISTINCT m.id) AS count `+fromLinks+`, json_each(m.tags) g
          WHERE l.profile_id = ? AND l.status = 'active' AND l.superseded_by IS NULL AND `+hasNotEnded+`
          GROUP BY g.value ORDER BY 2 DESC, max(m.created_at) DESC, max(m.id) DESC, g.value`,
			profile, day).Scan(&o.Tags).Error
	})
	for _, g := range groups {
		o.NewestID = max(o.NewestID, g.Newest)
		if g.Status == memory.StatusActive && !g.Current {
			o.Outdated += g.N
			continue
		}
		o.ByStatus[g.Status] += g.N
		if g.Status == memory.StatusActive {
			o.ByType[g.Type] += g.N
		}
	}
	return o, err
}

func (s memoryStore) SourceChatByMemory(
	ctx context.Context, profile memory.ID, ids []memory.ID,
) (map[memory.ID]memory.SourceChat, error) {
	var rows []struct {
		MemoryID memory.ID
		ChatID   memory.ID
		Title    string
		InTrash  bool
	}
	err := s.h.runRead(ctx, "load source chats", func(db *gorm.DB) error {
		return db.Raw(`SELECT m.id AS memory_id, t.id AS chat_id, t.title, t.deleted_at IS NOT NULL AS in_trash `+fromLinks+`
          LEFT JOIN messages s ON s.id = m.source_message_id
          JOIN threads t ON t.id = coalesce(s.thread_id, m.thread_id) AND t.profile_id = l.profile_id
          WHERE l.profile_id = ? AND m.id IN (SELECT value FROM json_each(?))`,
			profile, idsAsJSON(ids)).Scan(&rows).Error
	})
	out := make(map[memory.ID]memory.SourceChat, len(rows))
	for _, r := range rows {
		out[r.MemoryID] = memory.SourceChat{ID: r.ChatID, Title: r.Title, InTrash: r.InTrash}
	}
	return out, err
}
