package storage

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

type chatRow struct {
	ID           memory.ID         `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID    memory.ID         `gorm:"column:profile_id"`
	Title        string            `gorm:"column:title"`
	TitleByUser  bool              `gorm:"column:title_by_user"`
	Model        string            `gorm:"column:model"`
	Memory       memory.MemoryMode `gorm:"column:memory"`
	SystemPrompt string            `gorm:"column:system_prompt"`
	Temperature  *float64          `gorm:"column:temperature"`
	MaxTokens    int               `gorm:"column:max_tokens"`
	Pinned       bool              `gorm:"column:pinned"`
	Temporary    bool              `gorm:"column:temporary"`
	Unread       bool              `gorm:"column:unread"`
	Draft        string            `gorm:"column:draft"`
	HeadID       nullID            `gorm:"column:head_id"`
	Source       string            `gorm:"column:source"`
	Created      timestamp         `gorm:"column:created_at"`
	Updated      timestamp         `gorm:"column:updated_at"`
	Deleted      timestamp         `gorm:"column:deleted_at"`
	ProjectID    nullID            `gorm:"column:project_id"`
	Archived     timestamp         `gorm:"column:archived_at"`
	BranchedFrom nullID            `gorm:"column:branched_from"`
	FileIDs      *string           `gorm:"column:contexts;->"` // computed
	Recall       memory.RecallMode `gorm:"column:recall;->"`   // of thread_recall
}

func (chatRow) TableName() string { return "threads" }

func newChatRow(t memory.Chat) chatRow {
	return chatRow{
		ID: t.ID, ProfileID: t.ProfileID, Title: t.Title, TitleByUser: t.TitleByUser, Model: string(t.Model),
		Memory: t.Memory, SystemPrompt: string(t.SystemPrompt), Temperature: t.Temperature, MaxTokens: t.MaxTokens,
		Pinned: t.Pinned, Temporary: t.Temporary, Unread: t.Unread, Draft: t.Draft, HeadID: nullID(t.HeadID),
		Source: chatSourceColumnValue(t), Created: timestamp{t.CreatedAt}, Updated: timestamp{t.UpdatedAt},
		Deleted: timestamp{t.DeletedAt}, ProjectID: nullID(t.ProjectID), Archived: timestamp{t.ArchivedAt},
		BranchedFrom: nullID(t.BranchedFrom),
	}
}

func (r chatRow) toChat() (memory.Chat, error) {
	t := memory.Chat{
		ID: r.ID, ProfileID: r.ProfileID, Title: r.Title, TitleByUser: r.TitleByUser, Model: memory.NullText(r.Model),
		Memory: r.Memory, SystemPrompt: memory.NullText(r.SystemPrompt), Temperature: r.Temperature, MaxTokens: r.MaxTokens,
		Pinned: r.Pinned, Temporary: r.Temporary, Unread: r.Unread, Draft: r.Draft, HeadID: memory.ID(r.HeadID),
		Source: memory.NullText(r.Source), CreatedAt: r.Created.Time, UpdatedAt: r.Updated.Time, DeletedAt: r.Deleted.Time,
		FileIDs: []memory.ID{}, Recall: r.Recall, ProjectID: memory.ID(r.ProjectID), ArchivedAt: r.Archived.Time,
		BranchedFrom: memory.ID(r.BranchedFrom),
	}
	if external, ok := strings.CutPrefix(r.Source, externalSourcePrefix); ok {
		t.Source, t.ExternalID = "", memory.NullText(external)
	}
	return t, decodeNullableJSON(r.FileIDs, &t.FileIDs)
}

// externalSourcePrefix begins the source of a chat that another program holds; its ExternalID
// follows.
const externalSourcePrefix = "memory_id:"

func chatSourceColumnValue(t memory.Chat) string {
	if t.ExternalID != "" {
		return externalSourcePrefix + string(t.ExternalID)
	}
	return string(t.Source)
}

// chatColumns selects a chat with the ids of its files in order.
const chatColumns = chatColumnList + " FROM threads t "

const chatColumnList = `SELECT t.*, (SELECT json_group_array(context_id ORDER BY position)
  FROM thread_contexts WHERE thread_id = t.id) AS contexts,
  coalesce((SELECT recall FROM thread_recall WHERE thread_id = t.id), 'default') AS recall`

// attachmentColumns selects beside a chat t, as JSON: its files without their text and the pictures
// that wait without their data, both in order, and what it was branched from.
const attachmentColumns = `, (SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'mime', c.mime,
    'bytes', c.bytes, 'tokens', c.tokens, 'sha256', c.sha256, 'created', c.created_at,
    'never_learn', json(iif(c.never_learn, 'true', 'false'))) ORDER BY x.position)
    FROM thread_contexts x JOIN contexts c ON c.id = x.context_id
    WHERE x.thread_id = t.id AND c.profile_id = t.profile_id) AS attached_files,
  (SELECT json_group_array(json_object('id', p.id, 'name', p.name, 'mime', p.mime, 'width', p.width,
    'height', p.height, 'tokens', p.tokens, 'sha256', p.sha256, 'bytes', length(p.data), 'created', p.created_at)
    ORDER BY x.position) FROM thread_pictures x JOIN pictures p ON p.id = x.picture_id
    WHERE x.thread_id = t.id AND p.profile_id = t.profile_id) AS waiting_pictures,
  (SELECT json_object('ChatID', o.id, 'MessageID', m.id, 'Title', o.title)
    FROM messages m JOIN threads o ON o.id = m.thread_id
    WHERE m.id = t.branched_from AND o.profile_id = t.profile_id) AS origin FROM threads t `

// chatAttachmentsRow is a chat with attachmentColumns.
type chatAttachmentsRow struct {
	Chat     chatRow `gorm:"embedded"`
	Files    *string `gorm:"column:attached_files;->"`
	Pictures *string `gorm:"column:waiting_pictures;->"`
	Origin   *string `gorm:"column:origin;->"`
}

// decodeAttachmentsAndOriginInto sets all but the chat of c.
func (r chatAttachmentsRow) decodeAttachmentsAndOriginInto(c *memory.ChatWithAttachments) error {
	var files []struct {
		memory.File
		Created *int64 `json:"created"`
	}
	var pictures []struct {
		memory.Picture
		Created *int64 `json:"created"`
	}
	err := errors.Join(decodeNullableJSON(r.Files, &files), decodeNullableJSON(r.Pictures, &pictures),
		decodeNullableJSON(r.Origin, &c.Origin))
	for _, f := range files {
		f.ProfileID, f.CreatedAt = r.Chat.ProfileID, timeOfNanoseconds(f.Created)
		f.Name = memory.FileNameWithoutInvisibleRunes(f.Name)
		c.Files = append(c.Files, f.File)
	}
	for _, p := range pictures {
		p.ProfileID, p.CreatedAt = r.Chat.ProfileID, timeOfNanoseconds(p.Created)
		p.Name = memory.FileNameWithoutInvisibleRunes(p.Name)
		c.WaitingPictures = append(c.WaitingPictures, p.Picture)
	}
	return err
}

// timeOfNanoseconds is the time of a timestamp, which JSON gives as a number or null.
func timeOfNanoseconds(n *int64) time.Time {
	if n == nil {
		return time.Time{}
	}
	return time.Unix(0, *n).UTC()
}

type chatStore struct{ h *handle }

// Create stores t and attaches the files in t.FileIDs, which must belong to the same profile.
func (s chatStore) Create(ctx context.Context, t memory.Chat) (memory.ID, error) {
	r := newChatRow(t)
	err := s.h.runAtomicWrite(ctx, "create chat", func(tx *gorm.DB) error {
		if err := requireProjectOfChatsProfile(tx, t); err != nil {
			return err
		}
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		for _, c := range t.FileIDs {
			if err := attachFileToChat(tx, t.ProfileID, r.ID, c); err != nil {
				return err
			}
		}
		return storeChatRecallMode(tx, r.ID, t.Recall)
	})
	if err != nil {
		return 0, err
	}
	return r.ID, nil
}

// requireProjectOfChatsProfile returns memory.ErrNotFound when the chat's project is not its
// profile's.
func requireProjectOfChatsProfile(tx *gorm.DB, t memory.Chat) error {
	if t.ProjectID == 0 {
		return nil
	}
	err := requireRowExists(tx, "SELECT 1 FROM projects WHERE id = ? AND profile_id = ?", t.ProjectID, t.ProfileID)
	if err != nil {
		return fmt.Errorf("project %d: %w", t.ProjectID, err)
	}
	return nil
}

// storeChatRecallMode stores a chat's own choice; the default has no row.
func storeChatRecallMode(tx *gorm.DB, chatID memory.ID, m memory.RecallMode) error {
	if m == "" || m == memory.RecallDefault {
		return tx.Exec("DELETE FROM thread_recall WHERE thread_id = ?", chatID).Error
	}
	return tx.Exec(`INSERT INTO thread_recall(thread_id, recall) VALUES (?, ?)
      ON CONFLICT(thread_id) DO UPDATE SET recall = excluded.recall`, chatID, m).Error
}

func (s chatStore) HasChatWithRecallOn(ctx context.Context, profile memory.ID) (on bool, err error) {
	err = s.h.runRead(ctx, "look for chats with recall", func(db *gorm.DB) error {
		return db.Raw(`SELECT EXISTS (SELECT 1 FROM thread_recall r JOIN threads t ON t.id = r.thread_id
        WHERE r.recall = 'on' AND t.profile_id = ? AND t.memory <> 'off' AND t.temporary = 0
          AND t.deleted_at IS NULL)`, profile).Row().Scan(&on)
	})
	return on, err
}

func (s chatStore) Get(ctx context.Context, profile, id memory.ID) (memory.Chat, error) {
	var r chatRow
	op := fmt.Sprintf("load chat %d", id)
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return requireRowsAffected(db.Raw(chatColumns+"WHERE t.id = ? AND t.profile_id = ?", id, profile).Scan(&r))
	})
	if err != nil {
		return memory.Chat{}, err
	}
	return s.chatOfRowWithProject(ctx, r)
}

func (s chatStore) GetWithAttachments(ctx context.Context, profile, id memory.ID) (memory.ChatWithAttachments, error) {
	var r chatAttachmentsRow
	var out memory.ChatWithAttachments
	op := fmt.Sprintf("load chat %d", id)
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return requireRowsAffected(db.Raw(chatColumnList+attachmentColumns+"WHERE t.id = ? AND t.profile_id = ?",
			id, profile).Scan(&r))
	})
	if err != nil {
		return out, err
	}
	if out.Chat, err = s.chatOfRowWithProject(ctx, r.Chat); err != nil {
		return out, err
	}
	return out, wrapErrorWithSentinel(op, r.decodeAttachmentsAndOriginInto(&out))
}

func (s chatStore) GetByExternalID(ctx context.Context, profile memory.ID, external string) (memory.Chat, error) {
	var r chatRow
	err := s.h.runRead(ctx, "load the chat of a conversation", func(db *gorm.DB) error {
		return requireRowsAffected(db.Raw(chatColumns+"WHERE t.profile_id = ? AND t.source = ? ORDER BY t.id DESC LIMIT 1",
			profile, externalSourcePrefix+external).Scan(&r))
	})
	if err != nil {
		return memory.Chat{}, err
	}
	return s.chatOfRowWithProject(ctx, r)
}

// List continues after f.BeforeID, the last chat of the previous page; if that no longer exists,
// the page continues with the ids below it.
func (s chatStore) List(ctx context.Context, f memory.ChatFilter) ([]memory.Chat, error) {
	q, args := chatColumns+"WHERE t.profile_id = ?", []any{f.ProfileID}
	switch {
	case f.InTrash:
		q += " AND t.deleted_at IS NOT NULL"
	case f.Archived:
		q += " AND t.deleted_at IS NULL AND t.archived_at IS NOT NULL"
	case f.AnyArchived:
		q += " AND t.deleted_at IS NULL"
	default:
		q += " AND t.deleted_at IS NULL AND t.archived_at IS NULL"
	}
	if f.Temporary {
		q += " AND t.temporary = 1"
	}
	if f.ProjectID != 0 {
		q += " AND t.project_id = ?"
		args = append(args, f.ProjectID)
	}
	if f.BeforeID != 0 {
		q += ` AND CASE WHEN EXISTS (SELECT 1 FROM threads WHERE id = ?)
          THEN (t.pinned, coalesce(t.updated_at, 0), t.id) <
            (SELECT pinned, coalesce(updated_at, 0), id FROM threads WHERE id = ?)
          ELSE t.id < ? END`
		args = append(args, f.BeforeID, f.BeforeID, f.BeforeID)
	}
	q += " ORDER BY t.pinned DESC, t.updated_at DESC, t.id DESC" + limitSQL(sqlLimitZeroIsAll(f.Limit))
	var rows []chatRow
	err := s.h.runRead(ctx, "list threads", func(db *gorm.DB) error { return db.Raw(q, args...).Scan(&rows).Error })
	if err != nil {
		return nil, err
	}
	chats, err := convertAllRowsOrFail(rows, chatRow.toChat)
	if err != nil {
		return nil, err
	}
	return s.fillProjectsOfChats(ctx, chats)
}

func (s chatStore) Update(ctx context.Context, t memory.Chat) error {
	r := newChatRow(t)
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("update chat %d", t.ID), func(tx *gorm.DB) error {
		if err := requireProjectOfChatsProfile(tx, t); err != nil {
			return err
		}
		if t.HeadID != 0 {
			err := requireRowExists(tx, "SELECT 1 FROM messages WHERE id = ? AND thread_id = ?", t.HeadID, t.ID)
			if err != nil {
				return fmt.Errorf("head %d: %w", t.HeadID, err)
			}
		}
		err := requireRowsAffected(tx.Model(&chatRow{}).Where("id = ? AND profile_id = ?", t.ID, t.ProfileID).
			Select("*").Omit("id", "profile_id", "created_at").Updates(&r))
		if err != nil {
			return err
		}
		return storeChatRecallMode(tx, t.ID, t.Recall)
	})
}

func (s chatStore) Delete(ctx context.Context, profile, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("delete chat %d", id), func(tx *gorm.DB) error {
		var temporary bool // of which snapshots have no copy
		err := tx.Raw("SELECT temporary FROM threads WHERE id = ? AND profile_id = ?", id, profile).Row().Scan(&temporary)
		if err == nil && !temporary {
			err = recordPendingSnapshotErasure(tx, erasure{Table: "threads", Profile: profile, ID: id})
		}
		if err == nil && temporary {
			err = tx.Exec("DELETE FROM contexts WHERE id IN ("+filesOfTemporaryChats+
				" AND thread.id = ? AND NOT EXISTS (SELECT 1 FROM thread_contexts WHERE context_id = file.id AND thread_id <> ?))",
				id, id).Error
		}
		if err != nil {
			return err
		}
		return requireRowsAffected(tx.Where("id = ? AND profile_id = ?", id, profile).Delete(&chatRow{}))
	})
}

func (s chatStore) AttachFile(ctx context.Context, profile, chatID, fileID memory.ID) error {
	op := fmt.Sprintf("attach file %d to chat %d", fileID, chatID)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error { return attachFileToChat(tx, profile, chatID, fileID) })
}

func (s chatStore) DetachFile(ctx context.Context, profile, chatID, fileID memory.ID) error {
	op := fmt.Sprintf("detach file %d from chat %d", fileID, chatID)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		if err := requireRowExists(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", chatID, profile); err != nil {
			return err
		}
		return tx.Exec("DELETE FROM thread_contexts WHERE thread_id = ? AND context_id = ?", chatID, fileID).Error
	})
}

func attachFileToChat(tx *gorm.DB, profile, chatID, fileID memory.ID) error {
	err := requireRowExists(tx, `SELECT 1 FROM threads t JOIN contexts c ON c.profile_id = t.profile_id
      WHERE t.id = ? AND c.id = ? AND t.profile_id = ?`, chatID, fileID, profile)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO thread_contexts(thread_id, context_id, position)
      SELECT ?, ?, coalesce(max(position), 0) + 1 FROM thread_contexts WHERE thread_id = ?
      ON CONFLICT DO NOTHING`, chatID, fileID, chatID).Error
}

// requireRowExists returns memory.ErrNotFound when the query selects nothing.
func requireRowExists(tx *gorm.DB, query string, args ...any) error {
	var one int
	return tx.Raw(query, args...).Row().Scan(&one)
}

// limitSQL returns the end of a statement that selects at most n rows, all of them if n is negative.
// The number is not bound: SQLite reads a bound limit when it plans, and so compiles each statement
// with one a second time (sqlite3ExprIsInteger, sqlite3VdbeSetVarmask).
func limitSQL(n int) string { return " LIMIT " + strconv.Itoa(n) }

// sqlLimitZeroIsAll turns "0 = all" into SQLite's "-1 = all".
func sqlLimitZeroIsAll(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}
