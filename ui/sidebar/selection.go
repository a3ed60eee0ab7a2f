package sidebar

import (
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// chatSelection is which chats are selected for one action. A range begins at its anchor.
type chatSelection struct {
	chosen map[memory.ID]bool
	anchor memory.ID
}

// selectionView is the bar below the list with what can be done with the selected chats.
type selectionView struct {
	selectionBar   *fyne.Container
	selectionLabel *draw.Label
}

func (s *chatSelection) toggleChatAndSetAnchor(id memory.ID) {
	if s.chosen[id] {
		delete(s.chosen, id)
	} else {
		s.chosen[id] = true
	}
	s.anchor = id
}

// chooseOnlyRangeFromAnchorTo chooses the chats of a list from the anchor to id, and no others.
// Without an anchor that is listed, the range is id alone.
func (s *chatSelection) chooseOnlyRangeFromAnchorTo(id memory.ID, listed []memory.ID) {
	clear(s.chosen)
	from, to := slices.Index(listed, s.anchor), slices.Index(listed, id)
	if to < 0 {
		return
	}
	if from < 0 {
		from, s.anchor = to, id
	}
	for _, c := range listed[min(from, to) : max(from, to)+1] {
		s.chosen[c] = true
	}
}

// retainListed drops chats that are listed no more.
func (s *chatSelection) retainListed(listed []memory.Chat) {
	if len(s.chosen) == 0 {
		return
	}
	left := make(map[memory.ID]bool, len(s.chosen))
	for _, c := range listed {
		if s.chosen[c.ID] {
			left[c.ID] = true
		}
	}
	s.chosen = left
}

// openOrSelectChat opens a chat or, with Ctrl or Shift held, changes which are selected.
func (p *Pane) openOrSelectChat(id memory.ID, held fyne.KeyModifier) {
	switch {
	case held&fyne.KeyModifierShift != 0:
		if p.selection.anchor == 0 {
			p.selection.anchor = p.currentID
		}
		p.selection.chooseOnlyRangeFromAnchorTo(id, p.shownChats)
	case held&fyne.KeyModifierShortcutDefault != 0:
		p.selection.toggleChatAndSetAnchor(id)
	default:
		clear(p.selection.chosen)
		p.selection.anchor = id
		p.showSelectedChatsAndBar()
		p.env.NavigateTo(app.ChatRoute(id, 0))
		return
	}
	p.showSelectedChatsAndBar()
	p.focusRow(chatRowKey(id))
}

// clearSelection selects nothing; it reports whether anything was selected.
func (p *Pane) clearSelection() bool {
	had := len(p.selection.chosen) > 0
	clear(p.selection.chosen)
	p.showSelectedChatsAndBar()
	return had
}

// SelectAllShownChats selects every chat that is listed, without those in collapsed projects.
func (p *Pane) SelectAllShownChats() {
	for _, id := range p.shownChats {
		p.selection.chosen[id] = true
	}
	p.showSelectedChatsAndBar()
}

// HasFocus reports whether a control of the sidebar has the keyboard focus.
func (p *Pane) HasFocus() bool { return widgets.ContainsFocus(p) }

// showSelectedChatsAndBar shows which chats are selected, and the bar with what can be done with
// them.
func (p *Pane) showSelectedChatsAndBar() {
	p.showChangedRows()
	p.showOrHideSelectionBar()
}

// showOrHideSelectionBar shows the bar with what can be done with the selected chats, if there are
// any.
func (p *Pane) showOrHideSelectionBar() {
	shown := len(p.selection.chosen) > 0
	if shown {
		p.selectionLabel.SetText(translate.Count(len(p.selection.chosen), "{{.Count}} selected|chat",
			"{{.Count}} selected|chats"))
	}
	if p.selectionBar.Hidden == shown {
		p.selectionBar.Hidden = !shown
		p.Refresh()
	}
}

// selectedChats are the selected chats in the order of the list.
func (p *Pane) selectedChats() []memory.Chat {
	var out []memory.Chat
	for _, c := range p.chats {
		if p.selection.chosen[c.ID] {
			out = append(out, c)
		}
	}
	return out
}

// selectedChatsOrChatAlone are the chats that an action on a chat concerns: all that are selected
// if it is one of them.
func (p *Pane) selectedChatsOrChatAlone(t memory.Chat) []memory.Chat {
	if p.selection.chosen[t.ID] {
		return p.selectedChats()
	}
	return []memory.Chat{t}
}

// buildSelectionBar makes the bar below the list; it is hidden while nothing is selected.
func (p *Pane) buildSelectionBar() {
	p.selectionLabel = draw.NewShrinkingLabel("", theme.RoleStrong, theme.Text)
	button := func(icon theme.Icon, name string, do func()) *widgets.Button {
		return widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Quiet, Icon: icon, Name: name, Height: 28, IconSize: 16,
		}, do)
	}
	var move *widgets.Button
	move = button(theme.IconRight, translate.Text("Move selected chats to project"),
		func() { p.showMoveToProjectMenu(p.selectedChats(), move) })
	row := widgets.Row(0, widgets.Flex(widgets.CenterVertically(p.selectionLabel)), move,
		button(theme.IconStack, translate.Text("Archive selected chats"),
			func() { p.archiveChatsWithUndoToast(p.selectedChats()) }),
		button(theme.IconArrowDown, translate.Text("Export selected chats"),
			func() { p.openExportDialogForChats(p.selectedChats()) }),
		button(theme.IconTrash, translate.Text("Delete selected chats (Del)"),
			func() { p.trashChatsAskingIfLearned(p.selectedChats()) }),
		button(theme.IconClose, translate.Text("Select none (Esc)"), func() { p.clearSelection() }))
	p.selectionBar = widgets.Column(0, draw.NewHairline(),
		widgets.FixedSize(0, 40, widgets.PadVerticalAndSides(theme.Space6, theme.Space12, row)))
	p.selectionBar.Hide()
}
