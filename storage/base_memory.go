package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type baseMemoryRow struct {
	ID         memory.ID    `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID  memory.ID    `gorm:"column:profile_id"`
	Content    string       `gorm:"column:content"`
	Actor      memory.Actor `gorm:"column:actor"`
	OwnLines   string       `gorm:"column:own_lines"`
	SummaryIDs string       `gorm:"column:summary_ids"`
	Model      string       `gorm:"column:model"`
	Stale      bool         `gorm:"column:stale"`
	Created    timestamp    `gorm:"column:created_at"`
}

func (baseMemoryRow) TableName() string { return "base_memory" }

func newBaseMemoryRow(b memory.BaseMemory) (baseMemoryRow, error) {
	if b.OwnLines == nil {
		b.OwnLines = []string{}
	}
	lines, err := json.Marshal(b.OwnLines)
	return baseMemoryRow{
		ID: b.ID, ProfileID: b.ProfileID, Content: b.Content, Actor: b.Actor, OwnLines: string(lines),
		SummaryIDs: idsAsJSON(b.SummaryIDs), Model: string(b.Model), Stale: b.Stale, Created: timestamp{b.CreatedAt},
	}, err
}

func (r baseMemoryRow) toBaseMemory() (memory.BaseMemory, error) {
	b := memory.BaseMemory{
		ID: r.ID, ProfileID: r.ProfileID, Content: r.Content, Actor: r.Actor, Model: memory.NullText(r.Model),
		Stale: r.Stale, CreatedAt: r.Created.Time,
	}
	if err := fromNullableJSON(&r.OwnLines, &b.OwnLines); err != nil {
		return b, err
	}
	return b, fromNullableJSON(&r.SummaryIDs, &b.SummaryIDs)
}

type baseMemoryStore struct{ h *handle }

func (s baseMemoryStore) Append(ctx context.Context, b memory.BaseMemory) (memory.ID, error) {
	r, err := newBaseMemoryRow(b)
	if err != nil {
		return 0, wrapErrorWithSentinel("store base memory", err)
	}
	err = s.h.runAtomicWrite(ctx, "store base memory", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s baseMemoryStore) Newest(ctx context.Context, profile memory.ID) (memory.BaseMemory, error) {
	all, err := s.List(ctx, profile, 1)
	if err != nil || len(all) == 0 {
		return memory.BaseMemory{ProfileID: profile, OwnLines: []string{}, SummaryIDs: []memory.ID{}}, err
	}
	return all[0], nil
}

func (s baseMemoryStore) List(ctx context.Context, profile memory.ID, limit int) ([]memory.BaseMemory, error) {
	var rows []baseMemoryRow
	err := s.h.runRead(ctx, "list base memory", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Limit(sqlLimit(limit)).Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertRows(rows, baseMemoryRow.toBaseMemory)
}

func (s baseMemoryStore) Update(ctx context.Context, b memory.BaseMemory) error {
	r, err := newBaseMemoryRow(b)
	if err != nil {
		return wrapErrorWithSentinel("update base memory", err)
	}
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update base memory %d", b.ID), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&baseMemoryRow{}).Where("id = ? AND profile_id = ?", r.ID, r.ProfileID).
			Select("content", "own_lines", "stale").Updates(&r))
	})
}
