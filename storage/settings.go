package storage

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"memoir/memory"
)

type settingRow struct {
	Key   string `gorm:"column:key;primaryKey"`
	Value string `gorm:"column:value"`
}

func (settingRow) TableName() string { return "settings" }

type settings struct{ h *handle }

func (s settings) Get(ctx context.Context, key string) (string, error) {
	var r settingRow
	err := s.h.look(ctx, "load setting "+key, func(db *gorm.DB) error {
		return db.Where("key = ?", key).Take(&r).Error
	})
	return r.Value, err
}

func (s settings) Set(ctx context.Context, key, value string) error {
	return s.h.change(ctx, "store setting "+key, func(tx *gorm.DB) error {
		return tx.Save(&settingRow{key, value}).Error
	})
}

func (s settings) All(ctx context.Context) (map[string]string, error) {
	var rows []settingRow
	err := s.h.look(ctx, "load settings", func(db *gorm.DB) error { return db.Find(&rows).Error })
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Key] = r.Value
	}
	return out, err
}

// isGone reports whether err means that a row does not exist.
func isGone(err error) bool { return errors.Is(err, memory.ErrNotFound) }
