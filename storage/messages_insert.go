package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

// InsertAllWithParents numbers the messages itself, which the open write transaction keeps others
// from doing, so that one statement can store children with their parents.
func (s messageStore) InsertAllWithParents(
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
