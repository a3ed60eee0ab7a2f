package storage

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

// memoryRow is the part of a memory that profiles share.
type memoryRow struct {
	ID              memory.ID     `gorm:"column:id;primaryKey;autoIncrement"`
	Content         string        `gorm:"column:content"`
	Folded          string        `gorm:"column:folded"`
	Hash            string        `gorm:"column:hash"`
	Tags            string        `gorm:"column:tags"`
	Kind            memory.Kind   `gorm:"column:kind"`
	Type            memory.Type   `gorm:"column:type"`
	Key             string        `gorm:"column:key"`
	Scope           memory.Scope  `gorm:"column:scope"`
	ChatID          nullID        `gorm:"column:thread_id"`
	ProjectID       nullID        `gorm:"column:project_id"`
	Origin          memory.Origin `gorm:"column:origin"`
	SourceMessageID nullID        `gorm:"column:source_message_id"`
	Quote           string        `gorm:"column:quote"`
	QuoteStart      *int          `gorm:"column:quote_start"`
	QuoteEnd        *int          `gorm:"column:quote_end"`
	Created         timestamp     `gorm:"column:created_at"`
	Edited          timestamp     `gorm:"column:updated_at"`
}

func (memoryRow) TableName() string { return "memory" }

// linkRow is the part of a memory that belongs to one profile.
type linkRow struct {
	ProfileID    memory.ID     `gorm:"column:profile_id;primaryKey;autoIncrement:false"`
	MemoryID     memory.ID     `gorm:"column:memory_id;primaryKey;autoIncrement:false"`
	Status       memory.Status `gorm:"column:status"`
	Pinned       bool          `gorm:"column:pinned"`
	ValidFrom    string        `gorm:"column:valid_from"`
	ValidTo      string        `gorm:"column:valid_to"`
	SupersededBy nullID        `gorm:"column:superseded_by"`
	Proposes     nullID        `gorm:"column:proposes"`
	UseCount     int           `gorm:"column:use_count"`
	LastUsed     timestamp     `gorm:"column:last_used_at"`
	Updated      timestamp     `gorm:"column:link_updated_at"`
}

func (linkRow) TableName() string { return "memory_links" }

// profileMemoryRow is a memory as one profile sees it.
type profileMemoryRow struct {
	Row  memoryRow `gorm:"embedded"`
	Link linkRow   `gorm:"embedded"`
}

// profileMemoryColumns selects what scanProfileMemory reads, in its order. What toMemory does not
// need is not read: the folded text, the hash, and memory.updated_at, the last change of the shared
// part.
//
// A memory of a project has its project_id, and the scope 'thread' without a chat; see migration
// 10.
const profileMemoryColumns = `SELECT m.id, m.content, m.tags, m.kind, m.type, m.key,
	CASE WHEN m.project_id IS NULL THEN m.scope ELSE 'project' END AS scope, m.thread_id, m.project_id,
    m.origin, m.source_message_id, m.quote, m.quote_start, m.quote_end, m.created_at,
    l.profile_id, l.status, l.pinned, l.valid_from, l.valid_to, l.superseded_by, l.proposes,
    l.use_count, l.last_used_at, l.link_updated_at `

func scanProfileMemory(rows *sql.Rows) (memory.Memory, error) {
	var r profileMemoryRow
	m, l := &r.Row, &r.Link
	err := rows.Scan(&m.ID, &m.Content, &m.Tags, &m.Kind, &m.Type, &m.Key,
		&m.Scope, &m.ChatID, &m.ProjectID,
		&m.Origin, &m.SourceMessageID, &m.Quote, &m.QuoteStart, &m.QuoteEnd, &m.Created,
		&l.ProfileID, &l.Status, &l.Pinned, &l.ValidFrom, &l.ValidTo, &l.SupersededBy, &l.Proposes,
		&l.UseCount, &l.LastUsed, &l.Updated)
	if err != nil {
		return memory.Memory{}, err
	}
	return r.toMemory()
}

// FROM clauses that start at the profile's links or at the memories. The second fixes the join
// order with CROSS JOIN, for queries that an index of memory answers directly (the newest, the same
// folded text).
const (
	fromLinks  = `FROM memory_links l JOIN memory m ON m.id = l.memory_id `
	fromMemory = `FROM memory m CROSS JOIN memory_links l ON l.memory_id = m.id `
)

func newMemoryRowAndLink(m memory.Memory) (memoryRow, linkRow, error) {
	if m.Tags == nil {
		m.Tags = []string{}
	}
	tags, err := encodeNullableJSON(m.Tags)
	if err != nil {
		return memoryRow{}, linkRow{}, err
	}
	row := memoryRow{
		ID: m.ID, Content: m.Content, Folded: lang.FoldText(m.Content), Hash: lang.ContentHash(m.Content),
		Tags: *tags, Kind: m.Kind, Type: m.Type, Key: string(m.Key), Scope: m.Scope, ChatID: nullID(m.ChatID),
		ProjectID: nullID(m.ProjectID),
		Origin:    m.Origin, SourceMessageID: nullID(m.SourceMessageID), Quote: string(m.Quote),
		QuoteStart: m.QuoteStart, QuoteEnd: m.QuoteEnd, Created: timestamp{m.CreatedAt}, Edited: timestamp{m.UpdatedAt},
	}
	if m.Scope == memory.ScopeProject {
		row.Scope = memory.ScopeChat
	}
	link := linkRow{
		ProfileID: m.ProfileID, MemoryID: m.ID, Status: m.Status, Pinned: m.Pinned, ValidFrom: string(m.ValidFrom),
		ValidTo: string(m.ValidTo), SupersededBy: nullID(m.SupersededBy), Proposes: nullID(m.Proposes),
		UseCount: m.UseCount, LastUsed: timestamp{m.LastUsedAt.Time}, Updated: timestamp{m.UpdatedAt},
	}
	return row, link, nil
}

func (r profileMemoryRow) toMemory() (memory.Memory, error) {
	row, link := r.Row, r.Link
	m := memory.Memory{
		ID: row.ID, ProfileID: link.ProfileID, Content: row.Content, Kind: row.Kind, Type: row.Type,
		Key: memory.NullText(row.Key), Scope: row.Scope, ChatID: memory.ID(row.ChatID), ProjectID: memory.ID(row.ProjectID),
		Status: link.Status, Origin: row.Origin, Pinned: link.Pinned, CreatedAt: row.Created.Time,
		UpdatedAt: link.Updated.Time,
		ValidFrom: memory.NullText(link.ValidFrom), ValidTo: memory.NullText(link.ValidTo),
		SupersededBy: memory.ID(link.SupersededBy), Proposes: memory.ID(link.Proposes),
		Quote: memory.NullText(row.Quote), QuoteStart: row.QuoteStart,
		QuoteEnd: row.QuoteEnd, SourceMessageID: memory.ID(row.SourceMessageID), UseCount: link.UseCount,
		LastUsedAt: memory.NullTime{Time: link.LastUsed.Time},
	}
	return m, decodeNullableJSON(&row.Tags, &m.Tags)
}

// hasSameFieldsIgnoringWriteTime reports whether two rows have the same shared content; the time of
// the last write is not compared.
func (r memoryRow) hasSameFieldsIgnoringWriteTime(o memoryRow) bool {
	return r.Content == o.Content && r.Tags == o.Tags && r.Kind == o.Kind && r.Type == o.Type && r.Key == o.Key &&
		r.Scope == o.Scope && r.ChatID == o.ChatID && r.ProjectID == o.ProjectID && r.Origin == o.Origin &&
		r.SourceMessageID == o.SourceMessageID && r.Quote == o.Quote && equalIntsOrBothNil(r.QuoteStart, o.QuoteStart) &&
		equalIntsOrBothNil(r.QuoteEnd, o.QuoteEnd) && r.Created.Equal(o.Created.Time)
}

func equalIntsOrBothNil(a, b *int) bool {
	return a == b || a != nil && b != nil && *a == *b
}

type memoryStore struct{ h *handle }

// Insert returns memory.ErrConflict when the row exists already.
func (s memoryStore) Insert(ctx context.Context, m memory.Memory) (memory.ID, error) {
	row, link, err := newMemoryRowAndLink(m)
	if err != nil {
		return 0, wrapErrorWithSentinel("store memory", err)
	}
	err = s.h.runAtomicWrite(
		ctx,
		"store memory",
		func(tx *gorm.DB) error { return insertMemoryRowAndLink(tx, &row, &link) },
	)
	if err != nil {
		return 0, err
	}
	return row.ID, nil
}

func insertMemoryRowAndLink(tx *gorm.DB, row *memoryRow, link *linkRow) error {
	if err := tx.Create(row).Error; err != nil {
		return err
	}
	link.MemoryID = row.ID
	return tx.Create(link).Error
}

func (s memoryStore) Get(ctx context.Context, profile, id memory.ID) (memory.Memory, error) {
	op := fmt.Sprintf("load memory %d", id)
	ms, err := s.queryMemories(ctx, op, profileMemoryColumns+fromLinks+"WHERE l.profile_id = ? AND l.memory_id = ?",
		profile, id)
	if err == nil && len(ms) == 0 {
		err = wrapErrorWithSentinel(op, memory.ErrNotFound)
	}
	if err != nil {
		return memory.Memory{}, err
	}
	return ms[0], nil
}

func (s memoryStore) queryMemories(ctx context.Context, op, query string, args ...any) ([]memory.Memory, error) {
	ms := []memory.Memory{}
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return forEachRow(db.Raw(query, args...), func(rows *sql.Rows) error {
			m, err := scanProfileMemory(rows)
			ms = append(ms, m)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return ms, nil
}

// UpsertCopyingRowOtherProfilesShare leaves a shared row unchanged when only the profile's own part
// or UpdatedAt differs. When it copies the row, the profile's links that refer to the old row in
// SupersededBy or Proposes are changed to refer to the new one.
func (s memoryStore) UpsertCopyingRowOtherProfilesShare(ctx context.Context, m memory.Memory) (memory.ID, error) {
	row, link, err := newMemoryRowAndLink(m)
	op := fmt.Sprintf("put memory %d", m.ID)
	if err != nil {
		return 0, wrapErrorWithSentinel(op, err)
	}
	err = s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error { return upsertMemoryAndLinkCopyingShared(tx, &row, &link) })
	if err != nil {
		return 0, err
	}
	return row.ID, nil
}

func upsertMemoryAndLinkCopyingShared(tx *gorm.DB, row *memoryRow, link *linkRow) error {
	var old []memoryRow
	if err := tx.Where("id = ?", row.ID).Find(&old).Error; err != nil {
		return err
	}
	if len(old) == 0 {
		return insertMemoryRowAndLink(tx, row, link)
	}
	var others int64
	err := tx.Model(&linkRow{}).Where("memory_id = ? AND profile_id <> ?", row.ID, link.ProfileID).Count(&others).Error
	if err != nil {
		return err
	}
	switch {
	case others == 0:
		err = tx.Select("*").Omit("id").Where("id = ?", row.ID).Updates(row).Error
	case !row.hasSameFieldsIgnoringWriteTime(old[0]):
		return replaceSharedMemoryByProfilesCopy(tx, row, link)
	}
	if err != nil {
		return err
	}
	return tx.Save(link).Error
}

// replaceSharedMemoryByProfilesCopy gives the profile its own copy of a shared row.
func replaceSharedMemoryByProfilesCopy(tx *gorm.DB, row *memoryRow, link *linkRow) error {
	shared := row.ID
	row.ID = 0
	if err := insertMemoryRowAndLink(tx, row, link); err != nil {
		return err
	}
	if err := tx.Exec("DELETE FROM memory_links WHERE profile_id = ? AND memory_id = ?", link.ProfileID, shared).
		Error; err != nil {
		return err
	}
	for _, column := range []string{"superseded_by", "proposes"} {
		err := tx.Exec("UPDATE memory_links SET "+column+" = ? WHERE profile_id = ? AND "+column+" = ?",
			row.ID, link.ProfileID, shared).Error
		if err != nil {
			return err
		}
	}
	return nil
}

func (s memoryStore) UnlinkFromProfile(ctx context.Context, profile, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("remove memory %d", id), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Exec("DELETE FROM memory_links WHERE profile_id = ? AND memory_id = ?", profile, id))
	})
}

func (s memoryStore) FindByFoldedText(
	ctx context.Context, profile memory.ID, folded string, status ...memory.Status,
) ([]memory.Memory, error) {
	q, args := profileMemoryColumns+fromMemory+"WHERE m.folded = ? AND l.profile_id = ?", []any{folded, profile}
	if len(status) > 0 {
		q, args = q+" AND l.status IN ?", append(args, status)
	}
	return s.queryMemories(ctx, "find memory by its words", q+" ORDER BY m.created_at DESC, m.id DESC", args...)
}

// IncrementUseCountsAndSetLastUsed ignores ids that the profile has no link to, and counts an id
// that is given twice once.
func (s memoryStore) IncrementUseCountsAndSetLastUsed(
	ctx context.Context, profile memory.ID, at time.Time, ids []memory.ID,
) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	return s.h.runAtomicWrite(ctx, "count uses of memories", func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE memory_links SET use_count = use_count + 1, last_used_at = ?
          WHERE profile_id = ? AND memory_id IN (SELECT value FROM json_each(?))`,
			timestamp{at}, profile, idsAsJSON(ids)).Error
	})
}
