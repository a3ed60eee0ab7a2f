package storage

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/glebarez/sqlite"

	"memoir/memory"
	"memoir/memory/lang"
)

// packedSchema is migrations/0001_schema.sql, which is half of all migrations, packed by tools/packtexts.
//
//go:embed migrations/zz_0001_schema.sql.gz
var packedSchema string

// laterMigrations are the migrations from the second on.
//
//go:embed migrations/000[2-9]_*.sql migrations/00[1-9]?_*.sql
var laterMigrations embed.FS

// applicationID marks app.db as Memoir's in the file header ("MEMO").
const applicationID = 0x4d454d4f

// maxMigrationBackups is how many of the backups made before migrations are kept.
const maxMigrationBackups = 5

// migration is one numbered step. Its number is its position in the list, counted from 1, and the
// schema's user_version afterwards.
type migration struct{ name, sql string }

// embeddedMigrationsInOrder returns the embedded migrations in order. Their numbers must be
// consecutive.
func embeddedMigrationsInOrder() []migration {
	names, err := fs.Glob(laterMigrations, "migrations/*.sql")
	if err != nil {
		panic("storage: " + err.Error()) // the pattern is constant
	}
	sort.Strings(names)
	steps := []migration{{"0001_schema.sql", lang.UnpackText(packedSchema)}}
	for _, n := range names {
		text, err := laterMigrations.ReadFile(n)
		if err != nil || !strings.HasPrefix(path.Base(n), fmt.Sprintf("%04d_", len(steps)+1)) {
			panic(fmt.Sprintf("storage: migration %s is out of order: %v", n, err)) // decided at build time
		}
		steps = append(steps, migration{path.Base(n), string(text)})
	}
	return steps
}

// backUpAndMigrateSchema runs the missing migrations, each in its own transaction, after a backup
// if there is data.
func (db *DB) backUpAndMigrateSchema(ctx context.Context, steps []migration) error {
	version, err := readSchemaUserVersion(ctx, db.writer)
	if err != nil {
		return err
	}
	if version > len(steps) {
		return fmt.Errorf("schema %d: %w", version, memory.ErrNewerSchema)
	}
	if version == len(steps) {
		return nil
	}
	if version > 0 {
		if err := db.backUpBeforeMigrationAndPrune(ctx, version); err != nil {
			return err
		}
	}
	for i := version; i < len(steps); i++ {
		if err := db.runMigrationAndSeedSettingsOnFirst(ctx, i+1, steps[i]); err != nil {
			return fmt.Errorf("migrate to %s: %w", steps[i].name, err)
		}
	}
	return nil
}

func (db *DB) runMigrationAndSeedSettingsOnFirst(ctx context.Context, number int, m migration) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return wrapErrorWithSentinel("begin", err)
	}
	text := fmt.Sprintf("%s\n;PRAGMA user_version = %d; PRAGMA application_id = %d;", m.sql, number, applicationID)
	if _, err := tx.ExecContext(ctx, text); err != nil {
		return errors.Join(wrapErrorWithSentinel("run", err), ignoreAlreadyRolledBackError(tx.Rollback()))
	}
	if number == 1 {
		for key, value := range db.initialSettings {
			if _, err := tx.ExecContext(ctx, "INSERT INTO settings(key, value) VALUES (?, ?)", key, value); err != nil {
				return errors.Join(wrapErrorWithSentinel("store settings", err), ignoreAlreadyRolledBackError(tx.Rollback()))
			}
		}
	}
	return wrapErrorWithSentinel("commit", tx.Commit())
}

// ignoreAlreadyRolledBackError drops the error of rolling back a transaction that SQLite has
// already rolled back itself, as it does when the disk is full.
func ignoreAlreadyRolledBackError(err error) error {
	if err == nil || errors.Is(err, sql.ErrTxDone) || strings.Contains(err.Error(), "no transaction is active") {
		return nil
	}
	return wrapErrorWithSentinel("roll back", err)
}

func (db *DB) backUpBeforeMigrationAndPrune(ctx context.Context, version int) error {
	dir := filepath.Join(db.dir, backupFolder)
	name := fmt.Sprintf(string(SnapshotUpdate)+"-%04d-%s.db", version+1, sortableFileTimestamp(db.clock()))
	if err := ensurePrivateFolder(dir); err != nil {
		return err
	}
	if err := writeVerifiedDBCopyWithoutTempChats(ctx, db.writer, filepath.Join(dir, name)); err != nil {
		return fmt.Errorf("snapshot before migration: %w", err)
	}
	return removeAllButNewestFiles(dir, "before-*.db", maxMigrationBackups)
}

// removeAllButNewestFiles deletes all but the newest keep files that match a pattern; their names
// sort by age.
func removeAllButNewestFiles(dir, pattern string, keep int) error {
	files, err := listEntriesMatchingPattern(dir, pattern)
	if err != nil {
		return err
	}
	for i := 0; i < len(files)-keep; i++ {
		if err := os.Remove(files[i]); err != nil {
			return wrapErrorWithSentinel("remove old snapshot", err)
		}
	}
	return nil
}

// checkMayOpenDatabaseFile returns memory.ErrNewerSchema, memory.ErrCorrupt or
// memory.ErrForeignData for a file that this program must not open, and changes nothing on disk. It
// reads the file header, and the write-ahead log where there is one, because the log may contain a
// newer version.
func checkMayOpenDatabaseFile(ctx context.Context, path string, known int) error {
	version, marked, err := versionAndMarkFromHeaderRefusingForeign(path)
	if err != nil {
		return err
	}
	if !marked && isNonEmptyFile(path) {
		if err := refuseUnmarkedDatabaseWithTables(ctx, path); err != nil {
			return err
		}
	}
	if isNonEmptyFile(path + "-wal") {
		if v, err := schemaVersionIncludingWAL(ctx, path); err == nil {
			version = max(version, v)
		}
	}
	if version < 0 {
		return fmt.Errorf("open %s: %w: its schema is %d", path, memory.ErrCorrupt, version)
	}
	if version > known {
		return fmt.Errorf("open %s: %w: its schema is %d, this program knows %d", path, memory.ErrNewerSchema,
			version, known)
	}
	return nil
}

// versionAndMarkFromHeaderRefusingForeign reads user_version and application_id from the first 100
// bytes (sqlite.org/fileformat.html §1.3). marked reports that the file is Memoir's by its
// application_id.
func versionAndMarkFromHeaderRefusingForeign(path string) (version int, marked bool, err error) {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, wrapErrorWithSentinel("open "+path, err)
	}
	defer f.Close()
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	if n == 0 && errors.Is(err, io.EOF) {
		return 0, false, nil // created but never written
	}
	if err != nil || !bytes.HasPrefix(head, []byte("SQLite format 3\x00")) {
		return 0, false, fmt.Errorf("open %s: %w: not a SQLite database", path, memory.ErrCorrupt)
	}
	version = int(int32(binary.BigEndian.Uint32(head[60:])))
	app := binary.BigEndian.Uint32(head[68:])
	if app != applicationID && (app != 0 || version != 0) {
		return 0, false, fmt.Errorf("open %s: %w", path, memory.ErrForeignData)
	}
	return version, app == applicationID, nil
}

// refuseUnmarkedDatabaseWithTables returns memory.ErrForeignData when a database whose header names
// no program has tables: another program's, because Memoir marks the header in the transaction that
// makes its first table. SQLite takes the write-ahead log into account, which may hold that
// transaction.
func refuseUnmarkedDatabaseWithTables(ctx context.Context, path string) error {
	h, err := openSQLiteReadOnly(path)
	if err != nil {
		return err
	}
	var app, tables int
	err = errors.Join(h.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app),
		h.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables), h.Close())
	switch {
	case err != nil:
		return wrapErrorWithSentinel("open "+path, err)
	case app != applicationID && tables > 0:
		return fmt.Errorf("open %s: %w", path, memory.ErrForeignData)
	}
	return nil
}

// refuseNonRegularDatabasePath returns a memory.FieldError when app.db is something else than a
// file: opening a pipe would wait forever, and behind a link that leads nowhere is a disk that is
// not mounted.
func refuseNonRegularDatabasePath(path string) error {
	info, err := os.Stat(path)
	if os.IsNotExist(err) {
		if to, err := os.Readlink(path); err == nil {
			return &memory.FieldError{Field: databaseName, Problem: "is a link to " + to + ", which doesn't exist"}
		}
		return nil
	}
	if err != nil {
		return wrapErrorWithSentinel("look at "+path, err)
	}
	switch {
	case info.IsDir():
		return &memory.FieldError{Field: databaseName, Problem: "is a folder, not a database"}
	case !info.Mode().IsRegular():
		return &memory.FieldError{Field: databaseName, Problem: "isn't a regular file"}
	}
	return nil
}

// refuseEmptiedDatabase returns memory.ErrEmptied when app.db has no bytes or is gone beside an
// index that has been saved: somebody emptied the database, and a new one would hide that.
func refuseEmptiedDatabase(o Options) error {
	path := filepath.Join(o.Dir, databaseName)
	index, err := os.Stat(vectorIndexSnapshotPath(o))
	hasIndex := err == nil && index.Mode().IsRegular() && index.Size() > 0
	if hasIndex && !isNonEmptyFile(path) && !isNonEmptyFile(path+"-wal") {
		return fmt.Errorf("open %s: %w", o.Dir, memory.ErrEmptied)
	}
	return nil
}

func openSQLiteReadOnly(path string) (*sql.DB, error) {
	q := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
	h, err := sql.Open(sqlite.DriverName, sqliteFileURI(path)+"?"+q.Encode())
	return h, wrapErrorWithSentinel("open "+path, err)
}

// schemaVersionIncludingWAL reads user_version through a read-only connection, so that SQLite takes
// the write-ahead log into account.
func schemaVersionIncludingWAL(ctx context.Context, path string) (int, error) {
	h, err := openSQLiteReadOnly(path)
	if err != nil {
		return 0, err
	}
	v, err := readSchemaUserVersion(ctx, h)
	return v, errors.Join(err, h.Close())
}

func readSchemaUserVersion(ctx context.Context, h *sql.DB) (int, error) {
	var v int
	err := h.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
	return v, wrapErrorWithSentinel("read schema version", err)
}
