package chat

import (
	"context"
	"strings"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/widgets"
)

// applyEffects carries out effects of the conversation, in order.
func (p *Pane) applyEffects(effects []conversation.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case conversation.Signal:
			p.applySignal(e)
		case conversation.ShowRow:
			p.messages.showRow(e.ID)
		case conversation.PinQuestion:
			p.messages.list.PinQuestion(int64(e.ID))
		case conversation.ScrollTo:
			p.messages.list.ScrollToRow(int64(e.ID))
		case conversation.SetText:
			p.composer.replaceText(e.Text)
		case conversation.ReportBusy:
			p.actions.OnBusyChanged(e.Chat, e.On)
		case conversation.ShowToast:
			p.env.ShowToast(app.Toast{Text: e.Text, IsError: e.IsError})
		case conversation.ShowError:
			p.env.ShowError(e.Err)
		case conversation.AskTooLarge:
			p.askFileTooLarge(e)
		case conversation.Work:
			p.runWork(e)
		}
	}
}

func (p *Pane) applySignal(s conversation.Signal) {
	switch s {
	case conversation.ShowRows:
		p.messages.showRows()
	case conversation.OpenRows:
		p.messages.openRows()
	case conversation.RestoreScroll:
		p.messages.restoreScroll()
	case conversation.ShowControls:
		p.showControls()
	case conversation.FocusComposer:
		p.FocusComposer()
	case conversation.LeaveChat:
		p.messages.saveScroll()
		p.body.toast.HideToast()
		p.findBar.closeFind()
	case conversation.ScheduleSave:
		p.saveDelay.Restart()
	case conversation.CancelSave:
		p.saveDelay.Cancel()
	case conversation.SaveEdits:
		edits := p.state.UnsentEdits()
		p.storedEdits.SaveAsync(edits, len(edits) == 0)
	case conversation.SaveNewDraft:
		draft := p.state.NewChatDraft()
		p.storedDraft.SaveAsync(draft, draft == "")
	case conversation.ReportStored:
		p.actions.OnChatStored(p.state.Chat)
	case conversation.ReportChanged:
		p.actions.OnChatChanged(p.state.Chat)
	case conversation.PickModel:
		p.header.openModelMenu()
	}
}

// runWork calls the core and applies what follows from the result.
func (p *Pane) runWork(w conversation.Work) {
	work := func(ctx context.Context) (conversation.Result, error) { return w.Run(ctx, p.env.Session), nil }
	then := func(result conversation.Result, _ error) {
		if result != nil {
			p.applyEffects(result(p.state))
		}
	}
	read, isRead := w.(conversation.ReadChat)
	switch order := w.Schedule(); {
	case isRead && read.IsOpening():
		app.LatestOrWait(p.env.Tasks, &p.requests[order], work, then)
	case order == conversation.Concurrent:
		app.Go(p.env.Tasks, work, then)
	case order == conversation.Queued:
		app.Queue(p.env.Tasks, work, then)
	default:
		app.Latest(p.env.Tasks, &p.requests[order], work, then)
	}
}

// askFileTooLarge asks what to do with a stored file that does not fit into the context window.
func (p *Pane) askFileTooLarge(a conversation.AskTooLarge) {
	attach := func(pickModel bool) func() {
		return func() { p.applyEffects(p.state.LinkFile(a, pickModel)) }
	}
	widgets.ShowQuestion(p, "This file doesn't fit", p.state.TooLargeText(a.File, composer.FormatTokens),
		[]widgets.DialogButton{
			{Label: "Don't attach"},
			{Label: "Choose another model", OnTapped: attach(true)},
			{Label: "Send the most relevant parts", Primary: true, OnTapped: attach(false)},
		})
}

// pressFaultButton runs the action of a button beneath an error.
func (p *Pane) pressFaultButton(id memory.ID, button string) {
	m := p.state.Message(id)
	if m == nil {
		return
	}
	switch button {
	case buttonRetry:
		p.applyEffects(p.state.RegenerateAnswer(id, ""))
	case buttonContinue:
		p.applyEffects(p.state.ContinueAnswer())
	case buttonModel:
		p.header.openModelMenu()
	case buttonKey:
		provider, _, _ := strings.Cut(string(m.Model), "/")
		p.env.NavigateTo(app.Route{Screen: app.ScreenModels, Provider: provider})
	case buttonFiles:
		p.env.NavigateTo(app.Route{Screen: app.ScreenFiles})
	case buttonNew:
		p.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
	case buttonSetup:
		p.env.NavigateTo(app.Route{Screen: app.ScreenFirstRun})
	case buttonReport:
		p.actions.CopyDiagnostics()
	}
}
