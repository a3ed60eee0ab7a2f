package conversation

import (
	"time"

	"memoir/memory"
)

// initialMessages is how many messages are loaded when a chat opens; older ones follow when the
// list nears its top.
const initialMessages = 60

// State is the open chat and everything around it. It is made of parts, each with fields of its
// own: a command is a method of the part that it concerns, and State itself opens chats and passes
// events on. Exported fields are read by whoever shows them and changed by methods alone. It must
// be used on the UI goroutine.
type State struct {
	*shownChat
	Answers     *Answers
	Models      *Models
	Settings    *ChatSettings
	Composer    *ComposerText
	Queue       *MessageQueue
	Pictures    *Pictures
	Attachments *Attachments
	Outbox      *Outbox

	counted countedPrompt // zero while there is none
}

// Options are the parameters of New.
type Options struct {
	Profile memory.ID
	Config  func() memory.Config
	Now     func() time.Time
}

// New returns the state of a new chat.
func New(o Options) *State {
	shown := &shownChat{visit: &visit{}}
	answers := newAnswers(shown, o.Now)
	models := newModels(shown, o.Config)
	settings := &ChatSettings{shown: shown, models: models, profile: o.Profile}
	queue := newMessageQueue(shown)
	composer := newComposerText(shown, answers, queue)
	attachments := &Attachments{shown: shown, models: models, composer: composer}
	pictures := &Pictures{
		shown: shown, models: models, composer: composer, queue: queue, attachments: attachments,
	}
	shown.Chat = settings.newUnstoredChat(false)
	return &State{
		shownChat: shown, Answers: answers, Models: models, Settings: settings, Composer: composer, Queue: queue,
		Pictures: pictures, Attachments: attachments,
		Outbox: &Outbox{
			shown: shown, answers: answers, composer: composer, queue: queue, pictures: pictures,
			attachments: attachments,
		},
	}
}

// visit spans the time from opening a chat to leaving it. A result that was requested in one visit
// and arrives in another changes nothing on screen.
type visit struct {
	storedChat memory.Chat // the new chat, once stored; accessed by queued work only
}

func (s *State) clearMessagesEditingAndAnswerMarks() {
	s.Messages, s.Composer.EditingID = nil, 0
	s.Answers.clearSlowUndoneAndEarlyEnds()
}

// HandleCoreEventAndSendNextQueued takes up an event of the core. After an answer in any chat, the
// next message that waits there is sent.
func (s *State) HandleCoreEventAndSendNextQueued(e memory.Event) []Effect {
	effects := s.showChangeInOpenChat(e)
	if e.Kind == memory.EventDone {
		s.Queue.recordEndIfUnstoredQueuesWait(e.Message)
		effects = append(effects, s.Outbox.sendNextQueuedAfterCompleteAnswer(e.ChatID, e.Message)...)
	}
	return effects
}

// showChangeInOpenChat shows what an event changes in the open chat.
func (s *State) showChangeInOpenChat(e memory.Event) []Effect {
	if e.Kind == memory.EventDone && e.Message != nil && s.Answers.sending && !s.isMessageStreaming(e.MessageID) {
		s.Answers.earlyEnds[e.MessageID] = *e.Message
		return nil
	}
	if e.ChatID != s.Chat.ID || s.Chat.ID == 0 {
		return nil
	}
	switch e.Kind {
	case memory.EventDelta:
		return s.Answers.updateStreamingAnswer(e)
	case memory.EventWaiting:
		s.Answers.slow[e.MessageID] = true
		return []Effect{ShowRow{e.MessageID}}
	case memory.EventDone:
		if e.Message != nil {
			return s.Answers.showFinishedAnswer(*e.Message)
		}
	case memory.EventLearned:
		return s.reloadMessage(e.MessageID)
	case memory.EventFiles:
		return s.Attachments.reloadFilesAndWaitingPictures()
	}
	return nil
}

// NextMessagePreviewParams is the message in the composer, for a preview of what will be sent with
// it.
func (s *State) NextMessagePreviewParams() memory.PreviewParams {
	p := memory.PreviewParams{
		Chat: s.Chat, Text: s.Composer.text, Without: s.Composer.without, Pictures: pictureIDs(s.Pictures.ComposerPictures()),
	}
	if m := s.LoadedMessage(s.Composer.EditingID); m != nil {
		p.ParentID = new(m.ParentID)
	}
	return p
}
