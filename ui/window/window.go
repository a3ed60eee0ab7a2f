package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/firstrun"
	"memoir/ui/palette"
	"memoir/ui/panel"
	"memoir/ui/parts"
	"memoir/ui/pick"
	"memoir/ui/settings"
	"memoir/ui/sidebar"
)

// Options are the parameters of New.
type Options struct {
	Service  *memory.Service
	Host     app.Host
	Profile  memory.Profile
	Now      func() time.Time
	Dispatch app.Dispatch
	// DisplayOptions are the initial options; the caller puts them into effect with Apply.
	Look Look
	// HomeDir is where the file picker starts.
	Home string
	// OpenURL opens a page in the browser.
	OpenURL func(url string)
}

// Window is the content of the program's only window. It must be used on the UI goroutine.
type Window struct {
	env      *app.Env
	o        Options
	win      fyne.Window
	tasks    *app.Tasks
	bridge   *app.Bridge
	root     *parts.Root
	frame    *frame
	sidebar  *sidebar.Pane
	chat     *chat.Pane
	panel    *panel.Pane
	palette  *palette.Palette
	picker   *pick.Picker
	settings *settings.Dialog
	first    *firstrun.Pane
	look     Look
	closed   bool
	crashed  bool // for the crash notice of the last run
	models   app.Latest
	newTasks func() *app.Tasks
	// longTasks runs work that continues when another profile is shown.
	long      *app.Tasks
	embedding *settings.Embedding
}

// New fills win. Close must be called when the window is gone.
func New(ctx context.Context, win fyne.Window, o Options) *Window {
	w := &Window{o: o, win: win, look: o.Look}
	w.newTasks = func() *app.Tasks { return app.NewTasks(context.WithoutCancel(ctx), o.Dispatch) }
	w.long = w.newTasks()
	w.embedding = settings.NewEmbedding(o.Service, w.long)
	w.furnish()
	w.bridge = app.Connect(context.WithoutCancel(ctx), o.Service, o.Dispatch, w.handle)
	w.keys()
	win.SetContent(w.root)
	win.SetPadded(false)
	win.SetOnDropped(w.dropped)
	w.begin()
	return w
}

// buildProfileView builds everything that depends on the profile.
func (w *Window) furnish() {
	w.tasks = w.newTasks()
	w.env = &app.Env{
		Service: w.o.Service, Host: w.o.Host, Tasks: w.tasks, Profile: w.o.Profile.ID, Now: w.o.Now,
		After: app.Timer(w.tasks), Notify: w.notify, ReducedMotion: func() bool { return w.look.Still },
	}
	w.models = app.Latest{}
	w.build()
}

func (w *Window) build() {
	w.sidebar = sidebar.New(w.env, w.sidebarActions())
	w.chat = chat.New(w.env, w.chatActions())
	w.panel = panel.New(w.env, panel.Actions{
		Close: func() { w.frame.showPanel(false) }, Message: w.open, PickFile: w.pickFile, CopyText: w.copyText,
	})
	w.palette = palette.New(w.env, palette.Actions{
		Chat: w.open, Memory: w.openMemory, Command: w.commands,
	})
	w.settings = settings.New(w.env, settings.Actions{
		Look: func() settings.Look { return settings.Look(w.look) }, SetLook: func(l settings.Look) { w.setLook(Look(l)) },
		CopyText: w.copyText, Shortcuts: w.shortcutRows, Changed: w.modelsChanged, FirstRun: w.showFirstRun,
		OpenURL: w.o.OpenURL, Embedding: w.embedding,
		Ledger: w.toLedger, Health: w.toHealth,
	})
	w.picker = pick.New(w.env, w.o.Home, w.attach)
	w.sidebar.SetProfile(w.o.Profile.Name, w.placeNote())
	w.frame = newFrame(w.sidebar, w.chat, w.panel)
	w.frame.changed = func() {
		w.chat.SetSidebarShown(w.frame.sidebarShown())
		w.chat.SetPanelShown(w.frame.panelShown())
	}
	w.root = parts.NewRoot(w.frame, parts.NewTips(w.env.After))
	w.crashNotice()
}

func (w *Window) placeNote() string {
	if w.o.Host.About().Demo {
		return "Demo: scripted replies"
	}
	return "On this computer"
}

// startLoading requests everything the first frame needs.
func (w *Window) begin() {
	w.load()
	w.decideFirstRun()
}

// reloadPanes loads the data of the profile.
func (w *Window) load() {
	w.sidebar.Reload()
	w.panel.Reload()
	w.chat.AskModels()
	w.chat.New(false)
	w.sweep()
}

// purgeLeftoverChats erases temporary chats left by a crash and chats that were in the trash too
// long.
func (w *Window) sweep() {
	app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		ts, err := w.env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: w.env.Profile})
		if err != nil {
			return struct{}{}, err
		}
		for _, t := range ts {
			if t.Temporary {
				err = w.env.Service.DeleteThread(ctx, w.env.Profile, t.ID, memory.DeleteThread{Purge: true})
				if err != nil {
					return struct{}{}, err
				}
			}
		}
		_, err = w.env.Service.EmptyTrash(ctx, w.env.Profile)
		return struct{}{}, err
	}, func(_ struct{}, err error) { w.env.Fail(err) })
}

// Close saves what is being typed and waits for all work of the window. The core must still be
// running.
func (w *Window) Close() {
	if w.closed {
		return
	}
	w.closed = true
	w.chat.KeepDraft()
	w.panel.KeepDraft()
	w.endTemporary()
	w.keepLook()
	w.bridge.Close()
	w.tasks.Close()
	w.long.Close()
}

// eraseTemporaryChat erases the open chat if it is temporary.
func (w *Window) endTemporary() {
	t := w.chat.Thread()
	if t.ID == 0 || !t.Temporary {
		return
	}
	app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.env.Service.DeleteThread(ctx, w.env.Profile, t.ID, memory.DeleteThread{Purge: true})
	}, nil)
}

// handleEvent passes an event of the core to the panes.
func (w *Window) handle(e memory.Event) {
	if e.ProfileID != 0 && e.ProfileID != w.env.Profile {
		return
	}
	w.chat.Handle(e)
	w.panel.Handle(e)
	w.settings.Handle(e)
	switch e.Kind {
	case memory.EventThreads:
		w.sidebar.Reload()
		w.follow(e.ThreadID)
	case memory.EventDelta:
		w.sidebar.SetBusy(e.ThreadID, true)
	case memory.EventDone:
		w.sidebar.SetBusy(e.ThreadID, false)
		w.markUnread(e)
		w.env.Service.TitleWhenIdle(w.env.Profile, e.ThreadID)
	case memory.EventMemories:
		w.chat.RefreshLessons()
	case memory.EventSettings:
		w.chat.AskModels()
	}
}

// refreshChatTitle reloads the title of the open chat.
func (w *Window) follow(id memory.ID) {
	if id == 0 || id != w.chat.Thread().ID {
		return
	}
	app.Do(w.tasks, func(ctx context.Context) (memory.Thread, error) {
		return w.env.Service.Thread(ctx, w.env.Profile, id)
	}, func(t memory.Thread, err error) {
		if err == nil {
			w.chat.Retitle(t)
		}
	})
}

// markUnread marks a chat whose answer ended while it was not open.
func (w *Window) markUnread(e memory.Event) {
	now := w.chat.Thread().ID
	if e.ThreadID == now || now == 0 && w.chat.Busy() { // the chat being stored is the open one
		return
	}
	unread := true
	w.update(e.ThreadID, memory.ThreadPatch{Unread: &unread})
}

func (w *Window) update(id memory.ID, p memory.ThreadPatch) {
	app.InOrder(w.tasks, func(ctx context.Context) (memory.Thread, error) {
		return w.env.Service.UpdateThread(ctx, w.env.Profile, id, p)
	}, func(t memory.Thread, err error) {
		w.env.Fail(err)
		if err == nil {
			w.chat.Retitle(t)
		}
	})
}

// showToast shows a toast where the action happened: in the first run, the panel or the chat.
func (w *Window) notify(n app.Note) {
	switch {
	case w.first != nil:
		w.first.Say(n)
	case n.Panel && w.frame.panelShown():
		w.panel.Say(n)
	default:
		w.chat.Say(n)
	}
}

// OnStarted focuses the composer; the driver calls it once the window exists.
func (w *Window) Started() {
	if w.first == nil {
		w.chat.FocusComposer()
	}
}

// BringToFront raises the window.
func (w *Window) Show() {
	w.win.Show()
	w.win.RequestFocus()
}
