package panel

import (
	"context"
	"errors"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

// draftsKey is the setting, one per profile, that holds unsaved editor content.
const draftsKey = "ui.memory_drafts"

// draftSaveDelay is the debounce interval between the last keystroke and saving the drafts.
const draftSaveDelay = 400 * time.Millisecond

// editorDraft is the content of an editor.
type editorDraft struct {
	Content string   `json:"content"`
	Type    string   `json:"type"`
	Key     string   `json:"key,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Tag     string   `json:"tag,omitempty"` // typed but not added
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
}

// editorDrafts are the unsaved drafts of all edited memories, by ID; 0 is a new memory.
type editorDrafts struct {
	Open  bool                      `json:"open"` // the editor of ID is open
	ID    memory.ID                 `json:"id"`
	Texts map[memory.ID]editorDraft `json:"texts"`

	stored   *app.Stored[editorDrafts]
	stopSave func() // cancels the scheduled save
}

func newEditorDrafts(env *app.Env) editorDrafts {
	return editorDrafts{Texts: map[memory.ID]editorDraft{}, stored: app.NewStored[editorDrafts](env, draftsKey)}
}

func (e *editor) currentDraft() editorDraft {
	return editorDraft{
		Content: e.textField.Text(), Type: e.typeChoice.Value(), Key: e.keyField.Text(), Tags: e.tags, Tag: e.tagField.Text(),
		From: e.fromField.Text(), To: e.untilField.Text(),
	}
}

// isDirty reports whether the editor has unsaved content.
func (e *editor) isDirty() bool {
	if e.isNew() {
		d := e.currentDraft()
		return strings.TrimSpace(d.Content+d.Key+d.Tag+d.From+d.To) != "" || len(d.Tags) > 0
	}
	return e.pendingPatch() != nil || strings.TrimSpace(e.tagField.Text()) != ""
}

// restoreDraft fills the editor with the unsaved draft of the memory, if there is one.
func (e *editor) restoreDraft() {
	d, ok := e.pane.drafts.Texts[e.memory.ID]
	if ok {
		e.textField.SetText(d.Content)
		e.typeChoice.SetValue(d.Type)
		e.keyField.SetText(d.Key)
		e.tags = d.Tags
		e.showTags()
		e.tagField.SetText(d.Tag)
		e.fromField.SetText(d.From)
		e.untilField.SetText(d.To)
		e.restoredHint.Show()
	}
	e.recordsDraft = true
	e.onChanged()
}

// recordDraft records the content of the editor and schedules a debounced save.
func (e *editor) recordDraft() {
	d := &e.pane.drafts
	if !e.recordsDraft {
		return
	}
	if e.isDirty() {
		d.Texts[e.memory.ID] = e.currentDraft()
	} else {
		delete(d.Texts, e.memory.ID)
	}
	d.cancelSave()
	d.stopSave = e.pane.env.After(draftSaveDelay, e.pane.SaveDraft)
}

// discardAndClose closes the editor and discards its draft.
func (e *editor) discardAndClose() {
	e.pane.discardDraft(e.memory.ID)
	if e.pane.editor == e {
		e.pane.closeEditor()
	}
}

func (d *editorDrafts) cancelSave() {
	if d.stopSave != nil {
		d.stopSave()
		d.stopSave = nil
	}
}

func (p *Pane) discardDraft(id memory.ID) {
	delete(p.drafts.Texts, id)
	if p.editor != nil && p.editor.memory.ID == id {
		p.editor.recordsDraft = false // stops recordDraft
	}
	p.SaveDraft()
}

// SaveDraft saves all drafts at once; the window calls it before it closes.
func (p *Pane) SaveDraft() {
	d := &p.drafts
	d.cancelSave()
	d.Open, d.ID = false, 0
	if p.editor != nil {
		_, d.Open = d.Texts[p.editor.memory.ID]
		d.ID = p.editor.memory.ID
	}
	d.stored.SaveAsync(*d, len(d.Texts) == 0)
}

// restoreDrafts loads the drafts of the last run and reopens the editor that was open when it
// ended. Drafts of memories that no longer exist are dropped.
func (p *Pane) restoreDrafts() {
	p.drafts.stored.LoadAsync(func(ctx context.Context, d *editorDrafts) error {
		for id := range d.Texts {
			if id == 0 {
				continue
			}
			_, err := p.env.Session.Memory(ctx, id)
			if errors.Is(err, memory.ErrNotFound) {
				delete(d.Texts, id)
			} else if err != nil {
				return err
			}
		}
		return nil
	}, func(d editorDrafts) {
		for id, text := range d.Texts {
			if _, newer := p.drafts.Texts[id]; !newer {
				p.drafts.Texts[id] = text
			}
		}
		if _, there := d.Texts[d.ID]; d.Open && there && p.editor == nil {
			p.reopenEditor(d.ID)
			return
		}
		p.SaveDraft()
	})
}

// reopenEditor reopens an editor with its draft and leaves the keyboard focus where it is.
func (p *Pane) reopenEditor(id memory.ID) {
	if id == 0 {
		p.editor = newEditor(p, newBlankMemory(), false)
		p.showPage()
		return
	}
	app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Memory, error) {
		return p.env.Session.Memory(ctx, id)
	}, func(m memory.Memory, err error) {
		if err == nil && p.editor == nil {
			p.editor = newEditor(p, m, false)
			p.showPage()
		}
	})
}
