package folder

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestTheStoreWinsAndTheFileWaitsWhenBothChanged(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	m.replaceInFirstFactFile("Porto", "Siena")
	f.Content = "The user lives in Lucca"
	m.updateMemoryAndPublish(f)
	m.runMirrorUntilWritten(nil)
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusActive, "The user lives in Lucca")
	m.assertMemoryTexts(memory.StatusInbox, "The user lives in Siena")
	m.assertFilePaths(firstFact)
	if !strings.Contains(m.contentsOfFilesByPath()[firstFact], "Lucca") {
		t.Errorf("file %s", m.contentsOfFilesByPath()[firstFact])
	}
	d := m.newestDecision()
	if w := m.listMemoriesOldestFirst(memory.StatusInbox)[0]; w.Proposes != f.ID || d.MemoryID != w.ID ||
		!strings.Contains(string(d.Reason), "changed both in Memoir and in its file") {
		t.Errorf("memory %+v, decision %+v", w, d)
	}
}

func TestAnEditedFileOfAForgottenMemoryWaits(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	m.replaceInFirstFactFile("Porto", "Siena")
	f.Status = memory.StatusForgotten
	m.updateMemoryAndPublish(f)
	m.runMirrorUntilWritten(nil)
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusForgotten, "The user lives in Porto")
	m.assertMemoryTexts(memory.StatusInbox, "The user lives in Siena")
	m.assertFilePaths()
}

func TestAFileThatIsGoneIsWrittenAgainWhenItsMemoryChanged(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.runMirrorUntilWritten(nil)
	m.removeFileBelowFolder(firstFact)
	f.Content = "The user lives in Lucca"
	m.updateMemoryAndPublish(f)
	m.runMirrorUntilWritten(nil)
	m.assertMemoryTexts(memory.StatusActive, "The user lives in Lucca")
	m.assertFilePaths(firstFact)
}
