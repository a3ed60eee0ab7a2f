package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"memoir/memory"
)

// OpenReadOnly opens a data folder that cannot be written to. Everything can be read; every write
// returns memory.ErrReadOnly. The folder is not locked, because a lock is a write.
//
// SQLite needs files of its own beside a database with a write-ahead log. Without them it is opened
// as immutable; when the log has content, or the schema is older than this program's, a private copy
// is opened instead, which Close deletes. Errors are those of Open; a folder without a database is
// memory.ErrReadOnly.
func OpenReadOnly(ctx context.Context, o Options) (*DB, error) {
	o = o.withDefaults()
	path := filepath.Join(o.Dir, databaseName)
	if err := refuseNoFile(path); err != nil {
		return nil, err
	}
	if err := refuseEmptied(o); err != nil {
		return nil, err
	}
	version, _, err := versionInHeader(path)
	if err != nil {
		return nil, err
	}
	if !isNonEmptyFile(path) {
		return nil, fmt.Errorf("open %s: %w: there is no database in it", o.Dir, memory.ErrReadOnly)
	}
	if version > len(o.migrations) {
		return nil, fmt.Errorf("open %s: %w", path, memory.ErrNewerSchema)
	}
	db := &DB{dir: o.Dir, clock: o.Clock, logger: o.Logger, snapshotSlot: make(chan struct{}, 1), readOnly: true}
	dsn := fileURI(path) + "?mode=ro&immutable=1&_pragma=query_only(1)&_pragma=foreign_keys(1)"
	if isNonEmptyFile(path+"-wal") || version != len(o.migrations) {
		if dsn, err = db.copyToTemp(ctx, o, path); err != nil {
			return nil, errors.Join(err, db.removeTemp())
		}
	}
	if db.reader, err = openSQLite(dsn, readerConnections); err != nil {
		return nil, errors.Join(err, db.removeTemp())
	}
	if db.writer, err = openSQLite(dsn, 1); err == nil {
		err = translateError("open "+path, db.writer.PingContext(ctx))
	}
	if err == nil {
		err = db.buildPorts(ctx, o)
	}
	if err != nil {
		return nil, errors.Join(err, db.closeReadOnly())
	}
	return db, nil
}

// ReadOnly reports whether the folder was opened by OpenReadOnly.
func (db *DB) ReadOnly() bool { return db.readOnly }

// copyToTemp copies the database with its log to a private folder, migrates the copy and returns the
// name under which SQLite opens it for reading.
func (db *DB) copyToTemp(ctx context.Context, o Options, path string) (string, error) {
	var err error
	if db.tempDir, err = os.MkdirTemp("", "memoir-readonly-"); err != nil {
		return "", translateError("copy "+path, err)
	}
	o.Dir = db.tempDir
	for _, suffix := range []string{"", "-wal"} {
		if !isNonEmptyFile(path + suffix) {
			continue
		}
		if err := copyFile(path+suffix, filepath.Join(db.tempDir, databaseName+suffix)); err != nil {
			return "", err
		}
	}
	o.IndexDir = db.tempDir
	migrated, err := Open(ctx, o)
	if err != nil {
		return "", err
	}
	return readerDSN(filepath.Join(db.tempDir, databaseName)), migrated.Close(ctx)
}

func (db *DB) closeReadOnly() error {
	err := translateError("close readers", db.reader.Close())
	if db.writer != nil {
		err = errors.Join(err, translateError("close writer", db.writer.Close()))
	}
	return errors.Join(err, db.removeTemp())
}

func (db *DB) removeTemp() error {
	if db.tempDir == "" {
		return nil
	}
	return translateError("remove "+db.tempDir, os.RemoveAll(db.tempDir))
}

// databasePath returns the file that SQLite has open.
func (db *DB) databasePath() string {
	if db.tempDir != "" {
		return filepath.Join(db.tempDir, databaseName)
	}
	return filepath.Join(db.dir, databaseName)
}

// copySourceDSN opens the database for VACUUM INTO, which a connection with query_only refuses.
func (db *DB) copySourceDSN() string {
	if db.readOnly {
		return fileURI(db.databasePath()) + "?mode=ro&immutable=1"
	}
	return fileURI(db.databasePath()) + "?_pragma=busy_timeout(5000)"
}
