package storage

import (
	"errors"
	"testing"

	"memoir/memory"
)

// A run that meets damage leaves a note, so that the next start repairs the folder; a repair and a
// restored backup remove it.
func TestDamageIsNotedUntilItIsRepaired(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	dir := db.dir
	addMemory(t, db, "The user keeps bees.")
	if _, err := db.MemoryStore().Get(ctx, 1, 99); !errors.Is(err, memory.ErrNotFound) || db.FirstDamage() != nil ||
		HasUnrepairedDamage(dir) {
		t.Fatalf("%v is taken for damage: %v", err, db.FirstDamage())
	}
	must(db.writer.ExecContext(ctx, "DROP TABLE jobs"))(t)
	if _, err := db.JobStore().ClaimNextDue(ctx, noon); !errors.Is(err, memory.ErrCorrupt) {
		t.Fatalf("a job from no table: %v", err)
	}
	if !errors.Is(db.FirstDamage(), memory.ErrCorrupt) || !HasUnrepairedDamage(dir) {
		t.Errorf("not noted: %v", db.FirstDamage())
	}
	failOnError(t, db.Close(ctx))
	r := must(RepairDataFolder(ctx, Options{Dir: dir}))(t)
	if len(r.Repaired) == 0 || HasUnrepairedDamage(dir) {
		t.Errorf("still noted after %+v", r)
	}
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if _, err := db.JobStore().ClaimNextDue(ctx, noon); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("after the repair: %v", err)
	}
	if m, err := db.MemoryStore().Get(ctx, 1, 1); err != nil || m.Content != "The user keeps bees." {
		t.Errorf("%+v, %v", m, err)
	}
}

// Without its settings a folder would be taken for one of an early version, which kept everything.
func TestSalvageWithoutSettingsStoresThoseOfANewFolder(t *testing.T) {
	initial := map[string]string{"config.preset": "standard"}
	for damage, want := range map[string]string{
		"DROP TABLE settings": "standard",
		"UPDATE settings SET value = 'classic' WHERE key = 'config.preset'; DROP TABLE jobs": "classic",
	} {
		db, ctx := openDB(t, func(o *Options) { o.InitialSettings = initial }), t.Context()
		dir := db.dir
		addMemory(t, db, "The user keeps bees.")
		failOnError(t, db.Close(ctx))
		changeRunningSQL("PRAGMA secure_delete = 1; "+damage)(t, dir)
		must(RepairDataFolder(ctx, Options{Dir: dir, InitialSettings: initial}))(t)
		db = openDB(t, func(o *Options) { o.Dir = dir })
		if got, err := db.SettingStore().Get(ctx, "config.preset"); err != nil || got != want {
			t.Errorf("%s: the preset is %q, %v", damage, got, err)
		}
	}
}
