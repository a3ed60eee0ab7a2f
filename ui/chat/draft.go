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
func (p *Pane) onTextChanged(text string) {
	p.env.Session.NotifyTyping()
	p.updateMeter()
	if p.transcript.editingID != 0 {
		p.recordEdit(text)
		return
	}
	if text == p.chat.Draft {
		return
	}
	if p.stopSave != nil {
		p.stopSave()
	}
	p.stopSave = p.env.After(draftSaveDelay, p.saveDraft)
}

// SaveDraft saves the text at once; the window calls it before it closes.
func (p *Pane) SaveDraft() { p.saveDraft() }

func (p *Pane) saveDraft() {
	if p.stopSave != nil {
		p.stopSave()
		p.stopSave = nil
	}
	if p.transcript.editingID != 0 {
		p.saveEdits()
		return
	}
	text := p.composer.Text()
	if text == p.chat.Draft || p.sending {
		return
	}
	p.chat.Draft = text
	id := p.chat.ID
	p.drafts[id] = text
	switch {
	case id != 0:
		app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
			return p.env.Session.UpdateChat(ctx, id, memory.ChatPatch{Draft: &text})
		}, nil)
	case !p.chat.Temporary:
		p.saveNewChatDraft(text)
	}
}

// discardDraft cancels the pending save and drops the draft: the text was sent, and the core has
// cleared the chat's draft with it.
func (p *Pane) discardDraft() {
	if p.stopSave != nil {
		p.stopSave()
		p.stopSave = nil
	}
	p.chat.Draft = ""
	delete(p.drafts, p.chat.ID)
}

func (p *Pane) saveNewChatDraft(text string) {
	app.Queue(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		b, err := json.Marshal(text)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, p.env.Host.SaveSetting(ctx, p.env.SettingKey(draftKey), string(b))
	}, nil)
}

func (p *Pane) clearNewChatDraft() { p.saveNewChatDraft("") }

// restoreNewChatDraft loads the text that was typed into a chat that was never stored.
func (p *Pane) restoreNewChatDraft() {
	app.Queue(p.env.Tasks, func(ctx context.Context) (string, error) {
		v, err := p.env.Host.Setting(ctx, p.env.SettingKey(draftKey))
		if err != nil || v == "" {
			return "", err
		}
		var text string
		err = json.Unmarshal([]byte(v), &text)
		return text, err
	}, func(text string, err error) {
		if err == nil && text != "" && p.chat.ID == 0 && p.composer.Text() == "" {
			p.chat.Draft = text
			p.composer.SetText(text)
		}
	})
}
