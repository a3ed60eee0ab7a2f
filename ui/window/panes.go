package window

import (
	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/palette"
	"memoir/ui/panel"
	"memoir/ui/settings"
	"memoir/ui/sidebar"
	"memoir/ui/widgets"
)

// panes are what the window shows of one profile. Switching profiles replaces them, and everything
// that works on them. They must be used on the UI goroutine.
type panes struct {
	win      fyne.Window
	env      *app.Env
	root     *widgets.Root
	frame    *frame
	sidebar  *sidebar.Pane
	chat     *chat.Pane
	panel    *panel.Pane
	palette  *palette.Palette
	settings *settings.Dialog
}

// reloadModelsWithoutCache reloads the models after a provider or a key has changed.
func (p *panes) reloadModelsWithoutCache() {
	p.env.Host.ClearModelAndKeyCaches()
	p.chat.LoadModelsProvidersAndNewChatMode()
}
