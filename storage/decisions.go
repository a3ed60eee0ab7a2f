package storage

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

type decisionRow struct {
	ID            memory.ID     `gorm:"column:id;primaryKey;autoIncrement"`
	Created       timestamp     `gorm:"column:created_at"`
	RunID         string        `gorm:"column:run_id"`
	ProfileID     memory.ID     `gorm:"column:profile_id"`
	ChatID        nullID        `gorm:"column:thread_id"`
	MessageID     nullID        `gorm:"column:message_id"`
	FileID        nullID        `gorm:"column:context_id"`
	Action        memory.Action `gorm:"column:action"`
	Actor         memory.Actor  `gorm:"column:actor"`
	MemoryID      nullID        `gorm:"column:memory_id"`
	OldID         nullID        `gorm:"column:old_id"`
	Before        *string       `gorm:"column:before"`
	After         *string       `gorm:"column:after"`
	Changes       *string       `gorm:"column:changes"`
	Candidate     string        `gorm:"column:candidate"`
	Reason        string        `gorm:"column:reason"`
	Scores        *string       `gorm:"column:scores"`
	Model         string        `gorm:"column:model"`
	PromptVersion string        `gorm:"column:prompt_version"`
	SummaryID     nullID        `gorm:"column:summary_id"`
	BaseID        nullID        `gorm:"column:base_id"`
	UndoOf        nullID        `gorm:"column:undo_of"`
	UndoneBy      nullID        `gorm:"column:undone_by"`
}

func (decisionRow) TableName() string { return "decision" }

func newDecisionRow(d memory.Decision) (decisionRow, error) {
	r := decisionRow{
		ID: d.ID, Created: timestamp{d.CreatedAt}, RunID: string(d.RunID), ProfileID: d.ProfileID,
		ChatID: nullID(d.ChatID), MessageID: nullID(d.MessageID), FileID: nullID(d.FileID), Action: d.Action,
		Actor: d.Actor, MemoryID: nullID(d.MemoryID), OldID: nullID(d.OldID), Candidate: string(d.Candidate),
		Reason: string(d.Reason), Model: string(d.Model), PromptVersion: string(d.PromptVersion),
		SummaryID: nullID(d.SummaryID), BaseID: nullID(d.BaseID), UndoOf: nullID(d.UndoOf), UndoneBy: nullID(d.UndoneBy),
	}
	for _, c := range []struct {
		column **string
		value  any
	}{{&r.Before, d.Before}, {&r.After, d.After}, {&r.Changes, d.Changes}, {&r.Scores, d.Scores}} {
		var err error
		if *c.column, err = encodeNullableJSON(c.value); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r decisionRow) toDecision() (memory.Decision, error) {
	d := memory.Decision{
		ID: r.ID, CreatedAt: r.Created.Time, RunID: memory.NullText(r.RunID), ProfileID: r.ProfileID,
		ChatID: memory.ID(r.ChatID), MessageID: memory.ID(r.MessageID), FileID: memory.ID(r.FileID),
		Action: r.Action, Actor: r.Actor, MemoryID: memory.ID(r.MemoryID), OldID: memory.ID(r.OldID),
		Candidate: memory.NullText(r.Candidate), Reason: memory.NullText(r.Reason), Model: memory.NullText(r.Model),
		PromptVersion: memory.NullText(r.PromptVersion), SummaryID: memory.ID(r.SummaryID),
		BaseID: memory.ID(r.BaseID),
		UndoOf: memory.ID(r.UndoOf), UndoneBy: memory.ID(r.UndoneBy),
	}
	for _, c := range []struct {
		column *string
		value  any
	}{{r.Before, &d.Before}, {r.After, &d.After}, {r.Changes, &d.Changes}, {r.Scores, &d.Scores}} {
		if err := decodeNullableJSON(c.column, c.value); err != nil {
			return d, err
		}
	}
	for _, m := range memorySnapshotsInDecision(&d) {
		m.ProfileID = d.ProfileID // not part of the JSON
	}
	return d, nil
}

// memorySnapshotsInDecision returns every memory snapshot in d.
func memorySnapshotsInDecision(d *memory.Decision) []*memory.Memory {
	all := []*memory.Memory{d.Before, d.After}
	for _, c := range d.Changes {
		all = append(all, c.Before, c.After)
	}
	return slices.DeleteFunc(all, func(m *memory.Memory) bool { return m == nil })
}

// memoryIDsInDecision returns the ids of the memories that d refers to, without duplicates.
func memoryIDsInDecision(d memory.Decision) []memory.ID {
	ids := []memory.ID{d.MemoryID, d.OldID}
	for _, c := range d.Changes {
		ids = append(ids, c.MemoryID)
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id memory.ID) bool { return id == 0 })
}

type decisionStore struct{ h *handle }

func (s decisionStore) Append(ctx context.Context, d memory.Decision) (memory.ID, error) {
	r, err := newDecisionRow(d)
	if err != nil {
		return 0, wrapErrorWithSentinel("append decision", err)
	}
	err = s.h.runAtomicWrite(ctx, "append decision", func(tx *gorm.DB) error {
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		return tx.Exec("INSERT INTO decision_memories(memory_id, decision_id) SELECT value, ? FROM json_each(?)",
			r.ID, idsAsJSON(memoryIDsInDecision(d))).Error
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s decisionStore) Get(ctx context.Context, profile, id memory.ID) (memory.Decision, error) {
	var r decisionRow
	op := fmt.Sprintf("load decision %d", id)
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return db.Where("id = ? AND profile_id = ?", id, profile).Take(&r).Error
	})
	if err != nil {
		return memory.Decision{}, err
	}
	d, err := r.toDecision()
	return d, wrapErrorWithSentinel(op, err)
}

func (s decisionStore) List(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error) {
	c := decisionWhereClause(f)
	var rows []decisionRow
	err := s.h.runRead(ctx, "list decisions", func(db *gorm.DB) error {
		return db.Raw("SELECT d.* FROM decision d "+c.whereSQL()+" ORDER BY d.id DESC"+limitSQL(sqlLimitZeroIsAll(f.Limit)),
			c.args...).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	ds, err := convertAllRowsOrFail(rows, decisionRow.toDecision)
	return ds, wrapErrorWithSentinel("list decisions", err)
}

// forEachBatch is how many rows ForEach reads at once.
const forEachBatch = 200

// ForEach holds no database connection while fn runs.
func (s decisionStore) ForEach(ctx context.Context, profile memory.ID, fn func(memory.Decision) error) error {
	for last := memory.ID(0); ; {
		var rows []decisionRow
		err := s.h.runRead(ctx, "walk decisions", func(db *gorm.DB) error {
			return db.Where("profile_id = ? AND id > ?", profile, last).Order("id").Limit(forEachBatch).Find(&rows).Error
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			d, err := r.toDecision()
			if err != nil {
				return wrapErrorWithSentinel("walk decisions", err)
			}
			if err := fn(d); err != nil {
				return err
			}
			last = d.ID
		}
	}
}

func (s decisionStore) NewestByActorPerMemory(
	ctx context.Context, profile memory.ID, actor memory.Actor, ids []memory.ID,
) (map[memory.ID]memory.Decision, error) {
	var rows []struct {
		About    memory.ID
		Decision decisionRow `gorm:"embedded"`
	}
	err := s.h.runRead(ctx, "load newest decisions", func(db *gorm.DB) error {
		return db.Raw(`SELECT n.about, d.* FROM (
            SELECT x.memory_id AS about, max(d.id) AS id
            FROM decision_memories x JOIN decision d ON d.id = x.decision_id
            WHERE x.memory_id IN (SELECT value FROM json_each(?)) AND d.profile_id = ? AND d.actor = ?
            GROUP BY x.memory_id) n
          JOIN decision d ON d.id = n.id`, idsAsJSON(ids), profile, actor).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make(map[memory.ID]memory.Decision, len(rows))
	for _, r := range rows {
		if out[r.About], err = r.Decision.toDecision(); err != nil {
			return nil, wrapErrorWithSentinel("load newest decisions", err)
		}
	}
	return out, nil
}

func (s decisionStore) ChatsFilesTimesInLedger(ctx context.Context, profile memory.ID) (memory.DecisionOrigins, error) {
	var rows []struct {
		Kind  string
		Value int64 // an ID or a time
		Title string
		Gone  bool
	}
	err := s.h.runRead(ctx, "list origins of decisions", func(db *gorm.DB) error {
		return db.Raw(`SELECT 'chat' AS kind, d.thread_id AS value, coalesce(t.title, '') AS title, t.id IS NULL AS gone,
            max(d.id) AS newest
          FROM decision d LEFT JOIN threads t ON t.id = d.thread_id AND t.profile_id = d.profile_id
          WHERE d.profile_id = @profile AND d.thread_id IS NOT NULL GROUP BY d.thread_id
        UNION ALL SELECT 'file', d.context_id, coalesce(c.name, ''), c.id IS NULL, max(d.id)
          FROM decision d LEFT JOIN contexts c ON c.id = d.context_id AND c.profile_id = d.profile_id
          WHERE d.profile_id = @profile AND d.context_id IS NOT NULL GROUP BY d.context_id
        UNION ALL SELECT 'time', max(d.created_at), '', 0, max(d.id)
          FROM decision d WHERE d.profile_id = @profile AND d.created_at IS NOT NULL GROUP BY d.created_at / @quarter
        ORDER BY newest DESC`,
			sql.Named("profile", profile), sql.Named("quarter", int64(15*time.Minute))).Scan(&rows).Error
	})
	var o memory.DecisionOrigins
	for _, r := range rows {
		switch r.Kind {
		case "chat":
			o.Chats = append(o.Chats, memory.DecisionOrigin{ID: memory.ID(r.Value), Title: r.Title, Gone: r.Gone})
		case "file":
			o.Files = append(o.Files, memory.DecisionOrigin{ID: memory.ID(r.Value), Title: r.Title, Gone: r.Gone})
		case "time":
			o.Times = append(o.Times, time.Unix(0, r.Value))
		}
	}
	return o, err
}

func decisionWhereClause(f memory.DecisionFilter) *whereClause {
	c := &whereClause{}
	c.addCondition("d.profile_id = ?", f.ProfileID)
	if f.MemoryID != 0 {
		c.addCondition("d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)", f.MemoryID)
	}
	for _, id := range []struct {
		sql   string
		value memory.ID
	}{
		{"d.thread_id = ?", f.ChatID},
		{"d.message_id = ?", f.MessageID},
		{"d.id < ?", f.BeforeID},
		{"d.id > ?", f.AfterID},
	} {
		if id.value != 0 {
			c.addCondition(id.sql, id.value)
		}
	}
	if f.Messages != nil {
		c.addCondition("d.message_id IN (SELECT value FROM json_each(?))", idsAsJSON(f.Messages))
	}
	if f.SummaryID != 0 {
		c.addCondition("d.summary_id = ?", f.SummaryID)
	}
	if f.AboutBase {
		c.addCondition("d.base_id IS NOT NULL")
	}
	if f.FileID != 0 {
		c.addCondition(`(d.context_id = ? OR d.message_id IN (
          SELECT m.id FROM messages m JOIN threads t ON t.id = m.thread_id,
          json_each(m.receipt, '$.files') f WHERE t.profile_id = ? AND f.value ->> 'context_id' = ?))`,
			f.FileID, f.ProfileID, f.FileID)
	}
	if f.RunID != "" {
		c.addCondition("d.run_id = ?", f.RunID)
	}
	if f.Actor != "" {
		c.addCondition("d.actor = ?", f.Actor)
	}
	if len(f.Actions) > 0 {
		c.addCondition("d.action IN ?", f.Actions)
	}
	if !f.Since.IsZero() {
		c.addCondition("d.created_at >= ?", timestamp{f.Since})
	}
	if !f.Until.IsZero() {
		c.addCondition("d.created_at < ?", timestamp{f.Until})
	}
	return c
}

func (s decisionStore) SetUndoneBy(ctx context.Context, id, by memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("mark decision %d", id), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Exec("UPDATE decision SET undone_by = ? WHERE id = ?", nullID(by), id))
	})
}

func (s decisionStore) CountUnrevertedMemoryDecisionsByAction(
	ctx context.Context, profile memory.ID, since time.Time, withoutReasons []string,
) (map[memory.Action]int, error) {
	var rows []struct {
		Action memory.Action
		N      int
	}
	c := decisionWhereClause(memory.DecisionFilter{ProfileID: profile, Since: since})
	if len(withoutReasons) > 0 {
		c.addCondition("(d.reason IS NULL OR d.reason NOT IN ?)", withoutReasons)
	}
	err := s.h.runRead(ctx, "count decisions", func(db *gorm.DB) error {
		return db.Raw("SELECT d.action, count(*) AS n FROM decision d "+c.whereSQL()+
			" AND d.undone_by IS NULL AND d.summary_id IS NULL AND d.base_id IS NULL GROUP BY d.action", c.args...).
			Scan(&rows).Error
	})
	out := make(map[memory.Action]int, len(rows))
	for _, r := range rows {
		out[r.Action] = r.N
	}
	return out, err
}
