package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/archive/archivetest"
)

// importChatGPT imports an export of ChatGPT, the newer one if more is set.
func (h *harness) importChatGPT(more bool) {
	h.t.Helper()
	r := bytes.NewReader([]byte(archivetest.EncodeJSON(h.t, archivetest.ChatGPTExport(more))))
	s := h.Session(1, memory.ActorImport)
	if _, err := s.ImportArchive(h.ctx(), r, r.Size(), memory.ImportOptions{}, nil); err != nil {
		h.t.Fatal(err)
	}
}

// learnFromImportedChats learns from what was imported, and returns how many exchanges that were.
func (h *harness) learnFromImportedChats() int {
	h.t.Helper()
	s := h.Session(1, memory.ActorUser)
	before := h.model.countLearnRequests()
	h.clock.advance(h.Config().LocalServerIdle + time.Second)
	if err := s.QueueLearningFromImportedChats(h.ctx()); err != nil {
		h.t.Fatal(err)
	}
	var status memory.ImportLearningStatus
	for range 100_000 {
		h.clock.advance(time.Minute)
		h.wakeWorker()
		var err error
		status, err = s.CountImportedChatsToLearnFrom(h.ctx())
		if err != nil {
			h.t.Fatal(err)
		}
		if status.Chats+status.Waiting+status.Jobs == 0 {
			return h.model.countLearnRequests() - before
		}
		time.Sleep(5 * time.Millisecond)
	}
	h.t.Fatalf("the imported chats are still not learned from: %+v", status)
	return 0
}

// A chat that was imported, continued here and imported again has messages of both kinds in one branch and
// below one number. What was written here was learned from when it was written, and is not learned from a
// second time as something imported; neither is what was learned from before the newer archive came.
func TestLearningFromImportedChatsLeavesOutWhatWasWrittenHere(t *testing.T) {
	h := newHarness(t)
	h.importChatGPT(false)
	s := h.Session(1, memory.ActorUser)
	chats, err := s.ListChats(h.ctx(), memory.ChatFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var trip memory.Chat
	for _, c := range chats {
		if strings.Contains(c.Title, "Porto") {
			trip = c
		}
	}
	const own = "I keep bees behind my house."
	asked := func() int {
		h.model.mu.Lock()
		defer h.model.mu.Unlock()
		return strings.Count(fmt.Sprint(h.model.learnRequests), own)
	}
	h.sendAndLearn(trip, own)
	before := asked()
	h.importChatGPT(true)
	learned := h.learnFromImportedChats()
	if learned == 0 {
		t.Error("nothing was learned from")
	}
	if after := asked(); before == 0 || after != before {
		t.Errorf("what was written here is in %d requests, before the import it was in %d", after, before)
	}
	h.importChatGPT(true)
	if again := h.learnFromImportedChats(); again != 0 {
		t.Errorf("%d exchanges were learned from again", again)
	}
}

// However many chats are imported, what shows them is told every five seconds and once at the end: here the
// clock stands still, and in the second import a chat takes a second.
func TestARunningImportTellsWindowAndClientsEveryFiveSeconds(t *testing.T) {
	h := newHarness(t)
	_, drain, cancel := h.SubscribeToQueuedEvents()
	defer cancel()
	importChats := func(from, to int, perChat time.Duration) int {
		t.Helper()
		drain()
		r := bytes.NewReader([]byte(archivetest.EncodeJSON(t, archivetest.ChatGPTExportOfNumberedChats(from, to))))
		told := 0
		_, err := h.Session(1, memory.ActorImport).ImportArchive(h.ctx(), r, r.Size(), memory.ImportOptions{},
			func(memory.Progress) {
				h.clock.advance(perChat)
				for _, e := range drain() {
					if e.Kind != memory.EventIndex {
						told++
					}
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		atEnd := map[memory.EventKind]int{}
		for _, e := range drain() {
			atEnd[e.Kind]++
		}
		for _, kind := range []memory.EventKind{
			memory.EventChats, memory.EventMemories, memory.EventFiles, memory.EventJobs,
		} {
			if atEnd[kind] != 1 {
				t.Errorf("%d events %q at the end", atEnd[kind], kind)
			}
		}
		return told
	}
	if told := importChats(0, 120, 0); told != 0 {
		t.Errorf("%d events while the clock stood still", told)
	}
	if told := importChats(120, 240, time.Second); told > 120/5 || told < 120/7 {
		t.Errorf("%d events in two minutes", told)
	}
}
