package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Pane is the right panel.
type Pane struct {
	widget.BaseWidget
	env      *app.Env
	frame    *paneFrame
	pages    pageStack
	changes  *memoryChanges
	erasing  *memoryErasing
	drafts   *draftStore
	memories *memoriesPage
	files    *filesPage
	answer   *answerPage
	overlayPages
	editor   *editor     // nil unless pages.hasEditor
	openChat memory.Chat // the chat in the middle; its ID is 0 while it is not stored
}

// New returns the panel with the memories shown.
func New(env *app.Env) *Pane {
	p := &Pane{env: env}
	p.frame = newPaneFrame(env, p.ShowTabClosingEditorAndOverlay)
	p.drafts = newDraftStore(env, func() *editorModel { return p.editor.modelIfOpen() })
	p.changes = &memoryChanges{
		env: env, onChanged: func() { p.memories.reloadMemories() }, onUndone: p.reloadMemoriesAndEditor,
	}
	p.erasing = &memoryErasing{
		env: env, owner: p, onBegin: p.discardDraftAndCloseAnyEditor, onErased: func() { p.memories.reloadMemories() },
	}
	p.memories = newMemoriesPage(env, p.changes)
	p.files, p.answer = newFilesPage(env), newAnswerReceiptPage(env)
	p.overlayPages = overlayPages{env: env}
	p.ExtendBaseWidget(p)
	p.showTopPage()
	return p
}

// ShowToast shows a toast above the footer.
func (p *Pane) ShowToast(n app.Toast) {
	p.frame.toast.ShowToast(n.Text, n.ActionLabel, n.IsError, n.Action)
}

// SelectedTabEvenIfCovered returns the page that is shown.
func (p *Pane) SelectedTabEvenIfCovered() Tab { return p.pages.tab }

// IsTabCoveredByOverlay reports whether a page, such as Memory history, lies over the tabs.
func (p *Pane) IsTabCoveredByOverlay() bool { return p.pages.overlay != noOverlay }

// ShowTabClosingEditorAndOverlay shows a page.
func (p *Pane) ShowTabClosingEditorAndOverlay(t Tab) {
	p.closeEditorKeepingDraft()
	p.pages.setTabWithoutOverlayKeepingEditor(t)
	p.showTopPage()
	switch t {
	case Files:
		p.files.reloadFiles()
	case Answer:
		p.answer.endPreviewWithoutRedraw()
		p.answer.loadAndShowAnswerReceipt()
	}
}

// FocusMemorySearch focuses the memory search.
func (p *Pane) FocusMemorySearch() { p.memories.searchField.RequestFocus() }

// OpenNewMemoryEditor opens the editor for a new memory.
func (p *Pane) OpenNewMemoryEditor() {
	p.pages.setTabWithoutOverlayKeepingEditor(Memories)
	p.openEditorAndFocusText(newBlankMemoryModel(p.openChat), false)
}

// ShowAnswerReceipt shows what an answer was given.
func (p *Pane) ShowAnswerReceipt(id memory.ID) {
	p.answer.pinAnswer(id)
	p.ShowTabClosingEditorAndOverlay(Answer)
}

// SetChatAndNewestAnswer sets the open chat and its newest answer.
func (p *Pane) SetChatAndNewestAnswer(t memory.Chat, lastAnswer memory.ID) {
	p.files.setChatAndReloadIfChanged(t)
	p.memories.chat = t.ID
	isOther := p.openChat.ID != t.ID
	if p.openChat = t; isOther && p.pages.overlay == tiersOverlay {
		p.tiers.ShowTiersOfChat(t.ID, false)
	}
	if p.answer.selectNewestUnlessPinned(t.ID, lastAnswer) && p.pages.tab == Answer {
		p.answer.endPreviewWithoutRedraw()
		p.answer.loadAndShowAnswerReceipt()
	}
}

// UndoNewestMemoryChangeIfAny undoes the newest change made in this window; it reports whether
// there was one.
func (p *Pane) UndoNewestMemoryChangeIfAny() bool { return p.changes.undoNewestMemoryChangeIfAny() }

// SaveDraftsNow saves what is typed in the editor; the window calls it before it closes.
func (p *Pane) SaveDraftsNow() {
	p.drafts.saveAllDraftsNow()
	p.overlayPages.saveDraftsNow()
}

// HandleEvent updates the panel after an event of the core.
func (p *Pane) HandleEvent(e memory.Event) {
	if o := p.pageOf(p.pages.overlay); o != nil {
		o.ReloadOnCoreEvent(e)
	}
	switch e.Kind {
	case memory.EventMemories, memory.EventLearned:
		p.reloadMemoriesAndEditor()
		p.answer.reloadPreviewSoonIfShown()
	case memory.EventChats:
		p.memories.refreshChatTitleOnCards(e.ChatID, func() { p.editor.reloadDetailsIfOpen() })
	case memory.EventFiles:
		p.files.reloadFiles()
		p.answer.reloadPreviewSoonIfShown()
	case memory.EventDone:
		if p.pages.tab == Answer && !p.answer.next.isShown {
			p.answer.loadAndShowAnswerReceipt()
		}
	}
}

// ReloadMemoriesFilesRestoreDrafts reloads the memories, the files and the drafts.
func (p *Pane) ReloadMemoriesFilesRestoreDrafts() {
	p.memories.reloadMemories()
	p.files.reloadFiles()
	p.drafts.restoreDraftsAndReopenEditor(p.reopenEditorOfLastRun)
}

// reloadMemoriesAndEditor reloads what shows memories, besides the overlay.
func (p *Pane) reloadMemoriesAndEditor() {
	p.memories.reloadMemories()
	p.editor.reloadDetailsIfOpen()
}

// CloseEditorOrOverlayOrSelection closes the editor or the overlay; it reports whether one was
// open.
func (p *Pane) CloseEditorOrOverlayOrSelection() bool {
	switch p.pages.topLayer() {
	case editorLayer:
		p.closeEditorKeepingDraft()
	case overlayLayer:
		p.closeOverlay()
	case tabLayer:
		return p.pages.tab == Memories && p.memories.endSelection()
	}
	return true
}

// showTopPage shows the topmost page.
func (p *Pane) showTopPage() {
	switch p.pages.topLayer() {
	case editorLayer:
		p.frame.showHeaderAndBody(p.editor.header, p.editor.body, editorFooterHeight)
	case overlayLayer:
		o := p.pageOf(p.pages.overlay)
		p.frame.showHeaderAndBody(o.Header(), o.Body(), listFooterHeight)
	case tabLayer:
		header := p.frame.newTabHeader(p.pages.tab, newMoreMenuButton(p.env),
			widgets.NewIconButton(theme.IconClose, translate.Text("Close panel (Ctrl+J)"), hidePanelAction(p.env)))
		p.frame.showHeaderAndBody(header, p.currentTabBody(), listFooterHeight)
	}
}

func (p *Pane) currentTabBody() fyne.CanvasObject {
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
