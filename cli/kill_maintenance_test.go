package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// maintenanceHarness is a folder with enough data that copies of it take time.
type maintenanceHarness struct {
	*harness
	random   *rand.Rand
	memories []string // must be there after everything
}

func newHarnessWithMemoriesAndBackup(t *testing.T) *maintenanceHarness {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	m := &maintenanceHarness{harness: newHarness(t), random: rand.New(rand.NewPCG(seed, 0))}
	for i := range 4 {
		text := fmt.Sprintf("The user keeps the %s in room %d.", topicWords()[i], i)
		m.runMemoir("memory", "add", text)
		m.memories = append(m.memories, text)
	}
	file := filepath.Join(t.TempDir(), "words.txt")
	var b strings.Builder
	for i := range 150_000 {
		fmt.Fprintf(&b, "word%d ", i)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	m.runMemoir("context", "add", file)
	m.runMemoir("backup", "--out", filepath.Join(t.TempDir(), "first.db"))
	return m
}

// runAndKillAtRandomMoment runs a command and kills it at a random moment before longest has passed.
func (m *maintenanceHarness) runAndKillAtRandomMoment(longest time.Duration, args ...string) {
	m.t.Helper()
	cmd := m.newMemoirCommand(args...)
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	timer := time.AfterFunc(time.Duration(m.random.Int64N(int64(longest))), func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // killed, or finished before
	timer.Stop()
}

// assertMemoriesKeptAndCheckPasses expects a folder in order with every memory.
func (m *maintenanceHarness) assertMemoriesKeptAndCheckPasses(what string) {
	m.t.Helper()
	list := m.runMemoir("memory", "list")
	for _, text := range m.memories {
		if !strings.Contains(list, text) {
			m.t.Errorf("%s: lost %q; left is %s", what, text, list)
		}
	}
	if out := m.runMemoir("check"); !strings.Contains(out, "No problems found") {
		m.t.Errorf("%s: %s", what, out)
	}
}

func (m *maintenanceHarness) newestSnapshotName() string {
	m.t.Helper()
	name, _, _ := strings.Cut(m.runMemoir("backup", "list"), " ")
	return name
}

// TestKillDuringMaintenanceLosesNothing kills snapshots, restores and repairs at random moments. The
// next command finds the old data or the new, whole, and what is unfinished is removed. MEMOIR_KILLS is how often each.
func TestKillDuringMaintenanceLosesNothing(t *testing.T) {
	rounds := killCountFromEnvOrDefault(t, "MEMOIR_KILLS", 4)
	m := newHarnessWithMemoriesAndBackup(t)
	started := time.Now()
	m.runMemoir("backup")
	longest := time.Since(started)
	backups := filepath.Join(m.dir, "backups")
	for range rounds {
		days, err := filepath.Glob(filepath.Join(backups, "daily-*.db"))
		for _, d := range days {
			if err == nil {
				err = os.Remove(d)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		m.runAndKillAtRandomMoment(longest, "memory", "list")
		m.assertMemoriesKeptAndCheckPasses("a snapshot")
		if left, err := filepath.Glob(filepath.Join(backups, "*.part*")); err != nil || len(left) > 0 {
			t.Errorf("left after a snapshot: %v, %v", left, err)
		}
		m.runMemoir("backup", "list")
		m.runAndKillAtRandomMoment(longest, "restore", m.newestSnapshotName())
		m.assertMemoriesKeptAndCheckPasses("a restore")

		db := filepath.Join(m.dir, "app.db")
		f, err := os.OpenFile(db, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.WriteAt(make([]byte, 4096), 0); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		m.runAndKillAtRandomMoment(2*longest, "check", "--repair")
		m.runMemoir("check", "--repair")
		m.assertMemoriesKeptAndCheckPasses("a repair")
	}
}
