package chat

import (
	"context"
	"encoding/json"

	"memoir/memory"
	"memoir/ui/app"
)

// draftKey is the setting, one per profile, that holds the text of the chat that is not stored yet.
const draftKey = "ui.draft"

// onTextChanged schedules a debounced save of the text being typed.
func (p *Pane) typed(text string) {
	p.env.Service.Typing()
	p.meter()
	if p.view.editing != 0 {
		p.noteEdit(text)
		return
	}
	if text == p.thread.Draft {
		return
	}
	if p.draftOff != nil {
		p.draftOff()
	}
	p.draftOff = p.env.After(draftPause, p.keepDraft)
}

// SaveDraft saves the text at once; the window calls it before it closes.
func (p *Pane) KeepDraft() { p.keepDraft() }

func (p *Pane) keepDraft() {
	if p.draftOff != nil {
		p.draftOff()
		p.draftOff = nil
	}
	if p.view.editing != 0 {
		p.keepEdits()
		return
	}
	text := p.composer.Text()
	if text == p.thread.Draft || p.sending {
		return
	}
	p.thread.Draft = text
	id := p.thread.ID
	p.drafts[id] = text
	switch {
	case id != 0:
		app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Thread, error) {
			return p.env.Service.UpdateThread(ctx, p.env.Profile, id, memory.ThreadPatch{Draft: &text})
		}, nil)
	case !p.thread.Temporary:
		p.keepNewDraft(text)
	}
}

// discardDraft cancels the pending save and drops the draft: the text was sent, and the core has
// cleared the chat's draft with it.
func (p *Pane) dropDraft() {
	if p.draftOff != nil {
		p.draftOff()
		p.draftOff = nil
	}
	p.thread.Draft = ""
	delete(p.drafts, p.thread.ID)
}

func (p *Pane) keepNewDraft(text string) {
	app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		b, err := json.Marshal(text)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, p.env.Host.Keep(ctx, p.env.Key(draftKey), string(b))
	}, nil)
}

func (p *Pane) forgetNewDraft() { p.keepNewDraft("") }

// restoreNewChatDraft loads the text that was typed into a chat that was never stored.
func (p *Pane) restoreNewDraft() {
	app.InOrder(p.env.Tasks, func(ctx context.Context) (string, error) {
		v, err := p.env.Host.Setting(ctx, p.env.Key(draftKey))
		if err != nil || v == "" {
			return "", err
		}
		var text string
		err = json.Unmarshal([]byte(v), &text)
		return text, err
	}, func(text string, err error) {
		if err == nil && text != "" && p.thread.ID == 0 && p.composer.Text() == "" {
			p.thread.Draft = text
			p.composer.SetText(text)
		}
	})
}
