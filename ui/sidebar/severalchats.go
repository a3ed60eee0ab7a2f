package sidebar

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// chatIDs returns the ids of chats.
func chatIDs(chats []memory.Chat) []memory.ID {
	ids := make([]memory.ID, len(chats))
	for i, c := range chats {
		ids[i] = c.ID
	}
	return ids
}

// actions are what the sidebar does with chats and projects in the core. Each change shows a toast
// that undoes it. UI goroutine only.
type actions struct {
	*listContent
	env           *app.Env
	owner         fyne.CanvasObject // of dialogs
	openProject   *projectDialog    // nil while none is
	clearSelected func()            // called after several chats were changed
}

// showMoveToProjectMenu shows the projects that chats can move to, below o.
func (a *actions) showMoveToProjectMenu(chats []memory.Chat, o fyne.CanvasObject) {
	allIn := func(project memory.ID) bool {
		return !slices.ContainsFunc(chats, func(c memory.Chat) bool { return c.ProjectID != project })
	}
	ids := chatIDs(chats)
	var items []widgets.MenuItem
	for _, project := range a.projects {
		items = append(items, widgets.MenuItem{
			Label: project.Name, Checked: allIn(project.ID), Disabled: allIn(project.ID),
			OnChosen: func() { a.moveChatsAskingAboutMemories(ids, project.ID, project.Name) },
		})
	}
	if !allIn(0) {
		items = append(items, widgets.MenuItem{
			Label: translate.Text("No project"), OnChosen: func() { a.moveChatsAskingAboutMemories(ids, 0, "") },
		})
	}
	items = append(items, widgets.MenuItem{
		Icon: theme.IconPlus, Label: translate.Text("New project"),
		OnChosen: func() { a.promptAndCreateProjectForChats(ids) },
	})
	widgets.ShowMenuBelow(o, items)
}

// moveChatsAskingAboutMemories moves chats. If only their projects use what was learned in them, it
// asks whether that moves too.
func (a *actions) moveChatsAskingAboutMemories(ids []memory.ID, project memory.ID, name string) {
	params := memory.MoveChatsParams{ChatIDs: ids, ProjectID: project}
	app.RunInBackground(a.env.Tasks, func(ctx context.Context) (int, error) {
		return a.env.Session.CountProjectMemoriesLearnedInMovedChats(ctx, params)
	}, func(n int, err error) {
		switch {
		case err != nil:
			a.env.ShowErrorToast(err)
		case n == 0:
			a.moveChatsWithUndoToast(params, name)
		default:
			a.askAboutMemoriesAndMoveChats(params, name, n)
		}
	})
}

func (a *actions) askAboutMemoriesAndMoveChats(params memory.MoveChatsParams, name string, n int) {
	text := translate.Count(n, "{{.Count}} memory learned in this chat is used only in its project.",
		"{{.Count}} memories learned in this chat are used only in its project.")
	where, only := translate.Text(
		"If you move the memories too, they will be used in the new project instead."), translate.Text("Move chat only")
	if len(params.ChatIDs) > 1 {
		text = translate.Count(n, "{{.Count}} memory learned in these chats is used only in its project.",
			"{{.Count}} memories learned in these chats are used only in their projects.")
		only = translate.Text("Move chats only")
	}
	if params.ProjectID == 0 {
		where = translate.Text("If you move the memories too, each will be used only in the chat where it was learned.")
	}
	with := params
	with.WithMemories = true
	title := translate.Text("Move the memories too?")
	widgets.ShowQuestionDialog(a.owner, title, text+" "+where, []widgets.DialogButton{
		{Label: translate.Text("Cancel")},
		{Label: translate.Text("Move memories too"), OnTapped: func() { a.moveChatsWithUndoToast(with, name) }},
		{Label: only, Primary: true, OnTapped: func() { a.moveChatsWithUndoToast(params, name) }},
	})
}

func (a *actions) moveChatsWithUndoToast(params memory.MoveChatsParams, name string) {
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (memory.MovedChats, error) {
		return a.env.Session.MoveChatsBetweenProjects(ctx, params)
	}, func(moved memory.MovedChats, err error) {
		if err != nil {
			a.env.ShowErrorToast(err)
			return
		}
		a.clearSelected()
		text := translate.Count(len(params.ChatIDs), "Chat moved to {{.Name}}", "{{.Count}} chats moved to {{.Name}}",
			"Name", name)
		if params.ProjectID == 0 {
			text = translate.Count(len(params.ChatIDs), "Chat moved out of its project",
				"{{.Count}} chats moved out of their projects")
		}
		a.env.ShowToast(app.Toast{Text: text, ActionLabel: translate.Text("Undo"), Action: func() {
			a.runInOrderShowingError(
				func(ctx context.Context) error { return a.env.Session.MoveChatsBackUndoingDecisions(ctx, moved) },
			)
		}})
	})
}

// ArchiveChatWithUndoToast takes a chat out of the list.
func (a *actions) ArchiveChatWithUndoToast(id memory.ID) {
	a.archiveChatsWithUndoToast([]memory.Chat{{ID: id}})
}

// archiveChatsWithUndoToast takes chats out of the list.
func (a *actions) archiveChatsWithUndoToast(chats []memory.Chat) {
	ids := chatIDs(chats)
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) ([]memory.ID, error) {
		return a.env.Session.SetChatsArchived(ctx, ids, true)
	}, func(archived []memory.ID, err error) {
		if err != nil {
			a.env.ShowErrorToast(err)
			return
		}
		a.clearSelected()
		a.openNewChatIfOpenChatAmong(ids)
		a.env.ShowToast(app.Toast{
			Text:        translate.Count(len(ids), "Chat archived", "{{.Count}} chats archived"),
			ActionLabel: translate.Text("Undo"), Action: func() {
				a.runInOrderShowingError(func(ctx context.Context) error {
					_, err := a.env.Session.SetChatsArchived(ctx, archived, false)
					return err
				})
			},
		})
	})
}

// openNewChatIfOpenChatAmong opens a new chat in place of one that left the list.
func (a *actions) openNewChatIfOpenChatAmong(ids []memory.ID) {
	if slices.Contains(ids, a.currentID) && a.currentID != 0 {
		a.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
	}
}

func (a *actions) openExportDialogForChats(chats []memory.Chat) {
	if len(chats) == 1 {
		a.env.Export(app.ExportRequestForOneChat(chats[0]))
		return
	}
	a.env.Export(app.ExportRequestForChats(chats))
}

// trashChatsAskingIfLearned moves chats to the trash. If memories were learned there, it asks first
// whether they stay.
func (a *actions) trashChatsAskingIfLearned(chats []memory.Chat) {
	ids := chatIDs(chats)
	app.RunInBackground(a.env.Tasks, func(ctx context.Context) (int, error) {
		return a.env.Session.CountLearningDecisionsInChats(ctx, ids)
	}, func(n int, err error) {
		switch {
		case err != nil:
			a.env.ShowErrorToast(err)
		case n == 0:
			a.trashChatsWithUndoToast(ids, false)
		default:
			widgets.ShowQuestionDialog(a.owner, translate.Count(len(ids), "Delete {{.Count}} chat?", "Delete {{.Count}} chats?"),
				translate.Count(n, "Memoir learned {{.Count}} thing from these chats. Deleted chats stay in the trash for 30 days.",
					"Memoir learned {{.Count}} things from these chats. Deleted chats stay in the trash for 30 days."),
				[]widgets.DialogButton{
					{Label: translate.Text("Cancel")},
					{
						Label:       translate.Count(n, "Delete chats and {{.Count}} memory", "Delete chats and {{.Count}} memories"),
						Destructive: true, OnTapped: func() { a.trashChatsWithUndoToast(ids, true) },
					},
					{
						Label: translate.Text("Delete chats only"), Primary: true,
						OnTapped: func() { a.trashChatsWithUndoToast(ids, false) },
					},
				})
		}
	})
}

func (a *actions) trashChatsWithUndoToast(ids []memory.ID, unlearn bool) {
	a.openNewChatIfOpenChatAmong(ids)
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (engine.DeletedChats, error) {
		return a.env.Session.TrashChatsErasingTemporaryOnes(ctx, ids, memory.DeleteChatOptions{Unlearn: unlearn})
	}, func(gone engine.DeletedChats, err error) {
		if err != nil {
			a.env.ShowErrorToast(err)
			return
		}
		a.clearSelected()
		a.env.ShowToast(app.Toast{
			Text:        translate.Count(len(ids), "Chat moved to the trash", "{{.Count}} chats moved to the trash"),
			ActionLabel: translate.Text("Undo"), Action: func() {
				a.runInOrderShowingError(func(ctx context.Context) error {
					return a.env.Session.RestoreTrashedChatsAndUnlearnedFacts(ctx, gone)
				})
			},
		})
	})
}

func (a *actions) navigateToChatScreen(s app.Screen, t memory.Chat) {
	a.env.NavigateTo(app.Route{Screen: s, Chat: t.ID})
}

// navigateToScreenFunc returns a function that shows a screen of the window.
func (a *actions) navigateToScreenFunc(screen app.Screen) func() {
	return func() { a.env.NavigateTo(app.Route{Screen: screen}) }
}
