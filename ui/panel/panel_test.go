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
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the panel over a real core and store.
type harness struct {
	*uitest.Harness
	panel *Pane
}

func newHarness(t testing.TB) *harness {
	t.Helper()
	d := &harness{Harness: uitest.NewHarness(t)}
	d.panel = New(d.Env)
	d.Env.NavigateTo = func(r app.Route) {
		if !d.panel.OpenRouteIfInPanel(r) {
			d.Routes = append(d.Routes, r)
		}
	}
	d.ShowPaneInWindow(d.panel, 348, 900)
	return d
}

// assertOnlyRoute fails unless the panel led to just one place.
func (d *harness) assertOnlyRoute(want app.Route) {
	d.Helper()
	if len(d.Routes) != 1 || d.Routes[0] != want {
		d.Errorf("led to %+v, want %+v", d.Routes, want)
	}
}

func (d *harness) reloadMemoriesAndWait() {
	d.Helper()
	d.panel.memories.reloadMemories()
	d.WaitForLoad("the memories", &d.panel.memories.request)
}

// storeMemoryLearnedFromMessage stores a memory extracted from a message in a chat.
func (d *harness) storeMemoryLearnedFromMessage(
	chat memory.ID, text string, change ...func(*memory.Memory),
) memory.Memory {
	d.Helper()
	m := d.NewExtractedFact(text)
	m.SourceMessageID = d.InsertMessageOrAnswerAsHead(chat, "I say: "+text, nil)
	for _, c := range change {
		c(&m)
	}
	return d.StoreMemoryWithExtractorDecision(m, memory.Decision{ChatID: chat, MessageID: m.SourceMessageID})
}

func putInInbox(m *memory.Memory) { m.Status = memory.StatusInbox }

// cardSourceLine returns the source line of a card.
func (d *harness) cardSourceLine(id memory.ID) *sourceLine {
	d.Helper()
	var found *sourceLine
	uitest.VisitVisibleObjects(d.panel.memories.rows.BuiltRowWidget("m"+id.String()), func(o fyne.CanvasObject) {
		if x, ok := o.(*sourceLine); ok {
			found = x
		}
	})
	if found == nil {
		d.Fatalf("memory %d has no card with a source", id)
	}
	return found
}

func TestCardNamesItsChatAndOpensTheMessage(t *testing.T) {
	d := newHarness(t)
	d.CreateChat("Another one") // so that chat and message IDs differ
	chat := d.CreateChat("Weeknight dinners")
	m := d.storeMemoryLearnedFromMessage(chat, "The user is allergic to peanuts.", func(m *memory.Memory) {
		m.Type, m.CreatedAt = memory.TypePersonal, d.Now.AddDate(0, 0, -20)
	})
	own := d.AddMemoryAsUser("The user has a cat.")
	d.reloadMemoriesAndWait()
	if got, want := d.cardSourceLine(m.ID).label.Text(), "Personal · Weeknight dinners · 13 Apr"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	test.Tap(d.cardSourceLine(m.ID))
	d.assertOnlyRoute(app.ChatRoute(chat, m.SourceMessageID))
	if got, want := d.cardSourceLine(own.ID).label.Text(), "Other · added by you · just now"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	test.Tap(d.cardSourceLine(own.ID))
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil && d.panel.editor.memory.ID == own.ID })
}

func TestAnswersThatUsedAMemoryAreListedOnDemand(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	receipt := &memory.Receipt{Retrieval: memory.Retrieval{Memories: []memory.MemoryHit{{Memory: m.Memory}}}}
	var chats, answers []memory.ID
	for _, title := range []string{"Cats", "Holidays"} {
		chats = append(chats, d.CreateChat(title))
		answers = append(answers, d.InsertMessageOrAnswerAsHead(chats[len(chats)-1], "An answer.", receipt))
		d.Now = d.Now.Add(time.Minute)
	}
	d.InsertMessageOrAnswerAsHead(d.CreateChat("Elsewhere"), "Another answer.", &memory.Receipt{})
	for range answers {
		if err := d.DB.MemoryStore().IncrementUseCountsAndSetLastUsed(t.Context(), 1, d.Now, []memory.ID{m.ID}); err != nil {
			t.Fatal(err)
		}
	}
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
	d.RunUICallsUntil("the count", func() bool { return strings.Contains(d.VisibleText(), "Used in 2 answers") })
	if strings.Contains(d.VisibleText(), "Holidays") {
		t.Error("the answers are listed before they are asked for")
	}
	d.TapControlNamed("Used in 2 answers", nil)
	d.RunUICallsUntil("the answers", func() bool { return strings.Contains(d.VisibleText(), "Holidays") })
	if text := d.VisibleText(); !strings.Contains(text, "Cats") || strings.Contains(text, "Elsewhere") {
		t.Errorf("listed:\n%s", text)
	}
	d.TapControlNamed("Open the answer in “Cats”, today, 12:00", nil)
	d.assertOnlyRoute(app.ChatRoute(chats[0], answers[0]))
	d.TapControlNamed("Used in 2 answers", nil)
	if strings.Contains(d.VisibleText(), "Holidays") {
		t.Error("a second click does not put the answers away")
	}
}

func TestStatusFilterShowsOneStatus(t *testing.T) {
	d := newHarness(t)
	insert := func(text string, status memory.Status, change func(*memory.Memory)) memory.Memory {
		m := d.NewExtractedFact(text)
		if m.Status = status; change != nil {
			change(&m)
		}
		return d.StoreMemoryWithoutDecision(m)
	}
	used := insert("Used.", memory.StatusActive, nil)
	if err := d.DB.MemoryStore().IncrementUseCountsAndSetLastUsed(t.Context(), 1, d.Now, []memory.ID{used.ID}); err !=
		nil {
		t.Fatal(err)
	}
	insert("Tagged.", memory.StatusActive, func(m *memory.Memory) { m.Tags = []string{"food"} })
	insert("Waits.", memory.StatusInbox, nil)
	insert("Over.", memory.StatusActive, func(m *memory.Memory) { m.ValidTo = "2026-04" })
	insert("Replaced.", memory.StatusActive, func(m *memory.Memory) { m.SupersededBy = used.ID })
	insert("Aside.", memory.StatusArchived, nil)
	insert("Gone.", memory.StatusForgotten, nil)
	d.reloadMemoriesAndWait()
	for _, c := range []struct{ item, want string }{
		{"Active", "Waits., Tagged., Used."},
		{"Inbox", "Waits."},
		{"Never used", "Tagged."},
		{"Past", "Replaced., Over."},
		{"Archived", "Aside."},
		{"Forgotten", "Gone."},
		{"Active", "Waits., Tagged., Used."},
		{"#food", "Tagged."},
		{"#food", "Waits., Tagged., Used."},
	} {
		d.TapControlNamed("Filter, sort and select", nil)
		d.TapControlNamed(c.item, nil)
		d.WaitForLoad(c.item, &d.panel.memories.request)
		if got := d.cardTexts(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.item, got, c.want)
		}
	}
}

// cardTexts lists the texts of the visible cards, top to bottom.
func (d *harness) cardTexts() string {
	var out []string
	uitest.VisitVisibleObjects(d.panel.memories.rows, func(o fyne.CanvasObject) {
		t, ok := o.(*widgets.Tappable)
		if !ok {
			return
		}
		for _, kind := range []string{"Memory: ", "Waiting for your OK: "} {
			if text, ok := strings.CutPrefix(t.Name(), kind); ok {
				out = append(out, text)
			}
		}
	})
	return strings.Join(out, ", ")
}

func TestErasingAsksFirstAndListsRemainingCopies(t *testing.T) {
	d := newHarness(t)
	m := d.storeMemoryLearnedFromMessage(d.CreateChat("Cats"), "The user has a cat.")
	d.reloadMemoriesAndWait()
	ask := func() {
		d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
		d.RunUICallsUntil(
			"the editor",
			func() bool { return d.panel.editor != nil && d.panel.editor.details.memory.ID == m.ID },
		)
		d.TapControlNamed("More options for this memory", nil)
		d.TapControlNamed("Delete forever", nil)
	}
	ask()
	if text := d.VisibleText(); !strings.Contains(text, "can't be undone") {
		t.Fatalf("the question says\n%s", text)
	}
	d.TapControlNamed("Cancel", nil)
	if got := d.LoadMemory(m.ID).Content; got != m.Content {
		t.Fatalf("erased without a yes: %q", got)
	}
	d.panel.CloseEditorOrOverlayOrSelection()
	ask()
	d.TapControlNamed("Delete forever", nil)
	d.RunUICallsUntil("the copies", func() bool {
		text := d.VisibleText()
		return strings.Contains(text, fmt.Sprintf("message %d, where you said it", m.SourceMessageID)) &&
			strings.Contains(text, "backups")
	})
	if _, err := d.Service.Session(1, memory.ActorUser).LoadMemory(t.Context(), m.ID); err == nil {
		t.Error("the memory is still there")
	}
	d.TapControlNamed("Close", nil)
	d.RunUICallsUntil("the list without it", func() bool { return strings.Contains(d.VisibleText(), "No memories yet") })
}

func TestInboxGroupOfOneChatIsDecidedTogether(t *testing.T) {
	for _, c := range []struct {
		button string
		status memory.Status
		toast  string
	}{
		{"Keep all from Trip to Lisbon", memory.StatusActive, "Kept 2 memories"},
		{"Discard all from Trip to Lisbon", memory.StatusForgotten, "Discarded 2 memories"},
	} {
		t.Run(c.button, func(t *testing.T) {
			d := newHarness(t)
			old := d.AddMemoryAsUser("The user lives in Rome.")
			trip, other := d.CreateChat("Trip to Lisbon"), d.CreateChat("Cats")
			group := []memory.Memory{
				d.storeMemoryLearnedFromMessage(
					trip, "The user lives in Lisbon.", putInInbox, func(m *memory.Memory) { m.Proposes = old.ID },
				),
				d.storeMemoryLearnedFromMessage(trip, "The user flies in May.", putInInbox),
			}
			alone := d.storeMemoryLearnedFromMessage(other, "The user has a cat.", putInInbox)
			d.reloadMemoriesAndWait()
			d.TapControlNamed(c.button, nil)
			verb, _, _ := strings.Cut(c.toast, " ")
			if toast := d.WaitForToastAndClearToasts(verb); toast.Text != c.toast || toast.ActionLabel != "Undo" ||
				!toast.InPanel {
				t.Errorf("the toast is %+v", toast)
			}
			for _, m := range group {
				if got := d.LoadMemory(m.ID).Status; got != c.status {
					t.Errorf("%q is %s, want %s", m.Content, got, c.status)
				}
			}
			if got := d.LoadMemory(alone.ID).Status; got != memory.StatusInbox {
				t.Errorf("what waits from another chat is %s", got)
			}
			if d.LoadMemory(old.ID).SupersededBy != 0 {
				t.Error("a memory was replaced without a word about it")
			}
			if !d.panel.UndoNewestMemoryChangeIfAny() {
				t.Fatal("nothing to undo")
			}
			d.WaitForToastAndClearToasts("Undone")
			for _, m := range group {
				if got := d.LoadMemory(m.ID).Status; got != memory.StatusInbox {
					t.Errorf("after Undo %q is %s", m.Content, got)
				}
			}
		})
	}
}

func TestInboxCardShowsWhatItReplacesAndItsReason(t *testing.T) {
	d := newHarness(t)
	old := d.AddMemoryAsUser("The user lives in Rome.")
	m := d.NewExtractedFact("The user lives in Lisbon.")
	m.Status, m.Proposes = memory.StatusInbox, old.ID
	d.StoreMemoryWithExtractorDecision(m, memory.Decision{Reason: "you removed this on 3 May 2026"})
	d.reloadMemoriesAndWait()
	for _, want := range []string{
		"Waiting for your OK", "Replace “The user lives in Rome.”?", "You removed this on 3 May 2026.",
	} {
		if !strings.Contains(d.VisibleText(), want) {
			t.Errorf("the card does not say %q:\n%s", want, d.VisibleText())
		}
	}
}

func TestListShowsMoreMemoriesAsItIsScrolled(t *testing.T) {
	d := newHarness(t)
	const all = 3 * pageSize
	var oldest memory.ID
	for i := range all {
		m := d.NewExtractedFact(fmt.Sprintf("Fact number %d.", i))
		m.CreatedAt = d.Now.Add(time.Duration(i) * time.Second)
		if m = d.StoreMemoryWithoutDecision(m); i == 0 {
			oldest = m.ID
		}
	}
	d.reloadMemoriesAndWait()
	m := d.panel.memories.list
	if len(m.items) != pageSize || m.shownCount != pageSize || m.hiddenCount() != all-pageSize {
		t.Fatalf("%d of %d are listed, %d are hidden", m.shownCount, len(m.items), m.hiddenCount())
	}
	for m.shownCount < all {
		was := m.shownCount
		d.panel.memories.rows.ScrollRowIntoView("m" + m.items[was-1].ID.String())
		d.RunUICallsUntil("the next memories", func() bool { return m.shownCount > was })
	}
	if len(m.items) != all || m.hiddenCount() != 0 {
		t.Errorf("%d are loaded, %d hidden", len(m.items), m.hiddenCount())
	}
	d.panel.memories.rows.ScrollRowIntoView("m" + oldest.String())
	if d.panel.memories.rows.BuiltRowWidget("m"+oldest.String()) == nil {
		t.Error("the oldest memory has no card")
	}
}

func TestReasonAndHistoryOfAMemoryWithUndoAndRedo(t *testing.T) {
	d := newHarness(t)
	m := d.StoreMemoryWithExtractorDecision(d.NewExtractedFact("The user has a cat."), memory.Decision{
		Reason: "you said so",
		Model:  "local/small",
	})
	text := "The user has two cats."
	patch := memory.MemoryPatch{Content: &text}
	if _, err := d.Service.Session(1, memory.ActorUser).UpdateMemory(t.Context(), m.ID, patch); err != nil {
		t.Fatal(err)
	}
	d.panel.OpenRouteIfInPanel(app.MemoryRoute(m.ID))
	want := []string{
		"You changed it", "Before: The user has a cat.", "Memoir learned it", "because you said so",
		"Model: small",
	}
	d.RunUICallsUntil("the history", func() bool {
		for _, w := range want {
			if !strings.Contains(d.VisibleText(), w) {
				return false
			}
		}
		return true
	})
	d.TapControlNamed("Undo", nil) // of the newest decision
	d.RunUICallsUntil("the undo", func() bool { return d.LoadMemory(m.ID).Content == "The user has a cat." })
	d.RunUICallsUntil("the way forth", func() bool { return strings.Contains(d.VisibleText(), "Redo") })
	d.TapControlNamed("Redo", nil)
	d.RunUICallsUntil("the change again", func() bool { return d.LoadMemory(m.ID).Content == text })
}

func TestCardActionsStayVisibleWhileHovered(t *testing.T) {
	d := newHarness(t)
	m := d.AddMemoryAsUser("The user has a cat.")
	d.reloadMemoriesAndWait()
	row := func() fyne.CanvasObject { return d.panel.memories.rows.BuiltRowWidget("m" + m.ID.String()) }
	card := row().(*widgets.Tappable)
	card.MouseIn(nil)
	forget := d.FindControlNamed("Forget", row()).(*widgets.Button)
	card.MouseOut() // the driver notifies the card first, then the button
	forget.MouseIn(nil)
	if !strings.Contains(strings.Join(d.buttonNames(row()), " "), "Forget") {
		t.Fatal("the actions go when the pointer reaches them")
	}
	test.Tap(forget)
	d.RunUICallsUntil(
		"the memory to be forgotten",
		func() bool { return d.LoadMemory(m.ID).Status == memory.StatusForgotten },
	)
	forget.MouseOut()
	if got := d.buttonNames(card); len(got) != 0 {
		t.Errorf("the pointer is gone, %q are still there", got)
	}
}

// buttonNames returns the names of the visible buttons in o.
func (d *harness) buttonNames(o fyne.CanvasObject) []string {
	var out []string
	uitest.VisitVisibleObjects(o, func(o fyne.CanvasObject) {
		if b, ok := o.(*widgets.Button); ok {
			out = append(out, b.Name())
		}
	})
	return out
}

func TestMoreMenuIsVisibleAtEveryZoom(t *testing.T) {
	for _, zoom := range []float32{1, 1.5, 2} {
		d := newHarness(t)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: zoom}))
		d.panel.ShowTabClosingEditorAndOverlay(Memories)
		d.ShowPaneInWindow(d.panel, 348, 900)
		more := d.FindControlNamed("More memory options", nil).(*widgets.Button)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(more)
		if at.X+more.Size().Width > 348 || more.Size().Width < 20 {
			t.Errorf("zoom %v: the menu is at %v, %v wide", zoom, at, more.Size().Width)
		}
		d.Win.Resize(fyne.NewSize(348*zoom, 900))
		if closeButton := d.FindControlNamed("Close panel (Ctrl+J)", nil).(*widgets.Button); closeButton.Size().Width < 20 {
			t.Errorf("zoom %v: no cross where there is room", zoom)
		}
		d.Win.Resize(fyne.NewSize(348, 900))
		for _, name := range []string{"Memories", "Files", "This answer"} {
			tab := d.FindControlNamed(name, nil).(*widgets.Tappable)
			if x := fyne.CurrentApp().Driver().AbsolutePositionForObject(tab).X + tab.Size().Width; x > at.X+1 {
				t.Errorf("zoom %v: %s ends at %v, over the menu at %v", zoom, name, x, at.X)
			}
		}
	}
}
