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
// as immutable; when the log has content, or the schema is older than this program's, a private
// copy is opened instead, which Close deletes. Errors are those of Open; a folder without a
// database is memory.ErrReadOnly.
func OpenReadOnly(ctx context.Context, o Options) (*DB, error) {
	o = o.withDefaults()
	path := filepath.Join(o.Dir, databaseName)
	if err := refuseNonRegularDatabasePath(path); err != nil {
		return nil, err
	}
	if err := refuseEmptiedDatabase(o); err != nil {
		return nil, err
	}
	version, _, err := versionAndMarkFromHeaderRefusingForeign(path)
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
	dsn := sqliteFileURI(path) + "?mode=ro&immutable=1&_pragma=query_only(1)&_pragma=foreign_keys(1)"
	if isNonEmptyFile(path+"-wal") || version != len(o.migrations) {
		if dsn, err = db.copyAndMigrateInTempReturningDSN(ctx, o, path); err != nil {
			return nil, errors.Join(err, db.removeTempFolder())
		}
	}
	if db.reader, err = openSQLite(dsn, readerConnections); err != nil {
		return nil, errors.Join(err, db.removeTempFolder())
	}
	if db.writer, err = openSQLite(dsn, 1); err == nil {
		err = wrapErrorWithSentinel("open "+path, db.writer.PingContext(ctx))
	}
	if err == nil {
		err = db.buildStoreAndSearchPorts(ctx, o)
	}
	if err != nil {
		return nil, errors.Join(err, db.closeHandlesAndRemoveTempCopy())
	}
	return db, nil
}

// IsReadOnly reports whether the folder was opened by OpenReadOnly.
func (db *DB) IsReadOnly() bool { return db.readOnly }

// copyAndMigrateInTempReturningDSN copies the database with its log to a private folder, migrates
// the copy and returns the name under which SQLite opens it for reading.
func (db *DB) copyAndMigrateInTempReturningDSN(ctx context.Context, o Options, path string) (string, error) {
	var err error
	if db.tempDir, err = os.MkdirTemp("", "memoir-readonly-"); err != nil {
		return "", wrapErrorWithSentinel("copy "+path, err)
	}
	o.Dir = db.tempDir
	for _, suffix := range []string{"", "-wal"} {
		if !isNonEmptyFile(path + suffix) {
			continue
		}
		if err := copyToNewFileAndFlush(path+suffix, filepath.Join(db.tempDir, databaseName+suffix)); err != nil {
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

func (db *DB) closeHandlesAndRemoveTempCopy() error {
	err := wrapErrorWithSentinel("close readers", db.reader.Close())
	if db.writer != nil {
		err = errors.Join(err, wrapErrorWithSentinel("close writer", db.writer.Close()))
	}
	return errors.Join(err, db.removeTempFolder())
}

func (db *DB) removeTempFolder() error {
	if db.tempDir == "" {
		return nil
	}
	return wrapErrorWithSentinel("remove "+db.tempDir, os.RemoveAll(db.tempDir))
}

// pathOfOpenDatabase returns the file that SQLite has open.
func (db *DB) pathOfOpenDatabase() string {
	if db.tempDir != "" {
		return filepath.Join(db.tempDir, databaseName)
	}
	return filepath.Join(db.dir, databaseName)
}

// vacuumSourceDSN opens the database for VACUUM INTO, which a connection with query_only refuses.
func (db *DB) vacuumSourceDSN() string {
	if db.readOnly {
		return sqliteFileURI(db.pathOfOpenDatabase()) + "?mode=ro&immutable=1"
	}
	return sqliteFileURI(db.pathOfOpenDatabase()) + "?_pragma=busy_timeout(5000)"
}
