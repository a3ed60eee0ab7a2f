package panel

import (
	"fmt"
	"strings"
	"testing"

	"memoir/memory"
)

func (d *harness) loadListResultOrFail(q listQuery, stale bool) listResult {
	d.Helper()
	r, err := q.loadListResult(d.Context(), d.Env.Session, stale, 0)
	if err != nil {
		d.Fatal(err)
	}
	return r
}

func joinMemoryContents(ms []memory.Memory) string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	return strings.Join(out, " ")
}

func TestLoadedListMatchesItsQuery(t *testing.T) {
	d := newHarness(t)
	insert := func(text string, change func(m *memory.Memory)) memory.Memory {
		m := d.NewExtractedFact(text)
		change(&m)
		return d.StoreMemoryWithoutDecision(m)
	}
	used := insert("Used.", func(m *memory.Memory) { m.Tags, m.Type = []string{"food"}, memory.TypeEvent })
	if err := d.DB.MemoryStore().IncrementUseCountsAndSetLastUsed(t.Context(), 1, d.Now, []memory.ID{used.ID}); err !=
		nil {
		t.Fatal(err)
	}
	insert("Waits.", putInInbox)
	insert("Unused.", func(*memory.Memory) {})
	insert("Over.", func(m *memory.Memory) { m.ValidTo = "2026-04" })
	insert("Replaced.", func(m *memory.Memory) { m.SupersededBy = used.ID })
	insert("Aside.", func(m *memory.Memory) { m.Status = memory.StatusArchived })
	insert("Gone.", func(m *memory.Memory) { m.Status = memory.StatusForgotten })
	for _, c := range []struct {
		query listQuery
		want  string
	}{
		{listQuery{filter: filterAll}, "Unused. Used."},
		{listQuery{filter: filterInbox}, "Waits."},
		{listQuery{filter: "event"}, "Used."},
		{listQuery{filter: filterAll, tag: "food"}, "Used."},
		{listQuery{filter: filterAll, text: "unused"}, "Unused."},
		{listQuery{filter: filterAll, status: statusNeverUsed}, "Unused."},
		{listQuery{filter: filterAll, status: statusPast}, "Replaced. Over."},
		{listQuery{filter: filterAll, status: statusPast, text: "over"}, "Over."},
		{listQuery{filter: filterAll, status: statusArchived}, "Aside."},
		{listQuery{filter: filterAll, status: statusForgotten}, "Gone."},
	} {
		r := d.loadListResultOrFail(c.query, false)
		if got := joinMemoryContents(r.items); got != c.want || r.overview != nil {
			t.Errorf("%+v: got %s, %v; want %s", c.query, got, r.overview, c.want)
		}
		if got := joinMemoryContents(r.inbox); (got == "Waits.") != (c.query.text == "") {
			t.Errorf("%+v: in the inbox %q", c.query, got)
		}
	}
	if o := d.loadListResultOrFail(listQuery{filter: filterAll}, true).overview; o == nil ||
		o.ByStatus[memory.StatusActive] != 2 {
		t.Errorf("the overview is %+v", o)
	}
}

func TestInboxIsLoadedWithReasonsAndReplacedTexts(t *testing.T) {
	d := newHarness(t)
	rome, tea := d.AddMemoryAsUser("Rome."), d.AddMemoryAsUser("Tea.")
	gone := memory.StatusForgotten
	if _, err := d.Env.Session.UpdateMemory(t.Context(), tea.ID, memory.MemoryPatch{Status: &gone}); err != nil {
		t.Fatal(err)
	}
	waiting := func(text string, proposes memory.ID, reason string) memory.ID {
		m := d.NewExtractedFact(text)
		m.Status, m.Proposes = memory.StatusInbox, proposes
		return d.StoreMemoryWithExtractorDecision(m, memory.Decision{Reason: memory.NullText(reason)}).ID
	}
	lisbon := waiting("Lisbon.", rome.ID, "it contradicts another one")
	coffee := waiting("Coffee.", tea.ID, "you removed this")
	m := d.NewExtractedFact("Milan.")
	m.Proposes = rome.ID
	milan := d.StoreMemoryWithoutDecision(m).ID
	m = d.NewExtractedFact("Venice.")
	m.SupersededBy = rome.ID
	waiting("Verona.", d.StoreMemoryWithoutDecision(m).ID, "it contradicts another one")
	r := d.loadListResultOrFail(listQuery{filter: filterAll}, false)
	if r.reasons[lisbon] != "it contradicts another one" || r.reasons[coffee] != "you removed this" {
		t.Errorf("the reasons are %v", r.reasons)
	}
	if len(r.replaces) != 2 || r.replaces[lisbon] != "Rome." || r.replaces[milan] != "Rome." {
		t.Errorf("they may replace %v; not a forgotten or a replaced one", r.replaces)
	}
}

func TestReasonsAreLoadedForTheFirstPageOfTheInbox(t *testing.T) {
	d := newHarness(t)
	for i := range maxReasons + 3 {
		m := d.NewExtractedFact(fmt.Sprintf("Fact %d.", i))
		m.Status = memory.StatusInbox
		d.StoreMemoryWithExtractorDecision(m, memory.Decision{Reason: "you said so"})
	}
	if r := d.loadListResultOrFail(listQuery{filter: filterInbox}, false); len(r.inbox) != maxReasons+3 ||
		len(r.reasons) != maxReasons {
		t.Errorf("%d wait, %d reasons", len(r.inbox), len(r.reasons))
	}
}

func TestListSaysWhyItCannotBeLoaded(t *testing.T) {
	d := newHarness(t)
	if err := d.DB.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, stale := range []bool{true, false} {
		if _, err := (listQuery{filter: filterAll}).loadListResult(t.Context(), d.Env.Session, stale, 0); err == nil {
			t.Errorf("stale %v: no error", stale)
		}
	}
	d.panel.memories.reloadMemories()
	if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
		t.Errorf("the toast is %+v", toast)
	}
}
