package window

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/sidebar"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// chatCommands are what the user does to a chat of the shown profile as a whole and what needs a
// dialog or an undo: rename, delete and restore it. They must be called on the UI goroutine;
// switching profiles replaces them.
type chatCommands struct {
	env  *app.Env
	chat *chat.Pane
	root *widgets.Root // of their dialogs
}

func (c *chatCommands) promptAndRenameChat(t memory.Chat) {
	widgets.ShowTextPrompt(c.root, translate.Text("Rename chat"), t.Title, translate.Text("Rename"), func(s string) {
		c.env.UpdateChat(t.ID, memory.ChatPatch{Title: &s})
	})
}

// trashOrEraseChatAskingIfLearned deletes a chat. If memories were extracted there, it asks first
// whether they stay.
func (c *chatCommands) trashOrEraseChatAskingIfLearned(t memory.Chat) {
	app.RunInBackground(c.env.Tasks, func(ctx context.Context) (int, error) {
		return c.env.Session.CountLearningDecisionsInChat(ctx, t.ID)
	}, func(n int, err error) {
		switch {
		case err != nil:
			c.env.ShowErrorToast(err)
		case n == 0 || t.Temporary:
			c.trashOrEraseChatWithUndoToast(t, false)
		default:
			widgets.ShowQuestionDialog(c.root, translate.Text("Delete “{{.Title}}”?", "Title",
				sidebar.ChatDisplayTitle(t)),
				translate.Count(n, "Memoir learned {{.Count}} thing from this chat. The chat stays in the trash for 30 days.",
					"Memoir learned {{.Count}} things from this chat. The chat stays in the trash for 30 days."),
				[]widgets.DialogButton{
					{Label: translate.Text("Cancel")},
					{Label: deleteWithMemoriesLabel(n), Destructive: true, OnTapped: func() {
						c.trashOrEraseChatWithUndoToast(t,
							true)
					}},
					{
						Label: translate.Text("Delete chat only"), Primary: true,
						OnTapped: func() { c.trashOrEraseChatWithUndoToast(t, false) },
					},
				})
		}
	})
}

// deleteWithMemoriesLabel labels the button that deletes a chat and the n memories learned in it.
func deleteWithMemoriesLabel(n int) string {
	if n == 1 {
		return translate.Text("Delete chat and its memory")
	}
	return translate.Count(n, "Delete chat and its {{.Count}} memory", "Delete chat and its {{.Count}} memories")
}

func (c *chatCommands) trashOrEraseChatWithUndoToast(t memory.Chat, unlearn bool) {
	if t.ID == c.chat.CurrentChat().ID {
		c.chat.LeaveAndOpenNewChat(false)
	}
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.env.Session.TrashOrEraseChatMaybeUnlearning(
			ctx, t.ID, memory.DeleteChatOptions{Unlearn: unlearn},
		)
	}, func(_ struct{}, err error) {
		if err != nil {
			c.env.ShowErrorToast(err)
			return
		}
		if t.Temporary {
			return
		}
		c.env.ShowToast(app.Toast{
			Text: translate.Text("Chat moved to the trash"), ActionLabel: translate.Text("Undo"),
			Action: func() { c.restoreChatAndOpenIfWanted(t.ID, true) },
		})
	})
}

func (c *chatCommands) restoreChatAndOpenIfWanted(id memory.ID, show bool) {
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return c.env.Session.RestoreChatFromTrashOrArchive(ctx, id)
	}, func(t memory.Chat, err error) {
		c.env.ShowErrorToast(err)
		if err == nil && show {
			c.env.NavigateTo(app.ChatRoute(t.ID, 0))
		}
	})
}

// branchAndOpenChat opens a new chat with the messages up to the given one.
func (c *chatCommands) branchAndOpenChat(message memory.ID) {
	app.RunInBackgroundInOrder(c.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return c.env.Session.CopyChatUpToMessageAsNewChat(ctx, message)
	}, func(branch memory.Chat, err error) {
		c.env.ShowErrorToast(err)
		if err == nil {
			c.env.NavigateTo(app.ChatRoute(branch.ID, 0))
			c.env.ShowToast(app.Toast{Text: translate.Text("This is a new chat with the messages up to the one you chose")})
		}
	})
}

// reloadTitleProjectAndStateOfOpenChat reloads title, pin, project, and whether it is archived or
// in the trash, of the open chat, if it is the chat that changed; 0 stands for several.
func (c *chatCommands) reloadTitleProjectAndStateOfOpenChat(id memory.ID) {
	open := c.chat.CurrentChat().ID
	if open == 0 || id != 0 && id != open {
		return
	}
	id = open
	app.RunInBackground(c.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return c.env.Session.LoadChat(ctx, id)
	}, func(t memory.Chat, err error) {
		if err == nil {
			c.chat.SyncTitlePinProjectArchiveTrash(t)
		}
	})
}
