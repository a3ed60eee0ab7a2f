package sidebar

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

const emptyText = "No chats yet. Send a message to start one."

// harness is the sidebar over a real core; every action is recorded as a line.
type harness struct {
	*uitest.Harness
	pane    *Pane
	actions []string
	still   bool // reduced motion
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t)}
	record := func(what string) func() { return func() { h.actions = append(h.actions, what) } }
	h.Env.ReducedMotion = func() bool { return h.still }
	h.Env.NavigateTo = func(r app.Route) {
		screens := map[app.Screen]string{
			app.ScreenChat: fmt.Sprintf("open %d", r.Chat), app.ScreenNewChat: "new chat", app.ScreenSearch: "search",
			app.ScreenModels: "settings", app.ScreenTrash: "trash",
			app.ScreenRenameChat: "rename " + h.titleOfChat(r.Chat), app.ScreenDeleteChat: "delete " + h.titleOfChat(r.Chat),
		}
		if (r == app.Route{Screen: app.ScreenSidebar, Pane: app.HidePane}) {
			record("collapse")()
			return
		}
		record(screens[r.Screen])()
	}
	h.pane = New(h.Env, func(at fyne.CanvasObject) {
		record("profile at " + at.(*widgets.Tappable).Name())()
	})
	h.ShowPaneInWindow(h.pane, 256, 900)
	return h
}

func (h *harness) isPinned(id memory.ID) bool {
	c, err := h.Env.Session.LoadChat(h.Context(), id)
	return err == nil && c.Pinned
}

func (h *harness) titleOfChat(id memory.ID) string {
	for _, c := range h.pane.ListedChats() {
		if c.ID == id {
			return ChatDisplayTitle(c)
		}
	}
	return ""
}

// insertChat stores a chat whose last message is so many days old.
func (h *harness) insertChat(title string, daysAgo int, change ...func(*memory.Chat)) memory.ID {
	h.Helper()
	at := h.Now.AddDate(0, 0, -daysAgo)
	c := memory.Chat{ProfileID: 1, Title: title, Memory: memory.MemoryOn, CreatedAt: at, UpdatedAt: at}
	for _, f := range change {
		f(&c)
	}
	id, err := h.DB.ChatStore().Create(h.Context(), c)
	if err != nil {
		h.Fatal(err)
	}
	return id
}

// reloadAndWaitForText loads the chats and waits until want is listed.
func (h *harness) reloadAndWaitForText(want string) {
	h.Helper()
	h.pane.ReloadChatsAndProjects()
	h.RunUICallsUntil("the list "+want, func() bool { return strings.Contains(h.shownRowsAsText(), want) })
}

// shownRowsAsText lists what is shown; the open chat begins with ">".
func (h *harness) shownRowsAsText() string { return uitest.ShownRowsAsText(h.pane.list) }

// findRowOfChat returns the surface of a chat.
func (h *harness) findRowOfChat(title string) *widgets.SelectableRow {
	h.Helper()
	return h.FindControlNamed(title, nil).(*widgets.SelectableRow)
}

// describeChatStateSigns describes the sign of a chat's state: a spinner with its first angle, a dot or an icon.
func (h *harness) describeChatStateSigns(title string) string {
	h.Helper()
	var out []string
	uitest.VisitVisibleObjects(h.findRowOfChat(title), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *canvas.Arc:
			out = append(out, fmt.Sprintf("spinner at %v", o.StartAngle))
		case *canvas.Rectangle:
			current := theme.Current()
			switch {
			case o.FillColor == current.TokenColor(theme.Accent):
				out = append(out, "dot")
			case o.StrokeColor == current.TokenColor(theme.Accent):
				out = append(out, "ring")
			}
		case *draw.Icon:
			out = append(out, "icon")
		}
	})
	return strings.Join(out, ", ")
}

// assertRecordedActions checks what was recorded since the last call.
func (h *harness) assertRecordedActions(want ...string) {
	h.Helper()
	if got := strings.Join(h.actions, ", "); got != strings.Join(want, ", ") {
		h.Errorf("asked for %q, want %q", got, want)
	}
	h.actions = nil
}

func TestEmptyHintIsShownOnlyAfterTheChatsAreLoaded(t *testing.T) {
	h := newHarness(t)
	var timers []func()
	h.Env.After = func(_ time.Duration, f func()) func() {
		timers = append(timers, f)
		return func() {}
	}
	h.pane.ReloadChatsAndProjects()
	h.pane.HighlightAndScrollToOpenChat(7) // the window opens a chat while the list is loading
	if h.shownRowsAsText() != "" || len(timers) != 1 {
		t.Fatalf("%d lists wait, shown: %q", len(timers), h.shownRowsAsText())
	}
	timers[0]()
	if h.pane.list.BuiltRowWidget("loading2") == nil {
		t.Error("the sidebar does not wait")
	}
	h.RunUICallsUntil("the chats", func() bool { return h.shownRowsAsText() == emptyText })
	if h.pane.list.BuiltRowWidget("loading0") != nil {
		t.Error("the sidebar still waits")
	}
}

func TestChatsAreGroupedByDay(t *testing.T) {
	h := newHarness(t) // on 3 May 2026
	pinned := func(c *memory.Chat) { c.Pinned = true }
	for _, c := range []struct {
		title string
		days  int
	}{
		{"Last year", 200},
		{"In March", 45},
		{"Later in March", 40},
		{"Weeks ago", 30},
		{"Days ago", 7},
		{"Yesterday's", 1},
		{"", 0},
		{"Today's", 0},
	} {
		h.insertChat(c.title, c.days)
	}
	h.insertChat("Old and pinned", 300, pinned)
	h.insertChat("New and pinned", 0, pinned)
	h.insertChat("", 0, func(c *memory.Chat) { c.Temporary = true })
	h.reloadAndWaitForText("Today's")
	want := `Pinned
New and pinned
Old and pinned
Today
Temporary chat
Today's
New chat
Yesterday
Yesterday's
Previous 7 days
Days ago
Previous 30 days
Weeks ago
March
Later in March
In March
October 2025
Last year`
	if got := h.shownRowsAsText(); got != want {
		t.Errorf("listed:\n%s\nwant:\n%s", got, want)
	}
	if got := len(h.pane.ListedChats()); got != 11 {
		t.Errorf("%d chats are handed to the search", got)
	}
	h.Now = h.Now.AddDate(0, 0, 1)
	h.reloadAndWaitForText("Yesterday\nTemporary chat")
}

func TestOpenChatIsHighlightedAndScrolledTo(t *testing.T) {
	h := newHarness(t)
	first := h.insertChat("Newest", 0)
	var last memory.ID
	for i := range 40 {
		last = h.insertChat(fmt.Sprintf("Chat %d", i), 10+i)
	}
	h.reloadAndWaitForText("Newest")
	h.TapControlNamed("Newest", nil)
	h.assertRecordedActions(fmt.Sprintf("open %d", first))
	if strings.Contains(h.shownRowsAsText(), ">") {
		t.Error("a chat is highlighted before the window has opened it")
	}
	h.pane.HighlightAndScrollToOpenChat(first)
	if !strings.Contains(h.shownRowsAsText(), "\n>Newest\n") {
		t.Errorf("listed:\n%s", h.shownRowsAsText())
	}
	h.pane.HighlightAndScrollToOpenChat(last)
	if got := h.shownRowsAsText(); strings.Count(got, ">") != 1 || !strings.Contains(got, ">Chat 39") {
		t.Errorf("listed:\n%s", got)
	}
	d := fyne.CurrentApp().Driver()
	y := d.AbsolutePositionForObject(h.findRowOfChat("Chat 39")).Y
	if top := d.AbsolutePositionForObject(h.pane.list).Y; y < top || y > top+h.pane.list.Size().Height {
		t.Errorf("the open chat is at %v, the list begins at %v", y, top)
	}
	h.pane.list.ScrollToTop()
	h.pane.HighlightAndScrollToOpenChat(last) // it was reloaded
	if !strings.HasPrefix(h.shownRowsAsText(), "Today") {
		t.Errorf("the list does not stay where it was scrolled to:\n%s", h.shownRowsAsText())
	}
}

func TestChatMenuAndKeys(t *testing.T) {
	h := newHarness(t)
	cats := h.insertChat("Cats", 0)
	pinned := h.insertChat("Pinned one", 1, func(c *memory.Chat) { c.Pinned = true })
	h.reloadAndWaitForText("Cats")
	h.findRowOfChat("Cats").MouseIn(nil)
	h.TapControlNamed("More options for Cats", nil)
	h.TapControlNamed("Rename", nil)
	h.TapControlNamed("More options for Cats", nil)
	h.TapControlNamed("Pin", nil)
	h.findRowOfChat("Cats").MouseOut()
	test.TapSecondary(h.findRowOfChat("Pinned one"))
	h.TapControlNamed("Unpin", nil)
	test.TapSecondary(h.findRowOfChat("Cats"))
	h.TapControlNamed("Delete", nil)
	h.assertRecordedActions("rename Cats", "delete Cats")
	h.RunUICallsUntil("the pins", func() bool { return h.isPinned(cats) && !h.isPinned(pinned) })

	passed := []fyne.KeyName{}
	h.Win.Canvas().SetOnTypedKey(func(ev *fyne.KeyEvent) { passed = append(passed, ev.Name) })
	h.Win.Canvas().Focus(h.findRowOfChat("Cats"))
	h.PressKeys(fyne.KeyF2, fyne.KeyDelete, fyne.KeyEscape)
	h.assertRecordedActions("rename Cats", "delete Cats")
	if len(passed) != 1 || passed[0] != fyne.KeyEscape {
		t.Errorf("the window gets %q", passed)
	}
}

func TestHoveredChatShowsItsMenuButtonInPlaceOfItsState(t *testing.T) {
	h := newHarness(t)
	h.insertChat("Unread", 0, func(c *memory.Chat) { c.Unread = true })
	h.reloadAndWaitForText("Unread")
	if got := h.describeChatStateSigns("Unread"); got != "dot" {
		t.Fatalf("an unread chat has %q", got)
	}
	row := h.findRowOfChat("Unread")
	row.MouseIn(nil)
	if got := h.describeChatStateSigns("Unread"); got != "icon" {
		t.Errorf("a hovered chat has %q", got)
	}
	more := h.FindControlNamed("More options for Unread", nil).(*widgets.Button)
	row.MouseOut()
	more.MouseIn(nil) // the pointer is on the button now
	if got := h.describeChatStateSigns("Unread"); got != "icon" {
		t.Errorf("under the pointer there is %q", got)
	}
	more.MouseOut()
	if got := h.describeChatStateSigns("Unread"); got != "dot" {
		t.Errorf("after the pointer has left it has %q", got)
	}
}

func TestStatesOfAChatAreMarked(t *testing.T) {
	h := newHarness(t)
	plain := h.insertChat("Plain", 0)
	unread := h.insertChat("Unread", 0, func(c *memory.Chat) { c.Unread = true })
	h.insertChat("Temporary", 0, func(c *memory.Chat) { c.Temporary = true })
	h.reloadAndWaitForText("Plain")
	for title, want := range map[string]string{"Plain": "", "Unread": "dot", "Temporary": "icon"} {
		if got := h.describeChatStateSigns(title); got != want {
			t.Errorf("%s has %q, want %q", title, got, want)
		}
	}
	h.pane.SetChatBusy(plain, true)
	h.pane.SetChatBusy(plain, true)
	h.pane.SetChatBusy(unread, true)
	h.pane.rotateSpinnerArcs(0)
	for _, title := range []string{"Plain", "Unread"} {
		if got := h.describeChatStateSigns(title); got != "spinner at 20" {
			t.Errorf("%s, while an answer is written, has %q", title, got)
		}
	}
	h.pane.rotateSpinnerArcs(0.56)
	if got := h.describeChatStateSigns("Plain"); got != "spinner at 200" {
		t.Errorf("half a second later it has %q", got)
	}
	if !draw.AnyFrameCallbacksRunning() {
		t.Error("nothing moves")
	}
	h.pane.SetChatBusy(unread, false)
	if got := h.describeChatStateSigns("Unread"); got != "dot" || !draw.AnyFrameCallbacksRunning() {
		t.Errorf("after its answer it has %q, the other moves: %v", got, draw.AnyFrameCallbacksRunning())
	}
	h.pane.SetChatBusy(plain, false)
	if got := h.describeChatStateSigns("Plain"); got != "" || draw.AnyFrameCallbacksRunning() {
		t.Errorf("after its answer it has %q, something moves: %v", got, draw.AnyFrameCallbacksRunning())
	}
	read := false
	if _, err := h.Env.Session.UpdateChat(t.Context(), unread, memory.ChatPatch{Unread: &read}); err != nil {
		t.Fatal(err)
	}
	h.pane.ReloadChatsAndProjects()
	h.RunUICallsUntil("the chat to be read", func() bool { return h.describeChatStateSigns("Unread") == "" })
}

func TestReducedMotionShowsARing(t *testing.T) {
	h := newHarness(t)
	id := h.insertChat("Busy", 0)
	h.reloadAndWaitForText("Busy")
	h.pane.SetChatBusy(id, true)
	h.still = true
	h.pane.ApplyReducedMotion()
	if got := h.describeChatStateSigns("Busy"); got != "ring" || draw.AnyFrameCallbacksRunning() {
		t.Errorf("with reduced motion it has %q, something moves: %v", got, draw.AnyFrameCallbacksRunning())
	}
	h.still = false
	h.pane.ApplyReducedMotion()
	if got := h.describeChatStateSigns("Busy"); !strings.HasPrefix(got, "spinner") || !draw.AnyFrameCallbacksRunning() {
		t.Errorf("with motion it has %q, something moves: %v", got, draw.AnyFrameCallbacksRunning())
	}
	h.pane.ClearBusyAndStopSpinner()
	if draw.AnyFrameCallbacksRunning() {
		t.Error("a closed window moves")
	}
}

func TestTrashIsOfferedWhileItHoldsChats(t *testing.T) {
	h := newHarness(t)
	h.insertChat("Kept", 0)
	var deleted []memory.ID
	for i := range 2 {
		id := h.insertChat(fmt.Sprintf("Deleted %d", i), 0)
		if err := h.Env.Session.TrashOrEraseChatMaybeUnlearning(t.Context(), id, memory.DeleteChatOptions{}); err != nil {
			t.Fatal(err)
		}
		deleted = append(deleted, id)
	}
	h.reloadAndWaitForText("Kept\n2 chats in the trash")
	h.TapControlNamed("2 chats in the trash", nil)
	h.assertRecordedActions("trash")
	for i, id := range deleted {
		if _, err := h.Env.Session.RestoreChatFromTrashOrArchive(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		h.reloadAndWaitForText([]string{"1 chat in the trash", "Deleted 1"}[i])
	}
	if strings.Contains(h.shownRowsAsText(), "trash") {
		t.Errorf("listed:\n%s", h.shownRowsAsText())
	}
}

func TestChatsOfOtherProfilesAreNotListed(t *testing.T) {
	h := newHarness(t)
	if _, err := h.Service.CreateProfile(t.Context(), "Work"); err != nil {
		t.Fatal(err)
	}
	h.insertChat("Mine", 0)
	h.insertChat("Theirs", 0, func(c *memory.Chat) { c.ProfileID = 2 })
	h.reloadAndWaitForText("Mine")
	if got := h.shownRowsAsText(); got != "Today\nMine" {
		t.Errorf("listed:\n%s", got)
	}
}

func TestFailureToLoadIsReportedAndKeepsTheList(t *testing.T) {
	h := newHarness(t)
	h.insertChat("Cats", 0)
	h.reloadAndWaitForText("Cats")
	h.CloseStore()
	h.pane.ReloadChatsAndProjects()
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
	if got := h.shownRowsAsText(); got != "Today\nCats" {
		t.Errorf("listed:\n%s", got)
	}
}

func TestFailureOfTheFirstLoadEndsTheWait(t *testing.T) {
	h := newHarness(t)
	var showPlaceholders func()
	h.Env.After = func(_ time.Duration, f func()) func() {
		showPlaceholders = f
		return func() {}
	}
	h.CloseStore()
	h.pane.ReloadChatsAndProjects()
	showPlaceholders()
	h.WaitForToastAndClearToasts("")
	if h.pane.list.BuiltRowWidget("loading0") != nil {
		t.Error("the sidebar still waits")
	}
}

func TestButtonsOfTheSidebar(t *testing.T) {
	h := newHarness(t)
	for _, name := range []string{
		"New chat", "Search chats", "Settings (Ctrl+,)", "Hide sidebar (Ctrl+B)", "Profiles",
	} {
		h.TapControlNamed(name, nil)
	}
	h.assertRecordedActions("new chat", "search", "settings", "collapse", "profile at Profiles")
}

func TestProfileIsNamedWithItsInitial(t *testing.T) {
	h := newHarness(t)
	for name, want := range map[string]string{
		"": "Y | You | a note", "default": "Y | You | a note", "Élodie": "É | Élodie | a note",
	} {
		h.pane.ShowProfileNameAndNote(name, "a note")
		if got := uitest.ShownRowsAsText(h.FindControlNamed("Profiles", nil).(fyne.CanvasObject)); got != want {
			t.Errorf("profile %q is shown as %q, want %q", name, got, want)
		}
	}
}

func TestLogoFollowsTheTheme(t *testing.T) {
	h := newHarness(t)
	l := newLogo(24)
	h.ShowPaneInWindow(l, 40, 40)
	light := l.image.Resource.Name()
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Dark: true}))
	l.Refresh()
	if dark := l.image.Resource.Name(); dark == light || l.MinSize() != fyne.NewSquareSize(24) {
		t.Errorf("light %s, dark %s, size %v", light, dark, l.MinSize())
	}
}
