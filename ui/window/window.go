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
	"memoir/ui/firstrun"
	"memoir/ui/palette"
	"memoir/ui/panel"
	"memoir/ui/settings"
	"memoir/ui/sidebar"
	"memoir/ui/widgets"
)

// Options are the parameters of New.
type Options struct {
	Service  *engine.Service
	Host     app.Host
	Profile  memory.Profile
	Now      func() time.Time
	Dispatch app.Dispatch
	// DisplayOptions are the initial options; the caller puts them into effect with Apply.
	DisplayOptions DisplayOptions
	// HomeDir is where the file picker starts.
	HomeDir string
	// OpenURL opens a page in the browser.
	OpenURL func(url string)
}

// Window is the content of the program's only window. It must be used on the UI goroutine.
type Window struct {
	env               *app.Env
	options           Options
	win               fyne.Window
	tasks             *app.Tasks
	events            *app.EventBridge
	root              *widgets.Root
	frame             *frame
	sidebar           *sidebar.Pane
	chat              *chat.Pane
	panel             *panel.Pane
	palette           *palette.Palette
	picker            *filepicker.Picker
	settings          *settings.Dialog
	firstRun          *firstrun.Pane
	chatCommands      *chatCommands
	profileMenu       *profileMenu
	trash             *trash
	displayOptions    DisplayOptions
	closed            bool
	crashNoticeClosed bool // for the crash notice of the last run
	firstRunRequest   app.Request
	newTasks          func() *app.Tasks
	// longTasks runs work that continues when another profile is shown.
	longTasks *app.Tasks
	embedding *settings.ReembedTask
}

// New fills win. Close must be called when the window is gone.
func New(ctx context.Context, win fyne.Window, o Options) *Window {
	w := &Window{options: o, win: win, displayOptions: o.DisplayOptions}
	w.newTasks = func() *app.Tasks { return app.NewTasks(context.WithoutCancel(ctx), o.Dispatch) }
	w.longTasks = w.newTasks()
	w.embedding = settings.NewReembedTask(o.Service, w.longTasks)
	w.buildProfileView()
	w.events = app.ConnectEvents(context.WithoutCancel(ctx), o.Service, o.Dispatch, w.handleEvent)
	w.bindKeys()
	win.SetContent(w.root)
	win.SetPadded(false)
	win.SetOnDropped(w.onFilesDropped)
	w.startLoading()
	return w
}

// buildProfileView builds everything that depends on the profile.
func (w *Window) buildProfileView() {
	w.tasks = w.newTasks()
	w.env = &app.Env{
		Session: w.options.Service.For(w.options.Profile.ID, memory.ActorUser),
		Host:    w.options.Host, Tasks: w.tasks, Now: w.options.Now,
		After: app.NewAfterFunc(w.tasks), ShowToast: w.showToast,
		NavigateTo: w.navigateTo, OpenURL: w.options.OpenURL,
		CopyText:      func(text string) { fyne.CurrentApp().Clipboard().SetContent(text) },
		ReducedMotion: func() bool { return w.displayOptions.Still },
	}
	w.firstRunRequest = app.Request{}
	w.buildPanes()
}

func (w *Window) buildPanes() {
	w.chatCommands = &chatCommands{env: w.env}
	w.profileMenu = &profileMenu{
		env: w.env, service: w.options.Service, current: w.options.Profile, onRenamed: w.profileRenamed,
		switchTo: w.switchProfile, deleteProfile: w.deleteProfile,
	}
	w.sidebar = sidebar.New(w.env, w.sidebarActions())
	w.chat = chat.New(w.env, w.chatActions())
	w.panel = panel.New(w.env, panel.Actions{ClosePanel: func() { w.frame.showPanel(false) }})
	w.palette = palette.New(w.env, func() []palette.Command { return paletteCommands(w.navigateTo) })
	w.settings = settings.New(w.env, settings.Actions{
		DisplayOptions:    func() settings.DisplayOptions { return settings.DisplayOptions(w.displayOptions) },
		SetDisplayOptions: func(l settings.DisplayOptions) { w.setDisplayOptions(DisplayOptions(l)) },
		Shortcuts:         func() []settings.Shortcut { return shortcutRows(w.keyBindings()) },
		OnProvidersChange: w.onModelsChanged, Reembed: w.embedding,
	})
	w.picker = filepicker.New(w.env, w.options.HomeDir, w.attachPath)
	w.sidebar.SetProfile(w.options.Profile.Name, locationNote(w.options.Host))
	w.frame = newFrame(w.sidebar, w.chat, w.panel)
	w.frame.onChanged = func() {
		w.chat.SetSidebarShown(w.frame.sidebarShown())
		w.chat.SetPanelShown(w.frame.panelShown())
	}
	w.root = widgets.NewRoot(w.frame, widgets.NewTooltipLayer(w.env.After))
	w.chatCommands.chat, w.chatCommands.root, w.profileMenu.root = w.chat, w.root, w.root
	w.trash = &trash{
		env: w.env, root: w.root, reloadChats: w.sidebar.ReloadChats,
		restore: func(id memory.ID) { w.chatCommands.restoreChat(id, true) },
	}
	w.showCrashNotice()
}

func locationNote(host app.Host) string {
	if host.About().IsDemo {
		return "Demo: sample replies"
	}
	return "On this computer"
}

// startLoading requests everything the first frame needs.
func (w *Window) startLoading() {
	w.reloadPanes()
	w.decideFirstRun()
}

// reloadPanes loads the data of the profile.
func (w *Window) reloadPanes() {
	w.sidebar.ReloadChats()
	w.panel.Reload()
	w.chat.LoadModels()
	w.chat.NewChat(false)
}

// Close saves what is being typed and waits for all work of the window. The core must still be
// running.
func (w *Window) Close() {
	if w.closed {
		return
	}
	w.closed = true
	w.chat.SaveDraft()
	w.panel.SaveDraft()
	w.eraseTemporaryChat()
	w.saveDisplayOptions()
	w.events.Close()
	w.tasks.Close()
	w.longTasks.Close()
}

// eraseTemporaryChat erases the open chat if it is temporary.
func (w *Window) eraseTemporaryChat() {
	t := w.chat.Chat()
	if t.ID == 0 || !t.Temporary {
		return
	}
	app.Queue(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.env.Session.DeleteChat(ctx, t.ID, memory.DeleteChatOptions{Purge: true})
	}, nil)
}

// handleEvent passes an event of the core to the panes.
func (w *Window) handleEvent(e memory.Event) {
	if e.ProfileID != 0 && e.ProfileID != w.env.Session.ProfileID() {
		return
	}
	w.chat.HandleEvent(e)
	w.panel.HandleEvent(e)
	w.settings.HandleEvent(e)
	switch e.Kind {
	case memory.EventChats:
		w.sidebar.ReloadChats()
		w.chatCommands.refreshChatTitle(e.ChatID)
	case memory.EventDelta:
		w.sidebar.SetBusy(e.ChatID, true)
	case memory.EventDone:
		w.sidebar.SetBusy(e.ChatID, false)
		w.markUnread(e)
		w.env.Session.TitleWhenIdle(w.env.Session.ProfileID(), e.ChatID)
	case memory.EventMemories:
		w.chat.RefreshLearned()
	case memory.EventSettings:
		w.chat.LoadModels()
	}
}

// markUnread marks a chat whose answer ended while it was not open.
func (w *Window) markUnread(e memory.Event) {
	now := w.chat.Chat().ID
	if e.ChatID == now || now == 0 && w.chat.IsBusy() { // the chat being stored is the open one
		return
	}
	unread := true
	w.chatCommands.updateChat(e.ChatID, memory.ChatPatch{Unread: &unread})
}

// showToast shows a toast where the action happened: in the first run, the panel or the chat.
func (w *Window) showToast(n app.Toast) {
	switch {
	case w.firstRun != nil:
		w.firstRun.ShowToast(n)
	case n.InPanel && w.frame.panelShown():
		w.panel.ShowToast(n)
	default:
		w.chat.ShowToast(n)
	}
}

// OnStarted focuses the composer; the driver calls it once the window exists.
func (w *Window) OnStarted() {
	if w.firstRun == nil {
		w.chat.FocusComposer()
	}
}

// BringToFront raises the window.
func (w *Window) BringToFront() {
	w.win.Show()
	w.win.RequestFocus()
}
