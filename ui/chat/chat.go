package chat

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/kit"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// Actions are the callbacks through which the chat asks the window for what it cannot do itself.
type Actions struct {
	Started  func(t memory.Thread)       // a new chat was stored
	Changed  func(t memory.Thread)       // another chat was opened, or its settings changed
	Busy     func(id memory.ID, on bool) // an answer started or ended
	Rename   func(t memory.Thread)
	Delete   func(t memory.Thread)
	Pin      func(t memory.Thread)
	New      func()
	Receipt  func(answer memory.ID) // what an answer was given
	Lesson   func(m memory.ID)
	Files    func() // open the files panel
	Models   func()
	Key      func(provider string) // ask for the key of a provider
	Setup    func()
	Report   func()
	Sidebar  func()
	Panel    func()
	PickFile func()
	OpenFile func(id memory.ID)
	OpenURL  func(url string)
	Escape   func() // Esc had nothing to do here
	Key1     func(k fyne.KeyName) bool
	Settled  func() // a load finished; for tests
	CopyText func(text string)
}

// Pane is the chat. It must be used on the UI goroutine.
type Pane struct {
	widget.BaseWidget
	env *app.Env
	on  Actions

	thread   memory.Thread // ID 0: not stored yet
	visit    *visit
	view     view
	more     bool      // older messages exist that are not loaded
	limit    int       // how many messages are requested
	answer   memory.ID // the answer being written, 0 = none
	sending  bool
	stopNext bool // Esc was pressed before the answer started
	known    catalogue
	files    []memory.Context // attached to the chat
	reading  []composer.File  // being read or refused, not stored
	places   map[memory.ID]messagelist.Place
	drafts   map[memory.ID]string // by chat; the store may lag behind
	edits    edits

	loads    app.Latest
	older    app.Latest
	version  app.Latest
	modelAsk app.Latest
	fileAsk  app.Latest
	goTo     memory.ID // message to jump to once it is loaded
	draftOff func()    // cancels the scheduled save of the draft
	lookOff  func()    // cancels the scheduled refresh of the models
	readSeq  int64
	newMode  memory.Mode // of new chats, "" = on

	messages *message.Actions
	loading  map[string]bool // by address
	list     *messagelist.List
	composer *composer.Composer
	header   *header
	find     *find
	empty    *fyne.Container
	hello    *parts.Para
	banner   *fyne.Container
	toast    *parts.Toast
	inner    *fyne.Container
}

// New returns the pane with a new chat.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{
		env: env, on: on, view: newView(), places: map[memory.ID]messagelist.Place{},
		drafts: map[memory.ID]string{}, edits: newEdits(env), visit: &visit{},
		known: catalogue{titles: map[string]string{}, none: "Looking for a model."},
	}
	p.messages, p.loading = p.actions(), map[string]bool{}
	p.list = messagelist.New(message.NewView(p.messages))
	p.list.OnReachTop = p.loadOlder
	p.list.ReducedMotion = env.Still
	p.composer = composer.New("Message Memoir")
	p.wireComposer()
	p.header = newHeader(p)
	p.find = newFind(p)
	p.toast = parts.NewToast(env.After)
	p.toast.Changed = func() { p.inner.Refresh() }
	p.hello = parts.NewPara("What is on your mind?", theme.RoleH1, theme.Text2, 0).Centred()
	p.empty = container.NewStack(parts.CentreColumn(theme.ColumnWidth, p.hello))
	p.banner = container.NewStack()
	p.inner = container.New(&arrange{p}, parts.NewFill(theme.Bg), p.header.bar, p.banner, p.find.bar, p.list, p.empty,
		p.composer, p.toast)
	p.ExtendBaseWidget(p)
	p.thread = p.fresh(false)
	p.show()
	return p
}

// ShowToast shows a toast above the composer.
func (p *Pane) Say(n app.Note) { p.toast.Say(n.Text, n.Label, n.Bad, n.Action) }

// ToastText returns the text of the visible toast, for tests.
func (p *Pane) ToastText() string { return p.toast.Text() }

// Chat returns the open chat; its ID is 0 until it is stored.
func (p *Pane) Thread() memory.Thread { return p.thread }

// IsBusy reports whether an answer is being requested or written here.
func (p *Pane) Busy() bool { return p.answer != 0 || p.sending }

// MessageList returns the list, for the window's keys and for tests.
func (p *Pane) List() *messagelist.List { return p.list }

// Composer returns the composer.
func (p *Pane) Composer() *composer.Composer { return p.composer }

// SetBanner shows o in a strip beneath the header; nil removes the strip.
func (p *Pane) SetBanner(o fyne.CanvasObject) {
	p.banner.Objects = nil
	if o != nil {
		p.banner.Objects = []fyne.CanvasObject{ground(theme.WarnTint, o)}
	}
	p.inner.Refresh()
}

// SetSidebarShown hides the button that opens the sidebar while the sidebar is visible.
func (p *Pane) SetSidebarShown(on bool) { p.header.setSidebar(on) }

// SetPanelShown draws the panel's button as pressed.
func (p *Pane) SetPanelShown(on bool) { p.header.setPanel(on) }

// FocusComposer moves the keyboard focus to the composer.
func (p *Pane) FocusComposer() { parts.Focus(p.composer.Focusable()) }

func (p *Pane) actions() *message.Actions {
	return &message.Actions{
		OnCopy:       func(_ int64, text string) { p.on.CopyText(text) },
		OnEdit:       func(id int64) { p.edit(memory.ID(id)) },
		OnRegenerate: func(id int64) { p.regenerate(memory.ID(id), "") },
		OnVersion:    func(id int64, step int) { p.step(memory.ID(id), step) },
		OnMore:       func(id int64, anchor fyne.CanvasObject) { parts.ShowMenu(anchor, p.moreOf(memory.ID(id))) },
		OnReceipt:    func(id int64) { p.on.Receipt(memory.ID(id)) },
		OnUndo:       func(id, learned int64) { p.unlearn(memory.ID(id), memory.ID(learned)) },
		OnLearned:    func(id, learned int64) { p.openLesson(memory.ID(id), memory.ID(learned)) },
		OnContinue:   func(int64) { p.send("Continue exactly where you stopped.") },
		OnFault:      func(id int64, button string) { p.fault(memory.ID(id), button) },
		OnLink:       func(url string) { p.on.OpenURL(url) },
		OnLoadImage:  p.loadPicture,
		After:        p.env.After, Now: p.env.Now, ReducedMotion: p.env.Still,
	}
}

// newUnstoredChat returns a chat that is not stored yet.
func (p *Pane) fresh(temporary bool) memory.Thread {
	t := memory.Thread{ProfileID: p.env.Profile, Memory: memory.ModeOn, Temporary: temporary, Contexts: []memory.ID{}}
	if p.newMode != "" {
		t.Memory = p.newMode
	}
	if temporary {
		t.Memory = memory.ModeOff
	}
	return t
}

// maxToastWidth is in pixels at text zoom 100 %.
const toastWidth = 420

// paneLayout lays out header, strips, messages, composer and toast.
type arrange struct{ p *Pane }

func (a *arrange) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(360, 320) }

func (a *arrange) Layout(o []fyne.CanvasObject, s fyne.Size) {
	p := a.p
	o[0].Resize(s)
	y := theme.Current().Scaled(theme.HeaderHeight) + theme.Hairline
	place := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(theme.Round(x), theme.Round(y)))
		o.Resize(fyne.NewSize(theme.Round(w), theme.Round(h)))
	}
	place(p.header.bar, 0, 0, s.Width, y)
	for _, o := range p.banner.Objects {
		parts.Widen(o, s.Width)
	}
	for _, strip := range []fyne.CanvasObject{p.banner, p.find.bar} {
		if h := strip.MinSize().Height; strip.Visible() && h > 0 {
			place(strip, 0, y, s.Width, h)
			y += h
		}
	}
	p.composer.SetMaxHeight(0.4 * s.Height)
	width := min(theme.ColumnWidth*max(1, theme.Current().Zoom()), s.Width-2*theme.ColumnMargin)
	left := (s.Width - width) / 2
	p.composer.Resize(fyne.NewSize(width, p.composer.Size().Height))
	h := p.composer.MinSize().Height
	bottom := s.Height - theme.Space8 - h
	place(p.composer, left, bottom, width, h)
	end := bottom - theme.Space8
	place(p.list, 0, y, s.Width, max(1, end-y))
	place(p.empty, left, y, width, max(1, end-y))
	wide := min(theme.Current().Scaled(toastWidth), width)
	p.toast.SetWidth(wide)
	t := p.toast.MinSize().Height
	place(p.toast, (s.Width-wide)/2, bottom-t-theme.Space12, wide, t)
}

// CreateRenderer draws the content of the pane.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }

// draftSaveDelay is the debounce interval between the last keystroke and saving the draft.
const draftPause = 400 * time.Millisecond

// headerStrip is a filled strip beneath the header.
func ground(fill theme.Token, o fyne.CanvasObject) fyne.CanvasObject {
	return parts.On(parts.NewFill(fill), parts.Border(nil, kit.NewHairline(), nil, nil, o))
}
