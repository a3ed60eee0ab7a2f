package engine_test

import (
	"bytes"
	"testing"
	"time"

	"memoir/memory"
)

// Export and import give way to what people wait for, from their first chat to the last.
func TestExportAndImportRunAtLowPriority(t *testing.T) {
	h := newHarness(t)
	for range 3 {
		h.sendAndLearn(h.newChat(), "I like tea.")
	}
	low, told := false, 0
	h.stopService()
	h.atLowPriority = func(do func()) {
		low = true
		do()
		low = false
	}
	h.startService(h.Config())
	tell := func(memory.Progress) {
		if told++; !low {
			t.Error("a chat at the usual priority")
		}
	}
	archive := h.exportAllAsJSON(tell)
	exported := told
	h.importArchive(archive, tell)
	if exported != 3 || told != 6 || low {
		t.Errorf("%d chats exported, %d with those imported; still low: %v", exported, told, low)
	}
}

// After each chat of an import and an export it is asked whether the window is used.
func TestExportAndImportGiveWayToAWindowThatIsUsed(t *testing.T) {
	h := newHarness(t)
	for range 3 {
		h.sendAndLearn(h.newChat(), "I like tea.")
	}
	asked := 0
	h.SetWindowUse(func() bool { asked++; return false })
	tell := func(memory.Progress) { time.Sleep(20 * time.Millisecond) } // more than a slice of work
	archive := h.exportAllAsJSON(tell)
	if asked < 3 {
		t.Errorf("asked %d times during the export of 3 chats", asked)
	}
	asked = 0
	h.importArchive(archive, tell)
	if asked < 3 {
		t.Errorf("asked %d times during the import of 3 chats", asked)
	}
}

func (h *harness) exportAllAsJSON(tell func(memory.Progress)) []byte {
	h.t.Helper()
	var archive bytes.Buffer
	if _, err := h.Session(1, memory.ActorUser).Export(h.ctx(), &archive, memory.ExportOptions{
		Format: memory.FormatJSON, Contents: memory.ExportAll,
	}, tell); err != nil {
		h.t.Fatal(err)
	}
	return archive.Bytes()
}

func (h *harness) importArchive(archive []byte, tell func(memory.Progress)) {
	h.t.Helper()
	r := bytes.NewReader(archive)
	if _, err := h.Session(1, memory.ActorUser).ImportArchive(
		h.ctx(), r, r.Size(), memory.ImportOptions{}, tell,
	); err != nil {
		h.t.Fatal(err)
	}
}
