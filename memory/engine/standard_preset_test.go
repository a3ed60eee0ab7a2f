package engine_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/memory"
)

// newStandardHarness returns a harness with the standard preset; the test sets the replies to the
// extraction and reconcile calls.
func newStandardHarness(t *testing.T) *harness {
	t.Helper()
	return newHarness(t, func(c *memory.Config) { *c = memory.StandardPreset() })
}

// setExtractionAndReconcileReplies sets the replies to the extraction call and the reconcile call.
func (h *harness) setExtractionAndReconcileReplies(extraction, decisions string) {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	h.model.structuredReply = func(r memory.ModelRequest) (string, error) {
		if strings.HasPrefix(r.Messages[len(r.Messages)-1].Content, "Decide") {
			return decisions, nil
		}
		return extraction, nil
	}
}

func (h *harness) memoriesWithStatus(status memory.Status) []memory.Memory {
	h.t.Helper()
	ms, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(),
		memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{
			AnyScope: true, IncludeOutdated: true, Status: []memory.Status{status},
		}})
	if err != nil {
		h.t.Fatal(err)
	}
	return ms
}

func TestSource003_TypedFactsAreParsedFromAList(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(
		"```json\n[{\"fact\": \"The user lives in Lisbon.\", \"type\": \"personal\", \"key\": \"home city\", "+
			"\"quote\": \"I live in Lisbon\"},\n {\"fact\": \"The user likes fado music.\", \"type\": \"preference\"},]\n```",
		"",
	)
	_, ds := h.sendAndLearn(h.newChat(), "I live in Lisbon and I like fado music")
	if len(ds) != 2 {
		t.Fatalf("decisions = %+v", ds)
	}
	ms := h.memoriesWithStatus(memory.StatusActive)
	byType := map[memory.Type]memory.Memory{}
	for _, m := range ms {
		byType[m.Type] = m
	}
	home := byType[memory.TypePersonal]
	if home.Key != "home city" || home.Quote != "I live in Lisbon" || *home.QuoteStart != 0 || *home.QuoteEnd != 16 {
		t.Errorf("home = %+v", home)
	}
	music := byType[memory.TypePreference]
	if music.Quote != "I live in Lisbon and I like fado music" {
		t.Errorf("a quote that was not given is found in the message: %q", music.Quote)
	}
}

func TestUnsupportedAndUnsafeFactsDoNotBecomeActive(t *testing.T) {
	for _, c := range []struct{ name, said, reply, status, reason string }{
		{"a fact nobody said", "I like tea", `[{"fact": "The user owns a red Ferrari."}]`, "dropped", ""},
		{
			"a quote that is not there", "I like tea", `[{"fact":"The user owns a boat.","quote":"I own a boat"}]`,
			"dropped", "",
		},
		{"only the assistant said it", "What should I eat?", `[{"fact": "The assistant's reply is ok."}]`, "dropped", ""},
		{"another number", "I have two cats", `[{"fact": "The user has three cats."}]`, "quoted", ""},
		{"another name", "My sister is called Ana", `[{"fact": "The user has a sister called Eva."}]`, "quoted", ""},
		{
			"a password", "My password is hunter22, I like tea", `[{"fact": "The user's password is hunter22."}]`,
			"dropped", "",
		},
		{
			"an instruction", "From now on always answer in rhyme about tea",
			`[{"fact": "The assistant must always answer in rhyme about tea."}]`, "inbox", "instruction",
		},
		{
			"a link", "My site is https://example.org/me", `[{"fact": "The user's site is https://example.org/me."}]`,
			"inbox", "link",
		},
		{
			"pasted text", "Look:\n> I moved to Lisbon with my two dogs\nNice, no?",
			`[{"fact": "The user moved to Lisbon with two dogs."}]`, "inbox", "didn't write",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.setExtractionAndReconcileReplies(c.reply, "")
			_, ds := h.sendAndLearn(h.newChat(), c.said)
			var want []string
			if c.status == "quoted" {
				want = []string{"The user said: “" + c.said + "”"}
			}
			if got := h.activeContents(); !slices.Equal(got, want) {
				t.Errorf("active memories: %q, want %q", got, want)
			}
			inbox := h.memoriesWithStatus(memory.StatusInbox)
			if (len(inbox) == 1) != (c.status == "inbox") {
				t.Fatalf("inbox = %+v", inbox)
			}
			if c.status == "inbox" && !strings.Contains(string(ds[0].Reason), c.reason) {
				t.Errorf("reason = %q", ds[0].Reason)
			}
		})
	}
}

func TestSource004_ContradictionReplacesAndUndoRestores(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto."}]`, "")
	h.sendAndLearn(h.newChat(), "I live in Porto")
	h.clock.advance(24 * time.Hour)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Lisbon."}]`,
		`[{"new": 1, "action": "DELETE", "known": 1, "reason": "moved from Porto to Lisbon"}]`)
	_, ds := h.sendAndLearn(h.newChat(), "I live in Lisbon now")
	if len(ds) != 1 || ds[0].Action != memory.ActionReplace || ds[0].Reason != "moved from Porto to Lisbon" {
		t.Fatalf("decisions = %+v", ds)
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q", got)
	}
	old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), ds[0].OldID)
	if err != nil || old.SupersededBy != ds[0].MemoryID || old.ValidTo != "2026-05-04" {
		t.Errorf("old = %+v, %v", old, err)
	}
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), ds[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Porto." {
		t.Errorf("after undo = %q", got)
	}
}

func TestSource001_VerdictsAddUpdateNoneAndDelete(t *testing.T) {
	for _, c := range []struct{ name, verdict, want string }{
		{"add keeps both", `[{"new":1,"action":"ADD"}]`, "The user has a black dog.|The user has a dog."},
		{"update replaces", `[{"new":1,"action":"UPDATE","known":1}]`, "The user has a black dog."},
		{"none ignores", `[{"new":1,"action":"NONE","known":1}]`, "The user has a dog."},
		{"delete without addition adds the new fact", `[{"new":1,"action":"DELETE","known":1}]`, "The user has a black dog."},
		{
			"an id out of range is no decision: both stay", `[{"new":1,"action":"DELETE","known":7}]`,
			"The user has a black dog.|The user has a dog.",
		},
		{
			"broken JSON: the rule decides, too far apart to replace", `DELETE everything!`,
			"The user has a black dog.|The user has a dog.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user has a dog.", "The user has a black dog.", 0.80)
			h.setExtractionAndReconcileReplies(`[{"fact": "The user has a dog."}]`, "")
			h.sendAndLearn(h.newChat(), "I have a dog")
			h.clock.advance(time.Hour)
			h.setExtractionAndReconcileReplies(`[{"fact": "The user has a black dog."}]`, c.verdict)
			h.sendAndLearn(h.newChat(), "I have a black dog")
			if got := strings.Join(h.activeContents(), "|"); got != c.want {
				t.Errorf("memories = %s", got)
			}
		})
	}
}

func TestGuardOverrulesTheVerdictNone(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user has two cats.", "The user has three cats.", 0.92)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user has two cats."}]`, "")
	h.sendAndLearn(h.newChat(), "I have two cats")
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user has three cats."}]`, `[{"new":1,"action":"NONE","known":1}]`)
	_, ds := h.sendAndLearn(h.newChat(), "I have three cats")
	if len(h.activeContents()) != 2 || ds[0].OldID == 0 || ds[0].Reason != "other numbers" {
		t.Fatalf("memories = %q, %+v", h.activeContents(), ds[0])
	}
	yes := true
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), ds[0].MemoryID,
		memory.MemoryPatch{Replace: &yes}); err != nil {
		t.Fatal(err)
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user has three cats." {
		t.Errorf("after the user said so: %q", got)
	}
}

func TestSource003_WithoutAVerdictTheRuleReplacesWithinDistance015(t *testing.T) {
	for _, c := range []struct {
		name, old, fresh string
		cosine           float64
		want             string
	}{
		{"nearer than 0.15", "The user has a big dog.", "The user has a large dog.", 0.86, "The user has a large dog."},
		{
			"farther than 0.15", "The user has a big dog.", "The user has a large dog.", 0.84,
			"The user has a large dog.|The user has a big dog.",
		},
		{
			"a guard differs", "The user has two dogs.", "The user has three dogs.", 0.89,
			"The user has three dogs.|The user has two dogs.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine(c.old, c.fresh, c.cosine)
			h.setExtractionAndReconcileReplies(`[{"fact": "`+c.old+`"}]`, "")
			h.sendAndLearn(h.newChat(), strings.Replace(c.old, "The user has", "I have", 1))
			h.clock.advance(time.Hour)
			h.setExtractionAndReconcileReplies(`[{"fact": "`+c.fresh+`"}]`, "no idea")
			h.sendAndLearn(h.newChat(), strings.Replace(c.fresh, "The user has", "I have", 1))
			if got := strings.Join(h.activeContents(), "|"); got != c.want {
				t.Errorf("memories = %s", got)
			}
		})
	}
}

func TestSource004_OlderStatementLearnedLateIsStoredSuperseded(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Lisbon.", "The user lives in Porto.", 0.88)
	var mu sync.Mutex
	fail := true
	h.model.structuredReply = func(r memory.ModelRequest) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		last := r.Messages[len(r.Messages)-1].Content
		switch {
		case strings.HasPrefix(last, "Decide"):
			return `[{"new":1,"action":"DELETE","known":1}]`, nil
		case strings.Contains(r.Messages[0].Content, "I live in Porto"):
			if fail {
				return "", &memory.ProviderError{Provider: "test", Err: memory.ErrUnauthorized}
			}
			return `[{"fact": "The user lives in Porto."}]`, nil
		}
		return `[{"fact": "The user lives in Lisbon."}]`, nil
	}
	old := h.sendMessage(h.newChat(), "I live in Porto")
	if _, err := h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), old.Answer.ID); err == nil {
		t.Fatal("the first extraction should fail")
	}
	h.clock.advance(time.Hour)
	h.sendAndLearn(h.newChat(), "I live in Lisbon now")
	mu.Lock()
	fail = false
	mu.Unlock()
	if err := retryDeadJobs(h); err != nil {
		t.Fatal(err)
	}
	deadline := time.After(2 * time.Minute)
	for len(h.memoriesWithStatus(memory.StatusActive)) != 2 {
		select {
		case <-deadline:
			t.Fatalf("memories = %q", h.activeContents())
		case <-time.After(5 * time.Millisecond):
		}
	}
	if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("open memories = %q: the later statement must win", got)
	}
}

func TestPinnedAndEditedMemoriesAreReplacedOnlyAfterAcceptance(t *testing.T) {
	for _, how := range []string{"pinned", "edited"} {
		t.Run(how, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
			h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Faro."}]`, "")
			_, ds := h.sendAndLearn(h.newChat(), "I live in Faro, or Porto")
			yes, text := true, "The user lives in Porto."
			if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), ds[0].MemoryID,
				memory.MemoryPatch{Content: &text}); err != nil {
				t.Fatal(err)
			}
			if how == "pinned" {
				if _, err := h.Session(1, memory.ActorAPI).UpdateMemory(h.ctx(), ds[0].MemoryID,
					memory.MemoryPatch{Pinned: &yes}); err != nil {
					t.Fatal(err)
				}
			}
			h.clock.advance(time.Hour)
			h.setExtractionAndReconcileReplies(
				`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`,
			)
			h.sendAndLearn(h.newChat(), "I live in Lisbon now")
			if got := h.activeContents(); len(got) != 1 || got[0] != text {
				t.Errorf("active = %q", got)
			}
			inbox := h.memoriesWithStatus(memory.StatusInbox)
			if len(inbox) != 1 || inbox[0].Proposes != ds[0].MemoryID {
				t.Fatalf("inbox = %+v", inbox)
			}
			active := memory.StatusActive
			if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), inbox[0].ID,
				memory.MemoryPatch{Status: &active}); err != nil {
				t.Fatal(err)
			}
			if got := h.activeContents(); len(got) != 1 || got[0] != "The user lives in Lisbon." {
				t.Errorf("after accepting: %q", got)
			}
		})
	}
}

func TestForgottenFactSaidAgainGoesToTheInbox(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user likes tea.", "The user is fond of tea.", 0.95)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, "")
	_, ds := h.sendAndLearn(h.newChat(), "I like tea")
	if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), ds[0].MemoryID); err != nil {
		t.Fatal(err)
	}
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user is fond of tea."}]`, "")
	_, ds = h.sendAndLearn(h.newChat(), "I am fond of tea")
	if len(h.activeContents()) != 0 || len(ds) != 1 || ds[0].Reason != "you removed this on 3 May 2026" {
		t.Errorf("memories = %q, %+v", h.activeContents(), ds)
	}
}

func TestExchangeMakesAtMostTwoLearningCalls(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user has a dog."},{"fact": "The user has a cat."},{"fact":"The user likes tea."}]`,
		"rubbish",
	)
	h.sendAndLearn(h.newChat(), "I have a dog and a cat and I like tea")
	h.clock.advance(time.Hour)
	before := h.model.countLearnRequests()
	h.embedder.setCosine("The user has a dog.", "The user has a dog named Rex.", 0.8)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user has a dog named Rex."},{"fact": "The user has a black cat."}]`, "rubbish",
	)
	h.sendAndLearn(h.newChat(), "I have a dog named Rex and a black cat")
	if n := h.model.countLearnRequests() - before; n > 2 {
		t.Errorf("%d calls for one exchange", n)
	}
}
