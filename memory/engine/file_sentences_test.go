package engine_test

import (
	"errors"
	"testing"

	"memoir/memory"
)

const beesFile = "The garden needs water. In Tuscany the user is a keeper of bees. Nothing else stands here."

func TestStandardComparesFactsWithTheSentencesOfFiles(t *testing.T) {
	const fact = "The user keeps bees in Tuscany."
	for _, c := range []struct {
		name     string
		sentence string
		cosine   float64
		stored   bool
	}{
		{"a paraphrase", "In Tuscany the user is a keeper of bees.", 0.901, false},
		{"not near enough", "In Tuscany the user is a keeper of bees.", 0.899, true},
		{"no word in common", "The garden needs water.", 0.95, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newStandardHarness(t)
			h.embedder.setCosine(fact, c.sentence, c.cosine)
			f := h.addFile("notes.txt", beesFile)
			h.setExtractionAndReconcileReplies(`[{"fact": "`+fact+`"}]`, "[]")
			_, ds := h.sendAndLearn(h.newChat(), "I keep bees in Tuscany")
			if got := len(h.activeContents()) == 1; got != c.stored {
				t.Fatalf("stored: %v", got)
			}
			if !c.stored && (ds[0].Action != memory.ActionIgnore || ds[0].FileID != f.ID) {
				t.Errorf("the ledger does not name the file: %+v", ds[0])
			}
		})
	}
}

func TestGuardsHoldForTheSentencesOfFiles(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user has three cats.", "The user has two cats.", 0.95)
	h.addFile("notes.txt", "It is raining. The user has two cats. It is late.")
	h.setExtractionAndReconcileReplies(`[{"fact": "The user has three cats."}]`, "[]")
	h.sendAndLearn(h.newChat(), "I have three cats")
	if got := h.activeContents(); len(got) != 1 {
		t.Errorf("memories = %q: another number is another fact", got)
	}
}

func TestSource000_ClassicComparesWithChunksOnly(t *testing.T) {
	h := newHarness(t)
	h.embedder.setCosine("The user keeps bees in Tuscany.", "In Tuscany the user is a keeper of bees.", 0.95)
	h.addFile("notes.txt", beesFile)
	h.model.setFact("The user keeps bees in Tuscany.")
	h.sendAndLearn(h.newChat(), "I keep bees in Tuscany")
	if got := h.activeContents(); len(got) != 1 {
		t.Errorf("memories = %q", got)
	}
}

func TestFailingSentencesOfFilesStopNoFact(t *testing.T) {
	h := newStandardHarness(t)
	h.addFile("notes.txt", beesFile)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user keeps bees in Tuscany."}]`, "[]")
	h.embedder.changeUnderLock(func(p *angleEmbedder) {
		p.failText, p.failErr = "In Tuscany the user is a keeper of bees.", errors.New("boom")
	})
	h.sendAndLearn(h.newChat(), "I keep bees in Tuscany")
	if got := h.activeContents(); len(got) != 1 {
		t.Errorf("memories = %q", got)
	}
}
