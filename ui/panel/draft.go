package panel

import (
	"context"
	"errors"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

// draftsKey is where what was written into editors and not saved is kept, for each profile.
const draftsKey = "ui.memory_drafts"

// draftPause is how long after the last key drafts are kept.
const draftPause = 400 * time.Millisecond

// draft is what stands in an editor.
type draft struct {
	Content string   `json:"content"`
	Type    string   `json:"type"`
	Key     string   `json:"key,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Tag     string   `json:"tag,omitempty"` // not yet added
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
}

// drafts are those of all memories that were edited and not saved, 0 for a new one.
type drafts struct {
	Open  bool                `json:"open"` // the editor of ID stands open
	ID    memory.ID           `json:"id"`
	Texts map[memory.ID]draft `json:"texts"`

	kept *app.Kept[drafts]
	off  func() // cancels the keeping that waits
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

// dirty reports whether something stands in the editor that is not saved.
func (e *editor) dirty() bool {
	if e.isNew() {
		d := e.draft()
		return strings.TrimSpace(d.Content+d.Key+d.Tag+d.From+d.To) != "" || len(d.Tags) > 0
	}
	return e.patch() != nil || strings.TrimSpace(e.tag.Text()) != ""
}

// fill puts back what was written before and not saved.
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

// noteDraft takes what stands in the editor and keeps it a moment later.
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

// cancel closes the editor and what was written is gone.
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
		p.editor.filled = false // it notes no more
	}
	p.KeepDraft()
}

// KeepDraft keeps at once what is written and not saved; the window calls it before it closes.
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

// restoreDrafts brings back what was written when the program ended, and opens the editor that stood open. Drafts of
// memories that are gone go with them.
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

// reopen opens an editor as it stood, and leaves the keyboard where it is.
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
