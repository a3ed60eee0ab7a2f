package sidebar

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
)

// chooseInMenu opens the menu of a row and chooses an item.
func (h *harness) chooseInMenu(row, item string) {
	h.Helper()
	h.findRowOfChat(row).TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(40, 100)})
	h.TapControlNamed(item, nil)
}

func TestAProjectIsMadeFilledCollapsedAndDeleted(t *testing.T) {
	h := newHarness(t)
	s := h.Env.Session
	boat := h.insertChat("Planking", 0)
	h.insertChat("Dinner", 0)
	h.reloadAndWaitForText("Planking")
	h.chooseInMenu("Planking", "Move to project")
	h.TapControlNamed("New project", nil)
	h.TypeText("Boat")
	h.TapControlNamed("Create", nil)
	undo := h.WaitForToastAndClearToasts("Chat moved to Boat")
	h.reloadAndWaitForText("Boat")
	projects, err := s.ListProjects(h.Context())
	if err != nil || len(projects) != 1 || projects[0].Name != "Boat" {
		t.Fatalf("projects %+v, %v", projects, err)
	}
	rows := h.shownRowsAsText()
	if strings.Index(rows, "Boat") > strings.Index(rows, "Planking") ||
		strings.Index(rows, "Planking") > strings.Index(rows, "Dinner") {
		t.Errorf("the list is\n%s", rows)
	}
	undo.Action()
	h.RunUICallsUntil("the chat is back", func() bool {
		c, err := s.LoadChat(h.Context(), boat)
		return err == nil && c.ProjectID == 0
	})
	h.pane.ReloadChatsAndProjects()
	h.RunUICallsUntil("the chat is listed outside", func() bool {
		return strings.Index(h.shownRowsAsText(), "Planking") > strings.Index(h.shownRowsAsText(), "Today")
	})
	h.chooseInMenu("Planking", "Move to project")
	h.TapControlNamed("Boat", nil)
	h.WaitForToastAndClearToasts("Chat moved to Boat")
	h.reloadAndWaitForText("Boat")

	h.findRowOfChat("Project Boat").Tapped(nil)
	h.RunUICallsUntil("the project is collapsed", func() bool {
		p, err := s.LoadProject(h.Context(), projects[0].ID)
		return err == nil && p.Collapsed
	})
	h.pane.ReloadChatsAndProjects()
	h.RunUICallsUntil("its chats are hidden", func() bool { return !strings.Contains(h.shownRowsAsText(), "Planking") })

	h.chooseInMenu("Project Boat", "Only in this project")
	h.RunUICallsUntil("the scope is changed", func() bool {
		p, err := s.LoadProject(h.Context(), projects[0].ID)
		return err == nil && p.LearnedScope == memory.ScopeProject
	})
	h.chooseInMenu("Project Boat", "Delete")
	h.WaitForText("Delete project “Boat”?")
	h.TapControlNamed("Delete project", nil)
	undo = h.WaitForToastAndClearToasts("Project deleted")
	h.reloadAndWaitForText("Planking")
	if strings.Contains(h.shownRowsAsText(), "Boat") {
		t.Errorf("the list is\n%s", h.shownRowsAsText())
	}
	undo.Action()
	h.RunUICallsUntil("the project is back with its chat", func() bool {
		c, err := s.LoadChat(h.Context(), boat)
		return err == nil && c.ProjectID == projects[0].ID
	})
}

func TestWhatWasLearnedMovesOnlyWhenAsked(t *testing.T) {
	for _, c := range []struct {
		button string
		moves  bool
	}{{"Move chat only", false}, {"Move memories too", true}} {
		h := newHarness(t)
		s := h.Env.Session
		from, err := s.CreateProject(h.Context(), memory.NewProject{Name: "Boat", LearnedScope: memory.ScopeProject})
		if err != nil {
			t.Fatal(err)
		}
		to, err := s.CreateProject(h.Context(), memory.NewProject{Name: "House"})
		if err != nil {
			t.Fatal(err)
		}
		chat := h.insertChat("Planking", 0, func(c *memory.Chat) { c.ProjectID = from.ID })
		m := h.NewExtractedFact("The user owns a yawl.")
		m.SourceMessageID = h.InsertMessageOrAnswerAsHead(chat, "I own a yawl.", nil)
		m.Scope, m.ProjectID = memory.ScopeProject, from.ID
		m = h.StoreMemoryWithoutDecision(m)
		h.reloadAndWaitForText("Planking")
		h.chooseInMenu("Planking", "Move to project")
		h.TapControlNamed("House", nil)
		h.WaitForText("1 memory learned in this chat is used only in its project.")
		h.TapControlNamed(c.button, nil)
		h.WaitForToastAndClearToasts("Chat moved to House")
		want := from.ID
		if c.moves {
			want = to.ID
		}
		if got := h.LoadMemory(m.ID); got.ProjectID != want || got.Scope != memory.ScopeProject {
			t.Errorf("%s: the memory is in project %d", c.button, got.ProjectID)
		}
	}
}

func TestAnArchivedChatLeavesTheListUntilUndone(t *testing.T) {
	h := newHarness(t)
	h.insertChat("Planking", 0)
	h.reloadAndWaitForText("Planking")
	h.chooseInMenu("Planking", "Archive")
	undo := h.WaitForToastAndClearToasts("Chat archived")
	h.reloadAndWaitForText("1 archived chat")
	if strings.Contains(h.shownRowsAsText(), "Planking") {
		t.Errorf("the list is\n%s", h.shownRowsAsText())
	}
	undo.Action()
	h.RunUICallsUntil("the chat is back", func() bool {
		all, err := h.Env.Session.ListChats(h.Context(), memory.ChatFilter{})
		return err == nil && len(all) == 1
	})
}
