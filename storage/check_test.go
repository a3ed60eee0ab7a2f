package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory"
	"memoir/memory/lang"
)

// storeChatMemoriesAndVector fills a store with one row of each kind.
func storeChatMemoriesAndVector(t testing.TB, db *DB) {
	t.Helper()
	ctx := t.Context()
	th := must(db.ChatStore().Create(ctx, newChat("Dinner")))(t)
	addMessage(t, db, th, memory.RoleUser, "I am allergic to peanuts.")
	id := addMemory(t, db, "The user is allergic to peanuts.")
	addMemory(t, db, "The user once liked marzipan.", func(m *memory.Memory) { m.Status = memory.StatusForgotten })
	v := newVector(id, lang.ContentHash("The user is allergic to peanuts."), 1, 0)
	v.Embedder = memoryCollection().Embedder
	failOnError(t, db.VectorStore().UpsertAll(ctx, []memory.Vector{v}))
	failOnError(t, db.VectorIndex().Upsert(ctx, memoryCollection(), []memory.Vector{v}))
}

func TestCheckFindsAndRepairsDamage(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage string
		says   string
	}{
		{"a memory missing in full text", "DELETE FROM memory_words", "memory_words"},
		{"other words in full text", "UPDATE memory_grams SET content = 'something else'", "memory_grams"},
		{
			"a forgotten memory in full text", "INSERT INTO memory_words(rowid, content, tags) VALUES (2, 'marzipan', '[]')",
			"memory_words",
		},
		{"messages missing in full text", "INSERT INTO message_words(message_words) VALUES ('delete-all')", "message_words"},
		{"a title missing in full text", "INSERT INTO thread_grams(thread_grams) VALUES ('delete-all')", "thread_grams"},
		{
			"a vector without memory", "INSERT INTO vectors VALUES ('memory', 99, 0, 'e', 'h', x'00000000')",
			"belong to any memory",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, ctx := openDB(t), t.Context()
			storeChatMemoriesAndVector(t, db)
			if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() || len(r.Notes) > 0 {
				t.Fatalf("before: %+v", r)
			}
			must(db.writer.ExecContext(ctx, c.damage))(t)
			r := must(db.CheckOrRepairConsistency(ctx, false))(t)
			if r.HasNoProblems() || !strings.Contains(strings.Join(r.Problems, "\n"), c.says) {
				t.Errorf("found: %+v", r)
			}
			if r := must(db.CheckOrRepairConsistency(ctx, true))(t); !r.HasNoProblems() || len(r.Repaired) == 0 {
				t.Errorf("mended: %+v", r)
			}
			if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
				t.Errorf("afterwards: %+v", r)
			}
			for _, q := range []struct {
				query string
				want  int
			}{{"peanuts", 1}, {"marzipan", 0}} {
				if got := searchMemoryIDs(t, db, 1, q.query); len(got) != q.want {
					t.Errorf("%s: found %v", q.query, got)
				}
			}
			hits := must(db.FullText().SearchMessages(ctx, "peanut", 5, memory.FullTextFilter{ProfileID: 1}))(t)
			titles := must(db.FullText().SearchChatTitles(ctx, "inn", 5, memory.FullTextFilter{ProfileID: 1, Prefix: true}))(t)
			if len(hits) != 1 || len(titles) != 1 {
				t.Errorf("messages %v, titles %v", hits, titles)
			}
		})
	}
}

func TestCheckRepairsVectorIndex(t *testing.T) {
	db, ctx, c := openDB(t), t.Context(), memoryCollection()
	storeChatMemoriesAndVector(t, db)
	key := memory.VectorKey{Kind: memory.OwnerMemory, Owner: 1}
	failOnError(t, db.VectorIndex().Delete(ctx, c, []memory.VectorKey{key}))
	failOnError(t, db.VectorIndex().Upsert(ctx, c, []memory.Vector{newVector(77, "gone", 1, 0)}))
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() || len(r.Notes) != 1 {
		t.Errorf("a cache that is behind is no damage: %+v", r)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, true))(t); !r.HasNoProblems() || len(r.Repaired) != 1 {
		t.Errorf("mended: %+v", r)
	}
	got := must(db.VectorIndex().ContentHashes(ctx, c))(t)
	if len(got) != 1 || got[key] == "" {
		t.Errorf("the index holds %v", got)
	}
}

func TestCheckReportsDanglingForeignKeys(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	must(db.writer.ExecContext(ctx, `PRAGMA foreign_keys = 0; INSERT INTO thread_contexts VALUES (8, 9, 1);
      PRAGMA foreign_keys = 1`))(t)
	r := must(db.CheckOrRepairConsistency(ctx, true))(t)
	if len(r.Problems) != 2 || !strings.Contains(r.Problems[0], "thread_contexts") {
		t.Errorf("found: %+v", r)
	}
}

func TestRestoreBringsBackBackedUpData(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder, with ? # % and ü")
	db, ctx := openDB(t, func(o *Options) { o.Dir = dir }), t.Context()
	storeChatMemoriesAndVector(t, db)
	path, size, err := db.Backup(ctx, "")
	failOnError(t, err)
	if info := must(os.Stat(path))(t); info.Size() != size || filepath.Dir(path) != filepath.Join(dir, backupFolder) {
		t.Errorf("%s has %d bytes, said %d", path, info.Size(), size)
	}
	if _, _, err := db.Backup(ctx, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an existing file: %v", err)
	}
	if _, _, err := db.Backup(ctx, filepath.Join(dir, "no", "such", "folder.db")); err == nil {
		t.Error("into a missing folder: no error")
	}
	addMemory(t, db, "The user learned to juggle.")
	failOnError(t, db.Close(ctx))

	kept, err := RestoreBackup(ctx, Options{Dir: dir, Clock: db.clock}, path)
	failOnError(t, err)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := searchMemoryIDs(t, db, 1, "peanuts juggle"); len(got) != 1 {
		t.Errorf("after restoring: found %v", got)
	}
	if n := db.VectorIndex().Count(t.Context(), memoryCollection()); n != 0 {
		t.Errorf("the index of the old data was kept: %d vectors", n)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %+v", r)
	}
	failOnError(t, db.Close(ctx))
	_, err = RestoreBackup(ctx, Options{Dir: dir}, kept)
	failOnError(t, err)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := searchMemoryIDs(t, db, 1, "peanuts juggle"); len(got) != 2 {
		t.Errorf("the data that was replaced: found %v", got)
	}
}

func TestRestoreRejectsInvalidBackupsAndChangesNothing(t *testing.T) {
	dir := t.TempDir()
	db, ctx := openDB(t, func(o *Options) { o.Dir = dir }), t.Context()
	storeChatMemoriesAndVector(t, db)
	good := must(makeBackup(t, db))(t)
	must(db.writer.ExecContext(ctx, "PRAGMA user_version = 99"))(t)
	newer, _, err := db.Backup(ctx, filepath.Join(dir, "newer.db"))
	failOnError(t, err)
	must(db.writer.ExecContext(ctx, "PRAGMA user_version = 1"))(t)
	failOnError(t, db.Close(ctx))
	file := func(name string, data []byte) string {
		path := filepath.Join(t.TempDir(), name)
		failOnError(t, os.WriteFile(path, data, fileMode))
		return path
	}
	data := must(os.ReadFile(good))(t)
	broken := append([]byte{}, data...)
	clear(broken[4096*3 : 4096*20])
	before := contentsOfFolderFiles(t, dir)
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"no file", filepath.Join(dir, "none.db"), memory.ErrNotFound},
		{"an empty file", file("empty.db", nil), memory.ErrNotFound},
		{"no database", file("text.db", []byte(strings.Repeat("not a database ", 100))), memory.ErrCorrupt},
		{"half a database", file("half.db", data[:len(data)/2]), memory.ErrCorrupt},
		{"a damaged database", file("broken.db", broken), memory.ErrCorrupt},
		{"a newer one", newer, memory.ErrNewerSchema},
	} {
		if _, err := RestoreBackup(ctx, Options{Dir: dir}, c.path); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if after := contentsOfFolderFiles(t, dir); len(after) != len(before) || after[filepath.Join(dir,
			databaseName)] != before[filepath.Join(dir, databaseName)] {
			t.Errorf("%s: the folder was changed", c.name)
		}
	}
}

func TestRestoreReplacesDamagedDatabaseAndWAL(t *testing.T) {
	dir := t.TempDir()
	db, ctx := openDB(t, func(o *Options) { o.Dir = dir }), t.Context()
	storeChatMemoriesAndVector(t, db)
	good := must(makeBackup(t, db))(t)
	failOnError(t, db.Close(ctx))
	path := filepath.Join(dir, databaseName)
	failOnError(t, os.WriteFile(path, []byte(strings.Repeat("damaged ", 1000)), fileMode))
	failOnError(t, os.WriteFile(path+"-wal", []byte("a log that belongs to the old file"), fileMode))
	kept, err := RestoreBackup(ctx, Options{Dir: dir}, good)
	failOnError(t, err)
	if !strings.HasPrefix(string(must(os.ReadFile(kept))(t)), "damaged ") {
		t.Error("the damaged file was not kept")
	}
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := searchMemoryIDs(t, db, 1, "peanuts"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}
