package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memoir/memory"
)

// stateSnapshot is everything an undo must restore: rows with links, the content of the vector
// index, and the results of full-text search.
func (h *harness) stateSnapshot() string {
	h.t.Helper()
	var b strings.Builder
	for _, st := range []memory.Status{
		memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten,
	} {
		ms := h.memoriesWithStatus(st)
		sort.Slice(ms, func(i, j int) bool { return ms[i].ID < ms[j].ID })
		for _, m := range ms {
			text, err := json.Marshal(m)
			if err != nil {
				h.t.Fatal(err)
			}
			b.Write(append(text, '\n'))
		}
	}
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	hashes, err := h.db.VectorIndex().ContentHashes(h.ctx(), c)
	if err != nil {
		h.t.Fatal(err)
	}
	var keys []string
	for k, hash := range hashes {
		keys = append(keys, fmt.Sprint(k, hash))
	}
	slices.Sort(keys)
	hits, err := h.db.FullText().SearchMemories(h.ctx(), "user", 1000, memory.FullTextFilter{ProfileID: 1})
	if err != nil {
		h.t.Fatal(err)
	}
	var found []int
	for _, hit := range hits {
		found = append(found, int(hit.Owner))
	}
	slices.Sort(found)
	fmt.Fprintln(&b, keys, found)
	return b.String()
}

// performRandomAction does one random action as a random actor.
func (h *harness) performRandomAction(r *rand.Rand, step int) {
	h.t.Helper()
	h.clock.advance(time.Minute)
	actor := []memory.Actor{memory.ActorUser, memory.ActorAPI, memory.ActorFolder, memory.ActorImport}[r.IntN(4)]
	var ids []memory.ID
	for _, st := range []memory.Status{memory.StatusActive, memory.StatusInbox, memory.StatusArchived} {
		for _, m := range h.memoriesWithStatus(st) {
			ids = append(ids, m.ID)
		}
	}
	text := fmt.Sprintf("The user owns thing %d.", step)
	if len(ids) == 0 || r.IntN(4) == 0 {
		if _, err := h.Session(1, actor).AddMemory(h.ctx(), memory.NewMemory{Content: text}); err != nil {
			h.t.Fatal(err)
		}
		return
	}
	id := ids[r.IntN(len(ids))]
	yes, status := r.IntN(2) == 0, []memory.Status{memory.StatusActive, memory.StatusArchived}[r.IntN(2)]
	var err error
	switch r.IntN(9) {
	case 6:
		h.learnIntoInbox(text)
	case 7:
		_, err = h.Session(1, actor).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Content: &text, Status: &status})
	case 8:
		h.learnAtCapacity(len(h.activeContents())-1, text)
	case 0:
		_, err = h.Session(1, actor).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Content: &text})
	case 1:
		_, err = h.Session(1, actor).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Pinned: &yes})
	case 2:
		_, err = h.Session(1, actor).UpdateMemory(h.ctx(), id, memory.MemoryPatch{Status: &status})
	case 3:
		_, err = h.Session(1, actor).ForgetMemory(h.ctx(), id)
	case 4:
		h.repeatMemory(id)
	default:
		h.learnReplacement(id, text)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// learnIntoInbox learns a fact that goes to the inbox.
func (h *harness) learnIntoInbox(text string) {
	h.t.Helper()
	h.setSetting("extraction.ask_first", "always")
	h.learnNewFact(text)
	h.setSetting("extraction.ask_first", "never")
}

// learnAtCapacity learns a fact with the given limit of active memories, so that others are
// evicted.
func (h *harness) learnAtCapacity(most int, text string) {
	h.t.Helper()
	h.setSetting("capacity.max_entries", strconv.Itoa(max(most, 1)))
	h.learnNewFact(text)
	h.setSetting("capacity.max_entries", "0")
}

func (h *harness) setSetting(key, value string) {
	h.t.Helper()
	if err := h.SetAndStoreSetting(h.ctx(), key, value); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) learnNewFact(text string) {
	h.t.Helper()
	h.setExtractionAndReconcileReplies(`[{"fact": "`+text+`"}]`, `[]`)
	said := strings.Replace(text, "The user owns", "I own", 1)
	if _, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(
		h.ctx(), memory.LearnParams{Text: said},
	); err != nil {
		h.t.Fatal(err)
	}
}

// repeatMemory states the content of a memory again in a new chat.
func (h *harness) repeatMemory(id memory.ID) {
	h.t.Helper()
	m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	h.setExtractionAndReconcileReplies(`[{"fact": "`+m.Content+`"}]`, `[]`)
	h.sendAndLearn(h.newChat(), strings.Replace(m.Content, "The user owns", "I own", 1))
}

// learnReplacement makes the extractor learn a fact that replaces the memory.
func (h *harness) learnReplacement(id memory.ID, text string) {
	h.t.Helper()
	old, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	h.embedder.setCosine(old.Content, text, 0.8)
	h.setExtractionAndReconcileReplies(`[{"fact": "`+text+`"}]`, `[{"new":1,"action":"UPDATE","known":1}]`)
	if _, err := h.Session(1, memory.ActorUser).LearnFromTextAndUpdateSummaryNow(h.ctx(),
		memory.LearnParams{Text: strings.Replace(text, "The user owns",
			"I own", 1)}); err != nil {
		h.t.Fatal(err)
	}
}

// undoableDecisions returns the decisions after since that can be undone.
func (h *harness) undoableDecisions(since memory.ID) []memory.Decision {
	h.t.Helper()
	ds, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{AfterID: since})
	if err != nil {
		h.t.Fatal(err)
	}
	return slices.DeleteFunc(ds, func(d memory.Decision) bool {
		return d.UndoneBy != 0 || d.UndoOf != 0 || len(d.Changes) == 0
	})
}

func TestUndoInAnyLegalOrderRestoresTheInitialState(t *testing.T) {
	var system atomic.Int32
	t.Cleanup(func() {
		if system.Load() < 6 {
			t.Errorf("the program itself put something aside in %d runs only", system.Load())
		}
	})
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 7))
			h := newStandardHarness(t)
			for k, v := range map[string]string{"retrieval.few": "0", "retrieval.always": "false"} {
				// Answers get the newest: only repetitions count as uses.
				if err := h.SetAndStoreSetting(h.ctx(), k, v); err != nil {
					t.Fatal(err)
				}
			}
			h.setExtractionAndReconcileReplies(`[]`, `[]`)
			for i := range 5 {
				h.performRandomAction(r, i)
			}
			before := h.stateSnapshot()
			last, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{Limit: 1})
			if err != nil || len(last) == 0 {
				t.Fatal(err)
			}
			for i := range 40 {
				h.performRandomAction(r, 100+i)
			}
			actors := map[memory.Actor]bool{}
			for _, d := range h.undoableDecisions(0) {
				actors[d.Actor] = true
			}
			if len(actors) < 5 {
				t.Errorf("only these actors did anything: %v", actors)
			}
			system.Add(map[bool]int32{true: 1}[actors[memory.ActorSystem]])
			refused := 0
			var live []memory.Decision
			for {
				if len(live) == 0 {
					if live = h.undoableDecisions(last[0].ID); len(live) == 0 {
						break
					}
				}
				i := r.IntN(len(live))
				d := live[i]
				live = slices.Delete(live, i, i+1) // refused ones are back in the next round
				undo, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), d.ID)
				var conflict *memory.ConflictError
				if errors.As(err, &conflict) {
					if conflict.Decision <= d.ID {
						t.Fatalf("decision %d is said to be held by the earlier %d", d.ID, conflict.Decision)
					}
					refused++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if r.IntN(3) == 0 { // redo, and undo again
					redo, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), undo.ID)
					if err != nil {
						t.Fatalf("redo of %d: %v", d.ID, err)
					}
					if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), redo.ID); err != nil {
						t.Fatalf("undo of the redo of %d: %v", d.ID, err)
					}
				}
			}
			if after := h.stateSnapshot(); after != before {
				t.Errorf("after undoing everything (%d refused on the way):\n%s\nwant\n%s", refused, after, before)
			}
		})
	}
}

func TestLedgerExplainsEveryMemory(t *testing.T) {
	h := newStandardHarness(t)
	r := rand.New(rand.NewPCG(3, 4))
	h.setExtractionAndReconcileReplies(`[]`, `[]`)
	for i := range 60 {
		h.performRandomAction(r, i)
	}
	ds, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	last := map[memory.ID]*memory.Memory{}
	for _, d := range slices.Backward(ds) {
		for _, c := range d.Changes {
			last[c.MemoryID] = c.After
		}
	}
	for _, st := range []memory.Status{
		memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten,
	} {
		for _, m := range h.memoriesWithStatus(st) {
			want := last[m.ID]
			if want == nil || want.Content != m.Content || want.Status != m.Status || want.SupersededBy != m.SupersededBy {
				t.Errorf("memory %d stands as %+v, the ledger says %+v", m.ID, m, want)
			}
		}
	}
}
