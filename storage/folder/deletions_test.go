package folder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// factFile returns the path of a memory's file, as addFact and run make it.
func factFile(id memory.ID) string {
	return fmt.Sprintf("entries/global/facts/20260503T120000.123Z__memory-%d.md", id)
}

// addFacts stores n memories and writes their files.
func (m *mirrored) addFacts(n int) {
	m.t.Helper()
	for i := range n {
		m.addFact(fmt.Sprintf("The user knows %d songs", i+1))
	}
	m.run(nil)
}

func TestADeletedFileForgetsItsMemory(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(3)
	m.remove(factFile(2))
	m.run(nil)
	m.expectTexts(memory.StatusForgotten, "The user knows 2 songs")
	d := m.newestDecision()
	if d.Actor != memory.ActorFolder || d.Action != memory.ActionForget || d.MemoryID != 2 {
		t.Errorf("decision %+v", d)
	}
	m.run(func() { f := *d.Before; m.update(f) }) // what Undo writes
	m.expectTexts(memory.StatusActive, "The user knows 1 songs", "The user knows 2 songs", "The user knows 3 songs")
	m.expectFiles(factFile(1), factFile(2), factFile(3))
}

func TestADeletedFileForgetsItsMemoryWhileItRuns(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(3)
	m.runWith(func(mirror *Mirror) {
		<-mirror.first
		m.remove(factFile(1))
		waitUntil(t, func() bool { return len(m.list(memory.StatusForgotten)) == 1 })
	})
}

func TestAFileThatComesBackBringsItsMemoryBack(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(3)
	content := m.files()[factFile(2)]
	m.remove(factFile(2))
	m.run(nil)
	m.expectTexts(memory.StatusForgotten, "The user knows 2 songs")
	m.write(factFile(2), content)
	m.run(nil)
	m.expectTexts(memory.StatusForgotten)
	// Forgotten in Memoir, it is asked about: a device that was away may have written it.
	m.run(func() {
		f := m.list(memory.StatusActive)[1]
		f.Status = memory.StatusForgotten
		if _, err := m.db.Decisions().Append(t.Context(), memory.Decision{
			CreatedAt: time.Now(), ProfileID: 1, Action: memory.ActionForget, Actor: memory.ActorUser, MemoryID: f.ID,
			Changes: []memory.Change{{MemoryID: f.ID}},
		}); err != nil {
			t.Fatal(err)
		}
		m.update(f)
	})
	m.expectFiles(factFile(1), factFile(3))
	m.write(factFile(2), content)
	m.run(nil)
	m.expectTexts(memory.StatusActive, "The user knows 1 songs", "The user knows 3 songs")
	m.expectTexts(memory.StatusInbox, "The user knows 2 songs")
	if d := m.newestDecision(); !strings.Contains(string(d.Reason), "you removed this on") {
		t.Errorf("decision %+v", d)
	}
}

func TestManyDeletedFilesForgetNothingUntilAnswered(t *testing.T) {
	for _, answer := range []memory.FolderAnswer{memory.FolderForget, memory.FolderRestore} {
		t.Run(string(answer), func(t *testing.T) {
			m := newMirrored(t)
			m.addFacts(10)
			m.remove(factFile(1))
			m.remove(factFile(2))
			m.run(nil)
			s := m.status(nil)
			if s.State != memory.FolderAsks || len(s.Gone) != 2 || s.Gone[0] != (memory.GoneFile{
				File: factFile(1), MemoryID: 1, Content: "The user knows 1 songs",
			}) {
				t.Fatalf("status %+v", s)
			}
			m.expectTexts(memory.StatusForgotten)
			// What else changes is taken in all the same.
			m.write("entries/global/facts/new.md", "The user likes tea")
			m.status(func(mirror *Mirror) {
				<-mirror.first
				if n := len(m.list(memory.StatusActive)); n != 11 {
					t.Errorf("%d memories", n)
				}
				if _, err := mirror.AnswerAboutGoneFiles(t.Context(), 1, "perhaps", 2); err == nil {
					t.Error("another answer was accepted")
				}
				s, err := mirror.AnswerAboutGoneFiles(t.Context(), 1, answer, 2)
				if err != nil || s.State != memory.FolderUpToDate || len(s.Gone) != 0 {
					t.Errorf("after the answer %+v, %v", s, err)
				}
				if _, err := mirror.AnswerAboutGoneFiles(t.Context(), 1, answer, 2); err == nil {
					t.Error("an answer without a question was accepted")
				}
			})
			if answer == memory.FolderForget {
				m.expectTexts(memory.StatusForgotten, "The user knows 1 songs", "The user knows 2 songs")
			} else {
				m.expectTexts(memory.StatusForgotten)
				if m.files()[factFile(1)] == "" || m.files()[factFile(2)] == "" {
					t.Errorf("files %v", m.files())
				}
			}
		})
	}
}

func TestAnAnswerIsAboutTheFilesThatWereShown(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(10)
	m.remove(factFile(1))
	m.remove(factFile(2))
	m.status(func(mirror *Mirror) {
		if s, err := mirror.SyncAndReportStatus(t.Context(), 1); err != nil || len(s.Gone) != 2 {
			t.Fatalf("%+v, %v", s, err)
		}
		m.remove(factFile(3))
		waitUntil(t, func() bool { s, _ := mirror.SyncAndReportStatus(t.Context(), 1); return len(s.Gone) == 3 })
		if _, err := mirror.AnswerAboutGoneFiles(t.Context(), 1, memory.FolderForget, 2); !errors.Is(err,
			memory.ErrConflict) {
			t.Errorf("%v", err)
		}
	})
	m.expectTexts(memory.StatusForgotten)
}

func TestDeletionsOneAfterTheOtherAreAskedAboutToo(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(300)
	forgotten := 0
	for id := memory.ID(1); id <= 40; id += 10 {
		for i := range memory.ID(10) {
			m.remove(factFile(id + i))
		}
		s := m.status(nil)
		if forgotten = len(m.list(memory.StatusForgotten)); s.State == memory.FolderAsks {
			break
		}
	}
	if forgotten != 20 {
		t.Errorf("%d were forgotten before it asked", forgotten)
	}
}

// A folder is listed before its files are read. One that was missing then and is written while they are read
// is no deletion, however long the reading takes.
func TestAFileWrittenWhileOthersAreReadIsNoDeletion(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(30)
	path := filepath.Join(m.dir, factFile(1))
	content := m.files()[factFile(1)]
	m.remove(factFile(1))
	mirror := &Mirror{o: m.options()}
	reader, err := newProfileReaderWithChatsAndProjects(t.Context(), m.db, 1)
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w, err := openProfileFolderWriter(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	defer w.root.Close()
	again, err := mirror.takeInChangedFiles(t.Context(), w, reader, func(string) bool {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Dir(path), long, long); err != nil {
			t.Fatal(err)
		}
		return false
	})
	if err != nil || again != 0 {
		t.Errorf("look again after %v, %v", again, err)
	}
	m.expectTexts(memory.StatusForgotten)
}

// A file that was gone for so long that its memory was forgotten, and came back, is none of the many
// deletions after which Memoir asks.
func TestFilesThatCameBackDoNotCountAsDeleted(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(300)
	content := m.files()[factFile(1)]
	m.remove(factFile(1))
	m.run(nil)
	m.write(factFile(1), content)
	m.run(nil)
	for id := range memory.ID(askAboveFiles) {
		m.remove(factFile(id + 2))
	}
	if s := m.status(nil); s.State != memory.FolderUpToDate {
		t.Errorf("status %+v", s)
	}
	if n := len(m.list(memory.StatusForgotten)); n != askAboveFiles {
		t.Errorf("%d are forgotten", n)
	}
}

func TestFilesThatComeBackEndTheQuestion(t *testing.T) {
	m := newMirrored(t)
	m.addFacts(10)
	facts := filepath.Join(m.dir, "entries")
	if err := os.Rename(facts, facts+"-away"); err != nil {
		t.Fatal(err)
	}
	if s := m.status(nil); s.State != memory.FolderAsks || len(s.Gone) != 10 {
		t.Fatalf("status %+v", s)
	}
	if err := os.Rename(facts+"-away", facts); err != nil {
		t.Fatal(err)
	}
	if s := m.status(nil); s.State != memory.FolderUpToDate || len(s.Gone) != 0 {
		t.Errorf("status %+v", s)
	}
	m.expectTexts(memory.StatusForgotten)
}

// saveAsEditorsDo are the ways in which editors save a file.
var saveAsEditorsDo = map[string]func(path string, content []byte) error{
	"in place (VS Code, nano)": func(path string, content []byte) error { return os.WriteFile(path, content, 0o600) },
	"new file renamed over the old one (gedit, Kate)": func(path string, content []byte) error {
		temp := filepath.Join(filepath.Dir(path), ".goutputstream-XYZ")
		if err := os.WriteFile(temp, content, 0o600); err != nil {
			return err
		}
		return os.Rename(temp, path)
	},
	"old file moved away (vim)": func(path string, content []byte) error {
		if err := os.Rename(path, path+"~"); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
		return os.Remove(path + "~")
	},
	"old file removed (git, Emacs)": func(path string, content []byte) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
		return os.WriteFile(path, content, 0o600)
	},
}

func TestWaysInWhichEditorsSaveAreNeverDeletions(t *testing.T) {
	for name, save := range saveAsEditorsDo {
		t.Run(name, func(t *testing.T) {
			m := newMirrored(t)
			m.settle = 10 * time.Second // a file is gone for a moment, which a busy computer makes long
			m.addFacts(1)
			m.runWith(func(mirror *Mirror) {
				<-mirror.first
				for i := range 5 {
					content := m.files()[factFile(1)]
					text := fmt.Sprintf("The user knows %d songs", 100+i)
					head, _, _ := strings.Cut(content, "The user")
					if err := save(filepath.Join(m.dir, factFile(1)), []byte(head+text+"\n")); err != nil {
						t.Fatal(err)
					}
					m.waitFor(text)
				}
			})
			m.expectFiles(factFile(1))
			ds, err := m.db.Decisions().List(t.Context(), memory.DecisionFilter{ProfileID: 1})
			if err != nil || len(ds) != 5 {
				t.Fatalf("%d decisions, %v", len(ds), err)
			}
			for _, d := range ds {
				if d.Action != memory.ActionUpdate {
					t.Errorf("decision %+v", d)
				}
			}
		})
	}
}

func TestAFolderOfAnotherDatabaseIsLeftAlone(t *testing.T) {
	first := newMirrored(t)
	first.addFacts(3)
	before := first.files()
	second := newMirrored(t)
	second.dir = first.dir
	second.addFact("The user lives in Porto")
	if s := second.status(nil); s.State != memory.FolderOfOther || s.Problem == "" {
		t.Errorf("status %+v", s)
	}
	if err := os.Remove(filepath.Join(first.dir, indexName)); err != nil {
		t.Fatal(err)
	}
	if s := second.status(nil); s.State != memory.FolderOfOther {
		t.Errorf("status %+v", s)
	}
	if after := first.files(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("files %v", after)
	}
	second.expectTexts(memory.StatusActive, "The user lives in Porto")
	// The first one finds its files again without its index.
	if s := first.status(nil); s.State != memory.FolderUpToDate || len(s.Attention) != 0 {
		t.Errorf("status %+v", s)
	}
	if len(first.list()) != 3 {
		t.Errorf("memories %+v", first.list())
	}
}
