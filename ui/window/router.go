package window

import (
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/panel"
	"memoir/ui/settings"
)

// navigateTo shows a screen. It ignores screens that it does not know.
func (w *Window) navigateTo(r app.Route) {
	if show := w.screenOpeners()[r.Screen]; show != nil {
		show(r)
	}
}

// navigateFunc returns a function that shows a screen.
func (w *Window) navigateFunc(to app.Screen) func() {
	return func() { w.navigateTo(app.Route{Screen: to}) }
}

// screenOpeners is how each screen is shown. The panel is shown before its fields take the focus,
// which hidden widgets cannot.
func (w *Window) screenOpeners() map[app.Screen]func(app.Route) {
	return map[app.Screen]func(app.Route){
		app.ScreenChat:       w.openChat,
		app.ScreenNewChat:    w.openNewChat,
		app.ScreenFindInChat: func(app.Route) { w.chat.OpenFindInChat() },
		app.ScreenSearch:     func(app.Route) { w.palette.OpenSearch(w.win.Canvas(), w.sidebar.ListedChats()) },
		app.ScreenTrash:      func(app.Route) { w.trash.loadAndShowDeletedChats() },
		app.ScreenMemories:   func(app.Route) { w.openMemoryListFocusingSearch() },
		app.ScreenMemory:     func(r app.Route) { w.panel.OpenMemoryEditor(r.Memory); w.frame.setPanelShown(true) },
		app.ScreenNewMemory:  func(app.Route) { w.frame.setPanelShown(true); w.panel.OpenNewMemoryEditor() },
		app.ScreenReceipt:    w.openAnswerReceipt,
		app.ScreenFiles:      func(app.Route) { w.showPanelTab(panel.Files) },
		app.ScreenFilePicker: func(app.Route) { w.picker.OpenDialog(w.win.Canvas()) },
		app.ScreenLedger: func(app.Route) {
			w.panel.ShowLedgerFiltered(memory.DecisionFilter{})
			w.frame.setPanelShown(true)
		},
		app.ScreenHealth:    func(app.Route) { w.panel.ShowMemoryHealth(); w.frame.setPanelShown(true) },
		app.ScreenModels:    func(r app.Route) { w.settings.OpenModelsPage(w.win.Canvas(), r.Provider) },
		app.ScreenShortcuts: func(app.Route) { w.settings.OpenPage(w.win.Canvas(), settings.ShortcutsPage) },
		app.ScreenFirstRun:  func(app.Route) { w.showFirstRun() },
	}
}

func (w *Window) openChat(r app.Route) {
	w.chat.OpenChat(r.Chat, r.Message)
	if r.Message == 0 { // a message is opened from the panel, which stays
		w.frame.closeFloatingPanes()
	}
}

func (w *Window) openNewChat(r app.Route) {
	w.chat.OpenNewChat(r.Temporary)
	w.frame.closeFloatingPanes()
}

// openMemoryListFocusingSearch shows the list of memories with the focus in its search field. An
// open editor in the list's tab stays open.
func (w *Window) openMemoryListFocusingSearch() {
	if !w.frame.isPanelShown() || w.panel.CurrentTab() != panel.Memories {
		w.showPanelTab(panel.Memories)
	}
	w.panel.FocusMemorySearch()
}

// openAnswerReceipt shows what an answer was given; without an answer, the empty tab.
func (w *Window) openAnswerReceipt(r app.Route) {
	answer := r.Message
	if answer == 0 {
		answer = w.chat.LastAnswerID()
	}
	if answer == 0 {
		w.showPanelTab(panel.Answer)
		return
	}
	w.panel.ShowAnswerReceipt(answer)
	w.frame.setPanelShown(true)
}

// showPanelTab opens the panel at a tab.
func (w *Window) showPanelTab(t panel.Tab) {
	w.panel.ShowTab(t)
	w.frame.setPanelShown(true)
}
