package conversation

import (
	"time"

	"memoir/memory"
)

// Answers is the progress of the answer in the chat shown, and the versions of its messages. It
// must be used on the UI goroutine.
type Answers struct {
	shown *shownChat
	now   func() time.Time

	answerID  memory.ID                    // the answer being written, 0 = none
	sending   bool                         // an answer is requested and has not started
	stopping  bool                         // the answer was asked to stop, or is as soon as it starts
	earlyEnds map[memory.ID]memory.Message // answers that ended before the request for them returned
	undoneAt  map[memory.ID]time.Time      // decisions that the user undid in this visit
	slow      map[memory.ID]bool           // answers whose model is slow
}

func newAnswers(shown *shownChat, now func() time.Time) *Answers {
	a := &Answers{shown: shown, now: now}
	a.clearSlowUndoneAndEarlyEnds()
	return a
}

// clearSlowUndoneAndEarlyEnds drops what is known of the messages shown until now.
func (a *Answers) clearSlowUndoneAndEarlyEnds() {
	a.undoneAt, a.slow = map[memory.ID]time.Time{}, map[memory.ID]bool{}
	a.earlyEnds = map[memory.ID]memory.Message{}
}

// Phase is what the composer can do.
type Phase int

// The phases.
const (
	Ready     Phase = iota // send
	Sending                // queue: the message is being stored
	Answering              // queue, or stop the answer
	Stopping               // nothing: the answer is about to stop
)

// AnswerPhase returns the phase of the conversation.
func (a *Answers) AnswerPhase() Phase {
	switch {
	case a.answerID != 0 && a.stopping:
		return Stopping
	case a.answerID != 0:
		return Answering
	case a.sending:
		return Sending
	}
	return Ready
}

// IsAnswerInProgress reports whether an answer is being requested or written.
func (a *Answers) IsAnswerInProgress() bool { return a.AnswerPhase() != Ready }

// markRequestedAndNotStopping takes up that an answer is requested.
func (a *Answers) markRequestedAndNotStopping() { a.sending, a.stopping = true, false }

// markRequestReturned takes up that the request for an answer returned; one that failed has nothing
// to stop.
func (a *Answers) markRequestReturned(err error) {
	a.sending = false
	if err != nil {
		a.stopping = false
	}
}

// forgetRequestStopAndEarlyEnds takes up that another chat is going to be shown than the one an
// answer is requested in.
func (a *Answers) forgetRequestStopAndEarlyEnds() {
	a.sending, a.stopping, a.earlyEnds = false, false, map[memory.ID]memory.Message{}
}

// IsAnswerSlow reports whether the model has kept an answer waiting for long.
func (a *Answers) IsAnswerSlow(answer memory.ID) bool { return a.slow[answer] }

// DecisionUndoneAt returns when the user undid a decision in this visit.
func (a *Answers) DecisionUndoneAt(decision memory.ID) (at time.Time, ok bool) {
	at, ok = a.undoneAt[decision]
	return at, ok
}

// setStreamingAnswerFromNewest sets answerID when the newest message is being written.
func (a *Answers) setStreamingAnswerFromNewest() []Effect {
	was := a.answerID
	a.answerID = 0
	if n := len(a.shown.Messages); n > 0 && a.shown.Messages[n-1].Status == memory.MessageStreaming {
		a.answerID = a.shown.Messages[n-1].ID
	}
	if was == a.answerID {
		return nil
	}
	a.stopping = false
	return []Effect{ReportBusy{a.shown.Chat.ID, a.answerID != 0}}
}

func (a *Answers) updateStreamingAnswer(e memory.Event) []Effect {
	m := a.shown.LoadedMessage(e.MessageID)
	if m == nil || m.Status != memory.MessageStreaming || e.Message == nil {
		return nil
	}
	m.Content, m.Reasoning, m.Receipt, m.Model = e.Message.Content, e.Message.Reasoning, e.Message.Receipt,
		e.Message.Model
	delete(a.slow, m.ID)
	return []Effect{ShowRow{m.ID}}
}

// StopAnswer stops the answer; one that has not started yet is stopped as soon as it starts.
// Without an answer it does nothing and returns nil.
func (a *Answers) StopAnswer() []Effect {
	if !a.IsAnswerInProgress() {
		return nil
	}
	a.stopping = true
	if a.answerID == 0 {
		return []Effect{ShowControls}
	}
	return []Effect{StopAnswer{a.answerID}, ShowControls}
}

// showStartedTurn shows an answer that is being written; reload is set when it is on another branch
// than the messages shown. end is the answer if it ended meanwhile, else nil.
func (a *Answers) showStartedTurn(turn memory.Turn, reload bool) (effects []Effect, end *memory.Message) {
	a.answerID = turn.Answer.ID
	effects = []Effect{ReportBusy{a.shown.Chat.ID, true}}
	if reload {
		effects = append(effects, a.shown.ReloadChatAndMessages()...)
	} else {
		for _, m := range []memory.Message{turn.User, turn.Answer} {
			if a.shown.LoadedMessage(m.ID) == nil {
				a.shown.Messages = append(a.shown.Messages, m)
			}
		}
		effects = append(effects, ShowRows, PinQuestion{turn.User.ID})
	}
	return a.applyEarlyEndOrStop(effects, turn.Answer.ID)
}

// applyEarlyEndOrStop takes up what happened to an answer before its start was shown: it ended, or
// the user asked to stop it. It returns what follows after effects, and the answer if it ended.
func (a *Answers) applyEarlyEndOrStop(effects []Effect, answer memory.ID) ([]Effect, *memory.Message) {
	effects = append(effects, ShowControls, ReportChanged)
	end, ended := a.earlyEnds[answer]
	if ended {
		effects = append(effects, a.showFinishedAnswer(end)...)
	}
	a.earlyEnds = map[memory.ID]memory.Message{}
	if a.stopping {
		effects = append(effects, a.StopAnswer()...)
	}
	if !ended {
		return effects, nil
	}
	return effects, &end
}

// showFinishedAnswer shows a final answer.
func (a *Answers) showFinishedAnswer(m memory.Message) []Effect {
	var effects []Effect
	if a.answerID == m.ID {
		a.answerID = 0
		effects = append(effects, ReportBusy{a.shown.Chat.ID, false})
	}
	old := a.shown.LoadedMessage(m.ID)
	if old == nil {
		return append(append(effects, a.shown.ReloadChatAndMessages()...), ShowControls)
	}
	if m.Learned == nil {
		m.Learned = old.Learned
	}
	m.Versions = old.Versions
	*old = m
	delete(a.slow, m.ID)
	effects = append(effects, ShowRow{m.ID}, ShowControls, ReportChanged)
	if m.Error != nil && m.Error.Code == "offline" { // the header must not call the server reachable
		effects = append(effects, RefreshModels)
	}
	return effects
}

// RegenerateAnswer requests another answer to the same question, from a model of its own when one
// is given. It refuses while an answer is being requested or written.
func (a *Answers) RegenerateAnswer(answer memory.ID, model memory.NullText) []Effect {
	if a.IsAnswerInProgress() || a.shown.Chat.ID == 0 {
		return nil
	}
	if refusal := a.shown.refuseInTrash(); refusal != nil {
		return refusal
	}
	a.markRequestedAndNotStopping()
	return []Effect{ShowControls, RegenerateAnswer{
		Chat: a.shown.Chat.ID, Answer: answer, Model: model, visit: a.shown.visit,
	}}
}

// ContinueAnswer requests the rest of an answer that was cut off, which is appended to it. It
// refuses while an answer is being requested or written, and any answer without text or with
// messages behind it. An edit in progress stays open.
func (a *Answers) ContinueAnswer(answer memory.ID) []Effect {
	m := a.shown.LoadedMessage(answer)
	if a.IsAnswerInProgress() || m == nil || m.Content == "" || m.ID != a.shown.Messages[len(a.shown.Messages)-1].ID {
		return nil
	}
	if refusal := a.shown.refuseInTrash(); refusal != nil {
		return refusal
	}
	a.markRequestedAndNotStopping()
	return []Effect{ShowControls, ContinueAnswer{Chat: a.shown.Chat.ID, Answer: answer, visit: a.shown.visit}}
}

// showAnswerBeingContinued shows that more of an answer is expected. The second result is the
// answer if it ended meanwhile, else nil.
func (a *Answers) showAnswerBeingContinued(turn memory.Turn) ([]Effect, *memory.Message) {
	if m := a.shown.LoadedMessage(turn.Answer.ID); m != nil {
		turn.Answer.Versions, turn.Answer.Learned = m.Versions, m.Learned
		*m = turn.Answer
	}
	a.answerID = turn.Answer.ID
	effects := []Effect{ReportBusy{a.shown.Chat.ID, true}, ShowRow{turn.Answer.ID}}
	return a.applyEarlyEndOrStop(effects, turn.Answer.ID)
}
