package window

import (
	"io"
	"os"

	"memoir/memory"
	"memoir/ui/chat"
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

func (w *Window) attachFileToChat(path string) {
	w.chat.ReadAndAttachFile(path, func() (io.ReadCloser, error) { return os.Open(path) })
}
