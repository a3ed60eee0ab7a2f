package chat

import (
	"context"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
)

// sent is what storing a message brought: its chat, made for it if isNew, and the turn that answers it.
type sent struct {
	thread memory.Thread
	turn   memory.Turn
	isNew  bool
}

// send stores what was typed and asks for the answer. The composer is free for the next thought at once; a text that
// could not be stored comes back in front of it.
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
		if p.visit != here { // another chat is open by now
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

// visit is the time from opening a chat to leaving it. What is asked for in one and answered in another changes nothing
// on screen.
type visit struct {
	stored memory.Thread // a new chat, once it is stored; only work that is done in order looks at it
}

// store makes a chat that is not stored yet, once in a visit; isNew tells that it did.
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

// adopt takes the chat that was just stored as the one that is open.
func (p *Pane) adopt(t memory.Thread) {
	p.thread, p.limit = t, firstLoad
	p.forgetNewDraft()
	p.on.Started(t)
	p.on.Changed(t)
}

// began shows a turn that is under way.
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

// catchUp looks whether the answer ended before its row was there.
func (p *Pane) catchUp(id memory.ID) {
	app.Do(p.env.Tasks, func(ctx context.Context) (memory.Message, error) {
		return p.env.Service.Message(ctx, p.env.Profile, id)
	}, func(m memory.Message, err error) {
		if err == nil && m.Status != memory.MessageStreaming && m.ThreadID == p.thread.ID {
			p.done(m)
		}
	})
}

// Handle shows an event of the core.
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

// done shows a final answer.
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

// refresh reads one message again.
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

// RefreshLessons reads again what the answers in sight taught: a memory was changed elsewhere.
func (p *Pane) RefreshLessons() {
	for _, m := range p.view.messages {
		if len(m.Learned) > 0 {
			p.refresh(m.ID)
		}
	}
}

// Stop ends the answer that is being written; it reports whether there was one.
func (p *Pane) Stop() bool {
	id := p.answer
	if id == 0 {
		p.stopNext = p.sending // the answer begins in a moment and is stopped then
		return p.sending
	}
	app.Do(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Service.Stop(ctx, p.env.Profile, id)
	}, func(_ struct{}, err error) { p.env.Fail(err) })
	p.composer.SetPhase(phaseStopping, "")
	return true
}

// regenerate asks for another answer to the same question.
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

// step shows another version of a message.
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

// StepLast shows another version of the newest answer.
func (p *Pane) StepLast(by int) {
	if n := len(p.view.messages); n > 0 {
		p.step(p.view.messages[n-1].ID, by)
	}
}

// edit puts a message of the user back into the composer; sending it makes a new branch.
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

// editLast edits the user's newest message.
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

// unlearn takes back what an exchange taught.
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
