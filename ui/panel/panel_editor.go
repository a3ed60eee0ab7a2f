package panel

import (
	"context"
	"strings"

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

// loadModel loads a memory for the editor. It runs off the UI goroutine.
func (p *Pane) loadModel(ctx context.Context, id memory.ID) (*editorModel, error) {
	m, err := p.env.Session.Memory(ctx, id)
	if err != nil {
		return nil, err
	}
	replaces, err := loadReplacedTexts(ctx, p.env.Session, []memory.Memory{m})
	return newEditorModel(m, replaces[id]), err
}

// loadEditor opens the editor of a stored memory; why scrolls to the reason.
func (p *Pane) loadEditor(id memory.ID, why bool) {
	app.Go(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return p.loadModel(ctx, id)
	}, func(m *editorModel, err error) {
		if err != nil {
			p.env.ShowError(err)
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
	app.Queue(p.env.Tasks, func(ctx context.Context) (*editorModel, error) {
		return p.loadModel(ctx, id)
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
		goBack: p.closeEditor, discard: func() { p.discardEditor(m) }, closePanel: p.closePanel, askErase: p.askErase,
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

// askErase asks before a memory is erased, which cannot be undone.
func (p *Pane) askErase(m memory.Memory) {
	widgets.ShowQuestion(p, "Delete this memory forever?",
		"Its text is removed from your memories, their history and the records of answers. "+
			"Your chat messages and older backups stay as they are. This can't be undone.", []widgets.DialogButton{
			{Label: "Cancel"},
			{Label: "Delete forever", Destructive: true, OnTapped: func() { p.eraseMemory(m.ID) }},
		})
}

func (p *Pane) eraseMemory(id memory.ID) {
	p.drafts.discardDraft(id)
	p.closeEditor()
	app.Queue(p.env.Tasks, func(ctx context.Context) (memory.EraseResult, error) {
		return p.env.Session.EraseMemory(ctx, id)
	}, func(gone memory.EraseResult, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.memories.reload()
		p.showCopies(gone.RemainingCopies)
	})
}

// showCopies lists where the text of an erased memory still exists.
func (p *Pane) showCopies(copies []string) {
	if len(copies) == 0 {
		p.env.ShowToast(app.Toast{Text: "Erased", InPanel: true})
		return
	}
	widgets.ShowQuestion(p, "Memory deleted", "Its text still appears in: "+strings.Join(copies, "; ")+".",
		[]widgets.DialogButton{{Label: "Close", Primary: true}})
}
