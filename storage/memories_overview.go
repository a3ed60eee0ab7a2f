package storage

import (
	"context"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

func (s memoryStore) Overview(ctx context.Context, profile memory.ID, now time.Time) (memory.MemoryOverview, error) {
	var groups []struct {
		Status  memory.Status
		Type    memory.Type
		Current bool
		N       int
	}
	o := memory.MemoryOverview{
		ByStatus: map[memory.Status]int{}, ByType: map[memory.Type]int{}, Tags: []memory.TagCount{},
	}
	day := now.UTC().Format(time.DateOnly)
	err := s.h.runRead(ctx, "count memories", func(db *gorm.DB) error {
		err := db.Raw(`SELECT l.status, m.type, (l.superseded_by IS NULL AND `+hasNotEnded+`) AS current, count(*) AS n `+
			fromLinks+`WHERE l.profile_id = ? GROUP BY 1, 2, 3`, day, profile).Scan(&groups).Error
		if err != nil {
			return err
		}
		return db.Raw(`SELECT g.value AS tag, count(DISTINCT m.id) AS count `+fromLinks+`, json_each(m.tags) g
          WHERE l.profile_id = ? AND l.status = 'active' AND l.superseded_by IS NULL AND `+hasNotEnded+`
          GROUP BY g.value ORDER BY 2 DESC, max(m.created_at) DESC, max(m.id) DESC, g.value`,
			profile, day).Scan(&o.Tags).Error
	})
	for _, g := range groups {
		if g.Status == memory.StatusActive && !g.Current {
			o.Outdated += g.N
			continue
		}
		o.ByStatus[g.Status] += g.N
		if g.Status == memory.StatusActive {
			o.ByType[g.Type] += g.N
		}
	}
	return o, err
}

func (s memoryStore) SourceChats(
	ctx context.Context, profile memory.ID, ids []memory.ID,
) (map[memory.ID]memory.SourceChat, error) {
	var rows []struct {
		MemoryID memory.ID
		ChatID   memory.ID
		Title    string
		InTrash  bool
	}
	err := s.h.runRead(ctx, "load source chats", func(db *gorm.DB) error {
		return db.Raw(`SELECT m.id AS memory_id, t.id AS chat_id, t.title, t.deleted_at IS NOT NULL AS in_trash `+fromLinks+`
          LEFT JOIN messages s ON s.id = m.source_message_id
          JOIN threads t ON t.id = coalesce(s.thread_id, m.thread_id) AND t.profile_id = l.profile_id
          WHERE l.profile_id = ? AND m.id IN (SELECT value FROM json_each(?))`,
			profile, idsAsJSON(ids)).Scan(&rows).Error
	})
	out := make(map[memory.ID]memory.SourceChat, len(rows))
	for _, r := range rows {
		out[r.MemoryID] = memory.SourceChat{ID: r.ChatID, Title: r.Title, InTrash: r.InTrash}
	}
	return out, err
}
