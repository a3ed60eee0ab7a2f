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
	"memoir/ui/messagelist"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// Delays of what the pane does by itself.
const (
	textSaveDelay = 400 * time.Millisecond // from the last keystroke to saving the text
	// countDelay is the time from the last change of the message to counting its prompt, which embeds
	// it.
	countDelay = 300 * time.Millisecond
)

// maxFileBytes is the size above which a file is not even read; the core refuses smaller ones
// already.
const maxFileBytes = 64 << 20

// Events are what the chat tells the window. All run on the UI goroutine.
type Events struct {
	OnChatStored  func(t memory.Chat)         // a new chat was stored
	OnChatChanged func(t memory.Chat)         // another chat was opened, or its settings changed
	OnBusyChanged func(id memory.ID, on bool) // an answer started or ended
	// OnNextMessageChanged is called after a change of what is in the composer or goes with it; nil is
	// allowed.
	OnNextMessageChanged func(p memory.PreviewParams)
	// OnUnhandledKey gets the keys that the chat has no use for and reports whether it had one.
	OnUnhandledKey func(k fyne.KeyName) bool
}

// Pane is the chat. It shows a conversation and carries out its effects. It must be used on the UI
// goroutine.
type Pane struct {
	widget.BaseWidget
	*parts
	messageActions
	pictureActions
	starters
	usageDialog
	unsentTexts

	events    Events
	findBar   *findBar
	notListed notListedState // as the banner says

	requests     [conversation.ScheduleCount]app.Request
	modelRequest app.Request
	serverWait   serverWait
	saveDelay    *app.Debounce
	countDelay   *app.Debounce
}

// New returns the pane with a new chat.
func New(env *app.Env, on Events) *Pane {
	s := conversation.New(conversation.Options{
		Profile: env.Session.ProfileID(), Now: env.Now,
		Config: func() memory.Config { return env.Session.Config() },
	})
	common := &parts{env: env, state: s, composer: newComposerView(s)}
	p := &Pane{
		parts: common, messageActions: messageActions{common}, pictureActions: pictureActions{common},
		starters: starters{parts: common}, usageDialog: usageDialog{parts: common},
		unsentTexts: newUnloadedUnsentTexts(common), events: on,
	}
	common.owner, common.carryOutEffects = p, p.carryOutEffects
	p.composer.thumbnails = p.newThumbnailCache()
	p.messages = newMessageView(s, p.newMessageOptions())
	p.messages.list.OnReachTop = func() { p.carryOutEffects(s.LoadOlderMessages()) }
	p.messages.list.ReducedMotion = env.HasReducedMotion
	p.header = newHeader(env, s, p.headerEvents())
	p.findBar = newFindBar(s, p.messages.list, func() { p.body.content.Refresh() }, p.FocusComposer)
	p.body = newPaneBody(env.After, p.header.bar, p.findBar.bar, p.messages.list, p.composer.Composer)
	p.saveDelay = env.NewDebounce(textSaveDelay, p.SaveDraftOrEdit)
	p.countDelay = env.NewDebounce(countDelay, func() { p.carryOutEffects(s.CountNextPrompt()) })
	p.serverWait = serverWait{after: env.After, now: env.Now, look: p.LoadModelsProvidersAndNewChatMode}
	p.setComposerCallbacks()
	p.ExtendBaseWidget(p)
	p.updateControlsAndServerWait()
	return p
}

// CreateRenderer draws the content of the pane.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.body.content) }

func (p *Pane) setComposerCallbacks() {
	c, s := p.composer, p.state
	c.setTypedCallback(func(before, text string) {
		p.env.Session.DelayTitlesWhileTyping()
		p.serverWait.lookSoonIfAwaiting()
		p.carryOutEffects(s.Composer.SetTypedTextAndScheduleSave(text))
		p.reportNextMessageAndScheduleCount()
		p.openPromptPickerOnTrigger(before, text)
	})
	c.OnShowNextMessage = p.newNavigateToScreenFunc(app.ScreenNextMessage)
	c.OnSend = func(text string) { p.carryOutEffects(s.Outbox.SendOrQueueTextOrEndQueuedEdit(text)) }
	c.OnStop = func() { p.carryOutEffects(s.Answers.StopAnswer()) }
	c.OnEditLast = func() { p.carryOutEffects(s.Outbox.EditLastQueuedOrUserMessage()) }
	c.OnCancelEdit = func() {
		p.carryOutEffects(append(s.Outbox.CancelQueuedEditAndClearComposer(), s.Composer.CancelEditAndRestoreDraft()...))
	}
	c.OnEditQueued = func(id int64) { p.carryOutEffects(s.Outbox.QueueTypedTextAndEditQueuedMessage(id)) }
	c.OnRemoveQueued = func(id int64) { p.carryOutEffects(s.Outbox.RemoveQueuedMessage(id)) }
	c.OnAttach = p.newNavigateToScreenFunc(app.ScreenFilePicker)
	c.OnToggleTemporary = func(on bool) {
		p.carryOutEffects(s.SwitchToNewChatTemporaryOrNot(on))
		p.ReloadSuggestions()
	}
	c.OnLongPaste = func(text string) {
		p.AttachDataAsFile(translate.Text("Pasted text {{.Value}}.txt", "Value", p.env.Now().Format("2006-01-02 15.04.05")),
			[]byte(text))
	}
	p.setPictureCallbacks()
	c.OnRemoveFile = func(id int64) { p.carryOutEffects(s.Attachments.DetachFileOrRemovePendingChip(id)) }
	c.OnOpenFile = func(int64) { p.env.NavigateTo(app.Route{Screen: app.ScreenFiles}) }
	c.OnUnhandledKey = p.cancelOnEscapeElsePassKeyOrScroll
	c.OnHeightChanged = func() { p.body.content.Refresh() }
}

// reportNextMessageAndScheduleCount tells what is in the composer now, and has its prompt counted.
func (p *Pane) reportNextMessageAndScheduleCount() {
	if p.state.HasNextMessageElseForgetCount() {
		p.countDelay.Restart()
	} else {
		p.countDelay.Cancel()
	}
	if p.events.OnNextMessageChanged != nil {
		p.events.OnNextMessageChanged(p.state.NextMessagePreviewParams())
	}
}

// SetNextMessageExclusions sets what the message in the composer is sent without.
func (p *Pane) SetNextMessageExclusions(without memory.Exclusions) {
	p.carryOutEffects(p.state.Composer.SetNextMessageExclusions(without))
}

// CopyWholeChat copies the chat that is shown, with the messages that are not loaded.
func (p *Pane) CopyWholeChat() { p.carryOutEffects(p.state.CopyWholeChat()) }

func (p *Pane) headerEvents() headerEvents {
	return headerEvents{
		changeChat:    func(c memory.ChatPatch) { p.carryOutEffects(p.state.Settings.UpdateOpenChatAndNewChatModel(c)) },
		refreshModels: p.clearCachesAndReloadModels,
		copyChat:      p.CopyWholeChat,
	}
}

// ShowToast shows a toast above the composer.
func (p *Pane) ShowToast(n app.Toast) {
	p.body.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action)
}

// CurrentChat returns the open chat; its ID is 0 until it is stored.
func (p *Pane) CurrentChat() memory.Chat { return p.state.Chat }

// IsAnswerInProgress reports whether an answer is being requested or written here.
func (p *Pane) IsAnswerInProgress() bool { return p.state.Answers.IsAnswerInProgress() }

// LastAnswerID returns the newest answer, 0 when there is none.
func (p *Pane) LastAnswerID() memory.ID { return p.state.LastAnswerID() }

// MessageList returns the list, for the window's keys.
func (p *Pane) MessageList() *messagelist.List { return p.messages.list }

// SetNoticeUnlessTrashedOrArchived shows o in a filled strip beneath the header, unless the chat is
// in the trash; nil removes it.
func (p *Pane) SetNoticeUnlessTrashedOrArchived(o fyne.CanvasObject, fill theme.Token) {
	p.body.notice, p.body.noticeFill = o, fill
	p.body.showTrashedArchivedOrWindowNotice()
}

// SetSidebarButtonHidden hides the button that opens the sidebar while the sidebar is visible.
func (p *Pane) SetSidebarButtonHidden(on bool) { p.header.setSidebarButtonHidden(on) }

// SetPanelButtonPressed draws the panel's button as pressed.
func (p *Pane) SetPanelButtonPressed(on bool) { p.header.setPanelButtonPressed(on) }

// LeaveAndOpenStoredChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (p *Pane) LeaveAndOpenStoredChat(id, at memory.ID) {
	p.serverWait.lookSoonIfAwaiting()
	p.carryOutEffects(p.state.LeaveAndOpenStoredChat(id, at))
}

// LeaveAndOpenNewChat shows a chat that is not stored yet.
func (p *Pane) LeaveAndOpenNewChat(temporary bool) {
	p.serverWait.lookSoonIfAwaiting()
	p.carryOutEffects(p.state.LeaveAndOpenNewChat(temporary))
	p.loadUnsentTextsModelAndFavoritesOnce()
	p.ReloadSuggestions()
}

// SaveModelOfNewAndOpenEmptyChat makes a model that of new chats, as if it had been chosen in one.
func (p *Pane) SaveModelOfNewAndOpenEmptyChat(id string) {
	model := memory.NullText(id)
	if p.state.Chat.ID == 0 {
		p.carryOutEffects(p.state.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
		return
	}
	p.storedModel.SaveAsyncIfLoadedAndChanged(id, id == "")
	p.carryOutEffects(p.state.Settings.SetModelOfNewAndOpenEmptyChat(model))
}

// SaveDraftOrEdit saves the text at once; the window calls it before it closes.
func (p *Pane) SaveDraftOrEdit() { p.carryOutEffects(p.state.Composer.SaveDraftOrEdit()) }

// StepLastMessageVersion switches to another version of the newest message.
func (p *Pane) StepLastMessageVersion(by int) {
	p.carryOutEffects(p.state.Answers.StepLastMessageVersion(by))
}

// SyncTitlePinProjectArchiveTrash copies title and pin of the open chat after a change in the
// sidebar.
func (p *Pane) SyncTitlePinProjectArchiveTrash(
	t memory.Chat,
) {
	p.carryOutEffects(p.state.SyncTitlePinProjectArchiveTrash(t))
}

// HandleCoreEvent updates the pane after an event of the core.
func (p *Pane) HandleCoreEvent(e memory.Event) {
	p.carryOutEffects(p.state.HandleCoreEventAndSendNextQueued(e))
	if e.Kind == memory.EventMemories || e.Kind == memory.EventChats {
		p.ReloadSuggestions()
	}
}

// ReloadAnswersWithLearnedMemories reloads the answers that show learned memories, after a memory
// was changed elsewhere.
func (p *Pane) ReloadAnswersWithLearnedMemories() {
	p.carryOutEffects(p.state.ReloadAnswersWithLearnedMemories())
}

// OpenChatParameters opens the instructions and parameters of the open chat.
func (p *Pane) OpenChatParameters() { openChatParametersSheet(p, p.state.Chat, p.header.on.changeChat) }

// OpenFindBarLoadingWholeChat opens the search in this chat.
func (p *Pane) OpenFindBarLoadingWholeChat() {
	p.findBar.openFind()
	p.carryOutEffects(p.state.LoadWholeChatForSearch())
}

// CancelEditOrStopAnswerOrCloseFind leaves the queued message that is being edited, else stops the
// answer, else cancels editing, else closes the search. It reports whether it did any of them.
func (p *Pane) CancelEditOrStopAnswerOrCloseFind() bool {
	effects := p.state.Outbox.CancelQueuedEditAndClearComposer()
	if effects == nil {
		effects = p.state.Answers.StopAnswer()
	}
	if effects == nil {
		effects = p.state.Composer.CancelEditAndRestoreDraft()
	}
	if effects == nil {
		return p.findBar.closeFind()
	}
	p.carryOutEffects(effects)
	return true
}

func (p *Pane) cancelOnEscapeElsePassKeyOrScroll(k fyne.KeyName) bool {
	if k == fyne.KeyEscape && p.CancelEditOrStopAnswerOrCloseFind() {
		return true
	}
	return p.events.OnUnhandledKey(k) || p.messages.list.ScrollByKey(k)
}

// ReadAndAttachFile reads a file that was dropped or chosen and attaches it.
func (p *Pane) ReadAndAttachFile(name string, open func() (io.ReadCloser, error)) {
	p.carryOutEffects(p.state.Attachments.ReadAndAttachFile(name, func() ([]byte, error) {
		r, err := open()
		if err != nil {
			return nil, fmt.Errorf("open file: %w", err)
		}
		data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
		return data, errors.Join(err, r.Close())
	}))
}

// LookForAwaitedServer looks at once, instead of later, for a server on this computer that the
// model of the chat awaits. The window calls it when the user comes back to it.
func (p *Pane) LookForAwaitedServer() { p.serverWait.lookSoonIfAwaiting() }

// LoadModelsProvidersAndNewChatMode loads the models and providers. While the model of the chat
// awaits a server on this computer, it is called again and again; see serverWait.
func (p *Pane) LoadModelsProvidersAndNewChatMode() {
	app.RunCancellingPrevious(p.env.Tasks, &p.modelRequest, func(ctx context.Context) (conversation.ModelLists, error) {
		l := conversation.ModelLists{Titles: map[string]string{}}
		var err error
		if l.Models, err = p.env.Session.ListModels(ctx); err != nil {
			return l, err
		}
		if l.Providers, err = p.env.Session.ListProviders(ctx); err != nil {
			return l, err
		}
		mode, err := p.env.Host.LoadSettingOrEmpty(ctx, app.NewChatModeKey)
		l.NewChatMode = memory.MemoryMode(mode)
		for _, preset := range p.env.Host.ProviderPresets() {
			l.Titles[preset.Name] = preset.Title
		}
		return l, err
	}, func(l conversation.ModelLists, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.carryOutEffects(p.state.Settings.SetModelListsAndNewChatMode(l))
	})
}

// clearCachesAndReloadModels asks every server again.
func (p *Pane) clearCachesAndReloadModels() {
	p.env.Host.ClearModelAndKeyCaches()
	p.LoadModelsProvidersAndNewChatMode()
}

// updateControlsAndServerWait shows the state in everything around the messages.
func (p *Pane) updateControlsAndServerWait() {
	p.header.updateHeader()
	p.composer.showStateExceptText()
	p.serverWait.scheduleOrStopLooking(p.state.Models.IsAwaitingLocalServer(p.state.Models.CurrentModel()))
	p.showOrHideTrashedArchivedNotice()
	p.reportNextMessageAndScheduleCount()
	p.body.showEmptyStateOrMessages(len(p.state.Messages) == 0, p.state.Chat.Temporary)
}
