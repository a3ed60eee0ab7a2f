package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

// firstProfileID is created by the first migration and cannot be deleted.
const firstProfileID memory.ID = 1

type profileRow struct {
	ID         memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	Name       string    `gorm:"column:name"`
	ExternalID *string   `gorm:"column:external_id"`
	Created    timestamp `gorm:"column:created_at"`
}

func (profileRow) TableName() string { return "profiles" }

func (r profileRow) toProfile() memory.Profile {
	p := memory.Profile{ID: r.ID, Name: r.Name, CreatedAt: r.Created.Time}
	if r.ExternalID != nil {
		p.ExternalID = memory.NullText(*r.ExternalID)
	}
	return p
}

type profileStore struct{ h *handle }

func (s profileStore) Get(ctx context.Context, id memory.ID) (memory.Profile, error) {
	return s.loadProfileWhere(ctx, fmt.Sprintf("load profile %d", id), "id = ?", id)
}

func (s profileStore) GetByExternalID(ctx context.Context, external string) (memory.Profile, error) {
	return s.loadProfileWhere(ctx, "load profile by external id", "external_id = ?", external)
}

func (s profileStore) loadProfileWhere(ctx context.Context, op, where string, arg any) (memory.Profile, error) {
	var r profileRow
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error { return db.Where(where, arg).Take(&r).Error })
	if err != nil {
		return memory.Profile{}, err
	}
	return r.toProfile(), nil
}

func (s profileStore) List(ctx context.Context) ([]memory.Profile, error) {
	var rows []profileRow
	err := s.h.runRead(ctx, "list profiles", func(db *gorm.DB) error { return db.Order("id").Find(&rows).Error })
	if err != nil {
		return nil, err
	}
	out := make([]memory.Profile, len(rows))
	for i, r := range rows {
		out[i] = r.toProfile()
	}
	return out, nil
}

func (s profileStore) Create(ctx context.Context, p memory.Profile) (memory.ID, error) {
	r := profileRow{ID: p.ID, Name: p.Name, Created: timestamp{p.CreatedAt}}
	if p.ExternalID != "" {
		r.ExternalID = (*string)(&p.ExternalID)
	}
	err := s.h.runAtomicWrite(ctx, "create profile", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	return r.ID, err
}

func (s profileStore) Rename(ctx context.Context, id memory.ID, name string) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("rename profile %d", id), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&profileRow{}).Where("id = ?", id).Update("name", name))
	})
}

func (s profileStore) SetExternalID(ctx context.Context, id memory.ID, external string) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("set external id of profile %d", id), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&profileRow{}).Where("id = ?", id).Update("external_id", external))
	})
}

// Delete removes a profile with everything that refers to it, and the settings
// whose keys end with a dot and its id.
func (s profileStore) Delete(ctx context.Context, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("delete profile %d", id), func(tx *gorm.DB) error {
		if id == firstProfileID {
			return &memory.FieldError{Field: "profile", Problem: "the first one can't be deleted"}
		}
		if err := tx.Where("key LIKE ?", "%."+id.String()).Delete(&settingRow{}).Error; err != nil {
			return err
		}
		if err := requireRowExists(tx, "SELECT 1 FROM profiles WHERE id = ?", id); err != nil {
			return err
		}
		if err := recordPendingSnapshotErasure(tx, erasure{Table: "profiles", Profile: id, ID: id}); err != nil {
			return err
		}
		return requireRowsAffected(tx.Where("id = ?", id).Delete(&profileRow{}))
	})
}
