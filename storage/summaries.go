package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type summaryRow struct {
	ID           memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID    memory.ID `gorm:"column:profile_id"`
	ThreadID     memory.ID `gorm:"column:thread_id"`
	Content      string    `gorm:"column:content"`
	Hash         string    `gorm:"column:hash"`
	Model        string    `gorm:"column:model"`
	MessageCount int       `gorm:"column:message_count"`
	LastMessage  optID     `gorm:"column:last_message_id"`
	InBase       bool      `gorm:"column:in_base"`
	Created      stamp     `gorm:"column:created_at"`
}

func (summaryRow) TableName() string { return "summaries" }

func (r summaryRow) domain() memory.Summary {
	return memory.Summary{
		ID: r.ID, ProfileID: r.ProfileID, ThreadID: r.ThreadID, Content: r.Content, Model: r.Model,
		MessageCount: r.MessageCount, LastMessage: memory.ID(r.LastMessage), InBase: r.InBase, CreatedAt: r.Created.Time,
	}
}

type baseRow struct {
	ID        memory.ID    `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID memory.ID    `gorm:"column:profile_id"`
	Content   string       `gorm:"column:content"`
	Actor     memory.Actor `gorm:"column:actor"`
	Created   stamp        `gorm:"column:created_at"`
}

func (baseRow) TableName() string { return "base_memory" }

type summaries struct{ h *handle }

func (s summaries) Insert(ctx context.Context, m memory.Summary) (memory.ID, error) {
	r := summaryRow{
		ID: m.ID, ProfileID: m.ProfileID, ThreadID: m.ThreadID, Content: m.Content, Hash: memory.ContentHash(m.Content),
		Model: m.Model, MessageCount: m.MessageCount, LastMessage: optID(m.LastMessage), InBase: m.InBase,
		Created: stamp{m.CreatedAt},
	}
	err := s.h.change(ctx, "store summary", func(tx *gorm.DB) error {
		err := mustExist(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", m.ThreadID, m.ProfileID)
		if err != nil {
			return err
		}
		return tx.Create(&r).Error
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s summaries) Latest(ctx context.Context, profile, thread memory.ID) (memory.Summary, error) {
	var r summaryRow
	err := s.h.look(ctx, fmt.Sprintf("load summary of thread %d", thread), func(db *gorm.DB) error {
		return db.Where("thread_id = ? AND profile_id = ?", thread, profile).Order("id DESC").Take(&r).Error
	})
	return r.domain(), err
}

func (s summaries) List(ctx context.Context, profile memory.ID, n int) ([]memory.Summary, error) {
	var rows []summaryRow
	err := s.h.look(ctx, "list summaries", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Limit(limit(n)).Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.Summary, len(rows))
	for i, r := range rows {
		out[i] = r.domain()
	}
	return out, nil
}

func (s summaries) Base(ctx context.Context, profile memory.ID) (memory.BaseMemory, error) {
	var r baseRow
	err := s.h.look(ctx, "load base memory", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Take(&r).Error
	})
	return memory.BaseMemory{
		ID: r.ID, ProfileID: r.ProfileID, Content: r.Content, Actor: r.Actor, CreatedAt: r.Created.Time,
	}, err
}

func (s summaries) SetBase(ctx context.Context, b memory.BaseMemory) (memory.ID, error) {
	r := baseRow{ID: b.ID, ProfileID: b.ProfileID, Content: b.Content, Actor: b.Actor, Created: stamp{b.CreatedAt}}
	err := s.h.change(ctx, "store base memory", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}
