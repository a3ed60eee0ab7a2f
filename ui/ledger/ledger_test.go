package ledger

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/uitest"
)

func TestWordsOfDecisions(t *testing.T) {
	pinned := &memory.Memory{Pinned: true}
	inbox := &memory.Memory{Status: memory.StatusInbox}
	for want, d := range map[string]memory.Decision{
		"You pinned it":                    {Actor: memory.ActorUser, Action: memory.ActionPin, After: pinned},
		"You unpinned it":                  {Actor: memory.ActorUser, Action: memory.ActionPin, After: &memory.Memory{}},
		"Memoir learned it":                {Actor: memory.ActorExtractor, Action: memory.ActionAdd},
		"Waited for your OK":               {Actor: memory.ActorExtractor, Action: memory.ActionAdd, After: inbox},
		"Memoir replaced an older one":     {Actor: memory.ActorExtractor, Action: memory.ActionReplace},
		"Ignored":                          {Actor: memory.ActorExtractor, Action: memory.ActionIgnore},
		"A program changed it":             {Actor: memory.ActorAPI, Action: memory.ActionUpdate},
		"The folder forgot it":             {Actor: memory.ActorFolder, Action: memory.ActionDelete},
		"You took a change back":           {Actor: memory.ActorUser, Action: memory.ActionRestore, UndoOf: 7},
		"Memoir put it aside":              {Actor: memory.ActorSystem, Action: memory.ActionArchive},
		"You erased it for good":           {Actor: memory.ActorUser, Action: memory.ActionErase},
		"An import repeated what is known": {Actor: memory.ActorImport, Action: memory.ActionIgnore},
	} {
		if got := Title(d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRowTakesItsChangeBackAndForthAgain(t *testing.T) {
	d := newDesk(t)
	m := d.Add("The user has a cat.")
	d.pin(m.ID)
	d.reload()
	if got, want := d.titles(), "You pinned it, You added it"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	pin := d.page.rows[0].ID
	d.tap("Undo", key(pin))
	d.Noted("Taken back")
	d.Arrives("the row that was taken back")
	if x, err := d.Service.Memory(t.Context(), 1, m.ID); err != nil || x.Pinned {
		t.Errorf("after Undo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.titles(), "(You pinned it), You added it"; got != want {
		t.Errorf("after Undo: got %q, want %q", got, want)
	}
	if got := d.struck(); got != "You pinned it, The user has a cat." {
		t.Errorf("after Undo, struck through: %q", got)
	}
	d.tap("Redo", key(pin))
	d.Noted("In force again")
	d.Arrives("the row in force again")
	if x, err := d.Service.Memory(t.Context(), 1, m.ID); err != nil || !x.Pinned {
		t.Errorf("after Redo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.titles(), "You pinned it, You added it"; got != want {
		t.Errorf("after Redo: got %q, want %q", got, want)
	}
	if got := d.struck(); got != "" {
		t.Errorf("after Redo, struck through: %q", got)
	}
}

// struckTexts lists the texts that are struck through.
func (d *desk) struck() string {
	var out []string
	uitest.Walk(d.page.Body(), func(o fyne.CanvasObject) {
		if p, ok := o.(*parts.Para); ok && p.Struck() {
			out = append(out, p.Text())
		}
	})
	return strings.Join(out, ", ")
}

func TestLaterChangeStandsInTheWayAndIsShown(t *testing.T) {
	d := newDesk(t)
	m := d.Add("The user has a cat.")
	d.pin(m.ID)
	d.reload()
	added, pin := d.page.rows[1].ID, d.page.rows[0].ID
	d.tap("Undo", key(added))
	n := d.Noted("a later change of the same memory must be taken back first")
	if n.Label != "Show it" {
		t.Fatalf("the way there is not offered: %+v", n)
	}
	if d.Active() != "The user has a cat." {
		t.Errorf("something was taken back: %q", d.Active())
	}
	d.page.Filter(memory.DecisionFilter{Actor: memory.ActorExtractor})
	d.Arrives("the filtered rows")
	n.Action()
	d.Arrives("the change in the way")
	if d.page.list.Row(key(pin)) == nil || d.page.target != pin {
		t.Fatalf("the row of decision %d is not shown", pin)
	}
}

func TestEverythingOfOneOriginIsTakenBackTogether(t *testing.T) {
	yesterday := time.Date(2026, 5, 2, 12, 0, 0, 0, time.Local)
	for _, c := range []struct {
		name, item string
		by         func(chat memory.ID) memory.Decision
		said, left string
	}{
		{"of an answer", "Undo everything of this answer", func(chat memory.ID) memory.Decision {
			return memory.Decision{ThreadID: chat, MessageID: 11, RunID: "r"}
		}, "Took back 2 changes of this answer", "Kept."},
		{"of a chat", "Undo everything of this chat", func(chat memory.ID) memory.Decision {
			return memory.Decision{ThreadID: chat, MessageID: 11, RunID: "r"}
		}, "Took back 2 changes of this chat", "Kept."},
		{"of a file", "Undo everything of this file", func(memory.ID) memory.Decision {
			return memory.Decision{ContextID: 5, RunID: "r"}
		}, "Took back 2 changes of this file", "Kept."},
		{"of a run", "Undo everything of this run", func(memory.ID) memory.Decision {
			return memory.Decision{RunID: "r"}
		}, "Took back 2 changes of this run", "Kept."},
		{"of a day", "Undo everything of this day", func(memory.ID) memory.Decision {
			return memory.Decision{CreatedAt: yesterday}
		}, "Took back 2 changes of this day", "Kept."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.Add("Kept.")
			by := c.by(d.Chat("Cats"))
			d.learn("First of them.", by)
			d.learn("Another second.", by)
			d.reload()
			d.tap("More about this entry", key(d.page.rows[0].ID))
			d.tap(c.item, "")
			n := d.Noted("Took back")
			if n.Text != c.said {
				t.Errorf("said %q, want %q", n.Text, c.said)
			}
			if got := d.Active(); got != c.left {
				t.Errorf("left %q, want %q", got, c.left)
			}
			n.Action()
			d.Noted("In force again")
			if got, want := d.Active(), "Another second. | First of them. | Kept."; got != want {
				t.Errorf("after Redo %q, want %q", got, want)
			}
		})
	}
}

func TestTogetherIsAllOrNothing(t *testing.T) {
	d := newDesk(t)
	chat := d.Chat("Cats")
	by := memory.Decision{ThreadID: chat, MessageID: 11}
	first := d.learn("First of them.", by)
	d.learn("Another second.", by)
	d.pin(first.ID)
	d.page.Filter(memory.DecisionFilter{ThreadID: chat})
	d.Arrives("the rows of the chat")
	d.tap("Undo everything of this chat", "")
	n := d.Noted("Nothing was taken back")
	if n.Label != "Show it" {
		t.Errorf("the way there is not offered: %+v", n)
	}
	if got, want := d.Active(), "Another second. | First of them."; got != want {
		t.Errorf("left %q, want %q", got, want)
	}
}

// allFilterTitles are the titles of everything that insertFilterCases stores.
const allFacets = "You added it, Ignored, Memoir replaced an older one, Memoir learned it"

// insertFilterCases fills the ledger so that every filter selects different rows.
func (d *desk) facets() {
	d.Helper()
	file, err := d.Service.AddContext(d.Context(), 1, memory.NewContext{Name: "cats.txt", Data: []byte("Cats sleep.")})
	if err != nil {
		d.Fatal(err)
	}
	d.learn("From the chat.", memory.Decision{ThreadID: d.Chat("Cats"), CreatedAt: d.Now.AddDate(0, 0, -2)})
	d.learn("From the file.", memory.Decision{
		ContextID: file.ID, CreatedAt: d.Now.AddDate(0, 0, -2), Action: memory.ActionReplace,
	})
	d.Decide(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	d.Add("By hand.")
	d.reload()
}

func TestFiltersChooseWhatIsListed(t *testing.T) {
	d := newDesk(t)
	d.facets()
	for _, c := range []struct{ pill, item, want string }{
		{"Filter by Who", "You", "You added it"},
		{"Filter by Who", "Memoir, learning", "Ignored, Memoir replaced an older one, Memoir learned it"},
		{"Filter by Who", "Anyone", allFacets},
		{"Filter by Chat", "Cats", "Memoir learned it"},
		{"Filter by Chat", "Every chat", allFacets},
		{"Filter by Day", "Today", "You added it, Ignored"},
		{"Filter by Day", "1 May 2026", "Memoir replaced an older one, Memoir learned it"},
		{"Filter by File", "cats.txt", "Memoir replaced an older one"},
	} {
		d.tap(c.pill, "")
		d.tap(c.item, "")
		d.Arrives("the rows of " + c.item)
		if got := d.titles(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.item, got, c.want)
		}
	}
	d.tap("Show all", "")
	d.Arrives("all rows")
	if got, want := d.titles(), allFacets; got != want {
		t.Errorf("all: got %q, want %q", got, want)
	}
}

func TestFiltersAreChosenByKeyboard(t *testing.T) {
	d := newDesk(t)
	d.facets()
	for _, c := range []struct {
		pill string
		keys []fyne.KeyName
		want string
	}{
		{"Filter by Who", []fyne.KeyName{fyne.KeyDown}, "You added it"},
		{"Filter by Who", []fyne.KeyName{fyne.KeyUp}, allFacets},
		{"Filter by Chat", []fyne.KeyName{fyne.KeyDown}, "Memoir learned it"},
		{"Filter by Chat", []fyne.KeyName{fyne.KeyUp}, allFacets},
		{"Filter by File", []fyne.KeyName{fyne.KeyDown}, "Memoir replaced an older one"},
		{"Filter by File", []fyne.KeyName{fyne.KeyUp}, allFacets},
		{"Filter by Day", []fyne.KeyName{fyne.KeyDown}, "You added it, Ignored"},
	} {
		d.Win.Canvas().Focus(d.Find(c.pill, nil).(fyne.Focusable))
		d.Key(fyne.KeyReturn)
		d.Key(c.keys...)
		d.Key(fyne.KeyReturn)
		d.Arrives("the rows of " + c.pill)
		if got := d.titles(); got != c.want {
			t.Errorf("%s %v: got %q, want %q", c.pill, c.keys, got, c.want)
		}
	}
}

func TestRowSaysWhatItReplacedAndWhy(t *testing.T) {
	old := &memory.Memory{ID: 1, Content: "The user lives in Rome."}
	after := &memory.Memory{ID: 2, Content: "The user lives in Lisbon."}
	r := memory.Decision{
		Actor: memory.ActorExtractor, Action: memory.ActionReplace, After: after, Reason: "it contradicts this one",
		Changes: []memory.Change{{MemoryID: 1, Before: old, After: old}, {MemoryID: 2, After: after}},
		Scores:  map[string]float64{"cosine": 0.934},
	}
	got := strings.Join([]string{Text(r), Instead(r), Reason(r), Scores(r)}, " / ")
	want := "The user lives in Lisbon. / The user lives in Rome. / because it contradicts this one / 93 % alike in meaning"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRowsOpenMemoriesAndMessagesByTapAndKey(t *testing.T) {
	d := newDesk(t)
	m := d.Add("By hand.")
	d.Decide(memory.Decision{
		Action: memory.ActionIgnore, Candidate: "Said again.", ThreadID: d.Chat("Cats"), MessageID: 42,
	})
	d.reload()
	test.Tap(d.page.list.Row(key(d.page.rows[0].ID)).(*parts.Tappable))
	d.page.list.Row(key(d.page.rows[1].ID)).(*parts.Tappable).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(d.opened) != 2 || d.opened[0] != 42 || d.opened[1] != m.ID {
		t.Errorf("opened %v, want 42 and %d", d.opened, m.ID)
	}
}

func TestOlderEntriesComeOnDemand(t *testing.T) {
	d := newDesk(t)
	for range perPage + 5 {
		d.Decide(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	}
	d.reload()
	if len(d.page.rows) != perPage || !d.page.more {
		t.Fatalf("%d rows, more %v", len(d.page.rows), d.page.more)
	}
	d.page.older()
	d.Arrives("older rows")
	if len(d.page.rows) != perPage+5 || d.page.more {
		t.Errorf("%d rows, more %v", len(d.page.rows), d.page.more)
	}
}
