package panel

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/widgets"
)

// modelIfOpen is the model of the open editor, nil when none is.
func (e *editor) modelIfOpen() *editorModel {
	if e == nil {
		return nil
	}
	return e.editorModel
}

// loadAndOpenEditor opens the editor of a stored memory; why scrolls to the reason.
func (p *Pane) loadAndOpenEditor(id memory.ID, why bool) {
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return loadEditorModelOfMemory(ctx, p.env.Session, id)
	}, func(m *editorModel, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			p.showTopPage()
			return
		}
		p.memories.markSeenAndShowRows(id)
		p.openEditorAndFocusText(m, why)
	})
}

// newBlankMemoryModel is the model of a new memory. In a project that keeps to itself it stays
// there, unless the user chooses otherwise.
func newBlankMemoryModel(chat memory.Chat) *editorModel {
	m := newEditorModelForMemory(newBlankMemory(), "")
	if chat.ID != 0 && chat.Project.KeepsLearnedFactsToItself() {
		m.fields.UsedIn = usedInForScopeOfChat(chat.Project.LearnedScope, chat).String()
	}
	return m
}

// openEditorAndFocusText opens an editor and focuses its text.
func (p *Pane) openEditorAndFocusText(m *editorModel, why bool) {
	p.frame.toast.HideToast()
	p.showEditorWithDraftReplacingOpen(m, why)
	p.editor.textField.RequestFocus()
}

// reopenEditorOfLastRun opens the editor of the last run and leaves the keyboard focus where it is.
func (p *Pane) reopenEditorOfLastRun(id memory.ID) {
	if id == 0 {
		p.showEditorWithDraftReplacingOpen(newBlankMemoryModel(p.openChat), false)
		return
	}
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return loadEditorModelOfMemory(ctx, p.env.Session, id)
	}, func(m *editorModel, err error) {
		if err == nil && p.editor == nil {
			p.showEditorWithDraftReplacingOpen(m, false)
		}
	})
}

func (p *Pane) showEditorWithDraftReplacingOpen(m *editorModel, why bool) {
	var draft *editorFields
	if d, ok := p.drafts.Texts[m.memory.ID]; ok {
		draft = &d
	}
	p.dropOpenEditorWithoutSaving()
	p.editor = newMemoryEditor(p.env, m, p.openChat, draft, why, p.changes, editorEvents{
		discard: func() { p.discardDraftAndClose(m) }, onTyped: p.recordDraftUnlessClosed,
		onSaved: p.closeSavedAndSelectMemory, onResized: p.frame.content.Refresh,
	})
	p.pages.setEditorOpen(true)
	p.showTopPage()
}

// dropOpenEditorWithoutSaving forgets the open editor, if any; results that it still waits for are
// ignored.
func (p *Pane) dropOpenEditorWithoutSaving() {
	if p.editor != nil {
		p.editor.isClosed = true
		p.editor = nil
	}
	p.pages.setEditorOpen(false)
}

// closeEditorKeepingDraft closes the open editor, if any, and keeps its draft.
func (p *Pane) closeEditorKeepingDraft() {
	if p.editor == nil {
		return
	}
	p.dropOpenEditorWithoutSaving()
	p.SaveDraftsNow()
	widgets.UnfocusWithin(p) // its fields no longer exist
	p.showTopPage()
	p.memories.showMemoryRows()
}

// discardDraftAndClose drops the draft of an editor and closes it, if it is still open.
func (p *Pane) discardDraftAndClose(m *editorModel) {
	p.drafts.discardDraftAndSave(m.memory.ID)
	if p.editor.modelIfOpen() == m {
		p.closeEditorKeepingDraft()
	}
}

func (e *editor) reloadDetailsIfOpen() {
	if e != nil {
		e.reloadStoredMemoryDetails()
	}
}

func (p *Pane) recordDraftUnlessClosed(e *editor) {
	if !e.isClosed {
		p.drafts.recordDraftAndSaveSoon(e.editorModel)
	}
}

// closeSavedAndSelectMemory closes the editor of a memory that was saved and selects the memory in
// the list. The draft of an editor that was closed meanwhile is dropped unless it is newer.
func (p *Pane) closeSavedAndSelectMemory(e *editor, saved memory.Memory) {
	if p.editor == e || p.drafts.Texts[e.memory.ID].Content == e.editorModel.fields.Content {
		p.discardDraftAndClose(e.editorModel)
	}
	p.memories.list.selectMemory(saved.ID)
}

// discardDraftAndCloseAnyEditor drops the draft of a memory that is being erased and closes the
// editor.
func (p *Pane) discardDraftAndCloseAnyEditor(id memory.ID) {
	p.drafts.discardDraftAndSave(id)
	p.closeEditorKeepingDraft()
}
