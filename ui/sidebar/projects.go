package sidebar

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// projectIndent is how far the chats of a project stand to the right of the others.
const projectIndent = theme.Space20

// projectsHeadingRowKey returns the key of the heading above the projects.
func projectsHeadingRowKey() string { return "g" + translate.Text("Projects") }

// addProjectAndChatRows adds the heading of every project, in their order, with its chats below
// unless it is collapsed.
func (m *rowMaker) addProjectAndChatRows() {
	projects := m.chatLists.projects
	if len(projects) == 0 {
		return
	}
	chats := map[memory.ID][]*memory.Chat{}
	for i := range m.chatLists.chats {
		if c := &m.chatLists.chats[i]; c.ProjectID != 0 {
			chats[c.ProjectID] = append(chats[c.ProjectID], c)
		}
	}
	m.appendRow(groupHeadingRow(translate.Text("Projects"), 0))
	for i, project := range projects {
		key := projectRowKey(project.ID)
		m.out.focusableRows, m.out.lastProjectRow = append(m.out.focusableRows, key), key
		m.out.projectOfRow[key] = project.ID
		row := m.projectListRow(project, len(chats[project.ID]), len(projects))
		row.Place = widgets.RowPlace{
			Position: i + 1, Size: len(projects), Level: 1, CanExpand: true, IsExpanded: !project.Collapsed,
		}
		m.appendRow(row)
		if project.Collapsed {
			continue
		}
		for i, c := range chats[project.ID] {
			m.addChatRow(c, widgets.RowPlace{Position: i + 1, Size: len(chats[project.ID]), Level: 2})
		}
	}
}

func projectRowKey(id memory.ID) string { return "p" + strconv.FormatInt(int64(id), 10) }

// projectListRow is the row of one of so many projects.
func (m *rowMaker) projectListRow(project memory.Project, chats, projects int) widgets.ListRow {
	return widgets.ListRow{
		Key:           projectRowKey(project.ID),
		Version:       fmt.Sprint(project.Name, project.Collapsed, project.LearnedScope, chats, projects),
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(theme.RowHeight) },
		Build:         func() fyne.CanvasObject { return m.newProjectRowWidget(project, chats) },
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
		p.updateProject(project.ID, memory.ProjectPatch{Collapsed: &collapsed})
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
			p.askThenDeleteProjectWithUndoToast(project)
		case fyne.KeyEscape:
			return p.clearSelection()
		default:
			return p.handleListKey(projectRowKey(project.ID), k,
				func() { widgets.ShowMenuBelow(r, p.projectMenuItems(project)) })
		}
		return true
	}
	r.OnShortcut = func(s fyne.Shortcut) bool { return p.handleSelectionShortcut(0, s) }
	return r
}
