package engine_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// A fact that says more than a known one is no repetition, however near it is.
func TestRefinementIsLeftToTheModel(t *testing.T) {
	for _, c := range []struct {
		preset func() memory.Config
		want   string
	}{
		{memory.StandardPreset, "The user likes thrillers with innovative storytelling."},
		{memory.ClassicPreset, "The user likes thrillers."},
	} {
		h := newHarness(t, func(cfg *memory.Config) { *cfg = c.preset() })
		const known, more = "The user likes thrillers.", "The user likes thrillers with innovative storytelling."
		h.embedder.setCosine(known, more, 0.93)
		for _, fact := range []string{known, more} {
			h.model.setFact(fact)
			h.sendFactInFirstPerson(fact, `[{"new":1,"action":"UPDATE","known":1}]`)
		}
		if got := h.activeContents(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: memories = %q", h.Config().Preset, got)
		}
	}
}

// What the user says has changed does not wait for a model.
func TestRuleUnderstandsWordsOfChange(t *testing.T) {
	for _, c := range []struct {
		name, said, old, fact, oldKey, key string
		cosine                             float64
		replaced, proposed                 bool
	}{
		{
			"a denial replaces", "I no longer like tea.", "The user likes tea.", "The user no longer likes tea.", "", "", 0.8,
			true, false,
		},
		{
			"an end replaces", "I stopped drinking tea.", "The user drinks tea.", "The user stopped drinking tea.", "", "", 0.8,
			true, false,
		},
		{
			"a word of change and the same key replace", "I moved to Siena.", "The user lives in Porto.",
			"The user moved to Siena.", "home", "home", 0.3, true, false,
		},
		{
			"the same key alone asks", "Siena is my home.", "The user lives in Porto.", "Siena is the user's home.", "home",
			"home", 0.3, false, true,
		},
		{
			"a word of change on the same topic asks", "I work for Siemens now.", "The user works for Bosch.",
			"The user works for Siemens.", "", "", 0.7, false, true,
		},
		{
			"the sentence may name what changed", "I sold my blue Golf, I drive a Tesla.", "The user has a blue Golf.",
			"The user drives a Tesla.", "", "", 0.65, false, true,
		},
		{
			"another topic stays", "I work for Siemens now.", "The user plays the piano.", "The user works for Siemens.", "",
			"", 0.8, false, false,
		},
		{
			"another person stays", "I live in Siena now.", "The user's brother lives in Oslo.", "The user lives in Siena.",
			"", "", 0.84, false, false,
		},
		{
			"an addition stays", "I now have another dog, Rex.", "The user has a dog.", "The user has another dog, Rex.", "dog",
			"dog", 0.8, false, false,
		},
		{
			"no word of change, no key", "I work for Siemens.", "The user works for Bosch.", "The user works for Siemens.", "",
			"", 0.8, false, false,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine(c.old, c.fact, c.cosine)
			item := func(fact, key string) string { return `[{"fact": "` + fact + `", "key": "` + key + `"}]` }
			h.setExtractionAndReconcileReplies(item(c.old, c.oldKey), "")
			_, ds := h.sendAndLearn(h.newChat(), factInFirstPerson(c.old))
			h.setExtractionAndReconcileReplies(item(c.fact, c.key), "I cannot say.")
			_, changed := h.sendAndLearn(h.newChat(), c.said)
			old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), ds[0].MemoryID)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), changed[0].MemoryID)
			if err != nil || fresh.Status != memory.StatusActive || fresh.SupersededBy != 0 {
				t.Fatalf("the new fact: %+v, %v", fresh, err)
			}
			if replaced := old.SupersededBy == fresh.ID; replaced != c.replaced || (fresh.Proposes == old.ID) != c.proposed {
				t.Errorf("replaced %v, proposed %d", replaced, fresh.Proposes)
			}
		})
	}
}

// factInFirstPerson is what the user says for a fact in the third person.
func factInFirstPerson(fact string) string {
	return strings.NewReplacer("The user's", "My", "The user has", "I have", "The user likes", "I like",
		"The user drinks", "I drink", "The user lives", "I live", "The user works", "I work", "The user plays", "I play").
		Replace(fact)
}

// Until the user has answered, the newer of two memories stands first in the prompt and the older is
// marked, and the receipt shows this as it was sent.
func TestPromptMarksAMemoryThatMayBeOutOfDate(t *testing.T) {
	h := newStandardHarness(t)
	h.addUnrelatedMemories(8)
	h.embedder.setCosine("The user works for Bosch.", "The user works for Siemens.", 0.7)
	h.embedder.setCosine("The user works for Bosch.", "Where does Bosch pay?", 0.8)
	h.sendFactInFirstPerson("The user works for Bosch.", "")
	h.setExtractionAndReconcileReplies(`[{"fact": "The user works for Siemens."}]`, "I cannot say.")
	_, ds := h.sendAndLearn(h.newChat(), "I work for Siemens now.")
	h.setExtractionAndReconcileReplies("[]", "")
	ask := func() (string, memory.Message) {
		m, _ := h.sendAndLearn(h.newChat(), "Where does Bosch pay?")
		return systemMessage(h.model.lastChatRequest()), m
	}
	sent, answer := ask()
	want := "\n- The user works for Siemens.\n- The user works for Bosch. (may be out of date)"
	if !strings.Contains(sent, want) || answer.Receipt.SystemMessage != sent {
		t.Errorf("sent:\n%s\nreceipt:\n%s", sent, answer.Receipt.SystemMessage)
	}
	yes := true
	agree := memory.MemoryPatch{Replace: &yes}
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), ds[0].MemoryID, agree); err != nil {
		t.Fatal(err)
	}
	if sent, _ = ask(); strings.Contains(sent, "Bosch.") || strings.Contains(sent, ". (may be") {
		t.Errorf("after the user agreed:\n%s", sent)
	}
}

// A memory that only the user may replace is marked while the newer one waits in the inbox, which
// no prompt reads.
func TestPromptMarksAProtectedMemoryWhileTheNewerWaits(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user moved to Siena.", 0.8)
	h.addMemories("The user lives in Porto.")
	h.clock.advance(time.Hour)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user moved to Siena.", "key": "home"}]`, `[{"new":1,"action":"DELETE","known":1}]`,
	)
	h.sendAndLearn(h.newChat(), "I moved to Siena.")
	h.setExtractionAndReconcileReplies("[]", "")
	m, _ := h.sendAndLearn(h.newChat(), "Where do I live?")
	if sent := m.Receipt.SystemMessage; !strings.Contains(sent, "- The user lives in Porto. (may be out of date)") ||
		strings.Contains(sent, "Siena") {
		t.Errorf("sent:\n%s", sent)
	}
}

// A limit that a call sets holds although a newer memory belongs before one that was found.
func TestCallLimitsHoldBesideNewerMemories(t *testing.T) {
	h := newStandardHarness(t)
	h.addUnrelatedMemories(8)
	h.embedder.setCosine("The user works for Bosch.", "The user works for Siemens.", 0.7)
	h.embedder.setCosine("The user works for Bosch.", "Where does Bosch pay?", 0.8)
	h.sendFactInFirstPerson("The user works for Bosch.", "")
	h.setExtractionAndReconcileReplies(`[{"fact": "The user works for Siemens."}]`, "I cannot say.")
	h.sendAndLearn(h.newChat(), "I work for Siemens now.")
	one := 1
	r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: "Where does Bosch pay?", TopK: &one})
	if err != nil || len(r.Memories) != 1 || r.Memories[0].NewerID == 0 {
		t.Errorf("memories = %+v, %v", r.Memories, err)
	}
}
