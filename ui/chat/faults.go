package chat

import (
	"memoir/memory"
	"memoir/ui/message"
	"memoir/ui/translate"
)

// IDs of the buttons beneath an error.
const (
	buttonRetry    = "retry"
	buttonModel    = "model"
	buttonKey      = "key"
	buttonFiles    = "files"
	buttonNew      = "new"
	buttonContinue = "continue"
	buttonSetup    = "setup"
	buttonReport   = "report"
)

// answerFaultWithButtons turns the error of an answer into a fault with buttons, the likeliest
// remedy first.
func answerFaultWithButtons(m memory.Message, canContinue bool) *message.Fault {
	f := &message.Fault{Title: translate.TranslateKnown(m.Error.Title), Hint: translate.TranslateKnown(m.Error.Hint)}
	retry := message.FaultButton{ID: buttonRetry, Label: translate.Text("Retry"), IsRetry: true}
	model := message.FaultButton{ID: buttonModel, Label: translate.Text("Choose another model")}
	if m.Status == memory.MessageInterrupted {
		if canContinue {
			f.Buttons = []message.FaultButton{{ID: buttonContinue, Label: translate.Text("Continue")}}
		}
		f.Buttons = append(f.Buttons, retry)
		return f
	}
	switch m.Error.Code {
	case "unauthorized":
		f.Buttons = []message.FaultButton{{ID: buttonKey, Label: translate.Text("Change key")}, retry}
	case "no_credit", "model_not_found":
		f.Buttons = []message.FaultButton{model, retry}
	case "no_model":
		f.Buttons = []message.FaultButton{{ID: buttonSetup, Label: translate.Text("Set up a model")}, retry}
	case "context_too_long":
		f.Buttons = []message.FaultButton{
			{ID: buttonFiles, Label: translate.Text("Review files")}, {ID: buttonNew, Label: translate.Text("New chat")}, retry,
		}
	case "internal", "disk_full", "read_only", "corrupt":
		f.Buttons = []message.FaultButton{retry, {ID: buttonReport, Label: translate.Text("Copy diagnostics")}}
	default:
		f.Buttons = []message.FaultButton{retry, model}
	}
	return f
}
