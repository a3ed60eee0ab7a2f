package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

type summaryRow struct {
	ID           memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID    memory.ID `gorm:"column:profile_id"`
	ChatID       memory.ID `gorm:"column:thread_id"`
	Content      string    `gorm:"column:content"`
	Hash         string    `gorm:"column:hash"`
	Model        string    `gorm:"column:model"`
	MessageCount int       `gorm:"column:message_count"`
	LastMessage  nullID    `gorm:"column:last_message_id"`
	InBase       bool      `gorm:"column:in_base"`
	Created      timestamp `gorm:"column:created_at"`
}

func (summaryRow) TableName() string { return "summaries" }

func (r summaryRow) toSummary() memory.Summary {
	return memory.Summary{
		ID: r.ID, ProfileID: r.ProfileID, ChatID: r.ChatID, Content: r.Content, Model: r.Model,
		MessageCount: r.MessageCount, LastMessage: memory.ID(r.LastMessage), InBase: r.InBase, CreatedAt: r.Created.Time,
	}
}

type baseMemoryRow struct {
	ID        memory.ID    `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID memory.ID    `gorm:"column:profile_id"`
	Content   string       `gorm:"column:content"`
	Actor     memory.Actor `gorm:"column:actor"`
	Created   timestamp    `gorm:"column:created_at"`
}

func (baseMemoryRow) TableName() string { return "base_memory" }

type summaryStore struct{ h *handle }

func (s summaryStore) Insert(ctx context.Context, m memory.Summary) (memory.ID, error) {
	r := summaryRow{
		ID: m.ID, ProfileID: m.ProfileID, ChatID: m.ChatID, Content: m.Content, Hash: lang.ContentHash(m.Content),
		Model: m.Model, MessageCount: m.MessageCount, LastMessage: nullID(m.LastMessage), InBase: m.InBase,
		Created: timestamp{m.CreatedAt},
	}
	err := s.h.runWrite(ctx, "store summary", func(tx *gorm.DB) error {
		err := requireExists(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", m.ChatID, m.ProfileID)
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

func (s summaryStore) LatestOfChat(ctx context.Context, profile, chatID memory.ID) (memory.Summary, error) {
	var r summaryRow
	err := s.h.runRead(ctx, fmt.Sprintf("load summary of thread %d", chatID), func(db *gorm.DB) error {
		return db.Where("thread_id = ? AND profile_id = ?", chatID, profile).Order("id DESC").Take(&r).Error
	})
	return r.toSummary(), err
}

func (s summaryStore) List(ctx context.Context, profile memory.ID, n int) ([]memory.Summary, error) {
	var rows []summaryRow
	err := s.h.runRead(ctx, "list summaries", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Limit(sqlLimit(n)).Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.Summary, len(rows))
	for i, r := range rows {
		out[i] = r.toSummary()
	}
	return out, nil
}

func (s summaryStore) GetBaseMemory(ctx context.Context, profile memory.ID) (memory.BaseMemory, error) {
	var r baseMemoryRow
	err := s.h.runRead(ctx, "load base memory", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Take(&r).Error
	})
	return memory.BaseMemory{
		ID: r.ID, ProfileID: r.ProfileID, Content: r.Content, Actor: r.Actor, CreatedAt: r.Created.Time,
	}, err
}

func (s summaryStore) InsertBaseMemory(ctx context.Context, b memory.BaseMemory) (memory.ID, error) {
	r := baseMemoryRow{ID: b.ID, ProfileID: b.ProfileID, Content: b.Content, Actor: b.Actor,
		Created: timestamp{b.CreatedAt}}
	err := s.h.runWrite(ctx, "store base memory", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}
