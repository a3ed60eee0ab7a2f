package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"memoir/memory"
)

// A database that another program truncates while it is open is an error, not the end of the program: the
// readers map it.
func TestTruncatedDatabaseIsAnErrorNotACrash(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the database is mapped on Linux only")
	}
	db, ctx := openDB(t), t.Context()
	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		for i := range 3000 {
			m := newFact(fmt.Sprintf("The user keeps hive %d. %s", i, strings.Repeat("It is yellow. ", 20)))
			if _, err := tx.MemoryStore().Insert(ctx, m); err != nil {
				return err
			}
		}
		return nil
	}))
	failOnError(t, db.CheckpointWAL(ctx))
	all := memory.MemoryFilter{ProfileID: 1}
	if ms := must(db.MemoryStore().List(ctx, all))(t); len(ms) != 3000 {
		t.Fatalf("%d memories", len(ms))
	}
	path := filepath.Join(db.dir, databaseName)
	whole := must(os.ReadFile(path))(t)
	failOnError(t, os.Truncate(path, 3*4096))
	for range 2 * readerConnections { // each connection is used again
		if _, err := db.MemoryStore().List(ctx, all); !errors.Is(err, memory.ErrDiskIO) &&
			!errors.Is(err, memory.ErrCorrupt) {
			t.Fatalf("a list of a truncated file: %v", err)
		}
		if _, err := db.FullText().SearchMemories(ctx, "yellow hive", 5, memory.FullTextFilter{ProfileID: 1}); err == nil {
			t.Fatal("a search in a truncated file succeeded")
		}
	}
	failOnError(t, os.WriteFile(path, whole, 0o600))
	if ms, err := db.MemoryStore().List(ctx, all); err != nil || len(ms) != 3000 {
		t.Errorf("after the file is back: %d memories, %v", len(ms), err)
	}
}
