package window

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/chat"
)

func (w *Window) chatEventHandlers() chat.Events {
	return chat.Events{
		OnChatStored: func(t memory.Chat) {
			w.sidebar.HighlightAndScrollToOpenChat(t.ID)
			w.notices.showRecallOfferFromTenthChat()
		},
		OnChatChanged: func(t memory.Chat) {
			w.sidebar.HighlightAndScrollToOpenChat(t.ID)
			w.panel.SetChatAndNewestAnswer(t, w.chat.LastAnswerID())
		},
		OnNextMessageChanged: func(p memory.PreviewParams) {
			if w.panel != nil { // the chat is built first
				w.panel.SetNextMessageAndReloadPreview(p)
			}
		},
		OnBusyChanged:  func(id memory.ID, on bool) { w.sidebar.SetChatBusy(id, on) },
		OnUnhandledKey: func(k fyne.KeyName) bool { return w.keyboard.handleKeyLeftByChat(k) },
	}
}
