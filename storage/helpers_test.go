package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"memoir/memory"
)

// noon is the current time in the tests.
var noon = time.Date(2026, 5, 3, 12, 0, 0, 123456789, time.UTC)

// emptyDatabase returns the bytes of a database that Open has just created and closed. Running the migrations takes
// longer than most tests of what is stored afterwards. Other packages have storagetest, which this one cannot import.
var emptyDatabase = sync.OnceValues(func() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "memoir-empty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := db.Close(context.Background()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, databaseName))
})

// openDB returns a store in a fresh folder, closed at the end of the test. A folder that the test names, and one with
// settings of its own, is created by Open itself.
func openDB(t testing.TB, change ...func(*Options)) *DB {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "memoir")
	o := Options{Dir: fresh, Clock: func() time.Time { return noon }}
	for _, c := range change {
		c(&o)
	}
	if o.Dir == fresh && o.InitialSettings == nil && o.migrations == nil {
		data := must(emptyDatabase())(t)
		failOnError(t, os.Mkdir(fresh, 0o700))
		failOnError(t, os.WriteFile(filepath.Join(fresh, databaseName), data, 0o600))
	}
	db, err := Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	ctx := t.Context()
	t.Cleanup(func() {
		if err := db.Close(withoutCancel(ctx)); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

// newFact is a complete memory of profile 1.
func newFact(content string) memory.Memory {
	return memory.Memory{
		ProfileID: 1, Content: content, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypePersonal,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginManual,
		CreatedAt: noon, UpdatedAt: noon,
	}
}

// newChat is a complete chat of profile 1.
func newChat(title string) memory.Chat {
	return memory.Chat{
		ProfileID: 1, Title: title, Memory: memory.MemoryOn, FileIDs: []memory.ID{}, CreatedAt: noon, UpdatedAt: noon,
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func failOnError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func withDeadline(t testing.TB, deadline time.Time) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), deadline)
}
