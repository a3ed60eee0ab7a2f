package sidebar

import (
	"context"
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// projectIndent is how far the chats of a project stand to the right of the others.
const projectIndent = theme.Space20

// projectsHeadingKey is the key of the heading above the projects.
const projectsHeadingKey = "gProjects"

// projectRows returns the heading of every project, in their order, with its chats below unless it is
// collapsed.
func (p *Pane) projectRows() []widgets.ListRow {
	if len(p.projects) == 0 {
		return nil
	}
	chats := map[memory.ID][]memory.Chat{}
	for _, c := range p.chats {
		if c.ProjectID != 0 {
			chats[c.ProjectID] = append(chats[c.ProjectID], c)
		}
	}
	rows := []widgets.ListRow{groupHeadingRow(translate.Text("Projects"), 0)}
	for _, project := range p.projects {
		key := projectRowKey(project.ID)
		p.focusableRows, p.lastProjectRow = append(p.focusableRows, key), key
		p.projectOfRow[key] = project.ID
		rows = append(rows, p.projectListRow(project, len(chats[project.ID])))
		if project.Collapsed {
			continue
		}
		for _, c := range chats[project.ID] {
			rows = append(rows, p.chatListRow(c))
		}
	}
	return rows
}

func projectRowKey(id memory.ID) string { return "p" + strconv.FormatInt(int64(id), 10) }

func (p *Pane) projectListRow(project memory.Project, chats int) widgets.ListRow {
	return widgets.ListRow{
		Key:           projectRowKey(project.ID),
		Version:       fmt.Sprint(project.Name, project.Collapsed, project.LearnedScope, chats, len(p.projects)),
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(theme.RowHeight) },
		Build:         func() fyne.CanvasObject { return p.newProjectRowWidget(project, chats) },
	}
}

func (p *Pane) newProjectRowWidget(project memory.Project, chats int) fyne.CanvasObject {
	icon := theme.IconDown
	if project.Collapsed {
		icon = theme.IconRight
	}
	var more *widgets.Button
	more = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: translate.Text("More options for project {{.Name}}", "Name",
			project.Name), Height: 24,
		IconSize: 16,
	}, func() { widgets.ShowMenuBelow(more, p.projectMenuItems(project)) })
	more.Hide()
	count := draw.NewLabel(strconv.Itoa(chats), theme.RoleMeta, theme.Text3)
	slot := widgets.FixedSize(24, 24, widgets.Stack(widgets.Center(count), more))
	inner := widgets.Pad(0, theme.Space4, 0, theme.Space6, widgets.Row(theme.Space6,
		widgets.CenterVertically(draw.NewIcon(icon, 12, theme.Text3)),
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space6, 0,
			draw.NewShrinkingLabel(project.Name, theme.RoleButton, theme.Text))), slot))
	r := widgets.NewSelectableRow(translate.Text("Project {{.Name}}", "Name", project.Name), theme.None, theme.Hover,
		theme.RadiusRow, inner)
	r.OnTappedWith = func(fyne.KeyModifier) {
		collapsed := !project.Collapsed
		p.changeProject(project.ID, memory.ProjectPatch{Collapsed: &collapsed})
	}
	r.OnSecondaryTap = func(at fyne.Position) { widgets.ShowMenuAtPosition(r, at, p.projectMenuItems(project)) }
	r.OnHoverChange = func(on bool) {
		more.Hidden, count.Hidden = !on, on
		slot.Refresh()
	}
	r.CountButtonHoverAsOwn(more)
	r.OnKey = func(k fyne.KeyName) bool {
		switch k {
		case fyne.KeyF2:
			p.promptAndRenameProject(project)
		case fyne.KeyDelete:
			p.askToDeleteProject(project)
		case fyne.KeyEscape:
			return p.clearSelection()
		default:
			return p.handleListKey(projectRowKey(project.ID), k,
				func() { widgets.ShowMenuBelow(r, p.projectMenuItems(project)) })
		}
		return true
	}
	r.OnShortcut = func(s fyne.Shortcut) bool { return p.handleRowShortcut(0, s) }
	return r
}

func (p *Pane) changeProject(id memory.ID, patch memory.ProjectPatch) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Project, error) {
		return p.env.Session.UpdateProject(ctx, id, patch)
	}, func(_ memory.Project, err error) { p.env.ShowErrorToast(err) })
}

// projectMenuItems are the items of the menu of a project.
func (p *Pane) projectMenuItems(project memory.Project) []widgets.MenuItem {
	items := []widgets.MenuItem{
		{Icon: theme.IconCompose, Label: translate.Text("New chat in project"),
			OnChosen: func() { p.startChatInProject(project.ID) }},
		{
			Icon: theme.IconEdit, Label: translate.Text("Rename"), Detail: "F2",
			OnChosen: func() { p.promptAndRenameProject(project) },
		},
		{
			Icon: theme.IconSliders, Label: translate.Text("Instructions"),
			OnChosen: func() {
				widgets.ShowTextPrompt(p, translate.Text("Instructions for “{{.Name}}”", "Name", project.Name),
					string(project.SystemPrompt), translate.Text("Save"),
					func(text string) {
						prompt := memory.NullText(text)
						p.changeProject(project.ID, memory.ProjectPatch{SystemPrompt: &prompt})
					})
			},
		},
		{Label: translate.Text("What is learned here is used")},
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
			OnChosen: func() { p.changeProject(project.ID, memory.ProjectPatch{LearnedScope: &s.scope}) },
		})
	}
	items = append(items, widgets.MenuItem{})
	if project.ID != p.projects[0].ID {
		items = append(items, p.moveProjectItem(translate.Text("Move up"), theme.IconUp, project.ID, -1))
	}
	if project.ID != p.projects[len(p.projects)-1].ID {
		items = append(items, p.moveProjectItem(translate.Text("Move down"), theme.IconDown, project.ID, 1))
	}
	items = append(items, widgets.MenuItem{
		Icon: theme.IconArrowDown, Label: translate.Text("Export project"),
		OnChosen: func() { p.env.Export(app.ExportOfProject(project)) },
	})
	return append(items, widgets.MenuItem{
		Icon: theme.IconTrash, Label: translate.Text("Delete"), Detail: translate.Text("Del"),
		OnChosen: func() { p.askToDeleteProject(project) },
	})
}

// moveProjectItem moves a project by some places.
func (p *Pane) moveProjectItem(label string, icon theme.Icon, id memory.ID, by int) widgets.MenuItem {
	return widgets.MenuItem{Icon: icon, Label: label, OnChosen: func() {
		for i, project := range p.projects {
			if to := i + by; project.ID == id && to >= 0 {
				p.changeProject(id, memory.ProjectPatch{Position: &to})
			}
		}
	}}
}

func (p *Pane) startChatInProject(project memory.ID) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
		return p.env.Session.CreateChat(ctx, memory.NewChat{ProjectID: project})
	}, func(c memory.Chat, err error) {
		p.env.ShowErrorToast(err)
		if err == nil {
			p.env.NavigateTo(app.ChatRoute(c.ID, 0))
		}
	})
}

func (p *Pane) promptAndRenameProject(project memory.Project) {
	widgets.ShowTextPrompt(p, translate.Text("Rename project"), project.Name, translate.Text("Rename"), func(name string) {
		p.changeProject(project.ID, memory.ProjectPatch{Name: &name})
	})
}

// PromptAndCreateProject asks for the name of a new project and makes it.
func (p *Pane) PromptAndCreateProject() { p.promptAndCreateProject(nil) }

// promptAndCreateProject asks for the name of a new project, makes it and moves chats there.
func (p *Pane) promptAndCreateProject(chats []memory.ID) {
	widgets.ShowTextPrompt(p, translate.Text("New project"), "", translate.Text("Create"), func(name string) {
		app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Project, error) {
			return p.env.Session.CreateProject(ctx, memory.NewProject{Name: name})
		}, func(project memory.Project, err error) {
			p.env.ShowErrorToast(err)
			if err == nil && len(chats) > 0 {
				p.moveAskingAboutMemories(chats, project.ID, project.Name)
			}
		})
	})
}

func (p *Pane) runAndShowError(do func(context.Context) error) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, do(ctx)
	}, func(_ struct{}, err error) { p.env.ShowErrorToast(err) })
}

// askToDeleteProject asks what becomes of what only the project uses.
func (p *Pane) askToDeleteProject(project memory.Project) {
	type content struct{ chats, memories int }
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (content, error) {
		chats, memories, err := p.env.Session.CountProjectContent(ctx, project.ID)
		return content{chats, memories}, err
	}, func(c content, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		text := translate.Count(c.chats, "Its {{.Count}} chat will be in no project, and other chats may quote them.",
			"Its {{.Count}} chats will be in no project, and other chats may quote them.")
		answers := []widgets.DialogButton{{Label: translate.Text("Cancel")}}
		if c.memories > 0 {
			text += " " + translate.Count(c.memories, "Only they use {{.Count}} memory.", "Only they use {{.Count}} memories.")
			answers = append(answers, widgets.DialogButton{
				Label:    translate.Text("Keep memories for all chats"),
				OnTapped: func() { p.deleteProjectWithUndoToast(project.ID, true) },
			})
		}
		label := translate.Text("Delete project")
		if c.memories > 0 {
			label = translate.Text("Delete and forget memories")
		}
		answers = append(answers, widgets.DialogButton{
			Label: label, Destructive: true, OnTapped: func() { p.deleteProjectWithUndoToast(project.ID, false) },
		})
		widgets.ShowQuestionDialog(p, translate.Text("Delete project “{{.Name}}”?", "Name", project.Name), text, answers)
	})
}

func (p *Pane) deleteProjectWithUndoToast(id memory.ID, keepMemories bool) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.DeletedProject, error) {
		return p.env.Session.DeleteProject(ctx, id, memory.DeleteProjectOptions{KeepMemories: keepMemories})
	}, func(gone memory.DeletedProject, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.env.ShowToast(app.Toast{Text: translate.Text("Project deleted"), ActionLabel: translate.Text("Undo"),
			Action: func() {
				p.runAndShowError(func(ctx context.Context) error { return p.env.Session.RestoreProject(ctx, gone) })
			}})
	})
}
