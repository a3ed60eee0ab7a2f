package ledger

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/parts"
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
	m := d.add("The user has a cat.")
	d.pin(m.ID)
	d.reload()
	if got, want := d.titles(), "You pinned it, You added it"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	pin := d.page.rows[0].ID
	d.tap("Undo", key(pin))
	d.noted("Taken back")
	d.arrives("the row that was taken back")
	if x, err := d.service.Memory(t.Context(), 1, m.ID); err != nil || x.Pinned {
		t.Errorf("after Undo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.titles(), "(You pinned it), You added it"; got != want {
		t.Errorf("after Undo: got %q, want %q", got, want)
	}
	d.tap("Redo", key(pin))
	d.noted("In force again")
	d.arrives("the row in force again")
	if x, err := d.service.Memory(t.Context(), 1, m.ID); err != nil || !x.Pinned {
		t.Errorf("after Redo: pinned %v, %v", x.Pinned, err)
	}
	if got, want := d.titles(), "You pinned it, You added it"; got != want {
		t.Errorf("after Redo: got %q, want %q", got, want)
	}
}

func TestLaterChangeStandsInTheWayAndIsShown(t *testing.T) {
	d := newDesk(t)
	m := d.add("The user has a cat.")
	d.pin(m.ID)
	d.reload()
	added, pin := d.page.rows[1].ID, d.page.rows[0].ID
	d.tap("Undo", key(added))
	n := d.noted("a later change of the same memory must be taken back first")
	if n.Label != "Show it" {
		t.Fatalf("the way there is not offered: %+v", n)
	}
	if d.active() != "The user has a cat." {
		t.Errorf("something was taken back: %q", d.active())
	}
	d.page.Filter(memory.DecisionFilter{Actor: memory.ActorExtractor})
	d.arrives("the filtered rows")
	n.Action()
	d.arrives("the change in the way")
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
			d.add("Kept.")
			by := c.by(d.chat("Cats"))
			d.learn("First of them.", by)
			d.learn("Another second.", by)
			d.reload()
			d.tap("More about this entry", key(d.page.rows[0].ID))
			d.tap(c.item, "")
			n := d.noted("Took back")
			if n.Text != c.said {
				t.Errorf("said %q, want %q", n.Text, c.said)
			}
			if got := d.active(); got != c.left {
				t.Errorf("left %q, want %q", got, c.left)
			}
			n.Action()
			d.noted("In force again")
			if got, want := d.active(), "Another second. | First of them. | Kept."; got != want {
				t.Errorf("after Redo %q, want %q", got, want)
			}
		})
	}
}

func TestTogetherIsAllOrNothing(t *testing.T) {
	d := newDesk(t)
	chat := d.chat("Cats")
	by := memory.Decision{ThreadID: chat, MessageID: 11}
	first := d.learn("First of them.", by)
	d.learn("Another second.", by)
	d.pin(first.ID)
	d.page.Filter(memory.DecisionFilter{ThreadID: chat})
	d.arrives("the rows of the chat")
	d.tap("Undo everything of this chat", "")
	n := d.noted("Nothing was taken back")
	if n.Label != "Show it" {
		t.Errorf("the way there is not offered: %+v", n)
	}
	if got, want := d.active(), "Another second. | First of them."; got != want {
		t.Errorf("left %q, want %q", got, want)
	}
}

func TestFiltersChooseWhatIsListed(t *testing.T) {
	d := newDesk(t)
	d.learn("From the chat.", memory.Decision{ThreadID: d.chat("Cats"), CreatedAt: d.now.AddDate(0, 0, -2)})
	d.decide(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	d.add("By hand.")
	d.reload()
	for _, c := range []struct{ pill, item, want string }{
		{"Filter by Who", "You", "You added it"},
		{"Filter by Who", "Memoir, learning", "Ignored, Memoir learned it"},
		{"Filter by Who", "Anyone", "You added it, Ignored, Memoir learned it"},
		{"Filter by Chat", "Cats", "Memoir learned it"},
		{"Filter by Chat", "Every chat", "You added it, Ignored, Memoir learned it"},
		{"Filter by Day", "Today", "You added it, Ignored"},
		{"Filter by Day", "1 May 2026", "Memoir learned it"},
	} {
		d.tap(c.pill, "")
		d.tap(c.item, "")
		d.arrives("the rows of " + c.item)
		if got := d.titles(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.item, got, c.want)
		}
	}
	d.tap("Show all", "")
	d.arrives("all rows")
	if got, want := d.titles(), "You added it, Ignored, Memoir learned it"; got != want {
		t.Errorf("all: got %q, want %q", got, want)
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
	m := d.add("By hand.")
	d.decide(memory.Decision{
		Action: memory.ActionIgnore, Candidate: "Said again.", ThreadID: d.chat("Cats"), MessageID: 42,
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
		d.decide(memory.Decision{Action: memory.ActionIgnore, Candidate: "Said again."})
	}
	d.reload()
	if len(d.page.rows) != perPage || !d.page.more {
		t.Fatalf("%d rows, more %v", len(d.page.rows), d.page.more)
	}
	d.page.older()
	d.arrives("older rows")
	if len(d.page.rows) != perPage+5 || d.page.more {
		t.Errorf("%d rows, more %v", len(d.page.rows), d.page.more)
	}
}
