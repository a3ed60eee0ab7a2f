package memory_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// stateFact sends a fact as the user, in the first person, in a new chat; the reconcile call, if
// there is one, gets verdict as its reply.
func (h *house) tell(fact, verdict string) []memory.Decision {
	h.t.Helper()
	h.replies(`[{"fact": "`+fact+`"}]`, verdict)
	_, ds := h.say(h.thread(), strings.NewReplacer("The user has", "I have", "The user lives", "I live",
		"The user likes", "I like").Replace(fact))
	return ds
}

func TestSource003_AlwaysReplacingDropsTheNearestWhateverItSays(t *testing.T) {
	h := newHouse(t, func(c *memory.Config) {
		*c = memory.Standard()
		c.RuleReplace = "always"
	})
	h.embed.near("The user has two dogs.", "The user has three dogs.", 0.86)
	h.tell("The user has two dogs.", "")
	h.add("The user likes dogs.")
	h.clock.tick(time.Hour)
	h.tell("The user has three dogs.", "no idea")
	if got := strings.Join(h.contents(), "|"); got != "The user has three dogs.|The user likes dogs." {
		t.Errorf("memories = %s", got)
	}
}

func TestWithoutAModelNothingIsReplacedWhenTheRuleIsOff(t *testing.T) {
	h := newHouse(t, func(c *memory.Config) {
		*c = memory.Standard()
		c.RuleReplace = "never"
	})
	h.embed.near("The user has a big dog.", "The user has a huge dog.", 0.88)
	h.tell("The user has a big dog.", "")
	h.clock.tick(time.Hour)
	ds := h.tell("The user has a huge dog.", "no idea")
	if len(h.contents()) != 2 || ds[0].OldID != 0 {
		t.Errorf("memories = %q, %+v", h.contents(), ds[0])
	}
}

func TestFarApartNoReplacementIsProposed(t *testing.T) {
	h := standard(t)
	h.embed.near("The user has a big dog.", "The user has a huge dog.", 0.84)
	h.tell("The user has a big dog.", "")
	h.clock.tick(time.Hour)
	if d := h.tell("The user has a huge dog.", "no idea")[0]; d.Action != memory.ActionAdd || d.OldID != 0 {
		t.Errorf("decision %+v", d)
	}
}

func TestSource004_AFlipFlopEndsAsItWasSaidLast(t *testing.T) {
	for _, c := range []struct{ name, first, second string }{
		{"in the same words", "The user lives in Porto.", "The user lives in Porto."},
		{"in other words", "The user lives in Porto.", "The user has a home in Porto."},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := standard(t)
			lisbon := "The user lives in Lisbon."
			h.embed.near(lisbon, c.second, 0.88)
			h.embed.near(lisbon, c.first, 0.88)
			if c.first != c.second {
				// Leaves a right angle to Lisbon: the key makes them neighbours.
				h.embed.near(c.first, c.second, 0.95)
			}
			for i, home := range []string{c.first, lisbon, c.second, lisbon, c.second} {
				h.clock.tick(time.Minute)
				h.replies(`[{"fact": "`+home+`", "key": "home"}]`, `[{"new":1,"action":"DELETE","known":1}]`)
				_, ds := h.say(h.thread(), strings.Replace(home, "The user", "I", 1))
				if got := h.contents(); len(got) != 1 || got[0] != home {
					t.Fatalf("after statement %d the open memories are %q", i+1, got)
				}
				if want := memory.ActionReplace; i > 0 && ds[0].Action != want {
					t.Errorf("statement %d was recorded as %s", i+1, ds[0].Action)
				}
			}
		})
	}
}

func TestWhatWasSaidBeforeItEndedIsNoNews(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.holdExtraction("I live in Porto")
	late := h.send(h.thread(), "I live in Porto") // learned only after the move
	if _, err := h.WaitLearned(h.ctx(), 1, late.Answer.ID); err == nil {
		t.Fatal("the extraction should fail")
	}
	h.clock.tick(time.Hour)
	h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	h.replies(`[{"fact": "The user lives in Porto."}]`, `[{"new":1,"action":"DELETE","known":1}]`)
	if err := retryAll(h); err != nil {
		t.Fatal(err)
	}
	ds, err := h.WaitLearned(h.ctx(), 1, late.Answer.ID)
	if err != nil || len(ds) != 1 || ds[0].Action != memory.ActionIgnore {
		t.Fatalf("decisions = %+v, %v", ds, err)
	}
	if got := h.contents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q", got)
	}
}

func TestAMemoryThatEndedOnADayMayBeLearnedAgain(t *testing.T) {
	h := standard(t)
	h.embed.set(func(p *plane) { p.ready = false }) // compare words only
	id := h.tell("The user has a lodger.", "")[0].MemoryID
	end := memory.Text("2026-05-10")
	if _, err := h.UpdateMemory(h.ctx(), 1, memory.ActorUser, id, memory.MemoryPatch{ValidTo: &end}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		days int // after 3 May
		want memory.Action
	}{{7, memory.ActionIgnore}, {8, memory.ActionAdd}} {
		h.clock.set(time.Date(2026, 5, 3+c.days, 12, 0, 0, 0, time.UTC))
		if d := h.tell("The user has a lodger.", "[]")[0]; d.Action != c.want {
			t.Errorf("%d days later: %s, want %s", c.days, d.Action, c.want)
		}
	}
}

// failExtractionOf makes extraction from one message fail permanently until setReplies is called.
func (h *house) holdExtraction(said string) {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	h.model.structured = func(r memory.Request) (string, error) {
		if strings.Contains(r.Messages[0].Content, said) {
			return "", &memory.ProviderError{Provider: "test", Err: memory.ErrUnauthorized}
		}
		return "[]", nil
	}
}

func TestSource004_WhatWasSaidInTheSameMomentReplacesNothing(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	if got := h.contents(); len(got) != 1 || got[0] != "The user lives in Porto." {
		t.Errorf("open memories = %q: the later one is not strictly newer", got)
	}
}

func TestSource004_TheRecordHoldsWhoTheOldTheNewTheReasonAndTheTime(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.clock.tick(time.Hour)
	d := h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1,"reason":"moved"}]`)[0]
	if d.Actor != memory.ActorExtractor || d.ProfileID != 1 || d.Before.Content != "The user lives in Porto." ||
		d.After.Content != "The user lives in Lisbon." || d.Reason != "moved" || !d.CreatedAt.Equal(h.clock.now()) ||
		d.OldID != d.Before.ID || d.MemoryID != d.After.ID || d.Model == "" || d.PromptVersion == "" {
		t.Errorf("record = %+v", d)
	}
}

func TestTheSameKeyIsComparedAtAnyDistanceOthersFrom060(t *testing.T) {
	for _, c := range []struct {
		name, key string
		cosine    float64
		calls     int // of the reconcile stage
	}{
		{"the same key, far apart", "city", 0.1, 1},
		{"another key, far apart", "home", 0.1, 0},
		{"just below 0.60", "", 0.59, 0},
		{"at 0.61", "", 0.61, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := standard(t)
			h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", c.cosine)
			h.replies(`[{"fact": "The user lives in Porto.", "key": "city"}]`, "[]")
			h.say(h.thread(), "I live in Porto")
			h.clock.tick(time.Hour)
			before := h.model.learned()
			h.replies(`[{"fact": "The user lives in Lisbon.", "key": "`+c.key+`"}]`, `[{"new":1,"action":"ADD"}]`)
			h.say(h.thread(), "I live in Lisbon")
			if n := h.model.learned() - before - 1; n != c.calls {
				t.Errorf("%d reconcile calls, want %d", n, c.calls)
			}
		})
	}
}

func TestTheFiveNearestAreComparedEachWithItsOwnNeighboursOnly(t *testing.T) {
	h := standard(t)
	known := []string{"red", "green", "blue", "black", "white", "grey"}
	for _, w := range known {
		h.embed.near("The user likes tea.", "The user has a "+w+" bike.", 0.7)
		h.tell("The user has a "+w+" bike.", `[{"new":1,"action":"ADD"}]`)
	}
	h.embed.near("The user has a house.", "The user has a big house.", 0.8)
	h.tell("The user has a house.", "[]")
	h.clock.tick(time.Hour)
	// Number 6 is the house, a neighbour of the second fact only.
	h.replies(`[{"fact":"The user likes tea."},{"fact":"The user has a big house."}]`,
		`[{"new":1,"action":"DELETE","known":6},{"new":2,"action":"ADD"}]`)
	h.say(h.thread(), "I like tea and I have a big house")
	_, list, _ := strings.Cut(system(h.model.lastLearn()), "## Known facts\n")
	list, _, _ = strings.Cut(list, "\n\n")
	if n := strings.Count(list, "bike"); n != 5 {
		t.Errorf("%d neighbours are shown:\n%s", n, list)
	}
	if got := h.contents(); len(got) != 9 {
		t.Errorf("memories = %q: a fact retired what it has nothing to do with", got)
	}
}

func TestAnEditThatWasTakenBackProtectsNothing(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	id := h.tell("The user lives in Porto.", "")[0].MemoryID
	text := "The user lives in Braga."
	if _, err := h.UpdateMemory(h.ctx(), 1, memory.ActorUser, id, memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Undo(h.ctx(), 1, memory.ActorUser, h.liveDecisions(0)[0].ID); err != nil {
		t.Fatal(err)
	}
	h.clock.tick(time.Hour)
	h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	if got := h.contents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q", got)
	}
}

func TestWhatWasWrittenByHandOrPinnedIsReplacedOnlyByTheUser(t *testing.T) {
	for _, how := range []string{"written", "pinned by a program"} {
		t.Run(how, func(t *testing.T) {
			h := standard(t)
			h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
			if how == "written" {
				h.add("The user lives in Porto.")
			} else {
				yes, id := true, h.tell("The user lives in Porto.", "")[0].MemoryID
				if _, err := h.UpdateMemory(h.ctx(), 1, memory.ActorAPI, id, memory.MemoryPatch{Pinned: &yes}); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.tick(time.Hour)
			h.tell("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
			if got := h.contents(); len(got) != 1 || got[0] != "The user lives in Porto." ||
				len(h.all(memory.StatusInbox)) != 1 {
				t.Errorf("active = %q, inbox = %+v", got, h.all(memory.StatusInbox))
			}
		})
	}
}

func TestOnlyTheSameThatWasForgottenWaits(t *testing.T) {
	for _, c := range []struct {
		name, again string
		cosine      float64
		waits, anew bool // reembed: all vectors are rebuilt in between
	}{
		{"in the same words", "The user has two cats.", 1, true, false},
		{"in words that mean the same", "The user has 2 cats.", 0.95, true, false},
		{"in words that mean the same, with new vectors", "The user has 2 cats.", 0.95, true, true},
		{"another number", "The user has three cats.", 0.95, false, false},
		{"something else", "The user has a boat.", 0.3, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := standard(t)
			if c.cosine < 1 {
				h.embed.near("The user has two cats.", c.again, c.cosine)
			} else {
				h.embed.set(func(p *plane) { p.ready = false }) // compare words only
			}
			id := h.tell("The user has two cats.", "")[0].MemoryID
			if err := h.ForgetMemory(h.ctx(), 1, memory.ActorUser, id); err != nil {
				t.Fatal(err)
			}
			if c.anew {
				if _, err := h.Reembed(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.tick(time.Hour)
			h.tell(c.again, "[]")
			if waits := len(h.all(memory.StatusInbox)) == 1 && len(h.contents()) == 0; waits != c.waits {
				t.Errorf("waits: %v, active = %q", waits, h.contents())
			}
		})
	}
}

func TestARegeneratedAnswerReplacesWhatTheFirstOneReplaced(t *testing.T) {
	for _, key := range []string{"", "home"} {
		h := standard(t)
		h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", map[string]float64{"": 0.88, "home": 0.1}[key])
		h.replies(`[{"fact": "The user lives in Porto.", "key": "`+key+`"}]`, "")
		h.say(h.thread(), "I live in Porto")
		h.clock.tick(time.Hour)
		before := h.picture()
		h.replies(`[{"fact": "The user lives in Lisbon.", "key": "`+key+`"}]`, `[{"new":1,"action":"DELETE","known":1}]`)
		th := h.thread()
		m, _ := h.say(th, "I live in Lisbon")
		h.clock.tick(time.Hour)
		tn, err := h.Regenerate(h.ctx(), 1, th.ID, m.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		_, ds := h.settled(tn)
		if got := h.contents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
			t.Errorf("key %q: open memories = %q", key, got)
		}
		if _, err := h.Undo(h.ctx(), 1, memory.ActorUser, ds[0].ID); err != nil {
			t.Fatal(err)
		}
		// The answers have been given the memory in between.
		for _, m := range h.all(memory.StatusActive) {
			m.UseCount, m.LastUsedAt = 0, memory.Moment{}
			if _, err := h.db.Memories().Put(h.ctx(), m); err != nil {
				t.Fatal(err)
			}
		}
		if after := h.picture(); after != before {
			t.Errorf("key %q: after the undo\n%s\nwant\n%s", key, after, before)
		}
	}
}

func TestWhatChangedWhileTheModelDecidedIsNotReplaced(t *testing.T) {
	for _, c := range []struct {
		name          string
		meanwhile     func(h *house, id memory.ID) error
		active, inbox string
	}{
		{"edited by a program", func(h *house, id memory.ID) error {
			text := "The user lives in Porto by the river."
			_, err := h.UpdateMemory(h.ctx(), 1, memory.ActorAPI, id, memory.MemoryPatch{Content: &text})
			return err
		}, "The user lives in Porto by the river.", "The user lives in Lisbon."},
		{"pinned", func(h *house, id memory.ID) error {
			yes := true
			_, err := h.UpdateMemory(h.ctx(), 1, memory.ActorUser, id, memory.MemoryPatch{Pinned: &yes})
			return err
		}, "The user lives in Porto.", "The user lives in Lisbon."},
		{"forgotten", func(h *house, id memory.ID) error {
			return h.ForgetMemory(h.ctx(), 1, memory.ActorUser, id)
		}, "The user lives in Lisbon.", ""},
		{"erased", func(h *house, id memory.ID) error {
			_, err := h.EraseMemory(h.ctx(), 1, memory.ActorUser, id)
			return err
		}, "The user lives in Lisbon.", ""},
		{"replaced by another run", func(h *house, id memory.ID) error {
			old, err := h.Memory(h.ctx(), 1, id)
			old.SupersededBy = h.add("The user lives in Faro.")[0].ID
			if err == nil {
				_, err = h.db.Memories().Put(h.ctx(), old)
			}
			return err
		}, "The user lives in Lisbon.|The user lives in Faro.", ""},
		{"learned by another run", func(h *house, _ memory.ID) error {
			h.add("The user lives in Lisbon.")
			return nil
		}, "The user lives in Lisbon.|The user lives in Porto.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := standard(t)
			h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
			id := h.tell("The user lives in Porto.", "")[0].MemoryID
			h.clock.tick(time.Hour)
			h.model.mu.Lock()
			h.model.structured = func(r memory.Request) (string, error) {
				if !strings.HasPrefix(r.Messages[1].Content, "Decide") {
					return `[{"fact": "The user lives in Lisbon."}]`, nil
				}
				if err := c.meanwhile(h, id); err != nil {
					t.Error(err)
				}
				return `[{"new":1,"action":"DELETE","known":1}]`, nil
			}
			h.model.mu.Unlock()
			h.say(h.thread(), "I live in Lisbon")
			if old, err := h.Memory(h.ctx(), 1, id); c.name == "replaced by another run" &&
				(err != nil || old.SupersededBy != id+1) {
				t.Errorf("the memory that another run closed is now %+v, %v", old, err)
			}
			var waiting []string
			for _, m := range h.all(memory.StatusInbox) {
				waiting = append(waiting, m.Content)
			}
			if got := strings.Join(h.contents(), "|"); got != c.active || strings.Join(waiting, "|") != c.inbox {
				t.Errorf("active %s, waiting %q", got, waiting)
			}
		})
	}
}

func TestARegeneratedAnswerFindsWhatTheFirstOneReplacedStillKnown(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.tell("The user lives in Porto.", "")
	h.clock.tick(time.Hour)
	h.replies(`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`)
	th := h.thread()
	const said = "I live in Porto and work in Lisbon, where my brother lives"
	m, _ := h.say(th, said)
	h.clock.tick(time.Hour)
	h.replies(`[{"fact": "The user lives in Porto."}]`, "[]")
	tn, err := h.Regenerate(h.ctx(), 1, th.ID, m.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	h.settled(tn)
	if got := h.all(memory.StatusActive); len(got) != 1 || got[0].Content != "The user lives in Porto." ||
		got[0].SupersededBy != 0 {
		t.Errorf("memories = %+v", got)
	}
}
