package storage

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"memoir/memory"
)

// noon is the current time in the tests.
var noon = time.Date(2026, 5, 3, 12, 0, 0, 123456789, time.UTC)

// openDB returns a store in a fresh folder, closed at the end of the test.
func openDB(t testing.TB, change ...func(*Options)) *DB {
	t.Helper()
	o := Options{Dir: filepath.Join(t.TempDir(), "memoir"), Clock: func() time.Time { return noon }}
	for _, c := range change {
		c(&o)
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

func noErr(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func withDeadline(t testing.TB, deadline time.Time) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), deadline)
}
