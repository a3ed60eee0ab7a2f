package panel

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the panel over a real core and store.
type desk struct {
	*uitest.Desk
	panel  *Pane
	opened []memory.ID // messages that the panel asked to open
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{Desk: uitest.New(t)}
	d.panel = New(d.Env, Actions{
		Close: func() {}, PickFile: func() {}, CopyText: func(string) {}, Settled: d.Settled,
		Message: func(_, message memory.ID) { d.opened = append(d.opened, message) },
	})
	d.Show(d.panel, 348, 900)
	return d
}

func (d *desk) reload() {
	d.Helper()
	d.panel.memories.reload()
	d.Arrives("the memories")
}

// learnFrom stores a memory extracted from a message in a chat.
func (d *desk) from(chat memory.ID, text string, change ...func(*memory.Memory)) memory.Memory {
	d.Helper()
	m := d.Fact(text)
	m.SourceMessageID = d.Said(chat, "I say: "+text, nil)
	for _, c := range change {
		c(&m)
	}
	return d.Learn(m, memory.Decision{ThreadID: chat, MessageID: m.SourceMessageID})
}

func waits(m *memory.Memory) { m.Status = memory.StatusInbox }

// cardSourceLine returns the source line of a card.
func (d *desk) line(id memory.ID) *origin {
	d.Helper()
	var found *origin
	uitest.Walk(d.panel.memories.list.Row("m"+id.String()), func(o fyne.CanvasObject) {
		if x, ok := o.(*origin); ok {
			found = x
		}
	})
	if found == nil {
		d.Fatalf("memory %d has no card with a source", id)
	}
	return found
}

func TestCardNamesItsChatAndLeadsToTheMessage(t *testing.T) {
	d := newDesk(t)
	d.Chat("Another one") // so that chat and message IDs differ
	m := d.from(d.Chat("Weeknight dinners"), "The user is allergic to peanuts.", func(m *memory.Memory) {
		m.Type, m.CreatedAt = memory.TypePersonal, d.Now.AddDate(0, 0, -20)
	})
	own := d.Add("The user has a cat.")
	d.reload()
	if got, want := d.line(m.ID).label.Text(), "Personal · Weeknight dinners · 13 Apr"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	test.Tap(d.line(m.ID))
	if len(d.opened) != 1 || d.opened[0] != m.SourceMessageID {
		t.Errorf("opened %v, want message %d", d.opened, m.SourceMessageID)
	}
	if got, want := d.line(own.ID).label.Text(), "Other · added by you · just now"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	test.Tap(d.line(own.ID))
	d.Until("the editor", func() bool { return d.panel.editor != nil && d.panel.editor.m.ID == own.ID })
}

func TestAnswersThatUsedAMemoryAreListedAndOpened(t *testing.T) {
	d := newDesk(t)
	m := d.Add("The user has a cat.")
	receipt := &memory.Receipt{Retrieval: memory.Retrieval{Memories: []memory.Hit{{Memory: m.Memory}}}}
	var answers []memory.ID
	for _, title := range []string{"Cats", "Holidays"} {
		answers = append(answers, d.Said(d.Chat(title), "An answer.", receipt))
		d.Now = d.Now.Add(time.Minute)
	}
	d.Said(d.Chat("Elsewhere"), "Another answer.", &memory.Receipt{})
	for range answers {
		if err := d.DB.Memories().Touch(t.Context(), 1, d.Now, []memory.ID{m.ID}); err != nil {
			t.Fatal(err)
		}
	}
	d.panel.OpenMemory(m.ID)
	d.Until("the count", func() bool { return strings.Contains(d.Reads(), "Used in 2 answers") })
	if strings.Contains(d.Reads(), "Holidays") {
		t.Error("the answers are listed before they are asked for")
	}
	d.Tap("Used in 2 answers", nil)
	d.Until("the answers", func() bool { return strings.Contains(d.Reads(), "Holidays") })
	if text := d.Reads(); !strings.Contains(text, "Cats") || strings.Contains(text, "Elsewhere") {
		t.Errorf("listed:\n%s", text)
	}
	d.Tap("Open the answer in Cats, today, 12:00", nil)
	if len(d.opened) != 1 || d.opened[0] != answers[0] {
		t.Errorf("opened %v, want %d", d.opened, answers[0])
	}
	d.Tap("Used in 2 answers", nil)
	if strings.Contains(d.Reads(), "Holidays") {
		t.Error("a second click does not put the answers away")
	}
}

func TestStateFilterShowsOneStateAtATime(t *testing.T) {
	d := newDesk(t)
	put := func(text string, status memory.Status, change func(*memory.Memory)) memory.Memory {
		m := d.Fact(text)
		if m.Status = status; change != nil {
			change(&m)
		}
		return d.Insert(m)
	}
	used := put("Used.", memory.StatusActive, nil)
	if err := d.DB.Memories().Touch(t.Context(), 1, d.Now, []memory.ID{used.ID}); err != nil {
		t.Fatal(err)
	}
	put("Tagged.", memory.StatusActive, func(m *memory.Memory) { m.Tags = []string{"food"} })
	put("Waits.", memory.StatusInbox, nil)
	put("Over.", memory.StatusActive, func(m *memory.Memory) { m.ValidTo = "2026-04" })
	put("Replaced.", memory.StatusActive, func(m *memory.Memory) { m.SupersededBy = used.ID })
	put("Aside.", memory.StatusArchived, nil)
	put("Gone.", memory.StatusForgotten, nil)
	d.reload()
	for _, c := range []struct{ item, want string }{
		{"In use", "Waits., Tagged., Used."},
		{"Waiting for your OK", "Waits."},
		{"Never used", "Tagged."},
		{"Past", "Replaced., Over."},
		{"Archived", "Aside."},
		{"Forgotten", "Gone."},
		{"In use", "Waits., Tagged., Used."},
		{"#food", "Tagged."},
		{"#food", "Waits., Tagged., Used."},
	} {
		d.Tap("Filter by state or tag", nil)
		d.Tap(c.item, nil)
		d.Arrives(c.item)
		if got := d.cards(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.item, got, c.want)
		}
	}
}

// cardTexts lists the texts of the visible cards, top to bottom.
func (d *desk) cards() string {
	var out []string
	uitest.Walk(d.panel.memories.list, func(o fyne.CanvasObject) {
		t, ok := o.(*parts.Tappable)
		if !ok {
			return
		}
		for _, kind := range []string{"Memory: ", "Waiting: "} {
			if text, ok := strings.CutPrefix(t.Name(), kind); ok {
				out = append(out, text)
			}
		}
	})
	return strings.Join(out, ", ")
}

func TestErasingAsksFirstAndNamesTheCopies(t *testing.T) {
	d := newDesk(t)
	m := d.from(d.Chat("Cats"), "The user has a cat.")
	d.reload()
	ask := func() {
		d.panel.OpenMemory(m.ID)
		d.Until("the editor", func() bool { return d.panel.editor != nil && d.panel.editor.known.m.ID == m.ID })
		d.Tap("More about this memory", nil)
		d.Tap("Erase for good", nil)
	}
	ask()
	if text := d.Reads(); !strings.Contains(text, "cannot be undone") {
		t.Fatalf("the question says\n%s", text)
	}
	d.Tap("Cancel", nil)
	if got := d.Stored(m.ID).Content; got != m.Content {
		t.Fatalf("erased without a yes: %q", got)
	}
	d.panel.Escape()
	ask()
	d.Tap("Erase", nil)
	d.Until("the copies", func() bool {
		text := d.Reads()
		return strings.Contains(text, fmt.Sprintf("message %d, where you said it", m.SourceMessageID)) &&
			strings.Contains(text, "backups")
	})
	if _, err := d.Service.Memory(t.Context(), 1, m.ID); err == nil {
		t.Error("the memory is still there")
	}
	d.Tap("Close", nil)
	d.Until("the list without it", func() bool { return strings.Contains(d.Reads(), "No memories yet") })
}

func TestWhatWaitsFromOneChatIsAnsweredTogether(t *testing.T) {
	for _, c := range []struct {
		button string
		status memory.Status
	}{
		{"Keep all from Trip to Lisbon", memory.StatusActive},
		{"Discard all from Trip to Lisbon", memory.StatusForgotten},
	} {
		t.Run(c.button, func(t *testing.T) {
			d := newDesk(t)
			old := d.Add("The user lives in Rome.")
			trip, other := d.Chat("Trip to Lisbon"), d.Chat("Cats")
			group := []memory.Memory{
				d.from(trip, "The user lives in Lisbon.", waits, func(m *memory.Memory) { m.Proposes = old.ID }),
				d.from(trip, "The user flies in May.", waits),
			}
			alone := d.from(other, "The user has a cat.", waits)
			d.reload()
			d.Tap(c.button, nil)
			d.Until("the answers", func() bool { return d.panel.ToastText() != "" })
			for _, m := range group {
				if got := d.Stored(m.ID).Status; got != c.status {
					t.Errorf("%q is %s, want %s", m.Content, got, c.status)
				}
			}
			if got := d.Stored(alone.ID).Status; got != memory.StatusInbox {
				t.Errorf("what waits from another chat is %s", got)
			}
			if d.Stored(old.ID).SupersededBy != 0 {
				t.Error("a memory was replaced without a word about it")
			}
			if !d.panel.UndoLast() {
				t.Fatal("nothing to undo")
			}
			d.Until("the undo", func() bool { return d.panel.ToastText() == "Taken back" })
			for _, m := range group {
				if got := d.Stored(m.ID).Status; got != memory.StatusInbox {
					t.Errorf("after Undo %q is %s", m.Content, got)
				}
			}
		})
	}
}

func TestWaitingCardSaysWhatItReplacesAndThatItWasRemoved(t *testing.T) {
	d := newDesk(t)
	old := d.Add("The user lives in Rome.")
	m := d.Fact("The user lives in Lisbon.")
	m.Status, m.Proposes = memory.StatusInbox, old.ID
	d.Learn(m, memory.Decision{Reason: "you removed this on 3 May 2026"})
	d.reload()
	for _, want := range []string{
		"Waiting for your OK", "Replaces “The user lives in Rome.”?", "You removed this on 3 May 2026.",
	} {
		if !strings.Contains(d.Reads(), want) {
			t.Errorf("the card does not say %q:\n%s", want, d.Reads())
		}
	}
}

func TestListTakesUpMemoriesAsItIsScrolled(t *testing.T) {
	d := newDesk(t)
	const all = 3 * listStep
	var oldest memory.ID
	for i := range all {
		m := d.Fact(fmt.Sprintf("Fact number %d.", i))
		m.CreatedAt = d.Now.Add(time.Duration(i) * time.Second)
		if m = d.Insert(m); i == 0 {
			oldest = m.ID
		}
	}
	d.reload()
	m := d.panel.memories
	if len(m.items) != all || m.shown != listStep {
		t.Fatalf("%d of %d are listed", m.shown, len(m.items))
	}
	for m.shown < all {
		was := m.shown
		m.list.ScrollTo("m" + m.items[was-1].ID.String())
		if m.shown == was {
			t.Fatalf("the list ends at %d", was)
		}
	}
	m.list.ScrollTo("m" + oldest.String())
	if m.list.Row("m"+oldest.String()) == nil {
		t.Error("the oldest memory has no card")
	}
}

func TestWhyAndHistoryTellOfOneMemoryAndUndoInPlace(t *testing.T) {
	d := newDesk(t)
	m := d.Learn(d.Fact("The user has a cat."), memory.Decision{Reason: "you said so", Model: "local/small"})
	text := "The user has two cats."
	patch := memory.MemoryPatch{Content: &text}
	if _, err := d.Service.UpdateMemory(t.Context(), 1, memory.ActorUser, m.ID, patch); err != nil {
		t.Fatal(err)
	}
	d.panel.OpenMemory(m.ID)
	want := []string{
		"You changed it", "instead of: The user has a cat.", "Memoir learned it", "because you said so",
		"written by local/small",
	}
	d.Until("the history", func() bool {
		for _, w := range want {
			if !strings.Contains(d.Reads(), w) {
				return false
			}
		}
		return true
	})
	d.Tap("Undo", nil) // of the newest decision
	d.Until("the undo", func() bool { return d.Stored(m.ID).Content == "The user has a cat." })
	d.Until("the way forth", func() bool { return strings.Contains(d.Reads(), "Redo") })
	d.Tap("Redo", nil)
	d.Until("the change again", func() bool { return d.Stored(m.ID).Content == text })
}

func TestActionsOfACardStayWhileThePointerIsOnThem(t *testing.T) {
	d := newDesk(t)
	m := d.Add("The user has a cat.")
	d.reload()
	row := func() fyne.CanvasObject { return d.panel.memories.list.Row("m" + m.ID.String()) }
	card := row().(*parts.Tappable)
	card.MouseIn(nil)
	forget := d.Find("Forget", row()).(*parts.Button)
	card.MouseOut() // the driver notifies the card first, then the button
	forget.MouseIn(nil)
	if !strings.Contains(strings.Join(d.names(row()), " "), "Forget") {
		t.Fatal("the actions go when the pointer reaches them")
	}
	test.Tap(forget)
	d.Until("the memory to be forgotten", func() bool { return d.Stored(m.ID).Status == memory.StatusForgotten })
	forget.MouseOut()
	if got := d.names(card); len(got) != 0 {
		t.Errorf("the pointer is gone, %q are still there", got)
	}
}

// buttonNames returns the names of the visible buttons in o.
func (d *desk) names(o fyne.CanvasObject) []string {
	var out []string
	uitest.Walk(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok {
			out = append(out, b.Name())
		}
	})
	return out
}

func TestMenuIsReachedAtEveryZoom(t *testing.T) {
	for _, zoom := range []float32{1, 1.5, 2} {
		d := newDesk(t)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: zoom}))
		d.panel.Turn(Memories)
		d.Show(d.panel, 348, 900)
		more := d.Find("More about your memory", nil).(*parts.Button)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(more)
		if at.X+more.Size().Width > 348 || more.Size().Width < 20 {
			t.Errorf("zoom %v: the menu is at %v, %v wide", zoom, at, more.Size().Width)
		}
		d.Win.Resize(fyne.NewSize(348*zoom, 900))
		if cross := d.Find("Close the panel (Ctrl+J)", nil).(*parts.Button); cross.Size().Width < 20 {
			t.Errorf("zoom %v: no cross where there is room", zoom)
		}
		d.Win.Resize(fyne.NewSize(348, 900))
		for _, name := range []string{"Memories", "Files", "This answer"} {
			tab := d.Find(name, nil).(*parts.Tappable)
			if x := fyne.CurrentApp().Driver().AbsolutePositionForObject(tab).X + tab.Size().Width; x > at.X+1 {
				t.Errorf("zoom %v: %s ends at %v, over the menu at %v", zoom, name, x, at.X)
			}
		}
	}
}
