package chat

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/draw"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Actions are the callbacks through which the chat asks the window for what it cannot do itself.
type Actions struct {
	OnChatStored      func(t memory.Chat)         // a new chat was stored
	OnChatChanged     func(t memory.Chat)         // another chat was opened, or its settings changed
	OnBusyChanged     func(id memory.ID, on bool) // an answer started or ended
	RenameChat        func(t memory.Chat)
	DeleteChat        func(t memory.Chat)
	TogglePin         func(t memory.Chat)
	CopyDiagnostics   func()
	ToggleSidebar     func()
	TogglePanel       func()
	OnUnhandledEscape func() // Esc had nothing to do here
	OnFunctionKey     func(k fyne.KeyName) bool
	OnLoad            func() // a load finished; for tests
}

// Pane is the chat. It must be used on the UI goroutine.
type Pane struct {
	widget.BaseWidget
	env     *app.Env
	actions Actions

	chat            memory.Chat // ID 0: not stored yet
	session         *session
	transcript      transcript
	hasOlder        bool      // older messages exist that are not loaded
	messageLimit    int       // how many messages are requested
	answerID        memory.ID // the answer being written, 0 = none
	sending         bool
	stopPending     bool // Esc was pressed before the answer started
	catalog         modelCatalog
	files           []memory.File   // attached to the chat
	pendingFiles    []composer.File // being read or refused, not stored
	scrollPositions map[memory.ID]messagelist.ScrollPosition
	drafts          map[memory.ID]string // by chat; the store may lag behind
	unsentEdits     unsentEdits

	loadRequest    app.Request
	olderRequest   app.Request
	versionRequest app.Request
	modelRequest   app.Request
	fileRequest    app.Request
	jumpTarget     memory.ID // message to jump to once it is loaded
	stopSave       func()    // cancels the scheduled save of the draft
	stopRefresh    func()    // cancels the scheduled refresh of the models
	pendingSeq     int64
	newChatMode    memory.MemoryMode // of new chats, "" = on

	messageActions  *message.Actions
	loadingPictures map[string]bool // by address
	list            *messagelist.List
	composer        *composer.Composer
	header          *header
	findBar         *findBar
	emptyState      *fyne.Container
	emptyTitle      *widgets.WrappedText
	banner          *fyne.Container
	toast           *widgets.Toast
	content         *fyne.Container
}

// New returns the pane with a new chat.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{
		env: env, actions: on, transcript: newTranscript(), scrollPositions: map[memory.ID]messagelist.ScrollPosition{},
		drafts: map[memory.ID]string{}, unsentEdits: newUnsentEdits(env), session: &session{},
		catalog: modelCatalog{providerTitles: map[string]string{}, noModelReason: "Looking for a model."},
	}
	p.messageActions, p.loadingPictures = p.newMessageActions(), map[string]bool{}
	p.list = messagelist.New(message.NewViewFactory(p.messageActions))
	p.list.OnReachTop = p.loadOlderMessages
	p.list.ReducedMotion = env.HasReducedMotion
	p.composer = composer.New("Message Memoir")
	p.wireComposer()
	p.header = newHeader(p)
	p.findBar = newFindBar(p)
	p.toast = widgets.NewToast(env.After)
	p.toast.OnChange = func() { p.content.Refresh() }
	p.emptyTitle = widgets.NewWrappedText("What is on your mind?", theme.RoleH1, theme.Text2, 0).AsCentered()
	p.emptyState = container.NewStack(widgets.CenterColumn(theme.ColumnWidth, p.emptyTitle))
	p.banner = container.NewStack()
	p.content = container.New(&paneLayout{p}, widgets.NewBackground(theme.Background), p.header.bar, p.banner,
		p.findBar.bar, p.list, p.emptyState,
		p.composer, p.toast)
	p.ExtendBaseWidget(p)
	p.chat = p.newUnstoredChat(false)
	p.updateControls()
	return p
}

// ShowToast shows a toast above the composer.
func (p *Pane) ShowToast(n app.Toast) { p.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action) }

// ToastText returns the text of the visible toast, for tests.
func (p *Pane) ToastText() string { return p.toast.ShownText() }

// Chat returns the open chat; its ID is 0 until it is stored.
func (p *Pane) Chat() memory.Chat { return p.chat }

// IsBusy reports whether an answer is being requested or written here.
func (p *Pane) IsBusy() bool { return p.answerID != 0 || p.sending }

// MessageList returns the list, for the window's keys and for tests.
func (p *Pane) MessageList() *messagelist.List { return p.list }

// Composer returns the composer.
func (p *Pane) Composer() *composer.Composer { return p.composer }

// SetBanner shows o in a strip beneath the header; nil removes the strip.
func (p *Pane) SetBanner(o fyne.CanvasObject) {
	p.banner.Objects = nil
	if o != nil {
		p.banner.Objects = []fyne.CanvasObject{headerStrip(theme.WarningTint, o)}
	}
	p.content.Refresh()
}

// SetSidebarShown hides the button that opens the sidebar while the sidebar is visible.
func (p *Pane) SetSidebarShown(on bool) { p.header.setSidebarShown(on) }

// SetPanelShown draws the panel's button as pressed.
func (p *Pane) SetPanelShown(on bool) { p.header.setPanelPressed(on) }

// FocusComposer moves the keyboard focus to the composer.
func (p *Pane) FocusComposer() { widgets.FocusWidget(p.composer.FocusTarget()) }

func (p *Pane) newMessageActions() *message.Actions {
	return &message.Actions{
		OnCopy:        func(_ int64, text string) { p.env.CopyText(text) },
		OnEdit:        func(id int64) { p.editMessage(memory.ID(id)) },
		OnRegenerate:  func(id int64) { p.regenerateAnswer(memory.ID(id), "") },
		OnVersion:     func(id int64, step int) { p.selectVersion(memory.ID(id), step) },
		OnMoreMenu:    func(id int64, anchor fyne.CanvasObject) { widgets.ShowMenu(anchor, p.answerMenu(memory.ID(id))) },
		OnShowReceipt: func(id int64) { p.env.NavigateTo(app.ReceiptRoute(memory.ID(id))) },
		OnUndoLearned: func(id, learned int64) { p.undoLearned(memory.ID(id), memory.ID(learned)) },
		OnOpenLearned: func(id, learned int64) { p.openLearnedMemory(memory.ID(id), memory.ID(learned)) },
		OnContinue:    func(int64) { p.sendMessage("Continue exactly where you stopped.") },
		OnFaultButton: func(id int64, button string) { p.handleFaultButton(memory.ID(id), button) },
		OnLink:        func(url string) { p.env.OpenURL(url) },
		OnLoadImage:   p.loadPicture,
		After:         p.env.After, Now: p.env.Now, ReducedMotion: p.env.HasReducedMotion,
	}
}

// newUnstoredChat returns a chat that is not stored yet.
func (p *Pane) newUnstoredChat(temporary bool) memory.Chat {
	t := memory.Chat{ProfileID: p.env.Session.ProfileID(), Memory: memory.MemoryOn, Temporary: temporary, FileIDs: []memory.ID{}}
	if p.newChatMode != "" {
		t.Memory = p.newChatMode
	}
	if temporary {
		t.Memory = memory.MemoryOff
	}
	return t
}

// maxToastWidth is in pixels at text zoom 100 %.
const maxToastWidth = 420

// paneLayout lays out header, strips, messages, composer and toast.
type paneLayout struct{ p *Pane }

func (a *paneLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(360, 320) }

func (a *paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	p := a.p
	o[0].Resize(s)
	y := theme.Current().ScaleWithText(theme.HeaderHeight) + theme.Hairline
	showLocation := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(theme.Round(x), theme.Round(y)))
		o.Resize(fyne.NewSize(theme.Round(w), theme.Round(h)))
	}
	showLocation(p.header.bar, 0, 0, s.Width, y)
	for _, o := range p.banner.Objects {
		widgets.PropagateWidth(o, s.Width)
	}
	for _, strip := range []fyne.CanvasObject{p.banner, p.findBar.bar} {
		if h := strip.MinSize().Height; strip.Visible() && h > 0 {
			showLocation(strip, 0, y, s.Width, h)
			y += h
		}
	}
	p.composer.SetMaxHeight(0.4 * s.Height)
	width := min(theme.ColumnWidth*max(1, theme.Current().Zoom()), s.Width-2*theme.ColumnMargin)
	left := (s.Width - width) / 2
	p.composer.Resize(fyne.NewSize(width, p.composer.Size().Height))
	h := p.composer.MinSize().Height
	bottom := s.Height - theme.Space8 - h
	showLocation(p.composer, left, bottom, width, h)
	end := bottom - theme.Space8
	showLocation(p.list, 0, y, s.Width, max(1, end-y))
	showLocation(p.emptyState, left, y, width, max(1, end-y))
	wide := min(theme.Current().ScaleWithText(maxToastWidth), width)
	p.toast.SetWidth(wide)
	t := p.toast.MinSize().Height
	showLocation(p.toast, (s.Width-wide)/2, bottom-t-theme.Space12, wide, t)
}

// CreateRenderer draws the content of the pane.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// draftSaveDelay is the debounce interval between the last keystroke and saving the draft.
const draftSaveDelay = 400 * time.Millisecond

// headerStrip is a filled strip beneath the header.
func headerStrip(fill theme.Token, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Stack(widgets.NewBackground(fill), widgets.Border(nil, draw.NewHairline(), nil, nil, o))
}
