package storage

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

type messageRow struct {
	ID        memory.ID            `gorm:"column:id;primaryKey;autoIncrement"`
	ChatID    memory.ID            `gorm:"column:thread_id"`
	ParentID  nullID               `gorm:"column:parent_id"`
	Role      memory.Role          `gorm:"column:role"`
	Content   string               `gorm:"column:content"`
	Hash      string               `gorm:"column:hash"`
	Reasoning string               `gorm:"column:reasoning"`
	Status    memory.MessageStatus `gorm:"column:status"`
	Model     string               `gorm:"column:model"`
	Finish    memory.FinishReason  `gorm:"column:finish_reason"`
	Usage     *string              `gorm:"column:usage"`
	Error     *string              `gorm:"column:error"`
	Receipt   *string              `gorm:"column:receipt"`
	Pictures  *string              `gorm:"column:pictures;->"` // computed
	Versions  *string              `gorm:"column:versions;->"` // computed, in branches only
	Created   timestamp            `gorm:"column:created_at"`
	Finished  timestamp            `gorm:"column:finished_at"`
	ProfileID memory.ID            `gorm:"column:profile_id;->"` // of the chat
}

func (messageRow) TableName() string { return "messages" }

func newMessageRow(m memory.Message) (messageRow, error) {
	r := messageRow{
		ID: m.ID, ChatID: m.ChatID, ParentID: nullID(m.ParentID), Role: m.Role, Content: m.Content,
		Hash: lang.ContentHash(m.Content), Reasoning: string(m.Reasoning), Status: m.Status, Model: string(m.Model),
		Finish: m.FinishReason, Created: timestamp{m.CreatedAt}, Finished: timestamp{m.FinishedAt},
	}
	var err error
	if r.Usage, err = encodeNullableJSON(m.Usage); err != nil {
		return r, err
	}
	if r.Error, err = encodeNullableJSON(m.Error); err != nil {
		return r, err
	}
	r.Receipt, err = encodeNullableJSON(m.Receipt)
	return r, err
}

func (r messageRow) toMessage() (memory.Message, error) {
	m := memory.Message{
		ID: r.ID, ChatID: r.ChatID, ParentID: memory.ID(r.ParentID), Role: r.Role, Content: r.Content,
		Reasoning: memory.NullText(r.Reasoning), Status: r.Status, Model: memory.NullText(r.Model),
		FinishReason: r.Finish, CreatedAt: r.Created.Time, FinishedAt: r.Finished.Time,
	}
	if err := decodeNullableJSON(r.Usage, &m.Usage); err != nil {
		return m, err
	}
	if err := decodeNullableJSON(r.Error, &m.Error); err != nil {
		return m, err
	}
	if err := decodeNullableJSON(r.Receipt, &m.Receipt); err != nil {
		return m, err
	}
	if err := decodeNullableJSON(r.Pictures, &m.Pictures); err != nil {
		return m, err
	}
	if err := decodeNullableJSON(r.Versions, &m.Versions); err != nil {
		return m, err
	}
	for i := range m.Pictures {
		m.Pictures[i].Name = memory.FileNameWithoutInvisibleRunes(m.Pictures[i].Name)
	}
	if m.Receipt != nil {
		fillInProfileOfDecodedHits(m.Receipt.Memories, r.ProfileID)
		fillInProfileOfDecodedHits(m.Receipt.NearMisses, r.ProfileID)
	}
	return m, nil
}

// fillInProfileOfDecodedHits sets the profile of receipt hits, which their JSON does not contain.
func fillInProfileOfDecodedHits(hits []memory.MemoryHit, profile memory.ID) {
	for i := range hits {
		hits[i].ProfileID = profile
	}
}

const messageColumns = `SELECT m.*, t.profile_id, ` + messagePicturesColumn +
	` FROM messages m JOIN threads t ON t.id = m.thread_id `

type messageStore struct{ h *handle }

func (s messageStore) Get(ctx context.Context, profile, id memory.ID) (memory.Message, error) {
	ms, err := s.queryMessages(ctx, fmt.Sprintf("load message %d", id),
		messageColumns+"WHERE m.id = ? AND t.profile_id = ?", id, profile)
	if err != nil {
		return memory.Message{}, err
	}
	if len(ms) == 0 {
		return memory.Message{}, wrapErrorWithSentinel(fmt.Sprintf("load message %d", id), memory.ErrNotFound)
	}
	return ms[0], nil
}

func (s messageStore) queryMessages(ctx context.Context, op, sql string, args ...any) ([]memory.Message, error) {
	var rows []messageRow
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error { return db.Raw(sql, args...).Scan(&rows).Error })
	if err != nil {
		return nil, err
	}
	ms, err := convertAllRowsOrFail(rows, messageRow.toMessage)
	return ms, wrapErrorWithSentinel(op, err)
}

// messageVersionsColumn selects the ids of a message m and its siblings as JSON, oldest first.
const messageVersionsColumn = `(SELECT json_group_array(v.id ORDER BY v.id) FROM messages v
  WHERE v.thread_id = m.thread_id AND v.parent_id IS m.parent_id AND v.role = m.role) AS versions`

func (s messageStore) ListBranch(
	ctx context.Context, profile, chatID, leaf memory.ID, n int,
) ([]memory.Message, error) {
	return s.listBranchSelectingColumns(ctx, "m.*, "+messageVersionsColumn, profile, chatID, leaf, n)
}

// messageColumnsWithoutReceipt are the columns of a message that is not asked for its receipt.
const messageColumnsWithoutReceipt = "m.id, m.thread_id, m.parent_id, m.role, m.content, m.hash, m.reasoning, " +
	"m.status, m.model, m.finish_reason, m.usage, m.error, m.created_at, m.finished_at"

func (s messageStore) ListBranchWithoutReceiptsAndVersions(
	ctx context.Context, profile, chatID, leaf memory.ID, n int,
) ([]memory.Message, error) {
	return s.listBranchSelectingColumns(ctx, messageColumnsWithoutReceipt, profile, chatID, leaf, n)
}

func (s messageStore) listBranchSelectingColumns(
	ctx context.Context, columns string, profile, chatID, leaf memory.ID, n int,
) ([]memory.Message, error) {
	op := fmt.Sprintf("load messages of chat %d", chatID)
	if leaf == 0 {
		var head nullID
		err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
			return db.Raw("SELECT head_id FROM threads WHERE id = ? AND profile_id = ?", chatID, profile).Row().Scan(&head)
		})
		if err != nil || head == 0 {
			return nil, err
		}
		leaf = memory.ID(head)
	}
	limit := limitSQL(sqlLimitZeroIsAll(n))
	ms, err := s.queryMessages(ctx, op, `WITH RECURSIVE branch(id, parent_id, depth) AS (
        SELECT m.id, m.parent_id, 0 FROM messages m JOIN threads t ON t.id = m.thread_id
          WHERE m.id = ? AND t.id = ? AND t.profile_id = ?
        UNION ALL SELECT p.id, p.parent_id, depth + 1 FROM branch b JOIN messages p ON p.id = b.parent_id`+limit+`)
      SELECT `+columns+`, t.profile_id, `+messagePicturesColumn+`
      FROM branch b JOIN messages m ON m.id = b.id JOIN threads t ON t.id = m.thread_id
      ORDER BY b.depth DESC`, leaf, chatID, profile)
	if err == nil && len(ms) == 0 {
		err = wrapErrorWithSentinel(op, memory.ErrNotFound) // the chat has no such message
	}
	return ms, err
}

func (s messageStore) ListMessagesOfAllBranches(
	ctx context.Context, profile, chatID memory.ID,
) ([]memory.Message, error) {
	return s.queryMessages(ctx, fmt.Sprintf("load all messages of chat %d", chatID),
		messageColumns+"WHERE m.thread_id = ? AND t.profile_id = ? ORDER BY m.id", chatID, profile)
}

func (s messageStore) CountMessagesBytesSkippingTrashAndTemp(
	ctx context.Context, profile memory.ID,
) (memory.LogSize, error) {
	var n memory.LogSize
	err := s.h.runRead(ctx, "count messages", func(db *gorm.DB) error {
		return db.Raw(`SELECT count(*) AS messages, coalesce(sum(length(CAST(m.content AS BLOB))), 0) AS bytes
      FROM messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.profile_id = ? AND t.deleted_at IS NULL AND t.temporary = 0 AND m.content <> ''`, profile).Scan(&n).Error
	})
	return n, err
}

func (s messageStore) SumUsageByModel(
	ctx context.Context, profile, chat memory.ID, since time.Time,
) ([]memory.ModelUsage, error) {
	var rows []struct {
		Model                    string
		Answers, Prompt, Written int
	}
	err := s.h.runRead(ctx, "sum used tokens", func(db *gorm.DB) error {
		return db.Raw(`SELECT m.model, count(*) AS answers,
      coalesce(sum(json_extract(m.usage, '$.prompt_tokens')), 0) AS prompt,
      coalesce(sum(json_extract(m.usage, '$.completion_tokens')), 0) AS written
      FROM messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.profile_id = ? AND m.role = 'assistant' AND m.usage IS NOT NULL AND (? IS NULL OR m.created_at >= ?)
      AND (? = 0 OR m.thread_id = ?) GROUP BY m.model ORDER BY prompt + written DESC, m.model`,
			profile, timestamp{since}, timestamp{since}, chat, chat).Scan(&rows).Error
	})
	out := make([]memory.ModelUsage, len(rows))
	for i, r := range rows {
		out[i] = memory.ModelUsage{
			Model: memory.NullText(r.Model), Answers: r.Answers,
			Usage: memory.Usage{PromptTokens: r.Prompt, CompletionTokens: r.Written},
		}
	}
	return out, err
}

func (s messageStore) ListSiblingVersions(ctx context.Context, profile, id memory.ID) ([]memory.Message, error) {
	op := fmt.Sprintf("load versions of message %d", id)
	ms, err := s.queryMessages(ctx, op, messageColumns+`JOIN messages v ON v.thread_id = m.thread_id
      AND v.parent_id IS m.parent_id AND v.role = m.role WHERE v.id = ? AND t.profile_id = ? ORDER BY m.id`,
		id, profile)
	if err == nil && len(ms) == 0 {
		err = wrapErrorWithSentinel(op, memory.ErrNotFound)
	}
	return ms, err
}

func (s messageStore) VersionIDsByMessage(
	ctx context.Context, profile memory.ID, ids []memory.ID,
) (map[memory.ID][]memory.ID, error) {
	var rows []struct{ ID, VersionID memory.ID }
	err := s.h.runRead(ctx, "load versions of messages", func(db *gorm.DB) error {
		return db.Raw(`SELECT m.id, v.id AS version_id FROM messages m JOIN threads t ON t.id = m.thread_id
          JOIN messages v ON v.thread_id = m.thread_id AND v.parent_id IS m.parent_id AND v.role = m.role
          WHERE m.id IN (SELECT value FROM json_each(?)) AND t.profile_id = ? ORDER BY m.id, v.id`,
			idsAsJSON(ids), profile).Scan(&rows).Error
	})
	out := make(map[memory.ID][]memory.ID, len(ids))
	for _, r := range rows {
		out[r.ID] = append(out[r.ID], r.VersionID)
	}
	return out, err
}

func (s messageStore) AnswersUsingMemory(
	ctx context.Context,
	profile, id memory.ID,
	n int,
) ([]memory.MemoryUse, error) {
	var rows []struct {
		ThreadID  memory.ID `gorm:"column:thread_id"`
		Title     string    `gorm:"column:title"`
		MessageID memory.ID `gorm:"column:message_id"`
		Created   timestamp `gorm:"column:created_at"`
	}
	op := fmt.Sprintf("find answers that used memory %d", id)
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return db.Raw(`SELECT m.thread_id, t.title, u.message_id, m.created_at FROM message_memories u
          CROSS JOIN messages m ON m.id = u.message_id CROSS JOIN threads t ON t.id = m.thread_id
          WHERE u.memory_id = ? AND t.profile_id = ? AND t.deleted_at IS NULL
          ORDER BY u.message_id DESC`+limitSQL(sqlLimitZeroIsAll(n)), id, profile).Scan(&rows).Error
	})
	out := make([]memory.MemoryUse, 0, len(rows))
	for _, r := range rows {
		out = append(out, memory.MemoryUse{
			ChatID: r.ThreadID, ChatTitle: r.Title, MessageID: r.MessageID, CreatedAt: r.Created.Time,
		})
	}
	return out, err
}

func (s messageStore) NewestLeafBelow(ctx context.Context, profile, id memory.ID) (memory.ID, error) {
	var leaf memory.ID
	err := s.h.runRead(ctx, fmt.Sprintf("find newest leaf of message %d", id), func(db *gorm.DB) error {
		return db.Raw(`WITH RECURSIVE down(id, depth) AS (
            SELECT m.id, 0 FROM messages m JOIN threads t ON t.id = m.thread_id WHERE m.id = ? AND t.profile_id = ?
            UNION ALL SELECT (SELECT max(c.id) FROM messages c WHERE c.parent_id = d.id), depth + 1
              FROM down d WHERE d.id IS NOT NULL)
          SELECT id FROM down WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`, id, profile).Row().Scan(&leaf)
	})
	return leaf, err
}

func (s messageStore) ListRecallableAmongIDs(
	ctx context.Context, f memory.RecallFilter,
) ([]memory.Message, error) {
	var rows []messageRow
	readable, args := "", []any{f.ProfileID}
	if f.Reader != nil {
		readable, args = readableByChatSQL, append(args, f.Reader.ID, f.Reader.ProjectID)
	}
	err := s.h.runRead(ctx, "list messages to recall", func(db *gorm.DB) error {
		// Only in a chat with several versions, or that goes on from an earlier message, can a message be
		// off the branch that is shown: the branches of the others need not be followed.
		return db.Raw(`WITH RECURSIVE
  wanted AS (SELECT m.id, m.thread_id, t.head_id `+recallableMessagesSQL+readable+`
    AND m.id IN (SELECT value FROM json_each(?))),
  chats AS (SELECT DISTINCT thread_id, head_id FROM wanted),
  forked AS MATERIALIZED (SELECT thread_id, head_id FROM chats c
    WHERE EXISTS (SELECT 1 FROM messages f WHERE f.thread_id = c.thread_id GROUP BY f.parent_id HAVING count(*) > 1)
      OR c.head_id IS NULL OR EXISTS (SELECT 1 FROM messages l WHERE l.parent_id = c.head_id)),
  branch(id, parent_id) AS (
    SELECT m.id, m.parent_id FROM messages m WHERE m.id IN (SELECT head_id FROM forked)
    UNION SELECT m.id, m.parent_id FROM branch b JOIN messages m ON m.id = b.parent_id)
SELECT m.* FROM messages m WHERE m.id IN (SELECT id FROM wanted)
  AND (m.thread_id NOT IN (SELECT thread_id FROM forked) OR m.id IN (SELECT id FROM branch))`,
			append(args, idsAsJSON(f.IDs))...).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, messageRow.toMessage)
}
