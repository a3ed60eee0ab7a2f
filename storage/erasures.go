package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

// erasurePrefix starts the settings that name what is deleted for good and may still be in
// snapshots. They are written in the transaction that deletes, so that a kill forgets none, and
// contain no text.
const erasurePrefix = "erased/"

// erasure is a row that must leave the snapshots. A number alone does not name it: after a snapshot
// was restored, a number may mean another row there.
type erasure struct {
	Table   string    `json:"table"` // memory, threads, contexts or profiles
	Profile memory.ID `json:"profile"`
	ID      memory.ID `json:"id"`
	Created *int64    `json:"created"`          // nanoseconds since 1970 UTC
	Hashes  []string  `json:"hashes,omitempty"` // of the texts that a memory had
}

func (e erasure) settingKey() string {
	return fmt.Sprintf("%s%s/%d/%d", erasurePrefix, e.Table, e.Profile, e.ID)
}

// recordPendingSnapshotErasure notes in the transaction of a deletion that the row must leave the
// snapshots too.
func recordPendingSnapshotErasure(tx *gorm.DB, e erasure) error {
	err := tx.Raw("SELECT created_at FROM "+e.Table+" WHERE id = ?", e.ID).Row().Scan(&e.Created)
	if err != nil && !errors.Is(err, sql.ErrNoRows) { // an undone memory is only in the ledger
		return err
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return tx.Exec(
		"INSERT INTO settings(key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
		e.settingKey(),
		string(b),
	).Error
}

// EraseDeletedFromSnapshots removes from every snapshot in the data folder what has been deleted
// for good since they were made. A snapshot that cannot be rewritten is deleted; when the disk is
// full or the context ends, the rest is done by the next call.
func (db *DB) EraseDeletedFromSnapshots(ctx context.Context) error {
	if err := db.acquireSnapshotSlot(ctx); err != nil {
		return err
	}
	defer db.releaseSnapshotSlot()
	pending, err := db.listPendingErasures(ctx)
	if err != nil || len(pending) == 0 {
		return err
	}
	all, err := ListSnapshots(db.dir)
	if err != nil {
		return err
	}
	for _, s := range all {
		err := rewriteSnapshotWithoutErased(ctx, s, pending)
		switch {
		case err == nil:
		case errors.Is(err, memory.ErrDiskFull), errors.Is(err, memory.ErrReadOnly), ctx.Err() != nil:
			return fmt.Errorf("erase from snapshot %s: %w", s.Name, err)
		default:
			db.logger.Warn("a snapshot could not be rewritten without what was erased and is deleted", "snapshot", s.Name,
				"error", err)
			if err := removeIfExists(s.Path); err != nil {
				return err
			}
		}
	}
	return db.h.runAtomicWrite(ctx, "erasures are done", func(tx *gorm.DB) error {
		for _, e := range pending {
			if err := tx.Where("key = ?", e.settingKey()).Delete(&settingRow{}).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

func (db *DB) listPendingErasures(ctx context.Context) ([]erasure, error) {
	all, err := db.SettingStore().GetAll(ctx)
	if err != nil {
		return nil, err
	}
	var out []erasure
	for key, value := range all {
		if !strings.HasPrefix(key, erasurePrefix) {
			continue
		}
		var e erasure
		if err := json.Unmarshal([]byte(value), &e); err != nil || e.settingKey() != key {
			return nil, fmt.Errorf("read %s: %w", key, memory.ErrCorrupt)
		}
		out = append(out, e)
	}
	return out, nil
}

// rewriteSnapshotWithoutErased rewrites a snapshot when it contains something that was erased. Its
// time stays.
func rewriteSnapshotWithoutErased(ctx context.Context, s Snapshot, pending []erasure) error {
	affected, err := snapshotContainsErased(ctx, s.Path, pending)
	if err != nil || !affected {
		return err
	}
	tmp := s.Path + ".part"
	if err := removeDatabaseFiles(tmp); err != nil {
		return err
	}
	if err := copyToNewFileAndFlush(s.Path, tmp); err != nil {
		return errors.Join(err, removeIfExists(tmp))
	}
	err = eraseFromSnapshotCopy(ctx, tmp, pending)
	if err == nil {
		err = verifyDatabaseFile(ctx, tmp)
	}
	if err == nil {
		err = os.Chtimes(tmp, s.CreatedAt, s.CreatedAt)
	}
	if err != nil {
		return errors.Join(wrapErrorWithSentinel("rewrite "+s.Path, err), removeDatabaseFiles(tmp))
	}
	return flushAndRenameFile(tmp, s.Path)
}

func snapshotContainsErased(ctx context.Context, path string, pending []erasure) (bool, error) {
	h, err := openSQLite(sqliteFileURI(path)+"?mode=ro&immutable=1", 1)
	if err != nil {
		return false, err
	}
	g, err := wrapWithGORM(h)
	found := false
	for _, e := range pending {
		if found || err != nil {
			break
		}
		var ids []memory.ID
		if ids, err = e.erasedRowIDsInSnapshot(g.WithContext(ctx)); err == nil {
			found = len(ids) > 0
		}
	}
	return found, wrapErrorWithSentinel("read "+path, errors.Join(err, h.Close()))
}

// erasedRowIDsInSnapshot returns the ids that the erased row has in a snapshot. A memory may be
// there under other numbers with the same text, or only in the ledger.
func (e erasure) erasedRowIDsInSnapshot(db *gorm.DB) ([]memory.ID, error) {
	var ids []memory.ID
	if e.Table != "memory" {
		err := db.Raw("SELECT id FROM "+e.Table+" WHERE id = ? AND created_at IS ?", e.ID, e.Created).
			Scan(&ids).Error
		return ids, err
	}
	err := db.Raw(`SELECT m.id FROM memory m JOIN memory_links l ON l.memory_id = m.id
      WHERE l.profile_id = ? AND (m.id = ? AND m.created_at IS ? OR m.hash IN ?)
      UNION SELECT x.memory_id FROM decision_memories x JOIN decision d ON d.id = x.decision_id
      WHERE d.profile_id = ? AND x.memory_id = ? AND NOT EXISTS (SELECT 1 FROM memory WHERE id = x.memory_id)
        AND d.action <> 'erase' AND (d.after IS NOT NULL OR d.before IS NOT NULL)`,
		e.Profile, e.ID, e.Created, e.Hashes, e.Profile, e.ID).Scan(&ids).Error
	return ids, err
}

// eraseFromSnapshotCopy does in a copy of a snapshot what was done in the database.
func eraseFromSnapshotCopy(ctx context.Context, path string, pending []erasure) error {
	h, err := openSQLite(writableCopyDSN(path), 1)
	if err != nil {
		return err
	}
	g, err := wrapWithGORM(h)
	if err == nil {
		err = g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			for _, e := range pending {
				if err := e.eraseRowsAndTexts(tx); err != nil {
					return err
				}
			}
			return tx.Where("key LIKE ?", erasurePrefix+"%").Delete(&settingRow{}).Error
		})
	}
	if err == nil {
		_, err = h.ExecContext(ctx, "PRAGMA journal_mode = DELETE")
	}
	return wrapErrorWithSentinel("rewrite "+path, errors.Join(err, h.Close()))
}

func (e erasure) eraseRowsAndTexts(tx *gorm.DB) error {
	ids, err := e.erasedRowIDsInSnapshot(tx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if e.Table != "memory" {
			if err := tx.Exec("DELETE FROM "+e.Table+" WHERE id = ?", id).Error; err != nil {
				return err
			}
			continue
		}
		if _, _, err := scrubLedgerReceiptsAndDerivedTexts(tx, e.Profile, id); err != nil {
			return err
		}
		err := tx.Exec("DELETE FROM memory_links WHERE profile_id = ? AND memory_id = ?", e.Profile, id).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// contentHashesOf returns the content hashes of texts.
func contentHashesOf(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = lang.ContentHash(t)
	}
	return out
}

// FindCopiesOfMemoryText matches a memory's own words without regard to their forms and order, and
// its quotes literally. Damaged databases that a repair kept are named without being read.
func (s decisionStore) FindCopiesOfMemoryText(
	ctx context.Context,
	profile, memoryID memory.ID,
) (memory.TextCopies, error) {
	var c memory.TextCopies
	err := s.h.runRead(ctx, fmt.Sprintf("find copies of memory %d", memoryID), func(db *gorm.DB) error {
		e := eraser{tx: db, profile: profile, id: memoryID}
		if err := e.collectErasedTextsSourcesAndMatchers(); err != nil {
			return err
		}
		var err error
		if c.Messages, err = e.findIDsOfMessagesRepeatingMemory(); err != nil {
			return err
		}
		if c.Chats, err = e.findIDsOfChatsWithTitleRepeatingMemory(c.Messages); err != nil {
			return err
		}
		c.Files, err = e.findIDsOfFilesContainingMemoryText()
		return err
	})
	if err != nil {
		return c, err
	}
	c.Databases, err = listEntriesMatchingPattern(s.h.dir, damagedPrefix+"*.db")
	return c, err
}

func (e *eraser) findIDsOfMessagesRepeatingMemory() ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.texts {
		err := addQueriedIDsToSet(e.tx, found, `SELECT m.id FROM messages m JOIN threads t ON t.id = m.thread_id
          WHERE t.profile_id = ? AND instr(lower(m.content), lower(?))`, e.profile, strings.TrimRight(text, " .!?"))
		if err != nil {
			return nil, err
		}
	}
	for _, text := range e.contents {
		words := quotedWordsOfFourLettersOrMore(text)
		if len(words) == 0 {
			continue
		}
		err := addQueriedIDsToSet(e.tx, found, `SELECT m.id FROM message_words f JOIN messages m ON m.id = f.rowid
          JOIN threads t ON t.id = m.thread_id WHERE message_words MATCH ? AND t.profile_id = ?`,
			strings.Join(words, " AND "), e.profile)
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// findIDsOfChatsWithTitleRepeatingMemory returns the chats whose title repeats the texts. A title
// made of a message's first words has only some of them.
func (e *eraser) findIDsOfChatsWithTitleRepeatingMemory(messages []memory.ID) ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.contents {
		words := quotedWordsOfFourLettersOrMore(text)
		if len(words) == 0 {
			continue
		}
		err := addQueriedIDsToSet(e.tx, found, `SELECT t.id FROM thread_words f JOIN threads t ON t.id = f.rowid
          WHERE thread_words MATCH ? AND t.profile_id = ?`, strings.Join(words, " AND "), e.profile)
		if err != nil {
			return nil, err
		}
		err = addQueriedIDsToSet(e.tx, found, `SELECT t.id FROM thread_words f JOIN threads t ON t.id = f.rowid
          WHERE thread_words MATCH ? AND t.id IN (SELECT thread_id FROM messages WHERE id IN
          (SELECT value FROM json_each(?)))`, strings.Join(words, " OR "), idsAsJSON(messages))
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

func (e *eraser) findIDsOfFilesContainingMemoryText() ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.texts {
		err := addQueriedIDsToSet(e.tx, found, `SELECT id FROM contexts WHERE profile_id = ?
          AND instr(lower(content), lower(?))`, e.profile, strings.TrimRight(text, " .!?"))
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// quotedWordsOfFourLettersOrMore returns the words of a memory that tell it from others, quoted for
// FTS5: those of at least four letters, without the user whom every memory is about.
func quotedWordsOfFourLettersOrMore(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= 4 && !strings.EqualFold(w, "user") {
			out = append(out, `"`+w+`"`)
		}
	}
	return out
}

func addQueriedIDsToSet(db *gorm.DB, into map[memory.ID]bool, query string, args ...any) error {
	var ids []memory.ID
	if err := db.Raw(query, args...).Scan(&ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		into[id] = true
	}
	return nil
}
