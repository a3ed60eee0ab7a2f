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

// copyVerified writes a consistent copy of the database to path: VACUUM INTO a temporary neighbour, integrity_check,
// flush, rename. A file that is there already is replaced only by a complete one; nothing is left after an error.
func copyVerified(ctx context.Context, h *sql.DB, path string) (err error) {
	tmp := path + ".part"
	if err := removeIfThere(tmp); err != nil {
		return err
	}
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode) // SQLite accepts an empty file
	if err != nil {
		return translate("write "+tmp, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeIfThere(tmp))
		}
	}()
	if err := f.Close(); err != nil {
		return translate("write "+tmp, err)
	}
	if _, err := h.ExecContext(ctx, "VACUUM INTO ?", tmp); err != nil {
		return translate("copy database", err)
	}
	if err := verifyFile(ctx, tmp); err != nil {
		return err
	}
	return commitFile(tmp, path)
}

// verifyFile runs integrity_check on a database nobody writes to.
func verifyFile(ctx context.Context, path string) error {
	h, err := openHandle(fileURI(path)+"?mode=ro&immutable=1", 1)
	if err != nil {
		return err
	}
	problems, err := integrity(ctx, h)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%w: %s", memory.ErrCorrupt, problems[0])
	}
	return translate("verify "+path, errors.Join(err, h.Close()))
}

// integrity returns what PRAGMA integrity_check complains about; none means sound.
func integrity(ctx context.Context, h *sql.DB) ([]string, error) {
	rows, err := h.QueryContext(ctx, "PRAGMA integrity_check")
	if err != nil {
		return nil, translate("check integrity", err)
	}
	defer rows.Close()
	var problems []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, translate("check integrity", err)
		}
		if line != "ok" {
			problems = append(problems, line)
		}
	}
	return problems, translate("check integrity", rows.Err())
}

// commitFile flushes tmp to disk and gives it its name in one step.
func commitFile(tmp, path string) error {
	if err := flush(tmp); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return translate("name "+path, err)
	}
	return flushFolder(filepath.Dir(path))
}

func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return translate("flush "+path, err)
	}
	return translate("flush "+path, errors.Join(f.Sync(), f.Close()))
}

// flushFolder makes a rename last; systems that cannot flush a folder (Windows) need not.
func flushFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return translate("flush "+dir, err)
	}
	_ = f.Sync()
	return translate("flush "+dir, f.Close())
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return translate("remove "+path, err)
	}
	return nil
}

// Backup writes a verified copy of the database to path while everything goes on, and returns where it lies and its
// size in bytes. An empty path takes a new name in the folder's backups. A file that exists is never replaced: the
// error unwraps to fs.ErrExist. Keys are not part of the database.
func (db *DB) Backup(ctx context.Context, path string) (string, int64, error) {
	if path == "" {
		dir := filepath.Join(db.dir, backupFolder)
		if err := makePrivate(dir); err != nil {
			return "", 0, err
		}
		path = filepath.Join(dir, "memoir-"+fileTime(db.clock())+".db")
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		return "", 0, translate("back up to "+path, errors.Join(err, os.ErrExist))
	}
	h, err := openHandle(fileURI(filepath.Join(db.dir, databaseName))+"?_pragma=busy_timeout(5000)", 1)
	if err != nil {
		return "", 0, err
	}
	if err := errors.Join(copyVerified(ctx, h, path), h.Close()); err != nil {
		return "", 0, fmt.Errorf("back up: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, translate("back up to "+path, err)
	}
	return path, info.Size(), nil
}

// fileTime names a file by a time, so that names sort by age.
func fileTime(t time.Time) string { return t.UTC().Format("20060102T150405.000000000") }

// Restore puts a copy of the database at file in the place of the folder's own and returns where the old one lies now,
// empty when there was none. The folder must be free (memory.ErrBusy). The file is verified first: memory.ErrCorrupt,
// ErrInvalid when it is not Memoir's, ErrNewerSchema; then nothing was changed. At every moment the folder holds
// either the old data or the new.
func Restore(ctx context.Context, o Options, file string) (kept string, err error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	lock, err := lockFolder(o.Dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, translate("unlock "+o.Dir, lock.Close())) }()
	path := filepath.Join(o.Dir, databaseName)
	fresh := path + ".restore"
	if err := takeIn(ctx, file, fresh); err != nil {
		return "", errors.Join(err, removeIfThere(fresh))
	}
	if kept, err = setAside(ctx, o, path); err != nil {
		return "", errors.Join(err, removeIfThere(fresh))
	}
	if err := commitFile(fresh, path); err != nil {
		return kept, err
	}
	return kept, removeIfThere(indexPath(o)) // it belongs to the old data
}

// takeIn copies a backup to a new file after looking at it.
func takeIn(ctx context.Context, file, fresh string) error {
	if !exists(file) {
		return fmt.Errorf("restore %s: %w: there is no such backup", file, memory.ErrNotFound)
	}
	if err := refuseNewer(ctx, file, len(released())); err != nil {
		return err
	}
	version, err := versionInHeader(file)
	if err != nil {
		return err
	}
	if version == 0 && !exists(file+"-wal") {
		return fmt.Errorf("restore %s: %w: it holds nothing of Memoir", file, memory.ErrInvalid)
	}
	h, err := openHandle(fileURI(file)+"?mode=ro", 1)
	if err != nil {
		return err
	}
	return errors.Join(copyVerified(ctx, h, fresh), h.Close())
}

// setAside copies what the folder holds to its backups and removes the old write-ahead log, which must not meet the
// new database. What is too damaged to be opened is kept as it is.
func setAside(ctx context.Context, o Options, path string) (string, error) {
	if !exists(path) {
		return "", nil
	}
	dir := filepath.Join(o.Dir, backupFolder)
	if err := makePrivate(dir); err != nil {
		return "", err
	}
	kept := filepath.Join(dir, "replaced-"+fileTime(o.Clock())+".db")
	if err := emptyLog(ctx, path); err != nil && exists(path+"-wal") {
		if err := os.Rename(path+"-wal", kept+"-wal"); err != nil {
			return "", translate("keep old data", err)
		}
	}
	if err := copyFile(path, kept); err != nil {
		return "", err
	}
	return kept, errors.Join(removeIfThere(path+"-wal"), removeIfThere(path+"-shm"))
}

// emptyLog moves the write-ahead log of a database nobody uses into it.
func emptyLog(ctx context.Context, path string) error {
	h, err := openHandle(writerDSN(path, Options{}), 1)
	if err != nil {
		return err
	}
	db := &DB{writer: h}
	return errors.Join(db.checkpoint(ctx), h.Close())
}

// copyFile copies a file to a new name, flushed.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return translate("copy "+from, err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return translate("copy to "+to, err)
	}
	_, err = io.Copy(out, in)
	return translate("copy to "+to, errors.Join(err, out.Sync(), out.Close()))
}
