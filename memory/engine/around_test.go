package engine_test

import (
	"slices"
	"testing"
	"time"

	"memoir/memory"
)

// addMemorySaidIn stores a memory learned from a message, with a cosine of 0 to every question.
func (h *harness) addMemorySaidIn(m memory.Message, content string, at time.Time) memory.ID {
	h.t.Helper()
	id, err := h.db.MemoryStore().Insert(h.ctx(), memory.Memory{
		ProfileID: 1, Content: content, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginExtracted,
		SourceMessageID: m.ID, CreatedAt: at, UpdatedAt: at,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// newHarnessWithFactSaidNearFerry has a chat in which a ferry is named two messages before a memory was learned from.
func newHarnessWithFactSaidNearFerry(t *testing.T) (h *harness, learned memory.ID) {
	t.Helper()
	h = newHarness(t, func(c *memory.Config) { c.Ranking, c.QueryExpansion = memory.RankByHybrid, "" })
	h.addUnrelatedMemories(12)
	chat := h.newChat()
	h.waitForAnswer(h.sendMessage(chat, "Tomorrow we take the Brevik ferry.").Answer.ID)
	turn := h.sendMessage(h.reloadChat(chat), "It leaves at nine.")
	h.waitForAnswer(turn.Answer.ID)
	learned = h.addMemorySaidIn(turn.User, "The user leaves at nine.", h.clock.now())
	h.addMemories("The user has a newer memory.")
	return h, learned
}

func TestWhatWasSaidAroundAMemoryCounts(t *testing.T) {
	h, learned := newHarnessWithFactSaidNearFerry(t)
	search := func() (place int, parts memory.ScoreParts) {
		low, k := -1.0, 50
		_, r := h.retrieveContentsOfMemories(
			memory.RetrieveParams{Query: "When does the Brevik ferry go?", Threshold: &low, TopK: &k},
		)
		place = slices.IndexFunc(r.Memories, func(m memory.MemoryHit) bool { return m.ID == learned })
		if place < 0 {
			return place, parts
		}
		return place, r.Memories[place].ScoreParts
	}
	place, parts := search()
	if place != 0 || parts.Around == nil || *parts.Around <= 0 || parts.Words != nil {
		t.Errorf("in place %d with %+v", place+1, parts)
	}
	h.setSetting("retrieval.around_weight", "0")
	if place, _ := search(); place == 0 {
		t.Error("without the weight it is still first")
	}
}

func TestTheTimeAskedAboutCounts(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { c.Ranking, c.QueryExpansion = memory.RankByHybrid, "" })
	h.addUnrelatedMemories(12)
	may2019 := time.Date(2019, 5, 10, 12, 0, 0, 0, time.UTC)
	old := h.addMemorySaidIn(memory.Message{}, "The user repaired a bicycle.", may2019)
	h.addMemorySaidIn(memory.Message{}, "The user repaired a bicycle.", h.clock.now())
	low, k := -1.0, 50
	for question, want := range map[string]bool{
		"Which bicycle was repaired in May 2019?": true, "Which bicycle was repaired in 2018?": false,
	} {
		_, r := h.retrieveContentsOfMemories(memory.RetrieveParams{Query: question, Threshold: &low, TopK: &k})
		i := slices.IndexFunc(r.Memories, func(m memory.MemoryHit) bool { return m.ID == old })
		if i < 0 || i > 1 || (i == 0) != want || r.Memories[i].ScoreParts.InTime != want {
			t.Errorf("%s: in place %d of %d", question, i+1, len(r.Memories))
		}
	}
}
