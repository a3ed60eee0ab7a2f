package storagetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"memoir/memory"
	"memoir/storage"
)

func TestCopiedDatabaseIsWhatTheFirstStartCreates(t *testing.T) {
	created := describeNewDatabase(t, func(dir string) *storage.DB {
		db, err := storage.Open(t.Context(), storage.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return db
	})
	if copied := describeNewDatabase(t, func(dir string) *storage.DB { return OpenCreatingIfMissing(t, dir) }); copied !=
		created {
		t.Errorf("a copied database holds %+v, a created one %+v", copied, created)
	}
}

// describeNewDatabase opens a store in a new folder and returns what a database holds at its start.
func describeNewDatabase(t *testing.T, open func(dir string) *storage.DB) (c struct {
	profiles, settings int
	profile            string
	size               int64
	mode               os.FileMode
},
) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	db := open(dir)
	profiles, err := db.ProfileStore().List(t.Context())
	if err != nil || len(profiles) == 0 {
		t.Fatalf("%d profiles, %v", len(profiles), err)
	}
	settings, err := db.SettingStore().GetAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	c.profiles, c.settings, c.profile = len(profiles), len(settings), profiles[0].Name
	c.size, c.mode = info.Size(), info.Mode()
	return c
}

func TestDatabaseThatIsThereStays(t *testing.T) {
	dir := t.TempDir()
	db := OpenCreatingIfMissing(t, dir)
	if _, err := db.ProfileStore().Create(t.Context(), memory.Profile{Name: "Work"}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	db = OpenCreatingIfMissing(t, dir)
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	if profiles, err := db.ProfileStore().List(t.Context()); err != nil || len(profiles) != 2 {
		t.Errorf("%d profiles after the second start, %v", len(profiles), err)
	}
}
