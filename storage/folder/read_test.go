package folder

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// rewrite changes the file of the first fact by replacing a text in it.
func (m *mirrored) rewrite(from, to string) {
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

// fact returns the first memory.
func (m *mirrored) fact() memory.Memory {
	m.t.Helper()
	f, err := m.db.Memories().Get(m.t.Context(), 1, 1)
	if err != nil {
		m.t.Fatal(err)
	}
	return f
}

// waitFor waits until the first memory has a text.
func (m *mirrored) waitFor(content string) {
	m.t.Helper()
	waitUntil(m.t, func() bool { return m.fact().Content == content })
}

func TestEditsMadeWhileClosedAreTakenInOnce(t *testing.T) {
	m := newMirrored(t)
	m.addFact("The user lives in Porto", func(f *memory.Memory) { f.Tags = []string{"home"} })
	m.run(nil)
	m.rewrite("Porto", "Siena")
	m.rewrite(`["home"]`, "[home, Italy]\nvalid_from: 2026-05")
	m.rewrite("\n", "\r\n")
	m.run(nil)
	f := m.fact()
	if f.Content != "The user lives in Siena" || !slices.Equal(f.Tags, []string{"home", "Italy"}) ||
		f.ValidFrom != "2026-05" {
		t.Errorf("memory %q %q %q, log: %s", f.Content, f.Tags, f.ValidFrom, m.logs)
	}
	m.run(nil)
	m.expectFiles(firstFact)
	if n := m.rows.Load(); n != 1 {
		t.Errorf("%d edits", n)
	}
}

func TestEditsAreTakenInWhileItRuns(t *testing.T) {
	m := newMirrored(t)
	m.addFact("The user lives in Porto")
	m.run(nil)
	m.run(func() {
		// The folder is watched from the end of the first round on, which an edit shows.
		m.rewrite("Porto", "Siena")
		m.waitFor("The user lives in Siena")
		m.rewrite("Siena", "Lucca")
		m.waitFor("The user lives in Lucca")
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
		m.waitFor("The user lives in Pisa")
	})
	m.expectFiles(firstFact)
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
			m.run(nil)
			m.rewrite(change[0], change[1])
			before := m.files()[firstFact]
			m.run(nil)
			if got := m.fact(); got.Content != f.Content || got.ValidTo != "" || got.Type != f.Type {
				t.Errorf("memory %+v", got)
			}
			if m.files()[firstFact] != before {
				t.Errorf("file %s, log: %s", m.files()[firstFact], m.logs)
			}
			if a := m.status(nil).Attention; len(a) != 1 || a[0].File != firstFact || len(a[0].Reason) < 20 {
				t.Errorf("needs attention: %+v", a)
			}
		})
	}
}
