package ledger

import (
	"fmt"
	"testing"
	"time"

	"memoir/memory"
)

// today is noon of the tests' day.
var today = time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)

func newTestModel() *model { return newModel(1, func() time.Time { return today }) }

func TestSelectionSaysWhatCanBeUndoneAtOnce(t *testing.T) {
	for _, c := range []struct {
		filter   memory.DecisionFilter
		scope    string
		filtered bool
	}{
		{memory.DecisionFilter{}, "", false},
		{memory.DecisionFilter{Actor: memory.ActorUser}, "", true},
		{memory.DecisionFilter{MemoryID: 1}, "", true},
		{memory.DecisionFilter{MessageID: 1}, "", true},
		{memory.DecisionFilter{Since: today}, "from this day", true},
		{memory.DecisionFilter{ChatID: 1, Since: today}, "from this chat", true},
		{memory.DecisionFilter{FileID: 1, ChatID: 1}, "from this file", true},
	} {
		m := newTestModel()
		m.setFilterResettingTarget(c.filter)
		scope, ok := m.undoableFilterScopeText()
		if scope != c.scope || ok != (c.scope != "") || m.isFiltered() != c.filtered {
			t.Errorf("%+v: %q %v, filtered %v", c.filter, scope, ok, m.isFiltered())
		}
	}
}

func TestFilterIsOfTheProfileAndOfNoPage(t *testing.T) {
	m := newTestModel()
	m.targetDecisionResettingFilter(7)
	if m.targetID != 7 || m.loadDownTo != 7 || m.isFiltered() {
		t.Errorf("selected: %+v", m)
	}
	m.setFilterResettingTarget(memory.DecisionFilter{ProfileID: 2, Limit: 3, BeforeID: 4, AfterID: 5, RunID: "r"})
	if got := fmt.Sprintf("%+v", m.filter); got != fmt.Sprintf("%+v", memory.DecisionFilter{ProfileID: 1, RunID: "r"}) {
		t.Errorf("filter: %s", got)
	}
	if m.targetID != 0 || m.loadDownTo != 0 {
		t.Errorf("still selected: %+v", m)
	}
}

func TestUndosAreFoldedIntoTheRowsTheyUndid(t *testing.T) {
	m := newTestModel()
	m.decisions = []memory.Decision{
		{ID: 9, UndoOf: 5, CreatedAt: today, Actor: memory.ActorUser},
		{ID: 8, UndoOf: 2},
		{ID: 5, UndoneBy: 9},
		{ID: 4, UndoneBy: 99},
	}
	got := ""
	for _, r := range m.ledgerRowsWithUndosMerged() {
		got += fmt.Sprint(r.ID, " ", m.undoneByText(r), "; ")
	}
	if want := "8 Undone; 5 You undid this · just now; 4 Undone; "; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestRowNamesItsFileElseItsChat(t *testing.T) {
	m := newTestModel()
	m.origins.Chats = []memory.DecisionOrigin{{ID: 1, Title: "Cats"}, {ID: 2}, {ID: 3, Gone: true}}
	m.origins.Files = []memory.DecisionOrigin{{ID: 1, Title: "cats.txt"}, {ID: 3, Gone: true}}
	for want, d := range map[string]memory.Decision{
		"just now":            {},
		"just now · Cats":     {ChatID: 1},
		"just now · New chat": {ChatID: 2},
		"just now · cats.txt": {FileID: 1, ChatID: 1},
	} {
		for _, gone := range []memory.ID{0, 3, 4} {
			d.CreatedAt = today
			if d.ChatID == 0 {
				d.ChatID = gone
			}
			if got := m.timeAndOriginText(ledgerRow{Decision: d}); got != want {
				t.Errorf("%+v: %q, want %q", d, got, want)
			}
		}
	}
	goneFile := memory.Decision{CreatedAt: today, FileID: 3, ChatID: 1}
	if got := m.timeAndOriginText(ledgerRow{Decision: goneFile}); got != "just now · Cats" {
		t.Errorf("with a file that is gone: %q", got)
	}
}

func TestDaysAreNamedRelativeToToday(t *testing.T) {
	m := newTestModel()
	for want, day := range map[string]time.Time{
		"": {}, "Today": startOfLocalDay(today), "Yesterday": startOfLocalDay(today).AddDate(0, 0, -1),
		"1 May 2026": startOfLocalDay(today).AddDate(0, 0, -2),
	} {
		if got := m.dayName(day); got != want {
			t.Errorf("%v is %q, want %q", day, got, want)
		}
	}
	days := distinctLocalDays([]time.Time{today, today.Add(-time.Hour), today.Add(-13 * time.Hour)})
	if len(days) != 2 || !days[0].Equal(startOfLocalDay(today)) || !days[1].Equal(
		startOfLocalDay(today).AddDate(0, 0, -1),
	) {
		t.Errorf("days: %v", days)
	}
}

func TestCountSaysWhetherThereAreOlderChanges(t *testing.T) {
	m := newTestModel()
	if got := m.changeCountText(1); got != "1 change" {
		t.Errorf("got %q", got)
	}
	m.hasOlder = true
	if got := m.changeCountText(1200); got != "The newest 1,200 changes" {
		t.Errorf("got %q", got)
	}
}

func TestOlderPageFollowsTheLastRow(t *testing.T) {
	m := newTestModel()
	if f := m.nextOlderPageFilter(); f.BeforeID != 0 || f.Limit != pageSize+1 {
		t.Errorf("without rows: %+v", f)
	}
	m.targetDecisionResettingFilter(7)
	m.decisions = []memory.Decision{{ID: 9}, {ID: 7}}
	if f := m.nextOlderPageFilter(); f.BeforeID != 7 {
		t.Errorf("got %+v", f)
	}
	m.appendOlderPage(make([]memory.Decision, pageSize+1))
	if len(m.decisions) != pageSize+2 || !m.hasOlder || m.loadDownTo != 0 {
		t.Errorf("%d rows, older %v, down to %d", len(m.decisions), m.hasOlder, m.loadDownTo)
	}
	m.appendOlderPage(make([]memory.Decision, pageSize))
	if len(m.decisions) != 2*pageSize+2 || m.hasOlder {
		t.Errorf("%d rows, older %v", len(m.decisions), m.hasOlder)
	}
}

func TestGoneChatsAndFilesAreOfferedAsSuch(t *testing.T) {
	d := newHarness(t)
	d.AppendExtractorDecision(memory.Decision{Action: memory.ActionIgnore, Candidate: "A cat.", ChatID: 70})
	d.AppendExtractorDecision(memory.Decision{Action: memory.ActionIgnore, Candidate: "A dog.", FileID: 80})
	d.reloadRows()
	for _, c := range []struct{ filter, item string }{
		{"Filter by Chat", "Deleted chat"}, {"Filter by File", "Removed file"},
	} {
		d.tapButtonNamedInRow(c.filter, "")
		d.tapButtonNamedInRow(c.item, "")
		d.WaitForLoad(c.item, &d.page.request)
		if len(d.page.decisions) != 1 {
			t.Errorf("%s selects %d rows", c.item, len(d.page.decisions))
		}
		d.tapButtonNamedInRow("Show all", "")
		d.WaitForLoad("all rows", &d.page.request)
	}
}

func TestFailureToLoadTheHistoryIsReported(t *testing.T) {
	d := newHarness(t)
	d.AddMemoryAsUser("The user has a cat.")
	d.reloadRows()
	d.CloseStore()
	for name, do := range map[string]func(){
		"reload": func() { d.page.ReloadOnCoreEvent(memory.Event{Kind: memory.EventMemories}) },
		"older":  d.page.loadAndShowOlderPage,
		"undo":   func() { d.tapButtonNamedInRow("Undo", decisionRowKey(d.page.decisions[0].ID)) },
	} {
		do()
		if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
			t.Errorf("%s: said %+v", name, toast)
		}
	}
	if len(d.page.decisions) != 1 {
		t.Errorf("%d rows are left", len(d.page.decisions))
	}
}
