package chat

import (
	"context"
	"encoding/json"
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
	read bool   // those of the last run are here
	kept string // as JSON
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

func (p *Pane) keepEdits() {
	if !p.edits.read {
		return // it would take the place of what was kept
	}
	text := ""
	if len(p.edits.of) > 0 {
		b, err := json.Marshal(p.edits.of)
		if err != nil {
			p.env.Fail(err)
			return
		}
		text = string(b)
	}
	if text == p.edits.kept {
		return
	}
	p.edits.kept = text
	key := p.keyOf(editsKey)
	app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Host.Keep(ctx, key, text)
	}, nil)
}

// restoreEdits brings back the edits of the last run, once. Those of chats that are gone go with them.
func (p *Pane) restoreEdits() {
	if p.edits.read {
		return
	}
	app.InOrder(p.env.Tasks, func(ctx context.Context) (edits, error) {
		var e edits
		v, err := p.env.Host.Setting(ctx, p.keyOf(editsKey))
		if err != nil || v == "" {
			return e, err
		}
		e.kept = v
		if err := json.Unmarshal([]byte(v), &e.of); err != nil {
			return e, err
		}
		for id := range e.of {
			_, err := p.env.Service.Thread(ctx, p.env.Profile, id)
			if errors.Is(err, memory.ErrNotFound) {
				delete(e.of, id)
			} else if err != nil {
				return e, err
			}
		}
		return e, nil
	}, func(e edits, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		for id, u := range e.of {
			if _, newer := p.edits.of[id]; !newer {
				p.edits.of[id] = u
			}
		}
		p.edits.read, p.edits.kept = true, e.kept
		p.keepEdits() // without those that are gone
		p.resume()
	})
}
