package memory_test

import (
	"testing"
	"time"

	"memoir/memory"
)

const tea = "The user likes tea."

// newHarnessWithTeaFact returns a harness that knows that the user likes tea, with the memory's ID.
// Nothing is pinned or found by search, so answers get the newest memories and only a repetition
// counts as a use.
func knowing(t *testing.T, change ...func(*memory.Config)) (*house, memory.ID) {
	t.Helper()
	h := newHouse(t, append([]func(*memory.Config){func(c *memory.Config) {
		*c = memory.Standard()
		c.Few = 0
	}}, change...)...)
	h.replies(`[{"fact": "`+tea+`"}]`, "[]")
	_, ds := h.say(h.thread(), "I like tea")
	h.clock.tick(time.Hour)
	return h, ds[0].MemoryID
}

func (h *house) uses(id memory.ID) (int, time.Time) {
	h.t.Helper()
	m, err := h.Memory(h.ctx(), 1, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return m.UseCount, m.LastUsedAt.Time
}

func TestWhatTheUserSaysAgainReinforcesTheMemoryTheAnswerWasGiven(t *testing.T) {
	for _, c := range []struct {
		name, said, answer, reply, verdict string
		near                               float64 // cosine of the memory and "The user is fond of tea."
		uses                               int
	}{
		{name: "in the same words", said: "I like tea", reply: `[{"fact": "` + tea + `"}]`, uses: 1},
		{
			name: "in other words", said: "I am fond of tea", reply: `[{"fact": "The user is fond of tea."}]`, near: 0.95,
			uses: 1,
		},
		{
			name: "by the model's word", said: "I am fond of tea", reply: `[{"fact": "The user is fond of tea."}]`,
			near: 0.7, verdict: `[{"new":1,"action":"NONE","known":1}]`, uses: 1,
		},
		{
			name: "twice in one run", said: "I like tea, really, I like tea",
			reply: `[{"fact": "` + tea + `"}, {"fact": "the user  LIKES tea."}]`, uses: 1,
		},
		{name: "only by the assistant", said: "What is good?", answer: "You like tea.", reply: `[{"fact": "` + tea + `"}]`},
		{name: "something else", said: "I like figs", reply: `[{"fact": "The user likes figs."}]`, verdict: "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, id := knowing(t)
			if c.near > 0 {
				h.embed.near(tea, "The user is fond of tea.", c.near)
				if _, err := h.Reembed(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if c.answer != "" {
				h.answers(c.answer)
			}
			h.replies(c.reply, c.verdict)
			m, ds := h.say(h.thread(), c.said)
			uses, last := h.uses(id)
			if uses != c.uses || (uses > 0) != last.Equal(m.FinishedAt) {
				t.Errorf("used %d times, last at %s; want %d", uses, last, c.uses)
			}
			first := ds[len(ds)-1]
			const why = "you said again what this answer was given (reinforcement)"
			if (first.Action == memory.ActionIgnore && first.Reason == why && first.MemoryID == 0) != (c.uses > 0) {
				t.Errorf("decision %+v", first)
			}
			if len(m.Learned) != 0 && c.uses > 0 {
				t.Errorf("shown as learned: %+v", m.Learned)
			}
		})
	}
}

func TestARepetitionOfWhatTheAnswerWasNotGivenIsOnlyADuplicate(t *testing.T) {
	h, id := knowing(t)
	for range 12 { // newer than tea, so that the ten newest exclude it
		h.fill(1)
	}
	h.say(h.thread(), "I like tea")
	if _, err := h.Learn(h.ctx(), memory.LearnParams{ProfileID: 1, Text: "I like tea"}); err != nil {
		t.Fatal(err)
	}
	if uses, _ := h.uses(id); uses != 0 {
		t.Errorf("used %d times", uses)
	}
}

func TestTheClassicPresetReinforcesNothing(t *testing.T) {
	h := newHouse(t, func(c *memory.Config) { c.Few = 0 })
	h.model.facts(tea)
	_, ds := h.say(h.thread(), "I like tea")
	h.say(h.thread(), "I like tea")
	if uses, _ := h.uses(ds[0].MemoryID); uses != 0 || len(h.liveDecisions(0)) != 1 {
		t.Errorf("used %d times", uses)
	}
}

func TestARegeneratedAnswerDoesNotReinforceTwice(t *testing.T) {
	h, id := knowing(t)
	th := h.thread()
	m, _ := h.say(th, "I like tea")
	h.clock.tick(time.Hour)
	tn, err := h.Regenerate(h.ctx(), 1, th.ID, m.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := h.settled(tn)
	if uses, last := h.uses(id); uses != 1 || !last.Equal(again.FinishedAt) {
		t.Errorf("used %d times, last at %s", uses, last)
	}
}

func TestAReinforcementIsTakenBackInAnyOrderAndHoldsUpNothing(t *testing.T) {
	h, id := knowing(t)
	learned := h.liveDecisions(0)[0]
	before := h.picture()
	h.say(h.thread(), "I like tea")
	h.clock.tick(time.Hour)
	h.say(h.thread(), "I like tea")
	live := h.liveDecisions(learned.ID)
	if uses, _ := h.uses(id); uses != 2 || len(live) != 2 {
		t.Fatalf("used %d times by %d decisions", uses, len(live))
	}
	older, err := h.Undo(h.ctx(), 1, memory.ActorUser, live[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	newer, err := h.Undo(h.ctx(), 1, memory.ActorUser, live[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if after := h.picture(); after != before {
		t.Errorf("after undoing both, the older first:\n%s\nwant\n%s", after, before)
	}
	if _, err := h.UndoEach(h.ctx(), 1, memory.ActorUser, []memory.ID{older.ID, newer.ID}); err != nil {
		t.Fatal(err)
	}
	if uses, last := h.uses(id); uses != 2 || !last.Equal(h.clock.now()) {
		t.Errorf("after the redo used %d times, last at %s", uses, last)
	}
	gone, err := h.Undo(h.ctx(), 1, memory.ActorUser, learned.ID)
	if err != nil || len(h.contents()) != 0 {
		t.Fatalf("what was learned cannot be taken back once it was said again: %v", err)
	}
	if _, err := h.Undo(h.ctx(), 1, memory.ActorUser, gone.ID); err != nil {
		t.Fatal(err)
	}
	if uses, _ := h.uses(id); uses != 2 {
		t.Errorf("back with %d uses", uses)
	}
}

func TestEvictionByValueSeesWhatWasSaidAgain(t *testing.T) {
	h, _ := knowing(t, func(c *memory.Config) { c.MaxEntries = 2 })
	h.replies(`[{"fact": "The user likes figs."}]`, "[]")
	h.say(h.thread(), "I like figs")
	h.replies(`[{"fact": "`+tea+`"}]`, "[]")
	h.say(h.thread(), "I like tea")
	h.replies(`[{"fact": "The user likes rice."}]`, "[]")
	h.say(h.thread(), "I like rice")
	if gone := h.all(memory.StatusArchived); len(gone) != 1 || gone[0].Content != "The user likes figs." {
		t.Errorf("archived %+v: without the repetition the oldest has the least value", gone)
	}
}
