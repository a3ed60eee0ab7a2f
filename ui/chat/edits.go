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
type unsentEdit struct {
	ChatID memory.ID `json:"chat"`
	Text   string    `json:"text"`
}

// unsentEdits are the edits that were neither sent nor cancelled, by message.
type unsentEdits struct {
	byMessage map[memory.ID]unsentEdit
	stored    *app.Stored[map[memory.ID]unsentEdit]
}

func newUnsentEdits(env *app.Env) unsentEdits {
	return unsentEdits{map[memory.ID]unsentEdit{}, app.NewStored[map[memory.ID]unsentEdit](env, editsKey)}
}

// recordEdit records the text of the edit in progress and schedules a debounced save.
func (p *Pane) recordEdit(text string) {
	m := p.message(p.transcript.editingID)
	if m == nil || p.sending || p.chat.Temporary {
		return
	}
	if text == m.Content {
		delete(p.unsentEdits.byMessage, m.ID)
	} else {
		p.unsentEdits.byMessage[m.ID] = unsentEdit{p.chat.ID, text}
	}
	if p.stopSave != nil {
		p.stopSave()
	}
	p.stopSave = p.env.After(draftSaveDelay, p.saveEdits)
}

// resumeNewestEdit reopens the newest unsent edit of the open chat.
func (p *Pane) resumeNewestEdit() {
	for i := len(p.transcript.messages) - 1; i >= 0 && p.transcript.editingID == 0; i-- {
		if id := p.transcript.messages[i].ID; p.unsentEdits.byMessage[id].ChatID == p.chat.ID && p.chat.ID != 0 {
			p.editMessage(id)
			return
		}
	}
}

func (p *Pane) discardEdit(message memory.ID) {
	delete(p.unsentEdits.byMessage, message)
	p.saveEdits()
}

func (p *Pane) saveEdits() {
	p.unsentEdits.stored.SaveAsync(p.unsentEdits.byMessage, len(p.unsentEdits.byMessage) == 0)
}

// restoreEdits loads the unsent edits of the last run, once. Edits whose chat no longer exists are
// dropped.
func (p *Pane) restoreEdits() {
	if p.unsentEdits.stored.IsLoaded() {
		return
	}
	p.unsentEdits.stored.LoadAsync(func(ctx context.Context, of *map[memory.ID]unsentEdit) error {
		for id, u := range *of {
			_, err := p.env.Session.Chat(ctx, u.ChatID)
			if errors.Is(err, memory.ErrNotFound) {
				delete(*of, id)
			} else if err != nil {
				return err
			}
		}
		return nil
	}, func(of map[memory.ID]unsentEdit) {
		for id, u := range of {
			if _, newer := p.unsentEdits.byMessage[id]; !newer {
				p.unsentEdits.byMessage[id] = u
			}
		}
		p.saveEdits() // without the dropped ones
		p.resumeNewestEdit()
	})
}
