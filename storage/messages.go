package storage

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

type messageRow struct {
	ID        memory.ID            `gorm:"column:id;primaryKey;autoIncrement"`
	ThreadID  memory.ID            `gorm:"column:thread_id"`
	ParentID  optID                `gorm:"column:parent_id"`
	Role      memory.Role          `gorm:"column:role"`
	Content   string               `gorm:"column:content"`
	Hash      string               `gorm:"column:hash"`
	Reasoning string               `gorm:"column:reasoning"`
	Status    memory.MessageStatus `gorm:"column:status"`
	Model     string               `gorm:"column:model"`
	Usage     *string              `gorm:"column:usage"`
	Error     *string              `gorm:"column:error"`
	Receipt   *string              `gorm:"column:receipt"`
	Created   stamp                `gorm:"column:created_at"`
	Finished  stamp                `gorm:"column:finished_at"`
	ProfileID memory.ID            `gorm:"column:profile_id;->"` // of the chat
}

func (messageRow) TableName() string { return "messages" }

func messageRowOf(m memory.Message) (messageRow, error) {
	r := messageRow{
		ID: m.ID, ThreadID: m.ThreadID, ParentID: optID(m.ParentID), Role: m.Role, Content: m.Content,
		Hash: memory.ContentHash(m.Content), Reasoning: string(m.Reasoning), Status: m.Status, Model: string(m.Model),
		Created: stamp{m.CreatedAt}, Finished: stamp{m.FinishedAt},
	}
	var err error
	if r.Usage, err = toJSON(m.Usage); err != nil {
		return r, err
	}
	if r.Error, err = toJSON(m.Error); err != nil {
		return r, err
	}
	r.Receipt, err = toJSON(m.Receipt)
	return r, err
}

func (r messageRow) domain() (memory.Message, error) {
	m := memory.Message{
		ID: r.ID, ThreadID: r.ThreadID, ParentID: memory.ID(r.ParentID), Role: r.Role, Content: r.Content,
		Reasoning: memory.Text(r.Reasoning), Status: r.Status, Model: memory.Text(r.Model),
		CreatedAt: r.Created.Time, FinishedAt: r.Finished.Time,
	}
	if err := fromJSON(r.Usage, &m.Usage); err != nil {
		return m, err
	}
	if err := fromJSON(r.Error, &m.Error); err != nil {
		return m, err
	}
	if err := fromJSON(r.Receipt, &m.Receipt); err != nil {
		return m, err
	}
	if m.Receipt != nil {
		own(m.Receipt.Memories, r.ProfileID)
		own(m.Receipt.Near, r.ProfileID)
	}
	return m, nil
}

// own sets the profile of receipt hits, which their JSON does not contain.
func own(hits []memory.Hit, profile memory.ID) {
	for i := range hits {
		hits[i].ProfileID = profile
	}
}

const messageColumns = `SELECT m.*, t.profile_id FROM messages m JOIN threads t ON t.id = m.thread_id `

type messages struct{ h *handle }

// Insert also advances the chat's UpdatedAt to the message's time. The parent must be in the same
// chat.
func (s messages) Insert(ctx context.Context, m memory.Message) (memory.ID, error) {
	r, err := messageRowOf(m)
	if err != nil {
		return 0, translate("store message", err)
	}
	err = s.h.change(ctx, "store message", func(tx *gorm.DB) error {
		if m.ParentID != 0 {
			err := mustExist(tx, "SELECT 1 FROM messages WHERE id = ? AND thread_id = ?", m.ParentID, m.ThreadID)
			if err != nil {
				return fmt.Errorf("parent %d: %w", m.ParentID, err)
			}
		}
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		return changed(tx.Exec("UPDATE threads SET head_id = ?, updated_at = max(coalesce(updated_at, ?), ?) WHERE id = ?",
			r.ID, r.Created, r.Created, m.ThreadID))
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s messages) Get(ctx context.Context, profile, id memory.ID) (memory.Message, error) {
	ms, err := s.query(ctx, fmt.Sprintf("load message %d", id),
		messageColumns+"WHERE m.id = ? AND t.profile_id = ?", id, profile)
	if err != nil {
		return memory.Message{}, err
	}
	if len(ms) == 0 {
		return memory.Message{}, translate(fmt.Sprintf("load message %d", id), memory.ErrNotFound)
	}
	return ms[0], nil
}

func (s messages) query(ctx context.Context, op, sql string, args ...any) ([]memory.Message, error) {
	var rows []messageRow
	err := s.h.look(ctx, op, func(db *gorm.DB) error { return db.Raw(sql, args...).Scan(&rows).Error })
	if err != nil {
		return nil, err
	}
	ms, err := convertAll(rows, messageRow.domain)
	return ms, translate(op, err)
}

func (s messages) Path(ctx context.Context, profile, thread, leaf memory.ID, n int) ([]memory.Message, error) {
	op := fmt.Sprintf("load messages of thread %d", thread)
	var start optID
	err := s.h.look(ctx, op, func(db *gorm.DB) error {
		if leaf != 0 {
			return db.Raw("SELECT m.id FROM messages m JOIN threads t ON t.id = m.thread_id "+
				"WHERE m.id = ? AND t.id = ? AND t.profile_id = ?", leaf, thread, profile).Row().Scan(&start)
		}
		return db.Raw("SELECT head_id FROM threads WHERE id = ? AND profile_id = ?", thread, profile).Row().Scan(&start)
	})
	if err != nil || start == 0 {
		return nil, err
	}
	return s.query(ctx, op, `WITH RECURSIVE branch(id, parent_id, depth) AS (
        SELECT id, parent_id, 0 FROM messages WHERE id = ?
        UNION ALL SELECT p.id, p.parent_id, depth + 1 FROM branch b JOIN messages p ON p.id = b.parent_id LIMIT ?)
      SELECT m.*, t.profile_id FROM branch b JOIN messages m ON m.id = b.id JOIN threads t ON t.id = m.thread_id
      ORDER BY b.depth DESC`, start, limit(n))
}

func (s messages) Versions(ctx context.Context, profile, id memory.ID) ([]memory.Message, error) {
	op := fmt.Sprintf("load versions of message %d", id)
	ms, err := s.query(ctx, op, messageColumns+`JOIN messages v ON v.thread_id = m.thread_id
      AND v.parent_id IS m.parent_id AND v.role = m.role WHERE v.id = ? AND t.profile_id = ? ORDER BY m.id`,
		id, profile)
	if err == nil && len(ms) == 0 {
		err = translate(op, memory.ErrNotFound)
	}
	return ms, err
}

func (s messages) Using(ctx context.Context, profile, id memory.ID, n int) ([]memory.Use, error) {
	var rows []struct {
		ThreadID  memory.ID `gorm:"column:thread_id"`
		Title     string    `gorm:"column:title"`
		MessageID memory.ID `gorm:"column:message_id"`
		Created   stamp     `gorm:"column:created_at"`
	}
	op := fmt.Sprintf("find answers that used memory %d", id)
	err := s.h.look(ctx, op, func(db *gorm.DB) error {
		return db.Raw(`SELECT m.thread_id, t.title, u.message_id, m.created_at FROM message_memories u
          CROSS JOIN messages m ON m.id = u.message_id CROSS JOIN threads t ON t.id = m.thread_id
          WHERE u.memory_id = ? AND t.profile_id = ? AND t.deleted_at IS NULL
          ORDER BY u.message_id DESC LIMIT ?`, id, profile, limit(n)).Scan(&rows).Error
	})
	out := make([]memory.Use, 0, len(rows))
	for _, r := range rows {
		out = append(out, memory.Use{
			ThreadID: r.ThreadID, Title: r.Title, MessageID: r.MessageID, CreatedAt: r.Created.Time,
		})
	}
	return out, err
}

func (s messages) Latest(ctx context.Context, profile, id memory.ID) (memory.ID, error) {
	var leaf memory.ID
	err := s.h.look(ctx, fmt.Sprintf("find newest leaf of message %d", id), func(db *gorm.DB) error {
		return db.Raw(`WITH RECURSIVE down(id, depth) AS (
            SELECT m.id, 0 FROM messages m JOIN threads t ON t.id = m.thread_id WHERE m.id = ? AND t.profile_id = ?
            UNION ALL SELECT (SELECT max(c.id) FROM messages c WHERE c.parent_id = d.id), depth + 1
              FROM down d WHERE d.id IS NOT NULL)
          SELECT id FROM down WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`, id, profile).Row().Scan(&leaf)
	})
	return leaf, err
}

func (s messages) SaveDraft(ctx context.Context, id memory.ID, content, reasoning string) error {
	return s.h.change(ctx, fmt.Sprintf("save draft of message %d", id), func(tx *gorm.DB) error {
		res := tx.Exec("UPDATE messages SET content = ?, hash = ?, reasoning = ? WHERE id = ? AND status = 'streaming'",
			content, memory.ContentHash(content), reasoning, id)
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
		return mustExist(tx, "SELECT 1 FROM messages WHERE id = ?", id)
	})
}

// Finish returns memory.ErrConflict when the answer is already final, and memory.ErrInvalid
// when m.Status is still streaming.
func (s messages) Finish(ctx context.Context, m memory.Message) error {
	op := fmt.Sprintf("finish message %d", m.ID)
	if m.Status == memory.MessageStreaming {
		return translate(op, &memory.FieldError{Field: "status", Problem: "is not final"})
	}
	r, err := messageRowOf(m)
	if err != nil {
		return translate(op, err)
	}
	return s.h.change(ctx, op, func(tx *gorm.DB) error {
		res := tx.Model(&messageRow{}).Where("id = ? AND status = 'streaming'", m.ID).
			Select("content", "hash", "reasoning", "status", "model", "usage", "error", "receipt", "finished_at").Updates(&r)
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
		if err := mustExist(tx, "SELECT 1 FROM messages WHERE id = ?", m.ID); err != nil {
			return err
		}
		return fmt.Errorf("%w: the answer is final", memory.ErrConflict)
	})
}

func (s messages) Interrupt(ctx context.Context, at time.Time) (int, error) {
	var n int
	err := s.h.change(ctx, "interrupt answers", func(tx *gorm.DB) error {
		res := tx.Exec("UPDATE messages SET status = 'interrupted', finished_at = ? WHERE status = 'streaming'", stamp{at})
		n = int(res.RowsAffected)
		return res.Error
	})
	return n, err
}
