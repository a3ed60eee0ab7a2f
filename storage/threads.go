package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type threadRow struct {
	ID           memory.ID   `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID    memory.ID   `gorm:"column:profile_id"`
	Title        string      `gorm:"column:title"`
	TitleByUser  bool        `gorm:"column:title_by_user"`
	Model        string      `gorm:"column:model"`
	Memory       memory.Mode `gorm:"column:memory"`
	SystemPrompt string      `gorm:"column:system_prompt"`
	Temperature  *float64    `gorm:"column:temperature"`
	MaxTokens    int         `gorm:"column:max_tokens"`
	Pinned       bool        `gorm:"column:pinned"`
	Temporary    bool        `gorm:"column:temporary"`
	Unread       bool        `gorm:"column:unread"`
	Draft        string      `gorm:"column:draft"`
	HeadID       optID       `gorm:"column:head_id"`
	Source       string      `gorm:"column:source"`
	Created      stamp       `gorm:"column:created_at"`
	Updated      stamp       `gorm:"column:updated_at"`
	Deleted      stamp       `gorm:"column:deleted_at"`
	Contexts     *string     `gorm:"column:contexts;->"` // computed
}

func (threadRow) TableName() string { return "threads" }

func threadRowOf(t memory.Thread) threadRow {
	return threadRow{
		ID: t.ID, ProfileID: t.ProfileID, Title: t.Title, TitleByUser: t.TitleByUser, Model: string(t.Model),
		Memory: t.Memory, SystemPrompt: string(t.SystemPrompt), Temperature: t.Temperature, MaxTokens: t.MaxTokens,
		Pinned: t.Pinned, Temporary: t.Temporary, Unread: t.Unread, Draft: t.Draft, HeadID: optID(t.HeadID),
		Source: string(t.Source), Created: stamp{t.CreatedAt}, Updated: stamp{t.UpdatedAt}, Deleted: stamp{t.DeletedAt},
	}
}

func (r threadRow) domain() (memory.Thread, error) {
	t := memory.Thread{
		ID: r.ID, ProfileID: r.ProfileID, Title: r.Title, TitleByUser: r.TitleByUser, Model: memory.Text(r.Model),
		Memory: r.Memory, SystemPrompt: memory.Text(r.SystemPrompt), Temperature: r.Temperature, MaxTokens: r.MaxTokens,
		Pinned: r.Pinned, Temporary: r.Temporary, Unread: r.Unread, Draft: r.Draft, HeadID: memory.ID(r.HeadID),
		Source: memory.Text(r.Source), CreatedAt: r.Created.Time, UpdatedAt: r.Updated.Time, DeletedAt: r.Deleted.Time,
		Contexts: []memory.ID{},
	}
	return t, fromJSON(r.Contexts, &t.Contexts)
}

// threadColumns selects a chat with the ids of its files in order.
const threadColumns = `SELECT t.*, (SELECT json_group_array(context_id ORDER BY position)
  FROM thread_contexts WHERE thread_id = t.id) AS contexts FROM threads t `

type threads struct{ h *handle }

// Create stores t and attaches the files in t.FileIDs, which must belong to the same profile.
func (s threads) Create(ctx context.Context, t memory.Thread) (memory.ID, error) {
	r := threadRowOf(t)
	err := s.h.change(ctx, "create thread", func(tx *gorm.DB) error {
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		for _, c := range t.Contexts {
			if err := attach(tx, t.ProfileID, r.ID, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s threads) Get(ctx context.Context, profile, id memory.ID) (memory.Thread, error) {
	var r threadRow
	op := fmt.Sprintf("load thread %d", id)
	err := s.h.look(ctx, op, func(db *gorm.DB) error {
		return changed(db.Raw(threadColumns+"WHERE t.id = ? AND t.profile_id = ?", id, profile).Scan(&r))
	})
	if err != nil {
		return memory.Thread{}, err
	}
	return r.domain()
}

// List continues after f.BeforeID, the last chat of the previous page; if that no longer exists,
// the page continues with the ids below it.
func (s threads) List(ctx context.Context, f memory.ThreadFilter) ([]memory.Thread, error) {
	q, args := threadColumns+"WHERE t.profile_id = ?", []any{f.ProfileID}
	if f.Trash {
		q += " AND t.deleted_at IS NOT NULL"
	} else {
		q += " AND t.deleted_at IS NULL"
	}
	if f.BeforeID != 0 {
		q += ` AND CASE WHEN EXISTS (SELECT 1 FROM threads WHERE id = ?)
          THEN (t.pinned, coalesce(t.updated_at, 0), t.id) <
            (SELECT pinned, coalesce(updated_at, 0), id FROM threads WHERE id = ?)
          ELSE t.id < ? END`
		args = append(args, f.BeforeID, f.BeforeID, f.BeforeID)
	}
	q += " ORDER BY t.pinned DESC, t.updated_at DESC, t.id DESC LIMIT ?"
	args = append(args, limit(f.Limit))
	var rows []threadRow
	err := s.h.look(ctx, "list threads", func(db *gorm.DB) error { return db.Raw(q, args...).Scan(&rows).Error })
	if err != nil {
		return nil, err
	}
	return convertAll(rows, threadRow.domain)
}

func (s threads) Update(ctx context.Context, t memory.Thread) error {
	r := threadRowOf(t)
	return s.h.change(ctx, fmt.Sprintf("update thread %d", t.ID), func(tx *gorm.DB) error {
		if t.HeadID != 0 {
			err := mustExist(tx, "SELECT 1 FROM messages WHERE id = ? AND thread_id = ?", t.HeadID, t.ID)
			if err != nil {
				return fmt.Errorf("head %d: %w", t.HeadID, err)
			}
		}
		return changed(tx.Model(&threadRow{}).Where("id = ? AND profile_id = ?", t.ID, t.ProfileID).
			Select("*").Omit("id", "profile_id", "created_at").Updates(&r))
	})
}

func (s threads) Delete(ctx context.Context, profile, id memory.ID) error {
	return s.h.change(ctx, fmt.Sprintf("delete thread %d", id), func(tx *gorm.DB) error {
		return changed(tx.Where("id = ? AND profile_id = ?", id, profile).Delete(&threadRow{}))
	})
}

func (s threads) Attach(ctx context.Context, profile, thread, contextID memory.ID) error {
	op := fmt.Sprintf("attach file %d to thread %d", contextID, thread)
	return s.h.change(ctx, op, func(tx *gorm.DB) error { return attach(tx, profile, thread, contextID) })
}

func (s threads) Detach(ctx context.Context, profile, thread, contextID memory.ID) error {
	op := fmt.Sprintf("detach file %d from thread %d", contextID, thread)
	return s.h.change(ctx, op, func(tx *gorm.DB) error {
		if err := mustExist(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", thread, profile); err != nil {
			return err
		}
		return tx.Exec("DELETE FROM thread_contexts WHERE thread_id = ? AND context_id = ?", thread, contextID).Error
	})
}

func attach(tx *gorm.DB, profile, thread, contextID memory.ID) error {
	err := mustExist(tx, `SELECT 1 FROM threads t JOIN contexts c ON c.profile_id = t.profile_id
      WHERE t.id = ? AND c.id = ? AND t.profile_id = ?`, thread, contextID, profile)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO thread_contexts(thread_id, context_id, position)
      SELECT ?, ?, coalesce(max(position), 0) + 1 FROM thread_contexts WHERE thread_id = ?
      ON CONFLICT DO NOTHING`, thread, contextID, thread).Error
}

// mustExist returns memory.ErrNotFound when the query selects nothing.
func mustExist(tx *gorm.DB, query string, args ...any) error {
	var one int
	return tx.Raw(query, args...).Row().Scan(&one)
}

// limit turns "0 = all" into SQLite's "-1 = all".
func limit(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}
