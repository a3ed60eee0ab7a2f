package storage

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type importedChatRow struct {
	ChatID        memory.ID             `gorm:"column:thread_id;primaryKey;autoIncrement:false"`
	Program       memory.ArchiveProgram `gorm:"column:program"`
	ExternalID    string                `gorm:"column:external_id"`
	LastMessageID nullID                `gorm:"column:last_message_id"`
	Learning      memory.ImportLearning `gorm:"column:learning"`
	Imported      timestamp             `gorm:"column:imported_at"`
}

func (importedChatRow) TableName() string { return "imported_chats" }

func (r importedChatRow) toImportedChat() (memory.ImportedChat, error) {
	return memory.ImportedChat{
		ChatID: r.ChatID, Program: r.Program, ExternalID: r.ExternalID, LastMessageID: memory.ID(r.LastMessageID),
		Learning: r.Learning, ImportedAt: r.Imported.Time,
	}, nil
}

type importStore struct{ h *handle }

func (s importStore) RecordImportedChat(ctx context.Context, c memory.ImportedChat) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("record imported chat %d", c.ChatID), func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO imported_chats(thread_id, program, external_id, last_message_id, learning, imported_at)
          VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(thread_id) DO UPDATE SET last_message_id = excluded.last_message_id,
          learning = excluded.learning, imported_at = excluded.imported_at`,
			c.ChatID, c.Program, c.ExternalID, nullID(c.LastMessageID), c.Learning, timestamp{c.ImportedAt}).Error
	})
}

func (s importStore) GetOriginOfChat(ctx context.Context, profile, chatID memory.ID) (memory.ImportedChat, error) {
	all, err := s.queryImportedChats(ctx, fmt.Sprintf("load origin of chat %d", chatID),
		"t.profile_id = ? AND i.thread_id = ?",
		profile, chatID)
	if err == nil && len(all) == 0 {
		err = wrapErrorWithSentinel(fmt.Sprintf("load origin of chat %d", chatID), memory.ErrNotFound)
	}
	if err != nil {
		return memory.ImportedChat{}, err
	}
	return all[0], nil
}

func (s importStore) queryImportedChats(
	ctx context.Context, op, where string, args ...any,
) ([]memory.ImportedChat, error) {
	var rows []importedChatRow
	err := s.h.runRead(ctx, op, func(db *gorm.DB) error {
		return db.Raw("SELECT i.* FROM imported_chats i JOIN threads t ON t.id = i.thread_id WHERE "+where, args...).
			Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	return convertAllRowsOrFail(rows, importedChatRow.toImportedChat)
}

func (s importStore) FindByOrigin(
	ctx context.Context, profile memory.ID, program memory.ArchiveProgram, externalID string,
) (memory.ImportedChat, error) {
	all, err := s.queryImportedChats(ctx, "find imported chat", `t.profile_id = ? AND i.program = ? AND i.external_id = ?
      ORDER BY i.thread_id DESC LIMIT 1`, profile, program, externalID)
	if err == nil && len(all) == 0 {
		err = wrapErrorWithSentinel("find imported chat", memory.ErrNotFound)
	}
	if err != nil {
		return memory.ImportedChat{}, err
	}
	return all[0], nil
}

// learnableImportsSQL selects the imported chats of a profile that may be learned from. Its one
// argument is the profile.
const learnableImportsSQL = `FROM imported_chats i JOIN threads t ON t.id = i.thread_id
  WHERE t.profile_id = ? AND t.deleted_at IS NULL AND t.memory = 'on' AND t.temporary = 0 `

// importedAnswerSQL is true for an answer a of an imported chat i that was not written in Memoir. One
// that was, before a newer archive of its chat was imported, is known by its receipt.
const importedAnswerSQL = `a.id <= i.last_message_id AND a.receipt IS NULL`

// importJobsSQL selects the jobs of a profile that learn from imported exchanges and are not done.
// Its one argument is the profile.
const importJobsSQL = `FROM jobs j JOIN imported_chats i ON i.thread_id = j.thread_id
  JOIN messages a ON a.id = j.message_id
  WHERE j.profile_id = ? AND j.kind = 'extract' AND j.state IN ('queued', 'running') AND ` + importedAnswerSQL

// CountChatsNotLearnedFrom leaves out the exchanges that were written in Memoir, and those that were
// learned from before a newer archive of their chat was imported.
func (s importStore) CountChatsNotLearnedFrom(
	ctx context.Context, profile memory.ID,
) (chats, exchanges, characters int, err error) {
	err = s.h.runRead(ctx, "count imported chats", func(db *gorm.DB) error {
		return db.Raw(`SELECT count(DISTINCT a.thread_id), count(*), coalesce(sum(length(a.content) + length(u.content)), 0)
          FROM (SELECT i.thread_id, i.last_message_id `+learnableImportsSQL+`AND i.learning = 'no') i
          JOIN messages a ON a.thread_id = i.thread_id JOIN messages u ON u.id = a.parent_id
          WHERE a.role = 'assistant' AND u.role = 'user' AND `+importedAnswerSQL+`
            AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'extract' AND j.message_id = a.id)`, profile).
			Row().Scan(&chats, &exchanges, &characters)
	})
	return chats, exchanges, characters, err
}

func (s importStore) CountWaitingForLearning(ctx context.Context, profile memory.ID) (chats, jobs int, err error) {
	err = s.h.runRead(ctx, "count imported chats to learn from", func(db *gorm.DB) error {
		return db.Raw(`SELECT (SELECT count(*) `+learnableImportsSQL+`AND i.learning = 'wanted'),
          (SELECT count(*) `+importJobsSQL+`)`, profile, profile).Row().Scan(&chats, &jobs)
	})
	return chats, jobs, err
}

func (s importStore) RequestLearningFromImports(ctx context.Context, profile memory.ID) error {
	return s.h.runAtomicWrite(ctx, "learn from imported chats", func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE imported_chats SET learning = 'wanted' WHERE learning = 'no'
          AND thread_id IN (SELECT i.thread_id `+learnableImportsSQL+`)`, profile).Error
	})
}

// CancelLearningAndDeleteJobs withdraws the job that runs, too: without its row nothing of it is
// stored.
func (s importStore) CancelLearningAndDeleteJobs(ctx context.Context, profile memory.ID) error {
	return s.h.runAtomicWrite(ctx, "stop learning from imported chats", func(tx *gorm.DB) error {
		err := tx.Exec(`UPDATE imported_chats SET learning = 'no' WHERE thread_id IN (
            SELECT t.id FROM threads t JOIN imported_chats w ON w.thread_id = t.id
            WHERE t.profile_id = ? AND w.learning = 'wanted') OR thread_id IN (SELECT j.thread_id `+importJobsSQL+`)`,
			profile, profile).Error
		if err != nil {
			return err
		}
		return tx.Exec("DELETE FROM jobs WHERE id IN (SELECT j.id "+importJobsSQL+")", profile).Error
	})
}

// NextChatToLearnFrom returns the chat that was held first, so that what was said later counts.
func (s importStore) NextChatToLearnFrom(ctx context.Context) (memory.Chat, error) {
	var found struct{ ProfileID, ID memory.ID }
	err := s.h.runRead(ctx, "find imported chat to learn from", func(db *gorm.DB) error {
		return requireRowsAffected(db.Raw(`SELECT t.profile_id, t.id FROM imported_chats i
          JOIN threads t ON t.id = i.thread_id WHERE i.learning = 'wanted'
          ORDER BY t.created_at, t.id LIMIT 1`).Scan(&found))
	})
	if err != nil {
		return memory.Chat{}, err
	}
	return chatStore{s.h}.Get(ctx, found.ProfileID, found.ID)
}
