package api

import (
	"memoir/memory"
)

func (a *API) messageRoutes(m *Mux) {
	m.Handle("GET", "/api/chats/{id}/messages", a.listMessages)
	m.Handle("POST", "/api/chats/{id}/messages", a.sendMessage)
	m.Handle("POST", "/api/chats/{id}/messages/regenerate", a.regenerate)
	m.Handle("POST", "/api/chats/{id}/messages/stop", a.stop)
	m.Handle("GET", "/api/messages/{id}", a.getMessage)
	m.Handle("GET", "/api/messages/{id}/versions", a.messageVersions)
	m.Handle("POST", "/api/messages/{id}/select", a.selectVersion)
	m.Handle("GET", "/api/messages/{id}/prompt", a.messagePrompt)
	m.Handle("GET", "/api/messages/{id}/learned", a.messageLearned)
	m.Handle("GET", "/api/events", a.events)
}

func (a *API) listMessages(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	q := c.query()
	leaf, limit := q.id("leaf"), int(q.number("limit"))
	if q.err != nil {
		return q.err
	}
	branch, err := a.service.Messages(c.ctx(), c.profile, id, leaf, limit)
	if err != nil {
		return err
	}
	return list(c, branch)
}

func (a *API) sendMessage(c *call) error {
	var in struct {
		Content string              `json:"content"`
		Model   memory.Text         `json:"model"`
		Parent  optional[memory.ID] `json:"parent_id"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	return a.answer(c, func() (memory.Turn, error) {
		return a.service.Send(c.ctx(), memory.SendParams{
			ProfileID: c.profile, ThreadID: id, Text: in.Content, Model: in.Model, Parent: in.Parent.ptr(),
		})
	})
}

func (a *API) regenerate(c *call) error {
	var in struct {
		MessageID memory.ID   `json:"message_id"`
		Model     memory.Text `json:"model"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, true); err != nil {
		return err
	}
	return a.answer(c, func() (memory.Turn, error) {
		return a.service.Regenerate(c.ctx(), c.profile, id, in.MessageID, in.Model)
	})
}

// stopAnswer stops a streaming answer: the one named, else the chat's last. The part received is
// kept.
func (a *API) stop(c *call) error {
	var in struct {
		MessageID memory.ID `json:"message_id"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, true); err != nil {
		return err
	}
	if in.MessageID == 0 {
		t, err := a.service.Thread(c.ctx(), c.profile, id)
		if err != nil {
			return err
		}
		in.MessageID = t.HeadID
	}
	m, err := a.service.Message(c.ctx(), c.profile, in.MessageID)
	if err != nil {
		return err
	}
	if m.ThreadID != id {
		return memory.ErrNotFound
	}
	if err := a.service.Stop(c.ctx(), c.profile, m.ID); err != nil {
		return err
	}
	return c.none()
}

// respondWithAnswer starts a turn and reports it: as a stream, or as one JSON object when the
// caller asked for JSON. The turn belongs to the core: it continues after the caller disconnects.
func (a *API) answer(c *call, start func() (memory.Turn, error)) error {
	if c.wantsJSON() {
		turn, err := start()
		if err != nil {
			return err
		}
		m, err := a.service.Wait(c.ctx(), c.profile, turn.Answer.ID)
		if err != nil {
			return err
		}
		if m.Error != nil && m.Status != memory.MessageStopped {
			return c.reply(statusOfFault(m.Error), failedAnswer(m))
		}
		return c.ok(m)
	}
	wake, drain, cancel := a.service.Subscribe()
	defer cancel()
	turn, err := start()
	if err != nil {
		return err
	}
	s := c.events()
	s.send("turn", map[string]any{"user": turn.User, "answer": turn.Answer})
	f := follower{stream: s, answer: turn.Answer.ID}
	for {
		for _, e := range drain() {
			if f.take(e) {
				return nil
			}
		}
		select {
		case <-wake:
		case <-c.ctx().Done():
			return nil
		}
	}
}

func failedAnswer(m memory.Message) map[string]any {
	f := m.Error
	return map[string]any{"message": m, "error": &httpError{
		Code: f.Code, Message: f.Title, Hint: f.Hint,
		RetryAfter: f.RetryAfter,
	}}
}

// answerStream turns the events of one answer into server-sent deltas that hold only the new text.
type follower struct {
	stream          *eventStream
	answer          memory.ID
	text, reasoning string // sent so far
}

// deltaEvent is a piece of an answer. Reset voids the text so far; Content then starts over.
type delta struct {
	ThreadID  memory.ID   `json:"thread_id"`
	MessageID memory.ID   `json:"message_id"`
	Content   string      `json:"content"`
	Reasoning memory.Text `json:"reasoning"`
	Reset     bool        `json:"reset,omitempty"`
}

// handleEvent forwards an event and reports whether the answer has ended.
func (f *follower) take(e memory.Event) bool {
	if e.MessageID != f.answer {
		return false
	}
	switch e.Kind {
	case memory.EventWaiting:
		f.stream.send("waiting", map[string]any{"thread_id": e.ThreadID, "message_id": e.MessageID})
	case memory.EventDelta:
		if e.Message != nil {
			f.piece(*e.Message)
		}
	case memory.EventDone:
		if e.Message == nil {
			return false
		}
		m := *e.Message
		f.piece(m)
		if m.Error != nil && m.Status != memory.MessageStopped {
			f.stream.send("error", failedAnswer(m))
			return true
		}
		f.stream.send("done", m)
		return true
	}
	return false
}

func (f *follower) piece(m memory.Message) {
	d := delta{ThreadID: m.ThreadID, MessageID: m.ID}
	text, ok := cutPrefix(m.Content, f.text)
	reasoning, same := cutPrefix(string(m.Reasoning), f.reasoning)
	d.Content, d.Reasoning, d.Reset = text, memory.Text(reasoning), !ok || !same
	if d.Reset {
		d.Content, d.Reasoning = m.Content, m.Reasoning
	}
	f.text, f.reasoning = m.Content, string(m.Reasoning)
	if d.Content != "" || d.Reasoning != "" || d.Reset {
		f.stream.send("delta", d)
	}
}

func cutPrefix(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):], true
	}
	return s, false
}

func (a *API) getMessage(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	m, err := a.service.Message(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(m)
}

func (a *API) messageVersions(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	versions, err := a.service.Versions(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return list(c, versions)
}

func (a *API) selectVersion(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	t, err := a.service.SelectVersion(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(t)
}

func (a *API) messagePrompt(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	prompt, err := a.service.Prompt(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return list(c, prompt)
}

// waitForLearning waits until learning from the answer's exchange has finished or been skipped,
// then lists the decisions.
func (a *API) messageLearned(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	rows, err := a.service.WaitLearned(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return list(c, rows)
}
