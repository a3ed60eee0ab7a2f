package sidebar

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// chatDrag is a drag of chats onto a project or out of theirs.
type chatDrag struct {
	chats  []memory.Chat // none while nothing is dragged
	target dropTarget
	at     fyne.Position // of the pointer, in the pane
	stop   func()        // of the timer that scrolls, nil while it does not run
	over   bool          // it was cancelled, and the button is still down
}

// dragging is the drag that is under way, and what shows it.
type dragging struct {
	drag      chatDrag
	dragMarks *dragMarks
}

// dropTarget is where dragged chats go when they are dropped.
type dropTarget struct {
	ok          bool
	project     memory.ID // 0 = out of every project
	name        string
	top, bottom float32 // of the drop mark, in pixels from the upper edge of the list
}

// The drop mark, and the chip that follows the pointer.
type dragMarks struct {
	layer *fyne.Container
	mark  *draw.Box
	chip  *fyne.Container
	label *draw.Label
}

func newDragMarks() *dragMarks {
	m := &dragMarks{mark: draw.NewBox(theme.None, theme.Accent, theme.RadiusRow)}
	m.label = draw.NewLabel("", theme.RoleButton, theme.Text)
	box := draw.NewBox(theme.Surface, theme.Accent, theme.RadiusRow)
	box.SetShadowBlur(8)
	m.chip = widgets.Stack(box, widgets.PadVerticalAndSides(theme.Space6, theme.Space10, m.label))
	m.layer = container.NewWithoutLayout(m.mark, m.chip)
	m.layer.Hide()
	return m
}

// Scrolling while the pointer is near an end of the list.
const (
	scrollZone     = 28 // pixels
	scrollStep     = 24 // pixels
	scrollInterval = 50 * time.Millisecond
)

// dragSelectedChats drags a chat, and all that are selected with it, to a place in the window.
func (p *Pane) dragSelectedChats(t memory.Chat, at fyne.Position) {
	if p.drag.over {
		return
	}
	if p.drag.chats == nil {
		p.drag.chats = p.selectedChatsOrChatAlone(t)
		p.focusRow(chatRowKey(t.ID)) // gets Esc
	}
	p.drag.at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(p))
	p.updateDropTargetAndShowMarks()
	p.scrollWhileNearEdge()
}

// updateDropTargetAndShowMarks shows the drop mark and the chip.
func (p *Pane) updateDropTargetAndShowMarks() {
	list := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.list).
		Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(p))
	p.drag.target = p.dropTargetAt(p.drag.at.Subtract(list))
	d, m := p.drag, p.dragMarks
	text := translate.Count(len(d.chats), "{{.Count}} chat", "{{.Count}} chats")
	if len(d.chats) == 1 {
		text = truncateTitleWithEllipsis(ChatDisplayTitle(d.chats[0]))
	}
	switch {
	case !d.target.ok:
	case d.target.project == 0:
		text = translate.Text("Move {{.What}} out of the project", "What", text)
	default:
		text = translate.Text(
			"Move {{.What}} to {{.Project}}", "What", text, "Project", truncateTitleWithEllipsis(d.target.name),
		)
	}
	m.label.SetText(text)
	size := m.chip.MinSize()
	x := max(0, min(d.at.X+theme.Space12, p.Size().Width-size.Width-theme.Space4))
	draw.MoveAndResize(m.chip, theme.Round(x), theme.Round(d.at.Y+theme.Space16), size.Width, size.Height)
	m.mark.Hidden = !d.target.ok
	if d.target.ok {
		top, bottom := max(0, d.target.top), min(p.list.Size().Height, d.target.bottom)
		draw.MoveAndResize(m.mark, list.X+theme.Space4, theme.Round(list.Y+top), p.list.Size().Width-2*theme.Space4,
			theme.Round(max(2, bottom-top)))
	}
	m.layer.Show()
	m.layer.Refresh()
}

// maxTitleRunes is how much of a title a chip shows.
const maxTitleRunes = 18

func truncateTitleWithEllipsis(s string) string {
	if r := []rune(s); len(r) > maxTitleRunes {
		return string(r[:maxTitleRunes-1]) + "…"
	}
	return s
}

// dropTargetAt returns where chats go that are dropped at a place in the list: into the project
// whose rows are there, or out of theirs. It is not ok where nothing would change.
func (p *Pane) dropTargetAt(at fyne.Position) dropTarget {
	size := p.list.Size()
	if at.X < 0 || at.Y < 0 || at.X > size.Width || at.Y > size.Height {
		return dropTarget{}
	}
	key := p.list.RowKeyAtY(at.Y)
	project, inProject := p.projectOfRow[key]
	changes := slices.ContainsFunc(p.drag.chats, func(c memory.Chat) bool { return c.ProjectID != project })
	if !changes || key == projectsHeadingRowKey() {
		return dropTarget{}
	}
	if !inProject {
		_, top, _ := p.list.RowBounds(p.lastProjectRow)
		return dropTarget{ok: true, top: top, bottom: size.Height}
	}
	t := dropTarget{ok: true, project: project, name: p.projectName(project)}
	t.top, t.bottom, _ = p.list.RowBounds(projectRowKey(project))
	for _, c := range p.chats {
		if _, bottom, ok := p.list.RowBounds(chatRowKey(c.ID)); ok && c.ProjectID == project {
			t.bottom = max(t.bottom, bottom)
		}
	}
	return t
}

func (p *Pane) projectName(id memory.ID) string {
	for _, project := range p.projects {
		if project.ID == id {
			return project.Name
		}
	}
	return ""
}

// scrollWhileNearEdge scrolls the list as long as the pointer is near an end of it.
func (p *Pane) scrollWhileNearEdge() {
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.list).
		Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(p)).Y
	var by float32
	switch y := p.drag.at.Y - top; {
	case y < scrollZone:
		by = -scrollStep
	case y > p.list.Size().Height-scrollZone:
		by = scrollStep
	}
	if by == 0 || p.drag.stop != nil {
		return
	}
	p.drag.stop = p.env.After(scrollInterval, func() {
		p.drag.stop = nil
		if p.drag.chats == nil {
			return
		}
		p.list.ScrollByPixels(by)
		p.updateDropTargetAndShowMarks()
		p.scrollWhileNearEdge()
	})
}

// moveChatsToDropTarget moves the dragged chats to where they are dropped.
func (p *Pane) moveChatsToDropTarget() {
	d := p.drag
	p.resetDragAndHideMarks()
	p.drag.over = false
	if len(d.chats) > 0 && d.target.ok {
		p.moveChatsAskingAboutMemories(chatIDs(d.chats), d.target.project, d.target.name)
	}
}

// cancelDragIfAny drops nothing; it reports whether anything was dragged.
func (p *Pane) cancelDragIfAny() bool {
	was := p.drag.chats != nil
	p.resetDragAndHideMarks()
	p.drag.over = was
	return was
}

func (p *Pane) resetDragAndHideMarks() {
	if p.drag.stop != nil {
		p.drag.stop()
	}
	p.drag = chatDrag{}
	p.dragMarks.layer.Hide()
	p.dragMarks.layer.Refresh()
}
