package sidebar

import (
	"context"
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// projectIndent is how far the chats of a project stand to the right of the others.
const projectIndent = theme.Space20

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
	rows := []widgets.ListRow{groupHeadingRow("Projects", 0)}
	for _, project := range p.projects {
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

func (p *Pane) projectListRow(project memory.Project, chats int) widgets.ListRow {
	return widgets.ListRow{
		Key:           "p" + strconv.FormatInt(int64(project.ID), 10),
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
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: "More options for project " + project.Name, Height: 24,
		IconSize: 16,
	}, func() { widgets.ShowMenuBelow(more, p.projectMenuItems(project)) })
	more.Hide()
	count := draw.NewLabel(strconv.Itoa(chats), theme.RoleMeta, theme.Text3)
	slot := widgets.FixedSize(24, 24, widgets.Stack(widgets.Center(count), more))
	inner := widgets.Pad(0, theme.Space4, 0, theme.Space6, widgets.Row(theme.Space6,
		widgets.CenterVertically(draw.NewIcon(icon, 12, theme.Text3)),
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space6, 0,
			draw.NewShrinkingLabel(project.Name, theme.RoleButton, theme.Text))), slot))
	r := widgets.NewTappable("Project "+project.Name, theme.None, theme.Hover, theme.None, theme.RadiusRow, inner)
	r.OnTapped = func() {
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
		default:
			return false
		}
		return true
	}
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
		{Icon: theme.IconCompose, Label: "New chat in project", OnChosen: func() { p.startChatInProject(project.ID) }},
		{
			Icon: theme.IconEdit, Label: "Rename", Detail: "F2",
			OnChosen: func() { p.promptAndRenameProject(project) },
		},
		{
			Icon: theme.IconSliders, Label: "Instructions",
			OnChosen: func() {
				widgets.ShowTextPrompt(p, "Instructions for “"+project.Name+"”", string(project.SystemPrompt), "Save",
					func(text string) {
						prompt := memory.NullText(text)
						p.changeProject(project.ID, memory.ProjectPatch{SystemPrompt: &prompt})
					})
			},
		},
		{Label: "What is learned here is used"},
	}
	for _, s := range []struct {
		scope memory.Scope
		label string
	}{
		{memory.ScopeGlobal, "In all chats"},
		{memory.ScopeProject, "Only in this project"},
		{memory.ScopeChat, "Only in its chat"},
	} {
		items = append(items, widgets.MenuItem{
			Label: s.label, Checked: project.LearnedScope == s.scope,
			OnChosen: func() { p.changeProject(project.ID, memory.ProjectPatch{LearnedScope: &s.scope}) },
		})
	}
	items = append(items, widgets.MenuItem{})
	if project.ID != p.projects[0].ID {
		items = append(items, p.moveProjectItem("Move up", theme.IconUp, project.ID, -1))
	}
	if project.ID != p.projects[len(p.projects)-1].ID {
		items = append(items, p.moveProjectItem("Move down", theme.IconDown, project.ID, 1))
	}
	return append(items, widgets.MenuItem{
		Icon: theme.IconTrash, Label: "Delete", Detail: "Del", OnChosen: func() { p.askToDeleteProject(project) },
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
	widgets.ShowTextPrompt(p, "Rename project", project.Name, "Rename", func(name string) {
		p.changeProject(project.ID, memory.ProjectPatch{Name: &name})
	})
}

// PromptAndCreateProject asks for the name of a new project, makes it and moves a chat there, 0 = none.
func (p *Pane) PromptAndCreateProject(chat memory.ID) {
	widgets.ShowTextPrompt(p, "New project", "", "Create", func(name string) {
		app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (memory.Project, error) {
			return p.env.Session.CreateProject(ctx, memory.NewProject{Name: name})
		}, func(project memory.Project, err error) {
			p.env.ShowErrorToast(err)
			if err == nil && chat != 0 {
				p.moveChatAskingAboutMemories(chat, project.ID, project.Name)
			}
		})
	})
}

// showMoveMenu shows the projects that a chat can move to, below its row.
func (p *Pane) showMoveMenu(t memory.Chat, row fyne.CanvasObject) {
	var items []widgets.MenuItem
	for _, project := range p.projects {
		items = append(items, widgets.MenuItem{
			Label: project.Name, Checked: project.ID == t.ProjectID, Disabled: project.ID == t.ProjectID,
			OnChosen: func() { p.moveChatAskingAboutMemories(t.ID, project.ID, project.Name) },
		})
	}
	if t.ProjectID != 0 {
		items = append(items, widgets.MenuItem{
			Label: "No project", OnChosen: func() { p.moveChatAskingAboutMemories(t.ID, 0, "") },
		})
	}
	items = append(items, widgets.MenuItem{
		Icon: theme.IconPlus, Label: "New project", OnChosen: func() { p.PromptAndCreateProject(t.ID) },
	})
	widgets.ShowMenuBelow(row, items)
}

// moveChatAskingAboutMemories moves a chat. If only its project uses what was learned in it, it asks
// whether that moves too.
func (p *Pane) moveChatAskingAboutMemories(chat, project memory.ID, name string) {
	params := memory.MoveChatsParams{ChatIDs: []memory.ID{chat}, ProjectID: project}
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (int, error) {
		return p.env.Session.CountMemoriesToMove(ctx, params)
	}, func(n int, err error) {
		switch {
		case err != nil:
			p.env.ShowErrorToast(err)
		case n == 0:
			p.moveWithUndoToast(params, name)
		default:
			where := "They become this project's."
			if project == 0 {
				where = "They will be used in this chat only."
			}
			with := params
			with.WithMemories = true
			widgets.ShowQuestionDialog(p, "Move what was learned, too?",
				fmt.Sprintf("Only its project uses %s learned in this chat. %s",
					humanize.CountNoun(n, "memory", "memories"), where),
				[]widgets.DialogButton{
					{Label: "Cancel"},
					{Label: "Move both", OnTapped: func() { p.moveWithUndoToast(with, name) }},
					{Label: "Move chat only", Primary: true, OnTapped: func() { p.moveWithUndoToast(params, name) }},
				})
		}
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
		text := "Chat moved to " + name
		if params.ProjectID == 0 {
			text = "Chat moved out of its project"
		}
		p.env.ShowToast(app.Toast{Text: text, ActionLabel: "Undo", Action: func() {
			p.runAndShowError(func(ctx context.Context) error { return p.env.Session.UndoMoveChats(ctx, moved) })
		}})
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
		text := "Its " + humanize.CountNoun(c.chats, "chat", "chats") +
			" will be in no project, and other chats may quote them."
		answers := []widgets.DialogButton{{Label: "Cancel"}}
		if c.memories > 0 {
			text += fmt.Sprintf(" Only they use %s.", humanize.CountNoun(c.memories, "memory", "memories"))
			answers = append(answers, widgets.DialogButton{
				Label: "Keep memories for all chats", OnTapped: func() { p.deleteProjectWithUndoToast(project.ID, true) },
			})
		}
		label := "Delete project"
		if c.memories > 0 {
			label = "Delete and forget memories"
		}
		answers = append(answers, widgets.DialogButton{
			Label: label, Destructive: true, OnTapped: func() { p.deleteProjectWithUndoToast(project.ID, false) },
		})
		widgets.ShowQuestionDialog(p, "Delete project “"+project.Name+"”?", text, answers)
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
		p.env.ShowToast(app.Toast{Text: "Project deleted", ActionLabel: "Undo", Action: func() {
			p.runAndShowError(func(ctx context.Context) error { return p.env.Session.RestoreProject(ctx, gone) })
		}})
	})
}

// ArchiveChat takes a chat out of the list.
func (p *Pane) ArchiveChat(id memory.ID) {
	archive := func(on bool) func(context.Context) (memory.Chat, error) {
		return func(ctx context.Context) (memory.Chat, error) {
			return p.env.Session.UpdateChat(ctx, id, memory.ChatPatch{Archived: &on})
		}
	}
	app.RunInBackgroundInOrder(p.env.Tasks, archive(true), func(_ memory.Chat, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		if id == p.currentID {
			p.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
		}
		p.env.ShowToast(app.Toast{Text: "Chat archived", ActionLabel: "Undo", Action: func() {
			app.RunInBackgroundInOrder(p.env.Tasks, archive(false),
				func(_ memory.Chat, err error) { p.env.ShowErrorToast(err) })
		}})
	})
}
