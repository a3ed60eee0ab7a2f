package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

type fileRow struct {
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
	Created    timestamp `gorm:"column:created_at"`
}

func (fileRow) TableName() string { return "contexts" }

func (r fileRow) toFile() memory.File {
	return memory.File{
		ID: r.ID, ProfileID: r.ProfileID, MIME: r.MIME, Bytes: r.Bytes, Tokens: r.Tokens,
		Name:   memory.FileNameWithoutInvisibleRunes(r.Name), // earlier versions stored names as they came
		SHA256: r.SHA256, NeverLearn: r.NeverLearn, Content: r.Content, CreatedAt: r.Created.Time,
	}
}

type fileStore struct{ h *handle }

func (s fileStore) Insert(ctx context.Context, c memory.File) (memory.ID, error) {
	r := fileRow{
		ID: c.ID, ProfileID: c.ProfileID, Name: c.Name, MIME: c.MIME, Bytes: c.Bytes, Tokens: c.Tokens,
		SHA256: c.SHA256, Hash: lang.ContentHash(c.Content), NeverLearn: c.NeverLearn, Content: c.Content,
		Created: timestamp{c.CreatedAt},
	}
	err := s.h.runAtomicWrite(ctx, "store file", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s fileStore) Get(ctx context.Context, profile, id memory.ID) (memory.File, error) {
	var r fileRow
	err := s.h.runRead(ctx, fmt.Sprintf("load file %d", id), func(db *gorm.DB) error {
		return db.Where("id = ? AND profile_id = ?", id, profile).Take(&r).Error
	})
	return r.toFile(), err
}

func (s fileStore) ListWithoutContent(ctx context.Context, profile memory.ID) ([]memory.File, error) {
	var rows []fileRow
	err := s.h.runRead(ctx, "list files", func(db *gorm.DB) error {
		return db.Omit("content").Where("profile_id = ?", profile).Order("created_at DESC, id DESC").Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.File, len(rows))
	for i, r := range rows {
		out[i] = r.toFile()
	}
	return out, nil
}

func (s fileStore) UpdateNameAndNeverLearn(ctx context.Context, c memory.File) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update file %d", c.ID), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Exec("UPDATE contexts SET name = ?, never_learn = ? WHERE id = ? AND profile_id = ?",
			c.Name, c.NeverLearn, c.ID, c.ProfileID))
	})
}

func (s fileStore) DeleteRecordingSnapshotErasure(ctx context.Context, profile, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("delete file %d", id), func(tx *gorm.DB) error {
		if err := requireRowExists(tx, "SELECT 1 FROM contexts WHERE id = ? AND profile_id = ?", id, profile); err != nil {
			return err
		}
		if err := recordPendingSnapshotErasure(tx, erasure{Table: "contexts", Profile: profile, ID: id}); err != nil {
			return err
		}
		return requireRowsAffected(tx.Where("id = ? AND profile_id = ?", id, profile).Delete(&fileRow{}))
	})
}

// GetBySHA256 returns the oldest file with this checksum, Content included.
func (s fileStore) GetBySHA256(ctx context.Context, profile memory.ID, sum string) (memory.File, error) {
	var r fileRow
	err := s.h.runRead(ctx, "find file by checksum", func(db *gorm.DB) error {
		return db.Where("profile_id = ? AND sha256 = ?", profile, sum).Order("id").Take(&r).Error
	})
	return r.toFile(), err
}

// filesOfTemporaryChats selects the files that were added in a temporary chat and are in no
// project; that they are in no other chat is left to the caller.
const filesOfTemporaryChats = `
SELECT file.id FROM threads thread
JOIN thread_contexts link ON link.thread_id = thread.id
JOIN contexts file ON file.id = link.context_id
WHERE thread.temporary = 1 AND file.created_at >= thread.created_at
AND NOT EXISTS (SELECT 1 FROM project_contexts WHERE context_id = file.id)`

// ForEach keeps one file in memory at a time and holds no database connection while fn runs.
func (s fileStore) ForEach(ctx context.Context, profile memory.ID, fn func(memory.File) error) error {
	var ids []memory.ID
	err := s.h.runRead(ctx, "list files", func(db *gorm.DB) error {
		return db.Raw("SELECT id FROM contexts WHERE profile_id = ? ORDER BY id", profile).Scan(&ids).Error
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		c, err := s.Get(ctx, profile, id)
		if isNotFound(err) {
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
