package palette

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the search over an empty window; what it opens is recorded as a line.
type harness struct {
	*uitest.Harness
	palette *Palette
	opened  []string
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t)}
	command := func(label, keys string) Command {
		return Command{Icon: theme.IconSliders, Label: label, Keys: keys, Run: func() {
			h.opened = append(h.opened, fmt.Sprintf("%s, search open: %v", label, h.isOpen()))
		}}
	}
	h.Env.NavigateTo = func(r app.Route) {
		if r == app.MemoryRoute(r.Memory) {
			h.opened = append(h.opened, fmt.Sprintf("memory %d", r.Memory))
			return
		}
		if r != app.ChatRoute(r.Chat, r.Message) {
			t.Errorf("leads to %+v", r)
		}
		h.opened = append(h.opened, fmt.Sprintf("chat %d message %d", r.Chat, r.Message))
	}
	h.palette = New(h.Env, func() []Command {
		return []Command{command("Add memory", "Ctrl+Shift+M"), command("Settings", "Ctrl+,")}
	})
	h.ShowPaneInWindow(container.NewStack(), 1000, 700)
	return h
}

func (h *harness) openSearchDialog(recent ...memory.Chat) {
	h.palette.OpenSearch(h.Win.Canvas(), recent)
}

func (h *harness) isOpen() bool { return h.Win.Canvas().Overlays().Top() != nil }

// shownRowsAsText lists the results; the selected one begins with ">".
func (h *harness) shownRowsAsText() string { return uitest.ShownRowsAsText(h.palette.list) }

// typeQueryAndWaitForText types a query and waits for its results, which contain want.
func (h *harness) typeQueryAndWaitForText(query, want string) {
	h.Helper()
	h.TypeText(query)
	h.WaitForText(want)
}

// storeChatMessageMemoryAboutCats stores a chat, a message in another chat and a memory that have the word cat.
func (h *harness) storeChatMessageMemoryAboutCats() (titled, other, message memory.ID, m memory.AddedMemory) {
	titled, other = h.CreateChat("My cat"), h.CreateChat("A chat about the animals that live in my house")
	message = h.InsertMessageOrAnswerAsHead(other, "The **cat** sleeps.", nil)
	h.AddMemoryAsUser("Bread rises.") // so that memory and chat IDs differ
	return titled, other, message, h.AddMemoryAsUser("The user has a cat.")
}

func TestEmptyQueryListsRecentChatsAndCommands(t *testing.T) {
	h := newHarness(t)
	chats := []memory.Chat{
		{ID: 7, UpdatedAt: h.Now}, {ID: 8, Title: "Weeknight dinners", UpdatedAt: h.Now.AddDate(0, 0, -1)},
	}
	for i := range 9 {
		chats = append(chats, memory.Chat{
			ID: memory.ID(10 + i), Title: fmt.Sprintf("Chat %d", i), UpdatedAt: h.Now.AddDate(0, 0, -20),
		})
	}
	h.openSearchDialog(chats...)
	want := `Recent
>New chat | just now
Weeknight dinners | yesterday, 12:00
Chat 0 | 13 Apr
Chat 1 | 13 Apr
Chat 2 | 13 Apr
Chat 3 | 13 Apr
Chat 4 | 13 Apr
Chat 5 | 13 Apr
Commands
Add memory | Ctrl+Shift+M
Settings | Ctrl+,`
	if got := h.shownRowsAsText(); got != want {
		t.Errorf("listed:\n%s\nwant:\n%s", got, want)
	}
	h.PressKeys(fyne.KeyDown, fyne.KeyReturn)
	if len(h.opened) != 1 || h.opened[0] != "chat 8 message 0" || h.isOpen() {
		t.Errorf("opened %q, search open: %v", h.opened, h.isOpen())
	}
}

func TestResultsAreGroupedByKind(t *testing.T) {
	h := newHarness(t)
	titled, other, message, m := h.storeChatMessageMemoryAboutCats()
	want := `Chats
>My cat
Memories
The user has a cat.
Messages
The cat sleeps. | A chat about the animals that l…`
	for i, opens := range []string{
		fmt.Sprintf("chat %d message 0", titled), fmt.Sprintf("memory %d", m.ID),
		fmt.Sprintf("chat %d message %d", other, message),
	} {
		h.openSearchDialog()
		h.typeQueryAndWaitForText("cat ", "Messages")
		if got := h.shownRowsAsText(); got != want {
			t.Fatalf("listed:\n%s\nwant:\n%s", got, want)
		}
		for range i {
			h.PressKeys(fyne.KeyDown)
		}
		h.PressKeys(fyne.KeyEnter)
		if h.isOpen() || h.opened[len(h.opened)-1] != opens {
			t.Errorf("search open: %v, opened %q, want %q", h.isOpen(), h.opened, opens)
		}
	}
	h.openSearchDialog()
	h.typeQueryAndWaitForText("cat", "Messages")
	h.TapControlNamed("The user has a cat.", nil)
	if h.isOpen() || h.opened[3] != fmt.Sprintf("memory %d", m.ID) {
		t.Errorf("a click opens %q", h.opened)
	}
}

func TestCommandIsFoundByPartOfItsName(t *testing.T) {
	h := newHarness(t)
	h.openSearchDialog()
	h.typeQueryAndWaitForText("MEMO", "Commands")
	h.RunUICallsUntil("the results", func() bool { return h.shownRowsAsText() == "Commands\n>Add memory | Ctrl+Shift+M" })
	h.PressKeys(fyne.KeyReturn)
	if len(h.opened) != 1 || h.opened[0] != "Add memory, search open: false" {
		t.Errorf("ran %q", h.opened)
	}
}

func TestCommandsThatBeginAsTypedComeBeforeMessagesThatSayTheSame(t *testing.T) {
	h := newHarness(t)
	chat := h.CreateChat("Settings of my camera")
	h.InsertMessageOrAnswerAsHead(chat, "It has settings. Add memory, too.", nil)
	h.openSearchDialog()
	h.typeQueryAndWaitForText("sett", "Messages")
	if got := h.shownRowsAsText(); !strings.HasPrefix(
		got, "Commands\n>Settings | Ctrl+,\nChats\nSettings of my camera\nMessages\n",
	) {
		t.Errorf("listed:\n%s", got)
	}
	h.PressKeys(fyne.KeyReturn)
	h.openSearchDialog()
	h.typeQueryAndWaitForText("memory", "Messages")
	if got := h.shownRowsAsText(); !strings.HasSuffix(got, "\nCommands\nAdd memory | Ctrl+Shift+M") {
		t.Errorf("a name that only contains the query is listed as\n%s", got)
	}
	if len(h.opened) != 1 || h.opened[0] != "Settings, search open: false" {
		t.Errorf("Enter ran %q", h.opened)
	}
}

func TestQueryWithoutResultsSaysSo(t *testing.T) {
	h := newHarness(t)
	h.openSearchDialog()
	h.TypeText("zebra")
	h.RunUICallsUntil("the results", func() bool { return h.shownRowsAsText() == noResultsText })
	h.PressKeys(fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn)
	if len(h.opened) != 0 || !h.isOpen() {
		t.Errorf("opened %q, search open: %v", h.opened, h.isOpen())
	}
}

func TestEnterWaitsForTheResultsOfTheTypedQuery(t *testing.T) {
	h := newHarness(t)
	_, _, _, m := h.storeChatMessageMemoryAboutCats()
	h.openSearchDialog(memory.Chat{ID: 99, Title: "Recent"})
	h.TypeText("the user has")
	h.PressKeys(fyne.KeyReturn) // the recent chat is still listed
	if len(h.opened) != 0 || !strings.Contains(h.shownRowsAsText(), ">Recent") {
		t.Fatalf("opened %q, listed:\n%s", h.opened, h.shownRowsAsText())
	}
	h.RunUICallsUntil("the best result", func() bool { return len(h.opened) > 0 })
	if h.opened[0] != fmt.Sprintf("memory %d", m.ID) || h.isOpen() {
		t.Errorf("opened %q, search open: %v", h.opened, h.isOpen())
	}
}

func TestTypingOnRevokesEnter(t *testing.T) {
	h := newHarness(t)
	h.storeChatMessageMemoryAboutCats()
	h.openSearchDialog()
	h.TypeText("ca")
	h.PressKeys(fyne.KeyReturn)
	h.typeQueryAndWaitForText("t", "Messages")
	if len(h.opened) != 0 {
		t.Errorf("opened %q", h.opened)
	}
}

func TestArrowsStopAtTheEndsAndScroll(t *testing.T) {
	h := newHarness(t)
	for i := range 18 {
		h.CreateChat(fmt.Sprintf("Cat %02d", i))
		h.Now = h.Now.Add(time.Minute)
	}
	h.openSearchDialog()
	h.TypeText("cat")
	h.RunUICallsUntil("the results", func() bool { return len(h.palette.hits) == 18 })
	selected := func() string {
		for _, line := range strings.Split(h.shownRowsAsText(), "\n") {
			if title, ok := strings.CutPrefix(line, ">"); ok {
				return title
			}
		}
		return ""
	}
	order := make([]string, 18)
	for i, x := range h.palette.hits {
		order[i] = x.title
	}
	for _, c := range []struct {
		key  fyne.KeyName
		want int
	}{
		{fyne.KeyUp, 0},
		{fyne.KeyDown, 1},
		{fyne.KeyPageDown, 9},
		{fyne.KeyPageDown, 17},
		{fyne.KeyDown, 17},
		{fyne.KeyUp, 16},
		{fyne.KeyPageUp, 8},
		{fyne.KeyPageUp, 0},
		{fyne.KeyPageUp, 0},
		{fyne.KeyEnd, 0},
	} {
		h.PressKeys(c.key)
		if got := selected(); got != order[c.want] {
			t.Errorf("%s selects %q, want %q", c.key, got, order[c.want])
		}
		row := h.palette.list.BuiltRowWidget(h.palette.hits[c.want].key)
		d := fyne.CurrentApp().Driver()
		y, top := d.AbsolutePositionForObject(row).Y, d.AbsolutePositionForObject(h.palette.list).Y
		if y < top || y+row.Size().Height > top+h.palette.list.Size().Height {
			t.Errorf("%s: the selected row is at %v, the list begins at %v", c.key, y, top)
		}
	}
	h.PressKeys(fyne.KeyPageDown, fyne.KeyPageDown, fyne.KeyBackspace) // now the query is ca
	h.RunUICallsUntil("the results", func() bool { return h.palette.selected == 0 })
	d := fyne.CurrentApp().Driver()
	heading := d.AbsolutePositionForObject(h.palette.list.BuiltRowWidget("hChats")).Y
	if top := d.AbsolutePositionForObject(h.palette.list).Y; heading < top {
		t.Errorf("the heading of new results is at %v, the list begins at %v", heading, top)
	}
}

func TestEscClosesTheSearchAndItsNextUseIsEmpty(t *testing.T) {
	h := newHarness(t)
	h.openSearchDialog(memory.Chat{ID: 1, Title: "Old"})
	h.openSearchDialog(memory.Chat{ID: 2, Title: "Second"}) // it is open already
	if !strings.Contains(h.shownRowsAsText(), "Old") {
		t.Errorf("listed:\n%s", h.shownRowsAsText())
	}
	h.TypeText("zebra")
	h.PressKeys(fyne.KeyEscape)
	if h.isOpen() || len(h.opened) != 0 {
		t.Fatalf("search open: %v, opened %q", h.isOpen(), h.opened)
	}
	h.openSearchDialog(memory.Chat{ID: 3, Title: "New"})
	if got := h.shownRowsAsText(); !strings.HasPrefix(got, "Recent\n>New") {
		t.Errorf("listed:\n%s", got)
	}
	if got := h.FocusedControlName(); got != "Search chats, messages and memories" {
		t.Errorf("the keyboard is at %q", got)
	}
}

func TestClearedQueryListsRecentChatsAgain(t *testing.T) {
	h := newHarness(t)
	h.storeChatMessageMemoryAboutCats()
	h.openSearchDialog(memory.Chat{ID: 3, Title: "Recent one"})
	h.typeQueryAndWaitForText("cat", "Messages")
	h.TypeText(" ")
	time.Sleep(100 * time.Millisecond) // so that the second result waits when the query is cleared
	h.PressKeys(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	last := false
	h.Env.Tasks.PostToUI(func() { last = true })
	h.RunUICallsUntil("the late result", func() bool { return last })
	if got := h.shownRowsAsText(); !strings.Contains(got, "Recent one") || strings.Contains(got, "Messages") {
		t.Errorf("listed:\n%s", got)
	}
}

func TestFailedSearchIsReported(t *testing.T) {
	h := newHarness(t)
	h.openSearchDialog(memory.Chat{ID: 3, Title: "Recent one"})
	h.CloseStore()
	h.TypeText("cat")
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
	if !strings.Contains(h.shownRowsAsText(), "Recent one") {
		t.Errorf("listed:\n%s", h.shownRowsAsText())
	}
}

func TestSearchFitsIntoASmallWindow(t *testing.T) {
	h := newHarness(t)
	h.Win.Resize(fyne.NewSize(500, 400))
	h.openSearchDialog()
	size := h.palette.list.Size()
	if size.Width > 500-40 || size.Height > 400-60 || size.Height < 100 {
		t.Errorf("the list is %v", size)
	}
}

func TestMessageHitsAreShownAsPlainText(t *testing.T) {
	for in, want := range map[string]string{
		"## Dinners\n\nAll take **30 minutes**, see `pantry.csv`.": "Dinners All take 30 minutes, see pantry.csv.",
		"- one\n- two":                                 "one two",
		"…and 2 * 3 = 6, for Lisbon":                   "…and 2 * 3 = 6, for Lisbon",
		"| Day | Dinner |\n|---|---|\n| Mon | Curry |": "Day Dinner Mon Curry",
	} {
		if got := markdownToPlainTextLine(in); got != want {
			t.Errorf("%q is listed as %q, want %q", in, got, want)
		}
	}
}

func TestQueryIsMarkedInWhatWasFound(t *testing.T) {
	long := strings.Repeat("many words before ", 6) + "the Café in Porto"
	for _, c := range []struct{ text, query, want string }{
		{"A cat, my Cats and a bobcat", "cat", "A [cat], my [Cat]s and a bobcat"},
		{"Café au lait", "cafe LAIT", "[Café] au [lait]"},
		{"nothing here", "cat", "nothing here"},
		{"nothing", "", "nothing"},
		{long, "cafe", "…many words before the [Café] in Porto"},
		{"the Café in Porto", "cafe port", "the [Café] in [Port]o"},
	} {
		terms := strings.Fields(foldCaseAndDiacritics(c.query))
		text := []rune(cutTextStartNearFirstMatch(c.text, terms))
		got, at := "", 0
		for _, r := range termRangesAtWordStarts(string(text), terms) {
			got += string(text[at:r.start]) + "[" + string(text[r.start:r.end]) + "]"
			at = r.end
		}
		if got += string(text[at:]); got != c.want {
			t.Errorf("%q in %q is marked as %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

func TestHitsAreDrawnWithTheirMarks(t *testing.T) {
	h := newHarness(t)
	h.storeChatMessageMemoryAboutCats()
	h.openSearchDialog()
	h.typeQueryAndWaitForText("cat", "The cat sleeps.")
	marks := 0
	uitest.VisitVisibleObjects(h.palette.list, func(o fyne.CanvasObject) {
		if m, ok := o.(*markedLabel); ok {
			for _, b := range m.marks {
				if b.Size().Width < 10 || b.Size().Width > 40 {
					t.Errorf("a mark in %q is %v wide", m.text, b.Size().Width)
				}
				marks++
			}
		}
	})
	if marks != 3 { // in the title of a chat, a memory and a message
		t.Errorf("%d words are marked, want 3; shown:\n%s", marks, h.shownRowsAsText())
	}
}

// Every character is one wide here.
func TestMarksAreWhereTheirWordsAreDrawn(t *testing.T) {
	width := func(s string) float32 { return float32(utf8.RuneCountInString(s)) }
	for _, c := range []struct {
		text, query string
		want        []draw.Span
	}{
		{"A cat, my Cats", "cat", []draw.Span{{X: 2, Width: 3}, {X: 10, Width: 3}}},
		{"שלום עולם", "שלום", []draw.Span{{X: 5, Width: 4}}},
		{"שלום עולם", "עו", []draw.Span{{X: 2, Width: 2}}},
		{"Bread is לחם in Hebrew", "לחם", []draw.Span{{X: 9, Width: 3}}},
	} {
		got := spansOfTerms(c.text, draw.StartsRightToLeft(c.text), strings.Fields(c.query), width)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s in %s is marked at %v, want %v", c.query, c.text, got, c.want)
		}
	}
}

func TestSnippetsHaveNoMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"…as follows: ```python print(1) ``` ## Next - one | a | b | |---|---| **bold** `x`": "…as follows: print(1) Next " +
			"- one a b bold x",
		"2 * 3 - 1 = 5": "2 * 3 - 1 = 5",
		"***":           "",
		"a_b and c__d":  "a_b and c__d",
	} {
		if got := markdownToPlainTextLine(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

func TestHitsInArchivedChatsSaySo(t *testing.T) {
	h := newHarness(t)
	titled, other, _, _ := h.storeChatMessageMemoryAboutCats()
	if _, err := h.Env.Session.SetChatsArchived(h.Context(), []memory.ID{titled, other}, true); err != nil {
		t.Fatal(err)
	}
	h.openSearchDialog()
	h.typeQueryAndWaitForText("cat", "My cat")
	for _, want := range []string{"My cat | archived\n", "The cat sleeps. | archived · A chat about"} {
		if !strings.Contains(h.shownRowsAsText(), want) {
			t.Errorf("%q is not in\n%s", want, h.shownRowsAsText())
		}
	}
}
