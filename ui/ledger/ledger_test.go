package ledger

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestDecisionTitles(t *testing.T) {
	pinned := &memory.Memory{Pinned: true}
	unpinned, inbox := &memory.Memory{}, &memory.Memory{Status: memory.StatusInbox}
	user, extractor := memory.ActorUser, memory.ActorExtractor
	for want, d := range map[string]memory.Decision{
		"You pinned it":                                   {Actor: user, Action: memory.ActionPin, After: pinned},
		"You unpinned it":                                 {Actor: user, Action: memory.ActionPin, After: unpinned},
		"Memoir learned it":                               {Actor: extractor, Action: memory.ActionAdd},
		"Memoir asked for your OK":                        {Actor: extractor, Action: memory.ActionAdd, After: inbox},
		"Memoir replaced an older memory":                 {Actor: extractor, Action: memory.ActionReplace},
		"Memoir ignored it":                               {Actor: extractor, Action: memory.ActionIgnore},
		"An app changed it":                               {Actor: memory.ActorAPI, Action: memory.ActionUpdate},
		"The Markdown folder forgot it":                   {Actor: memory.ActorFolder, Action: memory.ActionForget},
		"You undid a change":                              {Actor: user, Action: memory.ActionRestore, UndoOf: 7},
		"Memoir archived it":                              {Actor: memory.ActorSystem, Action: memory.ActionArchive},
		"You permanently deleted it":                      {Actor: user, Action: memory.ActionErase},
		"An import repeated something already remembered": {Actor: memory.ActorImport, Action: memory.ActionIgnore},
	} {
		if got := DecisionTitle(d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRowUndoesAndRedoesItsChange(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	d.pinMemory(m.ID)
	d.reloadRows()
	if got, want := d.rowTitles(), "You pinned it, You added it"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	pin := d.page.decisions[0].ID
	d.tapButtonNamedInRow("Undo", decisionRowKey(pin))
	d.WaitForToastAndClearToasts("Undone")
	d.WaitForLoad("the row that was taken back", &d.page.request)
	if x, err := d.Service.Session(1, memory.ActorUser).LoadMemory(t.Context(), m.ID); err != nil || x.Pinned {
		t.Errorf("after Undo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.rowTitles(), "(You pinned it), You added it"; got != want {
		t.Errorf("after Undo: got %q, want %q", got, want)
	}
	if got := d.struckTexts(); got != "You pinned it, The user has a cat." {
		t.Errorf("after Undo, struck through: %q", got)
	}
	d.tapButtonNamedInRow("Redo", decisionRowKey(pin))
	d.WaitForToastAndClearToasts("Restored")
	d.WaitForLoad("the row in force again", &d.page.request)
	if x, err := d.Service.Session(1, memory.ActorUser).LoadMemory(t.Context(), m.ID); err != nil || !x.Pinned {
		t.Errorf("after Redo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.rowTitles(), "You pinned it, You added it"; got != want {
		t.Errorf("after Redo: got %q, want %q", got, want)
	}
	if got := d.struckTexts(); got != "" {
		t.Errorf("after Redo, struck through: %q", got)
	}
}

// struckTexts lists the texts that are struck through.
func (d *harness) struckTexts() string {
	var out []string
	uitest.VisitVisibleObjects(d.page.Body(), func(o fyne.CanvasObject) {
		if p, ok := o.(*widgets.WrappedText); ok && p.IsStrikethrough() {
			out = append(out, p.Text())
		}
	})
	return strings.Join(out, ", ")
}

func TestConflictingLaterChangeIsOfferedAndShown(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	d.pinMemory(m.ID)
	d.reloadRows()
	added, pin := d.page.decisions[1].ID, d.page.decisions[0].ID
	d.tapButtonNamedInRow("Undo", decisionRowKey(added))
	n := d.WaitForToastAndClearToasts("a later change to the same memory must be undone first")
	if n.ActionLabel != "Show change" {
		t.Fatalf("the way there is not offered: %+v", n)
	}
	if d.JoinedActiveMemoryTexts() != "The user has a cat." {
		t.Errorf("something was taken back: %q", d.JoinedActiveMemoryTexts())
	}
	d.page.SetFilterAndReload(memory.DecisionFilter{Actor: memory.ActorExtractor})
	d.WaitForLoad("the filtered rows", &d.page.request)
	n.Action()
	d.WaitForLoad("the change in the way", &d.page.request)
	if d.page.list.BuiltRowWidget(decisionRowKey(pin)) == nil || d.page.targetID != pin {
		t.Fatalf("the row of decision %d is not shown", pin)
	}
}

func TestUndoEverythingOfOneOrigin(t *testing.T) {
	yesterday := time.Date(2026, 5, 2, 12, 0, 0, 0, time.Local)
	for _, c := range []struct {
		name, item string
		by         func(chat memory.ID) memory.Decision
		said, left string
	}{
		{"of an answer", "Undo everything from this answer", func(chat memory.ID) memory.Decision {
			return memory.Decision{ChatID: chat, MessageID: 11, RunID: "r"}
		}, "Undid 2 changes from this answer", "Kept."},
		{"of a chat", "Undo everything from this chat", func(chat memory.ID) memory.Decision {
			return memory.Decision{ChatID: chat, MessageID: 11, RunID: "r"}
		}, "Undid 2 changes from this chat", "Kept."},
		{"of a file", "Undo everything from this file", func(memory.ID) memory.Decision {
			return memory.Decision{FileID: 5, RunID: "r"}
		}, "Undid 2 changes from this file", "Kept."},
		{"of a run", "Undo everything from this run", func(memory.ID) memory.Decision {
			return memory.Decision{RunID: "r"}
		}, "Undid 2 changes from this run", "Kept."},
		{"of a day", "Undo everything from this day", func(memory.ID) memory.Decision {
			return memory.Decision{CreatedAt: yesterday}
		}, "Undid 2 changes from this day", "Kept."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newHarness(t)
			d.AddMemoryAsUser("Kept.")
			by := c.by(d.CreateChat("Cats"))
			d.learnMemory("First of them.", by)
			d.learnMemory("Another second.", by)
			d.reloadRows()
			d.tapButtonNamedInRow("More options for this change", decisionRowKey(d.page.decisions[0].ID))
			d.tapButtonNamedInRow(c.item, "")
			n := d.WaitForToastAndClearToasts("Undid")
			if n.Text != c.said {
				t.Errorf("said %q, want %q", n.Text, c.said)
			}
			if got := d.JoinedActiveMemoryTexts(); got != c.left {
				t.Errorf("left %q, want %q", got, c.left)
			}
			n.Action()
			d.WaitForToastAndClearToasts("Restored")
			if got, want := d.JoinedActiveMemoryTexts(), "Another second. | First of them. | Kept."; got != want {
				t.Errorf("after Redo %q, want %q", got, want)
			}
		})
	}
}

func TestUndoEverythingIsAllOrNothing(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Cats")
	by := memory.Decision{ChatID: chat, MessageID: 11}
	first := d.learnMemory("First of them.", by)
	d.learnMemory("Another second.", by)
	d.pinMemory(first.ID)
	d.page.SetFilterAndReload(memory.DecisionFilter{ChatID: chat})
	d.WaitForLoad("the rows of the chat", &d.page.request)
	d.tapButtonNamedInRow("Undo everything from this chat", "")
	n := d.WaitForToastAndClearToasts("Nothing was undone")
	if n.ActionLabel != "Show change" {
		t.Errorf("the way there is not offered: %+v", n)
	}
	if got, want := d.JoinedActiveMemoryTexts(), "Another second. | First of them."; got != want {
		t.Errorf("left %q, want %q", got, want)
	}
}

// allFilterTitles are the titles of everything that storeDecisionsForEachFilter stores.
const allFilterTitles = "You added it, Memoir ignored it, Memoir replaced an older memory, Memoir learned it"

// storeDecisionsForEachFilter fills the ledger so that every filter selects different rows.
func (d *harness) storeDecisionsForEachFilter() {
	d.Helper()
	cats := memory.NewFile{Name: "cats.txt", Data: []byte("Cats sleep.")}
	file, err := d.Service.Session(1, memory.ActorUser).AddFileUnlessKnownOrTooLong(d.Context(), cats)
	if err != nil {
		d.Fatal(err)
	}
	d.learnMemory("From the chat.", memory.Decision{ChatID: d.CreateChat("Cats"), CreatedAt: d.Now.AddDate(0, 0, -2)})
	d.learnMemory("From the file.", memory.Decision{
		FileID: file.ID, CreatedAt: d.Now.AddDate(0, 0, -2), Action: memory.ActionReplace,
	})
	d.AppendExtractorDecision(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	d.AddMemoryAsUser("By hand.")
	d.reloadRows()
}

func TestFiltersSelectTheListedRows(t *testing.T) {
	d := newHarness(t)
	d.storeDecisionsForEachFilter()
	for _, c := range []struct{ pill, item, want string }{
		{"Filter by Who", "You", "You added it"},
		{"Filter by Who", "Memoir (learning)", "Memoir ignored it, Memoir replaced an older memory, Memoir learned it"},
		{"Filter by Who", "Anyone", allFilterTitles},
		{"Filter by Chat", "Cats", "Memoir learned it"},
		{"Filter by Chat", "All chats", allFilterTitles},
		{"Filter by Day", "Today", "You added it, Memoir ignored it"},
		{"Filter by Day", "1 May 2026", "Memoir replaced an older memory, Memoir learned it"},
		{"Filter by File", "cats.txt", "Memoir replaced an older memory"},
	} {
		d.tapButtonNamedInRow(c.pill, "")
		d.tapButtonNamedInRow(c.item, "")
		d.WaitForLoad("the rows of "+c.item, &d.page.request)
		if got := d.rowTitles(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.item, got, c.want)
		}
	}
	d.tapButtonNamedInRow("Show all", "")
	d.WaitForLoad("all rows", &d.page.request)
	if got, want := d.rowTitles(), allFilterTitles; got != want {
		t.Errorf("all: got %q, want %q", got, want)
	}
}

func TestFiltersWorkByKeyboard(t *testing.T) {
	d := newHarness(t)
	d.storeDecisionsForEachFilter()
	for _, c := range []struct {
		pill string
		keys []fyne.KeyName
		want string
	}{
		{"Filter by Who", []fyne.KeyName{fyne.KeyDown}, "You added it"},
		{"Filter by Who", []fyne.KeyName{fyne.KeyUp}, allFilterTitles},
		{"Filter by Chat", []fyne.KeyName{fyne.KeyDown}, "Memoir learned it"},
		{"Filter by Chat", []fyne.KeyName{fyne.KeyUp}, allFilterTitles},
		{"Filter by File", []fyne.KeyName{fyne.KeyDown}, "Memoir replaced an older memory"},
		{"Filter by File", []fyne.KeyName{fyne.KeyUp}, allFilterTitles},
		{"Filter by Day", []fyne.KeyName{fyne.KeyDown}, "You added it, Memoir ignored it"},
	} {
		d.Win.Canvas().Focus(d.FindControlNamed(c.pill, nil).(fyne.Focusable))
		d.PressKeys(fyne.KeyReturn)
		d.PressKeys(c.keys...)
		d.PressKeys(fyne.KeyReturn)
		d.WaitForLoad("the rows of "+c.pill, &d.page.request)
		if got := d.rowTitles(); got != c.want {
			t.Errorf("%s %v: got %q, want %q", c.pill, c.keys, got, c.want)
		}
	}
}

func TestRowShowsReplacedTextReasonAndScore(t *testing.T) {
	old := &memory.Memory{ID: 1, Content: "The user lives in Rome."}
	after := &memory.Memory{ID: 2, Content: "The user lives in Lisbon."}
	r := memory.Decision{
		Actor: memory.ActorExtractor, Action: memory.ActionReplace, After: after, Reason: "it contradicts the older memory",
		Changes: []memory.Change{{MemoryID: 1, Before: old, After: old}, {MemoryID: 2, After: after}},
		Scores:  map[string]float64{"cosine": 0.934},
	}
	got := strings.Join(
		[]string{DecisionText(r), TextBeforeDecision(r), DecisionReasonClause(r), SimilarityScoresText(r)},
		" / ",
	)
	want := "The user lives in Lisbon. / The user lives in Rome. / because it contradicts the older memory / " +
		"93% similar in meaning"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRowsOpenMemoriesAndMessagesByTapAndKey(t *testing.T) {
	d := newHarness(t)
	m, cats := d.AddMemoryAsUser("By hand."), d.CreateChat("Cats")
	d.AppendExtractorDecision(memory.Decision{
		Action: memory.ActionIgnore, Candidate: "Said again.", ChatID: cats, MessageID: 42,
	})
	d.reloadRows()
	test.Tap(d.page.list.BuiltRowWidget(decisionRowKey(d.page.decisions[0].ID)).(*widgets.Tappable))
	d.page.list.BuiltRowWidget(decisionRowKey(d.page.decisions[1].ID)).(*widgets.Tappable).TypedKey(
		&fyne.KeyEvent{Name: fyne.KeyReturn})
	if want := []app.Route{app.ChatRoute(cats, 42), app.MemoryRoute(m.ID)}; !slices.Equal(d.Routes, want) {
		t.Errorf("led to %+v, want %+v", d.Routes, want)
	}
}

func TestOlderDecisionsLoadOnDemand(t *testing.T) {
	d := newHarness(t)
	for range pageSize + 5 {
		d.AppendExtractorDecision(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	}
	d.reloadRows()
	if len(d.page.decisions) != pageSize || !d.page.hasOlder {
		t.Fatalf("%d rows, more %v", len(d.page.decisions), d.page.hasOlder)
	}
	d.page.loadAndShowOlderPage()
	d.WaitForLoad("older rows", &d.page.request)
	if len(d.page.decisions) != pageSize+5 || d.page.hasOlder {
		t.Errorf("%d rows, more %v", len(d.page.decisions), d.page.hasOlder)
	}
	d.reloadRows()
	if len(d.page.decisions) != pageSize+5 {
		t.Errorf("after a reload: %d rows", len(d.page.decisions))
	}
}
