package folder

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestTheStoreWinsAndTheFileWaitsWhenBothChanged(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.run(nil)
	m.rewrite("Porto", "Siena")
	f.Content = "The user lives in Lucca"
	m.update(f)
	m.run(nil)
	m.run(nil)
	m.expectTexts(memory.StatusActive, "The user lives in Lucca")
	m.expectTexts(memory.StatusInbox, "The user lives in Siena")
	m.expectFiles(firstFact)
	if !strings.Contains(m.files()[firstFact], "Lucca") {
		t.Errorf("file %s", m.files()[firstFact])
	}
	d := m.newestDecision()
	if w := m.list(memory.StatusInbox)[0]; w.Proposes != f.ID || d.MemoryID != w.ID ||
		!strings.Contains(string(d.Reason), "changed in Memoir and in its file") {
		t.Errorf("memory %+v, decision %+v", w, d)
	}
}

func TestAnEditedFileOfAForgottenMemoryWaits(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.run(nil)
	m.rewrite("Porto", "Siena")
	f.Status = memory.StatusForgotten
	m.update(f)
	m.run(nil)
	m.run(nil)
	m.expectTexts(memory.StatusForgotten, "The user lives in Porto")
	m.expectTexts(memory.StatusInbox, "The user lives in Siena")
	m.expectFiles()
}

func TestAFileThatIsGoneIsWrittenAgainWhenItsMemoryChanged(t *testing.T) {
	m := newMirrored(t)
	f := m.addFact("The user lives in Porto")
	m.run(nil)
	m.remove(firstFact)
	f.Content = "The user lives in Lucca"
	m.update(f)
	m.run(nil)
	m.expectTexts(memory.StatusActive, "The user lives in Lucca")
	m.expectFiles(firstFact)
}
