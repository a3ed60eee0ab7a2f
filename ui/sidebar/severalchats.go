package sidebar

import (
	"context"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/theme"
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

// chatsDone is a sentence about chats: "Chat moved" or "3 chats moved".
func chatsDone(n int, verb string) string {
	if n == 1 {
		return "Chat " + verb
	}
	return humanize.CountNoun(n, "chat", "chats") + " " + verb
}

// showMoveMenu shows the projects that chats can move to, below o.
func (p *Pane) showMoveMenu(chats []memory.Chat, o fyne.CanvasObject) {
	allIn := func(project memory.ID) bool {
		return !slices.ContainsFunc(chats, func(c memory.Chat) bool { return c.ProjectID != project })
	}
	ids := chatIDs(chats)
	var items []widgets.MenuItem
	for _, project := range p.projects {
		items = append(items, widgets.MenuItem{
			Label: project.Name, Checked: allIn(project.ID), Disabled: allIn(project.ID),
			OnChosen: func() { p.moveAskingAboutMemories(ids, project.ID, project.Name) },
		})
	}
	if !allIn(0) {
		items = append(items, widgets.MenuItem{
			Label: "No project", OnChosen: func() { p.moveAskingAboutMemories(ids, 0, "") },
		})
	}
	items = append(items, widgets.MenuItem{
		Icon: theme.IconPlus, Label: "New project", OnChosen: func() { p.promptAndCreateProject(ids) },
	})
	widgets.ShowMenuBelow(o, items)
}

// moveAskingAboutMemories moves chats. If only their projects use what was learned in them, it asks whether that
// moves too.
func (p *Pane) moveAskingAboutMemories(ids []memory.ID, project memory.ID, name string) {
	params := memory.MoveChatsParams{ChatIDs: ids, ProjectID: project}
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (int, error) {
		return p.env.Session.CountMemoriesToMove(ctx, params)
	}, func(n int, err error) {
		switch {
		case err != nil:
			p.env.ShowErrorToast(err)
		case n == 0:
			p.moveWithUndoToast(params, name)
		default:
			p.askWhetherMemoriesMove(params, name, n)
		}
	})
}

func (p *Pane) askWhetherMemoriesMove(params memory.MoveChatsParams, name string, n int) {
	memories := humanize.CountNoun(n, "memory", "memories")
	text, where := fmt.Sprintf("Only its project uses %s learned in this chat. ", memories), "They become this project's."
	only := "Move chat only"
	if len(params.ChatIDs) > 1 {
		text, only = fmt.Sprintf("Only their projects use %s learned in these chats. ", memories), "Move chats only"
	}
	if params.ProjectID == 0 {
		where = "They will be used in the chat they were learned in only."
	}
	with := params
	with.WithMemories = true
	widgets.ShowQuestionDialog(p, "Move what was learned, too?", text+where, []widgets.DialogButton{
		{Label: "Cancel"},
		{Label: "Move both", OnTapped: func() { p.moveWithUndoToast(with, name) }},
		{Label: only, Primary: true, OnTapped: func() { p.moveWithUndoToast(params, name) }},
	})
}

func (p *Pane) moveWithUndoToast(params memory.MoveChatsParams, name string) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.MovedChats, error) {
		return p.env.Session.MoveChats(ctx, params)
	}, func(moved memory.MovedChats, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.clearSelection()
		text := chatsDone(len(params.ChatIDs), "moved to "+name)
		switch {
		case params.ProjectID == 0 && len(params.ChatIDs) == 1:
			text = "Chat moved out of its project"
		case params.ProjectID == 0:
			text = chatsDone(len(params.ChatIDs), "moved out of their projects")
		}
		p.env.ShowToast(app.Toast{Text: text, ActionLabel: "Undo", Action: func() {
			p.runAndShowError(func(ctx context.Context) error { return p.env.Session.UndoMoveChats(ctx, moved) })
		}})
	})
}

// ArchiveChat takes a chat out of the list.
func (p *Pane) ArchiveChat(id memory.ID) { p.archiveWithUndoToast([]memory.Chat{{ID: id}}) }

// archiveWithUndoToast takes chats out of the list.
func (p *Pane) archiveWithUndoToast(chats []memory.Chat) {
	ids := chatIDs(chats)
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) ([]memory.ID, error) {
		return p.env.Session.ArchiveChats(ctx, ids, true)
	}, func(archived []memory.ID, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.clearSelection()
		p.leaveOpenChatIfAmong(ids)
		p.env.ShowToast(app.Toast{Text: chatsDone(len(ids), "archived"), ActionLabel: "Undo", Action: func() {
			p.runAndShowError(func(ctx context.Context) error {
				_, err := p.env.Session.ArchiveChats(ctx, archived, false)
				return err
			})
		}})
	})
}

// leaveOpenChatIfAmong opens a new chat in place of one that left the list.
func (p *Pane) leaveOpenChatIfAmong(ids []memory.ID) {
	if slices.Contains(ids, p.currentID) && p.currentID != 0 {
		p.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
	}
}

func (p *Pane) exportChats(chats []memory.Chat) {
	if len(chats) == 1 {
		p.env.Export(app.ExportOfChat(chats[0]))
		return
	}
	p.env.Export(app.ExportOfChats(chats))
}

// deleteAskingIfLearned moves chats to the trash. If memories were learned there, it asks first whether they
// stay.
func (p *Pane) deleteAskingIfLearned(chats []memory.Chat) {
	ids := chatIDs(chats)
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (int, error) {
		return p.env.Session.CountLearnedInChats(ctx, ids)
	}, func(n int, err error) {
		switch {
		case err != nil:
			p.env.ShowErrorToast(err)
		case n == 0:
			p.deleteWithUndoToast(ids, false)
		default:
			widgets.ShowQuestionDialog(p, "Delete "+humanize.CountNoun(len(ids), "chat", "chats")+"?",
				fmt.Sprintf("Memoir learned %s in them. The chats stay in the trash for 30 days.",
					humanize.CountNoun(n, "thing", "things")),
				[]widgets.DialogButton{
					{Label: "Cancel"},
					{
						Label:       "Delete with " + humanize.CountNoun(n, "memory", "memories"),
						Destructive: true, OnTapped: func() { p.deleteWithUndoToast(ids, true) },
					},
					{Label: "Delete chats only", Primary: true, OnTapped: func() { p.deleteWithUndoToast(ids, false) }},
				})
		}
	})
}

func (p *Pane) deleteWithUndoToast(ids []memory.ID, unlearn bool) {
	p.leaveOpenChatIfAmong(ids)
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (engine.DeletedChats, error) {
		return p.env.Session.DeleteChats(ctx, ids, memory.DeleteChatOptions{Unlearn: unlearn})
	}, func(gone engine.DeletedChats, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.clearSelection()
		p.env.ShowToast(app.Toast{
			Text: chatsDone(len(ids), "moved to the trash"), ActionLabel: "Undo", Action: func() {
				p.runAndShowError(func(ctx context.Context) error {
					return p.env.Session.RestoreDeletedChats(ctx, gone)
				})
			},
		})
	})
}
