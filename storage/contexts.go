package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type contextRow struct {
	ID         memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID  memory.ID `gorm:"column:profile_id"`
	Name       string    `gorm:"column:name"`
	MIME       string    `gorm:"column:mime"`
	Bytes      int       `gorm:"column:bytes"`
	Tokens     int       `gorm:"column:tokens"`
	SHA256     string    `gorm:"column:sha256"`
	Hash       string    `gorm:"column:hash"`
	NeverLearn bool      `gorm:"column:never_learn"`
	Content    string    `gorm:"column:content"`
	Created    stamp     `gorm:"column:created_at"`
}

func (contextRow) TableName() string { return "contexts" }

func (r contextRow) domain() memory.Context {
	return memory.Context{
		ID: r.ID, ProfileID: r.ProfileID, Name: r.Name, MIME: r.MIME, Bytes: r.Bytes, Tokens: r.Tokens,
		SHA256: r.SHA256, NeverLearn: r.NeverLearn, Content: r.Content, CreatedAt: r.Created.Time,
	}
}

type contexts struct{ h *handle }

func (s contexts) Insert(ctx context.Context, c memory.Context) (memory.ID, error) {
	r := contextRow{
		ID: c.ID, ProfileID: c.ProfileID, Name: c.Name, MIME: c.MIME, Bytes: c.Bytes, Tokens: c.Tokens,
		SHA256: c.SHA256, Hash: memory.ContentHash(c.Content), NeverLearn: c.NeverLearn, Content: c.Content,
		Created: stamp{c.CreatedAt},
	}
	err := s.h.change(ctx, "store file", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s contexts) Get(ctx context.Context, profile, id memory.ID) (memory.Context, error) {
	var r contextRow
	err := s.h.look(ctx, fmt.Sprintf("load file %d", id), func(db *gorm.DB) error {
		return db.Where("id = ? AND profile_id = ?", id, profile).Take(&r).Error
	})
	return r.domain(), err
}

func (s contexts) List(ctx context.Context, profile memory.ID) ([]memory.Context, error) {
	var rows []contextRow
	err := s.h.look(ctx, "list files", func(db *gorm.DB) error {
		return db.Omit("content").Where("profile_id = ?", profile).Order("created_at DESC, id DESC").Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.Context, len(rows))
	for i, r := range rows {
		out[i] = r.domain()
	}
	return out, nil
}

func (s contexts) Update(ctx context.Context, c memory.Context) error {
	return s.h.change(ctx, fmt.Sprintf("update file %d", c.ID), func(tx *gorm.DB) error {
		return changed(tx.Exec("UPDATE contexts SET name = ?, never_learn = ? WHERE id = ? AND profile_id = ?",
			c.Name, c.NeverLearn, c.ID, c.ProfileID))
	})
}

func (s contexts) Delete(ctx context.Context, profile, id memory.ID) error {
	return s.h.change(ctx, fmt.Sprintf("delete file %d", id), func(tx *gorm.DB) error {
		return changed(tx.Where("id = ? AND profile_id = ?", id, profile).Delete(&contextRow{}))
	})
}

// BySHA256 returns the oldest file with this checksum, Content included.
func (s contexts) BySHA256(ctx context.Context, profile memory.ID, sum string) (memory.Context, error) {
	var r contextRow
	err := s.h.look(ctx, "find file by checksum", func(db *gorm.DB) error {
		return db.Where("profile_id = ? AND sha256 = ?", profile, sum).Order("id").Take(&r).Error
	})
	return r.domain(), err
}

// Each keeps one file in memory at a time and holds no database connection while fn runs.
func (s contexts) Each(ctx context.Context, profile memory.ID, fn func(memory.Context) error) error {
	var ids []memory.ID
	err := s.h.look(ctx, "list files", func(db *gorm.DB) error {
		return db.Raw("SELECT id FROM contexts WHERE profile_id = ? ORDER BY id", profile).Scan(&ids).Error
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		c, err := s.Get(ctx, profile, id)
		if isGone(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := fn(c); err != nil {
			return err
		}
	}
	return nil
}
