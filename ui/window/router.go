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
		app.ScreenNewChat:    w.newChat,
		app.ScreenFindInChat: func(app.Route) { w.chat.OpenFind() },
		app.ScreenSearch:     func(app.Route) { w.palette.OpenSearch(w.win.Canvas(), w.sidebar.Chats()) },
		app.ScreenTrash:      func(app.Route) { w.trash.open() },
		app.ScreenMemories:   func(app.Route) { w.openMemories() },
		app.ScreenMemory:     func(r app.Route) { w.panel.OpenMemory(r.Memory); w.frame.showPanel(true) },
		app.ScreenNewMemory:  func(app.Route) { w.frame.showPanel(true); w.panel.AddMemory() },
		app.ScreenReceipt:    w.openReceipt,
		app.ScreenFiles:      func(app.Route) { w.showPanelTab(panel.Files) },
		app.ScreenFilePicker: func(app.Route) { w.picker.OpenDialog(w.win.Canvas()) },
		app.ScreenLedger:     func(app.Route) { w.panel.OpenLedger(memory.DecisionFilter{}); w.frame.showPanel(true) },
		app.ScreenHealth:     func(app.Route) { w.panel.OpenHealth(); w.frame.showPanel(true) },
		app.ScreenModels:     func(r app.Route) { w.settings.OpenModels(w.win.Canvas(), r.Provider) },
		app.ScreenShortcuts:  func(app.Route) { w.settings.OpenPage(w.win.Canvas(), settings.ShortcutsPage) },
		app.ScreenFirstRun:   func(app.Route) { w.showFirstRun() },
	}
}

func (w *Window) openChat(r app.Route) {
	w.chat.OpenChat(r.Chat, r.Message)
	if r.Message == 0 { // a message is opened from the panel, which stays
		w.frame.closeFloating()
	}
}

func (w *Window) newChat(r app.Route) {
	w.chat.NewChat(r.Temporary)
	w.frame.closeFloating()
}

// openMemories shows the list of memories with the focus in its search field. An open editor in the
// list's tab stays open.
func (w *Window) openMemories() {
	if !w.frame.panelShown() || w.panel.CurrentTab() != panel.Memories {
		w.showPanelTab(panel.Memories)
	}
	w.panel.FocusSearch()
}

// openReceipt shows what an answer was given; without an answer, the empty tab.
func (w *Window) openReceipt(r app.Route) {
	answer := r.Message
	if answer == 0 {
		answer = w.chat.LastAnswer()
	}
	if answer == 0 {
		w.showPanelTab(panel.Answer)
		return
	}
	w.panel.ShowAnswer(answer)
	w.frame.showPanel(true)
}

// showPanelTab opens the panel at a tab.
func (w *Window) showPanelTab(t panel.Tab) {
	w.panel.ShowTab(t)
	w.frame.showPanel(true)
}
