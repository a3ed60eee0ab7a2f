package chat

import (
	"context"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
)

// sendResult is the result of storing a message: its chat, created for it if isNew, and the turn
// that answers it.
type sendResult struct {
	chat  memory.Chat
	turn  memory.Turn
	isNew bool
}

// sendMessage stores the text and requests the answer. The composer is cleared at once; a text that
// could not be stored is put back in front of what was typed since.
func (p *Pane) sendMessage(text string) {
	if p.IsBusy() || strings.TrimSpace(text) == "" {
		return
	}
	params := memory.SendParams{Text: text}
	if e := p.message(p.transcript.editingID); e != nil {
		parent := e.ParentID
		params.ParentID = &parent
	}
	p.sending, p.stopPending = true, false
	fromComposer := strings.TrimSpace(p.composer.Text()) == strings.TrimSpace(text)
	if fromComposer {
		p.composer.Clear()
		params.FromDraft = true
	}
	p.updateControls()
	chat, startedIn := p.chat, p.session
	app.Queue(p.env.Tasks, func(ctx context.Context) (sendResult, error) {
		s := sendResult{chat: chat}
		var err error
		if s.chat, s.isNew, err = p.ensureStored(ctx, chat, startedIn); err != nil {
			return s, err
		}
		params.ChatID = s.chat.ID
		if s.turn, err = p.env.Session.SendMessage(ctx, params); err != nil {
			return s, err
		}
		s.chat, err = p.env.Session.Chat(ctx, s.chat.ID)
		return s, err
	}, func(s sendResult, err error) {
		if p.session != startedIn { // another chat was opened meanwhile
			p.env.ShowError(err)
			if s.chat.Temporary {
				p.eraseChat(s.chat.ID)
			}
			return
		}
		p.sending = false
		if s.isNew && p.chat.ID == 0 && s.chat.ID != 0 {
			p.setStoredChat(s.chat)
		}
		if err != nil {
			if fromComposer {
				p.composer.SetText(text + p.composer.Text())
			}
			p.env.ShowError(err)
			p.updateControls()
			return
		}
		p.chat = s.chat
		branch := p.transcript.editingID != 0
		p.stopEditing()
		if fromComposer {
			p.discardDraft()
		}
		p.onTextChanged(p.composer.Text())
		p.dropRefusedFiles()
		p.turnStarted(s.turn, branch)
	})
}

// session spans the time from opening a chat to leaving it. A result that was requested in one
// session and arrives in another changes nothing on screen.
type session struct {
	storedChat memory.Chat // new chat, once stored; accessed by queued work only
}

// ensureStored stores the chat unless it is stored, at most once per session; isNew reports that it
// did.
func (p *Pane) ensureStored(ctx context.Context, chat memory.Chat, startedIn *session) (memory.Chat, bool, error) {
	if chat.ID != 0 {
		return chat, false, nil
	}
	if startedIn.storedChat.ID != 0 {
		return startedIn.storedChat, false, nil
	}
	made, err := p.env.Session.CreateChat(ctx, memory.NewChat{
		Model: chat.Model, Memory: chat.Memory, SystemPrompt: chat.SystemPrompt, Temporary: chat.Temporary,
	})
	if err != nil {
		return chat, false, err
	}
	if chat.Temperature != nil || chat.MaxTokens != 0 {
		made, err = p.env.Session.UpdateChat(ctx, made.ID,
			memory.ChatPatch{Temperature: &chat.Temperature, MaxTokens: &chat.MaxTokens})
	}
	startedIn.storedChat = made
	return made, true, err
}

// setStoredChat makes the chat that was just stored the open one.
func (p *Pane) setStoredChat(t memory.Chat) {
	p.chat, p.messageLimit = t, initialMessages
	p.clearNewChatDraft()
	p.actions.OnChatStored(t)
	p.actions.OnChatChanged(t)
}

// turnStarted shows a turn in progress.
func (p *Pane) turnStarted(t memory.Turn, reload bool) {
	p.answerID = t.Answer.ID
	p.actions.OnBusyChanged(p.chat.ID, true)
	if reload {
		p.Reload()
	} else {
		if p.message(t.User.ID) == nil {
			p.transcript.messages = append(p.transcript.messages, t.User)
		}
		if p.message(t.Answer.ID) == nil {
			p.transcript.messages = append(p.transcript.messages, t.Answer)
		}
		p.list.SetRows(p.transcript.buildRows())
		p.list.PinQuestion(int64(t.User.ID))
	}
	p.updateControls()
	p.actions.OnChatChanged(p.chat)
	p.checkAlreadyFinished(t.Answer.ID)
	if p.stopPending {
		p.stopPending = false
		p.StopAnswer()
	}
}

// checkAlreadyFinished handles an answer that ended before its row existed.
func (p *Pane) checkAlreadyFinished(id memory.ID) {
	app.Go(p.env.Tasks, func(ctx context.Context) (memory.Message, error) {
		return p.env.Session.Message(ctx, id)
	}, func(m memory.Message, err error) {
		if err == nil && m.Status != memory.MessageStreaming && m.ChatID == p.chat.ID {
			p.answerFinished(m)
		}
	})
}

// HandleEvent updates the pane after an event of the core.
func (p *Pane) HandleEvent(e memory.Event) {
	if e.ChatID != p.chat.ID || p.chat.ID == 0 {
		return
	}
	switch e.Kind {
	case memory.EventDelta:
		if m := p.message(e.MessageID); m != nil && m.Status == memory.MessageStreaming {
			m.Content, m.Reasoning, m.Receipt, m.Model = e.Message.Content, e.Message.Reasoning, e.Message.Receipt,
				e.Message.Model
			delete(p.transcript.slowAnswers, m.ID)
			p.updateRow(m.ID)
		}
	case memory.EventWaiting:
		p.transcript.slowAnswers[e.MessageID] = true
		p.updateRow(e.MessageID)
	case memory.EventDone:
		if e.Message != nil {
			p.answerFinished(*e.Message)
		}
	case memory.EventLearned:
		p.reloadMessage(e.MessageID)
	case memory.EventFiles:
		p.reloadFiles()
	}
}

// answerFinished shows a final answer.
func (p *Pane) answerFinished(m memory.Message) {
	if p.answerID == m.ID {
		p.answerID = 0
		p.actions.OnBusyChanged(p.chat.ID, false)
	}
	old := p.message(m.ID)
	if old == nil {
		p.Reload()
		p.updateControls()
		return
	}
	if m.Learned == nil {
		m.Learned = old.Learned
	}
	*old = m
	delete(p.transcript.slowAnswers, m.ID)
	p.updateRow(m.ID)
	p.updateControls()
	p.actions.OnChatChanged(p.chat)
	p.notifyLoad()
}

// reloadMessage reloads one message.
func (p *Pane) reloadMessage(id memory.ID) {
	if p.message(id) == nil {
		return
	}
	app.Go(p.env.Tasks, func(ctx context.Context) (memory.Message, error) {
		return p.env.Session.Message(ctx, id)
	}, func(m memory.Message, err error) {
		if old := p.message(id); err == nil && old != nil && m.Status != memory.MessageStreaming {
			*old = m
			p.updateRow(id)
			p.notifyLoad()
		}
	})
}

// RefreshLearned reloads the answers that show learned memories, after a memory was changed
// elsewhere.
func (p *Pane) RefreshLearned() {
	for _, m := range p.transcript.messages {
		if len(m.Learned) > 0 {
			p.reloadMessage(m.ID)
		}
	}
}

// StopAnswer stops the answer being written; it reports whether there was one.
func (p *Pane) StopAnswer() bool {
	id := p.answerID
	if id == 0 {
		p.stopPending = p.sending // the answer is stopped as soon as it starts
		return p.sending
	}
	app.Go(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Session.StopAnswer(ctx, id)
	}, func(_ struct{}, err error) { p.env.ShowError(err) })
	p.composer.SetPhase(phaseStopping, "")
	return true
}

// regenerateAnswer requests another answer to the same question.
func (p *Pane) regenerateAnswer(answer memory.ID, model memory.NullText) {
	if p.IsBusy() || p.chat.ID == 0 {
		return
	}
	p.sending, p.stopPending = true, false
	p.updateControls()
	chat, startedIn := p.chat.ID, p.session
	app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Turn, error) {
		return p.env.Session.RegenerateAnswer(ctx, chat, answer, model)
	}, func(t memory.Turn, err error) {
		p.env.ShowError(err)
		if p.session != startedIn {
			return
		}
		p.sending = false
		if err != nil {
			p.updateControls()
			return
		}
		p.turnStarted(t, true)
	})
}

// selectVersion switches to another version of a message.
func (p *Pane) selectVersion(id memory.ID, by int) {
	ids := p.transcript.versions[id]
	for i, v := range ids {
		if v != id || i+by < 0 || i+by >= len(ids) || p.IsBusy() {
			continue
		}
		to := ids[i+by]
		app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Chat, error) {
			return p.env.Session.SelectVersion(ctx, to)
		}, func(_ memory.Chat, err error) {
			p.env.ShowError(err)
			p.Reload()
		})
		return
	}
}

// StepLastVersion switches to another version of the newest message.
func (p *Pane) StepLastVersion(by int) {
	if n := len(p.transcript.messages); n > 0 {
		p.selectVersion(p.transcript.messages[n-1].ID, by)
	}
}

// editMessage puts a user message back into the composer; sending it creates a branch.
func (p *Pane) editMessage(id memory.ID) {
	m := p.message(id)
	if m == nil || m.Role != memory.RoleUser || p.IsBusy() {
		return
	}
	p.saveDraft()
	before := p.transcript.editingID
	p.transcript.editingID = id
	p.updateRow(before)
	p.updateRow(id)
	text := m.Content
	if u, ok := p.unsentEdits.byMessage[id]; ok {
		text = u.Text
	}
	p.composer.SetEditing(true)
	p.composer.SetText(text)
	p.FocusComposer()
}

// editLastMessage edits the newest user message.
func (p *Pane) editLastMessage() {
	for i := len(p.transcript.messages) - 1; i >= 0; i-- {
		if p.transcript.messages[i].Role == memory.RoleUser {
			p.editMessage(p.transcript.messages[i].ID)
			return
		}
	}
}

func (p *Pane) stopEditing() {
	id := p.transcript.editingID
	if id == 0 {
		return
	}
	p.transcript.editingID = 0
	p.discardEdit(id)
	p.updateRow(id)
	p.composer.SetEditing(false)
}

// undoLearned undoes a decision that a turn caused.
func (p *Pane) undoLearned(answer, decision memory.ID) {
	app.Queue(p.env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return p.env.Session.UndoDecision(ctx, decision)
	}, func(_ memory.Decision, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.transcript.undoneAt[decision] = p.env.Now()
		p.reloadMessage(answer)
	})
}

func (p *Pane) openLearnedMemory(answer, decision memory.ID) {
	if m := p.message(answer); m != nil {
		for _, d := range m.Learned {
			if d.ID == decision && d.MemoryID != 0 {
				p.env.NavigateTo(app.MemoryRoute(d.MemoryID))
			}
		}
	}
}
