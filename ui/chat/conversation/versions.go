package conversation

import (
	"context"
	"slices"

	"memoir/memory"

	"memoir/ui/translate"
)

// VersionPositionAndCount returns the position of a message among its versions, from 1, and their
// number; 0, 0 when there is only one.
func VersionPositionAndCount(m memory.Message) (at, of int) {
	if len(m.Versions) < 2 {
		return 0, 0
	}
	return slices.Index(m.Versions, m.ID) + 1, len(m.Versions)
}

// StepMessageVersion switches to the version of a message that is by steps later. It refuses steps
// beyond the first and last one, and any while an answer is being requested or written.
func (a *Answers) StepMessageVersion(id memory.ID, by int) []Effect {
	m := a.shown.LoadedMessage(id)
	if m == nil || a.IsAnswerInProgress() {
		return nil
	}
	at, of := VersionPositionAndCount(*m)
	if to := at + by; at > 0 && to > 0 && to <= of {
		return []Effect{SelectVersion{ID: m.Versions[to-1], visit: a.shown.visit}}
	}
	return nil
}

// StepLastMessageVersion is StepMessageVersion for the newest message.
func (a *Answers) StepLastMessageVersion(by int) []Effect {
	if n := len(a.shown.Messages); n > 0 {
		return a.StepMessageVersion(a.shown.Messages[n-1].ID, by)
	}
	return nil
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
				Text:        translate.Text("Switched to the version of the chat that contains this message."),
				ActionLabel: translate.Text("Undo"), Action: SelectVersion{ID: w.shownLeaf, visit: s.visit},
			}}
		}
		return append(effects, s.ReloadChatAndMessages()...)
	}
}

func (SelectVersion) isEffect() {}
