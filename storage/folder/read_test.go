package folder

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// replaceInFirstFactFile changes the file of the first fact by replacing a text in it.
func (m *mirrored) replaceInFirstFactFile(from, to string) {
	m.t.Helper()
	path := filepath.Join(m.dir, firstFact)
	b, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(b), from) {
		m.t.Fatalf("%v in %s", err, b)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(b), from, to)), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// loadFirstMemory returns the first memory.
func (m *mirrored) loadFirstMemory() memory.Memory {
	m.t.Helper()
	f, err := m.db.MemoryStore().Get(m.t.Context(), 1, 1)
	if err != nil {
		m.t.Fatal(err)
	}
	return f
}

// waitForFirstMemoryText waits until the first memory has a text.
func (m *mirrored) waitForFirstMemoryText(content string) {
	m.t.Helper()
	waitUntil(m.t, func() bool { return m.loadFirstMemory().Content == content })
}

func TestEditsMadeWhileClosedAreTakenInOnce(t *testing.T) {
	m := newMirrored(t)
	m.addFact("The user lives in Porto", func(f *memory.Memory) { f.Tags = []string{"home"} })
	m.runMirrorUntilWritten(nil)
	m.replaceInFirstFactFile("Porto", "Siena")
	m.replaceInFirstFactFile(`["home"]`, "[home, Italy]\nvalid_from: 2026-05")
	m.replaceInFirstFactFile("\n", "\r\n")
	m.runMirrorUntilWritten(nil)
	f := m.loadFirstMemory()
	if f.Content != "The user lives in Siena" || !slices.Equal(f.Tags, []string{"home", "Italy"}) ||
		f.ValidFrom != "2026-05" {
		t.Errorf("memory %q %q %q, log: %s", f.Content, f.Tags, f.ValidFrom, m.logs)
	}
	m.runMirrorUntilWritten(nil)
	m.assertFilePaths(firstFact)
	if n := m.rows.Load(); n != 1 {
		t.Errorf("%d edits", n)
	}
}

func TestEditsAreTakenInWhileItRuns(t *testing.T) {
	m := newMirrored(t)
	m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	m.runMirrorUntilWritten(func() {
		// The folder is watched from the end of the first round on, which an edit shows.
		m.replaceInFirstFactFile("Porto", "Siena")
		m.waitForFirstMemoryText("The user lives in Siena")
		m.replaceInFirstFactFile("Siena", "Lucca")
		m.waitForFirstMemoryText("The user lives in Lucca")
		// vim, gedit and others write a new file and rename it.
		path := filepath.Join(m.dir, firstFact)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		swap := path + "~"
		if err := os.WriteFile(swap, []byte(strings.ReplaceAll(string(b), "Lucca", "Pisa")), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(swap, path); err != nil {
			t.Fatal(err)
		}
		m.waitForFirstMemoryText("The user lives in Pisa")
	})
	m.assertFilePaths(firstFact)
}

func TestFilesThatCannotBeReadChangeNothing(t *testing.T) {
	for name, change := range map[string][2]string{
		"broken YAML": {"role: ", "role: ["}, "no fence": {"---\n", ""}, "another id": {"memory-1", "memory-2"},
		"no text": {"The user lives in Porto\n", ""}, "wrong date": {"role: ", "valid_to: soon\nrole: "},
		"wrong type": {`"personal"`, "pet"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMirrored(t)
			f := m.addFact("The user lives in Porto")
			m.addFact("The user sings")
			m.runMirrorUntilWritten(nil)
			m.replaceInFirstFactFile(change[0], change[1])
			before := m.contentsOfFilesByPath()[firstFact]
			m.runMirrorUntilWritten(nil)
			if got := m.loadFirstMemory(); got.Content != f.Content || got.ValidTo != "" || got.Type != f.Type {
				t.Errorf("memory %+v", got)
			}
			if m.contentsOfFilesByPath()[firstFact] != before {
				t.Errorf("file %s, log: %s", m.contentsOfFilesByPath()[firstFact], m.logs)
			}
			if a := m.runMirrorAndReportStatus(nil).Attention; len(a) != 1 || a[0].File != firstFact || len(a[0].Reason) < 20 {
				t.Errorf("needs attention: %+v", a)
			}
		})
	}
}
