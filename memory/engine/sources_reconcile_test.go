package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/prompts"
)

func TestSource001_ReconcilePromptNumbersFactsAndMapsNumbersToMemories(t *testing.T) {
	h := newStandardHarness(t)
	var ids []memory.ID
	for i, w := range []string{"red", "green", "blue"} {
		h.embedder.setCosine("The user has an old bike.", "The user has a "+w+" bike.", 0.9-float64(i)/10)
		ids = append(ids, h.sendFactInFirstPerson("The user has a "+w+" bike.", `[{"new":1,"action":"ADD"}]`)[0].MemoryID)
	}
	h.clock.advance(time.Hour)
	// Some models quote the numbers and pad the action.
	d := h.sendFactInFirstPerson("The user has an old bike.", `[{"new":"1","action":" update ","known":"3"}]`)[0]
	for _, line := range []string{
		"1. The user has an old bike.", "1. The user has a red bike.", "2. The user has a green bike.",
		"3. The user has a blue bike.",
	} {
		if s := systemMessage(h.model.lastLearnRequest()); !strings.Contains(s, "\n"+line) {
			t.Errorf("%q is not in the prompt:\n%s", line, s)
		}
	}
	if d.Action != memory.ActionReplace || d.OldID != ids[2] {
		t.Errorf("decision %+v, want memory %d replaced", d, ids[2])
	}
}

func TestSource001_OldFactIsSupersededBeforeTheNewOneIsStored(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	old := h.sendFactInFirstPerson("The user lives in Porto.", "")[0].MemoryID
	h.clock.advance(time.Hour)
	d := h.sendFactInFirstPerson("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)[0]
	if len(d.Changes) != 2 || d.Changes[0].MemoryID != old || d.Changes[0].After.SupersededBy != d.MemoryID ||
		d.Changes[1].MemoryID != d.MemoryID || d.Changes[1].Before != nil {
		t.Errorf("changes = %+v", d.Changes)
	}
}

func TestSource001_LearnFromTextMakesNoChatCall(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, "[]")
	ds, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(
		h.ctx(), memory.LearnParams{Text: "I like tea"},
	)
	if err != nil || len(ds) != 1 || ds[0].Action != memory.ActionAdd {
		t.Fatalf("%+v, %v", ds, err)
	}
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	if len(h.model.chatRequests) != 0 || len(h.model.learnRequests) != 1 {
		t.Errorf("%d chat calls, %d of memory work", len(h.model.chatRequests), len(h.model.learnRequests))
	}
}

func TestSource003_ExtractionPromptAsksForThirdPersonFactsAsJSON(t *testing.T) {
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	fill := func(name string) string {
		s, err := set.Render(name, map[string]string{
			"EXISTING_MEMORIES": "-", "EXISTING_CONTEXT": "-", "USER_TEXT": "-", "ASSISTANT_TEXT": "-", "MESSAGE_DATE": "-",
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, rule := range []string{
		"in the third person", "can be understood alone", "in the language of the user's message", "at most five",
		"small talk", "Reply with a JSON list and nothing else", "Reply with []",
		`"personal", "preference", "knowledge", "event" or "other"`,
	} {
		if !strings.Contains(fill(prompts.ExtractionStructured), rule) {
			t.Errorf("the prompt does not say: %s", rule)
		}
	}
}

func TestSource003_ReplaceRuleComparesTheNearestFactOnly(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) {
		*c = memory.StandardPreset()
		c.RuleReplace = "always"
	})
	h.embedder.setCosine("The user has a huge dog.", "The user has a big dog.", 0.86)
	h.embedder.setCosine("The user has a huge dog.", "The user has a tall dog.", 0.87)
	h.sendFactInFirstPerson("The user has a big dog.", "")
	h.clock.advance(time.Minute)
	h.sendFactInFirstPerson("The user has a tall dog.", `[{"new":1,"action":"ADD"}]`)
	h.clock.advance(time.Hour)
	h.sendFactInFirstPerson("The user has a huge dog.", "no idea")
	if got := strings.Join(h.activeContents(), "|"); got != "The user has a huge dog.|The user has a big dog." {
		t.Errorf("memories = %s", got)
	}
}

func TestSource003_FailedStageDoesNotStopTheOthers(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func(h *harness)
	}{
		{"the decision", func(h *harness) {
			inner := h.model.structuredReply
			h.model.structuredReply = func(r memory.ModelRequest) (string, error) {
				if strings.HasPrefix(r.Messages[1].Content, "Decide") {
					return "", &memory.ProviderError{Provider: "test", Err: memory.ErrServer}
				}
				return inner(r)
			}
		}},
		{"the embedder", func(h *harness) {
			h.embedder.changeUnderLock(
				func(p *angleEmbedder) { p.err = errors.New("no vectors today") })
		}},
		{"the embedder is away", func(h *harness) { h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false }) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine("The user has a dog.", "The user has a black dog.", 0.8)
			h.sendFactInFirstPerson("The user has a dog.", "")
			h.clock.advance(time.Hour)
			h.setExtractionAndReconcileReplies(`[{"fact":"The user has a black dog."},{"fact":"The user likes tea."}]`, "[]")
			c.fail(h)
			m, ds := h.sendAndLearn(h.newChat(), "I have a black dog and I like tea")
			if m.Status != memory.MessageComplete || m.Content != "ok" || len(ds) != 2 || len(h.activeContents()) != 3 {
				t.Errorf("answer %s %q, memories %q", m.Status, m.Content, h.activeContents())
			}
		})
	}
}

func TestSource004_ExtractionAcceptsListsOfStringsAndEmptyLists(t *testing.T) {
	for reply, want := range map[string]string{
		`["The user likes tea.","The user has a dog."]`:              "The user has a dog.|The user likes tea.",
		`{"memories":["The user likes tea.","The user has a dog."]}`: "The user has a dog.|The user likes tea.",
		`{"memories":[]}`: "",
		`[]`:              "",
		`{"memories":[{"content":"The user likes tea."}],"count":1}`:      "The user likes tea.",
		"Sure!\n```json\n{\"memories\": [\"The user likes tea.\",]}\n```": "The user likes tea.",
	} {
		h := newStandardHarness(t)
		h.setExtractionAndReconcileReplies(reply, "[]")
		h.sendAndLearn(h.newChat(), "I like tea and I have a dog")
		if got := strings.Join(h.activeContents(), "|"); got != want {
			t.Errorf("%s: %s", reply, got)
		}
	}
}

func TestSource004_ReconcileReplacesIgnoresOrAdds(t *testing.T) {
	for _, c := range []struct {
		name, known, fresh, verdict string
		action                      memory.Action
		left                        string
		rows                        int // memories in any state
	}{
		{
			"a contradiction replaces", "The user lives in Porto.", "The user lives in Lisbon.", "DELETE",
			memory.ActionReplace, "The user lives in Lisbon.", 2,
		},
		{
			"a refinement replaces", "The user likes tea.", "The user likes green tea.", "UPDATE",
			memory.ActionReplace, "The user likes green tea.", 2,
		},
		{
			"what is redundant is ignored and nothing is written", "The user likes green tea.", "The user likes tea.", "NONE",
			memory.ActionIgnore, "The user likes green tea.", 1,
		},
		{
			"what is new is added", "The user likes tea.", "The user has a dog.", "ADD",
			memory.ActionAdd, "The user has a dog.|The user likes tea.", 2,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine(c.known, c.fresh, 0.8)
			h.sendFactInFirstPerson(c.known, "")
			h.clock.advance(time.Hour)
			d := h.sendFactInFirstPerson(c.fresh, `[{"new":1,"action":"`+c.verdict+`","known":1}]`)[0]
			if got := strings.Join(h.activeContents(), "|"); got != c.left || d.Action != c.action {
				t.Errorf("%s, memories = %s", d.Action, got)
			}
			if n := len(h.memoriesWithStatus(memory.StatusActive)); n != c.rows {
				t.Errorf("%d rows, want %d", n, c.rows)
			}
		})
	}
}

func TestSource004_RetrievalReturnsActiveMemoriesOnly(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.sendFactInFirstPerson("The user lives in Porto.", "")
	h.clock.advance(time.Hour)
	h.sendFactInFirstPerson("The user lives in Lisbon.", `[{"new":1,"action":"DELETE","known":1}]`)
	ids := h.addMemories("The user likes figs.", "The user likes rice.")
	if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), ids[0].ID); err != nil {
		t.Fatal(err)
	}
	archived := memory.StatusArchived
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), ids[1].ID,
		memory.MemoryPatch{Status: &archived}); err != nil {
		t.Fatal(err)
	}
	for _, few := range []string{"5", "0"} { // all sent, then by search
		if err := h.SetAndStoreSetting(h.ctx(), "retrieval.few", few); err != nil {
			t.Fatal(err)
		}
		r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
			memory.RetrieveParams{Query: "The user lives in Porto."})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Memories) != 1 || r.Memories[0].Content != "The user lives in Lisbon." ||
			slices.ContainsFunc(r.NearMisses, func(m memory.MemoryHit) bool {
				return m.Content != "The user lives in Lisbon."
			}) {
			t.Errorf("few %s: %+v, near %+v", few, r.Memories, r.NearMisses)
		}
	}
}

func TestSource001_ChatScopedFactIsLearnedAgainInAnotherChat(t *testing.T) {
	for _, vectors := range []bool{true, false} {
		h := newHarness(t, func(c *memory.Config) {
			*c = memory.StandardPreset()
			c.LearnedScope = memory.ScopeChat
		})
		h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = vectors })
		here, there := h.newChat(), h.newChat()
		h.setExtractionAndReconcileReplies(`[{"fact": "The user likes tea."}]`, `[{"new":1,"action":"ADD"}]`)
		for _, c := range []struct {
			chat memory.Chat
			want memory.Action
		}{{here, memory.ActionAdd}, {there, memory.ActionAdd}, {there, memory.ActionIgnore}, {here, memory.ActionIgnore}} {
			h.clock.advance(time.Hour)
			if _, ds := h.sendAndLearn(c.chat, "I like tea"); ds[0].Action != c.want {
				t.Errorf("vectors %v, chat %d: %s, want %s", vectors, c.chat.ID, ds[0].Action, c.want)
			}
		}
		h.addMemories("The user likes figs.") // global, so every chat reads it
		h.setExtractionAndReconcileReplies(`[{"fact": "The user likes figs."}]`, `[{"new":1,"action":"ADD"}]`)
		if _, ds := h.sendAndLearn(here, "I like figs"); ds[0].Action != memory.ActionIgnore {
			t.Errorf("vectors %v: a global fact is learned again: %+v", vectors, ds[0])
		}
	}
}
