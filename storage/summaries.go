package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

type summaryRow struct {
	ID        memory.ID           `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID memory.ID           `gorm:"column:profile_id"`
	ChatID    memory.ID           `gorm:"column:thread_id"`
	Content   string              `gorm:"column:content"`
	Hash      string              `gorm:"column:hash"`
	Model     string              `gorm:"column:model"`
	Count     int                 `gorm:"column:message_count"`
	FirstID   nullID              `gorm:"column:first_message_id"`
	LastID    nullID              `gorm:"column:last_message_id"`
	InBase    bool                `gorm:"column:in_base"`
	State     memory.SummaryState `gorm:"column:state"`
	Created   timestamp           `gorm:"column:created_at"`
}

func (summaryRow) TableName() string { return "summaries" }

func newSummaryRow(s memory.Summary) summaryRow {
	return summaryRow{
		ID: s.ID, ProfileID: s.ProfileID, ChatID: s.ChatID, Content: s.Content, Hash: lang.ContentHash(s.Content),
		Model: string(s.Model), Count: s.MessageCount, FirstID: nullID(s.FirstMessageID), LastID: nullID(s.LastMessageID),
		InBase: s.InBase, State: s.State, Created: timestamp{s.CreatedAt},
	}
}

func (r summaryRow) toSummary() (memory.Summary, error) {
	return memory.Summary{
		ID: r.ID, ProfileID: r.ProfileID, ChatID: r.ChatID, Content: r.Content, Model: memory.NullText(r.Model),
		MessageCount: r.Count, FirstMessageID: memory.ID(r.FirstID), LastMessageID: memory.ID(r.LastID),
		InBase: r.InBase, State: r.State, CreatedAt: r.Created.Time,
	}, nil
}

type summaryStore struct{ h *handle }

// Insert stores sum; its chat must belong to its profile.
func (s summaryStore) Insert(ctx context.Context, sum memory.Summary) (memory.ID, error) {
	r := newSummaryRow(sum)
	err := s.h.runAtomicWrite(ctx, "store summary", func(tx *gorm.DB) error {
		err := requireRowExists(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", r.ChatID, r.ProfileID)
		if err != nil {
			return err
		}
		return tx.Create(&r).Error
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s summaryStore) Get(ctx context.Context, profile, id memory.ID) (memory.Summary, error) {
	var r summaryRow
	err := s.h.runRead(ctx, fmt.Sprintf("load summary %d", id), func(db *gorm.DB) error {
		return db.Where("id = ? AND profile_id = ?", id, profile).Take(&r).Error
	})
	if err != nil {
		return memory.Summary{}, err
	}
	return r.toSummary()
}

func (s summaryStore) UpdateTextStateAndInBase(ctx context.Context, sum memory.Summary) error {
	r := newSummaryRow(sum)
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update summary %d", sum.ID), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&summaryRow{}).Where("id = ? AND profile_id = ?", r.ID, r.ProfileID).
			Select("content", "hash", "in_base", "state").Updates(&r))
	})
}

func (s summaryStore) ListOfChat(ctx context.Context, profile, chatID memory.ID) ([]memory.Summary, error) {
	var rows []summaryRow
	err := s.h.runRead(ctx, fmt.Sprintf("list summaries of chat %d", chatID), func(db *gorm.DB) error {
		return db.Where("thread_id = ? AND profile_id = ?", chatID, profile).Order("id DESC").Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, summaryRow.toSummary)
}

func (s summaryStore) CountUnsummarisedMessagesOnBranch(
	ctx context.Context, profile, chatID, leaf memory.ID, limit int,
) (int, error) {
	n := 0
	err := s.h.runRead(ctx, fmt.Sprintf("count messages of chat %d", chatID), func(db *gorm.DB) error {
		return db.Raw(`WITH RECURSIVE ends(id) AS (
        SELECT last_message_id FROM summaries WHERE thread_id = @chat AND last_message_id IS NOT NULL),
      branch(id, parent_id) AS (
        SELECT m.id, m.parent_id FROM messages m JOIN threads t ON t.id = m.thread_id
          WHERE m.id = @leaf AND t.id = @chat AND t.profile_id = @profile AND m.id NOT IN (SELECT id FROM ends)
        UNION ALL SELECT p.id, p.parent_id FROM branch b JOIN messages p ON p.id = b.parent_id
          WHERE p.id NOT IN (SELECT id FROM ends)`+limitSQL(sqlLimitZeroIsAll(limit))+`)
      SELECT count(*) FROM branch b JOIN messages m ON m.id = b.id
        WHERE m.content <> '' AND m.status NOT IN ('failed', 'streaming')`,
			map[string]any{"chat": chatID, "leaf": leaf, "profile": profile}).Row().Scan(&n)
	})
	return n, err
}

func (s summaryStore) ListNonEmptyOfProfile(ctx context.Context, profile memory.ID) ([]memory.Summary, error) {
	var rows []summaryRow
	err := s.h.runRead(ctx, "list summaries of profile", func(db *gorm.DB) error {
		return db.Where("profile_id = ? AND content <> ''", profile).Order("id").Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, summaryRow.toSummary)
}

func (s summaryStore) ListCurrentEligibleForBaseMemory(
	ctx context.Context, profile memory.ID,
) ([]memory.Summary, error) {
	var rows []summaryRow
	err := s.h.runRead(ctx, "list summaries", func(db *gorm.DB) error {
		return db.Raw(`SELECT s.* FROM summaries s JOIN threads t ON t.id = s.thread_id
      WHERE s.profile_id = ? AND s.in_base = 0 AND s.state = 'current' AND s.content <> ''
        AND t.memory = 'on' AND t.temporary = 0 AND t.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = t.project_id AND p.learned_scope <> 'global')
      ORDER BY s.id`, profile).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, summaryRow.toSummary)
}

// ListIdleChatsDueForSummary takes the time of a chat's last message from updated_at, which every
// message sets.
func (s summaryStore) ListIdleChatsDueForSummary(
	ctx context.Context, idleSince time.Time,
) ([]memory.UnsummarisedChat, error) {
	var out []memory.UnsummarisedChat
	err := s.h.runRead(ctx, "list chats to summarise", func(db *gorm.DB) error {
		return db.Raw(`WITH ends AS (
        SELECT t.id, t.profile_id, t.head_id,
          coalesce((SELECT max(last_message_id) FROM summaries s WHERE s.thread_id = t.id), 0) AS summarised
        FROM threads t WHERE t.memory = 'on' AND t.temporary = 0 AND t.deleted_at IS NULL
          AND coalesce(t.updated_at, 0) <= ? AND NOT EXISTS (SELECT 1 FROM imported_chats i
            JOIN messages a ON a.id = t.head_id
            WHERE i.thread_id = t.id AND i.learning = 'no' AND `+importedAnswerSQL+`)),
      heads AS MATERIALIZED (SELECT profile_id, max(head_id) AS newest FROM threads GROUP BY profile_id)
      SELECT e.profile_id, e.id AS chat_id,
        (SELECT count(*) FROM messages m WHERE m.thread_id = e.id AND m.id > e.summarised) AS message_count,
        h.newest AS newest_head_id
      FROM ends e JOIN heads h ON h.profile_id = e.profile_id WHERE e.head_id > e.summarised
      ORDER BY message_count DESC, e.id`, timestamp{idleSince}).
			Scan(&out).Error
	})
	return out, err
}

type baseMemoryRow struct {
	ID         memory.ID    `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID  memory.ID    `gorm:"column:profile_id"`
	Content    string       `gorm:"column:content"`
	Actor      memory.Actor `gorm:"column:actor"`
	OwnLines   string       `gorm:"column:own_lines"`
	SummaryIDs string       `gorm:"column:summary_ids"`
	Model      string       `gorm:"column:model"`
	Stale      bool         `gorm:"column:stale"`
	Created    timestamp    `gorm:"column:created_at"`
}

func (baseMemoryRow) TableName() string { return "base_memory" }

func newBaseMemoryRow(b memory.BaseMemory) (baseMemoryRow, error) {
	if b.OwnLines == nil {
		b.OwnLines = []string{}
	}
	lines, err := json.Marshal(b.OwnLines)
	return baseMemoryRow{
		ID: b.ID, ProfileID: b.ProfileID, Content: b.Content, Actor: b.Actor, OwnLines: string(lines),
		SummaryIDs: idsAsJSON(b.SummaryIDs), Model: string(b.Model), Stale: b.Stale, Created: timestamp{b.CreatedAt},
	}, err
}

func (r baseMemoryRow) toBaseMemory() (memory.BaseMemory, error) {
	b := memory.BaseMemory{
		ID: r.ID, ProfileID: r.ProfileID, Content: r.Content, Actor: r.Actor, Model: memory.NullText(r.Model),
		Stale: r.Stale, CreatedAt: r.Created.Time,
	}
	if err := decodeNullableJSON(&r.OwnLines, &b.OwnLines); err != nil {
		return b, err
	}
	return b, decodeNullableJSON(&r.SummaryIDs, &b.SummaryIDs)
}

type baseMemoryStore struct{ h *handle }

func (s baseMemoryStore) Append(ctx context.Context, b memory.BaseMemory) (memory.ID, error) {
	r, err := newBaseMemoryRow(b)
	if err != nil {
		return 0, wrapErrorWithSentinel("store base memory", err)
	}
	err = s.h.runAtomicWrite(ctx, "store base memory", func(tx *gorm.DB) error { return tx.Create(&r).Error })
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

func (s baseMemoryStore) NewestOrEmpty(ctx context.Context, profile memory.ID) (memory.BaseMemory, error) {
	all, err := s.List(ctx, profile, 1)
	if err != nil || len(all) == 0 {
		return memory.BaseMemory{ProfileID: profile, OwnLines: []string{}, SummaryIDs: []memory.ID{}}, err
	}
	return all[0], nil
}

func (s baseMemoryStore) List(ctx context.Context, profile memory.ID, limit int) ([]memory.BaseMemory, error) {
	var rows []baseMemoryRow
	err := s.h.runRead(ctx, "list base memory", func(db *gorm.DB) error {
		return db.Where("profile_id = ?", profile).Order("id DESC").Limit(sqlLimitZeroIsAll(limit)).Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, baseMemoryRow.toBaseMemory)
}

func (s baseMemoryStore) UpdateTextOwnLinesAndStale(ctx context.Context, b memory.BaseMemory) error {
	r, err := newBaseMemoryRow(b)
	if err != nil {
		return wrapErrorWithSentinel("update base memory", err)
	}
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update base memory %d", b.ID), func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Model(&baseMemoryRow{}).Where("id = ? AND profile_id = ?", r.ID, r.ProfileID).
			Select("content", "own_lines", "stale").Updates(&r))
	})
}

// looseShare is the share of an erased fact's words from which a summary of the message that it was
// learned from says it.
const looseShare = 1.0 / 3

// scrubTextsFromSummariesAndBaseMemory takes out of summaries and every version of the base memory,
// a person's lines included, what says the memory's text in its own or other words. It returns the
// number of rows changed. Schemas in which neither was written have other columns, so rows are read
// before anything else.
func (e *eraser) scrubTextsFromSummariesAndBaseMemory() (int, error) {
	inSummaries, err := e.scrubTextsFromSummaries()
	if err != nil {
		return 0, err
	}
	inBase, err := e.scrubTextsFromBaseMemory()
	return inSummaries + inBase, err
}

func (e *eraser) scrubTextsFromSummaries() (int, error) {
	var rows []summaryRow
	err := e.tx.Raw("SELECT * FROM summaries WHERE profile_id = ? AND content <> ''", e.profile).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	var covering []memory.ID
	err = e.tx.Raw(`SELECT DISTINCT s.id FROM summaries s JOIN messages m ON m.thread_id = s.thread_id
      AND m.id BETWEEN coalesce(s.first_message_id, 0) AND s.last_message_id WHERE m.id IN ?`, e.sources).
		Scan(&covering).Error
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range rows {
		text, removed := lang.RemoveStatementsAndEmptySections(r.Content, nil, func(s string) bool {
			return e.isMemorySaidIn(s) || slices.Contains(covering, r.ID) && e.isMemoryLooselySaidIn(s)
		})
		if !removed {
			continue
		}
		n++
		err := e.tx.Exec("UPDATE summaries SET content = ?, hash = ? WHERE id = ?", text, lang.ContentHash(text), r.ID).Error
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (e *eraser) scrubTextsFromBaseMemory() (int, error) {
	var rows []baseMemoryRow
	err := e.tx.Raw("SELECT * FROM base_memory WHERE profile_id = ? AND content <> ''", e.profile).Scan(&rows).Error
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range rows {
		text, removed := lang.RemoveStatementsAndEmptySections(r.Content, nil, e.isMemorySaidIn)
		if !removed {
			continue
		}
		var own []string
		if err := decodeNullableJSON(&r.OwnLines, &own); err != nil {
			return n, err
		}
		own = slices.DeleteFunc(append([]string{}, own...), func(line string) bool {
			return !strings.Contains("\n"+text+"\n", "\n"+line+"\n")
		})
		lines, err := json.Marshal(own)
		if err != nil {
			return n, err
		}
		n++
		err = e.tx.Exec("UPDATE base_memory SET content = ?, own_lines = ?, stale = 1 WHERE id = ?",
			text, string(lines), r.ID).Error
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// isMemorySaidIn reports whether a statement says the memory's text, in its own or other words, or
// has a long number of it.
func (e *eraser) isMemorySaidIn(statement string) bool {
	return slices.ContainsFunc(e.matchers, func(m lang.FactMatcher) bool {
		return m.IsRestatedIn(statement) || m.SharesLongNumber(statement)
	}) || e.replaceErasedTexts(statement) != statement
}

// isMemoryLooselySaidIn reports whether a statement shares enough words with the memory's text to
// be about it, if it is known to come from the same message.
func (e *eraser) isMemoryLooselySaidIn(statement string) bool {
	return slices.ContainsFunc(e.contents, func(t string) bool {
		return t != "" && lang.ShareOfFactWordsInText(statement, t) >= looseShare
	})
}
