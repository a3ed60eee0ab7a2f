package chat

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/messagelist"
)

// initialMessages is how many messages are loaded when a chat opens; older ones follow when the
// list nears its top.
const initialMessages = 60

// chatData is what a chat is shown from.
type chatData struct {
	chat     memory.Chat
	messages []memory.Message
	hasOlder bool
	files    []memory.File
}

// OpenChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (p *Pane) OpenChat(id, at memory.ID) {
	if id == p.chat.ID && id != 0 {
		if at != 0 {
			p.jumpToMessage(at)
		}
		p.FocusComposer()
		return
	}
	p.leaveChat()
	p.jumpTarget, p.messageLimit = at, initialMessages
	p.olderRequest.Cancel()
	app.LatestOrWait(p.env.Tasks, &p.loadRequest, func(ctx context.Context) (chatData, error) {
		return p.loadChat(ctx, id, initialMessages)
	}, func(l chatData, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.chatLoaded(l)
	})
}

// loadChat reads a chat. It runs off the UI goroutine.
func (p *Pane) loadChat(ctx context.Context, id memory.ID, limit int) (chatData, error) {
	chat, err := p.env.Session.Chat(ctx, id)
	if err != nil {
		return chatData{}, err
	}
	ms, err := p.env.Session.Messages(ctx, id, 0, limit)
	if err != nil {
		return chatData{}, err
	}
	files, err := p.loadAttachedFiles(ctx, chat)
	return chatData{chat, ms, limit > 0 && len(ms) == limit, files}, err
}

// chatLoaded shows a chat that was loaded.
func (p *Pane) chatLoaded(l chatData) {
	p.chat, p.hasOlder, p.files = l.chat, l.hasOlder, l.files
	if d, ok := p.drafts[l.chat.ID]; ok {
		p.chat.Draft = d
	}
	titles := p.transcript.modelTitles
	p.transcript = newTranscript()
	p.transcript.modelTitles = titles
	p.transcript.messages = l.messages
	p.pendingFiles = nil
	p.detectStreamingAnswer()
	p.list.OpenChat(p.transcript.buildRows())
	p.composer.SetText(p.chat.Draft)
	p.composer.SetEditing(false)
	if showLocation, ok := p.scrollPositions[l.chat.ID]; ok && p.jumpTarget == 0 {
		p.list.RestoreScrollPosition(showLocation)
	}
	p.updateControls()
	p.actions.OnChatChanged(p.chat)
	p.FocusComposer()
	p.resumeNewestEdit()
	p.loadVersions()
	if p.jumpTarget != 0 {
		p.jumpToMessage(p.jumpTarget)
	}
	if l.chat.Unread {
		p.updateChat(memory.ChatPatch{Unread: new(bool)})
	}
}

// NewChat shows a chat that is not stored yet.
func (p *Pane) NewChat(temporary bool) {
	p.leaveChat()
	p.loadRequest.Cancel()
	p.olderRequest.Cancel()
	p.versionRequest.Cancel()
	p.chat, p.hasOlder, p.files, p.pendingFiles, p.answerID, p.jumpTarget = p.newUnstoredChat(temporary), false, nil, nil,
		0, 0
	titles := p.transcript.modelTitles
	p.transcript = newTranscript()
	p.transcript.modelTitles = titles
	p.list.OpenChat(nil)
	p.composer.SetEditing(false)
	p.composer.SetText("")
	p.updateControls()
	p.actions.OnChatChanged(p.chat)
	p.FocusComposer()
	if !temporary {
		p.restoreNewChatDraft()
	}
	p.restoreEdits()
}

// leaveChat saves draft and scroll position of the open chat; a temporary chat is erased.
func (p *Pane) leaveChat() {
	p.saveDraft()
	p.toast.HideToast()
	p.findBar.closeFind()
	p.session, p.sending, p.stopPending = &session{}, false, false
	if p.chat.ID == 0 {
		return
	}
	p.scrollPositions[p.chat.ID] = p.list.ScrollPosition()
	if p.chat.Temporary {
		p.eraseChat(p.chat.ID)
	}
}

// eraseChat deletes a temporary chat that was left.
func (p *Pane) eraseChat(id memory.ID) {
	app.Queue(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Session.DeleteChat(ctx, id, memory.DeleteChatOptions{Purge: true})
	}, nil)
}

// Reload reloads the messages and keeps the scroll position.
func (p *Pane) Reload() {
	id, limit := p.chat.ID, p.messageLimit
	if id == 0 {
		return
	}
	app.Latest(p.env.Tasks, &p.loadRequest, func(ctx context.Context) (chatData, error) {
		return p.loadChat(ctx, id, limit)
	}, func(l chatData, err error) {
		if err != nil || l.chat.ID != p.chat.ID {
			return
		}
		draft := p.chat.Draft
		p.chat, p.hasOlder, p.files = l.chat, l.hasOlder, l.files
		p.chat.Draft = draft
		p.transcript.messages = l.messages
		p.detectStreamingAnswer()
		p.list.SetRows(p.transcript.buildRows())
		p.updateControls()
		p.actions.OnChatChanged(p.chat)
		p.loadVersions()
	})
}

// detectStreamingAnswer sets answerID when the newest message is being written.
func (p *Pane) detectStreamingAnswer() {
	was := p.answerID
	p.answerID = 0
	if n := len(p.transcript.messages); n > 0 && p.transcript.messages[n-1].Status == memory.MessageStreaming {
		p.answerID = p.transcript.messages[n-1].ID
	}
	if was != p.answerID && p.chat.ID != 0 {
		p.actions.OnBusyChanged(p.chat.ID, p.answerID != 0)
	}
}

// loadOlderMessages loads four times as many messages; the list keeps its scroll position.
func (p *Pane) loadOlderMessages() {
	if !p.hasOlder || p.chat.ID == 0 {
		return
	}
	id, limit := p.chat.ID, p.messageLimit*4
	app.Latest(p.env.Tasks, &p.olderRequest, func(ctx context.Context) ([]memory.Message, error) {
		return p.env.Session.Messages(ctx, id, 0, limit)
	}, func(ms []memory.Message, err error) {
		if err != nil || id != p.chat.ID || p.answerID != 0 && !containsMessage(ms, p.answerID) {
			return
		}
		p.messageLimit, p.hasOlder = limit, len(ms) == limit
		for i := range ms { // a streaming message is newer here than in the store
			if old := p.message(ms[i].ID); old != nil && old.Status == memory.MessageStreaming {
				ms[i] = *old
			}
		}
		p.transcript.messages = ms
		p.list.SetRows(p.transcript.buildRows())
		p.loadVersions()
		if p.jumpTarget != 0 {
			p.jumpToMessage(p.jumpTarget)
		}
	})
}

func containsMessage(ms []memory.Message, id memory.ID) bool {
	for _, m := range ms {
		if m.ID == id {
			return true
		}
	}
	return false
}

// jumpToMessage scrolls to a message and loads as many messages as that takes.
func (p *Pane) jumpToMessage(id memory.ID) {
	p.jumpTarget = id
	if p.list.ScrollToRow(int64(id)) {
		p.jumpTarget = 0
		return
	}
	if p.hasOlder {
		p.messageLimit = max(p.messageLimit, 2500) // loadOlderMessages multiplies it to 10,000
		p.loadOlderMessages()
		return
	}
	p.jumpTarget = 0
	p.env.ShowToast(app.Toast{Text: "This message is in another version of the chat."})
}

// ScrollPosition returns the scroll position of the list, for tests.
func (p *Pane) ScrollPosition() messagelist.ScrollPosition { return p.list.ScrollPosition() }

func (p *Pane) message(id memory.ID) *memory.Message {
	for i := len(p.transcript.messages) - 1; i >= 0; i-- {
		if p.transcript.messages[i].ID == id {
			return &p.transcript.messages[i]
		}
	}
	return nil
}

// loadVersions loads the sibling versions of the newest messages.
func (p *Pane) loadVersions() {
	ids := []memory.ID{}
	for i := len(p.transcript.messages) - 1; i >= 0 && len(ids) < initialMessages; i-- {
		ids = append(ids, p.transcript.messages[i].ID)
	}
	chatID := p.chat.ID
	app.Latest(p.env.Tasks, &p.versionRequest, func(ctx context.Context) (map[memory.ID][]memory.ID, error) {
		out := map[memory.ID][]memory.ID{}
		for _, id := range ids {
			vs, err := p.env.Session.MessageVersions(ctx, id)
			if err != nil {
				return out, err
			}
			if len(vs) > 1 {
				for _, v := range vs {
					out[id] = append(out[id], v.ID)
				}
			}
		}
		return out, nil
	}, func(vs map[memory.ID][]memory.ID, err error) {
		if err != nil || chatID != p.chat.ID {
			return
		}
		p.transcript.versions = vs
		for id := range vs {
			p.updateRow(id)
		}
		p.notifyLoad()
	})
}

// updateRow redraws the row of a message.
func (p *Pane) updateRow(id memory.ID) {
	if m := p.message(id); m != nil {
		p.list.UpdateRow(p.transcript.buildRow(*m))
	}
}

func (p *Pane) notifyLoad() {
	if p.actions.OnLoad != nil {
		p.actions.OnLoad()
	}
}
