package chat

import (
	"context"

	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// carryOutEffects carries out effects of the conversation, in order.
func (p *Pane) carryOutEffects(effects []conversation.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case conversation.Signal:
			p.carryOutSignalEffect(e)
		case conversation.ShowRow, conversation.PinQuestion, conversation.ScrollTo:
			p.applyMessageListEffect(e)
		case conversation.SetText:
			p.composer.replaceTextWithoutCallback(e.Text)
			p.reportNextMessageAndScheduleCount()
		case conversation.ReportBusy:
			p.events.OnBusyChanged(e.Chat, e.On)
		case conversation.SaveNewChatModel:
			p.storedModel.SaveAsyncIfLoadedAndChanged(string(e.Model), e.Model == "")
		case conversation.ShowToast:
			p.env.ShowToast(app.Toast{
				Text: e.Text, IsError: e.IsError, ActionLabel: e.ActionLabel,
				Action: func() { p.carryOutEffects([]conversation.Effect{e.Action}) },
			})
		case conversation.ShowError, conversation.ShowTextNotSaved:
			p.showErrorEffectAsToast(e)
		case conversation.CopyText:
			p.env.CopyText(e.Text)
		case conversation.SetModelSight:
			p.recordModelSightAndReloadModels(e.Model, e.Sees)
		case conversation.OpenPicture:
			p.openPictureViewer(e)
		case conversation.AskTooLarge:
			p.askHowToAttachTooLargeFile(e)
		case conversation.Work:
			p.runWorkAndApplyResult(e)
		}
	}
}

func (p *Pane) applyMessageListEffect(e conversation.Effect) {
	switch e := e.(type) {
	case conversation.ShowRow:
		p.messages.redrawMessageRowOrAllIfWindowMoved(e.ID)
	case conversation.PinQuestion:
		p.messages.list.PinQuestionToTop(int64(e.ID))
	case conversation.ScrollTo:
		p.messages.list.ScrollToRowAndHighlight(int64(e.ID))
	}
}

func (p *Pane) showErrorEffectAsToast(e conversation.Effect) {
	switch e := e.(type) {
	case conversation.ShowError:
		p.env.ShowErrorToast(e.Err)
	case conversation.ShowTextNotSaved:
		p.env.ShowErrorToast(e.Err, translate.Text("Your text is still in the message box, but isn't saved yet."))
	}
}

func (p *Pane) carryOutSignalEffect(s conversation.Signal) {
	switch s {
	case conversation.ShowRows:
		p.messages.showCurrentMessages()
	case conversation.OpenRows:
		p.messages.showOpenedChatAtEnd()
	case conversation.RestoreScroll:
		p.messages.restoreScrollPosition()
	case conversation.ShowControls:
		p.updateControlsAndServerWait()
	case conversation.FocusComposer:
		p.FocusComposer()
	case conversation.LeaveChat:
		p.messages.rememberScrollPosition()
		p.body.toast.HideToast()
		p.findBar.closeFind()
	case conversation.ScheduleSave:
		p.saveDelay.Restart()
	case conversation.CancelSave:
		p.saveDelay.Cancel()
	case conversation.SaveEdits, conversation.SaveNewDraft, conversation.SaveQueue:
		p.saveUnsentTextsForSignal(s)
	case conversation.ReportStored:
		p.events.OnChatStored(p.state.Chat)
	case conversation.ReportChanged:
		p.events.OnChatChanged(p.state.Chat)
	case conversation.PickModel:
		p.header.openModelPicker()
	case conversation.RefreshModels:
		p.clearCachesAndReloadModels()
	case conversation.ShowMeter:
		p.composer.showContextWindowUsage()
	}
}

// runWorkAndApplyResult calls the core and applies what follows from the result.
func (p *Pane) runWorkAndApplyResult(w conversation.Work) {
	work := func(ctx context.Context) (conversation.Result, error) { return w.RunOnCore(ctx, p.env.Session), nil }
	then := func(result conversation.Result, _ error) {
		if result != nil {
			p.carryOutEffects(result(p.state))
		}
	}
	read, isRead := w.(conversation.ReadChat)
	switch order := w.ConcurrencyPolicy(); {
	case isRead && read.IsForOpeningChat():
		app.RunCancellingPreviousWaitingBriefly(p.env.Tasks, &p.requests[order], work, then)
	case order == conversation.Concurrent:
		app.RunInBackground(p.env.Tasks, work, then)
	case order == conversation.Queued:
		app.RunInBackgroundInOrder(p.env.Tasks, work, then)
	default:
		app.RunCancellingPrevious(p.env.Tasks, &p.requests[order], work, then)
	}
}

// askHowToAttachTooLargeFile asks what to do with a stored file that does not fit into the context
// window.
func (p *Pane) askHowToAttachTooLargeFile(a conversation.AskTooLarge) {
	attach := func(pickModel bool) func() {
		return func() { p.carryOutEffects(p.state.Attachments.AttachTooLargeFile(a, pickModel)) }
	}
	widgets.ShowQuestionDialog(p, translate.Text("This file doesn't fit"),
		p.state.Attachments.FileTooLargeText(a.File, composer.AbbreviateTokenCount),
		[]widgets.DialogButton{
			{Label: translate.Text("Don't attach")},
			{Label: translate.Text("Choose another model"), OnTapped: attach(true)},
			{Label: translate.Text("Send the most relevant parts"), Primary: true, OnTapped: attach(false)},
		})
}

// recordModelSightAndReloadModels records whether a model takes pictures and loads the models
// again.
func (p *Pane) recordModelSightAndReloadModels(model string, sees bool) {
	app.RunInBackgroundInOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Host.SaveModelTakesPictures(ctx, model, sees)
	}, func(_ struct{}, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.clearCachesAndReloadModels()
	})
}
