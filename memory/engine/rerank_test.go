package engine_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// scriptedReranker answers with one score per word that a document contains.
type scriptedReranker struct {
	scores   map[string]float64
	err      error
	stall    bool
	requests []memory.RerankRequest
}

func (r *scriptedReranker) ScoreDocuments(ctx context.Context, q memory.RerankRequest) ([]float64, error) {
	r.requests = append(r.requests, q)
	if r.stall {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	out := make([]float64, len(q.Documents))
	for i, d := range q.Documents {
		out[i] = -9
		for word, score := range r.scores {
			if strings.Contains(d, word) {
				out[i] = score
			}
		}
	}
	return out, r.err
}

func newRerankHarness(t *testing.T, change func(c *memory.Config)) (*harness, *scriptedReranker) {
	t.Helper()
	r := &scriptedReranker{scores: map[string]float64{}}
	h := newHarness(t, func(c *memory.Config) {
		c.Ranking, c.QueryExpansion, c.RerankURL = memory.RankByHybrid, "", "http://127.0.0.1:9/rerank"
		change(c)
	})
	h.reranker = r
	h.restart()
	h.addUnrelatedMemories(12)
	return h, r
}

func TestSource001_RerankerDecidesWhatIsRelevantAndItsOrder(t *testing.T) {
	h, r := newRerankHarness(t, func(c *memory.Config) { c.RerankModel = "judge" })
	h.embedder.setCosine("What is my boat called?", "The boat of the user is the Petrel.", 0.9)
	h.embedder.setCosine("What is my boat called?", "The user has a boat on the fjord.", 0.8)
	h.embedder.setCosine("What is my boat called?", "The user likes boat trips in May.", 0.7)
	h.addMemories(
		"The boat of the user is the Petrel.",
		"The user has a boat on the fjord.",
		"The user likes boat trips in May.",
	)
	// The logistic function of −0.62 is .3498, that of −0.61 is .3521: one below the threshold, one above.
	r.scores = map[string]float64{"Petrel": -0.61, "fjord": 3, "May": -0.62}
	got, retrieval := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "What is my boat called?"})
	if want := []string{"The user has a boat on the fjord.", "The boat of the user is the Petrel."}; !slices.Equal(
		got,
		want,
	) {
		t.Fatalf("it sends %q, want %q", got, want)
	}
	parts := retrieval.Memories[0].ScoreParts
	if want := 1 / (1 + math.Exp(-3)); parts.Rerank == nil || *parts.Rerank != want ||
		retrieval.Memories[0].Score != want {
		t.Errorf("the relevance is %v in %+v, want %v", parts.Rerank, retrieval.Memories[0], want)
	}
	q := r.requests[0]
	if q.Query != "What is my boat called?" || q.Model != "judge" || len(q.Documents) > 3*h.Config().RetrievalTopK {
		t.Errorf("the reranker was asked %+v", q)
	}
	if len(retrieval.NearMisses) == 0 || retrieval.NearMisses[0].Content != "The user likes boat trips in May." {
		t.Errorf("near misses: %+v", retrieval.NearMisses)
	}
}

// Some servers answer with probabilities; a second logistic function would make all of them relevant.
func TestProbabilitiesOfARerankerAreNotMappedAgain(t *testing.T) {
	h, r := newRerankHarness(t, func(c *memory.Config) { c.RerankScores = memory.RerankProbabilities })
	h.embedder.setCosine("What is my boat called?", "The boat of the user is the Petrel.", 0.9)
	h.addMemories("The boat of the user is the Petrel.")
	r.scores["Petrel"] = 0.34
	if got, retrieval := h.retrieveContentsOfMemories(
		memory.RetrieveParams{Query: "What is my boat called?"},
	); retrieval.Mode ==
		memory.RetrievalRelevant {
		t.Errorf("below the threshold it sends %q", got)
	}
	r.scores["Petrel"] = 0.35
	got, _ := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "What is my boat called?"})
	if !slices.Equal(got, []string{"The boat of the user is the Petrel."}) {
		t.Errorf("at the threshold it sends %q", got)
	}
}

func TestSearchGoesOnWithoutABrokenReranker(t *testing.T) {
	for name, breakIt := range map[string]func(r *scriptedReranker){
		"failing": func(r *scriptedReranker) { r.err = errors.New("status 500") },
		"late":    func(r *scriptedReranker) { r.stall = true },
	} {
		h, r := newRerankHarness(t, func(*memory.Config) {})
		for key, limit := range map[string]string{"rerank.deadline": "100ms", "retrieval.deadline": "60s"} {
			if err := h.SetAndStoreSetting(h.ctx(), key, limit); err != nil {
				t.Fatal(err)
			}
		}
		h.embedder.setCosine("What is my boat called?", "The boat of the user is the Petrel.", 0.9)
		h.addMemories("The boat of the user is the Petrel.")
		breakIt(r)
		got, retrieval := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "What is my boat called?"})
		if len(got) == 0 || got[0] != "The boat of the user is the Petrel." ||
			retrieval.Memories[0].ScoreParts.Rerank != nil ||
			retrieval.Memories[0].ScoreParts.Cosine == nil {
			t.Errorf("%s: it sends %q, %+v", name, got, retrieval.Memories)
		}
	}
}

func TestRerankerGetsNoSecretsAndNothingBelowTheThresholdOfACall(t *testing.T) {
	h, r := newRerankHarness(t, func(*memory.Config) {})
	h.embedder.setCosine("What is my boat called?", "The boat of the user is the Petrel.", 0.9)
	h.embedder.setCosine("What is my boat called?", "The user has a boat on the fjord.", 0.4)
	h.addMemories("The boat of the user is the Petrel.", "The user has a boat on the fjord.")
	r.scores = map[string]float64{"Petrel": 1, "fjord": 1}
	floor := 0.5
	h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "What is my boat called?", Threshold: &floor})
	if d := r.requests[0].Documents; !slices.Equal(d, []string{"The boat of the user is the Petrel."}) {
		t.Errorf("asked about %q", d)
	}
	h.retrieveContentsOfMemories(memory.RetrieveParams{Query: "my password is hunter2secret, what is my boat called?"})
	if q := r.requests[len(r.requests)-1].Query; strings.Contains(q, "hunter2secret") {
		t.Errorf("the reranker was asked %q", q)
	}
}
