// Package storagetest gives tests data folders whose database exists already. A new database takes one run of all
// migrations, which costs more than most of the tests that need one; here they run once in a process. Nothing but
// tests imports it; those of the migrations and of the first start open folders of their own.
package storagetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"memoir/storage"
)

// databaseName is the file that storage.Open looks for.
const databaseName = "app.db"

// emptyDatabase returns the bytes of a database that storage.Open has just created and closed.
var emptyDatabase = sync.OnceValues(createEmptyDatabaseBytes)

func createEmptyDatabaseBytes() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "memoir-empty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx := context.Background() //nolint:forbidigo // the bytes outlive the test that needs them first
	db, err := storage.Open(ctx, storage.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := db.Close(ctx); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, databaseName))
}

// CreateDatabaseIfMissing puts an empty database of the current schema into a data folder, which it
// creates if need be. A database that is there stays.
func CreateDatabaseIfMissing(t testing.TB, dir string) {
	t.Helper()
	data, err := emptyDatabase()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, databaseName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// OpenCreatingIfMissing opens the store of a data folder, which gets an empty database when it has
// none. The test closes it.
func OpenCreatingIfMissing(t testing.TB, dir string) *storage.DB {
	t.Helper()
	CreateDatabaseIfMissing(t, dir)
	db, err := storage.Open(t.Context(), storage.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
