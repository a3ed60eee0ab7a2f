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
	"strings"
	"sync"
	"time"

	"github.com/glebarez/sqlite"
	"github.com/gofrs/flock"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"memoir/memory"
)

// readers is the number of connections that read concurrently.
const readers = 4

// Options say where the data is and how to open it.
type Options struct {
	Dir      string           // data folder, absolute (ResolveDir)
	IndexDir string           // folder of the index snapshot; empty = Dir
	Clock    func() time.Time // used in names of backups; nil = time.Now
	Logger   *slog.Logger     // nil = discarded
	// WriterWait is the longest wait for the single writer; 0 = 30 s. After that memory.ErrBusy is
	// returned, because something is keeping a transaction open.
	WriterWait time.Duration

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
	stores
	dir    string
	clock  func() time.Time
	log    *slog.Logger
	lock   *flock.Flock
	reader *sql.DB
	writer *sql.DB
	index  *index
	lex    *lexicon

	closing sync.Once
	closed  error
}

var _ memory.Store = (*DB)(nil)

// Open locks the folder, checks and migrates app.db and returns the store. Errors unwrap to
// memory.ErrBusy (the folder is in use), ErrNewerSchema (nothing was changed), ErrReadOnly,
// ErrDiskFull or ErrCorrupt. The caller must Close the DB.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Dir == "" {
		return nil, fmt.Errorf("open data folder: %w", &memory.FieldError{Field: "dir", Problem: "is empty"})
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.IndexDir == "" {
		o.IndexDir = o.Dir
	}
	if o.WriterWait == 0 {
		o.WriterWait = 30 * time.Second
	}
	if o.migrations == nil {
		o.migrations = released()
	}
	lock, err := lockFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	db, err := openLocked(ctx, o)
	if err != nil {
		return nil, errors.Join(err, translate("unlock "+o.Dir, lock.Close()))
	}
	db.lock = lock
	return db, nil
}

func openLocked(ctx context.Context, o Options) (*DB, error) {
	path := filepath.Join(o.Dir, databaseName)
	if err := refuseNewer(ctx, path, len(o.migrations)); err != nil {
		return nil, err
	}
	if err := makeFilesPrivate(path); err != nil {
		return nil, err
	}
	db := &DB{dir: o.Dir, clock: o.Clock, log: o.Logger}
	var err error
	if db.writer, err = openHandle(writerDSN(path, o), 1); err != nil {
		return nil, err
	}
	if err := db.prepare(ctx, o, path); err != nil {
		return nil, errors.Join(err, db.writer.Close())
	}
	if db.reader, err = openHandle(readerDSN(path), readers); err != nil {
		return nil, errors.Join(err, db.writer.Close())
	}
	if err := db.wire(ctx, o); err != nil {
		return nil, errors.Join(err, db.reader.Close(), db.writer.Close())
	}
	return db, nil
}

// indexPath returns the path of the index snapshot. In a folder other than the data folder
// its name contains a hash of the data folder's path, because several data folders may share it.
func indexPath(o Options) string {
	if o.IndexDir == "" || o.IndexDir == o.Dir {
		return filepath.Join(o.Dir, indexName)
	}
	return filepath.Join(o.IndexDir, "memoir-"+memory.ContentHash(o.Dir)[:8]+"-"+indexName)
}

// prepare migrates the schema. The ping comes first because the first statement reports a
// damaged or unwritable file.
func (db *DB) prepare(ctx context.Context, o Options, path string) error {
	if err := db.writer.PingContext(ctx); err != nil {
		return translate("open "+path, err)
	}
	if o.queryOnly {
		if _, err := db.writer.ExecContext(ctx, "PRAGMA query_only = 1"); err != nil {
			return translate("open "+path, err)
		}
	}
	return db.migrate(ctx, o.migrations)
}

// wire builds the ports on the two database handles.
func (db *DB) wire(ctx context.Context, o Options) error {
	r, err := wrap(db.reader)
	if err != nil {
		return err
	}
	w, err := wrap(db.writer)
	if err != nil {
		return err
	}
	db.stores = stores{h: &handle{read: r, write: w, gate: make(chan struct{}, 1), wait: o.WriterWait}}
	db.index = newIndex(indexPath(o), o.Logger)
	db.index.load(ctx)
	db.lex = &lexicon{read: r, many: manyTexts}
	return nil
}

// Index returns the vector cache, loaded from its snapshot if that was intact.
func (db *DB) Index() memory.Index { return db.index }

// Lexicon returns the full-text search.
func (db *DB) Lexicon() memory.Lexicon { return db.lex }

// Dir returns the data folder.
func (db *DB) Dir() string { return db.dir }

// Close saves the index if it changed, checkpoints the write-ahead log into app.db, closes both
// handles and unlocks the folder, in this order; it continues after an error and returns all of
// them. Further calls return the same error.
func (db *DB) Close(ctx context.Context) error {
	db.closing.Do(func() {
		err := db.index.Save(ctx)
		err = errors.Join(err, translate("close readers", db.reader.Close()))
		err = errors.Join(err, db.checkpoint(ctx))
		err = errors.Join(err, translate("close writer", db.writer.Close()))
		db.closed = errors.Join(err, translate("unlock "+db.dir, db.lock.Close()))
	})
	return db.closed
}

// Flush waits for the writer and for readers of old pages, for the latter at most the busy
// timeout.
func (db *DB) Flush(ctx context.Context) error {
	if err := db.h.enter(ctx); err != nil {
		return err
	}
	defer func() { <-db.h.gate }()
	return db.checkpoint(ctx)
}

// checkpoint moves the whole write-ahead log into app.db and truncates it.
func (db *DB) checkpoint(ctx context.Context) error {
	var busy, logged, moved int
	err := db.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &moved)
	if err == nil && busy != 0 {
		err = fmt.Errorf("%w: a reader holds the log", memory.ErrBusy)
	}
	return translate("empty write-ahead log", err)
}

// fileURI returns a file's URI for SQLite; characters with a meaning in URIs are escaped.
func fileURI(path string) string {
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
	return fileURI(path) + "?" + q.Encode()
}

func readerDSN(path string) string {
	q := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "query_only(1)", "foreign_keys(1)"}}
	return fileURI(path) + "?" + q.Encode()
}

func openHandle(dsn string, connections int) (*sql.DB, error) {
	h, err := sql.Open(sqlite.DriverName, dsn)
	if err != nil {
		return nil, translate("open database", err)
	}
	h.SetMaxOpenConns(connections)
	h.SetMaxIdleConns(connections)
	return h, nil
}

// wrap opens GORM on a handle for mapping rows only: no default transactions, no ping, no
// migrations.
func wrap(h *sql.DB) (*gorm.DB, error) {
	g, err := gorm.Open(sqlite.Dialector{Conn: h}, &gorm.Config{
		SkipDefaultTransaction: true, Logger: logger.Discard, DisableAutomaticPing: true,
		DisableForeignKeyConstraintWhenMigrating: true,
	})
	if err != nil {
		return nil, translate("open database", err)
	}
	return g, nil
}

// exists reports whether a file exists and is not empty.
func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}
