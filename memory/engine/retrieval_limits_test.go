package engine_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func pointerTo[T any](v T) *T { return &v }

// retrieveContentsOfMemories returns the contents that a retrieval sends, and the retrieval.
func (h *harness) retrieveContentsOfMemories(p memory.RetrieveParams) ([]string, memory.Retrieval) {
	h.t.Helper()
	r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), p)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, m := range r.Memories {
		out = append(out, m.Content)
	}
	return out, r
}

func TestSource001_TopKOfZeroOrLessReadsAndSendsNothing(t *testing.T) {
	for _, stored := range []int{3, 12} { // mode few, and modes relevant and recent
		for _, preset := range []string{"classic", "standard"} {
			t.Run(fmt.Sprintf("%d memories in %s", stored, preset), func(t *testing.T) {
				h := newHarness(t, func(c *memory.Config) { c.SystemMemoriesBelow = 100 })
				h.stopService()
				h.systemMemories = []string{"This computer belongs to the library."}
				h.startService(h.Config())
				if err := h.SetAndStoreSetting(h.ctx(), "preset", preset); err != nil {
					t.Fatal(err)
				}
				pinned := h.addUnrelatedMemories(stored)[0]
				if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), pinned.ID,
					memory.MemoryPatch{Pinned: pointerTo(true)}); err != nil {
					t.Fatal(err)
				}
				for _, k := range []int{0, -1} {
					got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "Anything?", TopK: &k})
					if len(got) != 0 || r.Mode != memory.RetrievalOff || r.Reason != memory.ReasonNoneWanted {
						t.Errorf("top_k %d sends %q in mode %s (%s)", k, got, r.Mode, r.Reason)
					}
				}
				if err := h.SetAndStoreSetting(h.ctx(), "retrieval.top_k", "0"); err != nil {
					t.Fatal(err)
				}
				h.setExtractionAndReconcileReplies("[]", "")
				m, _ := h.sendAndLearn(h.newChat(), "What do I own?")
				if s := systemMessage(h.model.lastChatRequest()); strings.Contains(s, "item number") {
					t.Errorf("the setting is 0 and the model reads\n%s", s)
				}
				if m.Receipt.Mode != memory.RetrievalOff {
					t.Errorf("the receipt says %s", m.Receipt.Mode)
				}
			})
		}
	}
}

func TestSource001_TopKOfACallHoldsInEveryMode(t *testing.T) {
	h := newHarness(t)
	h.embedder.setCosine("Where is home?", "The user lives in Lisbon.", 0.8)
	h.addMemories("The user lives in Lisbon.")
	h.addUnrelatedMemories(2)
	got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "Where is home?", TopK: pointerTo(1)})
	if len(got) != 1 || got[0] != "The user lives in Lisbon." || r.Mode != memory.RetrievalFew {
		t.Errorf("few: %q in mode %s", got, r.Mode)
	}
	if got, _ := h.retrieveContentsOfMemories(
		memory.RetrieveParams{Query: "Where is home?", TopK: pointerTo(3)},
	); len(got) != 3 {
		t.Errorf("three of three: %q", got)
	}
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false })
	if got, _ = h.retrieveContentsOfMemories(
		memory.RetrieveParams{Query: "Where is home?", TopK: pointerTo(2)},
	); len(got) != 2 {
		t.Errorf("few without an embedder: %q", got)
	}
	h.addUnrelatedMemories(9)
	if got, r = h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "Unknown?", TopK: pointerTo(2)}); len(got) !=
		2 || r.Mode != memory.RetrievalRecent {
		t.Errorf("recent: %q in mode %s", got, r.Mode)
	}
}

func TestThresholdOfACallHoldsInEveryMode(t *testing.T) {
	h := newHarness(t)
	h.embedder.setCosine("Where is home?", "The user lives in Lisbon.", 0.8)
	h.addMemories("The user lives in Lisbon.")
	question := "Where is home?"
	check := func(name string, threshold float64, want int, mode memory.RetrievalMode) {
		t.Helper()
		got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: question, Threshold: &threshold})
		if len(got) != want || r.Mode != mode {
			t.Errorf("%s at %.2f: %q in mode %s, want %d in mode %s", name, threshold, got, r.Mode, want, mode)
		}
	}
	h.addUnrelatedMemories(2)
	check("few", 0.75, 1, memory.RetrievalFew)
	check("few", 0.99, 0, memory.RetrievalFew)
	h.addUnrelatedMemories(9)
	check("many", 0.75, 1, memory.RetrievalRelevant)
	check("many", 0.99, 0, memory.RetrievalRelevant)
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.err = errors.New("boom") })
	question = "Where was home?" // the vector of the other question is known
	check("many, search fails", 0.75, 0, memory.RetrievalRelevant)
}

func TestSource001_RecencyWeightMixesAgeIntoTheOrder(t *testing.T) {
	h := newHarness(t)
	const q = "Where is home?"
	h.embedder.setCosine(q, "The user lives in Porto.", 0.80)
	h.embedder.setCosine(q, "The user lives in Lisbon.", 0.70)
	h.embedder.setCosine(q, "The user lives in Rome.", 0.40)
	old := h.addMemories("The user lives in Porto.")[0]
	h.addUnrelatedMemories(5)
	h.clock.advance(60 * 24 * time.Hour)
	h.addMemories("The user lives in Lisbon.", "The user lives in Rome.")
	if got, _ := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: q}); len(got) != 2 || got[0] != old.Content {
		t.Fatalf("without a weight: %q", got)
	}
	got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: q, RecencyWeight: pointerTo(0.2)})
	if len(got) != 2 || got[0] != "The user lives in Lisbon." {
		t.Fatalf("with 0.2: %q, want the newer first and the irrelevant left out", got)
	}
	days := h.clock.now().Sub(old.CreatedAt).Hours() / 24
	last := r.Memories[1]
	if want := 0.8*0.80 + 0.2*math.Exp(-days/30); math.Abs(last.Score-want) > 1e-6 || last.ScoreParts.Recency == nil {
		t.Errorf("score %.6f, want %.6f", last.Score, want)
	}
	if got, _ = h.retrieveContentsOfMemories(memory.RetrieveParams{Query: q, RecencyWeight: pointerTo(0.0)}); got[0] !=
		old.Content {
		t.Errorf("with 0: %q", got)
	}
	// One is sent, and the pool it is taken from is three times as large.
	got, _ = h.retrieveContentsOfMemories(
		memory.RetrieveParams{Query: q, TopK: pointerTo(1), RecencyWeight: pointerTo(0.2)},
	)
	if len(got) != 1 || got[0] != "The user lives in Lisbon." {
		t.Errorf("the best one with 0.2 is %q", got)
	}
	_, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: q, RecencyWeight: pointerTo(1.5)})
	var field *memory.FieldError
	if !errors.As(err, &field) || field.Field != "recency_weight" {
		t.Errorf("a weight of 1.5: %v", err)
	}
}

func TestSource004_SystemMemoriesGoByTheNumberOfOwnMemories(t *testing.T) {
	h := newHarness(t)
	h.stopService()
	h.systemMemories = []string{"This computer belongs to the library."}
	h.startService(memory.StandardPreset())
	for k, v := range map[string]string{"retrieval.recent": "2", "retrieval.few": "1"} {
		if err := h.SetAndStoreSetting(h.ctx(), k, v); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 6 {
		_, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "hello"})
		told := len(r.Memories) > 0 && r.Memories[len(r.Memories)-1].Lane == memory.LaneSystem
		if told != (n < 5) {
			t.Errorf("with %d memories of their own told: %v", n, told)
		}
		h.addUnrelatedMemories(1)
	}
}
