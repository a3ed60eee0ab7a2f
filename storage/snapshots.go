package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/storage/diskspace"
)

// SnapshotKind says why a snapshot was made.
type SnapshotKind string

// Kinds of snapshots; a name in the data folder's backups starts with its kind.
const (
	SnapshotDaily    SnapshotKind = "daily"    // made by itself, one a day
	SnapshotUpdate   SnapshotKind = "before"   // before a new version changed the database
	SnapshotReplaced SnapshotKind = "replaced" // what a restored snapshot replaced
	SnapshotManual   SnapshotKind = "memoir"   // made by the user
)

// Snapshot is a copy of the database in the data folder's backups.
type Snapshot struct {
	Name      string // without folder and ".db"
	Path      string
	Kind      SnapshotKind
	CreatedAt time.Time
	Bytes     int64
}

// How many daily snapshots are kept: the newest of each of the last days of use, and the newest of
// each of the last weeks of use.
const (
	keptDays  = 7
	keptWeeks = 4
)

// ListSnapshots lists the snapshots of a data folder, newest first. It needs no lock, so it works
// when the database is damaged or another process uses the folder.
func ListSnapshots(dir string) ([]Snapshot, error) {
	entries, err := os.ReadDir(filepath.Join(dir, backupFolder))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, wrapErrorWithSentinel("list snapshots", err)
	}
	var out []Snapshot
	for _, e := range entries {
		name, isDB := strings.CutSuffix(e.Name(), ".db")
		kind, _, _ := strings.Cut(name, "-")
		info, err := e.Info()
		if !isDB || err != nil || !info.Mode().IsRegular() || !isKnownSnapshotKind(SnapshotKind(kind)) {
			continue
		}
		out = append(out, Snapshot{
			Name: name, Path: filepath.Join(dir, backupFolder, e.Name()), Kind: SnapshotKind(kind),
			CreatedAt: info.ModTime(), Bytes: info.Size(),
		})
	}
	slices.SortStableFunc(out, func(a, b Snapshot) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return out, nil
}

func isKnownSnapshotKind(k SnapshotKind) bool {
	return k == SnapshotDaily || k == SnapshotUpdate || k == SnapshotReplaced || k == SnapshotManual
}

// SnapshotPathByName returns the path of a snapshot by the name that ListSnapshots gives it, with
// or without ".db"; memory.ErrNotFound when there is none.
func SnapshotPathByName(dir, name string) (string, error) {
	all, err := ListSnapshots(dir)
	if err != nil {
		return "", err
	}
	for _, s := range all {
		if s.Name == strings.TrimSuffix(name, ".db") {
			return s.Path, nil
		}
	}
	return "", fmt.Errorf("find snapshot %s: %w", name, memory.ErrNotFound)
}

// MakeDailySnapshotIfDueAndPrune writes a verified snapshot unless there is one of today (in the
// clock's time zone) or nothing to keep, and deletes the daily snapshots that the newer ones make
// unnecessary. It reports whether one was written. Readers and the writer continue meanwhile. After
// a failure or a kill at any moment the earlier snapshots are whole.
func (db *DB) MakeDailySnapshotIfDueAndPrune(ctx context.Context) (bool, error) {
	if err := db.acquireSnapshotSlot(ctx); err != nil {
		return false, err
	}
	defer db.releaseSnapshotSlot()
	dir := filepath.Join(db.dir, backupFolder)
	path := filepath.Join(dir, string(SnapshotDaily)+"-"+db.clock().Format(time.DateOnly)+".db")
	var used bool
	err := runCatchingMappedReadFaults(func() error {
		return db.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM memory) OR EXISTS (SELECT 1 FROM threads)").
			Scan(&used)
	})
	if err != nil || !used || isRegularFile(path) {
		return false, wrapErrorWithSentinel("make snapshot", err)
	}
	if err := ensurePrivateFolder(dir); err != nil {
		return false, err
	}
	if err := removeUnfinishedCopies(dir); err != nil {
		return false, err
	}
	if err := db.requireDiskSpaceForCopy(dir); err != nil {
		return false, fmt.Errorf("make snapshot: %w", err)
	}
	if err := db.writeVerifiedCopyWithoutTempChats(ctx, path); err != nil {
		return false, fmt.Errorf("make snapshot: %w", err)
	}
	return true, thinDailySnapshots(dir)
}

// requireDiskSpaceForCopy returns memory.ErrDiskFull when a copy of the database would leave less
// room than the database has, so that a snapshot never takes the space of what the user writes
// meanwhile.
func (db *DB) requireDiskSpaceForCopy(dir string) error {
	info, err := os.Stat(db.pathOfOpenDatabase())
	if err != nil {
		return wrapErrorWithSentinel("look at the database", err)
	}
	if free, known := diskspace.FreeBytes(dir); known && free < 2*info.Size() {
		return fmt.Errorf("%w: %d bytes are free, the database has %d", memory.ErrDiskFull, free, info.Size())
	}
	return nil
}

// removeUnfinishedCopies deletes what a killed process left of copies that it did not finish.
func removeUnfinishedCopies(dir string) error {
	files, err := listEntriesMatchingPattern(dir, "*.part*")
	for _, f := range files {
		err = errors.Join(err, removeIfExists(f))
	}
	return err
}

// thinDailySnapshots deletes the daily snapshots that are neither the newest of one of the last
// keptDays days nor of one of the last keptWeeks weeks (ISO 8601) that have any.
func thinDailySnapshots(dir string) error {
	files, err := listEntriesMatchingPattern(dir, string(SnapshotDaily)+"-*.db")
	if err != nil {
		return err
	}
	slices.Reverse(files)
	days, weeks := 0, map[string]bool{}
	for _, f := range files {
		day, err := time.Parse(time.DateOnly, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f),
			string(SnapshotDaily)+"-"), ".db"))
		if err != nil {
			continue // somebody else's file
		}
		year, n := day.ISOWeek()
		week := fmt.Sprintf("%d-%d", year, n)
		isNewestOfWeek := !weeks[week] && len(weeks) < keptWeeks
		weeks[week] = true
		if days++; days <= keptDays || isNewestOfWeek {
			continue
		}
		if err := removeIfExists(f); err != nil {
			return err
		}
	}
	return nil
}

// acquireSnapshotSlot waits until no other copy of the database is being written or rewritten.
func (db *DB) acquireSnapshotSlot(ctx context.Context) error {
	select {
	case db.snapshotSlot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return wrapErrorWithSentinel("wait for snapshot", context.Cause(ctx))
	}
}

func (db *DB) releaseSnapshotSlot() { <-db.snapshotSlot }

// deleteTemporaryChatsAndFilesInCopy deletes temporary chats, with the files that were added in
// them, from a copy of the database that nobody else uses. In copies from before there were
// projects the files stay.
func deleteTemporaryChatsAndFilesInCopy(ctx context.Context, path string) error {
	h, err := openSQLite(writableCopyDSN(path), 1)
	if err != nil {
		return err
	}
	var hasProjects bool
	err = h.QueryRowContext(ctx, "SELECT count(*) > 0 FROM pragma_table_info('project_contexts')").Scan(&hasProjects)
	if err == nil && hasProjects {
		_, err = h.ExecContext(ctx, "DELETE FROM contexts WHERE id IN ("+filesOfTemporaryChats+" AND NOT EXISTS ("+
			"SELECT 1 FROM thread_contexts JOIN threads other ON other.id = thread_id "+
			"WHERE context_id = file.id AND other.temporary = 0))")
	}
	if err == nil {
		_, err = h.ExecContext(ctx, "DELETE FROM threads WHERE temporary = 1")
	}
	return wrapErrorWithSentinel("remove temporary chats", errors.Join(err, h.Close()))
}

// writableCopyDSN opens a copy of a database for changes. There is no log beside it that could
// outlive a kill; a copy that is not finished is deleted.
func writableCopyDSN(path string) string {
	return sqliteFileURI(
		path,
	) + "?_txlock=immediate&_pragma=foreign_keys(1)&_pragma=secure_delete(1)&_pragma=journal_mode(MEMORY)"
}

// hasTemporaryChats reports whether a database has temporary chats; one without Memoir's tables has
// none.
func hasTemporaryChats(ctx context.Context, h *sql.DB) (bool, error) {
	var n int
	err := h.QueryRowContext(ctx, "SELECT count(*) FROM pragma_table_info('threads') WHERE name = 'temporary'").Scan(&n)
	if err == nil && n > 0 {
		err = h.QueryRowContext(ctx, "SELECT count(*) FROM threads WHERE temporary = 1").Scan(&n)
	}
	return n > 0, wrapErrorWithSentinel("look for temporary chats", err)
}
