package storage

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func snapshotNames(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	for _, s := range must(ListSnapshots(dir))(t) {
		names = append(names, s.Name)
	}
	return names
}

func TestDailySnapshotIsMadeOnceADayAndNotOfAnEmptyFolder(t *testing.T) {
	now := noon
	db, ctx := openDB(t, func(o *Options) { o.Clock = func() time.Time { return now } }), t.Context()
	if must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t) {
		t.Error("an empty folder has a snapshot")
	}
	storeChatMemoriesAndVector(t, db)
	for _, want := range []bool{true, false} {
		if made := must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t); made != want {
			t.Errorf("made %v, want %v", made, want)
		}
	}
	now = now.AddDate(0, 0, 1)
	if !must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t) {
		t.Error("the next day has no snapshot")
	}
	path := must(SnapshotPathByName(db.dir, "daily-2026-05-03"))(t)
	failOnError(t, verifyDatabaseFile(ctx, path))
	if info := must(os.Stat(path))(t); info.Mode().Perm() != fileMode {
		t.Errorf("mode %v", info.Mode())
	}
	if info := must(os.Stat(filepath.Dir(path)))(t); info.Mode().Perm() != folderMode {
		t.Errorf("mode of the folder %v", info.Mode())
	}
}

func TestDailySnapshotsAreThinnedToSevenDaysAndFourWeeks(t *testing.T) {
	now := noon
	db, ctx := openDB(t, func(o *Options) { o.Clock = func() time.Time { return now } }), t.Context()
	dir := filepath.Join(db.dir, backupFolder)
	failOnError(t, ensurePrivateFolder(dir))
	for i := range 60 {
		name := "daily-" + noon.AddDate(0, 0, -60+i).Format(time.DateOnly) + ".db"
		failOnError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), fileMode))
	}
	failOnError(t, os.WriteFile(filepath.Join(dir, "daily-notes.db"), []byte("not ours"), fileMode))
	storeChatMemoriesAndVector(t, db)
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	var got []string
	for _, f := range must(filepath.Glob(filepath.Join(dir, "daily-2026*")))(t) {
		got = append(got, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "daily-2026-"), ".db"))
	}
	// 3 May 2026 is a Sunday; the newest of the three weeks before it are Sundays too.
	want := "04-12 04-19 04-26 04-27 04-28 04-29 04-30 05-01 05-02 05-03"
	if strings.Join(got, " ") != want {
		t.Errorf("left are %v, want %s", got, want)
	}
	if !isRegularFile(filepath.Join(dir, "daily-notes.db")) {
		t.Error("a file that is none of Memoir's was deleted")
	}
}

// A full disk and a context that ends leave no half snapshot and do not touch the others; what a
// killed process left is removed.
func TestFailedSnapshotLeavesNothing(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	storeChatMemoriesAndVector(t, db)
	dir := filepath.Join(db.dir, backupFolder)
	failOnError(t, ensurePrivateFolder(dir))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := db.MakeDailySnapshotIfDueAndPrune(ended); err == nil {
		t.Error("no error with an ended context")
	}
	failOnError(t, os.WriteFile(filepath.Join(dir, "daily-2026-05-01.db.part"), []byte("half"), fileMode))
	if !must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t) {
		t.Error("no snapshot afterwards")
	}
	if left := must(filepath.Glob(filepath.Join(dir, "*.part*")))(t); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTemporaryChatsAreInNoSnapshot(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	storeChatMemoriesAndVector(t, db)
	chat := newChat("Plans for the bank robbery")
	chat.Temporary, chat.Memory = true, memory.MemoryOff
	id := must(db.ChatStore().Create(ctx, chat))(t)
	addMessage(t, db, id, memory.RoleUser, "The zanzibar account is 4711.")
	file := memory.File{ProfileID: 1, Name: "v.txt", Content: "The vault is open at noon.", CreatedAt: noon}
	failOnError(t, db.ChatStore().AttachFile(ctx, 1, id, must(db.FileStore().Insert(ctx, file))(t)))
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	manual, _, err := db.Backup(ctx, "")
	failOnError(t, err)
	for _, path := range []string{manual, must(SnapshotPathByName(db.dir, "daily-2026-05-03"))(t)} {
		b := must(os.ReadFile(path))(t)
		for _, word := range []string{"zanzibar", "robbery", "vault"} {
			if bytes.Contains(b, []byte(word)) {
				t.Errorf("%s contains %s", path, word)
			}
		}
	}
}

// What is deleted for good leaves the snapshots that were made before, also when the process was
// killed in between.
func TestErasedIsInNoSnapshot(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	storeChatMemoriesAndVector(t, db)
	gone := addMemory(t, db, "The user collects xylophones.")
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "Wolfgang", CreatedAt: noon}))(t)
	chat := must(db.ChatStore().Create(ctx, newChat("About marimbas")))(t)
	addMessage(t, db, chat, memory.RoleUser, "My marimba needs tuning.")
	file := must(
		db.FileStore().Insert(ctx, memory.File{ProfileID: 1, Name: "v.txt", Content: "vibraphone", CreatedAt: noon}),
	)(
		t,
	)
	kept := must(db.ChatStore().Create(ctx, newChat("Instruments")))(t)
	must(db.SummaryStore().Insert(ctx, memory.Summary{
		ProfileID: 1, ChatID: kept, State: memory.SummaryCurrent,
		Content: "- They spoke of the xylophones that the user collects.\n- Tea was served.",
	}))(t)
	must(db.BaseMemoryStore().Append(ctx, memory.BaseMemory{
		ProfileID: 1, Actor: memory.ActorUser, Content: "I collect old xylophones.\n- Likes tea.",
		OwnLines: []string{"I collect old xylophones."},
	}))(t)
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	manual, _, err := db.Backup(ctx, "")
	failOnError(t, err)
	daily := must(SnapshotPathByName(db.dir, "daily-2026-05-03"))(t)
	before := must(os.Stat(daily))(t).ModTime()

	failOnError(t, db.InTx(ctx, func(tx memory.Store) error {
		must(tx.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, gone))(t)
		return tx.MemoryStore().UnlinkFromProfile(ctx, 1, gone)
	}))
	failOnError(t, db.ChatStore().Delete(ctx, 1, chat))
	failOnError(t, db.FileStore().DeleteRecordingSnapshotErasure(ctx, 1, file))
	failOnError(t, db.ProfileStore().Delete(ctx, other))
	dir := db.dir
	failOnError(t, db.Close(ctx)) // as after a kill: nothing was done about the snapshots yet
	db = openDB(t, func(o *Options) { o.Dir = dir })
	failOnError(t, db.EraseDeletedFromSnapshots(ctx))
	for _, path := range []string{daily, manual} {
		b := must(os.ReadFile(path))(t)
		for _, word := range []string{"xylophones", "xylophon", "marimba", "vibraphone", "Wolfgang"} {
			if bytes.Contains(b, []byte(word)) {
				t.Errorf("%s contains %s", filepath.Base(path), word)
			}
		}
		for _, text := range []string{"allergic to peanuts", "Tea was served", "Likes tea"} {
			if !bytes.Contains(b, []byte(text)) {
				t.Errorf("%s lost %q, which was not erased", filepath.Base(path), text)
			}
		}
		failOnError(t, verifyDatabaseFile(ctx, path))
	}
	if after := must(os.Stat(daily))(t).ModTime(); !after.Equal(before) {
		t.Errorf("the time of the snapshot changed from %v to %v", before, after)
	}
	if left := must(db.listPendingErasures(ctx))(t); len(left) > 0 {
		t.Errorf("still to do: %v", left)
	}
}

// After a restore, numbers mean other rows in the snapshot of what was replaced: only the same text
// is erased there.
func TestErasingInADivergedSnapshotTakesTheRightRow(t *testing.T) {
	now := noon
	clock := func(o *Options) { o.Clock = func() time.Time { return now } }
	db, ctx := openDB(t, clock), t.Context()
	dir := db.dir
	addMemory(t, db, "The user likes tea.")
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	kept := addMemory(t, db, "The user plays chess.", func(m *memory.Memory) { m.CreatedAt = noon.Add(time.Minute) })
	failOnError(t, db.Close(ctx))
	must(RestoreBackup(ctx, Options{Dir: dir}, must(SnapshotPathByName(dir, "daily-2026-05-03"))(t)))(t)
	db = openDB(t, func(o *Options) { o.Dir = dir }, clock)
	other := addMemory(t, db, "The user likes olives.", func(m *memory.Memory) { m.CreatedAt = noon.Add(time.Hour) })
	if other != kept {
		t.Fatalf("the numbers %d and %d should be the same", other, kept)
	}
	must(db.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, other))(t)
	failOnError(t, db.MemoryStore().UnlinkFromProfile(ctx, 1, other))
	failOnError(t, db.EraseDeletedFromSnapshots(ctx))
	for _, s := range must(ListSnapshots(dir))(t) {
		if s.Kind == SnapshotReplaced && !bytes.Contains(must(os.ReadFile(s.Path))(t), []byte("plays chess")) {
			t.Error("another memory was erased")
		}
	}
	if n := len(snapshotNames(t, dir)); n != 2 {
		t.Errorf("%d snapshots, want 2", n)
	}
}

func TestStagedRestoreIsFinishedByTheNextStart(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	dir := db.dir
	storeChatMemoriesAndVector(t, db)
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	addMemory(t, db, "The user learned to juggle.")
	failOnError(t, db.StageBackupForNextStart(ctx, must(SnapshotPathByName(dir, "daily-2026-05-03"))(t)))
	addMemory(t, db, "The user learned to fly.") // before the program ends
	failOnError(t, db.Close(ctx))
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := searchMemoryIDs(t, db, 1, "juggle fly"); len(got) != 0 {
		t.Errorf("found %v", got)
	}
	failOnError(t, db.Close(ctx))
	i := slices.IndexFunc(snapshotNames(t, dir), func(n string) bool { return strings.HasPrefix(n, "replaced-") })
	if i < 0 {
		t.Fatalf("snapshots %v", snapshotNames(t, dir))
	}
	must(RestoreBackup(ctx, Options{Dir: dir}, must(ListSnapshots(dir))(t)[i].Path))(t)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := searchMemoryIDs(t, db, 1, "juggle fly"); len(got) != 2 {
		t.Errorf("the data that was replaced: found %v", got)
	}
}
