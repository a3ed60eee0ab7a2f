package window

import (
	"context"
	"io"
	"os"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/sidebar"
)

func (w *Window) sidebarActions() sidebar.Actions {
	return sidebar.Actions{
		CollapseSidebar: func() { w.frame.showSidebar(false) },
		RenameChat:      w.chatCommands.renameChat, DeleteChat: w.chatCommands.askDeleteChat,
		TogglePin:     w.chatCommands.togglePin,
		ChooseProfile: w.profileMenu.open,
	}
}

func (w *Window) chatActions() chat.Actions {
	return chat.Actions{
		OnChatStored: func(t memory.Chat) { w.sidebar.SetCurrent(t.ID) },
		OnChatChanged: func(t memory.Chat) {
			w.sidebar.SetCurrent(t.ID)
			w.panel.SetChat(t, w.chat.LastAnswer())
		},
		OnBusyChanged: func(id memory.ID, on bool) { w.sidebar.SetBusy(id, on) },
		RenameChat:    w.chatCommands.renameChat, DeleteChat: w.chatCommands.askDeleteChat,
		TogglePin:         w.chatCommands.togglePin,
		CopyDiagnostics:   func() { copyDiagnostics(w.env) },
		ToggleSidebar:     func() { w.frame.showSidebar(!w.frame.sidebarShown()) },
		TogglePanel:       func() { w.frame.showPanel(!w.frame.panelShown()) },
		OnUnhandledEscape: w.handleEscape,
		OnFunctionKey:     w.handleFunctionKey,
	}
}

func (w *Window) attachPath(path string) {
	w.chat.AttachURI(path, func() (io.ReadCloser, error) { return os.Open(path) })
}

func (w *Window) onFilesDropped(_ fyne.Position, files []fyne.URI) {
	for _, u := range files {
		if u.Scheme() == "file" {
			w.attachPath(u.Path())
		}
	}
}

// copyReport copies a report about the shown profile.
func copyReport(env *app.Env, report func(context.Context, memory.ID) (string, error), toastText string) {
	profile := env.Session.ProfileID()
	app.Go(env.Tasks, func(ctx context.Context) (string, error) { return report(ctx, profile) },
		func(s string, err error) {
			if err != nil {
				env.ShowError(err)
				return
			}
			env.CopyText(s)
			env.ShowToast(app.Toast{Text: toastText})
		})
}

// copyDiagnostics copies a report about the state of the program, without content.
func copyDiagnostics(env *app.Env) {
	copyReport(env, env.Host.Diagnostics, "Diagnostics copied. Your messages aren't included.")
}
