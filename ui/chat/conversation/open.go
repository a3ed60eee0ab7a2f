package conversation

import (
	"context"

	"memoir/memory"
)

// LeaveAndOpenStoredChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (s *State) LeaveAndOpenStoredChat(id, at memory.ID) []Effect {
	if id == s.Chat.ID && id != 0 {
		if at == 0 {
			return []Effect{FocusComposer}
		}
		s.switchedFor = 0
		return append(s.scrollToMessageOrLoadItsBranch(at), FocusComposer)
	}
	effects := s.leaveChatSaveTextEraseTemporary()
	s.target, s.switchedFor, s.limit = at, 0, initialMessages
	return append(effects, ReadChat{ID: id, Limit: s.limit, opening: true, visit: s.visit})
}

// LeaveAndOpenNewChat shows a chat that is not stored yet, with the draft that was typed for it.
func (s *State) LeaveAndOpenNewChat(temporary bool) []Effect {
	effects := s.leaveChatSaveTextEraseTemporary()
	s.setLoadedChat(chatData{
		ChatWithAttachments: memory.ChatWithAttachments{Chat: s.Settings.newUnstoredChat(temporary)},
	})
	s.Attachments.PendingFiles = nil
	s.Answers.answerID, s.target = 0, 0
	s.clearMessagesEditingAndAnswerMarks()
	if !temporary {
		s.Chat.Draft = s.Composer.drafts[0]
	}
	effects = append(effects, OpenRows, s.Composer.replaceComposerText(s.Chat.Draft))
	return append(effects, ShowControls, ReportChanged, FocusComposer)
}

// SwitchToNewChatTemporaryOrNot sets whether the new chat is temporary. Its memory becomes that of
// such chats; all else that was chosen for it stays. A stored chat is left for a new one.
func (s *State) SwitchToNewChatTemporaryOrNot(on bool) []Effect {
	if s.Chat.ID != 0 {
		return s.LeaveAndOpenNewChat(on)
	}
	s.Chat.Temporary, s.Chat.Memory = on, s.Settings.newUnstoredChat(on).Memory
	return []Effect{ShowControls, ReportChanged}
}

// leaveChatSaveTextEraseTemporary ends the visit: it saves what was typed and erases a temporary
// chat.
func (s *State) leaveChatSaveTextEraseTemporary() []Effect {
	effects := append(s.Outbox.endQueuedEditKeepingText(), s.Composer.SaveDraftOrEdit()...)
	effects = append(effects, LeaveChat)
	s.Composer.without, s.Pictures.sent = memory.Exclusions{}, nil
	if s.Chat.Temporary {
		s.Queue.replaceOpenChatQueue(nil)
	}
	s.visit = &visit{}
	s.Answers.forgetRequestStopAndEarlyEnds()
	if s.Chat.ID != 0 && s.Chat.Temporary {
		effects = append(effects, EraseChat{s.Chat.ID})
	}
	return effects
}

// chatData is what a chat is shown from.
type chatData struct {
	memory.ChatWithAttachments
	messages []memory.Message
	hasOlder bool
}

func (s *State) setLoadedChat(d chatData) {
	s.Chat, s.Messages, s.HasOlder, s.Origin = d.Chat, d.messages, d.hasOlder, d.Origin
	s.setFilesAndWaitingPictures(d.ChatWithAttachments)
}

// setFilesAndWaitingPictures shows the files of a chat and the pictures that wait in it.
func (s *State) setFilesAndWaitingPictures(c memory.ChatWithAttachments) {
	s.Chat.FileIDs, s.Attachments.Files, s.Pictures.waiting = c.FileIDs, c.Files, c.WaitingPictures
}

// showOpenedChatResumeEditAndMarkRead shows a chat that was loaded.
func (s *State) showOpenedChatResumeEditAndMarkRead(d chatData) []Effect {
	s.clearMessagesEditingAndAnswerMarks()
	s.setLoadedChat(d)
	s.Attachments.PendingFiles = nil
	if draft, ok := s.Composer.drafts[d.Chat.ID]; ok {
		s.Chat.Draft = draft
	}
	effects := append(s.Answers.setStreamingAnswerFromNewest(), OpenRows, s.Composer.replaceComposerText(s.Chat.Draft))
	if s.target == 0 {
		effects = append(effects, RestoreScroll)
	}
	effects = append(effects, ShowControls, ReportChanged, FocusComposer)
	effects = append(effects, s.Composer.resumeNewestUnsentEdit()...)
	if s.target != 0 {
		effects = append(effects, s.scrollToMessageOrLoadItsBranch(s.target)...)
	}
	if d.Chat.Unread {
		effects = append(effects, s.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Unread: new(bool)})...)
	}
	return effects
}

// showReloadedChat shows the current messages of the open chat.
func (s *State) showReloadedChat(d chatData) []Effect {
	draft := s.Chat.Draft
	s.setLoadedChat(d)
	s.Chat.Draft = draft
	effects := append(s.Answers.setStreamingAnswerFromNewest(), ShowRows, ShowControls, ReportChanged)
	if s.target != 0 {
		effects = append(effects, s.scrollToMessageOrLoadItsBranch(s.target)...)
	}
	return effects
}

// ReadChat reads a chat, its newest messages and its files.
type ReadChat struct {
	ID      memory.ID
	Limit   int
	opening bool // another chat was open before
	visit   *visit
}

// ConcurrencyPolicy lets it replace an older ReadChat.
func (ReadChat) ConcurrencyPolicy() Schedule { return LoadChat }

// IsForOpeningChat reports whether the chat is going to be opened, which should be drawn at once.
func (w ReadChat) IsForOpeningChat() bool { return w.opening }

// RunOnCore reads the chat.
func (w ReadChat) RunOnCore(ctx context.Context, core Core) Result {
	d, err := w.readChatData(ctx, core)
	return func(s *State) []Effect {
		switch {
		case s.visit != w.visit:
			return nil
		case err != nil && w.opening:
			return []Effect{ShowError{err}}
		case err != nil:
			return nil
		case w.opening:
			return s.showOpenedChatResumeEditAndMarkRead(d)
		}
		return s.showReloadedChat(d)
	}
}

func (w ReadChat) readChatData(ctx context.Context, core Core) (chatData, error) {
	chat, messages, err := core.LoadChatWithSelectedBranch(ctx, w.ID, w.Limit)
	return chatData{chat, messages, w.Limit > 0 && len(messages) == w.Limit}, err
}

// EraseChat deletes a temporary chat for good. Nobody is told whether it worked: what is left is
// erased at the next start.
type EraseChat struct{ ID memory.ID }

// ConcurrencyPolicy is Queued: it runs after the work that may still use the chat.
func (EraseChat) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore deletes the chat.
func (w EraseChat) RunOnCore(ctx context.Context, core Core) Result {
	_ = core.TrashOrEraseChatMaybeUnlearning(ctx, w.ID, memory.DeleteChatOptions{Purge: true})
	return nil
}

func (ReadChat) isEffect()  {}
func (EraseChat) isEffect() {}
