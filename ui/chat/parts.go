package chat

import (
	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/widgets"
)

// parts are what the pane and the types that it is made of work on.
type parts struct {
	env             *app.Env
	state           *conversation.State
	owner           fyne.CanvasObject // of dialogs
	carryOutEffects func([]conversation.Effect)

	messages *messageView
	composer *composerView
	header   *header
	body     *paneBody
}

func (x *parts) newNavigateToScreenFunc(screen app.Screen) func() {
	return func() { x.env.NavigateTo(app.Route{Screen: screen}) }
}

// FocusComposer moves the keyboard focus to the composer.
func (x *parts) FocusComposer() { widgets.FocusWidget(x.composer.FocusTarget()) }

// Composer returns the composer.
func (x *parts) Composer() *composer.Composer { return x.composer.Composer }

// AttachDataAsFile stores a text as a file and attaches it.
func (x *parts) AttachDataAsFile(name string, data []byte) {
	x.carryOutEffects(x.state.Attachments.ReadAndAttachFile(name, func() ([]byte, error) { return data, nil }))
}
