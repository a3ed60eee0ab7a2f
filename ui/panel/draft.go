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
const draftPause = 400 * time.Millisecond

// editorDraft is the content of an editor.
type draft struct {
	Content string   `json:"content"`
	Type    string   `json:"type"`
	Key     string   `json:"key,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Tag     string   `json:"tag,omitempty"` // typed but not added
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
}

// editorDrafts are the unsaved drafts of all edited memories, by ID; 0 is a new memory.
type drafts struct {
	Open  bool                `json:"open"` // the editor of ID is open
	ID    memory.ID           `json:"id"`
	Texts map[memory.ID]draft `json:"texts"`

	kept *app.Kept[drafts]
	off  func() // cancels the scheduled save
}

func newDrafts(env *app.Env) drafts {
	return drafts{Texts: map[memory.ID]draft{}, kept: app.NewKept[drafts](env, draftsKey)}
}

func (e *editor) draft() draft {
	return draft{
		Content: e.text.Text(), Type: e.kind.Value(), Key: e.key.Text(), Tags: e.tags, Tag: e.tag.Text(),
		From: e.from.Text(), To: e.to.Text(),
	}
}

// isDirty reports whether the editor has unsaved content.
func (e *editor) dirty() bool {
	if e.isNew() {
		d := e.draft()
		return strings.TrimSpace(d.Content+d.Key+d.Tag+d.From+d.To) != "" || len(d.Tags) > 0
	}
	return e.patch() != nil || strings.TrimSpace(e.tag.Text()) != ""
}

// restoreDraft fills the editor with the unsaved draft of the memory, if there is one.
func (e *editor) fill() {
	d, ok := e.p.drafts.Texts[e.m.ID]
	if ok {
		e.text.SetText(d.Content)
		e.kind.SetValue(d.Type)
		e.key.SetText(d.Key)
		e.tags = d.Tags
		e.showTags()
		e.tag.SetText(d.Tag)
		e.from.SetText(d.From)
		e.to.SetText(d.To)
		e.again.Show()
	}
	e.filled = true
	e.changed()
}

// recordDraft records the content of the editor and schedules a debounced save.
func (e *editor) noteDraft() {
	d := &e.p.drafts
	if !e.filled {
		return
	}
	if e.dirty() {
		d.Texts[e.m.ID] = e.draft()
	} else {
		delete(d.Texts, e.m.ID)
	}
	d.stop()
	d.off = e.p.env.After(draftPause, e.p.KeepDraft)
}

// discardAndClose closes the editor and discards its draft.
func (e *editor) cancel() {
	e.p.forgetDraft(e.m.ID)
	if e.p.editor == e {
		e.p.closeEditor()
	}
}

func (d *drafts) stop() {
	if d.off != nil {
		d.off()
		d.off = nil
	}
}

func (p *Pane) forgetDraft(id memory.ID) {
	delete(p.drafts.Texts, id)
	if p.editor != nil && p.editor.m.ID == id {
		p.editor.filled = false // stops recordDraft
	}
	p.KeepDraft()
}

// SaveDraft saves all drafts at once; the window calls it before it closes.
func (p *Pane) KeepDraft() {
	d := &p.drafts
	d.stop()
	d.Open, d.ID = false, 0
	if p.editor != nil {
		_, d.Open = d.Texts[p.editor.m.ID]
		d.ID = p.editor.m.ID
	}
	d.kept.Keep(*d, len(d.Texts) == 0)
}

// restoreDrafts loads the drafts of the last run and reopens the editor that was open when it
// ended. Drafts of memories that no longer exist are dropped.
func (p *Pane) restoreDrafts() {
	p.drafts.kept.Read(func(ctx context.Context, d *drafts) error {
		for id := range d.Texts {
			if id == 0 {
				continue
			}
			_, err := p.env.Service.Memory(ctx, p.env.Profile, id)
			if errors.Is(err, memory.ErrNotFound) {
				delete(d.Texts, id)
			} else if err != nil {
				return err
			}
		}
		return nil
	}, func(d drafts) {
		for id, text := range d.Texts {
			if _, newer := p.drafts.Texts[id]; !newer {
				p.drafts.Texts[id] = text
			}
		}
		if _, there := d.Texts[d.ID]; d.Open && there && p.editor == nil {
			p.reopen(d.ID)
			return
		}
		p.KeepDraft()
	})
}

// reopenEditor reopens an editor with its draft and leaves the keyboard focus where it is.
func (p *Pane) reopen(id memory.ID) {
	if id == 0 {
		p.editor = newEditor(p, blank(), false)
		p.show()
		return
	}
	app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Memory, error) {
		return p.env.Service.Memory(ctx, p.env.Profile, id)
	}, func(m memory.Memory, err error) {
		if err == nil && p.editor == nil {
			p.editor = newEditor(p, m, false)
			p.show()
		}
	})
}
