package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/glebarez/sqlite"
	"github.com/gofrs/flock"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/storage/vectorindex"
)

// readerConnections is the number of connections that read concurrently.
const readerConnections = 4

// maxMappedBytes is how much of the database each reader maps; what lies beyond is read as usual.
const maxMappedBytes = 1 << 30

// Options say where the data is and how to open it.
type Options struct {
	Dir      string           // data folder, absolute (ResolveDataFolder)
	IndexDir string           // folder of the index snapshot; empty = Dir
	Clock    func() time.Time // used in names of backups; nil = time.Now
	Logger   *slog.Logger     // nil = discarded
	// WriterTimeout is the longest wait for the single writer; 0 = 30 s. After that memory.ErrBusy is
	// returned, because something is keeping a transaction open.
	WriterTimeout time.Duration
	// InitialSettings are stored in the transaction that creates a database. A database that exists is
	// not touched, so they tell a new folder from one of an earlier version.
	InitialSettings map[string]string

	// For tests. migrations nil = the released ones; maxPages sets PRAGMA max_page_count, SQLite's own
	// limit, which makes it report a full disk; queryOnly sets PRAGMA query_only on the writer, which
	// then refuses writes like a read-only medium.
	migrations []migration
	maxPages   int
	queryOnly  bool
}

// DB is an open data folder: the core's Store with its VectorIndex and FullText. All methods are
// safe for concurrent use.
type DB struct {
	handleStore
	dir         string
	clock       func() time.Time
	logger      *slog.Logger
	folderLock  *flock.Flock
	reader      *sql.DB
	writer      *sql.DB
	vectorIndex savedVectorIndex
	fullText    *fullText
	// snapshotSlot is a semaphore for writing copies of the database, which hold its pages.
	snapshotSlot chan struct{}
	readOnly     bool

	initialSettings map[string]string // of a database that is created
	tempDir         string            // of a read-only folder's copy, empty when there is none

	closeOnce sync.Once
	closeErr  error
}

var _ memory.Store = (*DB)(nil)

// Open locks the folder, checks and migrates app.db and returns the store. Errors unwrap to
// memory.ErrBusy (the folder is in use), ErrNewerSchema, ErrForeignData, ErrEmptied or ErrInvalid
// (app.db is no file; nothing was changed), ErrReadOnly, ErrDiskFull or ErrCorrupt. The caller must
// Close the DB.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Dir == "" {
		return nil, fmt.Errorf("open data folder: %w", &memory.FieldError{Field: "dir", Problem: "was not given"})
	}
	o = o.withDefaults()
	lock, err := createAndLockFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	db, err := installStagedOpenAndMigrateLocked(ctx, o)
	if err != nil {
		return nil, errors.Join(err, wrapErrorWithSentinel("unlock "+o.Dir, lock.Close()))
	}
	db.folderLock = lock
	return db, nil
}

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.IndexDir == "" {
		o.IndexDir = o.Dir
	}
	if o.WriterTimeout == 0 {
		o.WriterTimeout = 30 * time.Second
	}
	if o.migrations == nil {
		o.migrations = embeddedMigrationsInOrder()
	}
	return o
}

func installStagedOpenAndMigrateLocked(ctx context.Context, o Options) (*DB, error) {
	path := filepath.Join(o.Dir, databaseName)
	if _, err := replaceDatabaseByStagedIfAny(ctx, o); err != nil {
		return nil, err
	}
	if err := refuseNonRegularDatabasePath(path); err != nil {
		return nil, err
	}
	if err := refuseEmptiedDatabase(o); err != nil {
		return nil, err
	}
	if err := checkMayOpenDatabaseFile(ctx, path, len(o.migrations)); err != nil {
		return nil, err
	}
	if err := ensurePrivateDatabaseFiles(path); err != nil {
		return nil, err
	}
	db := &DB{
		dir: o.Dir, clock: o.Clock, logger: o.Logger, snapshotSlot: make(chan struct{}, 1),
		initialSettings: o.InitialSettings,
	}
	var err error
	if db.writer, err = openSQLite(writerDSN(path, o), 1); err != nil {
		return nil, err
	}
	if err := db.pingBackUpAndMigrateSchema(ctx, o, path); err != nil {
		return nil, errors.Join(err, db.writer.Close())
	}
	if db.reader, err = openSQLite(readerDSN(path), readerConnections); err != nil {
		return nil, errors.Join(err, db.writer.Close())
	}
	if err := db.buildStoreAndSearchPorts(ctx, o); err != nil {
		return nil, errors.Join(err, db.reader.Close(), db.writer.Close())
	}
	return db, nil
}

// vectorIndexSnapshotPath returns the path of the index snapshot. In a folder other than the data
// folder its name contains a hash of the data folder's path, because several data folders may share
// it.
func vectorIndexSnapshotPath(o Options) string {
	if o.IndexDir == "" || o.IndexDir == o.Dir {
		return filepath.Join(o.Dir, indexSnapshotName)
	}
	return filepath.Join(o.IndexDir, "memoir-"+lang.ContentHash(o.Dir)[:8]+"-"+indexSnapshotName)
}

// pingBackUpAndMigrateSchema migrates the schema. The ping comes first because the first statement
// reports a damaged or unwritable file.
func (db *DB) pingBackUpAndMigrateSchema(ctx context.Context, o Options, path string) error {
	if err := db.writer.PingContext(ctx); err != nil {
		return wrapErrorWithSentinel("open "+path, err)
	}
	if o.queryOnly {
		if _, err := db.writer.ExecContext(ctx, "PRAGMA query_only = 1"); err != nil {
			return wrapErrorWithSentinel("open "+path, err)
		}
	}
	return db.backUpAndMigrateSchema(ctx, o.migrations)
}

// buildStoreAndSearchPorts builds the ports on the two database handles.
func (db *DB) buildStoreAndSearchPorts(ctx context.Context, o Options) error {
	r, err := wrapWithGORM(db.reader)
	if err != nil {
		return err
	}
	w, err := wrapWithGORM(db.writer)
	if err != nil {
		return err
	}
	db.handleStore = handleStore{h: &handle{
		dir: db.dir, readDB: r, writeDB: w, writerSlot: make(chan struct{}, 1),
		writerTimeout: o.WriterTimeout, damage: &damageLog{dir: db.dir, logger: o.Logger},
	}}
	db.vectorIndex = savedVectorIndex{vectorindex.New(vectorindex.Options{
		Path: vectorIndexSnapshotPath(o), ReadOnly: db.readOnly, Logger: o.Logger,
		Load: vectorStore{db.h}.loadAllVectorsOfKeyOwners,
	})}
	db.fullText = &fullText{readDB: r, maxRanked: defaultMaxRanked}
	return nil
}

// VectorIndex returns the vector cache, loaded from its snapshot if that was intact.
func (db *DB) VectorIndex() memory.VectorIndex { return db.vectorIndex }

// FullText returns the full-text search.
func (db *DB) FullText() memory.FullText { return db.fullText }

// DataDir returns the data folder.
func (db *DB) DataDir() string { return db.dir }

// Close saves the index if it changed, checkpoints the write-ahead log into app.db, closes both
// handles and unlocks the folder, in this order; it continues after an error and returns all of
// them but those of the index, which is a cache. Further calls return the same error.
func (db *DB) Close(ctx context.Context) error {
	db.closeOnce.Do(func() {
		if db.readOnly {
			db.closeErr = db.closeHandlesAndRemoveTempCopy()
			return
		}
		if err := db.vectorIndex.SaveSnapshotIfChanged(ctx); err != nil {
			db.logger.Warn("the search index was not saved and will be rebuilt at the next start", "error", err)
		}
		err := wrapErrorWithSentinel("close readers", db.reader.Close())
		err = errors.Join(err, db.checkpointAndTruncateWAL(ctx))
		err = errors.Join(err, wrapErrorWithSentinel("close writer", db.writer.Close()))
		db.closeErr = errors.Join(err, wrapErrorWithSentinel("unlock "+db.dir, db.folderLock.Close()))
	})
	return db.closeErr
}

// CheckpointWAL waits for the writer, for a snapshot that is being made and for readers of old
// pages, for the last at most the busy timeout.
func (db *DB) CheckpointWAL(ctx context.Context) error {
	if db.readOnly {
		return fmt.Errorf("empty write-ahead log: %w", memory.ErrReadOnly)
	}
	if err := db.acquireSnapshotSlot(ctx); err != nil {
		return err
	}
	defer db.releaseSnapshotSlot()
	if err := db.h.acquireWriterSlot(ctx); err != nil {
		return err
	}
	defer func() { <-db.h.writerSlot }()
	return db.checkpointAndTruncateWAL(ctx)
}

// checkpointAndTruncateWAL moves the whole write-ahead log into app.db and truncates it.
func (db *DB) checkpointAndTruncateWAL(ctx context.Context) error {
	var busy, logged, moved int
	err := db.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &moved)
	if err == nil && busy != 0 {
		err = fmt.Errorf("%w: a reader holds the log", memory.ErrBusy)
	}
	return wrapErrorWithSentinel("truncate write-ahead log", err)
}

// sqliteFileURI returns a file's URI for SQLite; characters with a meaning in URIs are escaped.
func sqliteFileURI(path string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/… on Windows
	}
	return "file:" + (&url.URL{Path: p}).EscapedPath()
}

func writerDSN(path string, o Options) string {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "secure_delete(1)",
	}}
	if o.maxPages > 0 {
		q.Add("_pragma", fmt.Sprintf("max_page_count(%d)", o.maxPages))
	}
	return sqliteFileURI(path) + "?" + q.Encode()
}

// readerDSN opens the database for reading. Every commit empties the page caches of the readers,
// and a search then reads a thousand pages; where files can be mapped, it takes them from there
// instead of copying each (docs/decisions/0026-readers-map-the-database.md).
func readerDSN(path string) string {
	q := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "query_only(1)", "foreign_keys(1)"}}
	if runtime.GOOS == "linux" {
		q.Add("_pragma", fmt.Sprintf("mmap_size(%d)", maxMappedBytes))
	}
	return sqliteFileURI(path) + "?" + q.Encode()
}

func openSQLite(dsn string, connections int) (*sql.DB, error) {
	h, err := sql.Open(sqlite.DriverName, dsn)
	if err != nil {
		return nil, wrapErrorWithSentinel("open database", err)
	}
	h.SetMaxOpenConns(connections)
	h.SetMaxIdleConns(connections)
	return h, nil
}

// wrapWithGORM opens GORM on a handle for mapping rows only: no default transactions, no ping, no
// migrations.
func wrapWithGORM(h *sql.DB) (*gorm.DB, error) {
	g, err := gorm.Open(sqlite.Dialector{Conn: h}, &gorm.Config{
		SkipDefaultTransaction: true, Logger: logger.Discard, DisableAutomaticPing: true,
		DisableForeignKeyConstraintWhenMigrating: true,
	})
	if err != nil {
		return nil, wrapErrorWithSentinel("open database", err)
	}
	// GORM reads the fields of a type when it first meets it, without a lock for those who come
	// second.
	for _, row := range []any{
		&chatRow{}, &chatAttachmentsRow{}, &decisionRow{}, &fileRow{}, &jobRow{}, &memoryRow{}, &linkRow{},
		&profileMemoryRow{}, &messageRow{}, &profileRow{}, &settingRow{}, &summaryRow{}, &baseMemoryRow{}, &vectorRow{},
	} {
		if err := (&gorm.Statement{DB: g}).Parse(row); err != nil {
			return nil, wrapErrorWithSentinel("open database", err)
		}
	}
	return g, nil
}

// isNonEmptyFile reports whether a file exists and is not empty.
func isNonEmptyFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}
