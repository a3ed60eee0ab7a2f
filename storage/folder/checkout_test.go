package folder

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// TestACheckoutOf5000ChangesIsOnePass rewrites, adds and removes 5,000 files as git does, while the store is
// read and written all the time.
func TestACheckoutOf5000ChangesIsOnePass(t *testing.T) {
	const edited, added, removed = 4000 / checkoutScale, 980 / checkoutScale, 20
	m := newMirrored(t)
	m.delay = DefaultDelay
	m.settle = 10 * time.Second // a file is gone for a moment, which a busy computer makes long
	for i := range edited + 300 {
		m.addFact(fmt.Sprintf("The user knows %d songs", i+1))
	}
	m.runMirrorUntilWritten(nil)
	m.runMirrorDuringCallAndClose(func(mirror *Mirror) {
		<-mirror.first
		for i := range edited {
			path := filepath.Join(m.dir, pathOfFactFile(memory.ID(i+1)))
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil { // as git does
				t.Fatal(err)
			}
			changed := strings.Replace(string(content), "knows", "sings", 1)
			if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for i := range removed {
			m.removeFileBelowFolder(pathOfFactFile(memory.ID(edited + i + 1)))
		}
		for i := range added {
			m.writeFileBelowFolder(fmt.Sprintf("entries/global/facts/new-%d.md", i), fmt.Sprintf("The user reads %d books", i))
		}
		started := time.Now()
		writes := 0
		m.waitForTakenInChanges(edited+added+removed, func() {
			writes++
			if err := m.db.SettingStore().Set(t.Context(), "test", time.Now().String()); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("taken in after %v, with %d writes of the core meanwhile", time.Since(started), writes)
	})
	sung, all := 0, m.listMemoriesOldestFirst(memory.StatusActive)
	for _, f := range all {
		if strings.HasPrefix(f.Content, "The user sings") {
			sung++
		}
	}
	if len(all) != edited+300+added-removed || sung != edited {
		t.Errorf("%d memories, %d of them changed", len(all), sung)
	}
	runs := map[memory.NullText]int{}
	ds, err := m.db.DecisionStore().List(t.Context(), memory.DecisionFilter{ProfileID: 1, Actor: memory.ActorFolder})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range ds {
		runs[d.RunID]++
	}
	if len(ds) != edited+added+removed {
		t.Errorf("%d rows in %v", len(ds), runs)
	}
	// A checkout that takes longer than a round is postponed is more than one run, but never one for each file.
	if len(runs) > len(ds)/10 {
		t.Errorf("%d runs for %d files", len(runs), len(ds))
	}
	if s := m.runMirrorAndReportStatus(nil); s.State != memory.FolderUpToDate || len(s.Attention) > 0 {
		t.Errorf("%s, %d need attention", s.State, len(s.Attention))
	}
}

// waitForTakenInChanges waits until so many changes were taken in, however long that takes while there are more and
// more of them, and calls meanwhile again and again.
func (m *mirrored) waitForTakenInChanges(want int32, meanwhile func()) {
	m.t.Helper()
	seen, since := int32(0), time.Now()
	for time.Since(since) < 3*time.Minute {
		meanwhile()
		switch now := m.rows.Load(); {
		case now >= want:
			return
		case now > seen:
			seen, since = now, time.Now()
		}
		time.Sleep(100 * time.Millisecond)
	}
	m.t.Fatalf("%d of %d changes were taken in, and none for minutes\nlog: %s", seen, want, m.logs)
}
