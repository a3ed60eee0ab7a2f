package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/health"
	"memoir/ui/ledger"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// Actions are the callbacks of the panel.
type Actions struct {
	ClosePanel func()
	OnLoad     func() // a page was loaded; may be nil
}

// Pane is the right panel.
type Pane struct {
	widget.BaseWidget
	env      *app.Env
	actions  Actions
	frame    *paneFrame
	pages    pageStack
	changes  *memoryChanges
	erasing  *memoryErasing
	drafts   *draftStore
	memories *memoriesPage
	files    *filesPage
	answer   *answerPage
	ledger   *ledger.Page
	health   *health.Page
	editor   *editor // nil unless pages.hasEditor
}

// New returns the panel with the memories shown.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, actions: on}
	p.frame = newPaneFrame(env, p.ShowTab)
	p.drafts = newDraftStore(env, p.openModel)
	p.changes = &memoryChanges{
		env: env, showDecision: p.ShowDecision, onChanged: func() { p.memories.reloadMemories() }, onUndone: p.reloadMemories,
	}
	p.erasing = &memoryErasing{
		env: env, owner: p, onBegin: p.discardErased, onErased: func() { p.memories.reloadMemories() },
	}
	p.memories = newMemoriesPage(env, p.changes, memoriesEvents{
		openMemory: p.loadEditor, addMemory: p.AddMemory, askErase: p.erasing.askFirst, onLoad: p.notifyLoad,
	})
	p.files = newFilesPage(env, p.notifyLoad)
	p.answer = newAnswerPage(env, p.notifyLoad)
	p.ledger, p.health = p.newLedger(), p.newHealth()
	p.ExtendBaseWidget(p)
	p.showPage()
	return p
}

func (p *Pane) notifyLoad() {
	if p.actions.OnLoad != nil {
		p.actions.OnLoad()
	}
}

func (p *Pane) closePanel() { p.actions.ClosePanel() }

// ShowToast shows a toast above the footer.
func (p *Pane) ShowToast(n app.Toast) {
	p.frame.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action)
}

// CurrentTab returns the page that is shown.
func (p *Pane) CurrentTab() Tab { return p.pages.tab }

// ShowTab shows a page.
func (p *Pane) ShowTab(t Tab) {
	p.closeEditor()
	p.pages.showTab(t)
	p.showPage()
	switch t {
	case Files:
		p.files.reloadFiles()
	case Answer:
		p.answer.reloadAnswer()
	}
}

// FocusSearch focuses the memory search.
func (p *Pane) FocusSearch() { p.memories.searchField.RequestFocus() }

// AddMemory opens the editor for a new memory.
func (p *Pane) AddMemory() {
	p.pages.showTab(Memories)
	p.openEditor(newEditorModel(newBlankMemory(), ""), false)
}

// OpenMemory opens the editor of a memory in any state.
func (p *Pane) OpenMemory(id memory.ID) {
	p.pages.showTab(Memories)
	p.memories.openMemory(id, false)
}

// ShowAnswer shows what an answer was given.
func (p *Pane) ShowAnswer(id memory.ID) {
	p.answer.selectAnswer(id)
	p.ShowTab(Answer)
}

// SetChat sets the open chat and its newest answer.
func (p *Pane) SetChat(t memory.Chat, lastAnswer memory.ID) {
	p.files.setChat(t)
	if p.answer.followNewest(t.ID, lastAnswer) && p.pages.tab == Answer {
		p.answer.reloadAnswer()
	}
}

// UndoLast undoes the newest change made in this window; it reports whether there was one.
func (p *Pane) UndoLast() bool { return p.changes.undoLast() }

// SaveDraft saves what is typed in the editor; the window calls it before it closes.
func (p *Pane) SaveDraft() { p.drafts.saveNow() }

// HandleEvent updates the panel after an event of the core.
func (p *Pane) HandleEvent(e memory.Event) {
	if o := p.openOverlay(); o != nil {
		o.ReloadOnCoreEvent(e)
	}
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.reloadMemories()
	case memory.EventChats:
		p.memories.refreshChatTitle(e.ChatID, func() {
			p.reloadEditor()
			p.notifyLoad()
		})
	case memory.EventFiles:
		p.files.reloadFiles()
	case memory.EventDone:
		if p.pages.tab == Answer {
			p.answer.reloadAnswer()
		}
	}
}

// Reload reloads all pages.
func (p *Pane) Reload() {
	p.memories.reloadMemories()
	p.files.reloadFiles()
	p.drafts.restoreDrafts(p.reopenEditor)
}

// reloadMemories reloads what shows memories, besides the overlay.
func (p *Pane) reloadMemories() {
	p.memories.reloadMemories()
	p.reloadEditor()
}

// HandleEscape closes the editor or the overlay; it reports whether one was open.
func (p *Pane) HandleEscape() bool {
	switch p.pages.topLayer() {
	case editorLayer:
		p.closeEditor()
	case overlayLayer:
		p.closeOverlay()
	case tabLayer:
		return false
	}
	return true
}

// showPage shows the topmost page.
func (p *Pane) showPage() {
	switch p.pages.topLayer() {
	case editorLayer:
		p.frame.showPage(p.editor.header, p.editor.body, editorFooterHeight)
	case overlayLayer:
		o := p.openOverlay()
		p.frame.showPage(o.Header(), o.Body(), listFooterHeight)
	case tabLayer:
		header := p.frame.newTabHeader(p.pages.tab, p.newMoreButton(),
			widgets.NewIconButton(theme.IconClose, "Close panel (Ctrl+J)", p.closePanel))
		p.frame.showPage(header, p.tabBody(), listFooterHeight)
	}
}

func (p *Pane) tabBody() fyne.CanvasObject {
	switch p.pages.tab {
	case Files:
		return p.files.body
	case Answer:
		return p.answer.body
	case Memories:
	}
	return p.memories.body
}

// CreateRenderer draws the content of the panel.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame.content) }
