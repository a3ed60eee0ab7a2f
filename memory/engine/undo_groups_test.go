package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestUndoMatchingIsAllOrNothing(t *testing.T) {
	h := newStandardHarness(t)
	chat := h.newChat()
	h.setExtractionAndReconcileReplies(`[{"fact": "The user has a dog."},{"fact": "The user likes tea."}]`, "[]")
	answer, ds := h.sendAndLearn(chat, "I have a dog and I like tea")
	other := h.addMemories("The user lives in Faro.")[0]
	text := "The user likes green tea."
	edited := ds[0].MemoryID
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), edited,
		memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	_, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(
		h.ctx(), memory.DecisionFilter{MessageID: answer.ID},
	)
	wantErr(t, err, memory.ErrConflict)
	if len(h.activeContents()) != 3 {
		t.Fatalf("a refused group changed something: %q", h.activeContents())
	}
	edit := h.undoableDecisions(0)[0]
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), edit.ID); err != nil {
		t.Fatal(err)
	}
	done, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(
		h.ctx(), memory.DecisionFilter{MessageID: answer.ID},
	)
	if err != nil || len(done) != 2 {
		t.Fatalf("undone %d, %v", len(done), err)
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != other.Content {
		t.Errorf("left: %q", got)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(
		h.ctx(), memory.DecisionFilter{},
	); !errors.Is(err,
		memory.ErrInvalid) {
		t.Errorf("taking back everything without saying what: %v", err)
	}
}

func TestRedoOfAGroupIsAllOrNothing(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user has a dog."},{"fact": "The user likes tea."}]`, "[]")
	answer, _ := h.sendAndLearn(h.newChat(), "I have a dog and I like tea")
	before := h.stateSnapshot()
	undone, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(h.ctx(),
		memory.DecisionFilter{MessageID: answer.ID})
	if err != nil || len(undone) != 2 || len(h.activeContents()) != 0 {
		t.Fatalf("undone %d, left %q, %v", len(undone), h.activeContents(), err)
	}
	ids := []memory.ID{undone[0].ID, undone[1].ID}
	single, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(1, memory.ActorUser).UndoAllDecisionsOrNone(h.ctx(), ids)
	wantErr(t, err, memory.ErrConflict)
	if len(h.activeContents()) != 1 {
		t.Fatalf("a refused redo changed something: %q", h.activeContents())
	}
	again, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), single.ID)
	if err != nil {
		t.Fatal(err)
	}
	redone, err := h.Session(1, memory.ActorUser).UndoAllDecisionsOrNone(h.ctx(), []memory.ID{again.ID, ids[1]})
	if err != nil || len(redone) != 2 || redone[0].UndoOf != again.ID {
		t.Fatalf("redone %+v, %v", redone, err)
	}
	if after := h.stateSnapshot(); after != before {
		t.Errorf("after the redo:\n%s\nwant\n%s", after, before)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(h.ctx(),
		memory.DecisionFilter{MessageID: answer.ID}); err != nil || len(h.activeContents()) != 0 {
		t.Errorf("undone once more: %q, %v", h.activeContents(), err)
	}
}

func TestRunsChatsAnswersFilesAndDaysAreUndoneAndRedone(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies("[]", "[]")
	plain, filed := h.newChat(), h.newChat()
	var files []memory.File
	for _, text := range []string{"Plants need water.", "Windhoek is the sloop that the user owns, it is called so."} {
		f := h.addFile("a.txt", text)
		if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), filed.ID, f.ID); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	teach := func(chat memory.Chat, said string, facts ...string) []memory.Decision {
		h.setExtractionAndReconcileReplies(`[{"fact":"`+strings.Join(facts, `"},{"fact":"`)+`"}]`, "[]")
		_, ds := h.sendAndLearn(chat, said)
		h.clock.advance(time.Hour)
		return ds
	}
	teach(plain, "I like tea", "The user likes tea.")
	h.clock.advance(24 * time.Hour)
	dog := teach(plain, "I have a dog", "The user has a dog.")[0]
	boats := teach(filed, "I have a boat", "The user has a boat.", "The user owns a sloop called Windhoek.")
	if boats[0].FileID != files[1].ID || boats[1].FileID != files[0].ID || dog.FileID != 0 {
		t.Errorf("files of the decisions: %d, %d, %d: the one that says it, else the first", boats[0].FileID,
			boats[1].FileID, dog.FileID)
	}
	// A repetition.
	figs, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(
		h.ctx(), memory.LearnParams{Text: "I have a boat"},
	)
	if err != nil || len(figs) != 2 || figs[1].Action != memory.ActionIgnore { // the second fact is said nowhere
		t.Fatal(figs, err)
	}
	h.setExtractionAndReconcileReplies(`[{"fact":"The user likes figs."}]`, "[]")
	if figs, err = h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(h.ctx(),
		memory.LearnParams{Text: "I like figs"}); err != nil {
		t.Fatal(err)
	}
	all := "figs. boat. dog. tea."
	day := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		f     memory.DecisionFilter
		left  string
		inbox int // holds the fact that only a file states
	}{
		{"a run", memory.DecisionFilter{RunID: string(figs[0].RunID)}, "boat. dog. tea.", 1},
		{"an answer", memory.DecisionFilter{MessageID: dog.MessageID}, "figs. boat. tea.", 1},
		{"a chat", memory.DecisionFilter{ChatID: plain.ID}, "figs. boat.", 1},
		{"the other chat", memory.DecisionFilter{ChatID: filed.ID}, "figs. dog. tea.", 0},
		{"the first file", memory.DecisionFilter{FileID: files[0].ID}, "figs. dog. tea.", 0},
		{"the second file", memory.DecisionFilter{FileID: files[1].ID}, "figs. dog. tea.", 0},
		{"a day", memory.DecisionFilter{Since: day, Until: day.AddDate(0, 0, 1)}, "tea.", 0},
		{"the day before", memory.DecisionFilter{Until: day}, "figs. boat. dog.", 1},
		{"what an actor did in a chat", memory.DecisionFilter{ChatID: plain.ID, Actor: memory.ActorUser}, all, 1},
	} {
		before := h.stateSnapshot()
		done, err := h.Session(1, memory.ActorUser).UndoAllMatchingDecisionsOrNone(h.ctx(), c.f)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := h.activeLastWords(); got != c.left || len(h.memoriesWithStatus(memory.StatusInbox)) != c.inbox {
			t.Errorf("%s: left %q with %d waiting, want %q with %d", c.name, got, len(h.memoriesWithStatus(memory.StatusInbox)),
				c.left,
				c.inbox)
		}
		ids := make([]memory.ID, len(done))
		for i, d := range done {
			ids[i] = d.ID
		}
		if _, err := h.Session(1, memory.ActorUser).UndoAllDecisionsOrNone(h.ctx(), ids); err != nil {
			t.Fatalf("%s: undo of the undo: %v", c.name, err)
		}
		if after := h.stateSnapshot(); after != before {
			t.Errorf("%s: after undo of undo\n%s\nwant\n%s", c.name, after, before)
		}
	}
	other, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	done, err := h.Session(other.ID, memory.ActorUser).UndoAllMatchingDecisionsOrNone(h.ctx(),
		memory.DecisionFilter{ChatID: plain.ID})
	if err != nil || len(done) != 0 || h.activeLastWords() != all {
		t.Errorf("another profile takes back %d decisions, %v", len(done), err)
	}
}

// activeLastWords joins the last words of the active memories, newest first.
func (h *harness) activeLastWords() string {
	h.t.Helper()
	var out []string
	for _, c := range h.activeContents() {
		out = append(out, c[strings.LastIndex(c, " ")+1:])
	}
	return strings.Join(out, " ")
}
