package memory_test

import (
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestWhatWasWrittenOrPinnedIsNeverPutAside(t *testing.T) {
	for _, order := range []string{"value", "oldest"} {
		t.Run(order, func(t *testing.T) {
			h := newHouse(t, func(c *memory.Config) {
				*c = memory.Standard()
				c.MaxEntries, c.CapacityOrder = 2, order
			})
			h.add("The user wrote this.")
			h.clock.tick(time.Hour)
			yes, id := true, h.tell("The user likes tea.", "")[0].MemoryID
			if _, err := h.UpdateMemory(h.ctx(), 1, memory.ActorUser, id, memory.MemoryPatch{Pinned: &yes}); err != nil {
				t.Fatal(err)
			}
			for _, w := range []string{"figs", "rice"} {
				h.clock.tick(time.Hour)
				h.tell("The user likes "+w+".", "[]")
			}
			if got := strings.Join(h.contents(), "|"); got != "The user likes tea.|The user wrote this." {
				t.Errorf("in use: %s", got)
			}
		})
	}
}

func TestOfEqualMemoriesTheOneThatRestedLongestIsPutAside(t *testing.T) {
	h := newHouse(t, func(c *memory.Config) {
		*c = memory.Standard()
		c.MaxEntries, c.Few = 2, 0 // no answer uses a memory
	})
	for _, w := range []string{"figs", "rice"} { // the later one has the higher number and, by value, the longer life
		h.tell("The user likes "+w+".", "[]")
		h.clock.tick(100 * 24 * time.Hour)
	}
	figs := h.all(memory.StatusActive)[1]
	figs.LastUsedAt = memory.Moment{Time: h.clock.now()}
	if _, err := h.db.Memories().Put(h.ctx(), figs); err != nil {
		t.Fatal(err)
	}
	h.tell("The user likes tea.", "[]")
	if gone := h.all(memory.StatusArchived); len(gone) != 1 || gone[0].Content != "The user likes rice." {
		t.Errorf("put aside: %+v", gone)
	}
}
