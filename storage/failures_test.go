package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// The page limit is SQLite's own: a statement that needs one page more than max_page_count fails
// with SQLITE_FULL, exactly as on a full disk.
func TestFullDiskLosesNoCommittedMemory(t *testing.T) {
	dir := t.TempDir()
	db := openDB(t, func(o *Options) { o.Dir = dir })
	failOnError(t, db.Close(t.Context()))
	pages := int(must(os.Stat(filepath.Join(dir, databaseName)))(t).Size()) / 4096
	db = openDB(t, func(o *Options) { o.Dir, o.maxPages = dir, pages+20 })
	ctx := t.Context()
	var kept []memory.ID
	var full error
	for i := range 1000 {
		id, err := db.MemoryStore().Insert(ctx, newFact(fmt.Sprintf("The user likes number %d. %s", i,
			strings.Repeat("x", 300))))
		if err != nil {
			full = err
			break
		}
		kept = append(kept, id)
	}
	if !errors.Is(full, memory.ErrDiskFull) {
		t.Fatalf("got %v", full)
	}
	err := db.InTx(ctx, func(tx memory.Store) error {
		for range 100 {
			if _, err := tx.MemoryStore().Insert(ctx, newFact(strings.Repeat("y", 4000))); err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, memory.ErrDiskFull) {
		t.Errorf("in a transaction: %v", err)
	}
	swallowed := db.InTx(ctx, func(tx memory.Store) error {
		for range 100 {
			_, _ = tx.MemoryStore().Insert(ctx, newFact(strings.Repeat("z", 4000)))
		}
		return nil
	})
	if n := must(db.MemoryStore().Count(ctx, memory.MemoryFilter{ProfileID: 1}))(t); n < len(kept) {
		t.Errorf("%d memories of %d are left (swallowed: %v)", n, len(kept), swallowed)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
	failOnError(t, db.Close(ctx))
	db = openDB(t, func(o *Options) { o.Dir = dir })
	for _, id := range kept {
		must(db.MemoryStore().Get(ctx, 1, id))(t)
	}
	must(db.MemoryStore().Insert(ctx, newFact("There is room again.")))(t)
}

func TestOpenReportsFullDiskOnFirstStart(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(t.Context(), Options{Dir: dir, maxPages: 10}); !errors.Is(err, memory.ErrDiskFull) {
		t.Errorf("got %v", err)
	}
	openDB(t, func(o *Options) { o.Dir = dir })
}

// query_only makes SQLite refuse every write, like a read-only medium. A folder protected by the
// operating system is tested in readonly_unix_test.go.
func TestQueryOnlyDatabaseReportsReadOnly(t *testing.T) {
	dir := t.TempDir()
	readOnly := func(o *Options) { o.Dir, o.queryOnly = dir, true }
	o := Options{}
	readOnly(&o)
	if _, err := Open(t.Context(), o); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("first start: %v", err)
	}
	db := openDB(t, func(o *Options) { o.Dir = dir })
	id := must(db.MemoryStore().Insert(t.Context(), newFact("The user moved to Lisbon.")))(t)
	failOnError(t, db.Close(t.Context()))
	db = openDB(t, readOnly)
	if _, err := db.MemoryStore().Insert(t.Context(), newFact("x")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("insert: %v", err)
	}
	must(db.MemoryStore().Get(t.Context(), 1, id))(t)
}

func TestDamagedDatabaseIsReportedAndNotModified(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(data []byte) []byte
	}{
		{"text in its place", func([]byte) []byte { return []byte(strings.Repeat("this is no database. ", 20)) }},
		{"a few bytes", func([]byte) []byte { return []byte("SQLite") }},
		{"zeros behind the header", func(d []byte) []byte { clear(d[100:]); return d }},
		{"cut in the middle", func(d []byte) []byte { return d[:len(d)/2] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			db := openDB(t, func(o *Options) { o.Dir = dir })
			for i := range 50 {
				must(db.MemoryStore().Insert(t.Context(), newFact(fmt.Sprintf("The user likes number %d.", i))))(t)
			}
			failOnError(t, db.Close(t.Context()))
			path := filepath.Join(dir, databaseName)
			damaged := c.damage(must(os.ReadFile(path))(t))
			failOnError(t, os.WriteFile(path, damaged, fileMode))
			err := openReadAndCheckFolder(t.Context(), dir)
			if !errors.Is(err, memory.ErrCorrupt) {
				t.Errorf("got %v", err)
			}
			if !bytes.Equal(must(os.ReadFile(path))(t), damaged) {
				t.Error("the damaged file was written to")
			}
		})
	}
}

// openReadAndCheckFolder opens the folder and reads from it; it returns the first error.
func openReadAndCheckFolder(ctx context.Context, dir string) error {
	db, err := Open(ctx, Options{Dir: dir})
	if err != nil {
		return err
	}
	_, err = db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1, AnyScope: true})
	if err == nil {
		var r CheckReport
		if r, err = db.CheckOrRepairConsistency(ctx, false); err == nil && !r.HasNoProblems() {
			err = fmt.Errorf("%w: %v", memory.ErrCorrupt, r.Problems)
		}
	}
	_ = db.Close(ctx) // may report the damage too
	return err
}

func TestTransactionIsAtomic(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	boom := errors.New("boom")
	var leaked memory.Store
	err := db.InTx(ctx, func(tx memory.Store) error {
		leaked = tx
		id := must(tx.MemoryStore().Insert(ctx, newFact("a")))(t)
		must(tx.MemoryStore().Get(ctx, 1, id))(t)
		if _, err := db.MemoryStore().Get(ctx, 1, id); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("others see it before the commit: %v", err)
		}
		nested := tx.InTx(ctx, func(in memory.Store) error {
			must(in.MemoryStore().Insert(ctx, newFact("b")))(t)
			return nil
		})
		failOnError(t, nested)
		return boom
	})
	if !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if n := must(db.MemoryStore().Count(ctx, memory.MemoryFilter{ProfileID: 1}))(t); n != 0 {
		t.Errorf("%d memories stayed", n)
	}
	if _, err := leaked.MemoryStore().Get(ctx, 1, 1); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("a read through an ended transaction: %v", err)
	}
	if _, err := leaked.MemoryStore().Insert(ctx, newFact("c")); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("a write through an ended transaction: %v", err)
	}
	ran := false
	err = leaked.InTx(ctx, func(memory.Store) error { ran = true; return nil })
	if ran || !errors.Is(err, memory.ErrClosed) {
		t.Errorf("a transaction inside an ended one: %v", err)
	}
}

func TestFailedWriteInTransactionLeavesNoRows(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		must(tx.MemoryStore().Insert(ctx, newFact("good")))(t)
		bad := newFact("bad")
		bad.Status = "nonsense" // the row is written before the link is refused
		if _, err := tx.MemoryStore().Insert(ctx, bad); !errors.Is(err, memory.ErrInvalid) {
			t.Errorf("got %v", err)
		}
		return nil
	}))
	var n int
	failOnError(t, db.reader.QueryRow("SELECT count(*) FROM memory").Scan(&n))
	if n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestPanicInTransactionRollsBackAndReleasesWriter(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	func() {
		defer func() { _ = recover() }()
		_ = db.InTx(ctx, func(tx memory.Store) error {
			must(tx.MemoryStore().Insert(ctx, newFact("a")))(t)
			panic("boom")
		})
	}()
	must(db.MemoryStore().Insert(ctx, newFact("b")))(t)
	if n := must(db.MemoryStore().Count(ctx, memory.MemoryFilter{ProfileID: 1}))(t); n != 1 {
		t.Errorf("%d memories", n)
	}
}

func TestOuterStoreInsideTransactionReportsBusy(t *testing.T) {
	db, ctx := openDB(t, func(o *Options) { o.WriterTimeout = 20 * time.Millisecond }), t.Context()
	err := db.InTx(ctx, func(memory.Store) error {
		_, err := db.MemoryStore().Insert(ctx, newFact("a"))
		return err
	})
	if !errors.Is(err, memory.ErrBusy) {
		t.Errorf("got %v", err)
	}
	must(db.MemoryStore().Insert(ctx, newFact("b")))(t)
}

func TestCancelledTransactionRollsBack(t *testing.T) {
	db := openDB(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.InTx(ctx, func(tx memory.Store) error {
		must(tx.MemoryStore().Insert(ctx, newFact("a")))(t)
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := must(db.MemoryStore().Count(t.Context(), memory.MemoryFilter{ProfileID: 1}))(t); n != 0 {
		t.Errorf("%d memories", n)
	}
}

func TestCommitAfterCancelReportsCanceled(t *testing.T) {
	db := openDB(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.InTx(ctx, func(tx memory.Store) error {
		cancel()
		for { // until database/sql has noticed
			if _, err := tx.MemoryStore().Count(t.Context(), memory.MemoryFilter{ProfileID: 1}); err != nil {
				return nil //nolint:nilerr // the commit reports it
			}
		}
	})
	if !errors.Is(err, context.Canceled) || errors.Is(err, memory.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestInvalidInputReturnsSentinelErrors(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	id := must(db.MemoryStore().Insert(ctx, newFact("a")))(t)
	insert := func(change func(*memory.Memory)) error {
		m := newFact("b")
		change(&m)
		_, err := db.MemoryStore().Insert(ctx, m)
		return err
	}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no content", insert(func(m *memory.Memory) { m.Content = "" }), memory.ErrInvalid},
		{"an unknown kind", insert(func(m *memory.Memory) { m.Kind = "x" }), memory.ErrInvalid},
		{"a number that is taken", insert(func(m *memory.Memory) { m.ID = id }), memory.ErrConflict},
		{"a profile that does not exist", insert(func(m *memory.Memory) { m.ProfileID = 9 }), memory.ErrNotFound},
		{
			"a time that cannot be kept", insert(func(m *memory.Memory) { m.CreatedAt = time.Unix(1<<40, 0) }),
			memory.ErrInvalid,
		},
		{"a chat of an unknown mode", func() error {
			_, err := db.ChatStore().Create(ctx, memory.Chat{ProfileID: 1, Memory: "maybe"})
			return err
		}(), memory.ErrInvalid},
		{"the first profile deleted", db.ProfileStore().Delete(ctx, 1), memory.ErrInvalid},
		{"removing what is not there", db.MemoryStore().UnlinkFromProfile(ctx, 1, 99), memory.ErrNotFound},
		{"vectors of an unknown kind", func() error {
			_, err := db.VectorStore().ListOwnersNeedingVectors(ctx, 1, "song", "e", 0)
			return err
		}(), memory.ErrInvalid},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.err, c.want)
		}
	}
}
