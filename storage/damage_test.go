package storage

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory"
	"memoir/storage/pagefile"
)

// damagedSeed is a folder with every kind of row, closed, and what must be found in it.
type damagedSeed struct {
	dir      string
	memories []string
	messages []string
}

func createSeedFolderForDamage(t testing.TB) damagedSeed {
	t.Helper()
	s := damagedSeed{dir: filepath.Join(t.TempDir(), "seed")}
	db, ctx := openDB(t, func(o *Options) { o.Dir = s.dir }), t.Context()
	storeChatMemoriesAndVector(t, db)
	s.memories = append(s.memories, "The user is allergic to peanuts.", "The user once liked marzipan.")
	s.messages = append(s.messages, "I am allergic to peanuts.")
	for i := range 60 {
		text := fmt.Sprintf("Note %d is about the colour of shelf %d.", i, i*7)
		addMemory(t, db, text)
		s.memories = append(s.memories, text)
	}
	for c := range 3 {
		chat := must(db.ChatStore().Create(ctx, newChat(fmt.Sprintf("Chat %d", c))))(t)
		var parent memory.ID
		for i := range 12 {
			text := fmt.Sprintf("Message %d of chat %d. %s", i, c, strings.Repeat("boats and tides ", 1+i*i*9))
			m := memory.Message{
				ChatID: chat, ParentID: parent, Role: memory.RoleUser, Status: memory.MessageComplete,
				Content: text, CreatedAt: noon,
			}
			parent = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m))(t)
			s.messages = append(s.messages, text)
		}
	}
	failOnError(t, db.Close(ctx))
	return s
}

// copySeed copies the seed into a new folder.
func copySeed(t testing.TB, s damagedSeed) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "memoir")
	failOnError(t, os.CopyFS(dir, os.DirFS(s.dir)))
	return dir
}

// memoryAndMessageTextsInFolder returns every memory and message in a folder.
func memoryAndMessageTextsInFolder(t testing.TB, dir string) (memories, messages map[string]bool) {
	t.Helper()
	h := must(openSQLite(readerDSN(filepath.Join(dir, databaseName)), 1))(t)
	defer h.Close()
	read := func(query string) map[string]bool {
		out, rows := map[string]bool{}, must(h.QueryContext(t.Context(), query))(t)
		defer rows.Close()
		for rows.Next() {
			var s string
			failOnError(t, rows.Scan(&s))
			out[s] = true
		}
		failOnError(t, rows.Err())
		return out
	}
	return read("SELECT content FROM memory WHERE id IN (SELECT memory_id FROM memory_links)"),
		read("SELECT content FROM messages")
}

// damage is one thing that happened to a data folder. opens and repaired are the errors of Open and
// Repair, nil when they succeed; lossy is set when rows cannot be read any more, derived when the
// database is mended in place.
type damage struct {
	name            string
	change          func(t *testing.T, dir string)
	opens, repaired error
	lossy, derived  bool
}

// changeOfFileBytes returns a change of the bytes of a file in the folder.
func changeOfFileBytes(name string, change func(b []byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, name)
		b := must(os.ReadFile(path))(t)
		failOnError(t, os.WriteFile(path, change(b), fileMode))
	}
}

func changeFlippingBits(n int, seed uint64) func(b []byte) []byte {
	return func(b []byte) []byte {
		random := rand.New(rand.NewPCG(seed, 0))
		for range n {
			b[100+random.IntN(len(b)-100)] ^= 1 << random.IntN(8)
		}
		return b
	}
}

func changeRunningSQL(statements string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		h := must(openSQLite(sqliteFileURI(filepath.Join(dir, databaseName)), 1))(t)
		must(h.ExecContext(t.Context(), statements))(t)
		failOnError(t, h.Close())
	}
}

// changeReplacingFile removes a file of the folder and calls put with its path.
func changeReplacingFile(name string, put func(path string) error) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, name)
		failOnError(t, os.Remove(path))
		failOnError(t, put(path))
	}
}

// changeZeroingPagesOfKinds fills the pages of the given kinds with zeros, but for page 1.
func changeZeroingPagesOfKinds(kinds ...byte) func(b []byte) []byte {
	return func(b []byte) []byte {
		for at := pagefile.DefaultPageSize; at < len(b); at += pagefile.DefaultPageSize {
			if bytes.IndexByte(kinds, b[at]) >= 0 {
				clear(b[at : at+pagefile.DefaultPageSize])
			}
		}
		return b
	}
}

func createDatabaseOfOtherProgram(path string) error {
	h, err := openSQLite(sqliteFileURI(path), 1)
	if err != nil {
		return err
	}
	_, err = h.Exec("CREATE TABLE bookmarks(id INTEGER, url TEXT); INSERT INTO bookmarks VALUES (1, 'x')")
	return errors.Join(err, h.Close())
}

func appendJunk(b []byte) []byte { return append(b, bytes.Repeat([]byte("junk"), 3000)...) }

func damagesAndExpectedErrors() []damage {
	corrupt, invalid := memory.ErrCorrupt, memory.ErrInvalid
	list := []damage{
		{name: "nothing", change: func(*testing.T, string) {}},
		{
			name: "emptied", change: changeOfFileBytes(databaseName, func(b []byte) []byte { return nil }),
			opens: memory.ErrEmptied, repaired: memory.ErrEmptied,
		},
		{
			name:   "app.db deleted",
			change: func(t *testing.T, dir string) { failOnError(t, os.Remove(filepath.Join(dir, databaseName))) },
			opens:  memory.ErrEmptied, repaired: memory.ErrEmptied,
		},
		{
			name: "cut to 50 bytes", change: changeOfFileBytes(databaseName, func(b []byte) []byte { return b[:50] }),
			opens: corrupt, repaired: corrupt,
		},
		{name: "cut to half", change: changeOfFileBytes(
			databaseName, func(b []byte) []byte { return b[:len(b)/2] },
		), lossy: true},
		{
			name:   "cut by a page",
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { return b[:len(b)-4096] }),
			lossy:  true,
		},
		{
			name:   "cut in a page",
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { return b[:len(b)-5000] }),
			lossy:  true,
		},
		{name: "junk at the end", change: changeOfFileBytes(databaseName, appendJunk)},
		{
			name: "header overwritten", opens: corrupt,
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { copy(b, "not a database at all"); return b }),
		},
		{
			name: "first page zeroed", opens: corrupt,
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { clear(b[:4096]); return b }),
		},
		{
			name: "first page random", opens: corrupt,
			change: changeOfFileBytes(
				databaseName, func(b []byte) []byte { changeFlippingBits(3000, 1)(b[:4096]); clear(b[:16]); return b },
			),
		},
		{
			name: "wrong page size", opens: corrupt,
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { b[16], b[17] = 0, 7; return b }),
		},
		{
			name:   "schema table zeroed",
			change: changeOfFileBytes(databaseName, func(b []byte) []byte { clear(b[100:4096]); return b }),
			opens:  corrupt,
		},
		{
			name: "a text file", opens: corrupt, repaired: corrupt,
			change: changeOfFileBytes(databaseName, func([]byte) []byte { return bytes.Repeat([]byte("hello\n"), 1000) }),
		},
		{name: "every 5th page zeroed", lossy: true, change: changeOfFileBytes(databaseName, func(b []byte) []byte {
			for at := 4096; at < len(b); at += 5 * 4096 {
				clear(b[at : at+4096])
			}
			return b
		})},
		{name: "inner pages of tables zeroed", change: changeOfFileBytes(
			databaseName, changeZeroingPagesOfKinds(pagefile.InteriorTable),
		)},
		{name: "inner pages of indexes zeroed", change: changeOfFileBytes(
			databaseName, changeZeroingPagesOfKinds(pagefile.InteriorIndex),
		)},
		{
			name: "another program's database", change: changeReplacingFile(databaseName, createDatabaseOfOtherProgram),
			opens: memory.ErrForeignData, repaired: memory.ErrForeignData,
		},
		{
			name: "newer version", change: changeRunningSQL("PRAGMA user_version = 99"),
			opens: memory.ErrNewerSchema, repaired: memory.ErrNewerSchema,
		},
		{name: "negative version", change: changeRunningSQL("PRAGMA user_version = -1"), opens: corrupt},
		{name: "a table dropped", change: changeRunningSQL("DROP TABLE memory_links"), lossy: false},
		{name: "an index dropped", change: changeRunningSQL("DROP INDEX messages_by_thread")},
		{name: "a trigger dropped", change: changeRunningSQL("DROP TRIGGER memory_text_update")},
		{name: "full text dropped", change: changeRunningSQL("DROP TABLE memory_words")},
		{
			name:    "full text emptied behind its back",
			derived: true,
			change:  changeRunningSQL("DELETE FROM memory_words_data; DELETE FROM message_grams_data"),
		},
		{
			name:    "an index out of step",
			derived: true,
			change: changeRunningSQL("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = " +
				"'CREATE INDEX memory_by_fold ON memory(hash)' WHERE name = 'memory_by_fold'"),
		},
		{name: "rows that refer to nothing", change: changeRunningSQL(
			"PRAGMA foreign_keys = 0; DELETE FROM threads WHERE id = 2",
		)},
		{
			name: "app.db is a folder", change: changeReplacingFile(
				databaseName, func(p string) error { return os.Mkdir(p, 0o700) },
			),
			opens: invalid, repaired: invalid,
		},
		{
			name: "app.db is a link to nothing", opens: invalid, repaired: invalid,
			change: changeReplacingFile(databaseName, func(p string) error { return os.Symlink("/nonexistent/x.db", p) }),
		},
		{name: "a strange log", change: func(t *testing.T, dir string) {
			failOnError(t, os.WriteFile(filepath.Join(dir, databaseName+"-wal"), bytes.Repeat([]byte("log?"), 2000), fileMode))
		}},
		{name: "a strange shared-memory file", change: func(t *testing.T, dir string) {
			failOnError(t, os.WriteFile(filepath.Join(dir, databaseName+"-shm"), bytes.Repeat([]byte("shm?"), 8192), fileMode))
		}},
		{name: "index emptied", change: changeOfFileBytes(indexSnapshotName, func([]byte) []byte { return nil })},
		{name: "index cut", change: changeOfFileBytes(indexSnapshotName, func(b []byte) []byte { return b[:len(b)/2] })},
		{
			name:   "index bits flipped",
			change: changeOfFileBytes(indexSnapshotName, func(b []byte) []byte { b[len(b)/2] ^= 4; return b }),
		},
		{name: "index random", change: changeOfFileBytes(indexSnapshotName, appendJunk)},
		{name: "index is a folder", change: changeReplacingFile(
			indexSnapshotName, func(p string) error { return os.Mkdir(p, 0o700) },
		)},
		{name: "unfinished copies", change: func(t *testing.T, dir string) {
			for _, name := range []string{stagedName + ".part", indexSnapshotName + ".part"} {
				failOnError(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), fileMode))
			}
		}},
	}
	for seed := range uint64(6) {
		list = append(list, damage{
			name: fmt.Sprintf("8 bits flipped, seed %d", seed), lossy: true,
			change: changeOfFileBytes(databaseName, changeFlippingBits(8, seed)),
		})
	}
	for seed := range uint64(3) {
		list = append(list, damage{
			name: fmt.Sprintf("400 bits flipped, seed %d", seed), lossy: true,
			change: changeOfFileBytes(databaseName, changeFlippingBits(400, seed)),
		})
	}
	return list
}

// A damaged folder opens or says why not, is repaired with every row that can be read, and takes a
// snapshot back.
func TestDamagedFolders(t *testing.T) {
	seed := createSeedFolderForDamage(t)
	snapshot := filepath.Join(t.TempDir(), "good.db")
	db := must(Open(t.Context(), Options{Dir: seed.dir}))(t)
	_, _, err := db.Backup(t.Context(), snapshot)
	failOnError(t, errors.Join(err, db.Close(t.Context())))
	for _, d := range damagesAndExpectedErrors() {
		t.Run(d.name, func(t *testing.T) {
			dir := copySeed(t, seed)
			d.change(t, dir)
			db, err := Open(t.Context(), Options{Dir: dir})
			if db != nil {
				failOnError(t, ignoreCorrupt(db.Close(t.Context())))
			}
			if !errors.Is(err, d.opens) && (!d.lossy || !errors.Is(err, memory.ErrCorrupt)) {
				t.Errorf("opens: %v, want %v", err, d.opens)
			}
			report, err := RepairDataFolder(t.Context(), Options{Dir: dir})
			if !errors.Is(err, d.repaired) {
				t.Errorf("repair: %v, want %v", err, d.repaired)
			}
			if err == nil {
				assertFolderRepairedOrLossReported(t, dir, seed, report, d.lossy)
			}
			if d.derived && (len(report.Repaired) == 0 || len(report.Kept) > 0) {
				t.Errorf("not mended in place: %+v", report)
			}
			if _, err := RestoreBackup(t.Context(), Options{Dir: dir}, snapshot); err != nil {
				t.Fatalf("restore: %v", err)
			}
			assertFolderRepairedOrLossReported(t, dir, seed, CheckReport{}, false)
		})
	}
}

func ignoreCorrupt(err error) error {
	if errors.Is(err, memory.ErrCorrupt) {
		return nil
	}
	return err
}

// assertFolderRepairedOrLossReported expects a folder in order with every text of the seed, or a report that says that
// some are lost.
func assertFolderRepairedOrLossReported(t *testing.T, dir string, seed damagedSeed, report CheckReport, lossy bool) {
	t.Helper()
	if !report.HasNoProblems() {
		t.Errorf("problems are left: %q", report.Problems)
	}
	db := must(Open(t.Context(), Options{Dir: dir}))(t)
	r := must(db.CheckOrRepairConsistency(t.Context(), false))(t)
	failOnError(t, db.Close(t.Context()))
	if !r.HasNoProblems() {
		t.Errorf("afterwards: %q", r.Problems)
	}
	memories, messages := memoryAndMessageTextsInFolder(t, dir)
	lost := 0
	for _, text := range seed.memories {
		if !memories[text] {
			lost++
		}
	}
	for _, text := range seed.messages {
		if !messages[text] {
			lost++
		}
	}
	switch {
	case lost > 0 && !lossy:
		t.Errorf("%d texts are lost: %+v", lost, report)
	case lost > 0 && len(report.Lost) == 0:
		t.Errorf("%d texts are lost or changed, and the report does not say so: %+v", lost, report)
	}
	for _, k := range report.Kept {
		path := strings.TrimSuffix(strings.TrimPrefix(k, "The damaged database is kept as "), ".")
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", k, err)
		}
	}
}

// A memory whose row or link is gone comes back as the ledger has it: not from the dead when it was
// forgotten, removed or erased.
func TestSalvageTakesLostMemoriesFromTheLedger(t *testing.T) {
	for what, damage := range map[string]string{
		"a row and all links": "DROP TABLE memory_links; PRAGMA foreign_keys = 0; " +
			"DELETE FROM memory WHERE content LIKE '%active%'",
		"all rows, links left": "PRAGMA secure_delete = 1; PRAGMA foreign_keys = 0; DROP TABLE memory",
	} {
		t.Run(what, func(t *testing.T) { assertMemoriesSalvagedFromLedger(t, damage) })
	}
}

func assertMemoriesSalvagedFromLedger(t *testing.T, damage string) {
	db, ctx := openDB(t), t.Context()
	dir := db.dir
	state := map[string]memory.ID{}
	for name, status := range map[string]memory.Status{
		"active": memory.StatusActive, "forgotten": memory.StatusForgotten, "removed": memory.StatusActive,
		"erased": memory.StatusActive,
	} {
		m := newFact("The user's fact that is " + name + ".")
		m.Status = status
		m.ID = must(db.MemoryStore().Insert(ctx, m))(t)
		state[name] = m.ID
		must(db.DecisionStore().Append(ctx, memory.Decision{
			CreatedAt: noon, ProfileID: 1, Action: memory.ActionAdd, Actor: memory.ActorUser, MemoryID: m.ID,
			Changes: []memory.Change{{MemoryID: m.ID, After: &m}},
		}))(t)
	}
	gone := must(db.MemoryStore().Get(ctx, 1, state["removed"]))(t)
	must(db.DecisionStore().Append(ctx, memory.Decision{
		CreatedAt: noon, ProfileID: 1, Action: memory.ActionForget, Actor: memory.ActorUser, MemoryID: gone.ID,
		Changes: []memory.Change{{MemoryID: gone.ID, Before: &gone}},
	}))(t)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, gone.ID))
	must(db.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, state["erased"]))(t)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, state["erased"]))
	failOnError(t, db.Close(ctx))
	changeRunningSQL(damage)(t, dir)
	r := must(RepairDataFolder(ctx, Options{Dir: dir}))(t)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	for name, id := range state {
		m, err := db.MemoryStore().Get(ctx, 1, id)
		switch name {
		case "active", "forgotten":
			if err != nil || string(m.Status) != name {
				t.Errorf("%s: %+v, %v", name, m, err)
			}
		default:
			if !errors.Is(err, memory.ErrNotFound) {
				t.Errorf("%s came back: %+v, %v", name, m, err)
			}
		}
	}
	if !strings.Contains(strings.Join(r.Repaired, " "), "2 memories were restored from the memory history") {
		t.Errorf("report %+v", r)
	}
}

// Rows that a crash left in the write-ahead log are salvaged too.
func TestSalvageReadsTheLog(t *testing.T) {
	seed := createSeedFolderForDamage(t)
	dir := copySeed(t, seed)
	db := must(Open(t.Context(), Options{Dir: dir}))(t)
	addMemory(t, db, "The user keeps bees.")
	crashed := filepath.Join(t.TempDir(), "crashed")
	failOnError(t, os.CopyFS(crashed, os.DirFS(dir)))
	failOnError(t, db.Close(t.Context()))
	changeOfFileBytes(databaseName, func(b []byte) []byte { clear(b[:4096]); return b })(t, crashed)
	log := changeOfFileBytes(
		databaseName+"-wal", func(b []byte) []byte { return append(b, "a frame that was not finished"...) },
	)
	log(t, crashed)
	must(RepairDataFolder(t.Context(), Options{Dir: crashed}))(t)
	if memories, _ := memoryAndMessageTextsInFolder(t, crashed); !memories["The user keeps bees."] ||
		len(memories) != len(seed.memories)+1 {
		t.Errorf("%d memories of %d", len(memories), len(seed.memories)+1)
	}
}
