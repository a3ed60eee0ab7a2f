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

// Actions are what the window does for the chat.
type Actions struct {
	Started  func(t memory.Thread)       // a new chat was stored
	Changed  func(t memory.Thread)       // the open chat is another, or its settings are
	Busy     func(id memory.ID, on bool) // an answer is, or is not, being written
	Rename   func(t memory.Thread)
	Delete   func(t memory.Thread)
	Pin      func(t memory.Thread)
	New      func()
	Receipt  func(answer memory.ID) // show what an answer was given
	Lesson   func(m memory.ID)      // show a memory
	Files    func()                 // show the files panel
	Models   func()                 // open the settings of models
	Key      func(provider string)  // enter a key
	Setup    func()                 // first run
	Report   func()                 // copy diagnostics
	Sidebar  func()
	Panel    func()
	PickFile func()
	OpenFile func(id memory.ID)
	OpenURL  func(url string)
	Escape   func() // nothing here had a use for Esc
	Key1     func(k fyne.KeyName) bool
	Settled  func() // everything asked for is shown; for tests
	CopyText func(text string)
}

// Pane is the chat. It belongs to the UI goroutine.
type Pane struct {
	widget.BaseWidget
	env *app.Env
	on  Actions

	thread   memory.Thread // ID 0: not stored yet
	visit    *visit
	view     view
	more     bool      // older messages exist that are not loaded
	limit    int       // how many are asked for
	answer   memory.ID // being written, 0 = none
	sending  bool
	stopNext bool // Esc was pressed before the answer had begun
	known    catalogue
	files    []memory.Context // attached ones
	reading  []composer.File  // on their way in
	places   map[memory.ID]messagelist.Place
	drafts   map[memory.ID]string // kept in this window; the store may still be on its way there
	edits    edits

	loads    app.Latest
	older    app.Latest
	version  app.Latest
	modelAsk app.Latest
	fileAsk  app.Latest
	goTo     memory.ID // message to jump to once it is loaded
	draftOff func()    // cancels the draft that waits to be kept
	lookOff  func()    // cancels the look for a server that waits
	readSeq  int64
	newMode  memory.Mode // of new chats, "" = on

	messages *message.Actions
	loading  map[string]bool // addresses of pictures on their way
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

// Say shows a line above the composer.
func (p *Pane) Say(n app.Note) { p.toast.Say(n.Text, n.Label, n.Bad, n.Action) }

// ToastText is the line that is shown, for tests.
func (p *Pane) ToastText() string { return p.toast.Text() }

// Thread returns the chat that is open; its ID is 0 while it is not stored.
func (p *Pane) Thread() memory.Thread { return p.thread }

// Busy reports whether an answer is being written here.
func (p *Pane) Busy() bool { return p.answer != 0 || p.sending }

// List and Composer are for the window's keys and for tests.
func (p *Pane) List() *messagelist.List { return p.list }

// Composer is the writing area.
func (p *Pane) Composer() *composer.Composer { return p.composer }

// SetBanner shows a line beneath the header; nil takes it away.
func (p *Pane) SetBanner(o fyne.CanvasObject) {
	p.banner.Objects = nil
	if o != nil {
		p.banner.Objects = []fyne.CanvasObject{ground(theme.WarnTint, o)}
	}
	p.inner.Refresh()
}

// SetSidebarShown hides the button that opens the sidebar.
func (p *Pane) SetSidebarShown(on bool) { p.header.setSidebar(on) }

// SetPanelShown draws the panel's button as pressed.
func (p *Pane) SetPanelShown(on bool) { p.header.setPanel(on) }

// FocusComposer puts the cursor into the composer.
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

// fresh is a chat that is not stored yet.
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

// toastWidth is the most a line above the composer takes, in pixels at text zoom 100 %.
const toastWidth = 420

// arrange lays header, messages and composer out.
type arrange struct{ p *Pane }

// MinSize implements fyne.Layout.
func (a *arrange) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(360, 320) }

// Layout implements fyne.Layout.
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

// CreateRenderer implements fyne.Widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }

// draftPause is how long after the last key a draft is kept.
const draftPause = 400 * time.Millisecond

// ground is a strip beneath the header.
func ground(fill theme.Token, o fyne.CanvasObject) fyne.CanvasObject {
	return parts.On(parts.NewFill(fill), parts.Border(nil, kit.NewHairline(), nil, nil, o))
}
