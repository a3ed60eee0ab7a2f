package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/glebarez/sqlite"

	"memoir/memory"
)

func TestSQLiteIsNewEnoughAndHasFTS5(t *testing.T) {
	db := openDB(t)
	var version string
	failOnError(t, db.reader.QueryRowContext(t.Context(), "SELECT sqlite_version()").Scan(&version))
	var major, minor, patch int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); err != nil {
		t.Fatal(err)
	}
	// Before 3.51.3 a WAL reset can corrupt the database (sqlite.org/wal.html).
	if major*1_000_000+minor*1000+patch < 3_051_003 {
		t.Errorf("SQLite %s is older than 3.51.3", version)
	}
	var fts5 bool
	failOnError(t, db.reader.QueryRowContext(t.Context(), "SELECT sqlite_compileoption_used('ENABLE_FTS5')").Scan(&fts5))
	if !fts5 {
		t.Error("SQLite is built without FTS5")
	}
}

func TestHandlesHaveExpectedPragmas(t *testing.T) {
	db := openDB(t)
	for _, c := range []struct {
		handle *sql.DB
		name   string
		want   string
	}{
		{db.writer, "journal_mode", "wal"},
		{db.writer, "foreign_keys", "1"},
		{db.writer, "busy_timeout", "5000"},
		{db.writer, "synchronous", "1"},
		{db.writer, "secure_delete", "1"},
		{db.reader, "query_only", "1"},
		{db.reader, "busy_timeout", "5000"},
		{db.reader, "user_version", fmt.Sprint(len(embeddedMigrationsInOrder()))},
	} {
		var got string
		failOnError(t, c.handle.QueryRowContext(t.Context(), "PRAGMA "+c.name).Scan(&got))
		if got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
	if n := db.writer.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d writers", n)
	}
	if n := db.reader.Stats().MaxOpenConnections; n != 4 {
		t.Errorf("%d readers", n)
	}
	if _, err := db.reader.ExecContext(t.Context(), "DELETE FROM profiles"); err == nil {
		t.Error("the reader writes")
	}
}

func TestFolderAndFilesArePrivateToOwner(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memoir")
	failOnError(t, os.Mkdir(dir, 0o755))
	failOnError(t, os.WriteFile(filepath.Join(dir, databaseName), nil, 0o644))
	db := openDB(t, func(o *Options) { o.Dir = dir })
	must(db.MemoryStore().Insert(t.Context(), newFact("The user moved to Lisbon.")))(t)
	c := memory.VectorCollection{ProfileID: 1, Embedder: "e", Kind: memory.OwnerMemory}
	failOnError(t, db.VectorIndex().Upsert(t.Context(), c, []memory.Vector{{
		Key:    memory.VectorKey{Kind: c.Kind, Owner: 1},
		Values: []float32{1},
	}}))
	failOnError(t, db.VectorIndex().SaveSnapshotIfChanged(t.Context()))
	must(makeBackup(t, db))(t)
	failOnError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		failOnError(t, err)
		info := must(e.Info())(t)
		if perm := info.Mode().Perm(); perm&0o077 != 0 {
			t.Errorf("%s has mode %o", e.Name(), perm)
		}
		return nil
	}))
}

func makeBackup(t testing.TB, db *DB) (string, error) {
	path, size, err := db.Backup(t.Context(), "")
	if err == nil && size == 0 {
		t.Error("the backup is empty")
	}
	return path, err
}

func TestFolderCanBeOpenedOnlyOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memoir")
	if owned := must(IsDataFolderLocked(dir))(t); owned {
		t.Error("a folder that does not exist is owned")
	}
	db := openDB(t, func(o *Options) { o.Dir = dir })
	if owned := must(IsDataFolderLocked(dir))(t); !owned {
		t.Error("an open folder is not owned")
	}
	if _, err := Open(t.Context(), Options{Dir: dir}); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("a second owner: %v", err)
	}
	if _, err := RestoreBackup(t.Context(), Options{Dir: dir}, "x.db"); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("restore while owned: %v", err)
	}
	failOnError(t, db.Close(t.Context()))
	if owned := must(IsDataFolderLocked(dir))(t); owned {
		t.Error("a closed folder is owned")
	}
	if isNonEmptyFile(filepath.Join(dir, databaseName+"-wal")) {
		t.Error("the write-ahead log was left behind")
	}
	if _, err := db.MemoryStore().Get(t.Context(), 1, 1); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("a read after Close: %v", err)
	}
	if _, err := db.MemoryStore().Insert(t.Context(), newFact("x")); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("a write after Close: %v", err)
	}
}

func TestResolveDirPrefersFlagThenEnvironment(t *testing.T) {
	home := func(string) string { return "/tmp/home" }
	none := func(string) string { return "" }
	for _, c := range []struct {
		flag string
		env  func(string) string
		want string
	}{{"/tmp/flag", home, "/tmp/flag"}, {"", home, "/tmp/home"}} {
		if got := must(ResolveDataFolder(c.flag, c.env))(t); got != c.want {
			t.Errorf("got %s want %s", got, c.want)
		}
	}
	if got := must(ResolveDataFolder("", none))(t); filepath.Base(got) != "memoir" || !filepath.IsAbs(got) {
		t.Errorf("the convention gives %s", got)
	}
	chroma := func(k string) string { return map[string]string{"CHROMA_DIR": "/tmp/chroma"}[k] }
	if got := ResolveIndexSnapshotFolder("/d", chroma) + " " + ResolveIndexSnapshotFolder("/d",
		none); got != "/tmp/chroma /d" {
		t.Errorf("index folders: %s", got)
	}
}

// contentsOfFolderFiles maps every file of a folder except the lock to its content.
func contentsOfFolderFiles(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	failOnError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != lockName {
			out[path] = string(must(os.ReadFile(path))(t))
		}
		return err
	}))
	return out
}

func TestNewerSchemaIsRejectedWithoutChanges(t *testing.T) {
	for _, inLog := range []bool{false, true} {
		t.Run(fmt.Sprintf("version only in the write-ahead log: %v", inLog), func(t *testing.T) {
			dir := t.TempDir()
			db := must(Open(t.Context(), Options{Dir: dir}))(t)
			must(db.MemoryStore().Insert(t.Context(), newFact("The user moved to Lisbon.")))(t)
			if inLog {
				failOnError(t, db.checkpointAndTruncateWAL(t.Context()))
				must(db.writer.ExecContext(t.Context(), "PRAGMA user_version = 99"))(t)
				copied := t.TempDir() // as a killed process leaves it
				for path, data := range contentsOfFolderFiles(t, dir) {
					failOnError(t, os.WriteFile(filepath.Join(copied, filepath.Base(path)), []byte(data), fileMode))
				}
				failOnError(t, db.Close(t.Context()))
				dir = copied
			} else {
				must(db.writer.ExecContext(t.Context(), "PRAGMA user_version = 99"))(t)
				failOnError(t, db.Close(t.Context()))
			}
			before := contentsOfFolderFiles(t, dir)
			_, err := Open(t.Context(), Options{Dir: dir})
			if !errors.Is(err, memory.ErrNewerSchema) {
				t.Fatalf("got %v", err)
			}
			after := contentsOfFolderFiles(t, dir)
			delete(before, filepath.Join(dir, databaseName+"-shm")) // the WAL index, created by any reader
			delete(after, filepath.Join(dir, databaseName+"-shm"))
			if !reflect.DeepEqual(before, after) {
				t.Error("files were changed")
			}
		})
	}
}

func TestEveryReleasedSchemaMigratesWithItsData(t *testing.T) {
	steps := embeddedMigrationsInOrder()
	for n := 1; n <= len(steps); n++ {
		t.Run(steps[n-1].name, func(t *testing.T) {
			dir := t.TempDir()
			at := func(o *Options) { o.Dir, o.migrations = dir, steps[:n] }
			old := openDB(t, at)
			must(old.writer.ExecContext(t.Context(), string(must(os.ReadFile(
				filepath.Join("testdata", fmt.Sprintf("schema%04d.sql", n)),
			))(t))))(t)
			failOnError(t, old.Close(t.Context()))
			db := openDB(t, func(o *Options) { o.Dir = dir })
			m := must(db.MemoryStore().Get(t.Context(), 1, 7))(t)
			if m.Content != "The user moved to Lisbon." || m.Tags[0] != "home" || !m.CreatedAt.Equal(noon) {
				t.Errorf("the memory is %+v", m)
			}
			ms := must(db.MessageStore().ListBranch(t.Context(), 1, 3, 0, 0))(t)
			if len(ms) != 2 || ms[1].Usage == nil || ms[1].Usage.PromptTokens != 12 {
				t.Errorf("the messages are %+v", ms)
			}
			hits := must(db.FullText().SearchMemories(t.Context(), "lisbon", 5, memory.FullTextFilter{ProfileID: 1}))(t)
			if len(hits) != 1 {
				t.Errorf("full text finds %v", hits)
			}
			if uses := must(db.MessageStore().AnswersUsingMemory(t.Context(), 1, 7, 0))(t); len(uses) != 1 ||
				uses[0].MessageID != 6 {
				t.Errorf("answers that used the memory: %+v", uses)
			}
			checkMigratedLongMemory(t, db, n)
			if r := must(db.CheckOrRepairConsistency(t.Context(), false))(t); !r.HasNoProblems() {
				t.Errorf("check: %v", r.Problems)
			}
		})
	}
}

// checkMigratedLongMemory checks what became of the summary and the base memory of schema n, which had the columns
// of the fourth, fifth and seventh schema or gets them empty.
func checkMigratedLongMemory(t *testing.T, db *DB, n int) {
	t.Helper()
	summary := memory.Summary{
		ID: 9, ProfileID: 1, ChatID: 3, Content: "The user told of a move to Lisbon.", Model: "ollama/llama3",
		MessageCount: 2, LastMessageID: 6, State: memory.SummaryCurrent, CreatedAt: noon,
	}
	if n >= 4 {
		summary.FirstMessageID = 5
	}
	if got := must(db.SummaryStore().ListOfChat(t.Context(), 1, 3))(t); len(got) != 1 || got[0] != summary {
		t.Errorf("the summaries are %+v, want %+v", got, summary)
	}
	base := memory.BaseMemory{
		ID: 2, ProfileID: 1, Content: "- The user lives in Lisbon.", Actor: memory.ActorExtractor,
		OwnLines: []string{}, SummaryIDs: []memory.ID{}, CreatedAt: noon,
	}
	if n >= 5 {
		base.SummaryIDs, base.Model = []memory.ID{9}, "ollama/llama3"
	}
	if got := must(db.BaseMemoryStore().NewestOrEmpty(t.Context(), 1))(t); !reflect.DeepEqual(got, base) {
		t.Errorf("the base memory is %+v, want %+v", got, base)
	}
	recall := memory.RecallDefault
	if n >= 7 {
		recall = memory.RecallOn
	}
	if c := must(db.ChatStore().Get(t.Context(), 1, 3))(t); c.Recall != recall {
		t.Errorf("recall of the chat is %q, want %q", c.Recall, recall)
	}
	gone := must(db.ChatStore().Create(t.Context(), newChat("Gone")))(t)
	runStatement(t, db, "INSERT INTO thread_recall(thread_id, recall) VALUES (?, 'on')", gone)
	failOnError(t, db.ChatStore().Delete(t.Context(), 1, gone))
	for problem, insert := range map[string]string{
		"a state that is none":         "UPDATE summaries SET state = 'x'",
		"lines that are no list":       "UPDATE base_memory SET own_lines = '{}'",
		"summaries that are no list":   "UPDATE base_memory SET summary_ids = '1'",
		"a mark that is neither":       "UPDATE base_memory SET stale = 2",
		"a recall mode that is none":   "INSERT OR REPLACE INTO thread_recall(thread_id, recall) VALUES (3, 'x')",
		"a recall mode without a chat": "INSERT INTO thread_recall(thread_id, recall) VALUES (99, 'on')",
	} {
		if _, err := db.writer.ExecContext(t.Context(), insert); err == nil {
			t.Errorf("%s is stored", problem)
		}
	}
}

func runStatement(t *testing.T, db *DB, statement string, args ...any) {
	t.Helper()
	must(db.writer.ExecContext(t.Context(), statement, args...))(t)
}

// A row that was written before its table got a column is shorter than the others, in the file too. A salvage
// reads it as SQLite does: from its table, and on a page that no table leads to.
func TestSalvageReadsRowsOfEarlierSchemas(t *testing.T) {
	steps := embeddedMigrationsInOrder()
	for n := 1; n < len(steps); n++ {
		for _, lost := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, tables lost %t", steps[n-1].name, lost), func(t *testing.T) {
				dir := t.TempDir()
				old := openDB(t, func(o *Options) { o.Dir, o.migrations = dir, steps[:n] })
				must(old.writer.ExecContext(t.Context(), string(must(os.ReadFile(
					filepath.Join("testdata", fmt.Sprintf("schema%04d.sql", n)),
				))(t))))(t)
				failOnError(t, old.Close(t.Context()))
				failOnError(t, openDB(t, func(o *Options) { o.Dir = dir }).Close(t.Context()))
				if lost {
					changeRunningSQL(`PRAGMA writable_schema = 1; DELETE FROM sqlite_schema
                      WHERE name IN ('threads', 'messages', 'memory', 'summaries', 'base_memory')`)(t, dir)
				}
				out := filepath.Join(t.TempDir(), "out.db")
				res := must(salvageRowsIntoNewDatabase(t.Context(), filepath.Join(dir, databaseName), out, nil))(t)
				db := must(sql.Open(sqlite.DriverName, sqliteFileURI(out)+"?mode=ro"))(t)
				defer db.Close()
				for table, want := range map[string]int{"threads": 1, "messages": 2, "memory": 1} {
					var got int
					failOnError(t, db.QueryRow("SELECT count(*) FROM "+table).Scan(&got))
					if got != want {
						t.Errorf("%s has %d rows, want %d; salvaged %v, refused %v", table, got, want, res.rows, res.refused)
					}
				}
				var title, text string
				failOnError(t, db.QueryRow("SELECT title FROM threads WHERE id = 3").Scan(&title))
				failOnError(t, db.QueryRow("SELECT content FROM memory WHERE id = 7").Scan(&text))
				if title != "Moving" || text != "The user moved to Lisbon." || res.changed != 0 {
					t.Errorf("the chat is %q, the memory %q, %d rows were changed", title, text, res.changed)
				}
			})
		}
	}
}

// migrationsWithAppendedOnes returns the released migrations followed by those of a later version.
func migrationsWithAppendedOnes(sqls ...string) []migration {
	steps := embeddedMigrationsInOrder()
	for i, s := range sqls {
		steps = append(steps, migration{fmt.Sprintf("%04d_test.sql", len(steps)+i), s})
	}
	return steps
}

func TestMigrationIsAtomicAndLeavesBackup(t *testing.T) {
	dir := t.TempDir()
	db := openDB(t, func(o *Options) { o.Dir = dir })
	id := must(db.MemoryStore().Insert(t.Context(), newFact("The user moved to Lisbon.")))(t)
	failOnError(t, db.Close(t.Context()))
	broken := migrationsWithAppendedOnes("CREATE TABLE extra(x) STRICT; INSERT INTO nowhere VALUES (1);")
	if _, err := Open(t.Context(), Options{Dir: dir, migrations: broken}); err == nil {
		t.Fatal("a broken migration went through")
	}
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if m := must(db.MemoryStore().Get(t.Context(), 1, id))(t); m.Content != "The user moved to Lisbon." {
		t.Errorf("the memory is %+v", m)
	}
	var n int
	failOnError(t, db.reader.QueryRow("SELECT count(*) FROM sqlite_master WHERE name = 'extra'").Scan(&n))
	if n != 0 {
		t.Error("half of the migration stayed")
	}
	failOnError(t, db.Close(t.Context()))
	snapshots := must(filepath.Glob(filepath.Join(dir, backupFolder, "before-*.db")))(t)
	if len(snapshots) != 1 {
		t.Fatalf("snapshots: %v", snapshots)
	}
	failOnError(t, verifyDatabaseFile(t.Context(), snapshots[0]))
	old := must(sql.Open(sqlite.DriverName, sqliteFileURI(snapshots[0])+"?mode=ro"))(t)
	defer old.Close()
	failOnError(t, old.QueryRow("SELECT count(*) FROM memory").Scan(&n))
	if n != 1 {
		t.Error("the snapshot has no memory")
	}
}

func TestOldMigrationBackupsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	var more []string
	now := noon
	for i := range 8 {
		db := openDB(t, func(o *Options) {
			o.Dir, o.migrations = dir, migrationsWithAppendedOnes(more...)
			o.Clock = func() time.Time { return now }
		})
		failOnError(t, db.Close(t.Context()))
		more = append(more, fmt.Sprintf("CREATE TABLE extra%d(x INTEGER) STRICT;", i))
		now = now.Add(1)
	}
	left := must(filepath.Glob(filepath.Join(dir, backupFolder, "before-*.db")))(t)
	if len(left) != maxMigrationBackups || !strings.Contains(left[len(left)-1], sortableFileTimestamp(now.Add(-1))) {
		t.Errorf("left: %v", left)
	}
}

func TestDatabaseThatIsNotOursIsRejectedWithoutChanges(t *testing.T) {
	for _, c := range []struct {
		name, sql string
		want      error
	}{
		{
			"another program's mark", "CREATE TABLE theirs(x); PRAGMA application_id = 7; PRAGMA user_version = 1",
			memory.ErrForeignData,
		},
		{"tables without a mark", "CREATE TABLE bookmarks(id, url)", memory.ErrForeignData},
		{"a version without a mark", "CREATE TABLE theirs(x); PRAGMA user_version = 3", memory.ErrForeignData},
		{
			"a version below zero", fmt.Sprintf("CREATE TABLE chat(x); PRAGMA application_id = %d; PRAGMA user_version = -1",
				applicationID), memory.ErrCorrupt,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			h := must(sql.Open(sqlite.DriverName, sqliteFileURI(filepath.Join(dir, databaseName))))(t)
			must(h.Exec(c.sql))(t)
			failOnError(t, h.Close())
			before := contentsOfFolderFiles(t, dir)
			if _, err := Open(t.Context(), Options{Dir: dir}); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if after := contentsOfFolderFiles(t, dir); after[filepath.Join(dir, databaseName)] !=
				before[filepath.Join(dir, databaseName)] {
				t.Error("it was changed")
			}
		})
	}
}

func TestDatabaseWithoutTablesIsANewOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memoir")
	failOnError(t, os.Mkdir(dir, folderMode))
	h := must(sql.Open(sqlite.DriverName, sqliteFileURI(filepath.Join(dir, databaseName))))(t)
	must(h.Exec("PRAGMA journal_mode=WAL; VACUUM"))(t) // as a first start leaves it that was killed
	failOnError(t, h.Close())
	openDB(t, func(o *Options) { o.Dir = dir })
}

func TestEmptiedDatabaseIsNotANewStart(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, databaseName)
	failOnError(t, os.WriteFile(path, nil, fileMode))
	failOnError(t, os.WriteFile(filepath.Join(dir, indexSnapshotName), []byte("vectors"), fileMode))
	if _, err := Open(t.Context(), Options{Dir: dir}); !errors.Is(err, memory.ErrEmptied) {
		t.Errorf("got %v", err)
	}
	failOnError(t, os.Remove(filepath.Join(dir, indexSnapshotName)))
	openDB(t, func(o *Options) { o.Dir = dir }) // an empty file alone is what a first start leaves that was killed
}

func TestIndexThatCannotBeSavedFailsNoCommand(t *testing.T) {
	dir := t.TempDir()
	failOnError(t, os.Mkdir(filepath.Join(dir, indexSnapshotName), folderMode))
	failOnError(t, os.WriteFile(filepath.Join(dir, indexSnapshotName, "inside"), nil, fileMode))
	db, err := Open(t.Context(), Options{Dir: dir})
	failOnError(t, err)
	collection := memory.VectorCollection{ProfileID: 1, Kind: memory.OwnerMemory, Embedder: "e"}
	failOnError(t, db.VectorIndex().Upsert(t.Context(), collection,
		[]memory.Vector{{
			Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: 1}, ContentHash: "h",
			Values: []float32{1, 0},
		}}))
	failOnError(t, db.Close(t.Context()))
}
