package chat

import (
	"context"
	"errors"

	"memoir/memory"
	"memoir/ui/app"
)

// editsKey is the setting, one per profile, that holds unsent edits.
const editsKey = "ui.edits"

// unsentEdit is the text of the composer while a user message is being edited.
type unsent struct {
	Chat memory.ID `json:"chat"`
	Text string    `json:"text"`
}

// unsentEdits are the edits that were neither sent nor cancelled, by message.
type edits struct {
	of   map[memory.ID]unsent
	kept *app.Kept[map[memory.ID]unsent]
}

func newEdits(env *app.Env) edits {
	return edits{map[memory.ID]unsent{}, app.NewKept[map[memory.ID]unsent](env, editsKey)}
}

// recordEdit records the text of the edit in progress and schedules a debounced save.
func (p *Pane) noteEdit(text string) {
	m := p.find1(p.view.editing)
	if m == nil || p.sending || p.thread.Temporary {
		return
	}
	if text == m.Content {
		delete(p.edits.of, m.ID)
	} else {
		p.edits.of[m.ID] = unsent{p.thread.ID, text}
	}
	if p.draftOff != nil {
		p.draftOff()
	}
	p.draftOff = p.env.After(draftPause, p.keepEdits)
}

// resumeNewestEdit reopens the newest unsent edit of the open chat.
func (p *Pane) resume() {
	for i := len(p.view.messages) - 1; i >= 0 && p.view.editing == 0; i-- {
		if id := p.view.messages[i].ID; p.edits.of[id].Chat == p.thread.ID && p.thread.ID != 0 {
			p.edit(id)
			return
		}
	}
}

func (p *Pane) forgetEdit(message memory.ID) {
	delete(p.edits.of, message)
	p.keepEdits()
}

func (p *Pane) keepEdits() { p.edits.kept.Keep(p.edits.of, len(p.edits.of) == 0) }

// restoreEdits loads the unsent edits of the last run, once. Edits whose chat no longer exists are
// dropped.
func (p *Pane) restoreEdits() {
	if p.edits.kept.Known() {
		return
	}
	p.edits.kept.Read(func(ctx context.Context, of *map[memory.ID]unsent) error {
		for id, u := range *of {
			_, err := p.env.Service.Thread(ctx, p.env.Profile, u.Chat)
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
		p.keepEdits() // without the dropped ones
		p.resume()
	})
}
