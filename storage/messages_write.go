package storage

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

// InsertAsHeadUpdatingChatTime also advances the chat's UpdatedAt to the message's time. The parent
// must be in the same chat.
func (s messageStore) InsertAsHeadUpdatingChatTime(ctx context.Context, m memory.Message) (memory.ID, error) {
	return s.insertAsHeadOrBeforeNewerTurns(ctx, m, false)
}

// InsertReplyReparentingNewerTurns advances UpdatedAt too, and needs a parent in the same chat.
func (s messageStore) InsertReplyReparentingNewerTurns(ctx context.Context, m memory.Message) (memory.ID, error) {
	return s.insertAsHeadOrBeforeNewerTurns(ctx, m, true)
}

func (s messageStore) insertAsHeadOrBeforeNewerTurns(
	ctx context.Context, m memory.Message, isBeforeNewerTurns bool,
) (memory.ID, error) {
	r, err := newMessageRow(m)
	if err != nil {
		return 0, wrapErrorWithSentinel("store message", err)
	}
	err = s.h.runAtomicWrite(ctx, "store message", func(tx *gorm.DB) error {
		if m.ParentID != 0 {
			err := requireRowExists(tx, "SELECT 1 FROM messages WHERE id = ? AND thread_id = ?", m.ParentID, m.ChatID)
			if err != nil {
				return fmt.Errorf("parent %d: %w", m.ParentID, err)
			}
		}
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		moved := int64(0)
		if isBeforeNewerTurns {
			res := tx.Exec("UPDATE messages SET parent_id = ? WHERE parent_id = ? AND role = 'user'", r.ID, m.ParentID)
			if moved = res.RowsAffected; res.Error != nil {
				return res.Error
			}
		}
		return requireRowsAffected(tx.Exec(`UPDATE threads SET head_id = CASE WHEN ? > 0 THEN head_id ELSE ? END,
      updated_at = max(coalesce(updated_at, ?), ?) WHERE id = ?`, moved, r.ID, r.Created, r.Created, m.ChatID))
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

// InsertTreeMakingLastMessageHead numbers the messages itself, which the open write transaction
// keeps others from doing, so that one statement can store children with their parents.
func (s messageStore) InsertTreeMakingLastMessageHead(
	ctx context.Context, ms []memory.Message, parents []int,
) ([]memory.ID, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	rows, outside, err := rowsAndOutsideParents(ms, parents)
	if err != nil {
		return nil, wrapErrorWithSentinel("store messages", err)
	}
	chat := ms[0].ChatID
	err = s.h.runAtomicWrite(ctx, "store messages", func(tx *gorm.DB) error {
		var missing int
		err := tx.Raw(`SELECT count(*) FROM json_each(?) WHERE value NOT IN
          (SELECT id FROM messages WHERE thread_id = ?)`, idsAsJSON(outside), chat).Row().Scan(&missing)
		if err == nil && missing > 0 {
			err = fmt.Errorf("%d parents: %w", missing, memory.ErrNotFound)
		}
		if err != nil {
			return err
		}
		var last memory.ID // the highest number that was ever given out
		err = tx.Raw("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'messages'), 0)").Row().Scan(&last)
		if err != nil {
			return err
		}
		newest := rows[0].Created
		for i := range rows {
			rows[i].ID = last + 1 + memory.ID(i)
			if parents[i] >= 0 {
				rows[i].ParentID = nullID(rows[parents[i]].ID)
			}
			if rows[i].Created.After(newest.Time) {
				newest = rows[i].Created
			}
		}
		if err := tx.Create(&rows).Error; err != nil {
			return err
		}
		return requireRowsAffected(tx.Exec("UPDATE threads SET head_id = ?, updated_at = max(coalesce(updated_at, ?), ?) "+
			"WHERE id = ?", rows[len(rows)-1].ID, newest, newest, chat))
	})
	if err != nil {
		return nil, err
	}
	ids := make([]memory.ID, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids, nil
}

// rowsAndOutsideParents returns the rows of messages, and the parents that are not among them.
func rowsAndOutsideParents(ms []memory.Message, parents []int) ([]messageRow, []memory.ID, error) {
	rows := make([]messageRow, len(ms))
	var outside []memory.ID
	for i, m := range ms {
		var err error
		if rows[i], err = newMessageRow(m); err != nil {
			return nil, nil, err
		}
		if parents[i] < 0 && m.ParentID != 0 {
			outside = append(outside, m.ParentID)
		}
	}
	return rows, outside, nil
}

func (s messageStore) SaveStreamingAnswerDraft(ctx context.Context, id memory.ID, content, reasoning string) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("save draft of message %d", id), func(tx *gorm.DB) error {
		res := tx.Exec("UPDATE messages SET content = ?, hash = ?, reasoning = ? WHERE id = ? AND status = 'streaming'",
			content, lang.ContentHash(content), reasoning, id)
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
		return requireRowExists(tx, "SELECT 1 FROM messages WHERE id = ?", id)
	})
}

// FinishStreamingAnswer returns memory.ErrConflict when the answer is already final, and
// memory.ErrInvalid when m.Status is still streaming.
func (s messageStore) FinishStreamingAnswer(ctx context.Context, m memory.Message) error {
	op := fmt.Sprintf("finish message %d", m.ID)
	if m.Status == memory.MessageStreaming {
		return wrapErrorWithSentinel(op, &memory.FieldError{Field: "status", Problem: "is not final"})
	}
	r, err := newMessageRow(m)
	if err != nil {
		return wrapErrorWithSentinel(op, err)
	}
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		res := tx.Model(&messageRow{}).Where("id = ? AND status = 'streaming'", m.ID).
			Select("content", "hash", "reasoning", "status", "model", "finish_reason", "usage", "error", "receipt",
				"finished_at").Updates(&r)
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
		if err := requireRowExists(tx, "SELECT 1 FROM messages WHERE id = ?", m.ID); err != nil {
			return err
		}
		return fmt.Errorf("%w: the answer is final", memory.ErrConflict)
	})
}

func (s messageStore) MakeFinalLeafAnswerStreaming(ctx context.Context, m memory.Message) error {
	op := fmt.Sprintf("reopen message %d", m.ID)
	r, err := newMessageRow(m)
	if err != nil {
		return wrapErrorWithSentinel(op, err)
	}
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		res := tx.Exec(`UPDATE messages SET status = 'streaming', receipt = ?, error = NULL, finish_reason = ''
WHERE id = ? AND role = 'assistant' AND status <> 'streaming'
AND NOT EXISTS (SELECT 1 FROM messages AS later WHERE later.parent_id = messages.id)`, r.Receipt, m.ID)
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
		if err := requireRowExists(tx, "SELECT 1 FROM messages WHERE id = ?", m.ID); err != nil {
			return err
		}
		return fmt.Errorf("%w: only the last answer of a branch can be continued", memory.ErrConflict)
	})
}

func (s messageStore) MarkStreamingInterrupted(ctx context.Context, at time.Time) (int, error) {
	var n int
	err := s.h.runAtomicWrite(ctx, "interrupt answers", func(tx *gorm.DB) error {
		res := tx.Exec("UPDATE messages SET status = 'interrupted', finished_at = ? WHERE status = 'streaming'",
			timestamp{at})
		n = int(res.RowsAffected)
		return res.Error
	})
	return n, err
}
