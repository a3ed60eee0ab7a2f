package sidebar

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/widgets"
)

// handleChatRowKey handles a key on the row of a chat.
func (p *Pane) handleChatRowKey(t memory.Chat, row *widgets.SelectableRow, k fyne.KeyName) bool {
	switch k {
	case fyne.KeyF2:
		p.navigateToChatScreen(app.ScreenRenameChat, t)
	case fyne.KeyDelete:
		if chats := p.selectedChatsOrChatAlone(t); len(chats) > 1 {
			p.trashChatsAskingIfLearned(chats)
		} else {
			p.navigateToChatScreen(app.ScreenDeleteChat, t)
		}
	case fyne.KeyEscape:
		return p.cancelDragIfAny() || p.clearSelection()
	default:
		return p.handleListKey(
			chatRowKey(t.ID), k, func() { widgets.ShowMenuBelow(row, p.menuItemsOfChatOrSelection(t, row)) },
		)
	}
	return true
}

// handleListKey moves the focus between rows, with Shift selecting the chats on the way, and opens
// the menu of a row.
func (p *Pane) handleListKey(key string, k fyne.KeyName, showMenu func()) bool {
	shift := p.heldModifiers()&fyne.KeyModifierShift != 0
	at := slices.Index(p.focusableRows, key)
	var to int
	switch k {
	case fyne.KeyDown:
		to = at + 1
	case fyne.KeyUp:
		to = at - 1
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = len(p.focusableRows) - 1
	case desktop.KeyMenu:
		showMenu()
		return true
	case fyne.KeyF10:
		if shift {
			showMenu()
		}
		return shift
	default:
		return false
	}
	if to < 0 || to >= len(p.focusableRows) || at < 0 {
		return true
	}
	p.moveFocusMaybeSelectingRange(p.focusableRows[at], p.focusableRows[to], shift)
	return true
}

// moveFocusMaybeSelectingRange gives the focus to another row. With extend, the chats from the
// anchor to it are selected.
func (p *Pane) moveFocusMaybeSelectingRange(from, to string, extend bool) {
	fromChat, toChat := chatIDOfRowKey(from), chatIDOfRowKey(to)
	switch {
	case extend && toChat != 0:
		if p.selection.anchor == 0 || len(p.selection.chosen) == 0 {
			p.selection.anchor = fromChat
		}
		p.selection.chooseOnlyRangeFromAnchorTo(toChat, p.shownChats)
		p.showSelectedChatsAndBar()
	case !extend && len(p.selection.chosen) == 0:
		p.selection.anchor = toChat
	}
	p.focusRow(to)
}

// focusRow scrolls to a row and gives it the keyboard focus.
func (p *Pane) focusRow(key string) {
	p.list.ScrollRowIntoView(key)
	if row, ok := p.list.BuiltRowWidget(key).(fyne.Focusable); ok {
		widgets.FocusWidget(row)
	}
}

// handleSelectionShortcut handles Ctrl+A and, on a chat, Ctrl+Space, which selects it.
func (p *Pane) handleSelectionShortcut(chat memory.ID, s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *fyne.ShortcutSelectAll:
		p.SelectAllShownChats()
		return true
	case *desktop.CustomShortcut:
		if chat != 0 && s.KeyName == fyne.KeySpace && s.Modifier == fyne.KeyModifierShortcutDefault {
			p.selection.toggleChatAndSetAnchor(chat)
			p.showSelectedChatsAndBar()
			return true
		}
	}
	return false
}
