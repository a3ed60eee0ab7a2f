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

// pathOfFactFile returns the path of a memory's file, as addFact and run make it.
func pathOfFactFile(id memory.ID) string {
	return fmt.Sprintf("entries/global/facts/20260503T120000.123Z__memory-%d.md", id)
}

// addFactsAndWriteFiles stores n memories and writes their files.
func (m *mirrored) addFactsAndWriteFiles(n int) {
	m.t.Helper()
	for i := range n {
		m.addFact(fmt.Sprintf("The user knows %d songs", i+1))
	}
	m.runMirrorUntilWritten(nil)
}

func TestADeletedFileForgetsItsMemory(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(3)
	m.removeFileBelowFolder(pathOfFactFile(2))
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusForgotten, "The user knows 2 songs")
	d := m.newestDecision()
	if d.Actor != memory.ActorFolder || d.Action != memory.ActionForget || d.MemoryID != 2 {
		t.Errorf("decision %+v", d)
	}
	m.runMirrorUntilWritten(func() { f := *d.Before; m.updateMemoryAndPublish(f) }) // what Undo writes
	m.assertMemoryTexts(memory.StatusActive, "The user knows 1 songs", "The user knows 2 songs", "The user knows 3 songs")
	m.assertFilePaths(pathOfFactFile(1), pathOfFactFile(2), pathOfFactFile(3))
}

func TestADeletedFileForgetsItsMemoryWhileItRuns(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(3)
	m.runMirrorDuringCallAndClose(func(mirror *Mirror) {
		<-mirror.first
		m.removeFileBelowFolder(pathOfFactFile(1))
		waitUntil(t, func() bool { return len(m.listMemoriesOldestFirst(memory.StatusForgotten)) == 1 })
	})
}

func TestAFileThatComesBackBringsItsMemoryBack(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(3)
	content := m.contentsOfFilesByPath()[pathOfFactFile(2)]
	m.removeFileBelowFolder(pathOfFactFile(2))
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusForgotten, "The user knows 2 songs")
	m.writeFileBelowFolder(pathOfFactFile(2), content)
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusForgotten)
	// Forgotten in Memoir, it is asked about: a device that was away may have written it.
	m.runMirrorUntilWritten(func() {
		f := m.listMemoriesOldestFirst(memory.StatusActive)[1]
		f.Status = memory.StatusForgotten
		if _, err := m.db.DecisionStore().Append(t.Context(), memory.Decision{
			CreatedAt: time.Now(), ProfileID: 1, Action: memory.ActionForget, Actor: memory.ActorUser, MemoryID: f.ID,
			Changes: []memory.Change{{MemoryID: f.ID}},
		}); err != nil {
			t.Fatal(err)
		}
		m.updateMemoryAndPublish(f)
	})
	m.assertFilePaths(pathOfFactFile(1), pathOfFactFile(3))
	m.writeFileBelowFolder(pathOfFactFile(2), content)
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusActive, "The user knows 1 songs", "The user knows 3 songs")
	m.assertMemoryTexts(memory.StatusInbox, "The user knows 2 songs")
	if d := m.newestDecision(); !strings.Contains(string(d.Reason), "you removed this on") {
		t.Errorf("decision %+v", d)
	}
}

func TestManyDeletedFilesForgetNothingUntilAnswered(t *testing.T) {
	for _, answer := range []memory.FolderAnswer{memory.FolderForget, memory.FolderRestore} {
		t.Run(string(answer), func(t *testing.T) {
			m := newMirrored(t)
			m.addFactsAndWriteFiles(10)
			m.removeFileBelowFolder(pathOfFactFile(1))
			m.removeFileBelowFolder(pathOfFactFile(2))
			m.runMirrorUntilWritten(nil)
			s := m.runMirrorAndReportStatus(nil)
			if s.State != memory.FolderAsks || len(s.Gone) != 2 || s.Gone[0] != (memory.GoneFile{
				File: pathOfFactFile(1), MemoryID: 1, Content: "The user knows 1 songs",
			}) {
				t.Fatalf("status %+v", s)
			}
			m.assertMemoryTexts(memory.StatusForgotten)
			// What else changes is taken in all the same.
			m.writeFileBelowFolder("entries/global/facts/new.md", "The user likes tea")
			m.runMirrorAndReportStatus(func(mirror *Mirror) {
				<-mirror.first
				if n := len(m.listMemoriesOldestFirst(memory.StatusActive)); n != 11 {
					t.Errorf("%d memories", n)
				}
				if _, err := mirror.ApplyDecisionOnGoneFilesAndSync(t.Context(), 1, "perhaps", 2); err == nil {
					t.Error("another answer was accepted")
				}
				s, err := mirror.ApplyDecisionOnGoneFilesAndSync(t.Context(), 1, answer, 2)
				if err != nil || s.State != memory.FolderUpToDate || len(s.Gone) != 0 {
					t.Errorf("after the answer %+v, %v", s, err)
				}
				if _, err := mirror.ApplyDecisionOnGoneFilesAndSync(t.Context(), 1, answer, 2); err == nil {
					t.Error("an answer without a question was accepted")
				}
			})
			if answer == memory.FolderForget {
				m.assertMemoryTexts(memory.StatusForgotten, "The user knows 1 songs", "The user knows 2 songs")
			} else {
				m.assertMemoryTexts(memory.StatusForgotten)
				if m.contentsOfFilesByPath()[pathOfFactFile(1)] == "" || m.contentsOfFilesByPath()[pathOfFactFile(2)] == "" {
					t.Errorf("files %v", m.contentsOfFilesByPath())
				}
			}
		})
	}
}

func TestAnAnswerIsAboutTheFilesThatWereShown(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(10)
	m.removeFileBelowFolder(pathOfFactFile(1))
	m.removeFileBelowFolder(pathOfFactFile(2))
	m.runMirrorAndReportStatus(func(mirror *Mirror) {
		if s, err := mirror.SyncAndReturnProfileStatus(t.Context(), 1); err != nil || len(s.Gone) != 2 {
			t.Fatalf("%+v, %v", s, err)
		}
		m.removeFileBelowFolder(pathOfFactFile(3))
		waitUntil(t, func() bool { s, _ := mirror.SyncAndReturnProfileStatus(t.Context(), 1); return len(s.Gone) == 3 })
		if _, err := mirror.ApplyDecisionOnGoneFilesAndSync(t.Context(), 1, memory.FolderForget, 2); !errors.Is(err,
			memory.ErrConflict) {
			t.Errorf("%v", err)
		}
	})
	m.assertMemoryTexts(memory.StatusForgotten)
}

func TestDeletionsOneAfterTheOtherAreAskedAboutToo(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(300)
	forgotten := 0
	for id := memory.ID(1); id <= 40; id += 10 {
		for i := range memory.ID(10) {
			m.removeFileBelowFolder(pathOfFactFile(id + i))
		}
		s := m.runMirrorAndReportStatus(nil)
		if forgotten = len(m.listMemoriesOldestFirst(memory.StatusForgotten)); s.State == memory.FolderAsks {
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
	m.addFactsAndWriteFiles(30)
	path := filepath.Join(m.dir, pathOfFactFile(1))
	content := m.contentsOfFilesByPath()[pathOfFactFile(1)]
	m.removeFileBelowFolder(pathOfFactFile(1))
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
	w, err := openOrCreateProfileFolderWriter(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	defer w.root.Close()
	again, err := mirror.takeInAddedEditedAndDeletedFiles(t.Context(), w, reader, func(string) bool {
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
	m.assertMemoryTexts(memory.StatusForgotten)
}

// A file that was gone for so long that its memory was forgotten, and came back, is none of the many
// deletions after which Memoir asks.
func TestFilesThatCameBackDoNotCountAsDeleted(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(300)
	content := m.contentsOfFilesByPath()[pathOfFactFile(1)]
	m.removeFileBelowFolder(pathOfFactFile(1))
	m.runMirrorUntilWritten(nil)
	m.writeFileBelowFolder(pathOfFactFile(1), content)
	m.runMirrorUntilWritten(nil)
	for id := range memory.ID(askAboveFiles) {
		m.removeFileBelowFolder(pathOfFactFile(id + 2))
	}
	if s := m.runMirrorAndReportStatus(nil); s.State != memory.FolderUpToDate {
		t.Errorf("status %+v", s)
	}
	if n := len(m.listMemoriesOldestFirst(memory.StatusForgotten)); n != askAboveFiles {
		t.Errorf("%d are forgotten", n)
	}
}

func TestFilesThatComeBackEndTheQuestion(t *testing.T) {
	m := newMirrored(t)
	m.addFactsAndWriteFiles(10)
	facts := filepath.Join(m.dir, "entries")
	if err := os.Rename(facts, facts+"-away"); err != nil {
		t.Fatal(err)
	}
	if s := m.runMirrorAndReportStatus(nil); s.State != memory.FolderAsks || len(s.Gone) != 10 {
		t.Fatalf("status %+v", s)
	}
	if err := os.Rename(facts+"-away", facts); err != nil {
		t.Fatal(err)
	}
	if s := m.runMirrorAndReportStatus(nil); s.State != memory.FolderUpToDate || len(s.Gone) != 0 {
		t.Errorf("status %+v", s)
	}
	m.assertMemoryTexts(memory.StatusForgotten)
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
			m.addFactsAndWriteFiles(1)
			m.runMirrorDuringCallAndClose(func(mirror *Mirror) {
				<-mirror.first
				for i := range 5 {
					content := m.contentsOfFilesByPath()[pathOfFactFile(1)]
					text := fmt.Sprintf("The user knows %d songs", 100+i)
					head, _, _ := strings.Cut(content, "The user")
					if err := save(filepath.Join(m.dir, pathOfFactFile(1)), []byte(head+text+"\n")); err != nil {
						t.Fatal(err)
					}
					m.waitForFirstMemoryText(text)
				}
			})
			m.assertFilePaths(pathOfFactFile(1))
			ds, err := m.db.DecisionStore().List(t.Context(), memory.DecisionFilter{ProfileID: 1})
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
	first.addFactsAndWriteFiles(3)
	before := first.contentsOfFilesByPath()
	second := newMirrored(t)
	second.dir = first.dir
	second.addFact("The user lives in Porto")
	if s := second.runMirrorAndReportStatus(nil); s.State != memory.FolderOfOther || s.Problem == "" {
		t.Errorf("status %+v", s)
	}
	if err := os.Remove(filepath.Join(first.dir, indexName)); err != nil {
		t.Fatal(err)
	}
	if s := second.runMirrorAndReportStatus(nil); s.State != memory.FolderOfOther {
		t.Errorf("status %+v", s)
	}
	if after := first.contentsOfFilesByPath(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("files %v", after)
	}
	second.assertMemoryTexts(memory.StatusActive, "The user lives in Porto")
	// The first one finds its files again without its index.
	if s := first.runMirrorAndReportStatus(nil); s.State != memory.FolderUpToDate || len(s.Attention) != 0 {
		t.Errorf("status %+v", s)
	}
	if len(first.listMemoriesOldestFirst()) != 3 {
		t.Errorf("memories %+v", first.listMemoriesOldestFirst())
	}
}
