package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/filepicker"
	"memoir/ui/palette"
	"memoir/ui/panel"
	"memoir/ui/settings"
	"memoir/ui/sidebar"
	"memoir/ui/transfer"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Options are the parameters of New.
type Options struct {
	Service  *engine.Service
	Host     app.Host
	Profile  memory.Profile
	Now      func() time.Time
	Dispatch app.Dispatch
	// DisplayOptions are the initial options; the caller puts them into effect with ApplyThemeToApp.
	DisplayOptions DisplayOptions
	// HomeDir is where the file picker starts.
	HomeDir string
	// ChooseFiles shows the desktop's dialog for files until the user has chosen;
	// app.ErrNoDesktopDialog where there is none, no paths when the user cancels. It is called off the
	// UI goroutine; nil = there is none.
	ChooseFiles func(ctx context.Context, pick app.FilePick) ([]string, error)
	// ChooseSavePath is app.Env's.
	ChooseSavePath func(ctx context.Context, pick app.FilePick) (string, error)
	// OpenURL opens a page in the browser, or a folder in the file manager.
	OpenURL func(url string) error
	// Notify shows a desktop notification; nil where the desktop shows none. It may be called on any
	// goroutine and may be slow.
	Notify func(title, text string)
	// ReleaseMemory returns memory to the system that Go does not manage: what C libraries have freed,
	// and files embedded in the program. It may be called on any goroutine; nil = there is nothing to
	// do.
	ReleaseMemory func()
}

// Window is the content of the program's only window. It must be used on the UI goroutine.
type Window struct {
	options Options
	events  *app.EventBridge
	tasks   *app.Tasks // of the profile shown
	// longTasks runs work that continues when another profile is shown.
	longTasks *app.Tasks
	newTasks  func() *app.Tasks
	embedding *settings.ReembedTask
	importing *transfer.Import
	display   *display

	*panes
	router       *router
	keyboard     *keyboard
	commands     *commandList
	notices      *notices
	files        *fileChooser
	firstRun     *firstRunCover
	chatCommands *chatCommands
	profileMenu  *profileMenu

	closed              bool
	hasFirstFrame       bool
	inBackground        bool // another program has the focus
	isCrashNoticeClosed bool
}

// New fills win. Close must be called when the window is gone.
func New(ctx context.Context, win fyne.Window, o Options) *Window {
	w := &Window{options: o}
	w.newTasks = func() *app.Tasks { return app.NewBackgroundTasks(context.WithoutCancel(ctx), o.Dispatch) }
	w.longTasks = w.newTasks()
	w.embedding = settings.NewReembedTask(o.Service, w.longTasks)
	w.importing = transfer.NewImport(o.Host, w.longTasks)
	w.display = &display{
		options: o.DisplayOptions, host: o.Host, tasks: func() *app.Tasks { return w.tasks },
		size: func() fyne.Size { return w.root.Size() }, onChanged: w.applyNonThemeOptionsToPanes,
		showToast: w.showToastInFittingPane,
	}
	w.buildProfileEnvAndPanes(win)
	w.events = app.SubscribeEventsOnUI(context.WithoutCancel(ctx), o.Service, o.Dispatch, w.handleCoreEventOfShownProfile)
	w.keyboard.registerKeyHandlers()
	w.display.followSystemTheme(fyne.CurrentApp())
	win.SetContent(w.root)
	win.SetPadded(false)
	win.SetOnDropped(func(at fyne.Position, files []fyne.URI) { w.files.attachDroppedFilesToProjectOrChat(at, files) })
	w.loadPanesAndMaybeFirstRun()
	return w
}

// buildProfileEnvAndPanes builds everything that depends on the profile.
func (w *Window) buildProfileEnvAndPanes(win fyne.Window) {
	w.tasks = w.newTasks()
	env := &app.Env{
		Session: w.options.Service.Session(w.options.Profile.ID, memory.ActorUser),
		Host:    w.options.Host, Tasks: w.tasks, Now: w.options.Now,
		After: app.NewAfterFuncOnUI(w.tasks), ShowToast: w.showToastInFittingPane,
		NavigateTo: func(r app.Route) { w.router.navigateTo(r) }, OpenURL: w.openOutsideOrCopyAddress,
		Export:           func(e app.Export) { transfer.OpenExportDialog(w.env, w.root, e) },
		PickFiles:        func(pick app.FilePick, chosen func(paths []string)) { w.files.pickFiles(pick, chosen) },
		ChooseSavePath:   w.options.ChooseSavePath,
		CopyText:         func(text string) { fyne.CurrentApp().Clipboard().SetContent(text) },
		ReducedMotion:    func() bool { return w.display.options.Still },
		WantsSuggestions: func() bool { return w.hasFirstFrame && !w.display.options.NoSuggestions },
	}
	env.Prompts = app.NewUnloadedPromptLibrary(env)
	env.Prompts.LoadPromptsOnce()
	w.panes = &panes{win: win, env: env}
	w.buildPanes()
	w.buildRouterMenusAndKeyboard()
	w.notices.showCrashNoticeOrPresetOffer()
}

func (w *Window) buildPanes() {
	w.sidebar = sidebar.New(w.env, func(at fyne.CanvasObject) { w.profileMenu.loadAndShowProfileMenu(at) })
	w.chat = chat.New(w.env, w.chatEventHandlers())
	w.chat.Composer().SetSendOnCtrlEnter(w.display.options.CtrlEnter)
	w.panel = panel.New(w.env)
	w.panel.SetLeaveOutCallback(w.chat.SetNextMessageExclusions)
	w.palette = palette.New(w.env, func() []palette.Command { return w.commands.paletteCommands() })
	w.settings = settings.New(w.env, settings.Actions{
		DisplayOptions:    func() settings.DisplayOptions { return settings.DisplayOptions(w.display.options) },
		SetDisplayOptions: func(l settings.DisplayOptions) { w.display.applyAndSaveDisplayOptions(DisplayOptions(l)) },
		Shortcuts:         func() []settings.Shortcut { return shortcutHelpRows(w.keyboard.keyBindings()) },
		SetNewChatModel:   w.chat.SaveModelOfNewAndOpenEmptyChat, CanNotify: w.options.Notify != nil,
		OnProvidersChange: w.reloadModelsWithoutCache, Reembed: w.embedding,
		Import: w.importing, PickArchive: func(chosen func(path string)) { w.files.openArchivePicker(chosen) },
	})
	w.sidebar.ShowProfileNameAndNote(w.options.Profile.Name, storageLocationOrDemoNote(w.options.Host))
	w.frame = newFrame(w.sidebar, w.chat, w.panel)
	w.frame.onChanged = func() {
		w.chat.SetSidebarButtonHidden(w.frame.isSidebarShown())
		w.chat.SetPanelButtonPressed(w.frame.isPanelShown())
	}
	w.root = widgets.NewWindowRoot(w.frame, widgets.NewTooltipLayer(w.env.After))
}

// buildRouterMenusAndKeyboard builds what works on the panes.
func (w *Window) buildRouterMenusAndKeyboard() {
	p := w.panes
	w.notices = &notices{panes: p, isCrashNoticeClosed: &w.isCrashNoticeClosed}
	w.files = &fileChooser{
		panes: p, homeDir: w.options.HomeDir, chooseFiles: w.options.ChooseFiles,
		pickers: map[string]*filepicker.Picker{},
	}
	w.firstRun = &firstRunCover{panes: p}
	w.chatCommands = &chatCommands{env: p.env, chat: p.chat, root: p.root}
	w.profileMenu = &profileMenu{
		env: p.env, root: p.root, service: w.options.Service, current: w.options.Profile,
		onRenamed: w.showRenamedProfile, switchTo: w.switchProfileRebuildingPanes,
		deleteProfile: w.switchToFirstAndEraseProfile,
	}
	w.router = &router{
		panes: p, files: w.files, firstRun: w.firstRun, chatCommands: w.chatCommands, importing: w.importing,
		trash: &trash{
			env: p.env, root: p.root, reloadChats: p.sidebar.ReloadChatsAndProjects,
			restore: func(id memory.ID) { w.chatCommands.restoreChatAndOpenIfWanted(id, true) },
		},
	}
	w.keyboard = &keyboard{panes: p, router: w.router, display: w.display, firstRun: w.firstRun}
	w.commands = &commandList{panes: p, router: w.router, display: w.display}
}

func storageLocationOrDemoNote(host app.Host) string {
	if host.AboutInfo().IsDemo {
		return translate.Text("Demo mode: sample answers")
	}
	return translate.Text("On this computer")
}

// loadPanesAndMaybeFirstRun requests what is needed first; loadPanelAndSuggestions follows.
func (w *Window) loadPanesAndMaybeFirstRun() {
	w.reloadPanesWithNewChat()
	w.firstRun.showFirstRunIfNeeded()
}

// reloadPanesWithNewChat loads the data of the profile.
func (w *Window) reloadPanesWithNewChat() {
	w.sidebar.ReloadChatsAndProjects()
	if w.hasFirstFrame {
		w.panel.ReloadMemoriesFilesRestoreDrafts()
	}
	w.chat.LoadModelsProvidersAndNewChatMode()
	w.chat.LeaveAndOpenNewChat(false)
}

// FocusAndLoadAfterFirstFrame focuses the composer and loads what waited for the first frame. The
// driver calls it once that frame is drawn.
func (w *Window) FocusAndLoadAfterFirstFrame() {
	w.focusComposerUnlessFirstRun()
	w.loadPanelAndSuggestions()
}

// loadPanelAndSuggestions loads what would only delay the first frame, which shows neither.
func (w *Window) loadPanelAndSuggestions() {
	w.hasFirstFrame = true
	w.panel.ReloadMemoriesFilesRestoreDrafts()
	w.chat.ReloadSuggestions()
}

// Close saves what is being typed and waits for all work of the window. The core must still be
// running.
func (w *Window) Close() {
	if w.closed {
		return
	}
	w.closed, w.display.isClosed = true, true
	w.chat.SaveDraftOrEdit()
	w.panel.SaveDraftsNow()
	w.eraseOpenChatIfTemporary()
	w.display.saveDisplayOptionsAndSize()
	w.events.Close()
	w.tasks.Close()
	w.longTasks.Close()
}

// eraseOpenChatIfTemporary erases the open chat if it is temporary.
func (w *Window) eraseOpenChatIfTemporary() {
	t := w.chat.CurrentChat()
	if t.ID == 0 || !t.Temporary {
		return
	}
	app.RunInBackgroundInOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.env.Session.TrashOrEraseChatMaybeUnlearning(ctx, t.ID, memory.DeleteChatOptions{Purge: true})
	}, nil)
}

// handleCoreEventOfShownProfile passes an event of the core to the panes.
func (w *Window) handleCoreEventOfShownProfile(e memory.Event) {
	if e.ProfileID != 0 && e.ProfileID != w.env.Session.ProfileID() {
		return
	}
	w.chat.HandleCoreEvent(e)
	w.panel.HandleEvent(e)
	w.settings.ReloadOpenPageOnEvent(e)
	switch e.Kind {
	case memory.EventProjects:
		w.sidebar.ReloadChatsAndProjects()
	case memory.EventChats:
		w.sidebar.ReloadChatsAndProjects()
		w.chatCommands.reloadTitleProjectAndStateOfOpenChat(e.ChatID)
	case memory.EventDelta:
		w.sidebar.SetChatBusy(e.ChatID, true)
	case memory.EventDone:
		w.sidebar.SetChatBusy(e.ChatID, false)
		w.markChatUnreadIfNotOpen(e)
		w.notifyOfAnswerIfInBackground(e)
		w.env.Session.QueueTitleForIdleTime(w.env.Session.ProfileID(), e.ChatID)
	case memory.EventMemories:
		w.chat.ReloadAnswersWithLearnedMemories()
	case memory.EventSettings:
		w.chat.LoadModelsProvidersAndNewChatMode()
	}
}

// markChatUnreadIfNotOpen marks a chat whose answer ended while it was not open.
func (w *Window) markChatUnreadIfNotOpen(e memory.Event) {
	now := w.chat.CurrentChat().ID
	if e.ChatID == now || now == 0 && w.chat.IsAnswerInProgress() { // the chat being stored is the open one
		return
	}
	unread := true
	w.env.UpdateChat(e.ChatID, memory.ChatPatch{Unread: &unread})
}

// applyNonThemeOptionsToPanes applies what was changed of the display options, but for the theme.
func (w *Window) applyNonThemeOptionsToPanes(was, now DisplayOptions) {
	if was.Still != now.Still {
		w.sidebar.ApplyReducedMotion()
	}
	if was.NoSuggestions != now.NoSuggestions {
		w.chat.ReloadSuggestions()
	}
	w.chat.Composer().SetSendOnCtrlEnter(now.CtrlEnter)
}

// showToastInFittingPane shows a toast where the action happened: in the first run, the panel or
// the chat.
func (w *Window) showToastInFittingPane(n app.Toast) {
	switch {
	case w.firstRun.isShown():
		w.firstRun.pane.ShowToast(n)
	case n.InPanel && w.frame.isPanelShown():
		w.panel.ShowToast(n)
	default:
		w.chat.ShowToast(n)
	}
}

func (w *Window) focusComposerUnlessFirstRun() {
	if !w.firstRun.isShown() {
		w.chat.FocusComposer()
	}
}

// BringToFront raises the window.
func (w *Window) BringToFront() {
	w.win.Show()
	w.win.RequestFocus()
}
