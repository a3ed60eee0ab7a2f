package storage

import (
	"errors"
	"testing"

	"memoir/memory"
)

func TestInitialSettingsAreStoredInANewDatabaseOnly(t *testing.T) {
	ctx := t.Context()
	open := func(dir string, initial map[string]string) *DB {
		t.Helper()
		db, err := Open(ctx, Options{Dir: dir, InitialSettings: initial})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	stored := func(db *DB) string {
		t.Helper()
		v, err := db.SettingStore().Get(ctx, "config.preset")
		if err != nil && !errors.Is(err, memory.ErrNotFound) {
			t.Fatal(err)
		}
		if err := db.Close(ctx); err != nil {
			t.Fatal(err)
		}
		return v
	}
	initial := map[string]string{"config.preset": "standard"}
	fresh, old := t.TempDir(), t.TempDir()
	if got := stored(open(fresh, initial)); got != "standard" {
		t.Errorf("a new database has %q", got)
	}
	if got := stored(open(old, nil)); got != "" {
		t.Fatalf("a database of an earlier version has %q", got)
	}
	if got := stored(open(old, initial)); got != "" {
		t.Errorf("a database that exists was given %q", got)
	}
	db := open(fresh, initial)
	if err := db.SettingStore().Set(ctx, "config.preset", "classic"); err != nil {
		t.Fatal(err)
	}
	stored(db)
	if got := stored(open(fresh, initial)); got != "classic" {
		t.Errorf("a choice was overwritten with %q", got)
	}
}

func TestDatabaseThatCouldNotBeCreatedGetsItsInitialSettingsLater(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	broken := append(embeddedMigrationsInOrder()[:1:1], migration{name: "0002_broken.sql", sql: "no SQL"})
	if _, err := Open(ctx, Options{
		Dir: dir, InitialSettings: map[string]string{"config.preset": "standard"}, migrations: broken,
	}); err == nil {
		t.Fatal("a broken migration ran")
	}
	db, err := Open(ctx, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	v, err := db.SettingStore().Get(ctx, "config.preset")
	if err != nil || v != "standard" {
		t.Errorf("the preset is %q, %v: it belongs to the first transaction", v, err)
	}
	if err := db.Close(ctx); err != nil {
		t.Fatal(err)
	}
}
