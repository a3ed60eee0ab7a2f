package conversation

import (
	"slices"
	"time"

	"memoir/memory"
)

// shownChat is the chat on screen with the messages of the branch shown and the progress of its answer.
// Its methods answer what the other parts of the state ask, and act on messages that are loaded. It
// must be used on the UI goroutine.
type shownChat struct {
	Chat     memory.Chat      // ID 0: not stored yet
	Messages []memory.Message // of the branch shown, oldest first
	HasOlder bool             // older messages exist that are not loaded
	Origin   Origin           // what it was branched from

	visit     *visit
	answerID  memory.ID                    // the answer being written, 0 = none
	sending   bool                         // an answer is requested and has not started
	stopping  bool                         // the answer was asked to stop, or is as soon as it starts
	earlyEnds map[memory.ID]memory.Message // answers that ended before the request for them returned
	undoneAt  map[memory.ID]time.Time      // decisions that the user undid in this visit
	slow      map[memory.ID]bool           // answers whose model is slow
}

// Origin is the message that a chat was branched at, in the chat that has it; zero for a chat that was not
// branched, or whose origin is gone.
type Origin struct {
	ChatID, MessageID memory.ID
	Title             string
}

// Phase is what the composer can do.
type Phase int

// The phases.
const (
	Ready     Phase = iota // send
	Sending                // nothing: the message is being stored
	Answering              // stop the answer
	Stopping               // nothing: the answer is about to stop
)

// AnswerPhase returns the phase of the conversation.
func (c *shownChat) AnswerPhase() Phase {
	switch {
	case c.answerID != 0 && c.stopping:
		return Stopping
	case c.answerID != 0:
		return Answering
	case c.sending:
		return Sending
	}
	return Ready
}

// IsAnswerInProgress reports whether an answer is being requested or written.
func (c *shownChat) IsAnswerInProgress() bool { return c.AnswerPhase() != Ready }

// LoadedMessage returns a message that is loaded, nil when it is not. It is valid until the next
// call of another method.
func (c *shownChat) LoadedMessage(id memory.ID) *memory.Message {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].ID == id {
			return &c.Messages[i]
		}
	}
	return nil
}

// LastAnswerID returns the newest answer, 0 when there is none.
func (c *shownChat) LastAnswerID() memory.ID { return c.lastMessageIDOfRole(memory.RoleAssistant) }

func (c *shownChat) lastMessageIDOfRole(role memory.Role) memory.ID {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].Role == role {
			return c.Messages[i].ID
		}
	}
	return 0
}

// IsAnswerSlow reports whether the model has kept an answer waiting for long.
func (c *shownChat) IsAnswerSlow(answer memory.ID) bool { return c.slow[answer] }

// DecisionUndoneAt returns when the user undid a decision in this visit.
func (c *shownChat) DecisionUndoneAt(decision memory.ID) (at time.Time, ok bool) {
	at, ok = c.undoneAt[decision]
	return at, ok
}

// VersionPositionAndCount returns the position of a message among its versions, from 1, and their
// number; 0, 0 when there is only one.
func VersionPositionAndCount(m memory.Message) (at, of int) {
	if len(m.Versions) < 2 {
		return 0, 0
	}
	return slices.Index(m.Versions, m.ID) + 1, len(m.Versions)
}

// LearnedMemoryID returns the memory that a decision of a turn is about, 0 when there is none.
func (c *shownChat) LearnedMemoryID(answer, decision memory.ID) memory.ID {
	if m := c.LoadedMessage(answer); m != nil {
		for _, d := range m.Learned {
			if d.ID == decision {
				return d.MemoryID
			}
		}
	}
	return 0
}

// detectStreamingAnswer sets answerID when the newest message is being written.
func (c *shownChat) detectStreamingAnswer() []Effect {
	was := c.answerID
	c.answerID = 0
	if n := len(c.Messages); n > 0 && c.Messages[n-1].Status == memory.MessageStreaming {
		c.answerID = c.Messages[n-1].ID
	}
	if was == c.answerID {
		return nil
	}
	c.stopping = false
	return []Effect{ReportBusy{c.Chat.ID, c.answerID != 0}}
}

func (c *shownChat) updateStreamingAnswer(e memory.Event) []Effect {
	m := c.LoadedMessage(e.MessageID)
	if m == nil || m.Status != memory.MessageStreaming || e.Message == nil {
		return nil
	}
	m.Content, m.Reasoning, m.Receipt, m.Model = e.Message.Content, e.Message.Reasoning, e.Message.Receipt,
		e.Message.Model
	delete(c.slow, m.ID)
	return []Effect{ShowRow{m.ID}}
}

// reloadMessage reads one message again.
func (c *shownChat) reloadMessage(id memory.ID) []Effect {
	if c.LoadedMessage(id) == nil {
		return nil
	}
	return []Effect{ReadMessage{id}}
}

// ReloadAnswersWithLearned reads the answers that show learned memories again, after a memory was
// changed elsewhere.
func (c *shownChat) ReloadAnswersWithLearned() []Effect {
	var effects []Effect
	for _, m := range c.Messages {
		if len(m.Learned) > 0 {
			effects = append(effects, ReadMessage{m.ID})
		}
	}
	return effects
}

// StopAnswer stops the answer; one that has not started yet is stopped as soon as it starts. Without an
// answer it does nothing and returns nil.
func (c *shownChat) StopAnswer() []Effect {
	if !c.IsAnswerInProgress() {
		return nil
	}
	c.stopping = true
	if c.answerID == 0 {
		return []Effect{ShowControls}
	}
	return []Effect{StopAnswer{c.answerID}, ShowControls}
}

// StepMessageVersion switches to the version of a message that is by steps later. It refuses steps
// beyond the first and last one, and any while an answer is being requested or written.
func (c *shownChat) StepMessageVersion(id memory.ID, by int) []Effect {
	m := c.LoadedMessage(id)
	if m == nil || c.IsAnswerInProgress() {
		return nil
	}
	at, of := VersionPositionAndCount(*m)
	if to := at + by; at > 0 && to > 0 && to <= of {
		return []Effect{SelectVersion{ID: m.Versions[to-1], visit: c.visit}}
	}
	return nil
}

// StepLastMessageVersion is StepMessageVersion for the newest message.
func (c *shownChat) StepLastMessageVersion(by int) []Effect {
	if n := len(c.Messages); n > 0 {
		return c.StepMessageVersion(c.Messages[n-1].ID, by)
	}
	return nil
}
