package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Delays of what the pane does by itself.
const (
	textSaveDelay       = 400 * time.Millisecond // from the last keystroke to saving the text
	serverRetryInterval = 5 * time.Second        // between looks for a server that is not running
)

// Settings, one per profile, that hold what was typed and not sent.
const (
	draftKey = "ui.draft" // the text of the chat that is not stored yet
	editsKey = "ui.edits" // edits of messages
)

// maxFileBytes is the size above which a file is not even read; the core refuses smaller ones
// already.
const maxFileBytes = 64 << 20

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
}

// Pane is the chat. It shows a conversation and carries out its effects. It must be used on the UI
// goroutine.
type Pane struct {
	widget.BaseWidget
	env     *app.Env
	actions Actions
	state   *conversation.State

	messages *messageView
	composer *composerView
	header   *header
	findBar  *findBar
	body     *paneBody

	requests     [conversation.ScheduleCount]app.Request
	modelRequest app.Request
	modelPoll    *app.Debounce // while a server is awaited
	saveDelay    *app.Debounce
	storedDraft  *app.Stored[string]
	storedEdits  *app.Stored[map[memory.ID]conversation.UnsentEdit]
}

// New returns the pane with a new chat.
func New(env *app.Env, on Actions) *Pane {
	s := conversation.New(conversation.Options{
		Profile: env.Session.ProfileID(), Now: env.Now,
		Config: func() memory.Config { return env.Session.Config() },
	})
	p := &Pane{
		env: env, actions: on, state: s, composer: newComposerView(s),
		storedDraft: app.NewStored[string](env, draftKey),
		storedEdits: app.NewStored[map[memory.ID]conversation.UnsentEdit](env, editsKey),
	}
	p.messages = newMessageView(s, p.newMessageActions())
	p.messages.list.OnReachTop = func() { p.applyEffects(s.LoadOlderMessages()) }
	p.messages.list.ReducedMotion = env.HasReducedMotion
	p.header = newHeader(s, p.headerActions())
	p.findBar = newFindBar(s, p.messages.list, func() { p.body.content.Refresh() }, p.FocusComposer)
	p.body = newPaneBody(env.After, p.header.bar, p.findBar.bar, p.messages.list, p.composer.Composer)
	p.saveDelay = env.NewDebounce(textSaveDelay, p.SaveDraft)
	p.modelPoll = env.NewDebounce(serverRetryInterval, p.LoadModels)
	p.wireComposer()
	p.ExtendBaseWidget(p)
	p.showControls()
	return p
}

// CreateRenderer draws the content of the pane.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.body.content) }

func (p *Pane) wireComposer() {
	c, s := p.composer, p.state
	c.onTyped(func(text string) {
		p.env.Session.NotifyTyping()
		p.applyEffects(s.TextChanged(text))
	})
	c.OnSend = func(text string) { p.applyEffects(s.SendText(text)) }
	c.OnStop = func() { p.applyEffects(s.StopAnswer()) }
	c.OnEditLast = func() { p.applyEffects(s.EditLastMessage()) }
	c.OnCancelEdit = func() { p.applyEffects(s.CancelEdit()) }
	c.OnAttach = p.goTo(app.ScreenFilePicker)
	c.OnToggleTemporary = func(on bool) { p.applyEffects(s.SetTemporary(on)) }
	c.OnLongPaste = func(text string) {
		p.AttachText("Pasted text "+p.env.Now().Format("2006-01-02 15.04.05")+".txt", []byte(text))
	}
	c.OnRemoveFile = func(id int64) { p.applyEffects(s.DetachFile(id)) }
	c.OnOpenFile = func(int64) { p.env.NavigateTo(app.Route{Screen: app.ScreenFiles}) }
	c.OnUnhandledKey = p.handleKey
	c.OnHeightChanged = func() { p.body.content.Refresh() }
}

func (p *Pane) headerActions() headerActions {
	return headerActions{
		changeChat:     func(c memory.ChatPatch) { p.applyEffects(p.state.UpdateChat(c)) },
		renameChat:     func() { p.actions.RenameChat(p.state.Chat) },
		deleteChat:     func() { p.actions.DeleteChat(p.state.Chat) },
		pinChat:        func() { p.actions.TogglePin(p.state.Chat) },
		refreshModels:  func() { p.env.Host.InvalidateModels(); p.LoadModels() },
		modelSettings:  p.goTo(app.ScreenModels),
		chatParameters: func() { openParameters(p, p.state.Chat, p.header.on.changeChat) },
		findInChat:     p.OpenFind,
		copyChat:       func() { p.env.CopyText(formatAsMarkdown(p.state)) },
		toggleSidebar:  func() { p.actions.ToggleSidebar() },
		togglePanel:    func() { p.actions.TogglePanel() },
	}
}

func (p *Pane) newMessageActions() *message.Actions {
	s := p.state
	a := &message.Actions{
		OnCopy:        func(_ int64, text string) { p.env.CopyText(text) },
		OnEdit:        func(id int64) { p.applyEffects(s.EditMessage(memory.ID(id))) },
		OnRegenerate:  func(id int64) { p.applyEffects(s.RegenerateAnswer(memory.ID(id), "")) },
		OnVersion:     func(id int64, step int) { p.applyEffects(s.SelectVersion(memory.ID(id), step)) },
		OnMoreMenu:    func(id int64, anchor fyne.CanvasObject) { p.openAnswerMenu(memory.ID(id), anchor) },
		OnShowReceipt: func(id int64) { p.env.NavigateTo(app.ReceiptRoute(memory.ID(id))) },
		OnUndoLearned: func(id, learned int64) { p.applyEffects(s.UndoLearned(memory.ID(id), memory.ID(learned))) },
		OnOpenLearned: func(id, learned int64) {
			if m := s.LearnedMemory(memory.ID(id), memory.ID(learned)); m != 0 {
				p.env.NavigateTo(app.MemoryRoute(m))
			}
		},
		OnContinue:    func(int64) { p.applyEffects(s.ContinueAnswer()) },
		OnFaultButton: func(id int64, button string) { p.pressFaultButton(memory.ID(id), button) },
		OnLink:        func(url string) { p.env.OpenURL(url) },
		After:         p.env.After, Now: p.env.Now, ReducedMotion: p.env.HasReducedMotion,
	}
	pictures := &pictureLoader{
		env: p.env, images: a, loading: map[string]bool{}, onShown: func() { p.body.toast.HideToast() },
	}
	a.OnLoadImage = pictures.loadPicture
	return a
}

func (p *Pane) goTo(screen app.Screen) func() {
	return func() { p.env.NavigateTo(app.Route{Screen: screen}) }
}

// ShowToast shows a toast above the composer.
func (p *Pane) ShowToast(n app.Toast) {
	p.body.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action)
}

// Chat returns the open chat; its ID is 0 until it is stored.
func (p *Pane) Chat() memory.Chat { return p.state.Chat }

// IsBusy reports whether an answer is being requested or written here.
func (p *Pane) IsBusy() bool { return p.state.IsBusy() }

// LastAnswer returns the newest answer, 0 when there is none.
func (p *Pane) LastAnswer() memory.ID { return p.state.LastAnswer() }

// MessageList returns the list, for the window's keys.
func (p *Pane) MessageList() *messagelist.List { return p.messages.list }

// Composer returns the composer.
func (p *Pane) Composer() *composer.Composer { return p.composer.Composer }

// SetBanner shows o in a strip beneath the header; nil removes the strip.
func (p *Pane) SetBanner(o fyne.CanvasObject) { p.body.setBanner(o) }

// SetSidebarShown hides the button that opens the sidebar while the sidebar is visible.
func (p *Pane) SetSidebarShown(on bool) { p.header.setSidebarShown(on) }

// SetPanelShown draws the panel's button as pressed.
func (p *Pane) SetPanelShown(on bool) { p.header.setPanelPressed(on) }

// FocusComposer moves the keyboard focus to the composer.
func (p *Pane) FocusComposer() { widgets.FocusWidget(p.composer.FocusTarget()) }

// OpenChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (p *Pane) OpenChat(id, at memory.ID) { p.applyEffects(p.state.OpenChat(id, at)) }

// NewChat shows a chat that is not stored yet.
func (p *Pane) NewChat(temporary bool) {
	p.applyEffects(p.state.OpenNewChat(temporary))
	p.restoreUnsent()
}

// SaveDraft saves the text at once; the window calls it before it closes.
func (p *Pane) SaveDraft() { p.applyEffects(p.state.SaveText()) }

// StepLastVersion switches to another version of the newest message.
func (p *Pane) StepLastVersion(by int) { p.applyEffects(p.state.StepLastVersion(by)) }

// SyncTitleAndPin copies title and pin of the open chat after a change in the sidebar.
func (p *Pane) SyncTitleAndPin(t memory.Chat) { p.applyEffects(p.state.SyncTitleAndPin(t)) }

// HandleEvent updates the pane after an event of the core.
func (p *Pane) HandleEvent(e memory.Event) { p.applyEffects(p.state.HandleEvent(e)) }

// RefreshLearned reloads the answers that show learned memories, after a memory was changed
// elsewhere.
func (p *Pane) RefreshLearned() { p.applyEffects(p.state.RefreshLearned()) }

// OpenFind opens the search in this chat.
func (p *Pane) OpenFind() {
	p.findBar.openFind()
	p.applyEffects(p.state.LoadForSearch())
}

// HandleEscape stops the answer, else cancels editing, else closes the search. It reports whether
// it did any of them.
func (p *Pane) HandleEscape() bool {
	effects := p.state.StopAnswer()
	if effects == nil {
		effects = p.state.CancelEdit()
	}
	if effects == nil {
		return p.findBar.closeFind()
	}
	p.applyEffects(effects)
	return true
}

func (p *Pane) handleKey(k fyne.KeyName) bool {
	if k == fyne.KeyEscape {
		if !p.HandleEscape() {
			p.actions.OnUnhandledEscape()
		}
		return true
	}
	if p.actions.OnFunctionKey != nil && p.actions.OnFunctionKey(k) {
		return true
	}
	return p.messages.list.HandleKey(k)
}

// AttachURI reads a file that was dropped or chosen and attaches it.
func (p *Pane) AttachURI(name string, open func() (io.ReadCloser, error)) {
	p.applyEffects(p.state.AttachFile(name, func() ([]byte, error) {
		r, err := open()
		if err != nil {
			return nil, fmt.Errorf("open file: %w", err)
		}
		data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
		return data, errors.Join(err, r.Close())
	}))
}

// AttachText stores a text as a file and attaches it.
func (p *Pane) AttachText(name string, data []byte) {
	p.applyEffects(p.state.AttachFile(name, func() ([]byte, error) { return data, nil }))
}

// LoadModels loads the models and providers. While the model of the chat awaits a server on this
// computer, it is called again every serverRetryInterval.
func (p *Pane) LoadModels() {
	app.Latest(p.env.Tasks, &p.modelRequest, func(ctx context.Context) (conversation.ModelLists, error) {
		l := conversation.ModelLists{Titles: map[string]string{}}
		var err error
		if l.Models, err = p.env.Session.Models(ctx); err != nil {
			return l, err
		}
		if l.Providers, err = p.env.Session.Providers(ctx); err != nil {
			return l, err
		}
		mode, err := p.env.Host.Setting(ctx, app.NewChatModeKey)
		l.NewChatMode = memory.MemoryMode(mode)
		for _, preset := range p.env.Host.ProviderPresets() {
			l.Titles[preset.Name] = preset.Title
		}
		return l, err
	}, func(l conversation.ModelLists, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.applyEffects(p.state.SetModels(l))
	})
}

// restoreUnsent loads what the last run left unsent, once. Edits whose chat no longer exists are
// dropped.
func (p *Pane) restoreUnsent() {
	if !p.storedDraft.IsLoaded() {
		p.storedDraft.LoadAsync(func(context.Context, *string) error { return nil }, func(text string) {
			p.applyEffects(p.state.RestoreNewChatDraft(text))
		})
	}
	if !p.storedEdits.IsLoaded() {
		p.storedEdits.LoadAsync(func(ctx context.Context, edits *map[memory.ID]conversation.UnsentEdit) error {
			for id, u := range *edits {
				_, err := p.env.Session.Chat(ctx, u.ChatID)
				if errors.Is(err, memory.ErrNotFound) {
					delete(*edits, id)
				} else if err != nil {
					return err
				}
			}
			return nil
		}, func(edits map[memory.ID]conversation.UnsentEdit) { p.applyEffects(p.state.RestoreEdits(edits)) })
	}
}

// showControls shows the state in everything around the messages.
func (p *Pane) showControls() {
	p.header.updateHeader()
	p.composer.showState()
	if p.state.Models.AwaitsServer(p.state.CurrentModel()) {
		p.modelPoll.Start()
	} else {
		p.modelPoll.Cancel()
	}
	p.body.showEmptyState(len(p.state.Messages) == 0, p.state.Chat.Temporary)
}

// openAnswerMenu opens the menu of an answer.
func (p *Pane) openAnswerMenu(id memory.ID, anchor fyne.CanvasObject) {
	m := p.state.Message(id)
	if m == nil {
		return
	}
	items := []widgets.MenuItem{
		{
			Icon: theme.IconStack, Label: "What was sent for this answer",
			OnChosen: func() { p.env.NavigateTo(app.ReceiptRoute(id)) },
		},
		{},
		{Label: "Regenerate with"},
	}
	for _, info := range availableModels(p.state) {
		items = append(items, widgets.MenuItem{
			Label: info.Name, Detail: p.state.Models.LocationText(info), Checked: info.ID == string(m.Model),
			OnChosen: func() { p.applyEffects(p.state.RegenerateAnswer(id, memory.NullText(info.ID))) },
		})
	}
	widgets.ShowMenu(anchor, items)
}
