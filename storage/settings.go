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

type settingStore struct{ h *handle }

func (s settingStore) Get(ctx context.Context, key string) (string, error) {
	var r settingRow
	err := s.h.runRead(ctx, "load setting "+key, func(db *gorm.DB) error {
		return db.Where("key = ?", key).Take(&r).Error
	})
	return r.Value, err
}

func (s settingStore) Set(ctx context.Context, key, value string) error {
	return s.h.runAtomicWrite(ctx, "store setting "+key, func(tx *gorm.DB) error {
		return tx.Save(&settingRow{key, value}).Error
	})
}

func (s settingStore) GetAll(ctx context.Context) (map[string]string, error) {
	var rows []settingRow
	err := s.h.runRead(ctx, "load settings", func(db *gorm.DB) error { return db.Find(&rows).Error })
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Key] = r.Value
	}
	return out, err
}

// isNotFound reports whether err means that a row does not exist.
func isNotFound(err error) bool { return errors.Is(err, memory.ErrNotFound) }
