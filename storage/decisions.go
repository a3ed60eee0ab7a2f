package storage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

type decisionRow struct {
	ID            memory.ID     `gorm:"column:id;primaryKey;autoIncrement"`
	Created       stamp         `gorm:"column:created_at"`
	RunID         string        `gorm:"column:run_id"`
	ProfileID     memory.ID     `gorm:"column:profile_id"`
	ThreadID      optID         `gorm:"column:thread_id"`
	MessageID     optID         `gorm:"column:message_id"`
	ContextID     optID         `gorm:"column:context_id"`
	Action        memory.Action `gorm:"column:action"`
	Actor         memory.Actor  `gorm:"column:actor"`
	MemoryID      optID         `gorm:"column:memory_id"`
	OldID         optID         `gorm:"column:old_id"`
	Before        *string       `gorm:"column:before"`
	After         *string       `gorm:"column:after"`
	Changes       *string       `gorm:"column:changes"`
	Candidate     string        `gorm:"column:candidate"`
	Reason        string        `gorm:"column:reason"`
	Scores        *string       `gorm:"column:scores"`
	Model         string        `gorm:"column:model"`
	PromptVersion string        `gorm:"column:prompt_version"`
	UndoOf        optID         `gorm:"column:undo_of"`
	UndoneBy      optID         `gorm:"column:undone_by"`
}

func (decisionRow) TableName() string { return "decision" }

func decisionRowOf(d memory.Decision) (decisionRow, error) {
	r := decisionRow{
		ID: d.ID, Created: stamp{d.CreatedAt}, RunID: string(d.RunID), ProfileID: d.ProfileID,
		ThreadID: optID(d.ThreadID), MessageID: optID(d.MessageID), ContextID: optID(d.ContextID), Action: d.Action,
		Actor: d.Actor, MemoryID: optID(d.MemoryID), OldID: optID(d.OldID), Candidate: string(d.Candidate),
		Reason: string(d.Reason), Model: string(d.Model), PromptVersion: string(d.PromptVersion),
		UndoOf: optID(d.UndoOf), UndoneBy: optID(d.UndoneBy),
	}
	for _, c := range []struct {
		column **string
		value  any
	}{{&r.Before, d.Before}, {&r.After, d.After}, {&r.Changes, d.Changes}, {&r.Scores, d.Scores}} {
		var err error
		if *c.column, err = toJSON(c.value); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r decisionRow) domain() (memory.Decision, error) {
	d := memory.Decision{
		ID: r.ID, CreatedAt: r.Created.Time, RunID: memory.Text(r.RunID), ProfileID: r.ProfileID,
		ThreadID: memory.ID(r.ThreadID), MessageID: memory.ID(r.MessageID), ContextID: memory.ID(r.ContextID),
		Action: r.Action, Actor: r.Actor, MemoryID: memory.ID(r.MemoryID), OldID: memory.ID(r.OldID),
		Candidate: memory.Text(r.Candidate), Reason: memory.Text(r.Reason), Model: memory.Text(r.Model),
		PromptVersion: memory.Text(r.PromptVersion), UndoOf: memory.ID(r.UndoOf), UndoneBy: memory.ID(r.UndoneBy),
	}
	for _, c := range []struct {
		column *string
		value  any
	}{{r.Before, &d.Before}, {r.After, &d.After}, {r.Changes, &d.Changes}, {r.Scores, &d.Scores}} {
		if err := fromJSON(c.column, c.value); err != nil {
			return d, err
		}
	}
	for _, m := range snapshots(&d) {
		m.ProfileID = d.ProfileID // not part of the JSON
	}
	return d, nil
}

// snapshots returns every memory snapshot in d.
func snapshots(d *memory.Decision) []*memory.Memory {
	all := []*memory.Memory{d.Before, d.After}
	for _, c := range d.Changes {
		all = append(all, c.Before, c.After)
	}
	return slices.DeleteFunc(all, func(m *memory.Memory) bool { return m == nil })
}

// touched returns the ids of the memories that d refers to, without duplicates.
func touched(d memory.Decision) []memory.ID {
	ids := []memory.ID{d.MemoryID, d.OldID}
	for _, c := range d.Changes {
		ids = append(ids, c.MemoryID)
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id memory.ID) bool { return id == 0 })
}

type decisions struct{ h *handle }

func (s decisions) Append(ctx context.Context, d memory.Decision) (memory.ID, error) {
	r, err := decisionRowOf(d)
	if err != nil {
		return 0, translate("append decision", err)
	}
	err = s.h.change(ctx, "append decision", func(tx *gorm.DB) error {
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		return tx.Exec("INSERT INTO decision_memories(memory_id, decision_id) SELECT value, ? FROM json_each(?)",
			r.ID, idList(touched(d))).Error
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s decisions) Get(ctx context.Context, profile, id memory.ID) (memory.Decision, error) {
	var r decisionRow
	op := fmt.Sprintf("load decision %d", id)
	err := s.h.look(ctx, op, func(db *gorm.DB) error {
		return db.Where("id = ? AND profile_id = ?", id, profile).Take(&r).Error
	})
	if err != nil {
		return memory.Decision{}, err
	}
	d, err := r.domain()
	return d, translate(op, err)
}

func (s decisions) List(ctx context.Context, f memory.DecisionFilter) ([]memory.Decision, error) {
	c := decisionClauses(f)
	var rows []decisionRow
	err := s.h.look(ctx, "list decisions", func(db *gorm.DB) error {
		return db.Raw("SELECT d.* FROM decision d "+c.where()+" ORDER BY d.id DESC LIMIT ?",
			append(c.args, limit(f.Limit))...).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	ds, err := convertAll(rows, decisionRow.domain)
	return ds, translate("list decisions", err)
}

func decisionClauses(f memory.DecisionFilter) *clauses {
	c := &clauses{}
	c.add("d.profile_id = ?", f.ProfileID)
	if f.MemoryID != 0 {
		c.add("d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)", f.MemoryID)
	}
	for _, id := range []struct {
		sql   string
		value memory.ID
	}{
		{"d.thread_id = ?", f.ThreadID},
		{"d.message_id = ?", f.MessageID},
		{"d.id < ?", f.BeforeID},
		{"d.id > ?", f.AfterID},
	} {
		if id.value != 0 {
			c.add(id.sql, id.value)
		}
	}
	if f.ContextID != 0 {
		c.add(`(d.context_id = ? OR d.message_id IN (SELECT m.id FROM messages m JOIN threads t ON t.id = m.thread_id,
          json_each(m.receipt, '$.files') f WHERE t.profile_id = ? AND f.value ->> 'context_id' = ?))`,
			f.ContextID, f.ProfileID, f.ContextID)
	}
	if f.RunID != "" {
		c.add("d.run_id = ?", f.RunID)
	}
	if f.Actor != "" {
		c.add("d.actor = ?", f.Actor)
	}
	if len(f.Actions) > 0 {
		c.add("d.action IN ?", f.Actions)
	}
	if !f.Since.IsZero() {
		c.add("d.created_at >= ?", stamp{f.Since})
	}
	if !f.Until.IsZero() {
		c.add("d.created_at < ?", stamp{f.Until})
	}
	return c
}

func (s decisions) SetUndone(ctx context.Context, id, by memory.ID) error {
	return s.h.change(ctx, fmt.Sprintf("mark decision %d", id), func(tx *gorm.DB) error {
		return changed(tx.Exec("UPDATE decision SET undone_by = ? WHERE id = ?", optID(by), id))
	})
}

func (s decisions) Tally(ctx context.Context, profile memory.ID, since time.Time) (map[memory.Action]int, error) {
	var rows []struct {
		Action memory.Action
		N      int
	}
	c := decisionClauses(memory.DecisionFilter{ProfileID: profile, Since: since})
	err := s.h.look(ctx, "count decisions", func(db *gorm.DB) error {
		return db.Raw("SELECT d.action, count(*) AS n FROM decision d "+c.where()+
			" AND d.undone_by IS NULL GROUP BY d.action", c.args...).Scan(&rows).Error
	})
	out := make(map[memory.Action]int, len(rows))
	for _, r := range rows {
		out[r.Action] = r.N
	}
	return out, err
}
