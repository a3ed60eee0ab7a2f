package chat

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/message"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// messageActions carry out clicks on the controls of messages.
type messageActions struct{ *parts }

// newMessageOptions returns what the rows of messages need.
func (ma *messageActions) newMessageOptions() message.Options {
	images := message.NewImageCache()
	loader := &pictureLoader{
		env: ma.env, images: images, loading: map[string]bool{}, onShown: func() { ma.body.toast.HideToast() },
	}
	return message.Options{
		OnAction: func(a message.Action) { ma.runMessageAction(a, loader) },
		After:    ma.env.After, Now: ma.env.Now, ReducedMotion: ma.env.HasReducedMotion, Images: images,
		Thumbnails: ma.composer.thumbnails,
	}
}

// runMessageAction carries out a click on a control of a message.
func (ma *messageActions) runMessageAction(a message.Action, pictures *pictureLoader) {
	s, id := ma.state, memory.ID(a.Message)
	switch a.Kind {
	case message.ActionCopy:
		ma.env.CopyText(a.Text)
	case message.ActionEdit:
		ma.carryOutEffects(s.Composer.SaveDraftAndStartEditingUserMessage(id))
	case message.ActionRegenerate:
		ma.carryOutEffects(s.Answers.RegenerateAnswer(id, ""))
	case message.ActionStepVersion:
		ma.carryOutEffects(s.Answers.StepMessageVersion(id, a.Step))
	case message.ActionShowMenu:
		ma.openAnswerMenu(id, a.Anchor)
	case message.ActionShowReceipt:
		ma.env.NavigateTo(app.AnswerReceiptRoute(id))
	case message.ActionUndoLearned:
		ma.carryOutEffects(s.UndoLearnedDecision(id, memory.ID(a.Learned)))
	case message.ActionOpenLearned:
		ma.openLearnedMemory(id, memory.ID(a.Learned))
	case message.ActionContinue:
		ma.carryOutEffects(s.Answers.ContinueAnswer(id))
	case message.ActionFaultButton:
		ma.runFaultButtonAction(id, a.Button)
	case message.ActionOpenOrigin:
		ma.env.NavigateTo(app.ChatRoute(s.Origin.ChatID, s.Origin.MessageID))
	case message.ActionShowSummaries:
		ma.env.NavigateTo(app.Route{Screen: app.ScreenTiers, Chat: s.Chat.ID})
	default:
		ma.openLinkOrPictureOrLoadImage(a, pictures)
	}
}

// openLearnedMemory shows a memory that was learned from an answer, unless it is gone.
func (ma *messageActions) openLearnedMemory(answer, decision memory.ID) {
	if m := ma.state.LearnedMemoryID(answer, decision); m != 0 {
		ma.env.NavigateTo(app.MemoryRoute(m))
	}
}

// openLinkOrPictureOrLoadImage opens what a message links to or shows.
func (ma *messageActions) openLinkOrPictureOrLoadImage(a message.Action, pictures *pictureLoader) {
	switch a.Kind {
	case message.ActionOpenLink:
		ma.env.OpenURL(a.URL)
	case message.ActionOpenPicture:
		ma.carryOutEffects(ma.state.OpenMessagePicture(memory.ID(a.Message), memory.ID(a.Picture)))
	case message.ActionLoadImage:
		pictures.downloadAndShowImage(a.URL)
	}
}

// openAnswerMenu opens the menu of an answer.
func (ma *messageActions) openAnswerMenu(id memory.ID, anchor fyne.CanvasObject) {
	m := ma.state.LoadedMessage(id)
	if m == nil {
		return
	}
	items := []widgets.MenuItem{
		{
			Icon: theme.IconStack, Label: translate.Text("What was sent for this answer"),
			OnChosen: func() { ma.env.NavigateTo(app.AnswerReceiptRoute(id)) },
		},
	}
	if !ma.state.IsInTrash() {
		items = append(items, ma.newBranchAndRegenerateMenuItems(*m)...)
	}
	widgets.ShowMenuBelow(anchor, items)
}

// newBranchAndRegenerateMenuItems are the items that lead to other answers: a new chat with the
// messages up to m, and the models that can answer instead.
func (ma *messageActions) newBranchAndRegenerateMenuItems(m memory.Message) []widgets.MenuItem {
	items := []widgets.MenuItem{
		{
			Icon: theme.IconCopy, Label: translate.Text("Branch into a new chat"),
			OnChosen: func() { ma.env.NavigateTo(app.Route{Screen: app.ScreenBranchChat, Message: m.ID}) },
		},
		{},
		{Label: translate.Text("Regenerate with")},
	}
	for _, info := range availableChatModels(ma.state) {
		items = append(items, widgets.MenuItem{
			Label: humanize.ReadableServerModelName(info.Name), Detail: ma.state.Models.ModelLocationText(info),
			Checked:  info.ID == string(m.Model),
			OnChosen: func() { ma.carryOutEffects(ma.state.Answers.RegenerateAnswer(m.ID, memory.NullText(info.ID))) },
		})
	}
	return items
}

// runFaultButtonAction runs the action of a button beneath an error.
func (ma *messageActions) runFaultButtonAction(id memory.ID, button string) {
	m := ma.state.LoadedMessage(id)
	if m == nil {
		return
	}
	switch button {
	case buttonRetry:
		ma.carryOutEffects(ma.state.Answers.RegenerateAnswer(id, ""))
	case buttonContinue:
		ma.carryOutEffects(ma.state.Answers.ContinueAnswer(id))
	case buttonModel:
		ma.header.openModelPicker()
	case buttonKey:
		provider, _, _ := strings.Cut(string(m.Model), "/")
		ma.env.NavigateTo(app.Route{Screen: app.ScreenModels, Provider: provider})
	case buttonFiles:
		ma.env.NavigateTo(app.Route{Screen: app.ScreenFiles})
	case buttonNew:
		ma.env.NavigateTo(app.Route{Screen: app.ScreenNewChat})
	case buttonSetup:
		ma.env.NavigateTo(app.Route{Screen: app.ScreenFirstRun})
	case buttonReport:
		ma.env.CopyDiagnostics()
	}
}
