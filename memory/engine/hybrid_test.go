package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"memoir/memory"
)

const ferryQuestion = "Which Brevik ferry do I take?"

// newHybridHarnessWithFerryMemory has twelve unrelated memories and one about a ferry, whose cosine with ferryQuestion
// is 0.6.
func newHybridHarnessWithFerryMemory(t *testing.T) (h *harness, ferry memory.Memory) {
	t.Helper()
	h = newHarness(t, func(c *memory.Config) { c.Ranking, c.QueryExpansion = memory.RankByHybrid, "" })
	h.embedder.setCosine(ferryQuestion, "The user takes the Brevik ferry to work.", 0.6)
	h.addUnrelatedMemories(12)
	return h, h.addMemories("The user takes the Brevik ferry to work.")[0]
}

func TestAMemoryFoundByWordsAloneCountsWithItsCosine(t *testing.T) {
	h, ferry := newHybridHarnessWithFerryMemory(t)
	got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: ferryQuestion})
	if len(got) != 1 || got[0] != ferry.Content {
		t.Fatalf("it sends %q in mode %s", got, r.Mode)
	}
	parts := r.Memories[0].ScoreParts
	if parts.Words == nil || *parts.Words <= 0 || parts.Cosine == nil || *parts.Cosine < 0.59 {
		t.Errorf("the parts of the score are %+v", parts)
	}
	if want := *parts.Cosine + 0.005**parts.Words; r.Memories[0].Score != want {
		t.Errorf("the score is %v, want %v", r.Memories[0].Score, want)
	}
}

func TestWordsAnswerWhenTheEmbedderCannot(t *testing.T) {
	for name, broken := range map[string]func(*angleEmbedder){
		"not ready": func(p *angleEmbedder) { p.ready = false },
		"failing":   func(p *angleEmbedder) { p.err = memory.ErrNoEmbedder },
		"too slow":  func(p *angleEmbedder) { p.stall = make(chan struct{}) },
	} {
		t.Run(name, func(t *testing.T) {
			h, ferry := newHybridHarnessWithFerryMemory(t)
			if err := h.SetAndStoreSetting(h.ctx(), "retrieval.deadline", "300ms"); err != nil {
				t.Fatal(err)
			}
			h.embedder.changeUnderLock(broken)
			got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "When does the Brevik ferry leave?"})
			if len(got) == 0 || got[0] != ferry.Content || r.Mode != memory.RetrievalRelevant {
				t.Errorf("it sends %q in mode %s", got, r.Mode)
			}
			_, r = h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "Zwölf Boxkämpfer jagen Viktor."})
			if r.Mode != memory.RetrievalRecent || len(r.Memories) != 10 {
				t.Errorf("without a common word it sends %d memories in mode %s", len(r.Memories), r.Mode)
			}
		})
	}
}

func TestAThresholdThatWasSetIsAFloorForTheCosine(t *testing.T) {
	h, ferry := newHybridHarnessWithFerryMemory(t)
	for low, want := range map[float64]bool{0.59: true, 0.61: false} {
		got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: ferryQuestion, Threshold: &low})
		if slices.Contains(got, ferry.Content) != want {
			t.Errorf("with a threshold of %v it sends %q", low, got)
		}
		if !want && (len(r.NearMisses) == 0 || r.NearMisses[0].ID != ferry.ID) {
			t.Errorf("the near misses are %+v", r.NearMisses)
		}
	}
	if err := h.SetAndStoreSetting(h.ctx(), "retrieval.threshold", "0.61"); err != nil {
		t.Fatal(err)
	}
	if got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: ferryQuestion}); r.Mode !=
		memory.RetrievalRecent {
		t.Errorf("with a threshold of 0.61 in the settings it sends %q in mode %s", got, r.Mode)
	}
}

func TestClassicRanksByCosineAlone(t *testing.T) {
	h := newHarness(t)
	h.embedder.setCosine(ferryQuestion+h.Config().QueryExpansion, "The user sails.", 0.6)
	h.addUnrelatedMemories(12)
	h.addMemories("The user takes the Brevik ferry to work.", "The user sails.")
	got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: ferryQuestion})
	if len(got) != 1 || got[0] != "The user sails." || r.Memories[0].ScoreParts.Words != nil {
		t.Errorf("it sends %q in mode %s", got, r.Mode)
	}
}

// What the filter hides does not crowd out what it shows, however much of it is nearer to the question.
func TestHiddenMemoriesThatAreNearerDoNotCrowdOutOthers(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { c.Ranking, c.QueryExpansion = memory.RankByHybrid, "" })
	const question, visible = "Which boat do I take?", "Brevik is reached by ferry."
	h.embedder.setCosine(question, visible, 0.8)
	h.addUnrelatedMemories(12)
	var hidden []string
	for i := range 60 { // more than one look at the index returns
		hidden = append(hidden, fmt.Sprintf("Number %d sails.", i))
		h.embedder.setCosine(question, hidden[i], 0.9)
	}
	h.addMemories(visible)
	for _, m := range h.addMemories(hidden...) {
		hide := memory.MemoryPatch{Status: new(memory.StatusArchived)}
		if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), m.ID, hide); err != nil {
			t.Fatal(err)
		}
	}
	got, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: question})
	if !slices.Equal(got, []string{visible}) || r.Mode != memory.RetrievalRelevant {
		t.Errorf("it sends %q in mode %s", got, r.Mode)
	}
}
