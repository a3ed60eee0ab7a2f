package sidebar

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/memory"
	"memoir/ui/app"
)

// clickChatWithModifiers clicks the row of a chat with modifiers held.
func (h *harness) clickChatWithModifiers(title string, held fyne.KeyModifier) {
	h.Helper()
	r := h.findRowOfChat(title)
	r.MouseDown(&desktop.MouseEvent{Modifier: held})
	r.Tapped(nil)
}

// selectedChatTitles lists the selected chats.
func (h *harness) selectedChatTitles() string {
	var out []string
	for _, c := range h.pane.selectedChats() {
		out = append(out, c.Title)
	}
	return strings.Join(out, " ")
}

func (h *harness) assertSelectedChatTitles(want string) {
	h.Helper()
	if got := h.selectedChatTitles(); got != want {
		h.Errorf("selected are %q, want %q", got, want)
	}
}

// listFiveChatsAToE lists five chats, A first.
func (h *harness) listFiveChatsAToE() map[string]memory.ID {
	ids := map[string]memory.ID{}
	for i, title := range []string{"A", "B", "C", "D", "E"} {
		ids[title] = h.insertChat(title, i)
	}
	h.reloadAndWaitForText("\nE")
	return ids
}

func TestChatsAreSelectedByMouse(t *testing.T) {
	h := newHarness(t)
	ids := h.listFiveChatsAToE()
	h.clickChatWithModifiers("B", fyne.KeyModifierShortcutDefault)
	h.clickChatWithModifiers("D", fyne.KeyModifierShortcutDefault)
	h.assertSelectedChatTitles("B D")
	h.assertRecordedActions()
	if !h.ShowsText("2 selected") {
		t.Error("the bar is not shown")
	}
	h.clickChatWithModifiers("Selected: B", fyne.KeyModifierShortcutDefault)
	h.assertSelectedChatTitles("D")
	h.clickChatWithModifiers("Selected: D", fyne.KeyModifierShortcutDefault)
	h.clickChatWithModifiers("B", fyne.KeyModifierShortcutDefault)
	h.clickChatWithModifiers("D", fyne.KeyModifierShift)
	h.assertSelectedChatTitles("B C D")
	h.clickChatWithModifiers("A", fyne.KeyModifierShift) // from the same anchor
	h.assertSelectedChatTitles("A B")
	h.clickChatWithModifiers("E", 0)
	h.assertSelectedChatTitles("")
	h.assertRecordedActions("open 5")
	if h.ShowsText("selected") {
		t.Error("the bar stays")
	}
	h.pane.HighlightAndScrollToOpenChat(ids["B"])
	h.pane.selection.anchor = 0
	h.clickChatWithModifiers("D", fyne.KeyModifierShift) // from the open chat
	h.assertSelectedChatTitles("B C D")
	if err := h.Env.Session.TrashOrEraseChatMaybeUnlearning(h.Context(), ids["C"], memory.DeleteChatOptions{}); err !=
		nil {
		t.Fatal(err)
	}
	h.reloadAndWaitForText("1 chat in the trash")
	h.assertSelectedChatTitles("B D")
}

func TestChatsAreSelectedByKeyboard(t *testing.T) {
	h := newHarness(t)
	h.listFiveChatsAToE()
	var held fyne.KeyModifier
	h.pane.heldModifiers = func() fyne.KeyModifier { return held }
	h.Win.Canvas().Focus(h.findRowOfChat("B"))
	held = fyne.KeyModifierShift
	h.PressKeys(fyne.KeyDown, fyne.KeyDown)
	h.assertSelectedChatTitles("B C D")
	if got := h.FocusedControlName(); got != "Selected: D" {
		t.Errorf("%q has the focus", got)
	}
	h.PressKeys(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	h.assertSelectedChatTitles("A B")
	held = 0
	h.PressKeys(fyne.KeyEnd)
	shortcut := func(s fyne.Shortcut) {
		t.Helper()
		h.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(s)
	}
	shortcut(&desktop.CustomShortcut{KeyName: fyne.KeySpace, Modifier: fyne.KeyModifierShortcutDefault})
	h.assertSelectedChatTitles("A B E")
	shortcut(&fyne.ShortcutSelectAll{})
	h.assertSelectedChatTitles("A B C D E")
	h.PressKeys(fyne.KeyEscape)
	h.assertSelectedChatTitles("")
	h.PressKeys(fyne.KeyHome, desktop.KeyMenu)
	h.TapControlNamed("Rename", nil)
	h.assertRecordedActions("rename A")
}

func TestSelectedChatsAreMovedArchivedExportedAndDeleted(t *testing.T) {
	h := newHarness(t)
	s := h.Env.Session
	boat, err := s.CreateProject(h.Context(), memory.NewProject{Name: "Boat"})
	if err != nil {
		t.Fatal(err)
	}
	ids := h.listFiveChatsAToE()
	count := func(what string, f memory.ChatFilter, want int) {
		t.Helper()
		h.RunUICallsUntil(what, func() bool {
			all, err := s.ListChats(h.Context(), f)
			return err == nil && len(all) == want
		})
	}
	choose := func() {
		t.Helper()
		h.pane.ReloadChatsAndProjects()
		h.RunUICallsUntil("all chats", func() bool { return len(h.pane.shownChats) == 5 })
		for _, title := range []string{"B", "D"} {
			h.clickChatWithModifiers(title, fyne.KeyModifierShortcutDefault)
		}
		h.assertSelectedChatTitles("B D")
	}
	choose()
	h.TapControlNamed("Move selected chats to project", nil)
	h.TapControlNamed("Boat", nil)
	undo := h.WaitForToastAndClearToasts("2 chats moved to Boat")
	h.assertSelectedChatTitles("")
	count("the project's chats", memory.ChatFilter{ProjectID: boat.ID}, 2)
	undo.Action()
	count("them outside", memory.ChatFilter{ProjectID: boat.ID}, 0)

	choose()
	h.TapControlNamed("Archive selected chats", nil)
	undo = h.WaitForToastAndClearToasts("2 chats archived")
	count("the archive", memory.ChatFilter{Archived: true}, 2)
	undo.Action()
	count("the list", memory.ChatFilter{}, 5)

	choose()
	var exported app.Export
	h.Env.Export = func(e app.Export) { exported = e }
	h.TapControlNamed("Export selected chats", nil)
	if exported.Title != "2 chats" || !slices.Equal(exported.ChatIDs, []memory.ID{ids["B"], ids["D"]}) {
		t.Errorf("exported %+v", exported)
	}

	h.Win.Canvas().Focus(h.findRowOfChat("Selected: B"))
	h.PressKeys(fyne.KeyDelete)
	undo = h.WaitForToastAndClearToasts("2 chats moved to the trash")
	count("the trash", memory.ChatFilter{InTrash: true}, 2)
	undo.Action()
	count("the list again", memory.ChatFilter{}, 5)
}

// dragRowOntoRow drags the row of a chat to the middle of another row; drop lets go there.
func (h *harness) dragRowOntoRow(title, to string) {
	h.Helper()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.FindControlNamed(to, nil).(fyne.CanvasObject))
	at = at.Add(fyne.NewPos(30, 10))
	r := h.findRowOfChat(title)
	for range 2 {
		r.Dragged(&fyne.DragEvent{
			PointEvent: fyne.PointEvent{AbsolutePosition: at}, Dragged: fyne.NewDelta(0, 10),
		})
	}
}

func TestChatsAreDraggedIntoAProjectAndOut(t *testing.T) {
	h := newHarness(t)
	s := h.Env.Session
	boat, err := s.CreateProject(h.Context(), memory.NewProject{Name: "Boat"})
	if err != nil {
		t.Fatal(err)
	}
	ids := h.listFiveChatsAToE()
	in := func(want ...memory.ID) {
		t.Helper()
		h.RunUICallsUntil("the chats of the project", func() bool {
			all, err := s.ListChats(h.Context(), memory.ChatFilter{ProjectID: boat.ID})
			return err == nil && slices.Equal(chatIDs(all), want)
		})
		h.pane.ReloadChatsAndProjects()
		h.RunUICallsUntil("the list", func() bool {
			n := 0
			for _, c := range h.pane.chats {
				if c.ProjectID != 0 {
					n++
				}
			}
			return n == len(want)
		})
	}
	h.dragRowOntoRow("C", "Project Boat")
	if !h.ShowsText("Move C to Boat") || h.pane.dragMarks.mark.Hidden {
		t.Errorf("no mark; shown is %q", h.VisibleText())
	}
	h.findRowOfChat("C").DragEnd()
	h.WaitForToastAndClearToasts("Chat moved to Boat")
	in(ids["C"])
	if h.pane.dragMarks.layer.Visible() {
		t.Error("the mark stays")
	}

	h.clickChatWithModifiers("A", fyne.KeyModifierShortcutDefault)
	h.clickChatWithModifiers("B", fyne.KeyModifierShortcutDefault)
	h.dragRowOntoRow("Selected: B", "C") // a chat of the project stands for it
	if !h.ShowsText("Move 2 chats to Boat") {
		t.Errorf("shown is %q", h.VisibleText())
	}
	h.findRowOfChat("Selected: B").DragEnd()
	h.WaitForToastAndClearToasts("2 chats moved to Boat")
	in(ids["A"], ids["B"], ids["C"])

	h.dragRowOntoRow("B", "E")
	if !h.ShowsText("Move B out of the project") {
		t.Errorf("shown is %q", h.VisibleText())
	}
	h.PressKeys(fyne.KeyEscape)
	h.findRowOfChat("B").DragEnd()
	h.dragRowOntoRow("B", "A") // where it is already
	if !h.pane.dragMarks.mark.Hidden {
		t.Error("a drop that changes nothing has a mark")
	}
	h.findRowOfChat("B").DragEnd()
	in(ids["A"], ids["B"], ids["C"])
	h.dragRowOntoRow("B", "E")
	h.findRowOfChat("B").DragEnd()
	h.WaitForToastAndClearToasts("Chat moved out of its project")
	in(ids["A"], ids["C"])
}

func TestAShakyClickOpensTheChat(t *testing.T) {
	h := newHarness(t)
	h.listFiveChatsAToE()
	r := h.findRowOfChat("C")
	r.MouseDown(&desktop.MouseEvent{})
	r.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(3, 0)})
	r.DragEnd()
	h.assertRecordedActions("open 3")
}
