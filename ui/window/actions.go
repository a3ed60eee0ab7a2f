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
		CollapseSidebar: func() { w.frame.setSidebarShown(false) },
		RenameChat:      w.chatCommands.promptAndRenameChat, DeleteChat: w.chatCommands.deleteChatAskingIfLearned,
		TogglePin:     w.chatCommands.toggleChatPin,
		ChooseProfile: w.profileMenu.showProfileMenu,
	}
}

func (w *Window) chatActions() chat.Actions {
	return chat.Actions{
		OnChatStored: func(t memory.Chat) { w.sidebar.HighlightOpenChat(t.ID) },
		OnChatChanged: func(t memory.Chat) {
			w.sidebar.HighlightOpenChat(t.ID)
			w.panel.SetChatAndNewestAnswer(t, w.chat.LastAnswerID())
		},
		OnBusyChanged: func(id memory.ID, on bool) { w.sidebar.SetChatBusy(id, on) },
		RenameChat:    w.chatCommands.promptAndRenameChat, DeleteChat: w.chatCommands.deleteChatAskingIfLearned,
		TogglePin:         w.chatCommands.toggleChatPin,
		CopyDiagnostics:   func() { copyDiagnosticsToClipboard(w.env) },
		ToggleSidebar:     func() { w.frame.setSidebarShown(!w.frame.isSidebarShown()) },
		TogglePanel:       func() { w.frame.setPanelShown(!w.frame.isPanelShown()) },
		OnUnhandledEscape: w.closePanelPageOrFloatingPane,
		OnFunctionKey:     w.openShortcutsOnF1,
	}
}

func (w *Window) attachFileToChat(path string) {
	w.chat.ReadAndAttachFile(path, func() (io.ReadCloser, error) { return os.Open(path) })
}

func (w *Window) attachDroppedFiles(_ fyne.Position, files []fyne.URI) {
	for _, u := range files {
		if u.Scheme() == "file" {
			w.attachFileToChat(u.Path())
		}
	}
}

// copyReportToClipboard copies a report about the shown profile.
func copyReportToClipboard(env *app.Env, report func(context.Context, memory.ID) (string, error), toastText string) {
	profile := env.Session.ProfileID()
	app.RunInBackground(env.Tasks, func(ctx context.Context) (string, error) { return report(ctx, profile) },
		func(s string, err error) {
			if err != nil {
				env.ShowErrorToast(err)
				return
			}
			env.CopyText(s)
			env.ShowToast(app.Toast{Text: toastText})
		})
}

// copyDiagnosticsToClipboard copies a report about the state of the program, without content.
func copyDiagnosticsToClipboard(env *app.Env) {
	copyReportToClipboard(env, env.Host.DiagnosticsText, "Diagnostics copied. Your messages aren't included.")
}
