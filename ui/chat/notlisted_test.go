package chat

import (
	"testing"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
)

func TestABranchedChatNamesItsOriginAndLeadsThere(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 600)
	source := h.CreateChat("Planking")
	at := h.InsertMessageOrAnswerAsHead(source, "How thick?", nil)
	branch, err := h.Env.Session.CopyChatUpToMessageAsNewChat(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	p.LeaveAndOpenStoredChat(branch.ID, 0)
	h.WaitForText("Branched from “Planking”")
	h.TapControlNamed("Branched from “Planking”", nil)
	if len(h.Routes) != 1 || h.Routes[0] != app.ChatRoute(source, at) {
		t.Errorf("the line leads to %+v", h.Routes)
	}
	p.LeaveAndOpenStoredChat(source, 0)
	h.RunUICallsUntil("the origin", func() bool { return p.CurrentChat().ID == source })
	if h.ShowsText("Branched from") {
		t.Error("the origin has the line")
	}
	forGood := memory.DeleteChatOptions{Purge: true}
	if err := h.Env.Session.TrashOrEraseChatMaybeUnlearning(t.Context(), source, forGood); err != nil {
		t.Fatal(err)
	}
	p.LeaveAndOpenStoredChat(branch.ID, 0)
	h.RunUICallsUntil("the branch", func() bool { return p.CurrentChat().ID == branch.ID })
	if h.ShowsText("Branched from") {
		t.Error("the line names a chat that is gone")
	}
}

func TestAChatInTheTrashOffersOnlyWhatWorksThere(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 900, 600)
	chat := h.CreateChat("Planking")
	h.InsertMessageOrAnswerAsHead(chat, "How thick?", nil)
	if _, err := h.DB.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), memory.Message{
		ChatID: chat, Role: memory.RoleAssistant, Status: memory.MessageFailed, CreatedAt: h.Now,
		Error: &memory.Fault{Title: "Refused.", Code: "unauthorized"},
	}); err != nil {
		t.Fatal(err)
	}
	if err := h.Env.Session.TrashOrEraseChatMaybeUnlearning(t.Context(), chat, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	p.LeaveAndOpenStoredChat(chat, 0)
	h.WaitForText("This chat is in the trash. It will be deleted forever after 30 days.")
	h.WaitForText("This chat is in the trash. Restore it to continue.")
	h.WaitForText("Refused.")
	for _, control := range []string{"Regenerate", "Retry", "Change key"} {
		if h.ShowsText(control) {
			t.Errorf("%s is offered", control)
		}
	}
	if p.header.modelButton.IsEnabled() || p.header.memoryButton.IsEnabled() {
		t.Error("model and memory can be changed")
	}
	h.TapControlNamed("More options for this chat", nil)
	h.WaitForText("Copy chat")
	for _, item := range []string{"Rename", "Pin", "Instructions and parameters", "Delete"} {
		h.TapControlNamed(item, nil)
	}
	if len(h.Routes) != 0 {
		t.Errorf("the menu leads to %+v", h.Routes)
	}
	h.Win.Canvas().Overlays().Top().Hide()
	p.carryOutEffects(p.state.RestoreOpenChatFromTrashOrArchive())
	h.WaitForText("Retry")
}

func TestAnArchivedChatSaysSoUntilItIsRestored(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 600)
	chat := h.CreateChat("Planking")
	h.InsertMessageOrAnswerAsHead(chat, "How thick?", nil)
	if _, err := h.Env.Session.SetChatsArchived(t.Context(), []memory.ID{chat}, true); err != nil {
		t.Fatal(err)
	}
	p.LeaveAndOpenStoredChat(chat, 0)
	h.WaitForText("This chat is archived. Sending a message puts it back in the list.")
	h.TapControlNamed("Restore this chat", nil)
	h.RunUICallsUntil("the chat restored", func() bool { return !h.ShowsText("This chat is archived.") })
	got, err := h.Env.Session.LoadChat(t.Context(), chat)
	if err != nil || !got.ArchivedAt.IsZero() {
		t.Errorf("archived at %v, %v", got.ArchivedAt, err)
	}
}
