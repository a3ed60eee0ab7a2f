package chat

import (
	"context"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
)

// sendResult is the result of storing a message: its chat, created for it if isNew, and the turn
// that answers it.
type sent struct {
	thread memory.Thread
	turn   memory.Turn
	isNew  bool
}

// sendMessage stores the text and requests the answer. The composer is cleared at once; a text that
// could not be stored is put back in front of what was typed since.
func (p *Pane) send(text string) {
	if p.Busy() || strings.TrimSpace(text) == "" {
		return
	}
	params := memory.SendParams{ProfileID: p.env.Profile, Text: text}
	if e := p.find1(p.view.editing); e != nil {
		parent := e.ParentID
		params.Parent = &parent
	}
	p.sending, p.stopNext = true, false
	own := strings.TrimSpace(p.composer.Text()) == strings.TrimSpace(text)
	if own {
		p.composer.Clear()
		params.FromDraft = true
	}
	p.show()
	th, here := p.thread, p.visit
	app.InOrder(p.env.Tasks, func(ctx context.Context) (sent, error) {
		s := sent{thread: th}
		var err error
		if s.thread, s.isNew, err = p.store(ctx, th, here); err != nil {
			return s, err
		}
		params.ThreadID = s.thread.ID
		if s.turn, err = p.env.Service.Send(ctx, params); err != nil {
			return s, err
		}
		s.thread, err = p.env.Service.Thread(ctx, p.env.Profile, s.thread.ID)
		return s, err
	}, func(s sent, err error) {
		if p.visit != here { // another chat was opened meanwhile
			p.env.Fail(err)
			if s.thread.Temporary {
				p.erase(s.thread.ID)
			}
			return
		}
		p.sending = false
		if s.isNew && p.thread.ID == 0 && s.thread.ID != 0 {
			p.adopt(s.thread)
		}
		if err != nil {
			if own {
				p.composer.SetText(text + p.composer.Text())
			}
			p.env.Fail(err)
			p.show()
			return
		}
		p.thread = s.thread
		branch := p.view.editing != 0
		p.stopEditing()
		if own {
			p.dropDraft()
		}
		p.typed(p.composer.Text())
		p.dropRefused()
		p.began(s.turn, branch)
	})
}

// session spans the time from opening a chat to leaving it. A result that was requested in one
// session and arrives in another changes nothing on screen.
type visit struct {
	stored memory.Thread // new chat, once stored; accessed by queued work only
}

// ensureStored stores the chat unless it is stored, at most once per session; isNew reports that it
// did.
func (p *Pane) store(ctx context.Context, th memory.Thread, here *visit) (memory.Thread, bool, error) {
	if th.ID != 0 {
		return th, false, nil
	}
	if here.stored.ID != 0 {
		return here.stored, false, nil
	}
	made, err := p.env.Service.CreateThread(ctx, p.env.Profile, memory.NewThread{
		Model: th.Model, Memory: th.Memory, SystemPrompt: th.SystemPrompt, Temporary: th.Temporary,
	})
	if err != nil {
		return th, false, err
	}
	if th.Temperature != nil || th.MaxTokens != 0 {
		made, err = p.env.Service.UpdateThread(ctx, p.env.Profile, made.ID,
			memory.ThreadPatch{Temperature: &th.Temperature, MaxTokens: &th.MaxTokens})
	}
	here.stored = made
	return made, true, err
}

// setStoredChat makes the chat that was just stored the open one.
func (p *Pane) adopt(t memory.Thread) {
	p.thread, p.limit = t, firstLoad
	p.forgetNewDraft()
	p.on.Started(t)
	p.on.Changed(t)
}

// turnStarted shows a turn in progress.
func (p *Pane) began(t memory.Turn, reload bool) {
	p.answer = t.Answer.ID
	p.on.Busy(p.thread.ID, true)
	if reload {
		p.Reload()
	} else {
		if p.find1(t.User.ID) == nil {
			p.view.messages = append(p.view.messages, t.User)
		}
		if p.find1(t.Answer.ID) == nil {
			p.view.messages = append(p.view.messages, t.Answer)
		}
		p.list.SetRows(p.view.rows())
		p.list.Ask(int64(t.User.ID))
	}
	p.show()
	p.on.Changed(p.thread)
	p.catchUp(t.Answer.ID)
	if p.stopNext {
		p.stopNext = false
		p.Stop()
	}
}

// checkAlreadyFinished handles an answer that ended before its row existed.
func (p *Pane) catchUp(id memory.ID) {
	app.Do(p.env.Tasks, func(ctx context.Context) (memory.Message, error) {
		return p.env.Service.Message(ctx, p.env.Profile, id)
	}, func(m memory.Message, err error) {
		if err == nil && m.Status != memory.MessageStreaming && m.ThreadID == p.thread.ID {
			p.done(m)
		}
	})
}

// HandleEvent updates the pane after an event of the core.
func (p *Pane) Handle(e memory.Event) {
	if e.ThreadID != p.thread.ID || p.thread.ID == 0 {
		return
	}
	switch e.Kind {
	case memory.EventDelta:
		if m := p.find1(e.MessageID); m != nil && m.Status == memory.MessageStreaming {
			m.Content, m.Reasoning, m.Receipt, m.Model = e.Message.Content, e.Message.Reasoning, e.Message.Receipt,
				e.Message.Model
			delete(p.view.waiting, m.ID)
			p.update(m.ID)
		}
	case memory.EventWaiting:
		p.view.waiting[e.MessageID] = true
		p.update(e.MessageID)
	case memory.EventDone:
		if e.Message != nil {
			p.done(*e.Message)
		}
	case memory.EventLearned:
		p.refresh(e.MessageID)
	case memory.EventContexts:
		p.askFiles()
	}
}

// answerFinished shows a final answer.
func (p *Pane) done(m memory.Message) {
	if p.answer == m.ID {
		p.answer = 0
		p.on.Busy(p.thread.ID, false)
	}
	old := p.find1(m.ID)
	if old == nil {
		p.Reload()
		p.show()
		return
	}
	if m.Learned == nil {
		m.Learned = old.Learned
	}
	*old = m
	delete(p.view.waiting, m.ID)
	p.update(m.ID)
	p.show()
	p.on.Changed(p.thread)
	p.settled()
}

// reloadMessage reloads one message.
func (p *Pane) refresh(id memory.ID) {
	if p.find1(id) == nil {
		return
	}
	app.Do(p.env.Tasks, func(ctx context.Context) (memory.Message, error) {
		return p.env.Service.Message(ctx, p.env.Profile, id)
	}, func(m memory.Message, err error) {
		if old := p.find1(id); err == nil && old != nil && m.Status != memory.MessageStreaming {
			*old = m
			p.update(id)
			p.settled()
		}
	})
}

// RefreshLearned reloads the answers that show learned memories, after a memory was changed
// elsewhere.
func (p *Pane) RefreshLessons() {
	for _, m := range p.view.messages {
		if len(m.Learned) > 0 {
			p.refresh(m.ID)
		}
	}
}

// StopAnswer stops the answer being written; it reports whether there was one.
func (p *Pane) Stop() bool {
	id := p.answer
	if id == 0 {
		p.stopNext = p.sending // the answer is stopped as soon as it starts
		return p.sending
	}
	app.Do(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Service.Stop(ctx, p.env.Profile, id)
	}, func(_ struct{}, err error) { p.env.Fail(err) })
	p.composer.SetPhase(phaseStopping, "")
	return true
}

// regenerateAnswer requests another answer to the same question.
func (p *Pane) regenerate(answer memory.ID, model memory.Text) {
	if p.Busy() || p.thread.ID == 0 {
		return
	}
	p.sending, p.stopNext = true, false
	p.show()
	th, here := p.thread.ID, p.visit
	app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Turn, error) {
		return p.env.Service.Regenerate(ctx, p.env.Profile, th, answer, model)
	}, func(t memory.Turn, err error) {
		p.env.Fail(err)
		if p.visit != here {
			return
		}
		p.sending = false
		if err != nil {
			p.show()
			return
		}
		p.began(t, true)
	})
}

// selectVersion switches to another version of a message.
func (p *Pane) step(id memory.ID, by int) {
	ids := p.view.versions[id]
	for i, v := range ids {
		if v != id || i+by < 0 || i+by >= len(ids) || p.Busy() {
			continue
		}
		to := ids[i+by]
		app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Thread, error) {
			return p.env.Service.SelectVersion(ctx, p.env.Profile, to)
		}, func(_ memory.Thread, err error) {
			p.env.Fail(err)
			p.Reload()
		})
		return
	}
}

// StepLastVersion switches to another version of the newest message.
func (p *Pane) StepLast(by int) {
	if n := len(p.view.messages); n > 0 {
		p.step(p.view.messages[n-1].ID, by)
	}
}

// editMessage puts a user message back into the composer; sending it creates a branch.
func (p *Pane) edit(id memory.ID) {
	m := p.find1(id)
	if m == nil || m.Role != memory.RoleUser || p.Busy() {
		return
	}
	p.keepDraft()
	before := p.view.editing
	p.view.editing = id
	p.update(before)
	p.update(id)
	text := m.Content
	if u, ok := p.edits.of[id]; ok {
		text = u.Text
	}
	p.composer.SetEditing(true)
	p.composer.SetText(text)
	p.FocusComposer()
}

// editLastMessage edits the newest user message.
func (p *Pane) editLast() {
	for i := len(p.view.messages) - 1; i >= 0; i-- {
		if p.view.messages[i].Role == memory.RoleUser {
			p.edit(p.view.messages[i].ID)
			return
		}
	}
}

func (p *Pane) stopEditing() {
	id := p.view.editing
	if id == 0 {
		return
	}
	p.view.editing = 0
	p.forgetEdit(id)
	p.update(id)
	p.composer.SetEditing(false)
}

// undoLearned undoes a decision that a turn caused.
func (p *Pane) unlearn(answer, decision memory.ID) {
	app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Decision, error) {
		return p.env.Service.Undo(ctx, p.env.Profile, memory.ActorUser, decision)
	}, func(_ memory.Decision, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		p.view.undone[decision] = p.env.Now()
		p.refresh(answer)
	})
}

func (p *Pane) openLesson(answer, decision memory.ID) {
	if m := p.find1(answer); m != nil {
		for _, d := range m.Learned {
			if d.ID == decision && d.MemoryID != 0 {
				p.on.Lesson(d.MemoryID)
			}
		}
	}
}
