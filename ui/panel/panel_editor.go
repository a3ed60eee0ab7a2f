package panel

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/widgets"
)

// openModel is the model of the open editor, nil when none is.
func (p *Pane) openModel() *editorModel {
	if p.editor == nil {
		return nil
	}
	return p.editor.editorModel
}

// loadEditor opens the editor of a stored memory; why scrolls to the reason.
func (p *Pane) loadEditor(id memory.ID, why bool) {
	app.RunInBackground(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return loadEditorModel(ctx, p.env.Session, id)
	}, func(m *editorModel, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			p.showPage()
			return
		}
		p.memories.showOpened(id)
		p.openEditor(m, why)
	})
}

// openEditor opens an editor and focuses its text.
func (p *Pane) openEditor(m *editorModel, why bool) {
	p.frame.toast.HideToast()
	p.showEditor(m, why)
	p.editor.textField.RequestFocus()
}

// reopenEditor opens the editor of the last run and leaves the keyboard focus where it is.
func (p *Pane) reopenEditor(id memory.ID) {
	if id == 0 {
		p.showEditor(newEditorModel(newBlankMemory(), ""), false)
		return
	}
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return loadEditorModel(ctx, p.env.Session, id)
	}, func(m *editorModel, err error) {
		if err == nil && p.editor == nil {
			p.showEditor(m, false)
		}
	})
}

func (p *Pane) showEditor(m *editorModel, why bool) {
	var draft *editorFields
	if d, ok := p.drafts.Texts[m.memory.ID]; ok {
		draft = &d
	}
	p.dropEditor()
	p.editor = newEditor(p.env, m, draft, why, p.changes, editorEvents{
		goBack: p.closeEditor, discard: func() { p.discardEditor(m) }, closePanel: p.closePanel, askErase: p.erasing.askFirst,
		onTyped: p.recordDraft, onSaved: p.handleSaved, onResized: p.frame.content.Refresh, onLoad: p.notifyLoad,
	})
	p.pages.setEditor(true)
	p.showPage()
}

// dropEditor forgets the open editor, if any; results that it still waits for are ignored.
func (p *Pane) dropEditor() {
	if p.editor != nil {
		p.editor.isClosed = true
		p.editor = nil
	}
	p.pages.setEditor(false)
}

// closeEditor closes the open editor, if any, and keeps its draft.
func (p *Pane) closeEditor() {
	if p.editor == nil {
		return
	}
	p.dropEditor()
	p.SaveDraft()
	widgets.UnfocusWithin(p) // its fields no longer exist
	p.showPage()
	p.memories.showRows()
}

// discardEditor drops the draft of an editor and closes it, if it is still open.
func (p *Pane) discardEditor(m *editorModel) {
	p.drafts.discardDraft(m.memory.ID)
	if p.openModel() == m {
		p.closeEditor()
	}
}

func (p *Pane) reloadEditor() {
	if p.editor != nil {
		p.editor.reloadDetails()
	}
}

func (p *Pane) recordDraft(e *editor) {
	if !e.isClosed {
		p.drafts.recordSoon(e.editorModel)
	}
}

// handleSaved closes the editor of a memory that was saved and selects the memory in the list. The
// draft of an editor that was closed meanwhile is dropped unless it is newer.
func (p *Pane) handleSaved(e *editor, saved memory.Memory) {
	if p.editor == e || p.drafts.Texts[e.memory.ID].Content == e.editorModel.fields.Content {
		p.discardEditor(e.editorModel)
	}
	p.memories.list.selectMemory(saved.ID)
}

// discardErased drops the draft of a memory that is being erased and closes the editor.
func (p *Pane) discardErased(id memory.ID) {
	p.drafts.discardDraft(id)
	p.closeEditor()
}
