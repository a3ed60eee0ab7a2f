package sidebar

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

func (a *actions) updateProject(id memory.ID, patch memory.ProjectPatch) {
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (memory.Project, error) {
		return a.env.Session.UpdateProject(ctx, id, patch)
	}, func(_ memory.Project, err error) { a.env.ShowErrorToast(err) })
}

// projectMenuItems are the items of the menu of a project.
func (a *actions) projectMenuItems(project memory.Project) []widgets.MenuItem {
	items := []widgets.MenuItem{
		{
			Icon: theme.IconCompose, Label: translate.Text("New chat in project"),
			OnChosen: func() { a.createAndOpenChatInProject(project.ID) },
		},
		{
			Icon: theme.IconEdit, Label: translate.Text("Rename"), Detail: "F2",
			OnChosen: func() { a.promptAndRenameProject(project) },
		},
		{
			Icon: theme.IconSliders, Label: translate.Text("Instructions, files and model"),
			OnChosen: func() { a.openProjectDialog(project) },
		},
		{Label: translate.Text("Use memories learned here")},
	}
	for _, s := range []struct {
		scope memory.Scope
		label string
	}{
		{memory.ScopeGlobal, translate.Text("In all chats")},
		{memory.ScopeProject, translate.Text("Only in this project")},
		{memory.ScopeChat, translate.Text("Only in its chat")},
	} {
		items = append(items, widgets.MenuItem{
			Label: s.label, Checked: project.LearnedScope == s.scope,
			OnChosen: func() { a.updateProject(project.ID, memory.ProjectPatch{LearnedScope: &s.scope}) },
		})
	}
	items = append(items, widgets.MenuItem{})
	if project.ID != a.projects[0].ID {
		items = append(items, a.newMoveProjectMenuItem(translate.Text("Move up"), theme.IconUp, project.ID, -1))
	}
	if project.ID != a.projects[len(a.projects)-1].ID {
		items = append(items, a.newMoveProjectMenuItem(translate.Text("Move down"), theme.IconDown, project.ID, 1))
	}
	items = append(items, widgets.MenuItem{
		Icon: theme.IconArrowDown, Label: translate.Text("Export project"),
		OnChosen: func() { a.env.Export(app.ExportRequestForProject(project)) },
	})
	return append(items, widgets.MenuItem{
		Icon: theme.IconTrash, Label: translate.Text("Delete"), Detail: translate.Text("Del"),
		OnChosen: func() { a.askThenDeleteProjectWithUndoToast(project) },
	})
}

// newMoveProjectMenuItem moves a project by some places.
func (a *actions) newMoveProjectMenuItem(label string, icon theme.Icon, id memory.ID, by int) widgets.MenuItem {
	return widgets.MenuItem{Icon: icon, Label: label, OnChosen: func() {
		for i, project := range a.projects {
			if to := i + by; project.ID == id && to >= 0 {
				a.updateProject(id, memory.ProjectPatch{Position: &to})
			}
		}
	}}
}

func (a *actions) createAndOpenChatInProject(project memory.ID) {
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return a.env.Session.CreateChat(ctx, memory.NewChat{ProjectID: project})
	}, func(c memory.Chat, err error) {
		a.env.ShowErrorToast(err)
		if err == nil {
			a.env.NavigateTo(app.ChatRoute(c.ID, 0))
		}
	})
}

func (a *actions) promptAndRenameProject(project memory.Project) {
	title, label := translate.Text("Rename project"), translate.Text("Rename")
	widgets.ShowTextPrompt(a.owner, title, project.Name, label, func(name string) {
		a.updateProject(project.ID, memory.ProjectPatch{Name: &name})
	})
}

// PromptAndCreateProject asks for the name of a new project and makes it.
func (a *actions) PromptAndCreateProject() { a.promptAndCreateProjectForChats(nil) }

// promptAndCreateProjectForChats asks for the name of a new project, makes it and moves chats
// there.
func (a *actions) promptAndCreateProjectForChats(chats []memory.ID) {
	widgets.ShowTextPrompt(a.owner, translate.Text("New project"), "", translate.Text("Create"), func(name string) {
		app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (memory.Project, error) {
			return a.env.Session.CreateProject(ctx, memory.NewProject{Name: name})
		}, func(project memory.Project, err error) {
			a.env.ShowErrorToast(err)
			if err == nil && len(chats) > 0 {
				a.moveChatsAskingAboutMemories(chats, project.ID, project.Name)
			}
		})
	})
}

func (a *actions) runInOrderShowingError(do func(context.Context) error) {
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, do(ctx)
	}, func(_ struct{}, err error) { a.env.ShowErrorToast(err) })
}

// askThenDeleteProjectWithUndoToast asks what becomes of what only the project uses.
func (a *actions) askThenDeleteProjectWithUndoToast(project memory.Project) {
	type content struct{ chats, memories int }
	app.RunInBackground(a.env.Tasks, func(ctx context.Context) (content, error) {
		chats, memories, err := a.env.Session.CountProjectChatsAndOwnMemories(ctx, project.ID)
		return content{chats, memories}, err
	}, func(c content, err error) {
		if err != nil {
			a.env.ShowErrorToast(err)
			return
		}
		text := translate.Count(c.chats,
			"The project's {{.Count}} chat will be kept, but outside any project, so other chats may quote it.",
			"The project's {{.Count}} chats will be kept, but outside any project, so other chats may quote them.")
		answers := []widgets.DialogButton{{Label: translate.Text("Cancel")}}
		if c.memories > 0 {
			text += " " + translate.Count(c.memories, "{{.Count}} memory is used only in this "+
				"project.", "{{.Count}} memories are used only "+
				"in this project.")
			answers = append(answers, widgets.DialogButton{
				Label:    translate.Text("Keep memories for all chats"),
				OnTapped: func() { a.deleteProjectWithUndoToast(project.ID, true) },
			})
		}
		label := translate.Text("Delete project")
		if c.memories > 0 {
			label = translate.Text("Delete project and forget memories")
		}
		answers = append(answers, widgets.DialogButton{
			Label: label, Destructive: true, OnTapped: func() { a.deleteProjectWithUndoToast(project.ID, false) },
		})
		title := translate.Text("Delete project “{{.Name}}”?", "Name", project.Name)
		widgets.ShowQuestionDialog(a.owner, title, text, answers)
	})
}

func (a *actions) deleteProjectWithUndoToast(id memory.ID, keepMemories bool) {
	app.RunInBackgroundInOrder(a.env.Tasks, func(ctx context.Context) (memory.DeletedProject, error) {
		return a.env.Session.DeleteProjectKeepingChats(ctx, id, memory.DeleteProjectOptions{KeepMemories: keepMemories})
	}, func(gone memory.DeletedProject, err error) {
		if err != nil {
			a.env.ShowErrorToast(err)
			return
		}
		a.env.ShowToast(app.Toast{
			Text: translate.Text("Project deleted"), ActionLabel: translate.Text("Undo"),
			Action: func() {
				a.runInOrderShowingError(
					func(ctx context.Context) error { return a.env.Session.RestoreDeletedProjectAndUndoDecisions(ctx, gone) },
				)
			},
		})
	})
}
