package conversation

import (
	"context"

	"memoir/memory"
)

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
	turn, err := core.StartRegeneratedAnswer(ctx, w.Chat, w.Answer, w.Model)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.Answers.markRequestReturned(err)
		if err != nil {
			return []Effect{ShowError{err}, ShowControls}
		}
		return s.Outbox.showTurnAndSendNextIfEnded(turn, true)
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
	turn, err := core.StartContinuedAnswer(ctx, w.Chat, w.Answer)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.Answers.markRequestReturned(err)
		if err != nil {
			return []Effect{ShowError{err}, ShowControls}
		}
		return s.Outbox.showContinuedAndSendNextIfEnded(turn)
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
		if s.Answers.answerID == w.ID {
			s.Answers.stopping = false
		}
		return []Effect{ShowError{err}, ShowControls}
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
		s.Answers.undoneAt[w.Decision] = s.Answers.now()
		return s.reloadMessage(w.Answer)
	}
}

func (RegenerateAnswer) isEffect() {}
func (ContinueAnswer) isEffect()   {}
func (StopAnswer) isEffect()       {}
func (ReadMessage) isEffect()      {}
func (UndoDecision) isEffect()     {}
