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
		return
	}
	if w.panel.OpenRoute(r) {
		w.frame.setPanelShown(true)
	}
}

// navigateAction returns a function that shows a screen.
func (w *Window) navigateAction(to app.Screen) func() {
	return func() { w.navigateTo(app.Route{Screen: to}) }
}

// screenOpeners is how each screen is shown but for those that the panel opens by itself. The panel
// is shown before its fields take the focus, which hidden widgets cannot.
func (w *Window) screenOpeners() map[app.Screen]func(app.Route) {
	return map[app.Screen]func(app.Route){
		app.ScreenChat:        w.openChat,
		app.ScreenNewChat:     w.openNewChat,
		app.ScreenFindInChat:  func(app.Route) { w.chat.OpenFindInChat() },
		app.ScreenSearch:      func(app.Route) { w.palette.OpenSearch(w.win.Canvas(), w.sidebar.ListedChats()) },
		app.ScreenTrash:       func(app.Route) { w.trash.loadAndShowDeletedChats() },
		app.ScreenArchive:     func(app.Route) { w.trash.loadAndShowArchivedChats() },
		app.ScreenNewProject:  func(app.Route) { w.sidebar.PromptAndCreateProject() },
		app.ScreenArchiveChat: func(r app.Route) { w.sidebar.ArchiveChat(r.Chat) },
		app.ScreenBranchChat:  func(r app.Route) { w.chatCommands.branchChat(r.Message) },
		app.ScreenMemories:    func(app.Route) { w.openMemoryListFocusingSearch() },
		app.ScreenNewMemory:   func(app.Route) { w.frame.setPanelShown(true); w.panel.OpenNewMemoryEditor() },
		app.ScreenAboutYou:    func(r app.Route) { w.frame.setPanelShown(true); w.panel.OpenRoute(r) },
		app.ScreenReceipt:     w.openAnswerReceipt,
		app.ScreenNextMessage: func(app.Route) {
			w.panel.ShowNextMessage()
			w.frame.setPanelShown(true)
		},
		app.ScreenFilePicker:   func(app.Route) { w.pickFilesToAttach() },
		app.ScreenModels:       func(r app.Route) { w.settings.OpenModelsPage(w.win.Canvas(), r.Provider) },
		app.ScreenPrompts:      func(app.Route) { w.settings.OpenPage(w.win.Canvas(), settings.PromptsPage) },
		app.ScreenUsage:        func(app.Route) { w.chat.OpenUsage() },
		app.ScreenInsertPrompt: func(app.Route) { w.chat.OpenPromptPicker() },
		app.ScreenShortcuts:    func(app.Route) { w.settings.OpenPage(w.win.Canvas(), settings.ShortcutsPage) },
		app.ScreenImport:       w.pickAndCheckArchive,
		app.ScreenFirstRun:     func(app.Route) { w.showFirstRun() },
		app.ScreenRenameChat: func(r app.Route) {
			w.withListedOrOpenChat(r.Chat, w.chatCommands.promptAndRenameChat)
		},
		app.ScreenDeleteChat: func(r app.Route) {
			w.withListedOrOpenChat(r.Chat, w.chatCommands.deleteChatAskingIfLearned)
		},
		app.ScreenChatParameters: func(app.Route) { w.chat.OpenChatParameters() },
		app.ScreenSidebar: func(r app.Route) {
			w.frame.setSidebarShown(r.Pane == app.TogglePane && !w.frame.isSidebarShown())
		},
		app.ScreenPanel: func(r app.Route) {
			w.frame.setPanelShown(r.Pane == app.TogglePane && !w.frame.isPanelShown())
		},
	}
}

// withListedOrOpenChat calls do with a stored chat that the sidebar lists or that is open; temporary
// ones are not listed.
func (w *Window) withListedOrOpenChat(id memory.ID, do func(memory.Chat)) {
	for _, c := range append(w.sidebar.ListedChats(), w.chat.CurrentChat()) {
		if c.ID == id && id != 0 {
			do(c)
			return
		}
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
// open editor in the list's tab stays open; a page over the tabs is closed.
func (w *Window) openMemoryListFocusingSearch() {
	if !w.frame.isPanelShown() || w.panel.CurrentTab() != panel.Memories || w.panel.IsTabCovered() {
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
