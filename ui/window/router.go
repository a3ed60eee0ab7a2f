package window

import (
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/panel"
	"memoir/ui/settings"
	"memoir/ui/transfer"
)

// router shows screens. It must be used on the UI goroutine.
type router struct {
	*panes
	files        *fileChooser
	firstRun     *firstRunCover
	chatCommands *chatCommands
	trash        *trash
	importing    *transfer.Import
}

// navigateTo shows a screen. It ignores screens that it does not know.
func (r *router) navigateTo(to app.Route) {
	if show := r.screenOpeners()[to.Screen]; show != nil {
		show(to)
		return
	}
	if r.panel.OpenRouteIfInPanel(to) {
		r.frame.setPanelShown(true)
	}
}

// navigateAction returns a function that shows a screen.
func (r *router) navigateAction(to app.Screen) func() {
	return func() { r.navigateTo(app.Route{Screen: to}) }
}

// screenOpeners is how each screen is shown but for those that the panel opens by itself. The panel
// is shown before its fields take the focus, which hidden widgets cannot.
func (r *router) screenOpeners() map[app.Screen]func(app.Route) {
	return map[app.Screen]func(app.Route){
		app.ScreenChat:        r.openChat,
		app.ScreenNewChat:     r.openNewChat,
		app.ScreenFindInChat:  func(app.Route) { r.chat.OpenFindBarLoadingWholeChat() },
		app.ScreenSearch:      func(app.Route) { r.palette.OpenSearch(r.win.Canvas(), r.sidebar.ListedChats()) },
		app.ScreenTrash:       func(app.Route) { r.trash.loadAndShowDeletedChats() },
		app.ScreenArchive:     func(app.Route) { r.trash.loadAndShowArchivedChats() },
		app.ScreenNewProject:  func(app.Route) { r.sidebar.PromptAndCreateProject() },
		app.ScreenArchiveChat: func(to app.Route) { r.sidebar.ArchiveChatWithUndoToast(to.Chat) },
		app.ScreenBranchChat:  func(to app.Route) { r.chatCommands.branchAndOpenChat(to.Message) },
		app.ScreenMemories:    func(app.Route) { r.openMemoryListFocusingSearch() },
		app.ScreenNewMemory:   func(app.Route) { r.frame.setPanelShown(true); r.panel.OpenNewMemoryEditor() },
		app.ScreenAboutYou:    func(to app.Route) { r.frame.setPanelShown(true); r.panel.OpenRouteIfInPanel(to) },
		app.ScreenReceipt:     r.openAnswerReceipt,
		app.ScreenNextMessage: func(app.Route) {
			r.panel.ShowNextMessagePreview()
			r.frame.setPanelShown(true)
		},
		app.ScreenFilePicker:   func(app.Route) { r.files.pickAndAttachFilesToChat() },
		app.ScreenModels:       func(to app.Route) { r.settings.OpenModelsPage(r.win.Canvas(), to.Provider) },
		app.ScreenPrompts:      func(app.Route) { r.settings.OpenPage(r.win.Canvas(), settings.PromptsPage) },
		app.ScreenUsage:        func(app.Route) { r.chat.OpenUsage() },
		app.ScreenInsertPrompt: func(app.Route) { r.chat.OpenPromptPicker() },
		app.ScreenShortcuts:    func(app.Route) { r.settings.OpenPage(r.win.Canvas(), settings.ShortcutsPage) },
		app.ScreenImport:       r.pickArchiveAndShowImportDryRun,
		app.ScreenFirstRun:     func(app.Route) { r.firstRun.showFirstRun() },
		app.ScreenRenameChat: func(to app.Route) {
			r.withListedOrOpenChat(to.Chat, r.chatCommands.promptAndRenameChat)
		},
		app.ScreenDeleteChat: func(to app.Route) {
			r.withListedOrOpenChat(to.Chat, r.chatCommands.trashOrEraseChatAskingIfLearned)
		},
		app.ScreenChatParameters: func(app.Route) { r.chat.OpenChatParameters() },
		app.ScreenSidebar: func(to app.Route) {
			r.frame.setSidebarShown(to.Pane == app.TogglePane && !r.frame.isSidebarShown())
		},
		app.ScreenPanel: func(to app.Route) {
			r.frame.setPanelShown(to.Pane == app.TogglePane && !r.frame.isPanelShown())
		},
	}
}

// withListedOrOpenChat calls do with a stored chat that the sidebar lists or that is open;
// temporary ones are not listed.
func (r *router) withListedOrOpenChat(id memory.ID, do func(memory.Chat)) {
	for _, c := range append(r.sidebar.ListedChats(), r.chat.CurrentChat()) {
		if c.ID == id && id != 0 {
			do(c)
			return
		}
	}
}

func (r *router) openChat(to app.Route) {
	r.chat.LeaveAndOpenStoredChat(to.Chat, to.Message)
	if to.Message == 0 { // a message is opened from the panel, which stays
		r.frame.closeFloatingPanes()
	}
}

func (r *router) openNewChat(to app.Route) {
	r.chat.LeaveAndOpenNewChat(to.Temporary)
	r.frame.closeFloatingPanes()
}

// openMemoryListFocusingSearch shows the list of memories with the focus in its search field. An
// open editor in the list's tab stays open; a page over the tabs is closed.
func (r *router) openMemoryListFocusingSearch() {
	if !r.frame.isPanelShown() || r.panel.SelectedTabEvenIfCovered() != panel.Memories || r.panel.IsTabCoveredByOverlay() {
		r.showPanelTab(panel.Memories)
	}
	r.panel.FocusMemorySearch()
}

// openAnswerReceipt shows what an answer was given; without an answer, the empty tab.
func (r *router) openAnswerReceipt(to app.Route) {
	answer := to.Message
	if answer == 0 {
		answer = r.chat.LastAnswerID()
	}
	if answer == 0 {
		r.showPanelTab(panel.Answer)
		return
	}
	r.panel.ShowAnswerReceipt(answer)
	r.frame.setPanelShown(true)
}

// showPanelTab opens the panel at a tab.
func (r *router) showPanelTab(t panel.Tab) {
	r.panel.ShowTabClosingEditorAndOverlay(t)
	r.frame.setPanelShown(true)
}

// pickArchiveAndShowImportDryRun lets the user choose an archive and shows in the settings what is
// in it.
func (r *router) pickArchiveAndShowImportDryRun(app.Route) {
	r.files.openArchivePicker(func(path string) {
		r.settings.OpenPage(r.win.Canvas(), settings.DataPage)
		r.importing.StartImportDryRun(r.env.Session.ProfileID(), path)
	})
}
