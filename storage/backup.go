package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"memoir/memory"
)

// writeVerifiedDBCopyWithoutTempChats writes a consistent copy of the database to path: VACUUM INTO
// path + ".part", integrity_check, fsync, rename. Temporary chats are left out. An existing file is
// replaced only by a complete copy; after an error no temporary file is left.
func writeVerifiedDBCopyWithoutTempChats(ctx context.Context, h *sql.DB, path string) (err error) {
	tmp := path + ".part"
	if err := removeIfExists(tmp); err != nil {
		return err
	}
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode) // an empty file is valid
	if err != nil {
		return wrapErrorWithSentinel("write "+tmp, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeIfExists(tmp))
		}
	}()
	if err := f.Close(); err != nil {
		return wrapErrorWithSentinel("write "+tmp, err)
	}
	if _, err := h.ExecContext(ctx, "VACUUM INTO ?", tmp); err != nil {
		return wrapErrorWithSentinel("copy database", err)
	}
	temporary, err := hasTemporaryChats(ctx, h)
	if err == nil && temporary {
		err = deleteTemporaryChatsAndFilesInCopy(ctx, tmp)
	}
	if err != nil {
		return err
	}
	if err := verifyDatabaseFile(ctx, tmp); err != nil {
		return err
	}
	return flushAndRenameFile(tmp, path)
}

// verifyDatabaseFile runs integrity_check on a database file that nobody is writing to.
func verifyDatabaseFile(ctx context.Context, path string) error {
	h, err := openSQLite(sqliteFileURI(path)+"?mode=ro&immutable=1", 1)
	if err != nil {
		return err
	}
	problems, err := integrityProblems(ctx, h)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%w: %s", memory.ErrCorrupt, problems[0])
	}
	return wrapErrorWithSentinel("verify "+path, errors.Join(err, h.Close()))
}

// integrityProblems returns the problems that PRAGMA integrity_check reports; an empty list means
// the database is sound.
func integrityProblems(ctx context.Context, h *sql.DB) ([]string, error) {
	rows, err := h.QueryContext(ctx, "PRAGMA integrity_check")
	if err != nil {
		return nil, wrapErrorWithSentinel("check integrity", err)
	}
	defer rows.Close()
	var problems []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, wrapErrorWithSentinel("check integrity", err)
		}
		if line != "ok" {
			problems = append(problems, line)
		}
	}
	return problems, wrapErrorWithSentinel("check integrity", rows.Err())
}

// flushAndRenameFile flushes tmp to disk and renames it to path, so that path is replaced
// atomically.
func flushAndRenameFile(tmp, path string) error {
	if err := flushFileToDisk(tmp); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return wrapErrorWithSentinel("name "+path, err)
	}
	return flushFolderToDisk(filepath.Dir(path))
}

func flushFileToDisk(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return wrapErrorWithSentinel("flush "+path, err)
	}
	return wrapErrorWithSentinel("flush "+path, errors.Join(f.Sync(), f.Close()))
}

// flushFolderToDisk makes a rename durable. The error of Sync is ignored: systems that cannot sync
// a folder (Windows) do not need it.
func flushFolderToDisk(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return wrapErrorWithSentinel("flush "+dir, err)
	}
	_ = f.Sync()
	return wrapErrorWithSentinel("flush "+dir, f.Close())
}

func removeIfExists(path string) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return wrapErrorWithSentinel("remove "+path, err)
	}
	return nil
}

// Backup writes a verified copy of the database to path while readers and the writer continue, and
// returns the file's path and its size in bytes. An empty path picks a new name in the data
// folder's backups. An existing file is never replaced: the error unwraps to fs.ErrExist. API keys
// are not stored in the database, so they are not in the backup.
func (db *DB) Backup(ctx context.Context, path string) (string, int64, error) {
	if err := db.acquireSnapshotSlot(ctx); err != nil {
		return "", 0, err
	}
	defer db.releaseSnapshotSlot()
	if path == "" {
		dir := filepath.Join(db.dir, backupFolder)
		if err := ensurePrivateFolder(dir); err != nil {
			return "", 0, err
		}
		path = filepath.Join(dir, string(SnapshotManual)+"-"+sortableFileTimestamp(db.clock())+".db")
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		return "", 0, wrapErrorWithSentinel("back up to "+path, errors.Join(err, os.ErrExist))
	}
	if err := db.writeVerifiedCopyWithoutTempChats(ctx, path); err != nil {
		return "", 0, fmt.Errorf("back up: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, wrapErrorWithSentinel("back up to "+path, err)
	}
	return path, info.Size(), nil
}

// writeVerifiedCopyWithoutTempChats writes a verified copy on a connection of its own: VACUUM INTO
// is refused on a read-only one and would hold up the writer.
func (db *DB) writeVerifiedCopyWithoutTempChats(ctx context.Context, path string) error {
	h, err := openSQLite(db.vacuumSourceDSN(), 1)
	if err != nil {
		return err
	}
	return errors.Join(writeVerifiedDBCopyWithoutTempChats(ctx, h, path), h.Close())
}

// sortableFileTimestamp formats a time for use in file names, so that the names sort by age.
func sortableFileTimestamp(t time.Time) string { return t.UTC().Format("20060102T150405.000000000") }

// RestoreBackup replaces the data folder's database with the backup in file and returns the path of
// the copy kept of the old database, empty when there was none. The folder must not be in use
// (memory.ErrBusy). The backup is verified first: memory.ErrCorrupt, ErrInvalid when it is not a
// Memoir database, ErrNewerSchema; in these cases nothing has been changed. At every moment the
// folder contains either the old data or the new.
func RestoreBackup(ctx context.Context, o Options, file string) (kept string, err error) {
	o = o.withDefaults()
	lock, err := createAndLockFolder(o.Dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, wrapErrorWithSentinel("unlock "+o.Dir, lock.Close())) }()
	if err := verifyAndStageBackup(ctx, file, filepath.Join(o.Dir, stagedName)); err != nil {
		return "", err
	}
	return replaceDatabaseByStagedIfAny(ctx, o)
}

// StageBackupForNextStart verifies a backup and copies it into the folder, so that the next start
// puts it in place of the database, as RestoreBackup does. It is for a folder that is in use.
// Errors are those of RestoreBackup.
func (db *DB) StageBackupForNextStart(ctx context.Context, file string) error {
	if err := db.acquireSnapshotSlot(ctx); err != nil {
		return err
	}
	defer db.releaseSnapshotSlot()
	return verifyAndStageBackup(ctx, file, filepath.Join(db.dir, stagedName))
}

// replaceDatabaseByStagedIfAny puts the staged database in place, if there is one, and returns the
// path under which the old one is kept. After a kill at any moment the next call continues.
func replaceDatabaseByStagedIfAny(ctx context.Context, o Options) (kept string, err error) {
	if !isRegularFile(filepath.Join(o.Dir, stagedName)) {
		return "", nil
	}
	if kept, err = moveDatabaseToSnapshotsOrAside(ctx, o); err != nil {
		return "", err
	}
	return kept, installStagedDatabaseDroppingIndex(o)
}

// verifyAndStageBackup checks a backup and copies it to staged, the file that will become the
// database.
func verifyAndStageBackup(ctx context.Context, file, staged string) error {
	if !isNonEmptyFile(file) {
		return fmt.Errorf("restore %s: %w: there is no such backup", file, memory.ErrNotFound)
	}
	if err := checkMayOpenDatabaseFile(ctx, file, len(embeddedMigrationsInOrder())); err != nil {
		return err
	}
	version, _, err := versionAndMarkFromHeaderRefusingForeign(file)
	if err != nil {
		return err
	}
	if version == 0 && !isNonEmptyFile(file+"-wal") {
		return fmt.Errorf("restore %s: %w: it holds nothing of Memoir", file, memory.ErrInvalid)
	}
	h, err := openSQLite(sqliteFileURI(file)+"?mode=ro", 1)
	if err != nil {
		return err
	}
	return errors.Join(writeVerifiedDBCopyWithoutTempChats(ctx, h, staged), h.Close())
}

// moveDatabaseToSnapshotsOrAside moves the current database to the snapshots, after the write-ahead
// log was moved into it. One that is too damaged for that is kept as it is, together with its log.
func moveDatabaseToSnapshotsOrAside(ctx context.Context, o Options) (string, error) {
	path, stamp := filepath.Join(o.Dir, databaseName), sortableFileTimestamp(o.Clock())
	if _, err := os.Lstat(path); os.IsNotExist(err) {
		return "", nil
	}
	if refuseNonRegularDatabasePath(path) != nil || checkpointDatabaseFile(ctx, path) != nil {
		return setDamagedDatabaseAside(o.Dir, stamp)
	}
	dir := filepath.Join(o.Dir, backupFolder)
	if err := ensurePrivateFolder(dir); err != nil {
		return "", err
	}
	kept := filepath.Join(dir, string(SnapshotReplaced)+"-"+stamp+".db")
	if err := os.Rename(path, kept); err != nil {
		return "", wrapErrorWithSentinel("keep "+path, err)
	}
	return kept, errors.Join(os.Chtimes(kept, o.Clock(), o.Clock()), flushFolderToDisk(dir))
}

// checkpointDatabaseFile checkpoints the write-ahead log of a database that nobody is using.
func checkpointDatabaseFile(ctx context.Context, path string) error {
	h, err := openSQLite(writerDSN(path, Options{}), 1)
	if err != nil {
		return err
	}
	db := &DB{writer: h}
	return errors.Join(db.checkpointAndTruncateWAL(ctx), h.Close())
}

// copyToNewFileAndFlush copies a file to a new name and flushes it to disk.
func copyToNewFileAndFlush(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return wrapErrorWithSentinel("copy "+from, err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return wrapErrorWithSentinel("copy to "+to, err)
	}
	_, err = io.Copy(out, in)
	return wrapErrorWithSentinel("copy to "+to, errors.Join(err, out.Sync(), out.Close()))
}
