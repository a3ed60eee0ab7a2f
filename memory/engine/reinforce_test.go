package engine_test

import (
	"testing"
	"time"

	"memoir/memory"
)

const teaFact = "The user likes tea."

// newHarnessWithTeaFact returns a harness that knows that the user likes tea, with the memory's ID.
// Nothing is pinned or found by search, so answers get the newest memories and only a repetition
// counts as a use.
func newHarnessWithTeaFact(t *testing.T, change ...func(*memory.Config)) (*harness, memory.ID) {
	t.Helper()
	h := newHarness(t, append([]func(*memory.Config){func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.SendAllUpTo = 0
	}}, change...)...)
	h.setExtractionAndReconcileReplies(`[{"fact": "`+teaFact+`"}]`, "[]")
	_, ds := h.sendAndLearn(h.newChat(), "I like tea")
	h.clock.advance(time.Hour)
	return h, ds[0].MemoryID
}

func (h *harness) useCountAndTime(id memory.ID) (int, time.Time) {
	h.t.Helper()
	m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return m.UseCount, m.LastUsedAt.Time
}

func TestRepetitionReinforcesAMemoryTheAnswerWasGiven(t *testing.T) {
	for _, c := range []struct {
		name, said, answer, reply, verdict, again string
		near                                      float64 // cosine of the memory and again
		uses                                      int
	}{
		{name: "in the same words", said: "I like tea", reply: `[{"fact": "` + teaFact + `"}]`, uses: 1},
		{
			name: "in other words", said: "Tea is what I like", reply: `[{"fact": "Tea is what the user likes."}]`,
			again: "Tea is what the user likes.", near: 0.95, uses: 1,
		},
		{
			name: "by the model's word", said: "I am fond of tea", reply: `[{"fact": "The user is fond of tea."}]`,
			again: "The user is fond of tea.", near: 0.7, verdict: `[{"new":1,"action":"NONE","known":1}]`, uses: 1,
		},
		{
			name: "twice in one run", said: "I like tea, really, I like tea",
			reply: `[{"fact": "` + teaFact + `"}, {"fact": "the user  LIKES tea."}]`, uses: 1,
		},
		{name: "only by the assistant", said: "What is good?", answer: "You like tea.", reply: `[{"fact": "` + teaFact +
			`"}]`},
		{name: "something else", said: "I like figs", reply: `[{"fact": "The user likes figs."}]`, verdict: "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, id := newHarnessWithTeaFact(t)
			if c.near > 0 {
				h.embedder.setCosine(teaFact, c.again, c.near)
				if _, err := h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if c.answer != "" {
				h.setAnswer(c.answer)
			}
			h.setExtractionAndReconcileReplies(c.reply, c.verdict)
			m, ds := h.sendAndLearn(h.newChat(), c.said)
			uses, last := h.useCountAndTime(id)
			if uses != c.uses || (uses > 0) != last.Equal(m.FinishedAt) {
				t.Errorf("used %d times, last at %s; want %d", uses, last, c.uses)
			}
			first := ds[len(ds)-1]
			const why = "you repeated what a memory sent for this answer says"
			if (first.Action == memory.ActionIgnore && first.Reason == why && first.MemoryID == 0) != (c.uses > 0) {
				t.Errorf("decision %+v", first)
			}
			if len(m.Learned) != 0 && c.uses > 0 {
				t.Errorf("shown as learned: %+v", m.Learned)
			}
		})
	}
}

func TestRepetitionOfAMemoryNotGivenIsOnlyADuplicate(t *testing.T) {
	h, id := newHarnessWithTeaFact(t)
	for range 12 { // newer than tea, so that the ten newest exclude it
		h.addUnrelatedMemories(1)
	}
	h.sendAndLearn(h.newChat(), "I like tea")
	if _, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(h.ctx(),
		memory.LearnParams{Text: "I like tea"}); err != nil {
		t.Fatal(err)
	}
	if uses, _ := h.useCountAndTime(id); uses != 0 {
		t.Errorf("used %d times", uses)
	}
}

func TestClassicPresetDoesNotReinforce(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { c.SendAllUpTo = 0 })
	h.model.setFact(teaFact)
	_, ds := h.sendAndLearn(h.newChat(), "I like tea")
	h.sendAndLearn(h.newChat(), "I like tea")
	if uses, _ := h.useCountAndTime(ds[0].MemoryID); uses != 0 || len(h.undoableDecisions(0)) != 1 {
		t.Errorf("used %d times", uses)
	}
}

func TestRegeneratedAnswerDoesNotReinforceTwice(t *testing.T) {
	h, id := newHarnessWithTeaFact(t)
	chat := h.newChat()
	m, _ := h.sendAndLearn(chat, "I like tea")
	h.clock.advance(time.Hour)
	turn, err := h.Session(1, memory.ActorUser).StartRegeneratedAnswer(h.ctx(), chat.ID, m.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := h.waitForAnswerAndLearning(turn)
	if uses, last := h.useCountAndTime(id); uses != 1 || !last.Equal(again.FinishedAt) {
		t.Errorf("used %d times, last at %s", uses, last)
	}
}

func TestReinforcementIsUndoneInAnyOrderAndBlocksNoOtherUndo(t *testing.T) {
	h, id := newHarnessWithTeaFact(t)
	learned := h.undoableDecisions(0)[0]
	before := h.stateSnapshot()
	h.sendAndLearn(h.newChat(), "I like tea")
	h.clock.advance(time.Hour)
	h.sendAndLearn(h.newChat(), "I like tea")
	live := h.undoableDecisions(learned.ID)
	if uses, _ := h.useCountAndTime(id); uses != 2 || len(live) != 2 {
		t.Fatalf("used %d times by %d decisions", uses, len(live))
	}
	older, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), live[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	newer, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), live[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if after := h.stateSnapshot(); after != before {
		t.Errorf("after undoing both, the older first:\n%s\nwant\n%s", after, before)
	}
	both := []memory.ID{older.ID, newer.ID}
	if _, err := h.Session(1, memory.ActorUser).UndoAllDecisionsOrNone(h.ctx(), both); err != nil {
		t.Fatal(err)
	}
	if uses, last := h.useCountAndTime(id); uses != 2 || !last.Equal(h.clock.now()) {
		t.Errorf("after the redo used %d times, last at %s", uses, last)
	}
	gone, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), learned.ID)
	if err != nil || len(h.activeContents()) != 0 {
		t.Fatalf("what was learned cannot be taken back once it was said again: %v", err)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), gone.ID); err != nil {
		t.Fatal(err)
	}
	if uses, _ := h.useCountAndTime(id); uses != 2 {
		t.Errorf("back with %d uses", uses)
	}
}

func TestEvictionByValueCountsReinforcement(t *testing.T) {
	h, _ := newHarnessWithTeaFact(t, func(c *memory.Config) { c.MaxActiveMemories = 2 })
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes figs."}]`, "[]")
	h.sendAndLearn(h.newChat(), "I like figs")
	h.setExtractionAndReconcileReplies(`[{"fact": "`+teaFact+`"}]`, "[]")
	h.sendAndLearn(h.newChat(), "I like tea")
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes rice."}]`, "[]")
	h.sendAndLearn(h.newChat(), "I like rice")
	if gone := h.memoriesWithStatus(memory.StatusArchived); len(gone) != 1 || gone[0].Content != "The user likes figs." {
		t.Errorf("archived %+v: without the repetition the oldest has the least value", gone)
	}
}
