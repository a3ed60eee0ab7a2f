package api

import (
	"strings"

	"memoir/memory"
	"memoir/memory/engine"
)

// answerHandlers answer the calls that follow the core's events: those that start an answer and
// stream it, and the stream of all events. Each call runs on a goroutine of its own; they share
// nothing that changes.
type answerHandlers struct {
	service *engine.Service
	closing <-chan struct{} // closed by API.EndProfileEventStreams; ends streams that have no end of their own
}

func registerMessageRoutes(m *Mux, h *answerHandlers) {
	m.Handle("GET", "/api/chats/{id}/messages", handleListBranchMessages)
	m.Handle("POST", "/api/chats/{id}/messages", h.sendMessageAndStreamAnswer)
	m.Handle("POST", "/api/chats/{id}/messages/regenerate", h.regenerateAndStreamAnswer)
	m.Handle("POST", "/api/chats/{id}/messages/continue", h.continueAndStreamAnswer)
	m.Handle("POST", "/api/chats/{id}/messages/stop", handleStopAnswerKeepingPart)
	m.Handle("GET", "/api/messages/{id}", handleGetMessage)
	m.Handle("GET", "/api/messages/{id}/versions", handleListMessageVersions)
	m.Handle("POST", "/api/messages/{id}/select", handleSelectMessageVersionBranch)
	m.Handle("GET", "/api/messages/{id}/prompt", handleGetPromptSentForAnswer)
	m.Handle("GET", "/api/messages/{id}/learned", handleWaitForLearningAndListDecisions)
	m.Handle("GET", "/api/events", h.streamProfileEvents)
}

func handleListBranchMessages(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	q := c.queryParams()
	leaf, limit := q.idOrRecordError("leaf"), int(q.nonNegativeIntOrRecordError("limit"))
	if q.firstErr != nil {
		return q.firstErr
	}
	branch, err := c.profileSession().ListBranchMessages(c.requestContext(), id, leaf, limit)
	if err != nil {
		return err
	}
	return writeJSONList(c, branch)
}

func (h *answerHandlers) sendMessageAndStreamAnswer(c *call) error {
	var in struct {
		Content  string              `json:"content"`
		Model    memory.NullText     `json:"model"`
		Parent   optional[memory.ID] `json:"parent_id"`
		Pictures []memory.ID         `json:"pictures"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	return h.startTurnAndStreamOrReturnAnswer(c, func() (memory.Turn, error) {
		return c.profileSession().StoreMessageAndStartAnswer(c.requestContext(), memory.SendParams{
			ChatID: id, Text: in.Content, Model: in.Model, ParentID: in.Parent.pointerIfPresent(),
			Pictures: in.Pictures,
		})
	})
}

func (h *answerHandlers) regenerateAndStreamAnswer(c *call) error {
	var in struct {
		MessageID memory.ID       `json:"message_id"`
		Model     memory.NullText `json:"model"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	return h.startTurnAndStreamOrReturnAnswer(c, func() (memory.Turn, error) {
		return c.profileSession().StartRegeneratedAnswer(c.requestContext(), id, in.MessageID, in.Model)
	})
}

// continueAndStreamAnswer asks for the rest of an answer that was cut off: the one named, else the
// chat's last.
func (h *answerHandlers) continueAndStreamAnswer(c *call) error {
	var in struct {
		MessageID memory.ID `json:"message_id"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	return h.startTurnAndStreamOrReturnAnswer(c, func() (memory.Turn, error) {
		return c.profileSession().StartContinuedAnswer(c.requestContext(), id, in.MessageID)
	})
}

// handleStopAnswerKeepingPart stops a streaming answer: the one named, else the chat's last. The
// part received is kept.
func handleStopAnswerKeepingPart(c *call) error {
	var in struct {
		MessageID memory.ID `json:"message_id"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	if in.MessageID == 0 {
		t, err := c.profileSession().LoadChat(c.requestContext(), id)
		if err != nil {
			return err
		}
		in.MessageID = t.HeadID
	}
	m, err := c.profileSession().LoadMessage(c.requestContext(), in.MessageID)
	if err != nil {
		return err
	}
	if m.ChatID != id {
		return memory.ErrNotFound
	}
	if err := c.profileSession().StopAnswer(c.requestContext(), m.ID); err != nil {
		return err
	}
	return c.writeNoContent()
}

// startTurnAndStreamOrReturnAnswer starts a turn and reports it: as a stream, or as one JSON object
// when the caller asked for JSON. The turn belongs to the core: it continues after the caller
// disconnects.
func (h *answerHandlers) startTurnAndStreamOrReturnAnswer(c *call, start func() (memory.Turn, error)) error {
	if c.wantsJSONInsteadOfStream() {
		turn, err := start()
		if err != nil {
			return err
		}
		m, err := c.profileSession().WaitForAnswer(c.requestContext(), turn.Answer.ID)
		if err != nil {
			return err
		}
		if m.Error != nil && m.Status != memory.MessageStopped {
			c.setRetryAfterHeaderUnlessZero(m.Error.RetryAfter)
			return c.writeJSON(statusForStoredFault(m.Error), failedAnswerBody(m))
		}
		return c.writeJSONOK(m)
	}
	wake, drain, cancel := h.service.SubscribeToQueuedEvents()
	defer cancel()
	turn, err := start()
	if err != nil {
		return err
	}
	s := c.startEventStream()
	s.sendEvent("turn", map[string]any{"user": turn.User, "answer": turn.Answer})
	f := answerStream{
		events: s, answerID: turn.Answer.ID, // a continued answer has text, which the event above holds
		sentText: turn.Answer.Content, sentReasoning: string(turn.Answer.Reasoning),
	}
	for {
		for _, e := range drain() {
			if f.forwardEventAndReportAnswerEnd(e) {
				return nil
			}
		}
		select {
		case <-wake:
		case <-c.requestContext().Done():
			return nil
		}
	}
}

func failedAnswerBody(m memory.Message) map[string]any {
	f := m.Error
	return map[string]any{"message": m, "error": &httpError{
		Code: f.Code, Message: f.Title, Hint: f.Hint,
		RetryAfter: f.RetryAfter,
	}}
}

// answerStream turns the events of one answer into server-sent deltas that hold only the new text.
type answerStream struct {
	events                  *eventStream
	answerID                memory.ID
	sentText, sentReasoning string // sent so far
}

// deltaEvent is a piece of an answer. Reset voids the text so far; Content then starts over.
type deltaEvent struct {
	ChatID    memory.ID       `json:"thread_id"`
	MessageID memory.ID       `json:"message_id"`
	Content   string          `json:"content"`
	Reasoning memory.NullText `json:"reasoning"`
	Reset     bool            `json:"reset,omitempty"`
}

// forwardEventAndReportAnswerEnd forwards an event and reports whether the answer has ended.
func (f *answerStream) forwardEventAndReportAnswerEnd(e memory.Event) bool {
	if e.MessageID != f.answerID {
		return false
	}
	switch e.Kind {
	case memory.EventWaiting:
		f.events.sendEvent("waiting", map[string]any{"thread_id": e.ChatID, "message_id": e.MessageID})
	case memory.EventDelta:
		if e.Message != nil {
			f.sendNewTextDelta(*e.Message)
		}
	case memory.EventDone:
		if e.Message == nil {
			return false
		}
		m := *e.Message
		f.sendNewTextDelta(m)
		if m.Error != nil && m.Status != memory.MessageStopped {
			f.events.sendEvent("error", failedAnswerBody(m))
			return true
		}
		f.events.sendEvent("done", m)
		return true
	}
	return false
}

func (f *answerStream) sendNewTextDelta(m memory.Message) {
	d := deltaEvent{ChatID: m.ChatID, MessageID: m.ID}
	text, ok := strings.CutPrefix(m.Content, f.sentText)
	reasoning, same := strings.CutPrefix(string(m.Reasoning), f.sentReasoning)
	d.Content, d.Reasoning, d.Reset = text, memory.NullText(reasoning), !ok || !same
	if d.Reset {
		d.Content, d.Reasoning = m.Content, m.Reasoning
	}
	f.sentText, f.sentReasoning = m.Content, string(m.Reasoning)
	if d.Content != "" || d.Reasoning != "" || d.Reset {
		f.events.sendEvent("delta", d)
	}
}

func handleGetMessage(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	m, err := c.profileSession().LoadMessage(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(m)
}

func handleListMessageVersions(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	versions, err := c.profileSession().ListMessageVersions(c.requestContext(), id)
	if err != nil {
		return err
	}
	return writeJSONList(c, versions)
}

func handleSelectMessageVersionBranch(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	t, err := c.profileSession().SelectMessageVersionBranch(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}

func handleGetPromptSentForAnswer(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	prompt, err := c.profileSession().LoadPromptSentForAnswer(c.requestContext(), id)
	if err != nil {
		return err
	}
	return writeJSONList(c, prompt)
}

// handleWaitForLearningAndListDecisions waits until learning from the answer's exchange has
// finished or been skipped, then lists the decisions.
func handleWaitForLearningAndListDecisions(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	rows, err := c.profileSession().WaitForLearningFromAnswer(c.requestContext(), id)
	if err != nil {
		return err
	}
	return writeJSONList(c, rows)
}
