package conversation

import (
	"context"

	"memoir/memory"

	"memoir/ui/translate"
)

// showStartedTurn shows an answer that is being written; reload is set when it is on another branch
// than the messages shown.
func (s *State) showStartedTurn(turn memory.Turn, reload bool) []Effect {
	s.answerID = turn.Answer.ID
	effects := []Effect{ReportBusy{s.Chat.ID, true}}
	if reload {
		effects = append(effects, s.ReloadMessages()...)
	} else {
		for _, m := range []memory.Message{turn.User, turn.Answer} {
			if s.LoadedMessage(m.ID) == nil {
				s.Messages = append(s.Messages, m)
			}
		}
		effects = append(effects, ShowRows, PinQuestion{turn.User.ID})
	}
	return append(effects, s.finishStartOfAnswer(turn.Answer.ID)...)
}

// isMessageStreaming reports whether a loaded message is an answer that is being written.
func (s *State) isMessageStreaming(id memory.ID) bool {
	m := s.LoadedMessage(id)
	return m != nil && m.Status == memory.MessageStreaming
}

// finishStartOfAnswer takes up what happened to an answer before its start was shown: it ended, or the
// user asked to stop it.
func (s *State) finishStartOfAnswer(answer memory.ID) []Effect {
	effects := []Effect{ShowControls, ReportChanged}
	end, ended := s.earlyEnds[answer]
	if ended {
		effects = append(effects, s.showFinishedAnswer(end)...)
	}
	s.earlyEnds = map[memory.ID]memory.Message{}
	if s.stopping {
		effects = append(effects, s.StopAnswer()...)
	}
	if ended {
		effects = append(effects, s.sendNextQueuedAfter(s.Chat.ID, &end)...)
	}
	return effects
}

// HandleCoreEvent takes up an event of the core. After an answer in any chat, the next message that
// waits there is sent.
func (s *State) HandleCoreEvent(e memory.Event) []Effect {
	effects := s.showChangeInOpenChat(e)
	if e.Kind == memory.EventDone {
		effects = append(effects, s.sendNextQueuedAfter(e.ChatID, e.Message)...)
	}
	return effects
}

// showChangeInOpenChat shows what an event changes in the open chat.
func (s *State) showChangeInOpenChat(e memory.Event) []Effect {
	if e.Kind == memory.EventDone && e.Message != nil && s.sending && !s.isMessageStreaming(e.MessageID) {
		s.earlyEnds[e.MessageID] = *e.Message
		return nil
	}
	if e.ChatID != s.Chat.ID || s.Chat.ID == 0 {
		return nil
	}
	switch e.Kind {
	case memory.EventDelta:
		return s.updateStreamingAnswer(e)
	case memory.EventWaiting:
		s.slow[e.MessageID] = true
		return []Effect{ShowRow{e.MessageID}}
	case memory.EventDone:
		if e.Message != nil {
			return s.showFinishedAnswer(*e.Message)
		}
	case memory.EventLearned:
		return s.reloadMessage(e.MessageID)
	case memory.EventFiles:
		return s.reloadAttachedFiles()
	}
	return nil
}

// showFinishedAnswer shows a final answer.
func (s *State) showFinishedAnswer(m memory.Message) []Effect {
	var effects []Effect
	if s.answerID == m.ID {
		s.answerID = 0
		effects = append(effects, ReportBusy{s.Chat.ID, false})
	}
	old := s.LoadedMessage(m.ID)
	if old == nil {
		return append(append(effects, s.ReloadMessages()...), ShowControls)
	}
	if m.Learned == nil {
		m.Learned = old.Learned
	}
	m.Versions = old.Versions
	*old = m
	delete(s.slow, m.ID)
	effects = append(effects, ShowRow{m.ID}, ShowControls, ReportChanged)
	if m.Error != nil && m.Error.Code == "offline" { // the header must not call the server reachable
		effects = append(effects, RefreshModels)
	}
	return effects
}

// RegenerateAnswer requests another answer to the same question, from a model of its own when one is
// given. It refuses while an answer is being requested or written.
func (s *State) RegenerateAnswer(answer memory.ID, model memory.NullText) []Effect {
	if s.IsAnswerInProgress() || s.Chat.ID == 0 {
		return nil
	}
	if refusal := s.refuseInTrash(); refusal != nil {
		return refusal
	}
	s.sending, s.stopping = true, false
	return []Effect{ShowControls, RegenerateAnswer{Chat: s.Chat.ID, Answer: answer, Model: model, visit: s.visit}}
}

// ContinueAnswer requests the rest of an answer that was cut off, which is appended to it. It refuses
// while an answer is being requested or written, and any answer without text or with messages behind
// it. An edit in progress stays open.
func (s *State) ContinueAnswer(answer memory.ID) []Effect {
	m := s.LoadedMessage(answer)
	if s.IsAnswerInProgress() || m == nil || m.Content == "" || m.ID != s.Messages[len(s.Messages)-1].ID {
		return nil
	}
	if refusal := s.refuseInTrash(); refusal != nil {
		return refusal
	}
	s.sending, s.stopping = true, false
	return []Effect{ShowControls, ContinueAnswer{Chat: s.Chat.ID, Answer: answer, visit: s.visit}}
}

// showContinuedAnswer shows that more of an answer is expected.
func (s *State) showContinuedAnswer(turn memory.Turn) []Effect {
	if m := s.LoadedMessage(turn.Answer.ID); m != nil {
		turn.Answer.Versions, turn.Answer.Learned = m.Versions, m.Learned
		*m = turn.Answer
	}
	s.answerID = turn.Answer.ID
	effects := []Effect{ReportBusy{s.Chat.ID, true}, ShowRow{turn.Answer.ID}}
	return append(effects, s.finishStartOfAnswer(turn.Answer.ID)...)
}

// UndoLearnedDecision undoes a decision that a turn caused.
func (s *State) UndoLearnedDecision(answer, decision memory.ID) []Effect {
	return []Effect{UndoDecision{Answer: answer, Decision: decision}}
}

// RegenerateAnswer requests another answer to a question.
type RegenerateAnswer struct {
	Chat, Answer memory.ID
	Model        memory.NullText
	visit        *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (RegenerateAnswer) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore starts the answer.
func (w RegenerateAnswer) RunOnCore(ctx context.Context, core Core) Result {
	turn, err := core.RegenerateAnswer(ctx, w.Chat, w.Answer, w.Model)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.sending = false
		if err != nil {
			s.stopping = false
			return []Effect{ShowError{err}, ShowControls}
		}
		return s.showStartedTurn(turn, true)
	}
}

// ContinueAnswer requests the rest of an answer.
type ContinueAnswer struct {
	Chat, Answer memory.ID
	visit        *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (ContinueAnswer) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore starts the rest of the answer.
func (w ContinueAnswer) RunOnCore(ctx context.Context, core Core) Result {
	turn, err := core.ContinueAnswer(ctx, w.Chat, w.Answer)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.sending = false
		if err != nil {
			s.stopping = false
			return []Effect{ShowError{err}, ShowControls}
		}
		return s.showContinuedAnswer(turn)
	}
}

// StopAnswer stops an answer.
type StopAnswer struct{ ID memory.ID }

// ConcurrencyPolicy is Concurrent: it runs at once.
func (StopAnswer) ConcurrencyPolicy() Schedule { return Concurrent }

// RunOnCore stops the answer.
func (w StopAnswer) RunOnCore(ctx context.Context, core Core) Result {
	err := core.StopAnswer(ctx, w.ID)
	return func(s *State) []Effect {
		if err == nil {
			return nil
		}
		if s.answerID == w.ID {
			s.stopping = false
		}
		return []Effect{ShowError{err}, ShowControls}
	}
}

// SelectVersion shows another version of a message.
type SelectVersion struct {
	ID memory.ID
	// shownLeaf is the last message of the branch that is left; it is set when the user did not ask for
	// another version but for a message that only that one has, and is told so.
	shownLeaf memory.ID
	visit     *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (SelectVersion) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore makes the branch of the version the current one.
func (w SelectVersion) RunOnCore(ctx context.Context, core Core) Result {
	_, err := core.SelectMessageVersionBranch(ctx, w.ID)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		effects := []Effect{ShowError{err}}
		switch {
		case err != nil:
			s.target = 0
		case w.shownLeaf != 0:
			effects = []Effect{ShowToast{
				Text:        translate.Text("Switched to the version of the chat that has this message."),
				ActionLabel: translate.Text("Undo"), Action: SelectVersion{ID: w.shownLeaf, visit: s.visit},
			}}
		}
		return append(effects, s.ReloadMessages()...)
	}
}

// ReadMessage reads a final message.
type ReadMessage struct{ ID memory.ID }

// ConcurrencyPolicy is Concurrent: it runs at once.
func (ReadMessage) ConcurrencyPolicy() Schedule { return Concurrent }

// RunOnCore reads the message.
func (w ReadMessage) RunOnCore(ctx context.Context, core Core) Result {
	m, err := core.LoadMessage(ctx, w.ID)
	return func(s *State) []Effect {
		old := s.LoadedMessage(w.ID)
		if err != nil || old == nil || m.Status == memory.MessageStreaming {
			return nil
		}
		*old = m
		return []Effect{ShowRow{w.ID}}
	}
}

// UndoDecision undoes what was learned from a turn.
type UndoDecision struct{ Answer, Decision memory.ID }

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (UndoDecision) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore undoes the decision.
func (w UndoDecision) RunOnCore(ctx context.Context, core Core) Result {
	_, err := core.UndoDecision(ctx, w.Decision)
	return func(s *State) []Effect {
		if err != nil {
			return []Effect{ShowError{err}}
		}
		s.undoneAt[w.Decision] = s.now()
		return s.reloadMessage(w.Answer)
	}
}

func (RegenerateAnswer) isEffect() {}
func (ContinueAnswer) isEffect()   {}
func (StopAnswer) isEffect()       {}
func (SelectVersion) isEffect()    {}
func (ReadMessage) isEffect()      {}
func (UndoDecision) isEffect()     {}
