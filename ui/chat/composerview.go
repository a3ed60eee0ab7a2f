package chat

import (
	"strings"

	"memoir/memory"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/humanize"
	"memoir/ui/message"
	"memoir/ui/translate"
)

// composerView shows the state of the conversation in the composer.
type composerView struct {
	*composer.Composer
	state     *conversation.State
	replacing bool // the program replaces the text, nobody types
	lastText  string

	thumbnails      *message.ThumbnailCache
	onChooseModel   func()
	onSightAnswered func(sees bool)
}

func newComposerView(s *conversation.State) *composerView {
	return &composerView{
		Composer: composer.New(translate.Text("Message Memoir")), state: s, thumbnails: message.NewThumbnailCache(),
	}
}

// setTypedCallback sets what is called after the user changed the text, with what it was and is.
func (v *composerView) setTypedCallback(typed func(before, text string)) {
	v.OnChanged = func(text string) {
		before := v.lastText
		v.lastText = text
		if !v.replacing {
			typed(before, text)
			v.showContextWindowUsage()
		}
		if (before == "") != (text == "") {
			v.showSendDestination()
		}
	}
}

// replaceTextWithoutCallback replaces the text of the composer.
func (v *composerView) replaceTextWithoutCallback(text string) {
	v.replacing = true
	v.SetText(text)
	v.replacing = false
	v.showContextWindowUsage()
}

// showStateExceptText shows everything but the text.
func (v *composerView) showStateExceptText() {
	s := v.state
	v.SetFileChips(fileChips(s))
	v.SetTemporaryButtonPressed(s.Chat.Temporary)
	v.SetQueuedChips(queuedChips(s))
	v.showPicturesAndSightNotice()
	switch {
	case s.Queue.EditedQueuedMessageID() != 0:
		v.ShowOrHideEditingChip(translate.Text("Editing a message waiting to be sent"))
	case s.Composer.EditingID != 0:
		v.ShowOrHideEditingChip(translate.Text("Editing an earlier message"))
	default:
		v.ShowOrHideEditingChip("")
	}
	v.showSendButtonPhase()
	v.showSendDestination()
	v.showContextWindowUsage()
}

// showSendButtonPhase says what the button does. In the trash it does nothing.
func (v *composerView) showSendButtonPhase() {
	switch phase := v.state.Answers.AnswerPhase(); {
	case v.state.IsInTrash():
		v.SetSendButtonPhase(composer.Disabled, conversation.RestoreToContinueText())
	case phase == conversation.Answering:
		v.SetSendButtonPhase(composer.Busy, "")
	case phase == conversation.Stopping:
		v.SetSendButtonPhase(composer.Disabled, "")
	case phase == conversation.Sending:
		v.SetSendButtonPhase(composer.Waiting, translate.Text("Sending…"))
	default:
		v.SetSendButtonPhase(composer.Ready, "")
	}
}

// showSendDestination says beneath the text where it goes, and that it is saved if it goes nowhere.
func (v *composerView) showSendDestination() {
	isDraftSaved := v.lastText != "" && !v.state.Chat.Temporary
	v.SetDestinationLine(sendDestinationOrObstacle(v.state, isDraftSaved))
}

// showContextWindowUsage shows how full the context window will be.
func (v *composerView) showContextWindowUsage() {
	v.SetContextMeter(composer.Meter{
		Used: v.state.EstimateNextPromptTokens(), Limit: v.state.Models.ContextWindowTokens(),
	})
}

// sendDestinationOrObstacle says where the text goes, or why it goes nowhere and that it is saved.
func sendDestinationOrObstacle(s *conversation.State, isDraftSaved bool) composer.Destination {
	model := s.Models.CurrentModel()
	obstacle := s.Models.ModelUnusableReason(model)
	switch {
	case s.IsInTrash():
		return composer.Destination{Nowhere: true, Text: conversation.RestoreToContinueText()}
	case obstacle != "" && !isDraftSaved:
		return composer.Destination{Nowhere: true, Text: obstacle}
	case obstacle != "":
		return composer.Destination{Nowhere: true, Text: translate.Text("{{.Obstacle}} Your draft is saved.", "Obstacle",
			obstacle)}
	case model.Local:
		return composer.Destination{Local: true, Text: translate.Text("This model runs on this computer. Nothing leaves it.")}
	}
	return composer.Destination{Text: translate.Text("Your messages are sent to {{.Provider}}.", "Provider",
		s.Models.ProviderTitle(model.Provider))}
}

// queuedChips returns the chips of the messages that wait.
func queuedChips(s *conversation.State) []composer.Queued {
	var out []composer.Queued
	for _, m := range s.Queue.QueuedMessagesOfOpenChat() {
		if n := len(m.Pictures); n > 0 {
			m.Text = strings.TrimSpace(m.Text + " · " + translate.Count(n, "{{.Count}} picture", "{{.Count}} pictures"))
		}
		out = append(out, composer.Queued{
			ID: m.ID, Text: humanize.CollapseToOneLine(m.Text), IsEdited: m.ID == s.Queue.EditedQueuedMessageID(),
		})
	}
	return out
}

// fileChips returns the chips above the text.
func fileChips(s *conversation.State) []composer.File {
	out := make([]composer.File, 0, len(s.Attachments.Files)+len(s.Attachments.PendingFiles))
	for _, f := range s.Attachments.Files {
		size := composer.AbbreviateTokenCount(f.Tokens)
		if s.Models.SendsFileOnlyInParts(f) {
			size = translate.Text("{{.Size}}, sent in parts", "Size", size)
		}
		out = append(out, composer.File{ID: int64(f.ID), Name: f.Name, Detail: size})
	}
	for _, f := range s.Attachments.PendingFiles {
		chip := composer.File{ID: f.ChipID, Name: f.Name, Detail: translate.Text("reading…")}
		if f.Refused {
			chip.Error = translate.Text("can't be used")
		}
		out = append(out, chip)
	}
	return out
}

// availableChatModels returns the models that a question can be answered with now.
func availableChatModels(s *conversation.State) []memory.ModelInfo {
	var out []memory.ModelInfo
	for _, m := range s.Models.All {
		if m.CanChat && m.Available {
			out = append(out, m)
		}
	}
	return out
}
