package panel

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/uitest"
)

// chooseInMenu taps a control that opens a menu, and an item of the menu.
func (d *harness) chooseInMenu(control, item string) {
	d.Helper()
	d.TapControlNamed(control, nil)
	d.TapControlNamed(item, nil)
}

func TestSelectedMemoriesAreForgottenAndBroughtBackTogether(t *testing.T) {
	d := newHarness(t)
	for _, text := range []string{"I have a cat", "I have a dog", "I live in Rome"} {
		d.AddMemoryAsUser(text)
	}
	d.reloadMemoriesAndWait()
	d.chooseInMenu("Filter, sort and select", "Select memories")
	d.TapControlNamed("Select: I have a cat", nil)
	d.TapControlNamed("Select: I live in Rome", nil)
	d.TapControlNamed("Selected: I live in Rome", nil)
	d.TapControlNamed("Select: I have a dog", nil)
	if !d.ShowsText("2 selected") {
		t.Errorf("shown:\n%s", d.VisibleText())
	}
	d.chooseInMenu("Actions for the selected memories", "Forget")
	toast := d.WaitForToastAndClearToasts("Forgot 2 memories")
	if got := d.JoinedActiveMemoryTexts(); got != "I live in Rome" {
		t.Errorf("left: %s", got)
	}
	toast.Action()
	d.WaitForToastAndClearToasts("Undone")
	if got := d.JoinedActiveMemoryTexts(); strings.Count(got, "I have a") != 2 {
		t.Errorf("after one Undo: %s", got)
	}
}

func TestSelectedMemoriesGetATypeAndAChat(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Lisbon")
	a, b := d.AddMemoryAsUser("I have a cat"), d.AddMemoryAsUser("I have a dog")
	d.panel.SetChatAndNewestAnswer(memory.Chat{ID: chat}, 0)
	d.reloadMemoriesAndWait()
	d.chooseInMenu("Filter, sort and select", "Select memories")
	d.TapControlNamed("Select all", nil)
	d.chooseInMenu("Actions for the selected memories", "Knowledge")
	d.WaitForToastAndClearToasts("Knowledge: 2 memories")
	d.reloadMemoriesAndWait()
	d.chooseInMenu("Filter, sort and select", "Select memories")
	d.TapControlNamed("Select all", nil)
	d.chooseInMenu("Actions for the selected memories", "Use in this chat only")
	d.WaitForToastAndClearToasts("2 memories are now used only in this chat")
	for _, id := range []memory.ID{a.ID, b.ID} {
		if m := d.LoadMemory(id); m.Type != memory.TypeKnowledge || m.Scope != memory.ScopeChat || m.ChatID != chat {
			t.Errorf("memory %d is %s, %s, of chat %d", id, m.Type, m.Scope, m.ChatID)
		}
	}
}

func TestEscEndsTheSelectionAndClicksOpenAgain(t *testing.T) {
	d := newHarness(t)
	d.AddMemoryAsUser("I have a cat")
	d.reloadMemoriesAndWait()
	d.chooseInMenu("Filter, sort and select", "Select memories")
	if !d.panel.CloseEditorOrOverlayOrSelection() || d.panel.CloseEditorOrOverlayOrSelection() {
		t.Error("Esc did not end the selection once")
	}
	d.TapControlNamed("Memory: I have a cat", nil)
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
}

func TestSelectingWorksByKeyboard(t *testing.T) {
	d := newHarness(t)
	d.AddMemoryAsUser("I have a cat")
	d.reloadMemoriesAndWait()
	d.chooseInMenu("Filter, sort and select", "Select memories")
	d.Win.Canvas().Focus(d.FindControlNamed("Select: I have a cat", nil).(fyne.Focusable))
	d.PressKeys(fyne.KeySpace)
	if !d.ShowsText("1 selected") {
		t.Errorf("shown:\n%s", uitest.ShownRowsAsText(d.panel.memories.body))
	}
}

func TestMemoriesAreOrdered(t *testing.T) {
	used := func(n int, days int) func(*memory.Memory) {
		return func(m *memory.Memory) {
			m.UseCount = n
			m.LastUsedAt = memory.NullTime{Time: time.Unix(int64(days)*86400, 0)}
		}
	}
	for order, want := range map[string]string{
		orderNewest: "m4 m3 m2 m1", orderOldest: "m1 m2 m3 m4", orderMostUsed: "m3 m4 m1 m2", orderLastUsed: "m1 m4 m3 m2",
	} {
		q := listQuery{filter: filterAll, order: order}
		items := []memory.Memory{newActiveMemory(
			4, used(2, 8),
		), newActiveMemory(3, used(5, 7)), newActiveMemory(2), newActiveMemory(1, used(1, 9))}
		q.sortMemoriesIntoQueryOrder(items)
		l := newTestList(q)
		l.storeResultAndDropUnlistedChosen(listResult{items: items})
		if got := describeListRows(l); got != want {
			t.Errorf("%q lists %s, want %s", order, got, want)
		}
	}
}

func TestAllCanBeSelectedThoughOnlyTheStartWasLoaded(t *testing.T) {
	d := newHarness(t)
	const all = pageSize + 20
	for i := range all {
		m := d.NewExtractedFact(fmt.Sprintf("Fact number %d.", i))
		m.CreatedAt = d.Now.Add(-time.Duration(i) * time.Second) // the highest ID is beyond the start
		d.StoreMemoryWithoutDecision(m)
	}
	d.reloadMemoriesAndWait()
	if got := len(d.panel.memories.list.items); got != pageSize {
		t.Fatalf("%d are loaded, want the start", got)
	}
	d.chooseInMenu("Filter, sort and select", "Select memories")
	d.TapControlNamed("Select all", nil) // before the others have come
	d.RunUICallsUntil("all", func() bool { return d.ShowsText(fmt.Sprintf("%d selected", all)) })
	for _, m := range d.panel.memories.list.items {
		if d.panel.memories.list.isNewInWindow(m) {
			t.Errorf("%q, which was there before, is new", m.Content)
		}
	}
}

func TestListIsWholeForQueriesThatTheCoreDoesNotOrderOrCount(t *testing.T) {
	all := listQuery{filter: filterAll}
	for _, q := range []listQuery{all, all.withFilterAndNoTag(string(memory.TypeEvent))} {
		if !q.mayLoadFirstPageOnly() {
			t.Errorf("%+v is loaded whole", q)
		}
	}
	oldest, searched := all, all
	oldest.order, searched.text = orderOldest, "tea"
	for _, q := range []listQuery{
		oldest, searched, all.withTagToggledInAllTypes("food"), all.withStatusLeavingInbox(statusPast),
		all.withFilterAndNoTag(filterInbox),
	} {
		if q.mayLoadFirstPageOnly() {
			t.Errorf("of %+v only the start is loaded", q)
		}
	}
}
