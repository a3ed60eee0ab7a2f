package chat

import (
	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/message"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// newMessageOptions returns what the rows of messages need.
func (p *Pane) newMessageOptions() message.Options {
	images := message.NewImageCache()
	loader := &pictureLoader{
		env: p.env, images: images, loading: map[string]bool{}, onShown: func() { p.body.toast.HideToast() },
	}
	return message.Options{
		OnAction: func(a message.Action) { p.runMessageAction(a, loader) },
		After:    p.env.After, Now: p.env.Now, ReducedMotion: p.env.HasReducedMotion, Images: images,
		Thumbnails: p.composer.thumbnails,
	}
}

// runMessageAction carries out a click on a control of a message.
func (p *Pane) runMessageAction(a message.Action, pictures *pictureLoader) {
	s, id := p.state, memory.ID(a.Message)
	switch a.Kind {
	case message.ActionCopy:
		p.env.CopyText(a.Text)
	case message.ActionEdit:
		p.carryOutEffects(s.StartEditingMessage(id))
	case message.ActionRegenerate:
		p.carryOutEffects(s.RegenerateAnswer(id, ""))
	case message.ActionStepVersion:
		p.carryOutEffects(s.StepMessageVersion(id, a.Step))
	case message.ActionShowMenu:
		p.openAnswerMenu(id, a.Anchor)
	case message.ActionShowReceipt:
		p.env.NavigateTo(app.AnswerReceiptRoute(id))
	case message.ActionUndoLearned:
		p.carryOutEffects(s.UndoLearnedDecision(id, memory.ID(a.Learned)))
	case message.ActionOpenLearned:
		p.openLearnedMemory(id, memory.ID(a.Learned))
	case message.ActionContinue:
		p.carryOutEffects(s.ContinueAnswer(id))
	case message.ActionFaultButton:
		p.runFaultButtonAction(id, a.Button)
	case message.ActionOpenOrigin:
		p.env.NavigateTo(app.ChatRoute(s.Origin.ChatID, s.Origin.MessageID))
	case message.ActionShowSummaries:
		p.env.NavigateTo(app.Route{Screen: app.ScreenTiers, Chat: s.Chat.ID})
	default:
		p.openLinkOrPicture(a, pictures)
	}
}

// openLearnedMemory shows a memory that was learned from an answer, unless it is gone.
func (p *Pane) openLearnedMemory(answer, decision memory.ID) {
	if m := p.state.LearnedMemoryID(answer, decision); m != 0 {
		p.env.NavigateTo(app.MemoryRoute(m))
	}
}

// openLinkOrPicture opens what a message links to or shows.
func (p *Pane) openLinkOrPicture(a message.Action, pictures *pictureLoader) {
	switch a.Kind {
	case message.ActionOpenLink:
		p.env.OpenURL(a.URL)
	case message.ActionOpenPicture:
		p.carryOutEffects(p.state.OpenMessagePicture(memory.ID(a.Message), memory.ID(a.Picture)))
	case message.ActionLoadImage:
		pictures.downloadAndShowPicture(a.URL)
	}
}

// openAnswerMenu opens the menu of an answer.
func (p *Pane) openAnswerMenu(id memory.ID, anchor fyne.CanvasObject) {
	m := p.state.LoadedMessage(id)
	if m == nil {
		return
	}
	items := []widgets.MenuItem{
		{
			Icon: theme.IconStack, Label: translate.Text("What was sent for this answer"),
			OnChosen: func() { p.env.NavigateTo(app.AnswerReceiptRoute(id)) },
		},
		{
			Icon: theme.IconCopy, Label: translate.Text("Branch into a new chat"),
			OnChosen: func() { p.env.NavigateTo(app.Route{Screen: app.ScreenBranchChat, Message: id}) },
		},
		{},
		{Label: translate.Text("Regenerate with")},
	}
	for _, info := range availableChatModels(p.state) {
		items = append(items, widgets.MenuItem{
			Label: info.Name, Detail: p.state.Models.ModelLocationText(info), Checked: info.ID == string(m.Model),
			OnChosen: func() { p.carryOutEffects(p.state.RegenerateAnswer(id, memory.NullText(info.ID))) },
		})
	}
	widgets.ShowMenuBelow(anchor, items)
}
