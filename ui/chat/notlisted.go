package chat

import (
	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// notListedState is why the sidebar does not list the open chat.
type notListedState struct{ inTrash, archived bool }

// showOrHideTrashedArchivedNotice says that the open chat is in the trash or archived.
func (p *Pane) showOrHideTrashedArchivedNotice() {
	inTrash, archived := p.state.IsInTrash(), p.state.IsArchived()
	now := notListedState{inTrash, archived}
	if now == p.notListed {
		return
	}
	if now.inTrash != p.notListed.inTrash { // in the trash messages have fewer buttons
		p.messages.showCurrentMessages()
	}
	p.notListed, p.body.notListed = now, nil
	if inTrash || archived {
		p.body.notListed = newArchivedOrTrashedNotice(
			inTrash, func() { p.carryOutEffects(p.state.RestoreOpenChatFromTrashOrArchive()) },
		)
	}
	p.body.showTrashedArchivedOrWindowNotice()
}

// newArchivedOrTrashedNotice says that the chat is in the trash, or archived, and offers to restore
// it.
func newArchivedOrTrashedNotice(inTrash bool, restore func()) fyne.CanvasObject {
	icon, sentence := theme.IconStack, translate.Text("This chat is archived. Sending a message puts it back in the list.")
	if inTrash {
		icon, sentence = theme.IconTrash, translate.Text(
			"This chat is in the trash. It will be deleted forever after 30 days.")
	}
	text := widgets.NewWrappedText(sentence, theme.RoleControl, theme.Text, 0)
	return widgets.Pad(theme.Space4, theme.Space12, theme.Space4, theme.Space24,
		widgets.Row(theme.Space8, draw.NewIcon(icon, 16, theme.Warning),
			widgets.Flex(widgets.CenterVertically(text)),
			widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Link, Label: translate.Text("Restore"), Name: translate.Text("Restore this chat"), Height: 28,
			}, restore)))
}
