package sidebar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// newChatRowWidget is a chat in the list: its title and a slot that shows its state, or the "…"
// button while hovered.
func (p *Pane) newChatRowWidget(t memory.Chat, current, busy bool) fyne.CanvasObject {
	role, tone := theme.RoleControl, theme.Text2
	switch {
	case t.Unread:
		role, tone = theme.RoleStrong, theme.Text
	case current:
		role, tone = theme.RoleButton, theme.Text
	}
	chosen := p.selection.chosen[t.ID]
	var state fyne.CanvasObject = canvas.NewRectangle(nil)
	switch {
	case chosen:
		state = draw.NewIcon(theme.IconCheck, 15, theme.AccentText)
	case busy:
		state = widgets.Center(p.newBusyIndicator(t.ID))
	case t.Unread:
		state = widgets.Center(widgets.FixedSize(7, 7, draw.NewBox(theme.Accent, theme.None, 3.5)))
	case t.Temporary:
		state = draw.NewIcon(theme.IconGhost, 15, theme.Text3)
	}
	var more *widgets.Button
	var r *widgets.SelectableRow
	menu := func() { widgets.ShowMenuBelow(more, p.menuItemsOfChatOrSelection(t, r)) }
	more = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconMore, Name: translate.Text("More options for {{.Title}}",
			"Title", ChatDisplayTitle(t)), Height: 24, IconSize: 16,
	}, menu)
	more.Hide()
	slot := widgets.FixedSize(24, 24, container.NewStack(state, more))
	left := float32(theme.Space10)
	if t.ProjectID != 0 {
		left += projectIndent
	}
	inner := widgets.Pad(0, theme.Space4, 0, left, widgets.Row(theme.Space6,
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space6, 0, draw.NewShrinkingLabel(ChatDisplayTitle(t), role, tone))),
		slot))
	name, fill, hover := ChatDisplayTitle(t), theme.None, theme.Hover
	if chosen {
		name, fill, hover = translate.Text("Selected: {{.Name}}", "Name", name), theme.AccentTint, theme.AccentTint
	}
	r = widgets.NewSelectableRow(name, fill, hover, theme.RadiusRow, inner)
	r.OnTappedWith = func(held fyne.KeyModifier) { p.openOrSelectChat(t.ID, held) }
	r.OnDragged = func(at fyne.Position) { p.dragSelectedChats(t, at) }
	r.OnDragEnd = p.moveChatsToDropTarget
	r.OnSecondaryTap = func(at fyne.Position) { widgets.ShowMenuAtPosition(r, at, p.menuItemsOfChatOrSelection(t, r)) }
	r.OnHoverChange = func(on bool) {
		more.Hidden = !on
		if on {
			state.Hide()
		} else {
			state.Show()
		}
		slot.Refresh()
	}
	r.CountButtonHoverAsOwn(more)
	r.OnKey = func(k fyne.KeyName) bool { return p.handleChatRowKey(t, r, k) }
	r.OnShortcut = func(s fyne.Shortcut) bool { return p.handleSelectionShortcut(t.ID, s) }
	r.SetSelected(current && !chosen)
	r.SetChosenForScreenReaders(chosen)
	return r
}

// menuItemsOfChatOrSelection are the items of the menu of a chat, or of all that are selected if it
// is one of them.
func (p *Pane) menuItemsOfChatOrSelection(t memory.Chat, row fyne.CanvasObject) []widgets.MenuItem {
	chats := p.selectedChatsOrChatAlone(t)
	several := len(chats) > 1
	pin := translate.Text("Pin")
	if t.Pinned {
		pin = translate.Text("Unpin")
	}
	remove := func() { p.navigateToChatScreen(app.ScreenDeleteChat, t) }
	var items []widgets.MenuItem
	if several {
		remove = func() { p.trashChatsAskingIfLearned(chats) }
		items = []widgets.MenuItem{{Label: translate.Text("{{.Chats}} selected chats", "Chats", len(chats))}}
	} else {
		items = []widgets.MenuItem{
			{
				Icon: theme.IconEdit, Label: translate.Text("Rename"), Detail: "F2",
				OnChosen: func() { p.navigateToChatScreen(app.ScreenRenameChat, t) },
			},
			{Icon: theme.IconPin, Label: pin, OnChosen: func() { p.env.ToggleChatPin(t) }},
		}
	}
	return append(items,
		widgets.MenuItem{
			Icon: theme.IconRight, Label: translate.Text("Move to project"),
			OnChosen: func() { p.showMoveToProjectMenu(chats, row) },
		},
		widgets.MenuItem{
			Icon: theme.IconStack, Label: translate.Text("Archive"),
			OnChosen: func() { p.archiveChatsWithUndoToast(chats) },
		},
		widgets.MenuItem{
			Icon: theme.IconArrowDown, Label: translate.Text("Export"),
			OnChosen: func() { p.openExportDialogForChats(chats) },
		},
		widgets.MenuItem{},
		widgets.MenuItem{
			Icon: theme.IconTrash, Label: translate.Text("Delete"), Detail: translate.Text("Del"),
			OnChosen: remove,
		})
}

func wrapInFixedSquare(size float32, o fyne.CanvasObject) fyne.CanvasObject {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSquareSize(size))
	return container.NewStack(r, o)
}

// newWideButton returns one of the two wide buttons at the top.
func newWideButton(icon theme.Icon, text, hint string, tone theme.Token, strong bool, tapped func()) fyne.CanvasObject {
	role := theme.RoleControl
	iconTone := theme.Text3
	if strong {
		role, iconTone = theme.RoleButton, theme.AccentText
	}
	inner := widgets.FixedSize(0, 36, widgets.PadVerticalAndSides(0, theme.Space10,
		widgets.Row(theme.Space8, draw.NewIcon(icon, 16, iconTone),
			widgets.Flex(widgets.CenterVertically(draw.NewShrinkingLabel(text, role, tone))),
			draw.NewLabel(hint, theme.RoleHint, theme.Text3))))
	t := widgets.NewTappable(text, theme.Surface, theme.Hover, theme.Border, theme.RadiusControl, inner)
	if strong {
		t.BackgroundBox().SetShadowBlur(4)
	}
	t.OnTapped = tapped
	return t
}
