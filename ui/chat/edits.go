package chat

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/ui/app"
)

// editsKey is where messages that were being edited are kept, for each profile.
const editsKey = "ui.edits"

// unsent is a message of the user that is being edited, with what stands in the composer.
type unsent struct {
	Message memory.ID `json:"message"`
	Text    string    `json:"text"`
}

// edits are the edits that were neither sent nor cancelled, by chat.
type edits struct {
	of   map[memory.ID]unsent
	kept *app.Kept[map[memory.ID]unsent]
}

func newEdits(env *app.Env) edits {
	return edits{map[memory.ID]unsent{}, app.NewKept[map[memory.ID]unsent](env, editsKey)}
}

// noteEdit takes what is typed into an edit and keeps it a moment later.
func (p *Pane) noteEdit(text string) {
	m := p.find1(p.view.editing)
	if m == nil || p.sending || p.thread.Temporary {
		return
	}
	if text == m.Content {
		delete(p.edits.of, p.thread.ID)
	} else {
		p.edits.of[p.thread.ID] = unsent{m.ID, text}
	}
	if p.draftOff != nil {
		p.draftOff()
	}
	p.draftOff = p.env.After(draftPause, p.keepEdits)
}

// resume goes on with the edit of the open chat.
func (p *Pane) resume() {
	u, ok := p.edits.of[p.thread.ID]
	if !ok || p.view.editing != 0 || p.find1(u.Message) == nil || p.Busy() {
		return
	}
	p.edit(u.Message)
	p.composer.SetText(u.Text)
}

func (p *Pane) forgetEdit() {
	delete(p.edits.of, p.thread.ID)
	p.keepEdits()
}

func (p *Pane) keepEdits() { p.edits.kept.Keep(p.edits.of, len(p.edits.of) == 0) }

// restoreEdits brings back the edits of the last run, once. Those of chats that are gone go with them.
func (p *Pane) restoreEdits() {
	if p.edits.kept.Known() {
		return
	}
	p.edits.kept.Read(func(ctx context.Context, of *map[memory.ID]unsent) error {
		for id := range *of {
			_, err := p.env.Service.Thread(ctx, p.env.Profile, id)
			if errors.Is(err, memory.ErrNotFound) {
				delete(*of, id)
			} else if err != nil {
				return err
			}
		}
		return nil
	}, func(of map[memory.ID]unsent) {
		for id, u := range of {
			if _, newer := p.edits.of[id]; !newer {
				p.edits.of[id] = u
			}
		}
		p.keepEdits() // without those that are gone
		p.resume()
	})
}
