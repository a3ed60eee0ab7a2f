package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

// firstProfile is created by the first migration and cannot be deleted.
const firstProfile memory.ID = 1

type profileRow struct {
	ID         memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	Name       string    `gorm:"column:name"`
	ExternalID *string   `gorm:"column:external_id"`
	Created    stamp     `gorm:"column:created_at"`
}

func (profileRow) TableName() string { return "profiles" }

func (r profileRow) domain() memory.Profile {
	p := memory.Profile{ID: r.ID, Name: r.Name, CreatedAt: r.Created.Time}
	if r.ExternalID != nil {
		p.ExternalID = memory.Text(*r.ExternalID)
	}
	return p
}

type profiles struct{ h *handle }

func (s profiles) Get(ctx context.Context, id memory.ID) (memory.Profile, error) {
	return s.one(ctx, fmt.Sprintf("load profile %d", id), "id = ?", id)
}

func (s profiles) ByExternalID(ctx context.Context, external string) (memory.Profile, error) {
	return s.one(ctx, "load profile by external id", "external_id = ?", external)
}

func (s profiles) one(ctx context.Context, op, where string, arg any) (memory.Profile, error) {
	var r profileRow
	err := s.h.look(ctx, op, func(db *gorm.DB) error { return db.Where(where, arg).Take(&r).Error })
	if err != nil {
		return memory.Profile{}, err
	}
	return r.domain(), nil
}

func (s profiles) List(ctx context.Context) ([]memory.Profile, error) {
	var rows []profileRow
	err := s.h.look(ctx, "list profiles", func(db *gorm.DB) error { return db.Order("id").Find(&rows).Error })
	if err != nil {
		return nil, err
	}
	out := make([]memory.Profile, len(rows))
	for i, r := range rows {
		out[i] = r.domain()
	}
	return out, nil
}

func (s profiles) Create(ctx context.Context, p memory.Profile) (memory.ID, error) {
	r := profileRow{ID: p.ID, Name: p.Name, Created: stamp{p.CreatedAt}}
	if p.ExternalID != "" {
		r.ExternalID = (*string)(&p.ExternalID)
	}
	err := s.h.change(ctx, "create profile", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	return r.ID, err
}

func (s profiles) Rename(ctx context.Context, id memory.ID, name string) error {
	return s.h.change(ctx, fmt.Sprintf("rename profile %d", id), func(tx *gorm.DB) error {
		return changed(tx.Model(&profileRow{}).Where("id = ?", id).Update("name", name))
	})
}

// Delete removes a profile with everything that refers to it, and the settings whose keys end
// with a dot and its id.
func (s profiles) Delete(ctx context.Context, id memory.ID) error {
	return s.h.change(ctx, fmt.Sprintf("delete profile %d", id), func(tx *gorm.DB) error {
		if id == firstProfile {
			return &memory.FieldError{Field: "profile", Problem: "the first one cannot be deleted"}
		}
		if err := tx.Where("key LIKE ?", "%."+id.String()).Delete(&settingRow{}).Error; err != nil {
			return err
		}
		return changed(tx.Where("id = ?", id).Delete(&profileRow{}))
	})
}
