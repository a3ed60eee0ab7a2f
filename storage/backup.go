package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
