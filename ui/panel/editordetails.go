package panel

import (
	"context"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/ledger"
	"memoir/ui/translate"
)

// memoryDetails is what the editor shows about a memory besides its fields.
type memoryDetails struct {
	memory        memory.Memory
	history       []memory.Decision
	sourceMessage memory.Message // ID 0 when there is none any more
}

// loadMemoryHistoryAndSource loads a memory with its history and its source. It runs off the UI
// goroutine.
func loadMemoryHistoryAndSource(ctx context.Context, s *engine.Session, id memory.ID) (memoryDetails, error) {
	var d memoryDetails
	var err error
	if d.memory, err = s.LoadMemory(ctx, id); err != nil {
		return d, err
	}
	if d.history, err = s.ListDecisionsOfMemory(ctx, id); err != nil {
		return d, err
	}
	if d.memory.SourceMessageID != 0 {
		if m, err := s.LoadMessage(ctx, d.memory.SourceMessageID); err == nil { // its chat may be gone
			d.sourceMessage = m
		}
	}
	return d, nil
}

// extractionDecision is the decision that explains why the memory was extracted; ok is false when
// none does.
func (d memoryDetails) extractionDecision() (found memory.Decision, ok bool) {
	for _, h := range d.history {
		if h.Actor == memory.ActorExtractor && (h.Reason != "" || len(h.Scores) > 0 || h.Model != "") {
			return h, true
		}
	}
	return memory.Decision{}, false
}

// quoteOrSourceMessageText is the text that the memory was learned from, "" when there is none.
func (d memoryDetails) quoteOrSourceMessageText() string {
	if d.memory.Quote != "" {
		return string(d.memory.Quote)
	}
	return d.sourceMessage.Content
}

// sourceChatTitle names the chat of the source message.
func (d memoryDetails) sourceChatTitle() string {
	if d.memory.SourceChat.Title == "" {
		return translate.Text("A chat")
	}
	return d.memory.SourceChat.Title
}

// historyStep is a decision about the memory as the history shows it.
type historyStep struct {
	memory.Decision
	newest    bool
	undone    bool      // struck through
	undoLabel string    // of the button that undoes or redoes it, "" for none
	undoID    memory.ID // what that button undoes
}

// historyStepsWithoutUndos are the decisions of a history, newest first; undos are merged into what
// they undid.
func (d memoryDetails) historyStepsWithoutUndos() []historyStep {
	var steps []historyStep
	for i, h := range d.history {
		if h.UndoOf != 0 {
			continue
		}
		s := historyStep{Decision: h, newest: i == 0, undone: h.UndoneBy != 0}
		switch {
		case s.undone:
			s.undoLabel, s.undoID = translate.Text("Redo"), h.UndoneBy
		case ledger.CanUndo(h):
			s.undoLabel, s.undoID = translate.Text("Undo"), h.ID
		}
		steps = append(steps, s)
	}
	return steps
}
