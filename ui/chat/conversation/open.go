package conversation

import (
	"context"

	"memoir/memory"

	"memoir/ui/translate"
)

// OpenChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (s *State) OpenChat(id, at memory.ID) []Effect {
	if id == s.Chat.ID && id != 0 {
		if at == 0 {
			return []Effect{FocusComposer}
		}
		s.switchedFor = 0
		return append(s.scrollToOrLoadMessage(at), FocusComposer)
	}
	effects := s.saveTextAndLeaveChat()
	s.target, s.switchedFor, s.limit = at, 0, initialMessages
	return append(effects, ReadChat{ID: id, Limit: s.limit, opening: true, visit: s.visit})
}

// OpenNewChat shows a chat that is not stored yet, with the draft that was typed for it.
func (s *State) OpenNewChat(temporary bool) []Effect {
	effects := s.saveTextAndLeaveChat()
	s.Chat, s.HasOlder, s.Files, s.PendingFiles = s.newUnstoredChat(temporary), false, nil, nil
	s.answerID, s.target, s.waiting, s.Origin = 0, 0, nil, Origin{}
	s.clearMessagesAndEditing()
	if !temporary {
		s.Chat.Draft = s.drafts[0]
	}
	return append(effects, OpenRows, s.replaceComposerText(s.Chat.Draft), ShowControls, ReportChanged, FocusComposer)
}

// SetNewChatTemporary sets whether the new chat is temporary. A stored chat is left for a new one.
func (s *State) SetNewChatTemporary(on bool) []Effect {
	if s.Chat.ID != 0 {
		return s.OpenNewChat(on)
	}
	s.Chat = s.newUnstoredChat(on)
	return []Effect{ShowControls, ReportChanged}
}

// saveTextAndLeaveChat ends the visit: it saves what was typed and erases a temporary chat.
func (s *State) saveTextAndLeaveChat() []Effect {
	effects := append(s.endQueuedEditKeepingText(), s.SaveDraftOrEdit()...)
	effects = append(effects, LeaveChat)
	s.without, s.sent = memory.Exclusions{}, nil
	s.visit, s.sending, s.stopping, s.earlyEnds = &visit{}, false, false, map[memory.ID]memory.Message{}
	if s.Chat.ID != 0 && s.Chat.Temporary {
		delete(s.queued, s.Chat.ID)
		effects = append(effects, EraseChat{s.Chat.ID})
	}
	return effects
}

// ReloadMessages loads the messages again.
func (s *State) ReloadMessages() []Effect {
	if s.Chat.ID == 0 {
		return nil
	}
	return []Effect{ReadChat{ID: s.Chat.ID, Limit: s.limit, visit: s.visit}}
}

// chatData is what a chat is shown from.
type chatData struct {
	chat     memory.Chat
	messages []memory.Message
	hasOlder bool
	files    []memory.File
	waiting  []memory.Picture
	origin   Origin
}

func (s *State) setLoadedChat(d chatData) {
	s.Chat, s.Messages, s.HasOlder, s.Files = d.chat, d.messages, d.hasOlder, d.files
	s.waiting, s.Origin = d.waiting, d.origin
}

// showOpenedChat shows a chat that was loaded.
func (s *State) showOpenedChat(d chatData) []Effect {
	s.clearMessagesAndEditing()
	s.setLoadedChat(d)
	s.PendingFiles = nil
	if draft, ok := s.drafts[d.chat.ID]; ok {
		s.Chat.Draft = draft
	}
	effects := append(s.detectStreamingAnswer(), OpenRows, s.replaceComposerText(s.Chat.Draft))
	if s.target == 0 {
		effects = append(effects, RestoreScroll)
	}
	effects = append(effects, ShowControls, ReportChanged, FocusComposer)
	effects = append(effects, s.resumeNewestUnsentEdit()...)
	if s.target != 0 {
		effects = append(effects, s.scrollToOrLoadMessage(s.target)...)
	}
	if d.chat.Unread {
		effects = append(effects, s.UpdateChatSettings(memory.ChatPatch{Unread: new(bool)})...)
	}
	return effects
}

// showReloadedChat shows the current messages of the open chat.
func (s *State) showReloadedChat(d chatData) []Effect {
	draft := s.Chat.Draft
	s.setLoadedChat(d)
	s.Chat.Draft = draft
	effects := append(s.detectStreamingAnswer(), ShowRows, ShowControls, ReportChanged)
	if s.target != 0 {
		effects = append(effects, s.scrollToOrLoadMessage(s.target)...)
	}
	return effects
}

// LoadOlderMessages loads four times as many messages.
func (s *State) LoadOlderMessages() []Effect {
	if !s.HasOlder || s.Chat.ID == 0 {
		return nil
	}
	return []Effect{ReadOlder{Chat: s.Chat.ID, Limit: s.limit * 4, visit: s.visit}}
}

// loadOlderUpToLimit loads many more messages than are ever read by scrolling; it returns nil when
// all are loaded.
func (s *State) loadOlderUpToLimit(limit int) []Effect {
	if s.HasOlder {
		s.limit = max(s.limit, limit/4) // LoadOlderMessages multiplies it
	}
	return s.LoadOlderMessages()
}

// LoadWholeChatForSearch loads the whole chat, so that a search in it finds everything.
func (s *State) LoadWholeChatForSearch() []Effect { return s.loadOlderUpToLimit(100_000) }

func (s *State) showLoadedOlderMessages(limit int, messages []memory.Message) []Effect {
	loaded := map[memory.ID]bool{}
	for i, m := range messages { // a streaming message is newer here than in the store
		loaded[m.ID] = true
		if old := s.LoadedMessage(m.ID); old != nil && old.Status == memory.MessageStreaming {
			messages[i] = *old
		}
	}
	if s.answerID != 0 && !loaded[s.answerID] {
		return nil
	}
	s.limit, s.HasOlder, s.Messages = limit, len(messages) == limit, messages
	effects := []Effect{ShowRows}
	if s.target != 0 {
		effects = append(effects, s.scrollToOrLoadMessage(s.target)...)
	}
	return effects
}

// scrollToOrLoadMessage scrolls to a message. It loads as many messages as that takes, and switches to
// the version of the chat that has it.
func (s *State) scrollToOrLoadMessage(id memory.ID) []Effect {
	s.target = id
	if m := s.LoadedMessage(id); m != nil && m.Role != memory.RoleSystem {
		s.target, s.switchedFor = 0, 0
		return []Effect{ScrollTo{id}}
	}
	if s.HasOlder {
		return s.loadOlderUpToLimit(10_000)
	}
	if len(s.Messages) == 0 || s.switchedFor == id { // switching does not help
		s.target = 0
		return []Effect{ShowToast{Text: translate.Text("This message no longer exists."), IsError: true}}
	}
	s.switchedFor = id
	return []Effect{SelectVersion{ID: id, shownLeaf: s.Messages[len(s.Messages)-1].ID, visit: s.visit}}
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
			return s.showOpenedChat(d)
		}
		return s.showReloadedChat(d)
	}
}

func (w ReadChat) readChatData(ctx context.Context, core Core) (chatData, error) {
	chat, messages, err := core.LoadChatWithSelectedBranch(ctx, w.ID, w.Limit)
	if err != nil {
		return chatData{}, err
	}
	files, err := readAttachedFiles(ctx, core, chat)
	if err != nil {
		return chatData{}, err
	}
	waiting, err := core.ListWaitingPictures(ctx, w.ID)
	hasOlder := w.Limit > 0 && len(messages) == w.Limit
	return chatData{chat, messages, hasOlder, files, waiting, readBranchOrigin(ctx, core, chat)}, err
}

// readBranchOrigin reads what a chat was branched from.
func readBranchOrigin(ctx context.Context, core Core, chat memory.Chat) Origin {
	if chat.BranchedFrom == 0 {
		return Origin{}
	}
	m, err := core.LoadMessage(ctx, chat.BranchedFrom)
	if err != nil {
		return Origin{}
	}
	source, err := core.LoadChat(ctx, m.ChatID)
	if err != nil {
		return Origin{}
	}
	return Origin{ChatID: source.ID, MessageID: m.ID, Title: source.Title}
}

// ReadOlder reads more messages of the open chat.
type ReadOlder struct {
	Chat  memory.ID
	Limit int
	visit *visit
}

// ConcurrencyPolicy lets it replace an older ReadOlder.
func (ReadOlder) ConcurrencyPolicy() Schedule { return LoadOlder }

// RunOnCore reads the messages.
func (w ReadOlder) RunOnCore(ctx context.Context, core Core) Result {
	messages, err := core.ListBranchMessages(ctx, w.Chat, 0, w.Limit)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return nil
		}
		return s.showLoadedOlderMessages(w.Limit, messages)
	}
}

// EraseChat deletes a temporary chat for good. Nobody is told whether it worked: what is left is
// erased at the next start.
type EraseChat struct{ ID memory.ID }

// ConcurrencyPolicy is Queued: it runs after the work that may still use the chat.
func (EraseChat) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore deletes the chat.
func (w EraseChat) RunOnCore(ctx context.Context, core Core) Result {
	_ = core.DeleteChat(ctx, w.ID, memory.DeleteChatOptions{Purge: true})
	return nil
}

func (ReadChat) isEffect()  {}
func (ReadOlder) isEffect() {}
func (EraseChat) isEffect() {}
