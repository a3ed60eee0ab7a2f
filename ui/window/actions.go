package window

import (
	"io"
	"os"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/translate"
)

func (w *Window) chatEvents() chat.Events {
	return chat.Events{
		OnChatStored: func(t memory.Chat) {
			w.sidebar.HighlightOpenChat(t.ID)
			w.showRecallOfferFromTenthChat()
		},
		OnChatChanged: func(t memory.Chat) {
			w.sidebar.HighlightOpenChat(t.ID)
			w.panel.SetChatAndNewestAnswer(t, w.chat.LastAnswerID())
		},
		OnNextMessageChanged: func(p memory.PreviewParams) {
			if w.panel != nil { // the chat is built first
				w.panel.SetNextMessage(p)
			}
		},
		OnBusyChanged:  func(id memory.ID, on bool) { w.sidebar.SetChatBusy(id, on) },
		OnUnhandledKey: w.handleKeyLeftByChat,
	}
}

// pickFilesToAttach lets the user choose files for the open chat.
func (w *Window) pickFilesToAttach() {
	w.pickFiles(app.FilePick{
		Title:    translate.Text("Add file"),
		Hint:     translate.Text("You can add texts, documents and pictures, or drop them on the window."),
		Multiple: true,
	}, func(paths []string) {
		for _, path := range paths {
			w.attachFileToChat(path)
		}
	})
}

func (w *Window) attachFileToChat(path string) {
	w.chat.ReadAndAttachFile(path, func() (io.ReadCloser, error) { return os.Open(path) })
}
