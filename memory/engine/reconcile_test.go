package engine_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// sendFactInFirstPerson sends a fact as the user, in the first person, in a new chat; the reconcile call, if
// there is one, gets verdict as its reply.
func (h *harness) sendFactInFirstPerson(fact, verdict string) []memory.Decision {
	h.t.Helper()
	h.setExtractionAndReconcileReplies(`[{"fact": "`+fact+`"}]`, verdict)
	_, ds := h.sendAndLearn(h.newChat(), strings.NewReplacer("The user has", "I have", "The user lives", "I live",
		"The user likes", "I like").Replace(fact))
	return ds
}

func TestSource003_RuleAlwaysReplacesTheNearestDespiteGuards(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.RuleReplace = "always"
	})
	h.embedder.setCosine("The user has two dogs.", "The user has three dogs.", 0.86)
	h.sendFactInFirstPerson("The user has two dogs.", "")
	h.addMemories("The user likes dogs.")
	h.clock.advance(time.Hour)
	h.sendFactInFirstPerson("The user has three dogs.", "no idea")
	if got := strings.Join(h.activeContents(), "|"); got != "The user has three dogs.|The user likes dogs." {
		t.Errorf("memories = %s", got)
	}
}

func TestDisabledRuleReplacesNothingWithoutAVerdict(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.RuleReplace = "never"
	})
	h.embedder.setCosine("The user has a big dog.", "The user has a large dog.", 0.88)
	h.sendFactInFirstPerson("The user has a big dog.", "")
	h.clock.advance(time.Hour)
	ds := h.sendFactInFirstPerson("The user has a large dog.", "no idea")
	if len(h.activeContents()) != 2 || ds[0].OldID != 0 {
		t.Errorf("memories = %q, %+v", h.activeContents(), ds[0])
	}
}

func TestDistantFactsProposeNoReplacement(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user has a big dog.", "The user has a large dog.", 0.84)
	h.sendFactInFirstPerson("The user has a big dog.", "")
	h.clock.advance(time.Hour)
	if d := h.sendFactInFirstPerson("The user has a large dog.", "no idea")[0]; d.Action != memory.ActionAdd ||
		d.OldID != 0 {
		t.Errorf("decision %+v", d)
	}
}

func TestSource004_LastStatementWinsAfterAFlipFlop(t *testing.T) {
	for _, c := range []struct{ name, first, second string }{
		{"in the same words", "The user lives in Porto.", "The user lives in Porto."},
		{"in other words", "The user lives in Porto.", "The user has a home in Porto."},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			lisbon := "The user lives in Lisbon."
			h.embedder.setCosine(lisbon, c.second, 0.88)
			h.embedder.setCosine(lisbon, c.first, 0.88)
			if c.first != c.second {
				// Leaves a right angle to Lisbon: the key makes them neighbours.
				h.embedder.setCosine(c.first, c.second, 0.95)
			}
			for i, home := range []string{c.first, lisbon, c.second, lisbon, c.second} {
				h.clock.advance(time.Minute)
				h.setExtractionAndReconcileReplies(
					`[{"fact": "`+home+`", "key": "home"}]`, `[{"new":1,"action":"DELETE","known":1}]`,
				)
				_, ds := h.sendAndLearn(h.newChat(), strings.Replace(home, "The user", "I", 1))
				if got := h.activeContents(); len(got) != 1 || got[0] != home {
					t.Fatalf("after statement %d the open memories are %q", i+1, got)
				}
				if want := memory.ActionReplace; i > 0 && ds[0].Action != want {
					t.Errorf("statement %d was recorded as %s", i+1, ds[0].Action)
				}
			}
		})
	}
}

func TestLateRepetitionOfASupersededFactIsIgnored(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.failExtractionOf("I live in Porto")
	late := h.sendMessage(h.newChat(), "I live in Porto") // learned only after the move
	if _, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), late.Answer.ID); err == nil {
		t.Fatal("the extraction should fail")
	}
	h.clock.advance(time.Hour)
	h.sendFactInFirstPerson("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto."}]`, `[{"new":1,"action":"DELETE","known":1}]`)
	if err := retryDeadJobs(h); err != nil {
		t.Fatal(err)
	}
	ds, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), late.Answer.ID)
	if err != nil || len(ds) != 1 || ds[0].Action != memory.ActionIgnore {
		t.Fatalf("decisions = %+v, %v", ds, err)
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q", got)
	}
}

func TestEndedMemoryCanBeLearnedAgain(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false }) // compare words only
	id := h.sendFactInFirstPerson("The user has a lodger.", "")[0].MemoryID
	end := memory.NullText("2026-05-10")
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id, memory.MemoryPatch{ValidTo: &end}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		days int // after 3 May
		want memory.Action
	}{{7, memory.ActionIgnore}, {8, memory.ActionAdd}} {
		h.clock.setTime(time.Date(2026, 5, 3+c.days, 12, 0, 0, 0, time.UTC))
		if d := h.sendFactInFirstPerson("The user has a lodger.", "[]")[0]; d.Action != c.want {
			t.Errorf("%d days later: %s, want %s", c.days, d.Action, c.want)
		}
	}
}

// failExtractionOf makes extraction from one message fail permanently until setExtractionAndReconcileReplies is called.
func (h *harness) failExtractionOf(said string) {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	h.model.structuredReply = func(r memory.ModelRequest) (string, error) {
		if strings.Contains(r.Messages[0].Content, said) {
			return "", &memory.ProviderError{Provider: "test", Err: memory.ErrUnauthorized}
		}
		return "[]", nil
	}
}

// The newer one of two statements is the one with the later message, whatever the clock says.
func TestSource004_LaterMessageReplacesWhateverTheClockSays(t *testing.T) {
	for _, c := range []struct {
		name string
		step time.Duration
	}{{"an hour later", time.Hour}, {"at the same time", 0}, {"after the clock was set back", -400 * 24 * time.Hour}} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user lives in Porto.", "The user lives in Siena.", 0.88)
			porto := h.sendFactInFirstPerson("The user lives in Porto.", "")[0].MemoryID
			h.clock.advance(c.step)
			retire := `[{"new":1,"action":"DELETE","known":1}]`
			siena := h.sendFactInFirstPerson("The user lives in Siena.", retire)[0]
			if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Siena." {
				t.Fatalf("current memories = %q", got)
			}
			old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), porto)
			if err != nil || old.SupersededBy != siena.MemoryID || string(old.ValidTo) < memory.FormatUTCDate(old.CreatedAt) {
				t.Errorf("the old memory is %+v, %v", old, err)
			}
			if d := h.sendFactInFirstPerson("The user lives in Siena.", retire)[0]; d.Action != memory.ActionIgnore {
				t.Errorf("said again: %s", d.Action)
			}
			if d := h.sendFactInFirstPerson("The user lives in Porto.", retire)[0]; d.Action != memory.ActionReplace {
				t.Errorf("back in Porto: %s, current memories %q", d.Action, h.activeContents())
			}
		})
	}
}

func TestMemoryWrittenInTheFutureCanBeReplaced(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Siena.", 0.88)
	porto := h.addMemories("The user lives in Porto.")[0].ID
	h.clock.advance(-400 * 24 * time.Hour)
	h.sendFactInFirstPerson("The user lives in Siena.", `[{"new":1,"action":"DELETE","known":1}]`)
	waiting := h.memoriesWithStatus(memory.StatusInbox)
	if len(waiting) != 1 || waiting[0].Proposes != porto {
		t.Errorf("inbox = %+v, active = %q", waiting, h.activeContents())
	}
}

func TestRuleDecidesWhereNoModelIsAsked(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.Reconcile, c.RuleReplace = false, memory.ReplaceAlways
	})
	h.embedder.setCosine("The user has two dogs.", "The user has three dogs.", 0.86)
	h.sendFactInFirstPerson("The user has two dogs.", "")
	before := h.model.countLearnRequests()
	h.sendFactInFirstPerson("The user has three dogs.", "no call is expected")
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user has three dogs." {
		t.Errorf("memories = %q", got)
	}
	if n := h.model.countLearnRequests() - before; n != 1 {
		t.Errorf("%d learning calls, want the extraction only", n)
	}
}

func TestSource004_DecisionRecordsActorMemoriesReasonAndTime(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.clock.advance(time.Hour)
	d := h.sendFactInFirstPerson(
		"The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1,"reason":"moved"}]`,
	)[0]
	if d.Actor != memory.ActorExtractor || d.ProfileID != 1 || d.Before.Content != "The user lives in Porto." ||
		d.After.Content != "The user lives in Lisbon." || d.Reason != "moved" || !d.CreatedAt.Equal(h.clock.now()) ||
		d.OldID != d.Before.ID || d.MemoryID != d.After.ID || d.Model == "" || d.PromptVersion == "" {
		t.Errorf("record = %+v", d)
	}
}

func TestNeighboursShareAKeyOrReachCosine060(t *testing.T) {
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
			h := newStandardHarness(t)
			h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", c.cosine)
			h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto.", "key": "city"}]`, "[]")
			h.sendAndLearn(h.newChat(), "I live in Porto")
			h.clock.advance(time.Hour)
			before := h.model.countLearnRequests()
			h.setExtractionAndReconcileReplies(
				`[{"fact": "The user lives in Lisbon.", "key": "`+c.key+`"}]`, `[{"new":1,"action":"ADD"}]`,
			)
			h.sendAndLearn(h.newChat(), "I live in Lisbon")
			if n := h.model.countLearnRequests() - before - 1; n != c.calls {
				t.Errorf("%d reconcile calls, want %d", n, c.calls)
			}
		})
	}
}

func TestVerdictTargetsOnlyTheFiveNeighboursOfItsFact(t *testing.T) {
	h := newStandardHarness(t)
	known := []string{"red", "green", "blue", "black", "white", "grey"}
	for _, w := range known {
		h.embedder.setCosine("The user likes tea.", "The user has a "+w+" bike.", 0.7)
		h.sendFactInFirstPerson("The user has a "+w+" bike.", `[{"new":1,"action":"ADD"}]`)
	}
	h.embedder.setCosine("The user has a house.", "The user has a big house.", 0.8)
	h.sendFactInFirstPerson("The user has a house.", "[]")
	h.clock.advance(time.Hour)
	// Number 6 is the house, a neighbour of the second fact only.
	h.setExtractionAndReconcileReplies(`[{"fact":"The user likes tea."},{"fact":"The user has a big house."}]`,
		`[{"new":1,"action":"DELETE","known":6},{"new":2,"action":"ADD"}]`)
	h.sendAndLearn(h.newChat(), "I like tea and I have a big house")
	_, list, _ := strings.Cut(systemMessage(h.model.lastLearnRequest()), "## Known facts\n")
	list, _, _ = strings.Cut(list, "\n\n")
	if n := strings.Count(list, "bike"); n != 5 {
		t.Errorf("%d neighbours are shown:\n%s", n, list)
	}
	if got := h.activeContents(); len(got) != 9 {
		t.Errorf("memories = %q: a fact retired what it has nothing to do with", got)
	}
}

func TestUndoneEditDoesNotProtectAMemory(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	id := h.sendFactInFirstPerson("The user lives in Porto.", "")[0].MemoryID
	text := "The user lives in Braga."
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), h.undoableDecisions(0)[0].ID); err != nil {
		t.Fatal(err)
	}
	h.clock.advance(time.Hour)
	h.sendFactInFirstPerson("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q", got)
	}
}

func TestReplacingAWrittenOrPinnedMemoryGoesToTheInbox(t *testing.T) {
	for _, how := range []string{"written", "pinned by a program"} {
		t.Run(how, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
			if how == "written" {
				h.addMemories("The user lives in Porto.")
			} else {
				yes, id := true, h.sendFactInFirstPerson("The user lives in Porto.", "")[0].MemoryID
				if _, err := h.Session(1, memory.ActorAPI).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Pinned: &yes}); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.advance(time.Hour)
			h.sendFactInFirstPerson("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
			if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Porto." ||
				len(h.memoriesWithStatus(memory.StatusInbox)) != 1 {
				t.Errorf("active = %q, inbox = %+v", got, h.memoriesWithStatus(memory.StatusInbox))
			}
		})
	}
}

func TestOnlyRepetitionsOfForgottenFactsGoToTheInbox(t *testing.T) {
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
			h := newStandardHarness(t)
			if c.cosine < 1 {
				h.embedder.setCosine("The user has two cats.", c.again, c.cosine)
			} else {
				h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false }) // compare words only
			}
			id := h.sendFactInFirstPerson("The user has two cats.", "")[0].MemoryID
			if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), id); err != nil {
				t.Fatal(err)
			}
			if c.anew {
				if _, err := h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{}, nil); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.advance(time.Hour)
			h.sendFactInFirstPerson(c.again, "[]")
			if waits := len(h.memoriesWithStatus(memory.StatusInbox)) == 1 && len(h.activeContents()) == 0; waits != c.waits {
				t.Errorf("waits: %v, active = %q", waits, h.activeContents())
			}
		})
	}
}

func TestRegeneratedAnswerReplacesTheSameMemory(t *testing.T) {
	for _, key := range []string{"", "home"} {
		h := newStandardHarness(t)
		h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.",
			map[string]float64{"": 0.88, "home": 0.1}[key])
		h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto.", "key": "`+key+`"}]`, "")
		h.sendAndLearn(h.newChat(), "I live in Porto")
		h.clock.advance(time.Hour)
		before := h.stateSnapshot()
		h.setExtractionAndReconcileReplies(
			`[{"fact": "The user lives in Lisbon.", "key": "`+key+`"}]`, `[{"new":1,"action":"DELETE","known":1}]`,
		)
		chat := h.newChat()
		m, _ := h.sendAndLearn(chat, "I live in Lisbon")
		h.clock.advance(time.Hour)
		turn, err := h.Session(1, memory.ActorUser).StartRegeneratedAnswer(h.ctx(), chat.ID, m.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		_, ds := h.waitForAnswerAndLearning(turn)
		if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
			t.Errorf("key %q: open memories = %q", key, got)
		}
		if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), ds[0].ID); err != nil {
			t.Fatal(err)
		}
		// The answers have been given the memory in between.
		for _, m := range h.memoriesWithStatus(memory.StatusActive) {
			m.UseCount, m.LastUsedAt = 0, memory.NullTime{}
			if _, err := h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(h.ctx(), m); err != nil {
				t.Fatal(err)
			}
		}
		if after := h.stateSnapshot(); after != before {
			t.Errorf("key %q: after the undo\n%s\nwant\n%s", key, after, before)
		}
	}
}

func TestMemoryChangedDuringTheModelCallIsNotReplaced(t *testing.T) {
	for _, c := range []struct {
		name          string
		meanwhile     func(h *harness, id memory.ID) error
		active, inbox string
	}{
		{"edited by a program", func(h *harness, id memory.ID) error {
			text := "The user lives in Porto by the river."
			_, err := h.Session(1, memory.ActorAPI).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Content: &text})
			return err
		}, "The user lives in Porto by the river.", "The user lives in Lisbon."},
		{"pinned", func(h *harness, id memory.ID) error {
			yes := true
			_, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Pinned: &yes})
			return err
		}, "The user lives in Porto.", "The user lives in Lisbon."},
		{"forgotten", func(h *harness, id memory.ID) error {
			return errorOf(h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), id))
		}, "The user lives in Lisbon.", ""},
		{"erased", func(h *harness, id memory.ID) error {
			_, err := h.Session(1, memory.ActorUser).EraseMemory(h.ctx(), id)
			return err
		}, "The user lives in Lisbon.", ""},
		{"replaced by another run", func(h *harness, id memory.ID) error {
			old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
			old.SupersededBy = h.addMemories("The user lives in Faro.")[0].ID
			if err == nil {
				_, err = h.db.MemoryStore().UpsertCopyingRowOtherProfilesShare(h.ctx(), old)
			}
			return err
		}, "The user lives in Lisbon.|The user lives in Faro.", ""},
		{"learned by another run", func(h *harness, _ memory.ID) error {
			h.addMemories("The user lives in Lisbon.")
			return nil
		}, "The user lives in Lisbon.|The user lives in Porto.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
			id := h.sendFactInFirstPerson("The user lives in Porto.", "")[0].MemoryID
			h.clock.advance(time.Hour)
			h.model.mu.Lock()
			h.model.structuredReply = func(r memory.ModelRequest) (string, error) {
				if !strings.HasPrefix(r.Messages[1].Content, "Decide") {
					return `[{"fact": "The user lives in Lisbon."}]`, nil
				}
				if err := c.meanwhile(h, id); err != nil {
					t.Error(err)
				}
				return `[{"new":1,"action":"DELETE","known":1}]`, nil
			}
			h.model.mu.Unlock()
			h.sendAndLearn(h.newChat(), "I live in Lisbon")
			if old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id); c.name == "replaced by another run" &&
				(err != nil || old.SupersededBy != id+1) {
				t.Errorf("the memory that another run closed is now %+v, %v", old, err)
			}
			var waiting []string
			for _, m := range h.memoriesWithStatus(memory.StatusInbox) {
				waiting = append(waiting, m.Content)
			}
			if got := strings.Join(h.activeContents(), "|"); got != c.active || strings.Join(waiting, "|") != c.inbox {
				t.Errorf("active %s, waiting %q", got, waiting)
			}
		})
	}
}

func TestRegeneratedAnswerReopensTheReplacedMemory(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`,
	)
	chat := h.newChat()
	const said = "I live in Porto and work in Lisbon, where my brother lives"
	m, _ := h.sendAndLearn(chat, said)
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto."}]`, "[]")
	turn, err := h.Session(1, memory.ActorUser).StartRegeneratedAnswer(h.ctx(), chat.ID, m.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	h.waitForAnswerAndLearning(turn)
	if got := h.memoriesWithStatus(memory.StatusActive); len(got) != 1 || got[0].Content != "The user lives in Porto." ||
		got[0].SupersededBy != 0 {
		t.Errorf("memories = %+v", got)
	}
}
